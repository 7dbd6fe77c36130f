"""Betting rounds: blinds, turns, what may be done, when a round closes (A2-A7, B2-B4, C3)."""

import pytest

from patchpoker.engine.betting import Phase
from patchpoker.engine.betting.commands import Act, Action, DealNextStreet
from patchpoker.engine.betting.events import (
    ActionTaken,
    BlindPosted,
    HandsShown,
    HandsTurnedUp,
    Post,
    PotAwarded,
    StreetDealt,
    UncalledBetReturned,
)
from patchpoker.engine.betting.legal import legal_actions
from patchpoker.engine.errors import (
    IllegalNow,
    Malformed,
    NotAllowed,
    NotOffered,
    NotYourTurn,
    WrongSize,
)
from tests.engine.dealing import RAKED, Hand

# --- blinds and turns -------------------------------------------------------------------------


def test_A2_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last():
    hand = Hand("holdem", [500, 500], button=0)
    assert hand.events(BlindPosted) == [
        BlindPosted(0, Post.SMALL_BLIND, 5),
        BlindPosted(1, Post.BIG_BLIND, 10),
    ]
    assert hand.state.to_act == 0
    hand.call()
    hand.check()
    assert (hand.state.street, hand.state.to_act) == ("flop", 1)


def test_A2_first_left_of_the_big_blind_then_first_live_left_of_the_button():
    hand = Hand("holdem", {1: 500, 2: 500, 4: 500, 5: 500}, button=4)
    assert hand.state.to_act == 2
    for _ in range(3):
        hand.call()
    hand.check()
    assert hand.state.to_act == 5
    hand.bet(10)
    hand.fold()
    hand.call()
    hand.call()
    assert (hand.state.street, hand.state.to_act) == ("turn", 5)


def test_A3_the_big_blind_has_its_option():
    hand = Hand("holdem", [500, 500, 500])
    hand.call()
    hand.call()
    assert hand.state.to_act == 2
    assert hand.legal() == {"check": True, "raise": (20, 500)}


def test_A15_a_posted_entry_blind_is_live_and_keeps_its_option():
    hand = Hand("holdem", [500, 500, 500, 500], entry_posts={3: 10})
    assert hand.events(BlindPosted)[-1] == BlindPosted(3, Post.ENTRY, 10)
    assert hand.state.to_act == 3
    assert hand.legal() == {"check": True, "raise": (20, 500)}
    assert hand.state.pot_chips == 25


# --- all-ins below the minimum ---------------------------------------------------------------


def test_A4_a_short_all_in_does_not_reopen_for_those_who_acted():
    """The page's rule: who acted may call or fold; C, who hasn't, may raise."""
    hand = Hand("holdem", [500, 45, 500, 500])
    hand.raise_to(30)
    hand.call()
    hand.raise_to(45)
    assert hand.legal() == {"fold": True, "call": 35, "raise": (65, 500)}
    hand.call()
    for _ in range(2):
        assert hand.legal() == {"fold": True, "call": 15}
        hand.refuse(Act(hand.state.to_act, Action.RAISE, 65), NotOffered)
        hand.call()
    assert hand.state.street == "flop"


def test_A4_a_call_for_the_whole_stack_is_always_allowed():
    hand = Hand("holdem", [500, 500, 20])
    hand.raise_to(100)
    hand.fold()
    assert hand.legal() == {"fold": True, "call": 10}
    hand.call()
    assert hand.state.player(2).all_in


def test_A5_cumulative_short_all_ins_do_not_reopen():
    """100 to 150 to 200: together a full raise, yet the first raiser may only call or fold."""
    hand = Hand("holdem", [1000, 150, 200, 1000], blinds=(10, 20))
    hand.raise_to(100)
    hand.fold()
    hand.raise_to(150)
    hand.raise_to(200)
    assert hand.legal() == {"fold": True, "call": 100}
    hand = Hand("holdem", [1000, 150, 200, 1000], blinds=(10, 20))
    hand.raise_to(100)
    hand.call()
    hand.raise_to(150)
    hand.raise_to(200)
    assert hand.legal() == {"fold": True, "call": 100}
    hand.call()
    assert hand.legal() == {"fold": True, "call": 100}


def test_A5_a_full_raise_over_short_all_ins_reopens_for_everybody():
    hand = Hand("holdem", [500, 45, 500, 500])
    hand.raise_to(30)
    hand.call()
    hand.raise_to(45)
    hand.raise_to(100)
    assert hand.legal() == {"fold": True, "call": 70, "raise": (155, 500)}


