"""Sitting down, buying in, topping up, sitting out and in, going: A11, A14, A17-A20, A30."""

from dataclasses import replace

import pytest

from patchpoker.engine.errors import Malformed
from patchpoker.table import commands as c
from patchpoker.table import errors, events
from patchpoker.table.config import buy_in_range
from patchpoker.table.decide import decide
from patchpoker.table.state import decision_id
from tests.table.driver import WALLET, Driver

MINUTE = 60_000


def at_stakes(game, big_blind):
    least, most = buy_in_range(game, big_blind)
    return Driver(
        game,
        2,
        small_blind=big_blind // 2,
        big_blind=big_blind,
        min_buy_in=least,
        max_buy_in=most,
        public=True,
    )


@pytest.mark.parametrize(
    ("game", "big_blind", "least", "most"),
    [
        ("holdem", 10, 200, 1500),
        ("patch-patch", 10, 50, 1500),
        ("omaha", 10, 200, 1500),
        ("holdem", 1000, 20_000, 150_000),
    ],
)
def test_tbl_13_buy_in_limits_by_game_and_stakes(game, big_blind, least, most):
    """A14, TBL-13: a refused buy-in changes nothing."""
    table = at_stakes(game, big_blind)
    before = table.state
    for chips in (least - 1, most + 1, -least, 0):
        with pytest.raises(errors.BuyInOutOfRange) as refused:
            table.sit("A", 0, chips)
        assert (refused.value.min_chips, refused.value.max_chips) == (least, most)
    for chips in (True, 200.0, "200", None):
        with pytest.raises(Malformed):
            table.sit("A", 0, chips)
    assert table.state == before
    assert table.wallet("A") == WALLET
    table.sit("A", 0, least)
    table.sit("B", 1, most)
    assert (table.wallet("A"), table.wallet("B")) == (WALLET - least, WALLET - most)


def test_A14_stacks_that_left_the_range_by_play_stay():
    """After the all-in A is above the maximum and B below the minimum: both are dealt in as is."""
    table = Driver("holdem", 2, min_buy_in=200, max_buy_in=600)
    table.sit("A", 0, 500)
    table.sit("B", 1, 550)
    table.bust("A", "B", button="A")
    table.do(c.TopUp, "A", 200)
    table.do(c.ApplyTopUps, (("A", 200),))
    table.deal()
    table.act("raise", 190)
    table.fold_out()
    table.deal()
    assert sorted(p.start_stack for p in table.hand.players) == [190, 1060]


def test_tbl_13_a_top_up_never_lifts_a_stack_above_the_maximum():
    """A18, TBL-13: 200 on top of 1400 is cut to 100."""
    table = Driver()
    table.sit("A", 0, 1400)
    table.do(c.TopUp, "A", 200)
    assert table.state.queued_top_ups == ("A",)
    table.do(c.ApplyTopUps, (("A", 5000),))
    assert table.stack("A") == 1500
    assert table.state.queued_top_ups == ()
    with pytest.raises(errors.TopUpTooLarge):
        table.do(c.TopUp, "A", 1)


def test_tbl_15_one_user_cannot_hold_two_seats():
    """TBL-15: nor sit down again before the old seat is freed at the end of the hand."""
    table = Driver()
    table.sit("A", 0)
    with pytest.raises(errors.AlreadySeated):
        table.sit("A", 1)
    table.sit("B", 1)
    table.deal(button="A")
    table.do(c.Leave, "B")
    table.sit("C", 2)
    assert table.state.seat_of("B") is None, "heads-up, leaving ends the hand"


def test_tbl_15_the_leavers_seat_is_held_until_the_hand_is_over():
    """A17, TBL-15."""
    table = Driver()
    for player in "ABC":
        table.sit(player)
    table.deal(button="A")
    table.act("call")
    table.do(c.Leave, "A")
    assert table.do(c.Leave, "A") == (), "twice is once"
    for _ in range(2):
        with pytest.raises(errors.AlreadySeated):
            table.sit("A")
    with pytest.raises(errors.SeatTakenError):
        table.sit("D", 0)
    assert table.wallet("A") == WALLET - 500, "nothing goes home during the hand"
    for command in ((c.SitIn, "A", False), (c.SitOut, "A"), (c.TopUp, "A", 100)):
        with pytest.raises(errors.Leaving):
            table.do(*command)
    table.fold_out()
    assert table.state.seats[0] is None
    assert table.wallet("A") == WALLET - 10, "the call stays in the pot"
    table.sit("A", 0)


