"""One actor on a real database: races with the clock, failing commits, faults, restarts."""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable

import pytest
import sqlalchemy as sa

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.events import HandStarted
from patchpoker.engine.cards import card_text
from patchpoker.engine.deck import shuffled
from patchpoker.engine.rake import NO_RAKE
from patchpoker.runtime import table_actor
from patchpoker.runtime.audience import Subscription
from patchpoker.runtime.errors import Busy
from patchpoker.runtime.outbox import Outbox
from patchpoker.runtime.table_actor import STUCK_MS, Answer
from patchpoker.table.commands import Act, SitIn, SitOut, TopUp
from patchpoker.table.config import CLOCKS, Speed, TableOptions
from patchpoker.table.state import decision_id
from tests.conftest import LONG
from tests.full_disk import fill, make_room
from tests.leaks import cards_in
from tests.runtime.actors import World, call, to_act, until

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


async def test_A25_a_deck_comes_from_the_operating_systems_generator(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(secrets, "randbelow", lambda bound: asked.append(bound) or 0)
    actor = await world.table()
    await to_act(actor)
    assert actor.state.hand.started.deck == shuffled(lambda _: 0)
    assert sorted(asked)[-51:] == [*range(2, 53)]


async def test_A25_nothing_is_seen_or_acked_before_it_is_durable(world: World) -> None:
    """While a commit is under way: no frame, no answer, the old state; so also with a new deck."""
    actor = await world.table()
    player = await to_act(actor)
    outbox = Outbox()
    actor.watch(Subscription(player, outbox))

    def frames() -> bytes:
        """Without the wallet's, which tells of the buy-in whenever it comes."""
        return b"".join(f for f in iter(outbox.take_nowait, None) if b'"wallet"' not in f)

    assert b'"no":1' in frames()
    held = world.writer.hold()
    before = actor.state
    decision = decision_id(before)
    fold = Act(before.now_ms, player, decision, Action.FOLD, None)
    answer = actor.submit(lambda _: fold, player, "f")
    await until(lambda: bool(held))
    await asyncio.sleep(0.05)
    assert (frames(), answer.done(), actor.state) == (b"", False, before)
    world.writer.let_go()
    assert (await answer).code is None
    assert frames()

    held = world.writer.hold()
    await until(lambda: bool(held))
    (deck,) = [event.deck for event in held[0].events if isinstance(event, HandStarted)]
    await asyncio.sleep(0.05)
    assert b'"no":2' not in frames()
    assert actor.state.hand is None
    world.writer.let_go()
    await until(lambda: actor.state.hand_no == 2)
    assert b'"no":2' in frames()
    loaded = await world.registry._store.log.load(actor.table_id)
    assert loaded.state.hand.started.deck == deck


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
    """SEC-05: the log names the table, the hand and the kind of fault, and no card."""
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
    assert not cards_in(caplog.text)
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


async def test_a_time_out_that_cannot_be_saved_is_tried_again_now_and_then(world: World) -> None:
    actor = await world.table(decision_ms=20_000)
    await to_act(actor)
    version = actor.version_of(None)
    await fill(world.database, "table_log")
    await until(lambda: world.clock.now_ms() > actor.state.clock.deadline_ms + 2 * STUCK_MS)
    calls, since_ms = world.writer.calls, world.clock.now_ms()
    await until(lambda: world.clock.now_ms() > since_ms + 10 * STUCK_MS)
    assert 1 <= world.writer.calls - calls <= 12
    assert actor.version_of(None) == version
    await make_room(world.database)
    await until(lambda: actor.version_of(None) > version)
    assert await world.clean()


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


async def test_A23_down_for_longer_than_the_clock_times_nobody_out(world: World) -> None:
    actor = await world.table(decision_ms=12_000)
    await to_act(actor)
    state = actor.state
    left = state.clock.deadline_ms - state.now_ms
    await world.registry.stop()
    await until(lambda: world.clock.now_ms() > state.clock.deadline_ms + 1_000)
    again = await world.restarted()
    actor = again.registry.actor(actor.table_id)
    assert actor.state.hand == state.hand
    assert actor.state.clock.deadline_ms - actor.state.now_ms == left
    await again.registry.stop()


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
