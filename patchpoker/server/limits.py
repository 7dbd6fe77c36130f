"""Bounds on requests: how often a key may do something, and how large a body may be."""

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from starlette.types import Message, Receive, Scope

from patchpoker.server.errors import BodyTooLarge, BodyTooSlow, TooManyRequests

MAX_BODY_BYTES = 16 * 1024
BODY_SECONDS = 20.0


class Throttle:
    """`most` takes in any stretch of `per_seconds`, evenly refilled, counted for each key.

    One number a key: the time at which its takes would be used up (GCRA). The keys are bounded:
    the one that took longest ago is forgotten first.
    """

    def __init__(
        self,
        most: int,
        per_seconds: float,
        clock: Callable[[], float] = time.monotonic,
        max_keys: int = 20_000,
    ) -> None:
        self._step = per_seconds / most
        self._per = per_seconds
        self._clock = clock
        self._max_keys = max_keys
        self._used_until: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, key: Hashable) -> None:
        """Raises TooManyRequests, which costs the key nothing."""
        now = self._clock()
        until = max(self._used_until.get(key, now), now) + self._step
        wait = until - now - self._per
        if wait > 1e-6:
            raise TooManyRequests(math.ceil(wait))
        self._used_until[key] = until
        self._used_until.move_to_end(key)
        if len(self._used_until) > self._max_keys:
            self._used_until.popitem(last=False)

    def forget(self, key: Hashable) -> None:
        """The key starts afresh."""
        self._used_until.pop(key, None)


def address_of(scope: Scope) -> str:
    """Whom an address limit counts: an IPv4 address, or an IPv6 network of 64 bits, which is what
    one household or phone gets. `client` was set by uvicorn, or by a trusted proxy's header."""
    client = scope.get("client")
    if not client:
        return "unknown"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def bounded(scope: Scope, receive: Receive, most: int = MAX_BODY_BYTES) -> Receive:
    """A `receive` that raises BodyTooLarge instead of handing on more than `most` bytes, and
    BodyTooSlow when nothing comes for BODY_SECONDS. What a header announces is refused before
    anything is read."""
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value[:20]) > most):
            raise BodyTooLarge(most)
    read, more = 0, True

    async def receive_some() -> Message:
        nonlocal read, more
        try:
            async with asyncio.timeout(BODY_SECONDS if more else None):
                message = await receive()
        except TimeoutError:
            raise BodyTooSlow from None
        more = message.get("more_body", False)
        read += len(message.get("body", b""))
        if read > most:
            raise BodyTooLarge(most)
        return message

    return receive_some
