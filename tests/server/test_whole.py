"""REST and the socket together, on the server as it is deployed: a process on a real database."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from patchpoker.storage.sealing import new_key
from patchpoker.wire.inbound import PROTOCOL
from tests.live import Live, serving
from tests.server.world import refused

OFFER = "patch-patch.3.5-10.slow"
PRIVATE = {
    "game": "patch-patch",
    "seats": 2,
    "small_blind": 5,
    "big_blind": 10,
    "speed": "slow",
    "min_buy_in": 50,
    "max_buy_in": 1500,
}


@pytest.fixture
def live(fresh_database, tmp_path: Path) -> Iterator[Live]:
    with serving(tmp_path / "live", database_url=fresh_database(), seal_key=new_key()) as server:
        yield server


class Phone:
    """One player's browser: REST and a socket with the same cookie."""

    def __init__(self, live: Live, name: str) -> None:
        self.live = live
        self.rest = httpx.Client(base_url=live.url, headers={"origin": live.url})
        answer = self.rest.post("/api/session/guest", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]

    def socket(self, origin: str | None = None) -> connect:
        cookie = f"pp_session={self.rest.cookies['pp_session']}"
        return connect(
            self.live.url.replace("http", "ws") + "/ws",
            origin=origin or self.live.url,
            additional_headers={"cookie": cookie},
        )

    def me(self) -> dict:
        return self.rest.get("/api/me").json()


async def say(socket: ClientConnection, **frame: object) -> None:
    await socket.send(json.dumps(frame))


async def hear(socket: ClientConnection, kind: str) -> dict:
    """The next frame of that kind."""
    async with asyncio.timeout(5):
        while True:
            frame = json.loads(await socket.recv())
            assert frame["type"] == kind or frame["type"] != "error", frame
            if frame["type"] == kind:
                return frame


async def close_code(socket: ClientConnection) -> int | None:
    """Why the server ends the connection, which it does by itself."""
    async with asyncio.timeout(5):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


async def greet(socket: ClientConnection) -> dict:
    await say(socket, type="hello", protocol=PROTOCOL)
    return await hear(socket, "hello")


async def test_from_the_lobby_to_a_seat_and_home_again(live: Live):
    ada = Phone(live, "Ada")
    table = ada.rest.post("/api/lobby/seat", json={"offer": OFFER}).json()["table_id"]
    async with ada.socket() as socket:
        hello = await greet(socket)
        assert hello["player"] == {"id": ada.id, "name": "Ada"}
        assert hello["build"] == ada.rest.get("/api/version").json()["build"]
        await say(socket, type="subscribe", table=table)
        await hear(socket, "view")
        await say(socket, type="sit", id="a1", table=table, seat=None, chips=400)
        await hear(socket, "ack")
        me = ada.me()
        assert (me["wallet"], me["at_tables"][0]["stack"]) == (9_600, 400)
        offers = ada.rest.get("/api/lobby").json()["offers"]
        offer = next(offer for offer in offers if offer["offer"] == OFFER)
        assert offer["tables"] == [{"table_id": table, "seated": 1, "seats": 3}]

        still = ada.rest.request("DELETE", "/api/me", json={"confirm": "Ada"})
        refused(still, 409, "still_seated")

        ada.rest.patch("/api/me", json={"name": "Ada <b>Lovelace"})
        assert await close_code(socket) == 4401  # it greeted by the old name
    async with ada.socket() as socket:
        assert (await greet(socket))["player"]["name"] == "Ada <b>Lovelace"
        await say(socket, type="subscribe", table=table)
        view = await hear(socket, "view")
        assert [seat["name"] for seat in view["public"]["seats"] if seat] == ["Ada <b>Lovelace"]

        await say(socket, type="leave", id="a2", table=table)
        await hear(socket, "ack")
    me = ada.me()
    assert (me["wallet"], me["at_tables"]) == (10_000, [])


async def test_A30_a_private_table_by_its_code(live: Live):
    host, friend = Phone(live, "Ada"), Phone(live, "Ben")
    opened = host.rest.post("/api/tables", json=PRIVATE).json()
    assert len(opened["code"]) == 4
    found = friend.rest.get(f"/api/tables/by-code/{opened['code'].lower()}").json()
    assert found["table_id"] == opened["table_id"]
    refused(friend.rest.get(f"/api/tables/{opened['table_id']}"), 404, "no_such_table")
    assert host.rest.get(f"/api/tables/{opened['table_id']}").json()["code"] == opened["code"]
    async with friend.socket() as socket:
        await greet(socket)
        await say(socket, type="subscribe", table=opened["table_id"], code=opened["code"])
        assert (await hear(socket, "view"))["public"]["host"] == host.id


async def test_a_socket_of_another_site_is_refused(live: Live):
    ada = Phone(live, "Ada")
    with pytest.raises(InvalidStatus) as refusal:
        async with ada.socket(origin="http://evil.test"):
            pass
    assert refusal.value.response.status_code == 403


async def test_signing_out_ends_the_sockets(live: Live):
    ada = Phone(live, "Ada")
    async with ada.socket() as socket:
        await greet(socket)
        assert ada.rest.delete("/api/session").status_code == 204
        assert await close_code(socket) == 4401


async def test_sigterm_closes_sockets_with_1012_within_two_seconds(live: Live):
    ada = Phone(live, "Ada")
    async with ada.socket() as socket:
        await greet(socket)
        ended = asyncio.create_task(asyncio.to_thread(live.terminate))
        assert await close_code(socket) == 1012
        code, seconds = await ended
    assert code == 0, live.said()
    assert seconds < 2
    assert (live.folder / "stderr").read_text() == ""
