"""The tables together: where a seat is found, what is brought back, codes (A19, A30)."""

import pytest

from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.runtime.errors import SeatedAtOffer, StillLeaving, TooManyTables
from patchpoker.storage.offers import Offer
from patchpoker.table.commands import Act, Action, CloseTable, Leave
from patchpoker.table.config import CLOCKS, Speed, TableOptions
from patchpoker.table.state import decision_id
from tests.runtime.actors import OFFER, World, an_offer, to_act, until


async def test_A19_another_table_of_the_offer_asks_the_stack_back(world: World) -> None:
    one, two = await world.player("A"), await world.player("B")
    first = await world.registry.best_seat(OFFER, one)
    await world.registry.sit(first, one, "A", None, 3000, "1")
    await world.registry.actor(first).submit(lambda now: Leave(now, one), one, "2")
    await until(lambda: world.registry.find(first) is None)  # empty: closed at once
    other = await world.registry.best_seat(OFFER, two)
    assert other != first
    answer = await world.registry.sit(other, one, "A", None, 100, "3")
    assert answer.code == "buy_in_out_of_range"
    again = await world.restarted()  # remembered by the ledger
    again.registry._offers = {OFFER: an_offer()}
    assert (await again.registry.sit(other, one, "A", None, 2999, "4")).code is not None
    assert (await again.registry.sit(other, one, "A", None, 3000, "5")).code is None
    await again.registry.stop()
    assert await world.clean()


async def test_a_further_table_opens_when_the_last_seat_is_taken(world: World) -> None:
    players = [await world.player(f"P{n}") for n in range(3)]
    tables = []
    for n, player in enumerate(players):
        table = await world.registry.best_seat(OFFER, player)
        assert (await world.registry.sit(table, player, "P", None, 500, f"{n}")).code is None
        tables.append(table)
    assert tables[0] == tables[1] != tables[2]
    assert len(world.registry.at_offer(OFFER)) == 2
    assert await world.registry.best_seat(OFFER, players[0]) == tables[0]


async def test_two_who_ask_at_once_are_not_sent_to_the_same_last_seat(world: World) -> None:
    players = [await world.player(f"P{n}") for n in range(3)]
    first = await world.registry.best_seat(OFFER, players[0])
    assert (await world.registry.sit(first, players[0], "P", None, 500, "1")).code is None
    assert await world.registry.best_seat(OFFER, players[1]) == first
    assert await world.registry.best_seat(OFFER, players[2]) != first
    assert await world.registry.best_seat(OFFER, players[1]) == first


async def test_A19_nobody_sits_elsewhere_while_the_hand_that_was_left_goes_on(world: World) -> None:
    options = TableOptions(
        "patch-patch", 3, 10, 20, Speed.SLOW, CLOCKS[Speed.SLOW], 100, 3000, RakeRule(300, 60)
    )
    offer = "patch-patch.3.10-20.slow"
    world.registry._offers = {offer: Offer(offer, options)}
    players = [await world.player(f"P{n}") for n in range(4)]
    for n, player in enumerate(players[:3]):
        table = await world.registry.best_seat(offer, player)
        assert (await world.registry.sit(table, player, "P", None, 500, f"{n}")).code is None
    actor = world.registry.actor(table)
    number = 0
    while actor.state.hand is None or len(actor.state.hand.players) < 3:  # the third comes in (A16)
        folder, number = await to_act(actor), number + 1
        if len(actor.state.hand.players) < 3:
            fold = Act(actor.state.now_ms, folder, decision_id(actor.state), Action.FOLD, None)
            await actor.submit(lambda _, fold=fold: fold, folder, f"f{number}")
            await until(lambda: actor.state.hand is not None)
    awaited = actor.state.hand.awaiting
    leaver = next(seat.player for seat in actor.state.taken if seat.seat not in awaited)
    await actor.submit(lambda now: Leave(now, leaver), leaver, "l")
    assert actor.state.seat_of(leaver).leaving
    other = await world.registry.best_seat(offer, players[3])
    assert other != table
    with pytest.raises(StillLeaving):
        world.registry.sit(other, leaver, "P", None, 500, "again")


