"""What waits to be sent to one socket. Bounded: a slow reader is never waited for.

Views replace each other: when more than `MAX_VIEWS` wait, all but the newest are dropped, and
nothing is lost by it, because each is whole. Answers can't be dropped: a socket that lets
`MAX_ANSWERS` of them pile up is given up.
"""

import asyncio
from collections import deque

MAX_VIEWS = 16
MAX_ANSWERS = 128


class Outbox:
    """One writer (the event loop's tasks), one reader (`next`)."""

    def __init__(self) -> None:
        self._queue: deque[tuple[bool, bytes]] = deque()
        self._views = 0
        self._wake = asyncio.Event()
        self.overflowed = False

    def put_view(self, frame: bytes) -> None:
        if self._views >= MAX_VIEWS:
            self._queue = deque(item for item in self._queue if not item[0])
            self._views = 0
        self._views += 1
        self._push(True, frame)

    def put(self, frame: bytes) -> None:
        """An answer, or another frame that must arrive."""
        if len(self._queue) - self._views >= MAX_ANSWERS:
            self.overflowed = True
            self._wake.set()
            return
        self._push(False, frame)

    async def next(self) -> bytes | None:
        """The next frame to send; None when the socket is to be given up."""
        while not self._queue and not self.overflowed:
            self._wake.clear()
            await self._wake.wait()
        if self.overflowed:
            return None
        is_view, frame = self._queue.popleft()
        self._views -= is_view
        return frame

    def take_nowait(self) -> bytes | None:
        """The next frame if one waits, for a last flush before a close."""
        if self.overflowed or not self._queue:
            return None
        is_view, frame = self._queue.popleft()
        self._views -= is_view
        return frame

    def _push(self, is_view: bool, frame: bytes) -> None:
        self._queue.append((is_view, frame))
        self._wake.set()