def test_tbl_16_a_fourth_player_cannot_slip_into_a_three_seat_table():
    """TBL-16: 3 x 12 + 15 cards are all that there is."""
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.sit("C")
    for player, seat, refusal in (
        ("D", None, errors.TableFull),
        ("E", 1, errors.SeatTakenError),
        ("F", 3, Malformed),
        ("G", -1, Malformed),
        ("H", True, Malformed),
    ):
        with pytest.raises(refusal):
            table.sit(player, seat)
    assert [seat.player for seat in table.state.taken] == ["A", "B", "C"]


def test_tbl_08_a_top_up_during_a_hand_counts_from_the_next_hand():
    """A18, TBL-08: A asks for 450 before going all-in for 50, and loses: 0 + 450 afterwards."""
    table = Driver("holdem", 2)
    table.sit("A", 0, 50)
    table.sit("B", 1, 500)
    table.deal(button="A")
    table.do(c.TopUp, "A", 450)
    assert table.state.queued_top_ups == (), "not while a hand runs"
    with pytest.raises(errors.HandRunning):
        table.do(c.ApplyTopUps, (("A", 1000),))
    table.act("raise", 50)
    assert table.hand.player(0).all_in
    assert table.hand.pot_chips == 60
    table.act("fold")
    won = table.stack("A")
    assert table.state.queued_top_ups == ("A",)
    table.do(c.ApplyTopUps, (("A", 1000),))
    assert table.stack("A") == won + 450 == 510
    assert table.wallet("A") == WALLET - 500
    assert table.do(c.ApplyTopUps, (("A", 1000),)) == (), "charged once"


def test_a18_a_top_up_is_cut_to_the_wallet_and_a_rebuy_is_at_least_the_minimum():
    table = Driver("holdem", 2, min_buy_in=200)
    table.sit("A", 0, 300)
    table.sit("B", 1, 300)
    table.do(c.TopUp, "A", 400)
    table.do(c.ApplyTopUps, (("A", 150),))
    assert table.stack("A") == 450
    table.do(c.TopUp, "A", 1)
    table.do(c.ApplyTopUps, (("A", 0),))
    assert (table.stack("A"), table.seat("A").queued_top_up) == (450, 0)
    table.bust("B", "A", button="A")
    with pytest.raises(errors.RebuyTooSmall):
        table.do(c.TopUp, "B", 199)
    table.do(c.TopUp, "B", 200)
    table.do(c.ApplyTopUps, (("B", 199),))
    assert (table.stack("B"), table.seat("B").queued_top_up) == (0, 0)
    table.do(c.TopUp, "B", 200)
    table.do(c.ApplyTopUps, (("B", 200),))
    assert table.stack("B") == 200


def test_a18_a_busted_seat_is_kept_a_minute():
    table = Driver("holdem", 3)
    for player in "ABC":
        table.sit(player, chips=300)
    table.bust("C", "A", button="A")
    busted_at = table.now
    assert table.seat("C").busted_ms == busted_at
    table.deal()
    table.now = busted_at + MINUTE - 1
    table.tick()
    assert table.state.seat_of("C") is not None
    while table.state.seat_of("C") is not None:
        table.alarm()
    assert table.now == busted_at + MINUTE
    assert [e.reason for e in table.batches[-1] if isinstance(e, events.SeatFreed)] == ["busted"]


def test_a18_a_rebuy_that_was_asked_for_keeps_the_seat():
    table = Driver("holdem", 3)
    for player in "ABC":
        table.sit(player, chips=300)
    table.bust("C", "A", button="A")
    table.deal()
    table.do(c.TopUp, "C", 300)
    table.now += 2 * MINUTE
    table.tick()
    assert table.state.seat_of("C") is not None


def lost_to(public):
    """A sits down with the maximum, wins from B and leaves with more."""
    table = Driver(public=public)
    table.sit("A", 0, 1500)
    table.sit("B", 1, 1500)
    table.deal(button="A")
    while table.state.hand is not None:
        if table.to_act == "A":
            table.act("raise", table.legal.raise_.max_to)
        else:
            table.act("call" if table.hand.pot_chips < 100 else "fold")
        if table.state.hand is not None and table.hand.street != "preflop":
            break
    table.do(c.Leave, "B")
    table.do(c.Leave, "A")
    return table


def test_a19_coming_back_within_the_hour_brings_the_stack_back():
    """A19: not less; an hour later it is forgotten."""
    table = lost_to(public=True)
    taken_away = next(gone.chips for gone in table.state.departures if gone.player == "A")
    with pytest.raises(errors.BuyInOutOfRange) as refused:
        table.sit("A", 0, 1000)
    assert refused.value.min_chips == taken_away
    table.now += 60 * MINUTE - 1
    with pytest.raises(errors.BuyInOutOfRange):
        table.sit("A", 0, taken_away - 1)
    table.now += 1
    table.sit("A", 0, 1000)


