"""One socket, from its hello to its close.

    accept ─> hello within 5 s ─> frames: bucket, decode, command to the table's actor
                                  a task beside it sends what the outbox holds

Answers come as callbacks of the actor's futures, in the actor's order, so that a reader is never
held up by a commit. Close codes: 1008 too fast or too many, 1009 too big (uvicorn), 1012 restart
(uvicorn), 4400 not our protocol.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from patchpoker.engine.errors import Refusal
from patchpoker.runtime.audience import Subscription
from patchpoker.runtime.clock import Clock
from patchpoker.runtime.errors import NoSuchTable, NotSignedIn
from patchpoker.runtime.outbox import Outbox
from patchpoker.runtime.registry import Registry
from patchpoker.runtime.table_actor import Answer, TableActor
from patchpoker.server.errors import TooManyRequests
from patchpoker.server.ws.commands import SeatFrame, command_of
from patchpoker.server.ws.limits import Bucket
from patchpoker.table.config import Clocks, Speed
from patchpoker.table.view_for import result_view
from patchpoker.wire import inbound
from patchpoker.wire.codec import encode
from patchpoker.wire.outbound import (
    AckFrame,
    ByeFrame,
    ErrorFrame,
    HelloFrame,
    Outbound,
    PlayerFrame,
    PongFrame,
    ResultFrame,
)

HELLO_SECONDS = 5.0
SEND_SECONDS = 20.0
FRAMES_PER_SECOND = 20.0
BURST = 60.0
WARNINGS = 20
POLICY, PROTOCOL_ERROR = 1008, 4400

_Future = asyncio.Future[Answer]


class Goodbye(Exception):
    """Close the socket: `frame` first, then `close_code`."""

    def __init__(self, close_code: int, code: str, message: str) -> None:
        super().__init__(message)
        self.close_code = close_code
        self.frame = ByeFrame(code, message)


@dataclass(frozen=True, slots=True)
class Place:
    """What all connections share. `boot` names this start of the server."""

    registry: Registry
    clock: Clock
    clocks: dict[Speed, Clocks]
    games: frozenset[str]
    build: str
    boot: str


class Connection:
    def __init__(
        self,
        websocket: WebSocket,
        place: Place,
        player: PlayerFrame | None,
        account: Bucket,
        guess: Callable[[], None],
    ) -> None:
        """`guess` is called for each code that is tried; it raises TooManyRequests."""
        self.outbox = Outbox()
        self._socket = websocket
        self._place = place
        self._player = player
        self._buckets = (Bucket(FRAMES_PER_SECOND, BURST, time.monotonic), account)
        self._guess = guess
        self._warnings = 0
        self._subscription: Subscription | None = None
        self._table: TableActor | None = None

    async def run(self) -> None:
        """Until either side closes, or this is cancelled."""
        await self._socket.accept()
        try:
            await self._greet()
            await self._serve()
        except Goodbye as goodbye:
            await self._say_goodbye(goodbye)
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            self._unsubscribe()

    async def _serve(self) -> None:
        """Reader and sender; the first that ends, ends both."""
        tasks = {
            asyncio.create_task(self._send_all(), name="ws sender"),
            asyncio.create_task(self._read_all(), name="ws reader"),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _say_goodbye(self, goodbye: Goodbye) -> None:
        try:
            async with asyncio.timeout(1):
                while (frame := self.outbox.take_nowait()) is not None:
                    await self._socket.send_text(frame.decode())
                await self._socket.send_text(encode(goodbye.frame).decode())
                await self._socket.close(goodbye.close_code)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass  # gone already

    # --- reading ------------------------------------------------------------------------------

    async def _receive(self) -> str:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1006))
        text: str | None = message.get("text")
        if text is None:
            raise Goodbye(PROTOCOL_ERROR, "bad_frame", "Frames are text.")
        return text

    async def _greet(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self._receive()
        except TimeoutError:
            raise Goodbye(PROTOCOL_ERROR, "no_hello", "A hello was expected.") from None
        try:
            hello = inbound.decode(text)
        except inbound.BadFrame as bad:
            raise Goodbye(PROTOCOL_ERROR, bad.code, bad.message) from None
        if not isinstance(hello, inbound.Hello):
            raise Goodbye(PROTOCOL_ERROR, "no_hello", "A hello was expected.")
        place = self._place
        answer = HelloFrame(
            inbound.PROTOCOL, place.build, self._player, place.clock.now_ms(), place.boot
        )
        await self._socket.send_text(encode(answer).decode())
        if hello.protocol != inbound.PROTOCOL:
            raise Goodbye(PROTOCOL_ERROR, "wrong_protocol", "Please load the page again.")

    async def _read_all(self) -> None:
        while True:
            text = await self._receive()
            taken = [bucket.take() for bucket in self._buckets]  # each of them, always
            if not all(taken):
                self._warn()
                continue
            try:
                frame = inbound.decode(text)
            except inbound.BadFrame as bad:
                self._put(ErrorFrame(bad.action_id, bad.code, bad.message))
                continue
            try:
                self._handle(frame)
            except (Refusal, TooManyRequests) as refusal:
                self._put(ErrorFrame(getattr(frame, "id", None), refusal.code, refusal.message))

    def _warn(self) -> None:
        self._warnings += 1
        if self._warnings > WARNINGS:
            raise Goodbye(POLICY, "rate_limited", "Too many frames.")
        self._put(ErrorFrame(None, "rate_limited", "Too fast: slow down."))

    def _handle(self, frame: inbound.Inbound) -> None:
        match frame:
            case inbound.Hello():
                raise inbound.BadFrame("The hello was said already.")
            case inbound.Ping(id=name):
                self._put(PongFrame(name, self._place.clock.now_ms()))
            case inbound.Subscribe():
                self._subscribe(frame)
            case inbound.Unsubscribe(table=table):
                if self._table is not None and self._table.table_id == table:
                    self._unsubscribe()
            case inbound.LastResult():
                actor = self._seen(frame.table, None)
                self._put(ResultFrame(frame.id, result_view(actor.state)))
            case _:
                self._command(frame)

    # --- watching -----------------------------------------------------------------------------

    def _subscribe(self, frame: inbound.Subscribe) -> None:
        actor = self._seen(frame.table, frame.code)
        self._unsubscribe()
        player = self._player.id if self._player is not None else None
        self._subscription = Subscription(player, self.outbox)
        self._table = actor
        actor.watch(self._subscription)

    def _unsubscribe(self) -> None:
        if self._table is not None and self._subscription is not None:
            self._table.audience.leave(self._subscription)
        self._table = self._subscription = None

    def _seen(self, table_id: str, code: str | None) -> TableActor:
        """A table that this socket may see: public, its own, or with its code. Raises
        NoSuchTable, TooManyRequests."""
        actor = self._place.registry.actor(table_id)
        state = actor.state
        player = self._player.id if self._player is not None else None
        if (
            not state.identity.private
            or actor is self._table
            or (player is not None and (player == state.host or state.seat_of(player) is not None))
        ):
            return actor
        if code is not None:
            self._guess()
            if code.upper() == state.identity.code:
                return actor
        raise NoSuchTable

    # --- commands -----------------------------------------------------------------------------

    def _command(self, frame: inbound.Sit | SeatFrame) -> None:
        if self._player is None:
            raise NotSignedIn
        player = self._player
        if isinstance(frame, inbound.Sit):
            actor = self._seen(frame.table, frame.code)
            future = self._place.registry.sit(
                frame.table, player.id, player.name, frame.seat, frame.chips, frame.id
            )
        else:
            actor = self._seen(frame.table, None)
            make = command_of(frame, player.id, self._place.clocks, self._place.games)
            future = actor.submit(make, player.id, frame.id)
        future.add_done_callback(partial(self._answered, frame.id, actor))

    def _answered(self, action_id: str, actor: TableActor, future: _Future) -> None:
        if future.cancelled():
            return
        answer = future.result()
        if answer.code is None:
            self._put(AckFrame(action_id, answer.version))
            return
        self._put(ErrorFrame(action_id, answer.code, answer.message))
        if answer.code == "stale_decision" and self._subscription is not None:
            self._subscription.version = -1  # the truth, once more (NET-08)
            actor.watch(self._subscription)

    # --- sending ------------------------------------------------------------------------------

    def _put(self, frame: Outbound) -> None:
        self.outbox.put(encode(frame))

    async def _send_all(self) -> None:
        while (frame := await self.outbox.next()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(frame.decode())
        raise Goodbye(POLICY, "too_slow", "The connection is too slow.")
