"""Transfers: what moves between wallets, stakes and the house (A12, A17, A29)."""

import pytest

from patchpoker.engine.betting.events import HandFinished
from patchpoker.engine.errors import Bug
from patchpoker.table import commands as c
from patchpoker.table.events import SeatFreed
from patchpoker.table.evolve import evolve
from patchpoker.table.settlement import Code, House, Stake, Transfer, Wallet, transfers
from tests.table.driver import RAKED, Driver


def stake(table, player):
    return Stake(table.state.identity.table_id, table.seat(player).seat, player)


def last_transfers(table):
    """Of the last batch, folding the log up to it."""
    state = None
    for batch in table.batches[:-1]:
        for event in batch:
            state = evolve(state, event)
    return transfers(state, table.batches[-1])


def test_buy_in_top_up_and_cash_out():
    table = Driver()
    table.sit("A", chips=300)
    seat = stake(table, "A")
    assert last_transfers(table) == (Transfer(Wallet("A"), seat, 300, Code.BUY_IN, None, 0),)
    table.do(c.TopUp, "A", 50)
    assert last_transfers(table) == ()
    table.do(c.ApplyTopUps, (("A", 1000),))
    assert last_transfers(table) == (Transfer(Wallet("A"), seat, 50, Code.TOP_UP, None, 0),)
    table.do(c.Leave, "A")
    assert last_transfers(table) == (Transfer(seat, Wallet("A"), 350, Code.CASH_OUT, None, 0),)


def test_a_hand_moves_net_losses_to_net_wins_and_the_leaver_goes_home_after_it():
    """A17: POT first, then CASH_OUT of what is left, in the same batch."""
    table = Driver()
    for player in "ABC":
        table.sit(player)
    table.deal(button="A")
    table.act("call")
    table.do(c.Leave, "A")
    seats = [stake(table, player) for player in "ABC"]
    table.act("fold")
    assert last_transfers(table) == (
        Transfer(seats[0], seats[2], 10, Code.POT, 1, 0),
        Transfer(seats[1], seats[2], 5, Code.POT, 1, 1),
        Transfer(seats[0], Wallet("A"), 490, Code.CASH_OUT, None, 2),
    )


def test_a12_rake_goes_from_the_losers_to_the_house_last():
    table = Driver("holdem", 2, rake=RAKED, public=True)
    table.sit("A")
    table.sit("B")
    table.deal(button="A")
    table.act("raise", 100)
    table.act("call")
    winner, loser = table.player(1), table.player(0)
    table.act("bet", 100, winner)
    before = {player: stake(table, player) for player in "AB"}
    table.act("fold", player=loser)
    assert last_transfers(table) == (
        Transfer(before[loser], before[winner], 94, Code.POT, 1, 0),
        Transfer(before[loser], House(), 6, Code.RAKE, 1, 1),
    )


def test_a29_a_void_hand_moves_nothing():
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.deal()
    table.do(c.VoidHand, "test")
    assert last_transfers(table) == ()


def test_chips_made_or_lost_are_our_bug():
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.deal()
    for stacks in (((0, 500), (1, 501)), ((0, 499), (1, 500)), ((0, -1), (1, 1001))):
        with pytest.raises(Bug):
            transfers(table.state, (HandFinished(stacks),))
    with pytest.raises(Bug):
        transfers(table.state, (SeatFreed(0, "A", 501, "left"),))
