"""What a viewer may know: SHOW-01, SEC-01, SEC-03, ARR-03, ARR-05, NET-13."""

import pytest

from patchpoker.engine.betting.state import Phase
from patchpoker.table import commands as c
from patchpoker.table.state import decision_id
from patchpoker.table.view import LegalView, SizesView
from patchpoker.table.view_for import private_view, public_view, result_view
from tests.table.driver import RAKED, Driver
from tests.table.knowledge import cards_in


def playing(players="ABC", game="patch-patch", seats=3, chips=500, **kwargs):
    table = Driver(game, seats, **kwargs)
    for player in players:
        table.sit(player, chips=chips)
    table.deal(button="A")
    return table


def to_arrangement(table):
    while table.hand.phase is Phase.BETTING:
        table.act("check" if table.legal.check else "call")
    return table


def test_an_empty_table():
    view = public_view(Driver().state)
    assert (view.phase, view.hand, view.clock, view.result) == ("waiting", None, None, None)
    assert (view.seats, view.last_hand_no, view.code) == ((None, None, None), 0, "WXYZ")
    assert (view.game_name, view.decision_ms, view.speed) == ("Patch-Patch", 37_500, "slow")


def test_a_running_hand():
    table = playing()
    view = public_view(table.state)
    hand = view.hand
    assert (view.phase, hand.phase, hand.street) == ("playing", "betting", "preflop")
    assert (hand.button, hand.small_blind_seat, hand.big_blind_seat) == (0, 1, 2)
    assert (hand.pot_chips, hand.bet_to_match, hand.awaiting) == (15, 10, (0,))
    assert [(pot.name, pot.chips, pot.board_shares) for pot in hand.pots] == [
        ("Main pot", 15, (5, 5, 5))
    ]
    assert [(s.state, s.stack, s.bet, s.card_count, s.last_action) for s in view.seats] == [
        ("playing", 500, 0, 12, None),
        ("playing", 495, 5, 12, "small blind 5"),
        ("playing", 490, 10, 12, "big blind 10"),
    ]
    assert view.clock.deadline_ms == table.now + 37_500
    own = private_view(table.state, 0)
    assert [len(hand) for hand in own.hands] == [4, 4, 4]
    assert own.decision == hand.decision == decision_id(table.state)
    assert own.legal == LegalView(True, False, 10, False, None, SizesView(35, 35))
    other = private_view(table.state, 1)
    assert (other.decision, other.legal) == (None, None)
    table.act("fold")
    seat = public_view(table.state).seats[0]
    assert (seat.state, seat.card_count, seat.last_action) == ("folded", 0, "fold")


def test_a_side_pot_is_made_by_an_all_in_only():
    """A8: open bets aren't side pots."""
    table = Driver("holdem", 3)
    for player, chips in (("A", 500), ("B", 40), ("C", 500)):
        table.sit(player, chips=chips)
    table.deal(button="A")
    table.act("raise", 100)
    assert [pot.chips for pot in public_view(table.state).hand.pots] == [115]
    table.act("call")
    pots = public_view(table.state).hand.pots
    assert [(p.name, p.chips, p.eligible_seats) for p in pots] == [
        ("Main pot", 90, (0, 1, 2)),
        ("Side pot 1", 60, (0,)),
    ]


def test_arr_03_while_arranging_others_learn_only_who_is_ready():
    """C4, ARR-03."""
    table = to_arrangement(playing())
    before = public_view(table.state), private_view(table.state, 1)
    for first in range(5):
        table.do(c.Swap, "A", decision_id(table.state), first, 11)
        assert (public_view(table.state), private_view(table.state, 1)) == before
    table.ready(0)
    view = public_view(table.state)
    assert [seat.ready for seat in view.seats] == [True, False, False]
    assert view.hand.awaiting == (1, 2)
    assert cards_in(view) == cards_in(before[0]), "the flops alone"
    assert len(cards_in(view)) == 9


def test_arr_05_after_a_reload_the_draft_is_there():
    """ARR-05: the view is whole, whenever it is asked for."""
    table = to_arrangement(playing())
    dealt = private_view(table.state, 0).hands
    table.do(c.Swap, "A", decision_id(table.state), 0, 4)
    table.now += 70_000
    own = private_view(table.state, 0)
    assert own.hands[0][0] == dealt[1][0]
    assert own.hands[1][0] == dealt[0][0]
    assert (own.ready, own.can_arrange, own.decision) == (False, True, decision_id(table.state))
    assert public_view(table.state).clock.deadline_ms - table.now == 110_000
    table.ready(0)
    own = private_view(table.state, 0)
    assert (own.ready, own.can_arrange, own.decision) == (True, False, None)


def test_show_01_patch_patch_shows_all_live_hands_at_the_showdown_only():
    """A22, SHOW-01: losers too, folded hands never."""
    table = playing()
    table.act("fold")
    folded = cards_in(private_view(table.state, 0))
    table.finish()
    view = public_view(table.state)
    assert [seat.hands is not None for seat in view.seats] == [False, True, True]
    assert not cards_in(view) & folded
    assert {shown.seat for shown in view.result.shown} == {1, 2}
    assert all(len(shown.made) == len(shown.hands) == 3 for shown in view.result.shown)
    assert cards_in(private_view(table.state, 0)) == folded, "one's own during the pause"


