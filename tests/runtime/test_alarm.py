"""One alarm: rings once, not before its time, and only the last one set."""

import asyncio

from patchpoker.runtime.alarm import Alarm
from patchpoker.runtime.clock import SystemClock


class Slow(SystemClock):
    """Says that less has to be waited than is true, as a loop's clock that runs ahead would."""

    def seconds_until(self, deadline_ms: int) -> float:
        return super().seconds_until(deadline_ms) / 2


async def rung(clock: SystemClock, *delays: int | None) -> tuple[list[int], int]:
    rings: list[int] = []
    alarm = Alarm(clock, lambda: rings.append(clock.now_ms()))
    start = clock.now_ms()
    for delay in delays:
        alarm.set(None if delay is None else start + delay)
    await asyncio.sleep(0.12)
    alarm.cancel()
    return rings, start


async def test_it_rings_once_and_not_early() -> None:
    for clock in (SystemClock(), Slow()):
        rings, start = await rung(clock, 40)
        assert len(rings) == 1
        assert rings[0] >= start + 40


async def test_only_the_last_time_counts() -> None:
    rings, start = await rung(SystemClock(), 10, 50, 50)
    assert len(rings) == 1
    assert rings[0] >= start + 50
    assert (await rung(SystemClock(), 10, None))[0] == []


async def test_a_time_that_has_passed_rings_at_once() -> None:
    assert len((await rung(SystemClock(), -5))[0]) == 1