def test_A5_in_pot_only_a_full_raise_is_the_pot_raise_itself():
    """35 to 100 is more than twice the bet, but the pot raise would have been to 115."""
    hand = Hand("patch-patch", [1000, 100, 1000])
    hand.raise_to(35)
    hand.raise_to(100)
    hand.call()
    assert hand.legal() == {"fold": True, "call": 65}
    hand = Hand("patch-patch", [1000, 115, 1000])
    hand.raise_to(35)
    hand.raise_to(115)
    hand.call()
    assert "raise" in hand.legal()


@pytest.mark.parametrize("game", ["holdem", "patch-patch"])
def test_A5_a_short_all_in_opening_bet_closes_those_who_checked(game):
    hand = Hand(game, [500, 500, 16])
    hand.call()
    hand.call()
    hand.check()
    if game == "patch-patch":
        hand.ready()
    hand.check()
    hand.bet(6)
    assert "raise" in hand.legal()
    hand.call()
    assert hand.legal() == {"fold": True, "call": 6}


def test_A5_no_raise_when_nobody_could_answer_it():
    hand = Hand("holdem", [500, 120, 500])
    hand.raise_to(50)
    hand.raise_to(120)
    hand.fold()
    assert hand.legal() == {"fold": True, "call": 70}


def test_A5_the_minimum_raise_is_never_cut_to_an_opponents_stack():
    hand = Hand("holdem", [1000, 200], blinds=(10, 20))
    hand.raise_to(100)
    hand.raise_to(180)
    assert hand.legal()["raise"] == (260, 1000)
    hand.refuse(Act(0, Action.RAISE, 200), WrongSize)


def test_A5_on_a_new_street_the_least_bet_is_the_big_blind_again():
    """However high the last raise of the street before was."""
    hand = Hand("holdem", [1000, 1000])
    hand.raise_to(100)
    hand.call()
    assert hand.legal() == {"check": True, "bet": (10, 900)}


# --- short blinds ----------------------------------------------------------------------------


def test_A6_a_short_big_blind_is_all_in_and_the_others_owe_the_full_one():
    hand = Hand("holdem", [500, 500, 4])
    assert hand.events(BlindPosted)[-1] == BlindPosted(2, Post.BIG_BLIND, 4)
    assert hand.legal() == {"fold": True, "call": 10, "raise": (20, 500)}
    hand.refuse(Act(0, Action.RAISE, 14), WrongSize)


def test_A6_the_price_is_at_most_what_can_be_contested():
    """Both blinds short and all-in: the button owes 4, not 10; and it may not raise."""
    hand = Hand("holdem", [500, 3, 4])
    assert hand.legal() == {"fold": True, "call": 4}
    hand.call()
    assert hand.state.phase is Phase.RUN_OUT


def test_A6_who_covers_what_can_be_contested_is_not_asked():
    hand = Hand("holdem", [3, 500])
    assert hand.state.phase is Phase.RUN_OUT
    assert hand.events(UncalledBetReturned) == [UncalledBetReturned(1, 7)]
    hand = Hand("holdem", [500, 500, 4])
    hand.fold()
    assert hand.state.phase is Phase.RUN_OUT, "the small blind's 5 cover the 4"
    assert hand.events(UncalledBetReturned) == [UncalledBetReturned(1, 1)]
    hand.check_down()
    assert [award.chips for award in hand.state.so_far.awards] == [8]


def test_A6_a_fold_can_cap_the_price_of_the_next_player():
    hand = Hand("holdem", [6, 500, 8, 500], blinds=(5, 10))
    assert hand.legal()["call"] == 10
    hand.fold()
    hand.call()
    assert hand.legal() == {"fold": True, "call": 3}, "8 by the short big blind is all to win"


def test_B4_C3_short_blinds_count_as_posted():
    hand = Hand("patch-patch", [500, 3, 500])
    assert hand.legal()["raise"] == (33, 33)
    hand = Hand("omaha", [500, 3, 500])
    assert hand.legal()["raise"] == (20, 33)


def test_B4_the_pot_counts_folded_players_chips():
    hand = Hand("omaha", [1000, 1000, 1000])
    hand.raise_to(20)
    hand.fold()
    assert hand.legal() == {"fold": True, "call": 10, "raise": (30, 65)}


# --- sizes and refusals ----------------------------------------------------------------------