async def test_A19_nobody_has_two_seats_at_an_offer(world: World) -> None:
    """Else a stack goes home from one of them while its player goes on with less at the other."""
    players = [await world.player(f"P{n}") for n in range(3)]
    tables = []
    for n, player in enumerate(players):
        tables.append(await world.registry.best_seat(OFFER, player))
        await world.registry.sit(tables[-1], player, "P", None, 500, f"{n}")
    assert tables[0] != tables[2]
    with pytest.raises(SeatedAtOffer):
        world.registry.sit(tables[2], players[0], "P", None, 100, "second")
    going = world.registry.actor(tables[0]).submit(lambda now: Leave(now, players[0]), players[0])
    with pytest.raises(SeatedAtOffer):  # also in one breath with the leave
        world.registry.sit(tables[2], players[0], "P", None, 100, "at once")
    assert (await going).code is None
    assert await world.clean()


async def test_seats_asked_for_at_once_are_bounded_too(world: World) -> None:
    options = TableOptions(
        "patch-patch", 2, 5, 10, Speed.FAST, CLOCKS[Speed.FAST], 50, 1500, NO_RAKE
    )
    host, player = await world.player("A"), await world.player("B")
    tables = [await world.registry.open_private(options, host) for _ in range(5)]
    coming = [
        world.registry.sit(table.table_id, player, "B", None, 100, f"{n}")
        for n, table in enumerate(tables[:4])
    ]
    again = world.registry.sit(tables[0].table_id, player, "B", None, 100, "0")  # a resend
    with pytest.raises(TooManyTables):
        world.registry.sit(tables[4].table_id, player, "B", None, 100, "4")
    assert [(await one).code for one in (*coming, again)] == [None] * 5
    await until(lambda: not world.registry._sitting_down)


async def test_A19_with_a_wallet_that_is_short_the_return_is_refused(world: World) -> None:
    """3000 were taken away and 7500 lie on another table: neither 3000 nor the rest will do."""
    player = await world.player("A")
    first = await world.registry.best_seat(OFFER, player)
    await world.registry.sit(first, player, "A", None, 3000, "1")
    await world.registry.actor(first).submit(lambda now: Leave(now, player), player, "2")
    options = TableOptions(
        "patch-patch", 2, 50, 100, Speed.FAST, CLOCKS[Speed.FAST], 500, 7500, NO_RAKE
    )
    elsewhere = await world.registry.open_private(options, player)
    answer = await world.registry.sit(elsewhere.table_id, player, "A", None, 7500, "3")
    assert answer.code is None
    again = await world.registry.best_seat(OFFER, player)
    answer = await world.registry.sit(again, player, "A", None, 3000, "4")
    assert answer.code == "insufficient_chips"
    answer = await world.registry.sit(again, player, "A", None, 2500, "5")
    assert answer.code == "buy_in_out_of_range"
    assert world.registry.actor(again).state.empty
    assert await world.clean()


async def test_A30_a_code_is_four_letters_without_look_alikes_and_gone_with_the_table(
    world: World,
) -> None:
    host = await world.player("A")
    options = TableOptions(
        "patch-patch", 2, 5, 10, Speed.FAST, CLOCKS[Speed.FAST], 50, 1500, NO_RAKE
    )
    tables = [await world.registry.open_private(options, host) for _ in range(20)]
    codes = [table.code for table in tables]
    assert len(set(codes)) == len(codes)
    assert all(len(code) == 4 and code.isascii() and code.isupper() for code in codes)
    assert not set("".join(codes)) & set("ILO")
    assert world.registry.find_code(codes[0]) == tables[0]
    actor = world.registry.actor(tables[0].table_id)
    await actor.submit(lambda now: CloseTable(now, "test"))
    await until(lambda: world.registry.find_code(codes[0]) is None)
