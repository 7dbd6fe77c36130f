"""The socket: hello, limits, two tabs, resends, what others see of an arrangement."""

import asyncio
import contextlib
import gc
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.conftest import LONG
from tests.player import WsPlayer
from tests.seating import asked, seated, to_arrangement
from tests.whole_server import FastClock, WholeServer, whole_server


@pytest.fixture
async def server(database_url: str, tmp_path: Path) -> AsyncIterator[WholeServer]:
    async with whole_server(database_url, tmp_path, FastClock(20)) as whole:
        yield whole


LONG_CLOCKS = {"decision_ms": 600_000, "arrangement_ms": 600_000}


async def closed_with(socket: object) -> int:
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(10):
            while True:
                await socket.recv()
    return socket.close_code


# --- hello ------------------------------------------------------------------------------------


async def test_the_hello_tells_who_and_what(server: WholeServer) -> None:
    player, token = await server.guest("Ada")
    one = await server.join(token)
    assert one.hello["player"] == {"id": player, "name": "Ada"}
    assert one.hello["protocol"] == 1
    assert one.hello["build"] == server.application.services.site.digest
    other = await server.join()
    assert other.hello["player"] is None
    assert other.hello["boot"] == one.hello["boot"]


@pytest.mark.parametrize(
    "first",
    [
        '{"type":"ping","id":"1"}',
        "nonsense",
        '{"type":"hello","protocol":2,"build":""}',
        b'{"type":"hello","protocol":1,"build":""}',
    ],
)
async def test_a_wrong_hello_ends_with_4400(server: WholeServer, first: str | bytes) -> None:
    async with connect(server.ws) as socket:
        await socket.send(first)
        assert await closed_with(socket) == 4400


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_foreign_page_gets_no_socket(server: WholeServer, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(server.ws, additional_headers={"Origin": origin})
    assert refused.value.response.status_code == 403


async def test_our_own_page_gets_one(server: WholeServer) -> None:
    async with connect(server.ws, additional_headers={"Origin": server.http}) as socket:
        await socket.send('{"type":"hello","protocol":1,"build":""}')
        assert orjson.loads(await socket.recv())["type"] == "hello"


async def test_ping_is_answered(server: WholeServer) -> None:
    one = await server.join()
    await one.say({"type": "ping", "id": "p1"})
    assert (await one.answer("p1"))["now_ms"] > 0


async def test_a_changed_session_ends_its_sockets_with_4401(server: WholeServer) -> None:
    table, players = await seated(server, 2, **LONG_CLOCKS)
    one, two = players[0][1], players[1][1]
    await server.application.services.sockets.drop(players[0][0])
    await asyncio.wait({one.task})
    assert one.socket.close_code == 4401
    assert one.bye["code"] == "signed_out"
    assert not list(server.registry.actor(table).audience.of_player(players[0][0]))
    await two.say({"type": "ping", "id": "x"})
    await two.answer("x")


async def test_nothing_runs_on_after_a_socket_has_gone(server: WholeServer) -> None:
    table, players = await seated(server, 2, **LONG_CLOCKS)
    for _, socket in players:
        await socket.close()
    audience = server.registry.actor(table).audience
    for _ in range(100):
        if not len(audience):
            break
        await asyncio.sleep(0.01)
    assert len(audience) == 0
    await asyncio.sleep(0)
    assert not [t for t in asyncio.all_tasks() if t.get_name() in ("ws sender", "ws reader")]


# --- SEC-13: limits ---------------------------------------------------------------------------


async def test_SEC_13_a_frame_that_is_too_big_ends_with_1009(server: WholeServer) -> None:
    one = await server.join()
    with contextlib.suppress(ConnectionClosed):  # while it is being sent
        await one.say("x" * 50_000_000)
    await asyncio.wait({one.task})
    assert one.socket.close_code == 1009


async def test_SEC_13_a_flood_ends_with_1008_and_others_play_on(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    (_, one), (_, two) = players
    flood = [one.say({"type": "ping", "id": str(n)}) for n in range(1000)]
    await asyncio.gather(*flood, return_exceptions=True)
    started = asyncio.get_running_loop().time()
    await two.say({"type": "ping", "id": "x"})
    await two.answer("x")
    assert asyncio.get_running_loop().time() - started < 1
    await asyncio.wait({one.task})
    assert one.socket.close_code == 1008
    assert one.bye["code"] == "rate_limited"


async def test_SEC_13_sockets_are_counted_by_address_and_account(
    database_url: str, tmp_path: Path
) -> None:
    settings = {"sockets_per_address": 4, "sockets_per_player": 2}
    async with whole_server(database_url, tmp_path, **settings) as server:
        _, token = await server.guest("Ada")
        mine = [await server.join(token) for _ in range(2)]
        async with connect(
            server.ws, additional_headers={"Cookie": f"pp_session={token}"}
        ) as third:
            assert await closed_with(third) == 1008
        await server.join()
        await server.join()
        async with connect(server.ws) as fifth:
            assert await closed_with(fifth) == 1008
        await mine[0].close()
        await server.join(token)  # a place is free again


async def test_nonsense_is_answered_and_the_socket_stays(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    player = await asked(players)
    before = player.view
    for text in (
        "{",
        '{"type":"cheat"}',
        '{"type":"act","id":"z"}',
        '{"type":"hello","protocol":1}',
    ):
        await player.say(text)
    await player.until(lambda: len(player.errors) == 4)
    assert player.view is before
    assert {error["code"] for error in player.errors} == {"bad_frame"}


# --- who may see and do what ------------------------------------------------------------------


async def test_a_private_table_needs_its_code_or_a_seat(server: WholeServer) -> None:
    table, players = await seated(server, 2, **LONG_CLOCKS)
    code = server.registry.find(table).code
    watcher = await server.join()
    for wrong in (None, "AAAA"):
        await watcher.say({"type": "subscribe", "table": table, "code": wrong})
    await watcher.until(lambda: len(watcher.errors) == 2)
    assert {error["code"] for error in watcher.errors} == {"no_such_table"}
    await watcher.watch(table, code.lower())
    assert watcher.you is None
    answer = await watcher.do("sit", seat=None, chips=100)
    assert answer["code"] == "not_signed_in"
    again = await server.join(players[0][1].token, table)  # by the seat alone
    assert again.you is not None


async def test_A30_guessing_codes_over_the_socket_is_as_slow_as_over_rest(
    server: WholeServer,
) -> None:
    host, token = await server.guest("Ada")
    table, code = await server.private_table(host)
    guesser = await server.join()
    most = server.application.services.settings.code_lookups_per_minute
    for n in range(most + 1):
        await guesser.say({"type": "subscribe", "table": table, "code": "AAAA"})
        await guesser.until(lambda n=n: len(guesser.errors) == n + 1)
    codes = [error["code"] for error in guesser.errors]
    assert codes == ["no_such_table"] * most + ["too_many_requests"]
    await guesser.say({"type": "subscribe", "table": table, "code": code})  # right, but too late
    await guesser.until(lambda: len(guesser.errors) == most + 2)
    assert guesser.view is None
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as client:
        assert (await client.get(f"/api/tables/by-code/{code}")).status_code == 429
    await server.join(token, table, code=code)  # the host needs no code


async def test_whoever_is_renamed_while_sitting_down_has_the_new_name(server: WholeServer) -> None:
    host, _ = await server.guest("Host")
    for delay in (0, 0.001, 0.002, 0.004, 0.008):
        table, code = await server.private_table(host)
        player, token = await server.guest("Before")
        socket = await server.join(token, table, code=code)
        sit = {"type": "sit", "id": "1", "table": table, "seat": None, "chips": 500, "code": code}
        client = httpx.AsyncClient(
            base_url=server.http, cookies={"pp_session": token}, trust_env=False
        )
        async with client:
            renaming = asyncio.create_task(client.patch("/api/me", json={"name": "After"}))
            await asyncio.sleep(delay)
            with contextlib.suppress(ConnectionClosed):
                await socket.say(sit)
            assert (await renaming).status_code == 200
        seat = server.registry.actor(table).state.seat_of(player)
        assert seat is None or seat.name == "After"


async def test_a_foreign_or_late_command_changes_nothing(server: WholeServer) -> None:
    _, players = await seated(server, 3, **LONG_CLOCKS)
    player = await asked(players)
    other = next(socket for _, socket in players if socket is not player)
    before = other.view["version"]
    decision = player.you["decision"]
    answer = await other.do("act", decision=decision, action="fold", raise_to=None)
    assert answer["code"] == "not_your_turn"
    answer = await player.do("act", decision="1.999", action="fold", raise_to=None)
    assert answer["code"] == "stale_decision"
    assert other.view["version"] == before
    answer = await player.do("act", decision=decision, action="raise", raise_to=7)
    assert answer["code"] == "wrong_size"
    assert player.you["decision"] == decision


async def test_TBL_16_a_fourth_finds_no_seat(server: WholeServer) -> None:
    table, _ = await seated(server, 2, **LONG_CLOCKS)
    code = server.registry.find(table).code
    late = []
    for name in ("X", "Y", "Z"):
        _, token = await server.guest(name)
        late.append(await server.join(token, table, code=code))
    answers = await asyncio.gather(*(one.do("sit", seat=None, chips=500) for one in late))
    assert sorted(answer["type"] for answer in answers) == ["ack", "error", "error"]
    assert {a["code"] for a in answers if a["type"] == "error"} == {"table_full"}


async def test_TBL_15_one_user_holds_one_seat(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    answer = await players[0][1].do("sit", seat=2, chips=500)
    assert answer["code"] == "already_seated"
    await asked(players)
    await players[0][1].do("leave")
    answers = [await players[0][1].do("sit", seat=2, chips=1000) for _ in range(2)]
    assert sum(answer["type"] == "ack" for answer in answers) <= 1
    seats = [s for s in players[1][1].view["public"]["seats"] if s]
    assert sum(seat["player"] == players[0][0] for seat in seats) <= 1


# --- NET --------------------------------------------------------------------------------------


async def test_NET_01_a_double_tap_acts_once(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    player = await asked(players)
    other = next(socket for _, socket in players if socket is not player)
    name, decision = player.new_id(), player.you["decision"]
    frame = {
        "type": "act", "id": name, "table": player.view["table"],
        "decision": decision, "action": "call", "raise_to": None,
    }  # fmt: skip
    await player.say(frame)
    await player.say(frame)  # the same, as after a reconnect
    await player.say({**frame, "id": player.new_id()})  # a second tap
    assert (await player.answer(name))["type"] == "ack"
    await player.until(lambda: bool(player.errors))
    assert player.errors[0]["code"] == "stale_decision"
    assert sum(f'"ack","id":"{name}"' in text or f'"id":"{name}"' in text
               for text in player.frames) == 2  # fmt: skip
    assert other.you["legal"]["check"]  # one call; the big blind has its option
    again = await server.join(player.token, player.view["table"])
    assert (
        await again.do("act", **{k: frame[k] for k in ("id", "decision", "action", "raise_to")})
    )["type"] == "ack"


async def test_NET_03_a_tap_says_what_it_saw(server: WholeServer) -> None:
    """A check that was on the screen never becomes a call."""
    _, players = await seated(server, 2, **LONG_CLOCKS)
    player = await asked(players)
    decision = player.you["decision"]
    assert not player.you["legal"]["check"]
    answer = await player.do("act", decision=decision, action="check", raise_to=None)
    assert answer["code"] == "not_offered"
    assert player.you["decision"] == decision


async def test_NET_05_two_tabs_are_one_player(server: WholeServer) -> None:
    """A30: both live with the same view; the first valid action counts."""
    _, players = await seated(server, 2, **LONG_CLOCKS)
    player = await asked(players)
    tab = await server.join(player.token, player.view["table"])
    assert tab.view["public"] == player.view["public"]
    assert tab.you == player.you
    act = {"decision": player.you["decision"], "action": "call", "raise_to": None}
    answers = await asyncio.gather(tab.do("act", **act), player.do("act", **act))
    assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
    await player.until(lambda: tab.view["version"] == player.view["version"])
    await tab.close()
    answer = await player.do("sit_out")
    assert answer["type"] == "ack"
    assert player.you["sit_out_next"]


async def test_NET_08_a_stale_command_is_answered_with_the_view(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    player = await asked(players)
    views = sum('"type":"view"' in text for text in player.frames)
    await player.do("act", decision="1.0", action="fold", raise_to=None)
    await player.until(lambda: sum('"type":"view"' in t for t in player.frames) > views)
    versions = [
        frame["version"]
        for text in player.frames
        if (frame := orjson.loads(text))["type"] == "view"
    ]
    assert versions == sorted(versions)


async def test_NET_11_every_clock_fires_while_rubbish_is_collected(server: WholeServer) -> None:
    clocks = {"decision_ms": 12_000, "arrangement_ms": 12_000}
    tables = [(await seated(server, 2, **clocks))[1] for _ in range(50 if LONG else 6)]
    for _ in range(20):
        gc.collect()
        await asyncio.sleep(0.05)
    for players in tables:
        socket = players[0][1]
        await socket.until(lambda socket=socket: socket.view["public"]["last_hand_no"] >= 1, 20)


async def test_NET_13_who_joins_while_dealing_changes_nobodys_cards(server: WholeServer) -> None:
    table, players = await seated(server, 2, **LONG_CLOCKS)
    code = server.registry.find(table).code
    _, token = await server.guest("C")
    third = await server.join(token, table, code=code)
    await third.do("sit", seat=None, chips=500)
    await asked(players)
    for _, socket in players:
        assert [len(board) for board in socket.you["hands"]] == [4, 4, 4]
    assert third.you["hands"] in ([], [[], [], []])


# --- the arrangement --------------------------------------------------------------------------


async def test_ARR_03_others_learn_only_ready(server: WholeServer) -> None:
    """No frame at all for a draft: neither to the opponent nor to a spectator (C4)."""
    table, players = await seated(server, 2, **LONG_CLOCKS)
    (_, one), (_, two) = players
    watcher = await server.join(None, table, code=server.registry.find(table).code)
    await to_arrangement(players)
    heard, seen = len(two.frames), len(watcher.frames)
    version = two.view["version"]
    for first in range(5):
        answer = await one.do("swap", decision=one.you["decision"], first=first, second=11)
        assert answer["type"] == "ack"
    await asyncio.sleep(0.2)
    assert (len(two.frames), len(watcher.frames)) == (heard, seen)
    await one.do("ready", decision=one.you["decision"], ready=True)
    await two.until(lambda: two.view["version"] > version)
    assert two.view["version"] == version + 1
    assert (len(two.frames), len(watcher.frames)) == (heard + 1, seen + 1)
    seats = orjson.loads(two.frames[-1])["public"]["seats"]
    assert [seat["ready"] for seat in seats if seat] == [True, False]
    assert [event["type"] for event in two.view["events"]] == ["ready_set"]


async def test_ARR_05_SEC_06_a_reload_shows_the_own_draft_and_nothing_else(
    server: WholeServer,
) -> None:
    table, players = await seated(server, 2, **LONG_CLOCKS)
    one = players[0][1]
    await to_arrangement(players)
    before = one.you["hands"]
    await one.do("swap", decision=one.you["decision"], first=0, second=11)
    assert one.you["hands"] != before
    deadline = one.view["public"]["clock"]["deadline_ms"]
    for _ in range(20):
        again = await server.join(one.token, table)
        assert again.view["public"] == one.view["public"]
        assert again.you == one.you
        assert again.you["ready"] is False
        assert again.view["public"]["clock"]["deadline_ms"] == deadline
        assert all(seat["hands"] is None for seat in again.view["public"]["seats"] if seat)
        await again.close()


async def test_ARR_01_a_draft_of_impossible_positions_is_refused(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    one, two = players[0][1], players[1][1]
    await to_arrangement(players)
    before, heard = one.you["hands"], len(two.frames)
    for first in (12, -1, "c1", 1.5, True, None):
        await one.say({
            "type": "swap", "id": secrets.token_hex(4), "table": one.view["table"],
            "decision": one.you["decision"], "first": first, "second": 3,
        })  # fmt: skip
    await one.until(lambda: len(one.errors) == 6)
    assert one.you["hands"] == before
    assert len(two.frames) == heard


# --- clocks -----------------------------------------------------------------------------------


async def test_SEC_03_cards_shown_last_hand_are_gone_in_the_next(server: WholeServer) -> None:
    table, players = await seated(server, 2, decision_ms=20_000, arrangement_ms=20_000)
    one = players[0][1]
    await to_arrangement(players)
    for _, socket in players:
        await socket.do("ready", decision=socket.you["decision"], ready=True)
    while not one.view["public"]["last_hand_no"]:
        for _, socket in players:
            if socket.you and socket.you["legal"] and socket.you["legal"]["check"]:
                await socket.do(
                    "act", decision=socket.you["decision"], action="check", raise_to=None
                )
        await asyncio.sleep(0.01)
    assert any(seat["hands"] for seat in one.view["public"]["seats"] if seat)
    await one.until(lambda: one.hand and one.hand["no"] == 2, 20)
    again = await server.join(one.token, table)
    assert again.view["public"]["result"] is None
    assert all(seat["hands"] is None for seat in again.view["public"]["seats"] if seat)


async def test_the_wallet_is_told(server: WholeServer) -> None:
    _, players = await seated(server, 2, **LONG_CLOCKS)
    socket: WsPlayer = players[0][1]
    await socket.until(lambda: socket.wallet is not None)
    assert socket.wallet == 9000


async def test_A30_the_host_changes_to_a_game_that_is_dealt_here_only(server: WholeServer) -> None:
    host, token = await server.guest("Ada")
    table, _ = await server.private_table(host)
    socket = await server.join(token, table)
    options = {
        "seats": 3, "small_blind": 1, "big_blind": 2, "speed": "fast", "min_buy_in": 2,
        "max_buy_in": 20,
    }  # fmt: skip
    for game in ("holdem", "nonsense"):
        answer = await socket.do("options", game=game, **options)
        assert answer["code"] == "bad_options"
    assert (await socket.do("options", game="patch-patch", **options))["type"] == "ack"


async def test_who_never_finishes_a_request_is_hung_up_on(
    server: WholeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patchpoker.server.http.HEAD_SECONDS", 0.2)
    monkeypatch.setattr("patchpoker.server.limits.BODY_SECONDS", 0.2)
    post = b"POST /api/session/guest HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"
    get = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    for sent, answered in (
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: a\r\n", b""),
        (get + b"GET / HTTP/1.1\r\n", b"HTTP/1.1 200"),
        (post, b"HTTP/1.1 408"),
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(sent)
        heard = b""
        with contextlib.suppress(ConnectionResetError):
            async with asyncio.timeout(8):
                while some := await reader.read(4096):
                    heard += some
        assert heard.startswith(answered)
        assert heard or not answered
        writer.close()
    late = await server.join()  # a socket isn't waited for
    await asyncio.sleep(0.5)
    await late.say({"type": "ping", "id": "1"})
    await late.until(lambda: "1" in late.answers)