def test_C3_pot_only_takes_no_other_size():
    hand = Hand("patch-patch", [1000, 1000, 1000])
    for size in (20, 34, 36, 1000):
        hand.refuse(Act(0, Action.RAISE, size), WrongSize)
    hand.raise_to(35)
    assert hand.legal() == {"fold": True, "call": 30, "raise": (115, 115)}


def test_C3_the_worked_examples_as_they_are_played():
    """The page's flop: 60 in the middle, a bet of 60, a raise to 240, a raise to 780."""
    hand = Hand("patch-patch", [1000, 1000])
    hand.raise_to(30)
    hand.call()
    hand.ready()
    assert hand.state.pot_chips == 60
    assert hand.legal() == {"check": True, "bet": (60, 60)}
    hand.bet(60)
    assert hand.legal() == {"fold": True, "call": 60, "raise": (240, 240)}
    hand.raise_to(240)
    assert hand.legal() == {"fold": True, "call": 180, "raise": (780, 780)}


def test_A27_a_fold_is_accepted_when_checking_is_free():
    hand = Hand("holdem", [500, 500])
    hand.call()
    assert legal_actions(hand.state, 1).fold
    hand.fold()
    assert hand.state.finished


def test_refusals_have_their_kinds_and_change_nothing():
    hand = Hand("holdem", [500, 500, 500])
    hand.refuse(Act(1, Action.CALL), NotYourTurn)
    hand.refuse(Act(5, Action.CALL), NotAllowed)
    hand.refuse(Act(0, Action.CHECK), NotOffered)
    hand.refuse(Act(0, Action.BET, 20), NotOffered)
    hand.refuse(Act(0, Action.RAISE), Malformed)
    hand.refuse(Act(0, Action.CALL, 10), Malformed)
    hand.refuse(Act(0, Action.RAISE, -20), WrongSize)
    hand.refuse(Act(0, Action.RAISE, 501), WrongSize)
    hand.refuse(DealNextStreet(), IllegalNow)
    hand.fold()
    hand.refuse(Act(0, Action.CALL), IllegalNow)
    hand.call()
    hand.refuse(Act(2, Action.CALL), NotOffered)


def test_a_finished_hand_takes_nothing():
    hand = Hand("holdem", [500, 500])
    hand.fold()
    hand.refuse(Act(1, Action.CHECK), IllegalNow)


# --- the ends of rounds and hands -------------------------------------------------------------


def test_a_call_that_closes_the_round_deals_the_next_street():
    hand = Hand("holdem", [500, 500])
    hand.raise_to(20)
    events = hand.call()
    assert [type(event) for event in events] == [ActionTaken, StreetDealt]
    assert hand.state.player(0).bet == 0
    assert hand.state.player(0).contributed == 20


def test_a_new_street_begins_with_nothing_in_front():
    hand = Hand("holdem", [500, 3, 500])
    hand.call()
    hand.check()
    assert [player.bet for player in hand.state.players] == [0, 0, 0]
    assert [player.contributed for player in hand.state.players] == [10, 3, 10]


def test_A10_the_last_player_wins_without_showing_on_any_street_with_cards_out():
    hand = Hand("holdem", [500, 500])
    hand.call()
    hand.check()
    for _ in range(2):
        hand.check_round()
    assert hand.state.street == "river"
    hand.bet(20)
    hand.fold()
    assert (hand.events(HandsShown), hand.state.so_far.shown) == ([], ())
    assert hand.stacks == {0: 490, 1: 510}


def test_A10_the_last_player_wins_without_showing():
    hand = Hand("holdem", [500, 500, 500])
    hand.fold()
    hand.fold()
    assert hand.events(HandsShown) == []
    assert hand.stacks == {0: 500, 1: 495, 2: 505}


def test_A7_the_uncalled_part_goes_back_first_and_is_no_win():
    hand = Hand("holdem", [1000, 1000], rake=RAKED)
    hand.raise_to(1000)
    hand.fold()
    assert hand.state.so_far.returned[0].chips == 990
    assert [award.chips for award in hand.state.so_far.awards] == [20]


def test_A7_A12_an_uncalled_bet_is_never_raked():
    hand = Hand("holdem", [1000, 1000], blinds=(10, 20), rake=RAKED)
    hand.raise_to(60)
    hand.call()
    hand.check()
    hand.bet(120)
    hand.fold()
    (award,) = hand.state.so_far.awards
    assert (award.chips, award.rake) == (120, 3)
    assert hand.stacks == {0: 1057, 1: 940}


def test_A12_no_flop_no_rake():
    hand = Hand("holdem", [1000, 1000], blinds=(10, 20), rake=RAKED)
    hand.raise_to(500)
    hand.fold()
    assert hand.state.so_far.awards[0].rake == 0


