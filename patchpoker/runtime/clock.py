"""The time, as data for the pure core and as a delay for the event loop."""

import time
from typing import Protocol


class Clock(Protocol):
    """`now_ms` never goes back; `seconds_until` is what the event loop has to wait for it."""

    def now_ms(self) -> int: ...

    def seconds_until(self, deadline_ms: int) -> float: ...


class SystemClock:
    """Wall-clock epoch milliseconds, read once and carried on by the monotonic clock: a step of
    the wall clock (NTP, an operator) neither times anybody out nor stretches a decision."""

    def __init__(self) -> None:
        self._offset_ns = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        return (time.monotonic_ns() + self._offset_ns) // 1_000_000

    def seconds_until(self, deadline_ms: int) -> float:
        left_ns = deadline_ms * 1_000_000 - time.monotonic_ns() - self._offset_ns
        return max(0, left_ns) / 1e9
