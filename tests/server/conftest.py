"""A real application on a real database, asked over HTTP. The tables and sockets below it are fakes
here: REST only reads their views; `test_whole.py` asks the server as it is deployed."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from patchpoker import config
from patchpoker.engine.games import PATCH_PATCH
from patchpoker.server.pages import Site
from patchpoker.server.services import Services
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.database import Database
from patchpoker.storage.offers import read_clocks, read_offers
from patchpoker.storage.sessions import Sessions
from tests.server.world import FakeSockets, FakeTables, FixedClock, World


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text(
        '<meta name="patchpoker-build" content="{{build}}">'
        '<script type="module" src="{{assets}}/js/main.js"></script>'
    )
    (folder / "js" / "main.js").write_text("export const one = 1;\n")
    return Site.read(folder)


@pytest.fixture
async def new_world(database: Database, site: Site) -> AsyncIterator[Callable[..., World]]:
    """`new_world(guests_per_hour=2)`: with other settings."""
    worlds: list[World] = []
    offers = {offer.key: offer for offer in await read_offers(database, (PATCH_PATCH,))}
    clocks = await read_clocks(database)

    def make(**settings: object) -> World:
        clock, sockets = FixedClock(), FakeSockets()
        tables = FakeTables(options={key: offer.options for key, offer in offers.items()})
        services = Services(
            settings=config.load(**settings),
            site=site,
            clock=clock,
            database=database,
            accounts=Accounts(database),
            sessions=Sessions(database),
            offers=offers,
            clocks=clocks,
            tables=tables,
            sockets=sockets,
        )
        worlds.append(World(services, clock, tables, sockets))
        return worlds[-1]

    yield make
    for world in worlds:
        for client in world.clients:
            await client.aclose()


@pytest.fixture
def world(new_world: Callable[..., World]) -> World:
    return new_world()
