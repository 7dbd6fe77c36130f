"""One actor on a real database: races with the clock, failing commits, faults, restarts."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.legal import legal_actions
from patchpoker.engine.cards import card_text
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.runtime import table_actor
from patchpoker.runtime.errors import Busy, StillLeaving
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
from patchpoker.table.commands import Act, Leave, SitIn, SitOut, TopUp
from patchpoker.table.config import CLOCKS, Clocks, Speed, TableOptions
from patchpoker.table.state import TableState, decision_id
from tests.conftest import LONG
from tests.leaks import cards_in
from tests.whole_server import FastClock

OFFER = "patch-patch.2.10-20.fast"


class FlakyWriter(CommitWriter):
    """The real writer; `fail_next` says what goes wrong with the next commit, once: before it, or
    after it, when the connection is lost with the answer."""

    fail_next: str | None = None
    calls: int = 0

    async def commit(self, commit: TableCommit) -> int:
        self.calls += 1
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


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
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


# --- clocks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", Speed)
async def test_CLK_01_clocks_are_exact(world: World, speed: Speed) -> None:
    """A11: 37.5, 25 and 12 s, from the commit that asks to the deadline."""
    clocks = CLOCKS[speed]
    actor = await world.table(decision_ms=clocks.decision_ms)
    await to_act(actor)
    clock = actor.state.clock
    assert clock.total_ms == {"slow": 37_500, "mid": 25_000, "fast": 12_000}[speed]
    assert clock.deadline_ms - actor.state.now_ms == clock.total_ms


async def test_CLK_01_an_alarm_is_punctual(world: World) -> None:
    """Within a quarter of a second of the wall's time, with 20 tables at work."""
    world.clock.speed = 1
    actors = [await world.table(decision_ms=1_000) for _ in range(20 if LONG else 5)]
    for actor in actors:
        await to_act(actor)
    due = {actor.table_id: actor.state.clock.deadline_ms for actor in actors}
    late = []
    for actor in actors:
        await until(lambda a=actor: a.state.clock.deadline_ms != due[a.table_id])
        late.append(actor.state.now_ms - due[actor.table_id])
    assert min(late) >= 0
    assert max(late) < 250


async def test_CLK_03_a_call_and_a_time_out_at_the_same_moment(world: World) -> None:
    """Exactly one of them happens, and the loser is told politely."""
    dice, won = random.Random(3), {"call": 0, "clock": 0}
    actor = await world.table(decision_ms=1_000, arrangement_ms=200)
    for turn in range(1000 if LONG else 25):
        player = await to_act(actor)
        hand, before = actor.state.hand_no, decision_id(actor.state)
        deadline = actor.state.clock.deadline_ms
        wait = world.clock.seconds_until(deadline) + dice.uniform(-0.003, 0.003)
        await asyncio.sleep(max(0, wait))
        if decision_id(actor.state) != before:
            won["clock"] += 1
        else:
            answer = await call(actor, player, f"c{turn}")
            assert answer.code in (None, "stale_decision", "illegal_now", "not_your_turn")
            won["call" if answer.code is None else "clock"] += 1
            seat = actor.state.seat_of(player)
            if answer.code is None and actor.state.hand_no == hand:
                assert not seat.sitting_out
        for seat in actor.state.taken:  # whoever timed out comes back
            if seat.sitting_out:
                back = seat.player
                await actor.submit(lambda now, p=back: SitIn(now, p, True), back)
            if seat.stack == 0:
                await actor.submit(lambda now, p=seat.player: TopUp(now, p, 500), seat.player)
    assert min(won.values()) > 0, won
    assert await world.clean()


# --- commits that fail ------------------------------------------------------------------------


async def test_an_unknown_outcome_is_looked_up(world: World) -> None:
    """The connection is lost with the answer: the commit is found in the log, and acked."""
    actor = await world.table()
    player = await to_act(actor)
    before = decision_id(actor.state)
    world.writer.fail_next = "after"
    answer = await call(actor, player, "once")
    assert answer.code is None
    assert decision_id(actor.state) != before
    assert await world.clean()


async def test_a_commit_that_failed_changes_nothing(world: World) -> None:
    actor = await world.table()
    player = await to_act(actor)
    before = decision_id(actor.state)
    world.writer.fail_next = "before"
    answer = await call(actor, player, "once")
    assert answer.code == "not_saved"
    assert decision_id(actor.state) == before
    assert (await call(actor, player, "once")).code is None  # the same action, again
    assert await world.clean()


