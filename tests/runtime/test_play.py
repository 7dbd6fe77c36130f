"""Three people play Patch-Patch over real sockets, and nobody sees what isn't theirs to see."""

import asyncio
import random

import pytest

from patchpoker.storage.audit import audit
from patchpoker.storage.sealing import open_sealer
from tests.conftest import LONG
from tests.leaks import LeakChecker
from tests.player import WsPlayer
from tests.seating import asked, seated
from tests.truth import Truth
from tests.whole_server import WholeServer


async def play(
    players: list[tuple[str, WsPlayer]], hands: int, dice: random.Random, buy_in: int = 1000
) -> None:
    """Everybody makes random moves, rebuys when busted, until so many hands are over."""

    async def one(socket: WsPlayer) -> None:
        asked = 0
        while socket.view["public"]["last_hand_no"] < hands:
            moment = len(socket.frames)
            move = socket.random_move(dice)
            you = socket.you
            if move is not None:
                await socket.do(move[0], **move[1])
            elif you and you["rebuy_deadline_ms"] and you["rebuy_deadline_ms"] != asked:
                asked = you["rebuy_deadline_ms"]
                await socket.do("top_up", chips=buy_in)
            elif you and you["sitting_out"]:
                await socket.do("sit_in", post_now=True)
            else:
                await socket.until(lambda moment=moment: len(socket.frames) > moment, 60)

    await asyncio.gather(*(one(socket) for _, socket in players))


async def checked(server: WholeServer, table: str, tmp_path) -> Truth:
    services = server.application.services
    sealer = await open_sealer(services.database, "", services.settings.data_dir)
    return await Truth.read(services.database, sealer, table)


async def test_three_clients_play_hands_end_to_end(server: WholeServer, tmp_path) -> None:
    """C2, A28, SEC-01: deal, bet, arrange, showdown, and the next hand comes by itself."""
    table, players = await seated(server, 3, decision_ms=400_000, arrangement_ms=400_000)
    watcher = await server.join(None, None)
    code = server.registry.find(table).code
    await watcher.watch(table, code)
    await play(players, 6, random.Random(5))
    views = [socket.view["public"] for _, socket in players]
    assert min(view["last_hand_no"] for view in views) >= 6
    truth = await checked(server, table, tmp_path)
    assert truth.hands() >= 6
    checker = LeakChecker()
    for player, socket in [*players, (None, watcher)]:
        assert truth.check(checker, player, socket.frames) > 30
        assert not [error for error in socket.errors if error["code"] == "bug"]
    checker.assert_none()
    assert checker.cards_seen > 1000
    result = await players[0][1].do("last_result")
    assert result["result"]["hand_no"] >= 6
    services = server.application.services
    sealer = await open_sealer(services.database, "", services.settings.data_dir)
    report = await audit(services.database, sealer)
    assert not report.problems, report


async def test_A23_a_dropped_connection_neither_stops_nor_stretches_a_clock(
    server: WholeServer,
) -> None:
    """The one to act is cut off, comes back, is cut off again: the deadline stays, and is kept."""
    table, players = await seated(server, 2, decision_ms=60_000, arrangement_ms=60_000)
    player = await asked(players)
    other = next(socket for _, socket in players if socket is not player)
    deadline = player.view["public"]["clock"]["deadline_ms"]
    player.socket.transport.abort()
    back = await server.join(player.token, table)
    assert back.you["decision"] is not None
    assert back.view["public"]["clock"]["deadline_ms"] == deadline
    back.socket.transport.abort()
    await other.until(lambda: other.view["public"]["last_hand_no"] == 1)
    assert 0 <= other.view["now_ms"] - deadline < 250 * server.registry._clock.speed
    seat = server.registry.actor(table).state.seat_at(back.you["seat"])
    assert (seat.sitting_out, seat.stack) == (True, 995), "folded by the clock (A11)"


@pytest.mark.parametrize("count", [2, 3])
async def test_SEC_01_random_hands_leak_nothing(server: WholeServer, tmp_path, count: int) -> None:
    """SEC-01: 100 hands with each number of players and a spectator (10 in the short form)."""
    hands = 100 if LONG else 10
    server.registry._clock.speed = 200
    table, players = await seated(
        server, count, seats=count, chips=200, decision_ms=2_000_000, arrangement_ms=2_000_000
    )
    watcher = await server.join(None, None)
    await watcher.watch(table, server.registry.find(table).code)
    await play(players, hands, random.Random(count), 200)
    truth = await checked(server, table, tmp_path)
    checker = LeakChecker()
    for player, socket in [*players, (None, watcher)]:
        assert truth.check(checker, player, socket.frames) > 5 * hands
    checker.assert_none()


async def test_a_planted_leak_is_found(server: WholeServer, tmp_path) -> None:
    """The checker can fail: another's card, a card to come, in every spelling."""
    table, players = await seated(server, 2, decision_ms=400_000, arrangement_ms=400_000)
    await play(players, 1, random.Random(1))
    truth = await checked(server, table, tmp_path)
    (one, first), (two, _) = players
    view = next(text for text in first.frames if '"hand":{' in text)
    other = next(iter(truth.deals[1][two]))
    from patchpoker.engine.cards import card_text
    from tests.leaks import SUIT_SIGNS, cards_in

    rank, suit = card_text(other)
    for spelled in (rank + suit, rank + SUIT_SIGNS[suit][0]):
        checker = LeakChecker()
        truth.check(checker, one, [view.replace('"events":', f'"x":"{spelled}","events":')])
        assert checker.leaks, spelled
    checker = LeakChecker()
    truth.check(checker, one, [view.replace('"events":', '"deck":[1,2],"events":')])
    assert checker.leaks
    assert cards_in("the ace of hearts, 10♠") == {51 - 1, 8 * 4 + 3}
