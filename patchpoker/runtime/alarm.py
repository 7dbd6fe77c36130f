"""One alarm: rings at a time, once. It only wakes; whoever is woken asks what the time is."""

import asyncio
from collections.abc import Callable

from patchpoker.runtime.clock import Clock


class Alarm:
    """`ring` is called on the event loop when the clock has reached what was `set`; setting it
    again replaces the time. The handle is kept here, so that it can't be collected (NET-11)."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._deadline_ms: int | None = None
        self._handle: asyncio.TimerHandle | None = None

    @property
    def deadline_ms(self) -> int | None:
        return self._deadline_ms

    def set(self, deadline_ms: int | None) -> None:
        """None: not at all."""
        if deadline_ms == self._deadline_ms:
            return
        self.cancel()
        self._deadline_ms = deadline_ms
        if deadline_ms is not None:
            self._arm(deadline_ms)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._deadline_ms = None

    def _arm(self, deadline_ms: int) -> None:
        delay = self._clock.seconds_until(deadline_ms)
        self._handle = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        deadline_ms = self._deadline_ms
        if deadline_ms is None:
            return
        if self._clock.now_ms() < deadline_ms:  # the loop's clock ran ahead of ours
            self._arm(deadline_ms)
            return
        self._handle = self._deadline_ms = None
        self._ring()
