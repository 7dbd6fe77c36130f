"""All open sockets: who may open one, and how a player's are ended."""

import asyncio
import time
from collections import defaultdict
from functools import partial
from weakref import WeakValueDictionary

from starlette.websockets import WebSocket, WebSocketDisconnect

from patchpoker.config import Settings
from patchpoker.server.api.context import Throttles
from patchpoker.server.auth import player_of
from patchpoker.server.limits import address_of
from patchpoker.server.ws.connection import (
    BURST,
    FRAMES_PER_SECOND,
    POLICY,
    Connection,
    Place,
)
from patchpoker.server.ws.limits import Bucket, Holdings
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.errors import StoreError
from patchpoker.wire.codec import encode
from patchpoker.wire.outbound import ByeFrame, PlayerFrame

TRY_LATER = 1013
CHANGED = 4401


class Hub:
    """Implements `services.Sockets`."""

    def __init__(self, place: Place, accounts: Accounts, settings: Settings) -> None:
        self._place = place
        self._accounts = accounts
        self._by_address = Holdings(settings.sockets_per_address)
        self._by_player = Holdings(settings.sockets_per_player)
        self._buckets: WeakValueDictionary[str, Bucket] = WeakValueDictionary()
        self._tasks: defaultdict[str, set[asyncio.Task[None]]] = defaultdict(set)

    async def serve(self, websocket: WebSocket) -> None:
        with self._by_address.hold(address_of(websocket.scope)) as granted:
            if not granted:
                await _refuse(websocket, POLICY, "too_many_sockets", "Too many connections.")
                return
            try:
                player = await self._who(websocket)
            except StoreError:
                await _refuse(websocket, TRY_LATER, "busy", "The server is busy: try again.")
                return
            if player is None:
                await self._connection(websocket, None).run()
                return
            await self._serve_player(websocket, player)

    async def drop(self, player: str) -> None:
        tasks = tuple(self._tasks.get(player, ()))
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _serve_player(self, websocket: WebSocket, player: PlayerFrame) -> None:
        with self._by_player.hold(player.id) as granted:
            if not granted:
                await _refuse(websocket, POLICY, "too_many_sockets", "Too many open pages.")
                return
            connection = self._connection(websocket, player)
            task = asyncio.create_task(connection.run(), name=f"ws {player.id}")
            self._tasks[player.id].add(task)
            try:
                await asyncio.wait({task})
                if task.cancelled():
                    await _close(websocket, CHANGED, "signed_out", "Your session has changed.")
                else:
                    task.result()
            finally:
                task.cancel()
                self._tasks[player.id].discard(task)
                if not self._tasks[player.id]:
                    del self._tasks[player.id]

    async def _who(self, websocket: WebSocket) -> PlayerFrame | None:
        player = await player_of(websocket)
        if player is None:
            return None
        return PlayerFrame(player, (await self._accounts.get(player)).name)

    def _connection(self, websocket: WebSocket, player: PlayerFrame | None) -> Connection:
        throttles: Throttles = websocket.app.state.throttles
        guess = partial(throttles.codes.take, address_of(websocket.scope))  # as over REST (A30)
        bucket = self._bucket(player.id if player is not None else None)
        return Connection(websocket, self._place, player, bucket, guess)

    def _bucket(self, player: str | None) -> Bucket:
        """An account's, shared by its sockets; a spectator's is its own."""
        fresh = Bucket(1.5 * FRAMES_PER_SECOND, 1.5 * BURST, time.monotonic)
        return fresh if player is None else self._buckets.setdefault(player, fresh)


async def _refuse(websocket: WebSocket, close_code: int, code: str, message: str) -> None:
    await websocket.accept()
    await _close(websocket, close_code, code, message)


async def _close(websocket: WebSocket, close_code: int, code: str, message: str) -> None:
    try:
        await websocket.send_text(encode(ByeFrame(code, message)).decode())
        await websocket.close(close_code)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone already
