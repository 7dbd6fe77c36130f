"""What every test may use: databases of its own on a real Postgres, and the long forms' switch.

PATCHPOKER_TEST_DATABASE_URL names a Postgres whose user may create databases. Without it each
pytest process runs the embedded one. No Postgres is a failure, never a skip.
"""

import asyncio
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import settings
from sqlalchemy.ext.asyncio import create_async_engine

from patchpoker.storage import migrate
from patchpoker.storage.database import parse_url
from patchpoker.storage.embedded import embedded_postgres

LONG = bool(os.environ.get("PATCHPOKER_LONG"))
LEFT_OUT = pytest.StashKey[int]()

# A busy machine is no fault of the code.
settings.register_profile("patchpoker", deadline=None, print_blob=True)
settings.load_profile("patchpoker")


@dataclass(frozen=True, slots=True)
class TestPostgres:
    """A server for tests: `admin_url` may create databases, which `role` then owns."""

    __test__ = False  # not a class of tests

    admin_url: str
    role_url: str

    def run(self, *statements: str) -> None:
        """Run statements as admin, each by itself; also from inside a running event loop."""

        async def execute() -> None:
            engine = create_async_engine(self.admin_url, isolation_level="AUTOCOMMIT")
            try:
                async with engine.connect() as connection:
                    for statement in statements:
                        await connection.execute(sa.text(statement))
            finally:
                await engine.dispose()

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, execute()).result()

    def create(self, name: str, template: str = "template1") -> str:
        """Create a database, owned by the role; returns its URL."""
        url = parse_url(self.role_url).set(database=name)
        self.run(f"CREATE DATABASE {name} OWNER {url.username} TEMPLATE {template}")
        return url.render_as_string(hide_password=False)

    def drop(self, name: str) -> None:
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def test_postgres() -> Iterator[TestPostgres]:
    """One server per pytest process."""
    if url := os.environ.get("PATCHPOKER_TEST_DATABASE_URL"):
        parsed = parse_url(url).render_as_string(hide_password=False)
        yield TestPostgres(admin_url=parsed, role_url=parsed)
        return
    folder = Path(tempfile.mkdtemp(prefix="patchpoker-test-"))
    try:
        with embedded_postgres(folder, durable=False) as server:
            yield TestPostgres(admin_url=server.admin_url, role_url=server.url)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def template_database(test_postgres: TestPostgres) -> Iterator[str]:
    """The name of a migrated database without a connection to it, to copy from."""
    name = f"template_{secrets.token_hex(6)}"
    url = test_postgres.create(name)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, migrate.upgrade(url)).result()
    yield name
    test_postgres.drop(name)


@pytest.fixture
def fresh_database(
    test_postgres: TestPostgres, request: pytest.FixtureRequest
) -> Iterator[Callable[..., str]]:
    """`fresh_database()` makes a migrated database, `(migrated=False)` an empty one: its URL."""
    made: list[str] = []

    def make(*, migrated: bool = True) -> str:
        name = f"test_{secrets.token_hex(6)}"
        template = request.getfixturevalue("template_database") if migrated else "template1"
        made.append(name)
        return test_postgres.create(name, template)

    yield make
    for name in made:
        test_postgres.drop(name)


@pytest.fixture
def database_url(fresh_database: Callable[..., str]) -> str:
    """The URL of a migrated database that only this test sees."""
    return fresh_database()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if LONG:
        return
    long = [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if item not in long]
    config.hook.pytest_deselected(items=long)
    config.stash[LEFT_OUT] = len(long)


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:  # a process of xdist: its own summary is shown to nobody
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    output = getattr(node, "workeroutput", {})
    node.config.stash[LEFT_OUT] = output.get("left_out", 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if count := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{count} long tests deselected: ./test long runs them")
