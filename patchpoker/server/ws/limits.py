"""Bounds on sockets: a token bucket for frames, and how many sockets one origin may hold."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager


class Bucket:
    """`rate` tokens a second, up to `burst`. Every frame takes one, whatever its kind."""

    __slots__ = ("__weakref__", "_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self) -> bool:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Holdings:
    """Counts what each holder holds of something that is limited to `most` a holder."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[Hashable] = Counter()

    @contextmanager
    def hold(self, holder: Hashable) -> Iterator[bool]:
        """False when the holder has as many as it may; nothing is held then."""
        granted = self._held[holder] < self._most
        if granted:
            self._held[holder] += 1
        try:
            yield granted
        finally:
            if granted:
                self._held[holder] -= 1
            if self._held[holder] <= 0:
                del self._held[holder]
