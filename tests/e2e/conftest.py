"""One server, one browser; each test makes its own phones, and every phone is looked through."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.conftest import TestPostgres
from tests.e2e.house import House, check_pages
from tests.e2e.phone import Phone
from tests.leaks import Deal, LeakChecker

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP phones.test 127.0.0.1",
]  # fmt: skip


def chromium_path() -> str:
    if path := os.environ.get("PATCHPOKER_CHROMIUM"):
        return path
    sys.path.insert(0, str(ROOT / "tools"))
    from find_chromium import find_chromium

    return find_chromium()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium_path(), chromium_sandbox=os.geteuid() != 0, args=FLAGS
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def house(
    test_postgres: TestPostgres, template_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    name = f"e2e_{secrets.token_hex(4)}"
    url = test_postgres.create(name, template_database)
    with House(tmp_path_factory.mktemp("house"), url) as house:
        yield house
    test_postgres.drop(name)


@dataclass
class Party:
    """The phones of a test and the tables they may have cards of."""

    browser: Browser
    house: House
    phones: list[Phone] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    def phone(self, name: str = "", *, plain: bool = False, **options: Any) -> Phone:
        """A new phone; with a name it has made its first visit."""
        origin = options.pop("origin", None)
        at = origin or (self.house.plain if plain else self.house.localhost)
        phone = Phone(self.browser, at, **options)
        self.phones.append(phone)
        if name:
            phone.introduce(name)
        return phone

    def seated(
        self,
        *people: tuple[str, int],
        speed: str = "slow",
        phones: list[Phone] | None = None,
        **options: Any,
    ) -> list[Phone]:
        """Phones at a new private table, each with its buy-in; the second on the plain name."""
        if phones is None:
            phones = [self.phone(name, plain=at == 1) for at, (name, _) in enumerate(people)]
        options.setdefault("seats", len(people))
        table, code = self.house.open_table(phones[0], speed=speed, **options)
        self.tables.append(table)
        for phone, (_, chips) in zip(phones, people, strict=True):
            phone.open(f"/#/c/{code}")
            phone.until(lambda shown: shown.stakes, "the table")
            phone.sit(chips)
        return phones

    def check(self) -> LeakChecker:
        """Frames, pages, answers, logs: no card that its viewer could not know."""
        checker = LeakChecker()
        for table in self.tables:
            truth = self.house.truth(table)
            for phone in self.phones:
                frames = [text for text in phone.frames if f'"{table}"' in text]
                if frames:
                    truth.check(checker, phone.player, frames)
                    check_pages(truth, checker, phone)
        checker.deal(Deal(0, {}))
        checker.check(None, self.house.said())
        for answer in (answer for phone in self.phones for answer in phone.answers):
            with suppress(PlaywrightError):  # the browser keeps no answer of a page that is gone
                checker.check(None, answer.text())
        return checker

    def close(self) -> None:
        for phone in self.phones:
            phone.close()


@pytest.fixture
def party(chromium: Browser, house: House) -> Iterator[Party]:
    party = Party(chromium, house)
    yield party
    try:
        party.check().assert_none()
        for phone in party.phones:
            assert not phone.errors, f"{phone.name}: {phone.errors}"
    finally:
        party.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """A picture of every phone when a test fails, if PATCHPOKER_PICTURES names a folder."""
    report = yield
    folder = os.environ.get("PATCHPOKER_PICTURES")
    if (
        folder
        and report.failed
        and call.when == "call"
        and "party" in getattr(item, "funcargs", {})
    ):
        for at, phone in enumerate(item.funcargs["party"].phones):
            picture: Callable[..., bytes] = phone.page.screenshot
            picture(path=Path(folder) / f"{item.name}-{at}-{phone.name[:12]}.png")
    return report