def test_A13_an_uncontested_side_pot_is_raked_after_the_main_pot():
    """A is all-in; B bets the turn and C folds: B's side pot is won alone, and raked."""
    hand = Hand("holdem", [100, 1000, 1000], blinds=(10, 20), rake=RAKED)
    hand.raise_to(100)
    hand.call()
    hand.call()
    hand.bet(200)
    hand.call()
    hand.bet(300)
    hand.fold()
    hand.check_down()
    main, side = hand.state.so_far.awards
    assert (main.chips, main.rake, main.eligible_seats) == (300, 9, (0, 1))
    assert (side.chips, side.rake, side.eligible_seats) == (400, 12, (1,))
    assert side.shares[0].board is None


# --- run-outs and showdown --------------------------------------------------------------------


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_A21_hands_go_face_up_and_each_street_waits_for_its_beat(game):
    hand = Hand(game, [100, 100] if game == "holdem" else [30, 30])
    hand.raise_to(30 if game == "omaha" else 100)
    events = hand.call()
    assert [type(event) for event in events] == [ActionTaken, HandsTurnedUp]
    assert {seat for seat, _ in events[1].hands} == {0, 1}
    assert hand.state.phase is Phase.RUN_OUT
    assert not hand.state.awaiting
    for street in ("flop", "turn"):
        (dealt,) = hand.do(DealNextStreet())
        assert (dealt.street, dealt.run_out) == (street, True)
    last = [type(event) for event in hand.do(DealNextStreet())]
    assert last[:3] == [StreetDealt, HandsShown, PotAwarded]
    assert hand.state.finished


def test_A21_an_all_in_with_two_more_players_betting_turns_nothing_up():
    hand = Hand("holdem", [30, 500, 500])
    hand.raise_to(30)
    hand.call()
    hand.call()
    assert hand.state.phase is Phase.BETTING
    assert hand.events(HandsTurnedUp) == []


def test_A22_the_last_aggressor_of_the_last_round_shows_first():
    hand = Hand("holdem", [500, 500, 500])
    hand.call()
    hand.call()
    hand.check()
    for _ in range(2):
        hand.check_round()
    hand.check()
    hand.bet(10)
    hand.call()
    hand.call()
    assert [shown.seat for shown in hand.state.so_far.shown] == [2, 0, 1]


def test_A22_else_the_first_live_seat_left_of_the_button_shows_first():
    hand = Hand("holdem", [500, 500, 500])
    hand.raise_to(20)
    hand.fold()
    hand.call()
    hand.check_down()
    assert [shown.seat for shown in hand.state.so_far.shown] == [2, 0]
    assert len(hand.events(HandsShown)) == 1, "in one message"


def test_A22_after_a_run_out_the_last_round_is_the_last_one_with_betting():
    hand = Hand("holdem", [500, 100, 500])
    hand.fold()
    hand.call()
    hand.check()
    hand.check()
    hand.bet(490)
    hand.call()
    hand.check_down()
    assert [shown.seat for shown in hand.state.so_far.shown] == [2, 1]


def test_A9_an_odd_chip_goes_to_the_first_tied_player_left_of_the_button():
    """Three play the board for 310, the small blind first (SIDE-03)."""
    hand = Hand(
        "holdem",
        [100, 150, 150, 300],
        hole={0: "2c2d", 1: "3c3d", 2: "4c4d", 3: "5c5d"},
        boards=["TsJdQcKhAc"],
    )
    hand.call()
    hand.raise_to(100)
    hand.raise_to(150)
    hand.call()
    hand.fold()
    hand.check_down()
    assert hand.stacks == {0: 103, 1: 154, 2: 153, 3: 290}


def test_B1_holdem_plays_the_board_when_it_is_best():
    hand = Hand("holdem", [50, 50], hole={0: "2c2d", 1: "3c3d"}, boards=["TsJsQsKsAs"])
    hand.raise_to(50)
    hand.call()
    hand.check_down()
    assert hand.stacks == {0: 50, 1: 50}


def test_B3_omaha_takes_exactly_two_of_the_hand():
    """Four hearts on the board and the ace in the hand are no flush: a pair of tens wins."""
    hand = Hand("omaha", [30, 30], hole={0: "AhQc7d4s", 1: "TdTc5d8s"}, boards=["2h6h9hKh3c"])
    hand.raise_to(30)
    hand.call()
    hand.check_down()
    assert hand.stacks == {0: 0, 1: 60}
