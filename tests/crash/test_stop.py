"""SIGTERM under play: the commit in flight is finished, and the hand goes on after the start."""

import asyncio
import contextlib
import random

from tests.crash.house import House
from tests.crash.witness import Party

STOP_SECONDS, HELD_SECONDS = 2, 0.3


async def stop_with_a_commit_held(party: Party, seconds: float) -> tuple[int, float]:
    """(exit code, seconds) of a stop while a commit waits in the database, at most so long."""
    held, stopped = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with party.house.blocked("table_log") as blocked:
            party.start()
            while not await blocked.waiting():  # noqa: ASYNC110 (Postgres has no event for it)
                await asyncio.sleep(0.01)
            held.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), seconds)

    holding = asyncio.create_task(hold())
    await asyncio.wait_for(held.wait(), 60)
    outcome = await asyncio.to_thread(party.house.stop)
    stopped.set()
    await holding
    await party.lost()
    return outcome


async def test_on_sigterm_the_commit_in_flight_is_finished_and_the_hand_goes_on(
    house: House,
) -> None:
    party = await Party.at(house, (3,), random.Random(7))
    code, seconds = await stop_with_a_commit_held(party, HELD_SECONDS)
    assert (code, house.live.said().count("rror")) == (0, 0), house.live.said()
    assert seconds < STOP_SECONDS + HELD_SECONDS
    assert {w.player.socket.close_code for w in party.witnesses} == {1012}
    house.start()
    await party.read()
    party.check()
    sent = [(witness, witness.under_way) for witness in party.busy]
    assert sent
    assert sum(party.done(witness, command) for witness, command in sent) == 1
    await party.come()
    assert "ack" in [await witness.send_again() for witness, _ in sent]
    await party.audit()


async def test_on_sigterm_a_commit_that_hangs_does_not_hold_up_the_end(house: House) -> None:
    party = await Party.at(house, (2,), random.Random(8))
    code, seconds = await stop_with_a_commit_held(party, 10)
    assert code == 0, house.live.said()
    assert seconds < 5
    house.start()
    await party.read()
    party.check()
    await party.audit()