def test_show_01_patch_patch_shows_nothing_during_a_run_out():
    """C8, SHOW-01."""
    table = playing("AB", seats=2, chips=15)
    table.act("raise", 15)
    table.act("call")
    table.ready(0)
    table.ready(1)
    while table.state.hand is not None:
        view = public_view(table.state)
        assert view.hand.phase == "run_out"
        assert all(seat.hands is None for seat in view.seats)
        table.alarm()
    assert all(seat.hands for seat in public_view(table.state).seats)


def test_show_01_holdem_turns_up_what_is_all_in():
    """A21, SHOW-01."""
    table = playing("ABC", game="holdem", chips=100)
    table.act("raise", 100)
    table.act("call")
    table.act("fold")
    view = public_view(table.state)
    assert view.hand.phase == "run_out"
    assert [bool(seat.hands) for seat in view.seats] == [True, True, False]
    assert view.hand.boards == ((),), "undealt cards are nowhere"


def test_show_01_a_bet_and_folds_show_nothing():
    """A10, SHOW-01: nothing is shown; the winner still sees the own cards."""
    table = playing()
    table.fold_out()
    view = public_view(table.state)
    assert cards_in(view) == set()
    assert (view.result.ending, view.result.shown) == ("uncontested", ())
    assert [(t.player, t.won, t.net, t.stack) for t in view.result.totals] == [
        ("A", 0, 0, 500),
        ("B", 0, -5, 495),
        ("C", 10, 5, 505),
    ]
    assert [(w.seat, w.chips) for w in view.result.returned] == [(2, 5)]
    assert len(cards_in(private_view(table.state, 2))) == 12


def test_sec_03_cards_shown_last_hand_do_not_stay():
    """SEC-03: neither in the next view nor in the next pause."""
    table = playing()
    table.finish()
    shown = result_view(table.state)
    assert public_view(table.state).phase == "result"
    table.deal()
    view = public_view(table.state)
    assert cards_in(view) == set()
    assert (view.result, view.last_hand_no) == (None, 1)
    assert result_view(table.state) == shown, "on request, also for one who was away"
    table.fold_out()
    assert cards_in(public_view(table.state)) == set()


def test_a13_the_result_tells_pots_shares_rake_and_scoop():
    table = playing(public=True, rake=RAKED)
    table.finish()
    (award,) = result_view(table.state).awards
    assert (award.name, award.chips, award.rake) == ("Main pot", 30, 0), "3% of 30 is 0.9"
    assert [share.chips for share in award.shares] == [10, 10, 10]
    assert sum(win.chips for share in award.shares for win in share.winners) == 30
    assert sum(total.net for total in result_view(table.state).totals) == 0


def test_a29_a_void_hand_says_so():
    table = playing()
    table.do(c.VoidHand, "it broke")
    result = public_view(table.state).result
    assert (result.ending, result.awards) == ("void", ())
    assert [(t.won, t.net, t.stack) for t in result.totals] == [(0, 0, 500)] * 3


def test_net_13_who_sits_down_during_a_hand_changes_nobodys_cards():
    """NET-13."""
    table = playing("AB")
    own = private_view(table.state, 0)
    table.sit("C")
    assert private_view(table.state, 0) == own
    assert private_view(table.state, 2).hands == ()
    view = public_view(table.state)
    assert (view.seats[2].state, view.seats[2].card_count) == ("waiting", 0)


def test_a15_how_a_newcomer_comes_in_is_told():
    table = Driver("holdem", 6)
    for player, seat in zip("ABCD", (0, 1, 3, 4), strict=True):
        table.sit(player, seat)
    table.deal(button="A")
    table.sit("E", 5)
    own = private_view(table.state, 5)
    assert (own.waiting_for, own.post_choice) == ("big_blind", True)
    table.do(c.SitIn, "E", True)
    own = private_view(table.state, 5)
    assert (own.waiting_for, own.post_choice) == ("next_hand", True)
    table.sit("F", 2)
    own = private_view(table.state, 2)
    assert (own.waiting_for, own.post_choice) == ("button", False)


@pytest.mark.parametrize("sit_out", [False, True])
def test_a11_sitting_out_next_hand_is_seen(sit_out):
    table = playing()
    if sit_out:
        table.do(c.SitOut, "B")
    own, seat = private_view(table.state, 1), public_view(table.state).seats[1]
    assert (own.sit_out_next, own.sitting_out, seat.sit_out_next) == (sit_out, False, sit_out)
    table.fold_out()
    table.deal()
    own, seat = private_view(table.state, 1), public_view(table.state).seats[1]
    assert own.sitting_out == sit_out
    assert (seat.state == "sitting_out") == sit_out


def test_a18_a_busted_seat_knows_its_time():
    table = Driver("holdem", 2)
    table.sit("A", chips=300)
    table.sit("B", chips=300)
    table.bust("B", "A", button="A")
    own = private_view(table.state, 1)
    assert (own.rebuy_deadline_ms, own.max_top_up) == (table.now + 60_000, 1500)
    table.alarm()
    assert public_view(table.state).seats[1].state == "busted"


def test_sec_03_a_newcomer_in_the_seat_of_one_who_left_has_no_cards():
    """SEC-03: C leaves after showing; D sits down there during the pause."""
    table = playing()
    table.finish()
    assert public_view(table.state).seats[2].hands
    table.do(c.Leave, "C")
    table.sit("D", 2)
    seat = public_view(table.state).seats[2]
    assert (seat.state, seat.hands, seat.card_count, seat.contributed) == ("waiting", None, 0, 0)
    assert private_view(table.state, 2).hands == ()
