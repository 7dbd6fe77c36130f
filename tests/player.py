"""A player for tests over a real socket: watches a table, acts, remembers every frame."""

import asyncio
import itertools
import random
from collections.abc import Callable
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Frame = dict[str, Any]


class WsPlayer:
    """`view` is the newest view, `frames` all texts received. `heard` is told each text first."""

    def __init__(self, socket: ClientConnection, heard: Callable[[str], None] | None = None):
        self.socket = socket
        self.frames: list[str] = []
        self.view: Frame | None = None
        self.hello: Frame | None = None
        self.wallet: int | None = None
        self.answers: dict[str, Frame] = {}
        self.errors: list[Frame] = []
        self.closed: list[Frame] = []
        self.bye: Frame | None = None
        self._heard = heard
        self._changed = asyncio.Event()
        self._ids = itertools.count(1)
        self._prefix = f"a{random.getrandbits(40):x}"
        self.task = asyncio.create_task(self._read())

    @classmethod
    async def join(
        cls,
        url: str,
        cookie: str | None = None,
        table: str | None = None,
        heard: Callable[[str], None] | None = None,
        code: str | None = None,
    ) -> "WsPlayer":
        headers = {"Cookie": f"pp_session={cookie}"} if cookie else {}
        socket = await connect(url, additional_headers=headers, compression=None)
        player = cls(socket, heard)
        await player.say({"type": "hello", "protocol": 1, "build": ""})
        await player.until(lambda: player.hello is not None)
        if table is not None:
            await player.watch(table, code)
        return player

    async def watch(self, table: str, code: str | None = None) -> None:
        self.view = None
        await self.say({"type": "subscribe", "table": table, "code": code})
        await self.until(lambda: self.view is not None)

    async def say(self, frame: Frame | str) -> None:
        await self.socket.send(frame if isinstance(frame, str) else orjson.dumps(frame).decode())

    async def do(self, type_: str, **fields: Any) -> Frame:
        """One command at the watched table, and its answer (ack, error or result)."""
        name = fields.pop("id", None) or self.new_id()
        table = fields.pop("table", None) or self.view["table"]
        await self.say({"type": type_, "id": name, "table": table, **fields})
        return await self.answer(name)

    async def answer(self, name: str) -> Frame:
        await self.until(lambda: name in self.answers)
        return self.answers.pop(name)

    def new_id(self) -> str:
        return f"{self._prefix}.{next(self._ids)}"

    async def until(self, true: Callable[[], bool], seconds: float = 15) -> None:
        async with asyncio.timeout(seconds):
            while not true():
                self._changed.clear()
                if self.task.done() and not true():
                    raise AssertionError(f"socket closed: {self.socket.close_code} {self.bye}")
                await self._changed.wait()

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.wait({self.task})

    @property
    def you(self) -> Frame | None:
        return self.view["you"] if self.view else None

    @property
    def hand(self) -> Frame | None:
        return self.view["public"]["hand"] if self.view else None

    def random_move(self, dice: random.Random) -> tuple[str, Frame] | None:
        """A legal next thing to do, None when nothing is asked."""
        you = self.you
        if you is None or you["decision"] is None or self.view["public"]["phase"] != "playing":
            return None
        decision = you["decision"]
        if you["can_arrange"]:
            if you["ready"]:
                return None
            if dice.random() < 0.5:
                first, second = dice.sample(range(12), 2)
                return "swap", {"decision": decision, "first": first, "second": second}
            return "ready", {"decision": decision, "ready": True}
        legal = you["legal"]
        if legal is None:
            return None
        moves: list[tuple[str, int | None]] = []
        if legal["check"]:
            moves += [("check", None)] * 3
        if legal["call"] is not None:
            moves += [("call", None)] * 4
        if legal["fold"] and not legal["check"]:
            moves.append(("fold", None))
        for action, sizes in (("bet", legal["bet"]), ("raise", legal["raise_to"])):
            if sizes:
                moves.append((action, sizes["max_to"]))
        action, raise_to = dice.choice(moves)
        return "act", {"decision": decision, "action": action, "raise_to": raise_to}

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                if self._heard is not None:
                    self._heard(text)
                self.frames.append(text)
                self._take(orjson.loads(text))
                self._changed.set()
        except ConnectionClosed:
            pass  # its code is the socket's
        finally:
            self._changed.set()

    def _take(self, frame: Frame) -> None:
        match frame["type"]:
            case "hello":
                self.hello = frame
            case "view":
                self.view = frame
            case "ack" | "result" | "pong":
                self.answers[frame["id"]] = frame
            case "error":
                self.errors.append(frame)
                if frame["id"] is not None:
                    self.answers[frame["id"]] = frame
            case "wallet":
                self.wallet = frame["chips"]
            case "closed":
                self.closed.append(frame)
            case "bye":
                self.bye = frame
