"""SIGTERM under play: the commit in flight is finished, and the hand goes on after the start."""

import asyncio
import random

from tests.crash.house import House
from tests.crash.witness import Party

STOP_SECONDS, HELD_SECONDS = 2, 0.3


async def hold_a_commit(party: Party, release_after: float, leave: asyncio.Event) -> None:
    """Play until a commit waits in the database; let it go a moment after `leave` is set."""
    async with party.house.blocked("table_log") as blocked, asyncio.timeout(60):
        party.start()
        while not await blocked.waiting():  # noqa: ASYNC110 (Postgres has no event for it)
            await asyncio.sleep(0.01)
        leave.set()
        await asyncio.sleep(release_after)


async def stop_with_a_commit_held(party: Party, seconds: float) -> tuple[int, float]:
    """(exit code, seconds) of a stop; the commit is let go after some of them."""
    leave = asyncio.Event()
    holding = asyncio.create_task(hold_a_commit(party, seconds, leave))
    await leave.wait()
    stopped = await asyncio.to_thread(party.house.stop)
    await holding
    await party.lost()
    return stopped


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
    held_seconds = 5
    code, seconds = await stop_with_a_commit_held(party, held_seconds)
    assert code == 0, house.live.said()
    assert seconds < held_seconds - 1
    house.start()
    await party.read()
    party.check()
    await party.audit()
