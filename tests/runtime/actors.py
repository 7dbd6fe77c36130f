"""Actors on a real database; the clock runs faster, the writer fails or waits when told to."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.legal import legal_actions
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.runtime.registry import Registry
from patchpoker.runtime.store import Store
from patchpoker.runtime.table_actor import Answer, TableActor
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.audit import audit
from patchpoker.storage.commit import TableCommit
from patchpoker.storage.database import Database
from patchpoker.storage.errors import StorageDown
from patchpoker.storage.offers import Offer
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import TableLog
from patchpoker.storage.times import at
from patchpoker.storage.writer import CommitWriter
from patchpoker.table.commands import Act
from patchpoker.table.config import CLOCKS, Clocks, Speed, TableOptions
from patchpoker.table.state import TableState, decision_id
from tests.whole_server import FastClock

OFFER = "patch-patch.2.10-20.fast"


class FlakyWriter(CommitWriter):
    """The real writer; `fail_next` says what goes wrong with the next commit, once: before it, or
    after it, when the connection is lost with the answer. While `held` is a list, commits wait in
    it until `let_go`."""

    fail_next: str | None = None
    calls: int = 0
    held: list[TableCommit] | None = None

    def hold(self) -> list[TableCommit]:
        self.held, self._gate = [], asyncio.Event()
        return self.held

    def let_go(self) -> None:
        self.held = None
        self._gate.set()

    async def commit(self, commit: TableCommit) -> int:
        self.calls += 1
        if self.held is not None:
            self.held.append(commit)
            await self._gate.wait()
        failing, self.fail_next = self.fail_next, None
        if failing == "before":
            raise StorageDown("lost before the commit")
        version = await super().commit(commit)
        if failing == "after":
            raise StorageDown("lost with the answer")
        return version


@dataclass
class World:
    database: Database
    sealer: Sealer
    writer: FlakyWriter
    accounts: Accounts
    clock: FastClock
    registry: Registry

    async def player(self, name: str) -> str:
        guest = await self.accounts.create_guest(name, at(self.clock.now_ms()))
        return guest.player_id

    async def table(self, count: int = 2, chips: int = 1000, **clocks: int) -> TableActor:
        """A private table where so many sit; `players` in the order of their seats."""
        players = [await self.player(f"P{n}") for n in range(count)]
        kept = Clocks(clocks.get("decision_ms", 600_000), clocks.get("arrangement_ms", 600_000))
        options = TableOptions("patch-patch", 3, 5, 10, Speed.FAST, kept, 50, 1500, NO_RAKE)
        view = await self.registry.open_private(options, players[0])
        for n, player in enumerate(players):
            answer = await self.registry.sit(view.table_id, player, f"P{n}", None, chips, f"s{n}")
            assert answer.code is None, answer
        return self.registry.actor(view.table_id)

    async def restarted(self) -> "World":
        """Another server's view of the same database, after this one has stopped."""
        await self.registry.stop()
        store = Store(self.database, TableLog(self.database, self.sealer), self.writer)
        registry = Registry(store, self.clock, {})
        await registry.start()
        return World(self.database, self.sealer, self.writer, self.accounts, self.clock, registry)

    async def clean(self) -> bool:
        return not (await audit(self.database, self.sealer)).problems


def an_offer() -> Offer:
    options = TableOptions(
        "patch-patch", 2, 10, 20, Speed.FAST, CLOCKS[Speed.FAST], 100, 3000, RakeRule(300, 60)
    )
    return Offer(OFFER, options)


@asynccontextmanager
async def open_world(database_url: str) -> AsyncIterator[World]:
    database, sealer, clock = Database(database_url), Sealer([bytes(range(32))]), FastClock(20)
    writer = FlakyWriter(database, sealer)
    store = Store(database, TableLog(database, sealer), writer)
    registry = Registry(store, clock, {OFFER: an_offer()})
    await registry.start()
    world = World(database, sealer, writer, Accounts(database), clock, registry)
    yield world
    await registry.stop()
    await writer.close()
    await database.close()


async def until(true: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 (a table has no event for tests)
            await asyncio.sleep(0.002)


async def to_act(actor: TableActor) -> str:
    """The player whose betting decision it is."""
    await until(lambda: actor.state.hand is not None and actor.state.hand.to_act is not None)
    return actor.state.seat_at(actor.state.hand.to_act).player


def call(actor: TableActor, player: str, name: str) -> Awaitable[Answer]:
    state: TableState = actor.state
    seat = state.seat_of(player).seat
    action = Action.CHECK if legal_actions(state.hand, seat).check else Action.CALL
    decision = decision_id(state)
    return actor.submit(lambda now: Act(now, player, decision, action, None), player, name)