def test_a19_what_was_taken_away_comes_back_above_the_maximum():
    """The one way above it."""
    table = lost_to(public=True)
    taken_away = table.wallet("A") - WALLET + 1500
    assert taken_away > 1500
    with pytest.raises(errors.BuyInOutOfRange):
        table.sit("A", 0, taken_away + 1)
    table.sit("A", 0, taken_away)
    assert table.stack("A") == taken_away
    with pytest.raises(errors.TopUpTooLarge):
        table.do(c.TopUp, "A", 1)


def test_a19_a_private_table_forgets():
    table = lost_to(public=False)
    table.sit("A", 0, 1000)


def test_a19_the_offers_other_tables_count_too():
    """A19: what the runtime knows of them comes in `must_bring`; it may exceed the maximum."""
    table = Driver(public=True)
    with pytest.raises(errors.BuyInOutOfRange) as refused:
        table.sit("A", 0, 1500, must_bring=1800)
    assert (refused.value.min_chips, refused.value.max_chips) == (1800, 1800)
    table.sit("A", 0, 1800, must_bring=1800)
    assert table.stack("A") == 1800


def test_a20_sitting_out_ten_minutes_frees_the_seat():
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.do(c.SitOut, "B")
    assert table.state.next_alarm_ms == table.now + 10 * MINUTE
    table.alarm()
    assert table.state.seat_of("B") is None
    assert table.wallet("B") == WALLET


def test_a20_nobody_is_freed_out_of_a_running_hand():
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.deal(button="A")
    table.do(c.SitOut, "B")
    for _ in range(30):
        table.now += 30_000
        if table.now > 1_000_000 + 11 * MINUTE:
            break
        if table.hand.to_act is not None:
            table.act("call" if table.legal.call else "check")
        else:
            table.do(c.Swap, "A", decision_id(table.state), 0, 1)
    assert table.state.seat_of("B") is not None
    table.finish()
    assert table.state.seat_of("B") is not None, "the seat goes with its own alarm"
    table.tick()
    assert table.state.seat_of("B") is None


def test_a20_the_third_big_blind_frees_the_seat():
    table = Driver(seats=3)
    for player in "ABC":
        table.sit(player)
    table.do(c.SitOut, "C")
    table.deal(button="A")
    missed = []
    while table.state.seat_of("C") is not None:
        missed.append(table.seat("C").blinds_missed)
        table.fold_out()
        table.deal()
    assert max(missed) == 2
    assert table.positions()[0] == "AB", "the hand goes on without"
    freed = [e for e in table.batches[-1] if isinstance(e, events.SeatFreed)]
    assert [(e.player, e.chips, e.reason) for e in freed] == [("C", 500, "sat_out")]


def test_a30_the_longest_seated_inherits_a_private_table():
    table = Driver()
    for player, seat in (("C", 2), ("A", 1), ("B", 0)):
        table.now += 1
        table.sit(player, seat)
    assert table.state.host == "A"
    table.do(c.Leave, "A")
    assert table.state.host == "C"
    table.do(c.Leave, "B")
    assert table.state.host == "C"
    table.do(c.Leave, "C")
    assert table.state.empty


def test_sitting_in_changes_only_what_it_says():
    table = Driver()
    table.sit("A")
    assert table.do(c.SitIn, "A", False) == ()
    table.do(c.SitOut, "A")
    assert table.do(c.SitOut, "A") == ()
    table.do(c.SitIn, "A", False)
    assert not table.seat("A").sitting_out
    assert table.do(c.Rename, "A", "Name A") == ()
    table.do(c.Rename, "A", "Ada")
    assert table.seat("A").name == "Ada"


@pytest.mark.parametrize(
    "command",
    [
        c.Leave(0, "X"),
        c.SitOut(0, "X"),
        c.SitIn(0, "X", False),
        c.TopUp(0, "X", 100),
        c.Rename(0, "X", "x"),
    ],
)
def test_who_has_no_seat_is_refused(command):
    table = Driver()
    table.sit("A")
    with pytest.raises(errors.NotSeated):
        decide(table.state, command)


def test_nobody_sits_down_at_a_closing_table():
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.deal()
    table.do(c.CloseTable, "test")
    for command in ((c.Sit, "C", "C", None, 500), (c.TopUp, "A", 5)):
        with pytest.raises(errors.TableIsClosing):
            table.do(*command)


def test_departures_are_bounded():
    table = Driver(public=True)
    for number in range(80):
        table.sit(f"p{number}", 0)
        table.do(c.Leave, f"p{number}")
    assert len(table.state.departures) == 64
    assert replace(table.state, departures=()).departures == ()
