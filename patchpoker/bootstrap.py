"""The composition root: the one place that makes the parts and gives them to each other.

lock ─> schema ─> seal key ─> offers ─> tables folded and reopened ─> ready
and back in the other order: tables stop, the writer finishes, the pool closes, the lock goes
"""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from patchpoker.config import Settings
from patchpoker.engine.games import PATCH_PATCH
from patchpoker.resources import static_dir
from patchpoker.runtime.clock import Clock, SystemClock
from patchpoker.runtime.registry import Registry
from patchpoker.runtime.store import Store
from patchpoker.server.pages import Site
from patchpoker.server.services import Services
from patchpoker.server.ws.connection import Place
from patchpoker.server.ws.hub import Hub
from patchpoker.storage import migrate
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.database import Database
from patchpoker.storage.offers import read_clocks, read_offers
from patchpoker.storage.sealing import open_sealer
from patchpoker.storage.server_lock import ServerLock
from patchpoker.storage.sessions import Sessions
from patchpoker.storage.table_log import TableLog
from patchpoker.storage.writer import CommitWriter

GAMES_DEALT = (PATCH_PATCH,)


@dataclass(frozen=True, slots=True)
class Application:
    """A server that runs; `create_app(services)` is its door."""

    services: Services
    registry: Registry
    lock: ServerLock

    async def lost(self) -> None:
        """Returns when the database isn't ours any more: stop then."""
        await self.lock.lost()


@asynccontextmanager
async def running(
    settings: Settings, url: str, clock: Clock | None = None
) -> AsyncIterator[Application]:
    """The application on this database, until the block ends. Our own embedded database is
    migrated; another one has to be up to date. Raises what `patchpoker.storage.errors` holds."""
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        lock = await stack.enter_async_context(ServerLock(url))
        if not settings.database_url.get_secret_value():
            await migrate.upgrade(url)
        database = Database(url)
        stack.push_async_callback(database.close)
        await migrate.check_schema(database)
        sealer = await open_sealer(
            database, settings.seal_key.get_secret_value(), settings.data_dir.expanduser()
        )
        offers = {offer.key: offer for offer in await read_offers(database, GAMES_DEALT)}
        clocks = await read_clocks(database)
        writer = CommitWriter(database, sealer)
        stack.push_async_callback(writer.close)
        store = Store(database, TableLog(database, sealer), writer)
        registry = Registry(store, clock, offers)
        stack.push_async_callback(registry.stop)
        await registry.start()
        site = Site.read(static_dir())
        accounts = Accounts(database)
        games = frozenset(game.key for game in GAMES_DEALT)
        place = Place(registry, clock, clocks, games, site.digest, secrets.token_hex(6))
        services = Services(
            settings=settings,
            site=site,
            clock=clock,
            database=database,
            accounts=accounts,
            sessions=Sessions(database),
            offers=offers,
            clocks=clocks,
            tables=registry,
            sockets=Hub(place, accounts, settings),
        )
        yield Application(services, registry, lock)