async def test_insufficient_chips_are_refused_by_the_ledger(world: World) -> None:
    player = await world.player("Poor")
    options = TableOptions(
        "patch-patch", 2, 500, 1000, Speed.FAST, CLOCKS[Speed.FAST], 5000, 150_000, NO_RAKE
    )
    view = await world.registry.open_private(options, player)
    answer = await world.registry.sit(view.table_id, player, "Poor", None, 20_000, "s")
    assert answer.code == "insufficient_chips"
    assert world.registry.actor(view.table_id).state.empty
    assert await world.clean()


async def test_a_full_inbox_says_busy(world: World) -> None:
    actor = await world.table()
    player = await to_act(actor)

    def submit() -> Awaitable[Answer]:
        return actor.submit(lambda now: SitOut(now, player), player)

    futures = [submit() for _ in range(table_actor.MAX_INBOX)]
    with pytest.raises(Busy):
        submit()
    assert len(futures) == table_actor.MAX_INBOX
    assert all(answer.code is None for answer in await asyncio.gather(*futures))


async def test_NET_01_the_same_action_id_gets_the_first_answer(world: World) -> None:
    actor = await world.table()
    player = await to_act(actor)
    commits = world.writer.calls
    decision = decision_id(actor.state)

    def once() -> Awaitable[Answer]:
        act = lambda now: Act(now, player, decision, Action.CALL, None)  # noqa: E731
        return actor.submit(act, player, "x")

    first, second = await asyncio.gather(once(), once())
    assert (first.code, second.code) == (None, None)
    assert world.writer.calls == commits + 1
    again = await world.restarted()
    actor = again.registry.actor(actor.table_id)
    assert (await once()).code is None  # also after a restart, and when its decision has passed
    await again.registry.stop()


# --- faults -----------------------------------------------------------------------------------


