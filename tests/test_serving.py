"""How the server is run: what a quiet socket needs to live, and a dead one to be noticed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import uvicorn

from patchpoker import serving
from tests.player import WsPlayer
from tests.seating import seated, to_arrangement
from tests.whole_server import FastClock, whole_server

IDLE_SECONDS = 60
"""nginx's proxy_read_timeout, where nobody set another."""
SCALE = 60
"""In the test a minute is a second."""


@pytest.fixture
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own heartbeat, `SCALE` times as fast."""
    real: Callable[..., uvicorn.Config] = serving._config

    def config(*arguments: object) -> uvicorn.Config:
        made = real(*arguments)
        assert 0 < made.ws_ping_interval <= 25
        made.ws_ping_interval /= SCALE
        made.ws_ping_timeout /= SCALE
        return made

    monkeypatch.setattr(serving, "_config", config)


@contextlib.asynccontextmanager
async def impatient_proxy(port: int) -> AsyncIterator[int]:
    """Cuts a connection as soon as one direction has been quiet for the idle time."""

    async def pipe(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(TimeoutError, ConnectionError):
            while True:
                async with asyncio.timeout(IDLE_SECONDS / SCALE):
                    data = await source.read(65536)
                if not data:
                    break
                sink.write(data)
        sink.close()

    async def through(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pipe(reader, back), pipe(there, writer))

    proxy = await asyncio.start_server(through, "127.0.0.1", 0)
    try:
        yield proxy.sockets[0].getsockname()[1]
    finally:
        proxy.close()


@pytest.mark.usefixtures("quicker")
async def test_NET_06_an_arrangement_of_three_quiet_minutes_survives_an_idle_limit(
    database_url: str, tmp_path: Path
) -> None:
    """Nobody sends anything; the heartbeat goes both ways, and a dead peer is noticed."""
    async with whole_server(database_url, tmp_path, FastClock(SCALE)) as server:
        clocks = {"decision_ms": 6_000_000, "arrangement_ms": 6_000_000}
        table, players = await seated(server, 2, **clocks)
        await to_arrangement(players)
        async with impatient_proxy(server.port) as port:
            quiet = await WsPlayer.join(f"ws://127.0.0.1:{port}/ws", players[0][1].token, table)
            audience = server.registry.actor(table).audience
            await asyncio.sleep(180 / SCALE)
            assert not quiet.task.done()
            assert len(audience) == 3
            await players[1][1].do("ready", decision=players[1][1].you["decision"], ready=True)
            seat = players[1][1].you["seat"]
            await quiet.until(lambda: quiet.view["public"]["seats"][seat]["ready"])

            players[0][1].socket.transport.pause_reading()
            await asyncio.sleep(2.5 * 25 / SCALE + 0.5)
            assert len(audience) == 2, "no answer to two heartbeats: gone"
            quiet.task.cancel()
