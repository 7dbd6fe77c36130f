"""The whole server inside the test's process: real Postgres, real uvicorn, real sockets.

Only the clock is the test's: `FastClock` runs faster than the wall's, from the moment it is told.
"""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from patchpoker import bootstrap, serving
from patchpoker.config import Settings
from patchpoker.engine.rake import NO_RAKE
from patchpoker.runtime.clock import Clock
from patchpoker.runtime.registry import Registry
from patchpoker.table.config import Clocks, Speed, TableOptions
from tests.player import WsPlayer


class FastClock:
    """`speed` milliseconds for each of the wall's."""

    def __init__(self, speed: float = 1.0) -> None:
        self._start_ms = time.time_ns() // 1_000_000
        self._start = time.monotonic()
        self.speed = speed

    def now_ms(self) -> int:
        return self._start_ms + int((time.monotonic() - self._start) * 1000 * self.speed)

    def seconds_until(self, deadline_ms: int) -> float:
        return max(0, deadline_ms - self.now_ms()) / 1000 / self.speed


@dataclass
class WholeServer:
    port: int
    application: bootstrap.Application
    server: uvicorn.Server
    clients: list[WsPlayer] = field(default_factory=list)

    @property
    def registry(self) -> Registry:
        return self.application.registry

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    async def guest(self, name: str) -> tuple[str, str]:
        """(player id, session token) of a new guest."""
        async with httpx.AsyncClient(base_url=self.http, trust_env=False) as client:
            answer = await client.post("/api/session/guest", json={"name": name})
            assert answer.status_code < 300, answer.text
            return answer.json()["id"], answer.cookies["pp_session"]

    async def join(self, *arguments: Any, **named: Any) -> WsPlayer:
        player = await WsPlayer.join(self.ws, *arguments, **named)
        self.clients.append(player)
        return player

    async def private_table(
        self, host: str, seats: int = 3, decision_ms: int = 12_000, arrangement_ms: int = 60_000
    ) -> tuple[str, str]:
        """(table id, code) of a private Patch-Patch table at 5-10 with these clocks."""
        clocks = Clocks(decision_ms, arrangement_ms)
        options = TableOptions("patch-patch", seats, 5, 10, Speed.FAST, clocks, 50, 1500, NO_RAKE)
        view = await self.registry.open_private(options, host)
        return view.table_id, view.code


@contextlib.asynccontextmanager
async def whole_server(
    url: str, data_dir: Path, clock: Clock | None = None, **settings: object
) -> AsyncIterator[WholeServer]:
    configured = Settings(database_url=url, data_dir=data_dir, guests_per_hour=10_000, **settings)
    data_dir.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 (before anything runs)
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        port = listener.getsockname()[1]
        async with bootstrap.running(configured, url, clock) as application:
            server = serving._Server(serving._config(application))
            task = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started:  # noqa: ASYNC110 (uvicorn has no event for it)
                await asyncio.sleep(0.01)
            whole = WholeServer(port, application, server)
            try:
                yield whole
            finally:
                server.should_exit = True
                await task
                for client in whole.clients:
                    client.task.cancel()