async def test_NET_11_A29_a_fault_voids_the_hand_and_the_table_goes_on(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    actor = await world.table()
    player = await to_act(actor)
    stacks = [seat.stack for seat in actor.state.taken]
    secret = card_text(actor.state.hand.players[0].hole_cards[0])

    def broken(now: int) -> object:
        raise RuntimeError(f"secret {secret} {now}")

    with caplog.at_level(logging.INFO):
        answer = await actor.submit(broken, player, "b")
    assert answer.code == "bug"
    assert actor.state.hand is None
    assert actor.state.last_result.ending == "void"
    assert [seat.stack for seat in actor.state.taken] == stacks
    assert actor.table_id in caplog.text
    assert "hand 1" in caplog.text
    assert "RuntimeError" in caplog.text
    assert not cards_in(caplog.text)  # SEC-05
    await until(lambda: actor.state.hand_no == 2)
    assert await world.clean()


async def test_a_log_that_does_not_fold_is_quarantined_alone(world: World) -> None:
    """The others play on, and every stake of the broken table goes home (A29)."""
    broken, sound = await world.table(), await world.table()
    await to_act(broken)
    await to_act(sound)
    await world.registry.stop()
    async with world.database.begin() as connection:
        statement = "ALTER TABLE table_log DISABLE TRIGGER USER"
        await connection.execute(sa.text(statement))
        await connection.execute(
            sa.text("UPDATE table_log SET events = '[]' WHERE table_id = :t AND version = 1"),
            {"t": broken.table_id},
        )
        await connection.execute(sa.text("ALTER TABLE table_log ENABLE TRIGGER USER"))
    again = await world.restarted()
    assert again.registry.find(broken.table_id) is None
    assert again.registry.find(sound.table_id) is not None
    for seat in broken.state.taken:
        ((_, chips),) = await again.registry._store.wallets((seat.player,))
        assert chips == 10_000
    await again.registry.stop()


# --- restart ----------------------------------------------------------------------------------


async def test_A23_after_a_restart_the_hand_goes_on_with_what_was_left(world: World) -> None:
    actor = await world.table(decision_ms=400_000)
    player = await to_act(actor)
    before, hand = decision_id(actor.state), actor.state.hand
    left = actor.state.clock.deadline_ms - actor.state.now_ms
    again = await world.restarted()
    actor = again.registry.actor(actor.table_id)
    await until(lambda: actor.state.clock.deadline_ms - actor.state.now_ms == left)
    assert decision_id(actor.state) == before
    assert actor.state.hand == hand
    assert (await call(actor, player, "after")).code is None
    await again.registry.stop()
    assert await world.clean()


# --- chips ------------------------------------------------------------------------------------


async def test_A18_a_top_up_waits_for_the_end_of_the_hand(world: World) -> None:
    actor = await world.table()
    player = await to_act(actor)
    seat = actor.state.seat_of(player).seat
    answer = await actor.submit(lambda now: TopUp(now, player, 400), player, "t")
    assert answer.code is None
    assert actor.state.seat_of(player).stack == 1000
    decision = decision_id(actor.state)
    fold = lambda now: Act(now, player, decision, Action.FOLD, None)  # noqa: E731
    await actor.submit(fold, player, "f")
    await until(lambda: actor.state.seat_at(seat).queued_top_up == 0)
    assert actor.state.seat_at(seat).stack > 1300
    assert await world.clean()


async def test_A19_another_table_of_the_offer_asks_the_stack_back(world: World) -> None:
    one, two = await world.player("A"), await world.player("B")
    first = await world.registry.best_seat(OFFER, one)
    await world.registry.sit(first, one, "A", None, 3000, "1")
    await world.registry.actor(first).submit(lambda now: Leave(now, one), one, "2")
    await until(lambda: world.registry.find(first) is None)  # empty: closed at once
    other = await world.registry.best_seat(OFFER, two)
    assert other != first
    answer = await world.registry.sit(other, one, "A", None, 100, "3")
    assert answer.code == "buy_in_out_of_range"
    again = await world.restarted()  # remembered by the ledger
    again.registry._offers = {OFFER: an_offer()}
    assert (await again.registry.sit(other, one, "A", None, 2999, "4")).code is not None
    assert (await again.registry.sit(other, one, "A", None, 3000, "5")).code is None
    await again.registry.stop()
    assert await world.clean()


async def test_a_further_table_opens_when_the_last_seat_is_taken(world: World) -> None:
    players = [await world.player(f"P{n}") for n in range(3)]
    tables = []
    for n, player in enumerate(players):
        table = await world.registry.best_seat(OFFER, player)
        assert (await world.registry.sit(table, player, "P", None, 500, f"{n}")).code is None
        tables.append(table)
    assert tables[0] == tables[1] != tables[2]
    assert len(world.registry.at_offer(OFFER)) == 2
    assert await world.registry.best_seat(OFFER, players[0]) == tables[0]


async def test_two_who_ask_at_once_are_not_sent_to_the_same_last_seat(world: World) -> None:
    players = [await world.player(f"P{n}") for n in range(3)]
    first = await world.registry.best_seat(OFFER, players[0])
    assert (await world.registry.sit(first, players[0], "P", None, 500, "1")).code is None
    assert await world.registry.best_seat(OFFER, players[1]) == first
    assert await world.registry.best_seat(OFFER, players[2]) != first
    assert await world.registry.best_seat(OFFER, players[1]) == first


async def test_A19_nobody_sits_elsewhere_while_the_hand_that_was_left_goes_on(world: World) -> None:
    options = TableOptions(
        "patch-patch", 3, 10, 20, Speed.SLOW, CLOCKS[Speed.SLOW], 100, 3000, RakeRule(300, 60)
    )
    offer = "patch-patch.3.10-20.slow"
    world.registry._offers = {offer: Offer(offer, options)}
    players = [await world.player(f"P{n}") for n in range(4)]
    for n, player in enumerate(players[:3]):
        table = await world.registry.best_seat(offer, player)
        assert (await world.registry.sit(table, player, "P", None, 500, f"{n}")).code is None
    actor = world.registry.actor(table)
    number = 0
    while actor.state.hand is None or len(actor.state.hand.players) < 3:  # the third comes in (A16)
        folder, number = await to_act(actor), number + 1
        if len(actor.state.hand.players) < 3:
            fold = Act(actor.state.now_ms, folder, decision_id(actor.state), Action.FOLD, None)
            await actor.submit(lambda _, fold=fold: fold, folder, f"f{number}")
            await until(lambda: actor.state.hand is not None)
    awaited = actor.state.hand.awaiting
    leaver = next(seat.player for seat in actor.state.taken if seat.seat not in awaited)
    await actor.submit(lambda now: Leave(now, leaver), leaver, "l")
    assert actor.state.seat_of(leaver).leaving
    other = await world.registry.best_seat(offer, players[3])
    assert other != table
    with pytest.raises(StillLeaving):
        world.registry.sit(other, leaver, "P", None, 500, "again")
