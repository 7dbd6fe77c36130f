"""The real server for phones: `patchpoker serve` as a process, on a database of its own.

Its clocks are shortened where an operator would do it: in the rows of `speeds`.
"""

import asyncio
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from patchpoker.storage.database import Database, parse_url
from patchpoker.storage.sealing import open_sealer
from tests.leaks import Deal, Leak, LeakChecker
from tests.live import Live, free_port, serving
from tests.truth import Truth

# (decision, arrangement) in ms. Slow is for hands that a person plays to the end, fast for clocks
# that run out; mid stays as it is.
SPEEDS = {"slow": (30_000, 45_000), "fast": (5_000, 7_000)}
LIMITS = {"guests_per_hour": 1_000, "changes_per_minute": 1_000, "private_tables_per_player": 50}


def apart(coroutine: Any) -> Any:
    """Run it on another thread: Playwright has a loop on ours."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def _set_speeds(url: str) -> None:
    engine = create_async_engine(parse_url(url))
    try:
        async with engine.begin() as connection:
            for speed, (decision, arrangement) in SPEEDS.items():
                await connection.execute(
                    sa.text("UPDATE speeds SET decision_ms=:d, arrangement_ms=:a WHERE speed=:s"),
                    {"d": decision, "a": arrangement, "s": speed},
                )
    finally:
        await engine.dispose()


class House:
    """The server under `port`; `restart` ends it with SIGTERM and starts it again."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self._folder = folder
        self._url = database_url
        self._stack = ExitStack()
        self._program: Path | None = None
        self.port = free_port()
        self.logs: list[str] = []
        apart(_set_speeds(database_url))
        self.live = self._start()

    def _start(self) -> Live:
        settings = {"database_url": self._url, "port": self.port, **LIMITS}
        return self._stack.enter_context(serving(self._folder, self._program, **settings))

    @property
    def localhost(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def plain(self) -> str:
        """A name without TLS: no secure context, as in a home network."""
        return f"http://phones.test:{self.port}"

    def stop(self) -> tuple[int, float]:
        ended = self.live.terminate()
        self.logs.append(self.live.said())
        return ended

    def start(self) -> None:
        self.live = self._start()

    def deploy(self, root: Path, folder: Path) -> None:
        """Start another version: this program with one more line in the browser's code."""
        for part in ("patchpoker", "static", "migrations"):
            shutil.copytree(root / part, folder / part)
        with (folder / "static/js/main.js").open("a") as script:
            script.write("// another build\n")
        self._program = folder
        self.start()

    def said(self) -> str:
        return "\n".join([*self.logs, self.live.said()])

    def open_table(self, host: Any, **options: Any) -> tuple[str, str]:
        """A private table of a phone's player, through REST: (table id, code)."""
        wanted = {
            "game": "patch-patch", "seats": 3, "small_blind": 5, "big_blind": 10, "speed": "slow",
            "min_buy_in": 50, "max_buy_in": 1500,
        }  # fmt: skip
        answer = host.page.evaluate(
            """async (options) => (await fetch('/api/tables', {method: 'POST',
              headers: {'content-type': 'application/json'}, body: JSON.stringify(options)})).json()
            """,
            wanted | options,
        )
        return answer["table_id"], answer["code"]

    def truth(self, table_id: str) -> Truth:
        async def read() -> Truth:
            database = Database(self._url, pool_size=1)
            try:
                sealer = await open_sealer(database, "", self._folder / "data")
                return await Truth.read(database, sealer, table_id)
            finally:
                await database.close()

        return apart(read())

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> "House":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def check_pages(truth: Truth, checker: LeakChecker, phone: Any) -> int:
    """Hold every page that a phone showed against what it could know at the version that the page
    was drawn from; how many."""
    for html in phone.pages:
        version = re.search(r'data-version="(\d+)"', html)
        deal = truth.at(phone.player, int(version[1])) if version else None
        checker.deal(deal or Deal(0, {}))
        known = len(checker.leaks)
        # A dialog explains a result that was asked for.
        checker.check(phone.player, html, truth.shown_ever() if "<dialog" in html else ())
        checker.leaks[known:] = [excerpt(leak, html) for leak in checker.leaks[known:]]
    return len(phone.pages)


def excerpt(leak: Leak, html: str) -> Leak:
    """The leak with what stands around it instead of the whole page."""
    at = html.find(f'"{leak.what}"')
    return replace(leak, where=html[max(0, at - 400) : at + 200])
