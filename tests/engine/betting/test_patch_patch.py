"""Patch-Patch: streets, the arrangement, folds and leaving, thirds and scoops (C1-C9, A17).

The worked examples of its rules page: bet sizes are in test_limits and test_betting, the 33/33/34
in test_showdown; here are the arrangement, the boards and the 300 pot.
"""

import pytest

from patchpoker.engine.betting import Phase
from patchpoker.engine.betting.commands import (
    Act,
    Action,
    DealNextStreet,
    LeaveHand,
    SetReady,
    Swap,
    TimeOut,
)
from patchpoker.engine.betting.events import (
    ActionTaken,
    ArrangementEnded,
    ArrangementStarted,
    CardsSwapped,
    HandsShown,
    HandsTurnedUp,
    SeatLeftHand,
    StreetDealt,
    UncalledBetReturned,
    Win,
)
from patchpoker.engine.cards import cards_text, parse_cards
from patchpoker.engine.errors import IllegalNow, Malformed, NotAllowed
from tests.engine.dealing import RAKED, Hand
from tests.engine.hand_text import hand_text

GAME = "patch-patch"


def to_the_flops(hand: Hand) -> Hand:
    """Everybody calls: the arrangement begins."""
    while hand.state.phase is Phase.BETTING:
        hand.act("check" if "check" in hand.legal() else "call")
    return hand


def arranging(stacks=(500, 500), **kwargs) -> Hand:
    return to_the_flops(Hand(GAME, stacks, **kwargs))


# --- the deal and the streets (C1, C2, A24) ---------------------------------------------------


def test_C1_twelve_cards_each_four_by_each_board_in_the_order_they_came():
    dealt = "AhKdQs2c 3c4c5c6c 7c8c9cTc"
    hand = arranging(hole={0: dealt})
    player = hand.state.player(0)
    assert player.hole_cards == parse_cards(dealt)
    assert [cards_text(hand.state.hole_cards_on(player, board)) for board in range(3)] == [
        "Ah Kd Qs 2c",
        "3c 4c 5c 6c",
        "7c 8c 9c Tc",
    ]


def test_A24_three_handed_takes_51_of_the_52_cards():
    hand = arranging([500, 500, 500])
    hand.check_down()
    seen = [card for player in hand.state.players for card in player.hole_cards]
    seen += [card for board in hand.state.boards for card in board]
    assert len(seen) == len(set(seen)) == 51


def test_C1_nothing_is_arranged_before_the_flops():
    hand = Hand(GAME, [500, 500])
    hand.refuse(Swap(0, 0, 4), IllegalNow)
    hand.refuse(SetReady(0, ready=True), IllegalNow)


def test_C2_the_order_of_a_hand():
    hand = arranging()
    hand.check_down()
    steps = [
        event.street if isinstance(event, StreetDealt) else type(event)
        for event in hand.events(
            StreetDealt, ArrangementStarted, ArrangementEnded, ActionTaken, HandsShown
        )
    ]
    check, bets = ActionTaken, [ActionTaken, ActionTaken]
    assert steps == [
        *bets,
        "flop",
        ArrangementStarted,
        ArrangementEnded,
        check,
        check,
        "turn",
        check,
        check,
        "river",
        check,
        check,
        HandsShown,
    ]
    assert [len(cards) for event in hand.events(StreetDealt) for cards in event.cards] == (
        [3] * 3 + [1] * 3 + [1] * 3
    )


# --- the arrangement (C4, C9) -----------------------------------------------------------------


def test_C4_all_live_players_arrange_at_once_and_it_is_one_decision():
    hand = Hand(GAME, [500, 500, 500])
    hand.call()
    hand.fold()
    hand.check()
    assert hand.state.phase is Phase.ARRANGING
    assert hand.state.awaiting == {0, 2}
    decision = hand.state.decision
    hand.swap(0, 0, 11)
    hand.ready(2)
    assert hand.state.awaiting == {0}
    assert hand.state.decision == decision
    hand.refuse(Swap(1, 0, 4), IllegalNow)
    hand.ready(0)
    assert hand.state.decision == decision + 1


def test_C4_a_swap_is_kept_as_it_is_made():
    hand = arranging(hole={0: "AhKdQs2c 3c4c5c6c 7c8c9cTc"})
    assert hand.swap(0, 0, 4) == (CardsSwapped(0, 0, 4),)
    assert cards_text(hand.state.player(0).hole_cards[:5]) == "3c Kd Qs 2c Ah"
    assert hand.state.player(0).touched
    assert not hand.state.player(1).touched


def test_C4_it_ends_early_when_all_are_ready_and_the_hands_are_fixed():
    hand = arranging()
    hand.ready(0)
    events = hand.do(SetReady(1, ready=True))
    assert events[-1] == ArrangementEnded(())
    assert hand.state.to_act == 1, "the first live seat left of the button"
    hand.refuse(Swap(1, 0, 4), IllegalNow)
    hand.refuse(SetReady(1, ready=False), IllegalNow)


def test_C4_ready_can_be_undone_while_another_player_arranges():
    hand = arranging()
    hand.ready(0)
    hand.refuse(Swap(0, 0, 4), IllegalNow)
    hand.do(SetReady(0, ready=False))
    assert hand.state.player(0).touched, "an input, so not idle if the clock runs out now"
    hand.swap(0, 0, 4)
    assert hand.state.awaiting == {0, 1}


def test_C4_when_the_clock_runs_out_the_drafts_count():
    hand = arranging(hole={0: "AhKdQs2c 3c4c5c6c 7c8c9cTc"})
    hand.swap(0, 0, 4)
    hand.ready(1)
    assert hand.time_out()[0] == ArrangementEnded((0,))
    assert hand.state.phase is Phase.BETTING
    assert cards_text(hand.state.player(0).hole_cards[:5]) == "3c Kd Qs 2c Ah"


@pytest.mark.parametrize("positions", [(-1, 0), (0, 12), (12, 0), (3, 3), (0, -12)])
def test_C4_a_swap_of_cards_that_are_not_there_is_malformed(positions):
    hand = arranging()
    hand.refuse(Swap(0, *positions), Malformed)


def test_C4_a_foreign_seat_arranges_nothing():
    hand = arranging()
    hand.refuse(Swap(2, 0, 4), NotAllowed)
    hand.refuse(SetReady(2, ready=True), NotAllowed)
    hand.refuse(SetReady(0, ready=False), IllegalNow)


def test_C9_nobody_can_fold_by_acting_during_the_arrangement():
    hand = arranging()
    hand.refuse(Act(0, Action.FOLD), IllegalNow)
    hand.refuse(Act(1, Action.CHECK), IllegalNow)


def test_C9_who_leaves_during_the_arrangement_folds():
    hand = arranging([500, 500, 500])
    assert hand.leave(1)[0] == SeatLeftHand(1, folds=True)
    assert hand.state.awaiting == {0, 2}
    hand.ready()
    assert hand.state.to_act == 2


def test_C9_an_all_in_player_who_leaves_counts_as_ready_with_the_last_draft():
    hand = Hand(GAME, [30, 500], hole={0: "AhKdQs2c 3c4c5c6c 7c8c9cTc"})
    hand.raise_to(30)
    hand.call()
    assert hand.state.awaiting == {0, 1}
    hand.swap(0, 0, 4)
    assert hand.leave(0) == (SeatLeftHand(0, folds=False),)
    assert hand.state.awaiting == {1}
    hand.ready(1)
    assert hand.state.phase is Phase.RUN_OUT
    assert cards_text(hand.state.player(0).hole_cards[:5]) == "3c Kd Qs 2c Ah"
    hand.check_down()
    assert len(hand.state.so_far.shown) == 2


def test_C9_an_all_in_player_who_left_before_the_flops_is_not_waited_for():
    hand = Hand(GAME, [35, 500, 500])
    hand.raise_to(35)
    assert hand.leave(0) == (SeatLeftHand(0, folds=False),)
    hand.call()
    hand.call()
    assert hand.state.awaiting == {1, 2}


def test_C9_the_last_to_arrange_leaves_and_the_other_wins_unshown():
    hand = arranging(blinds=(10, 20), rake=RAKED)
    hand.ready(0)
    hand.leave(1)
    assert hand.state.finished
    assert hand.state.so_far.shown == ()
    assert [(a.chips, a.rake, a.scoop) for a in hand.state.so_far.awards] == [(40, 1, None)]


def test_A17_C9_an_arrangement_to_come_is_a_decision_left():
    """A has matched all that B can call, but would still arrange: leaving folds."""
    hand = Hand(GAME, [500, 30])
    hand.raise_to(30)
    assert hand.leave(0)[0] == SeatLeftHand(0, folds=True)
    assert hand.state.finished
    assert hand.stacks == {0: 490, 1: 40}


# --- all-in before the flops (C8) ---------------------------------------------------------------


def test_C8_all_in_before_the_flops_everybody_arranges_then_a_beat_a_street():
    hand = Hand(GAME, [30, 30])
    hand.raise_to(30)
    hand.call()
    assert hand.state.phase is Phase.ARRANGING
    assert hand.state.awaiting == {0, 1}
    hand.swap(0, 0, 4)
    hand.ready()
    assert hand.state.phase is Phase.RUN_OUT
    hand.refuse(Swap(0, 0, 4), IllegalNow)
    hand.refuse(TimeOut(), IllegalNow)
    assert [e.street for e in hand.do(DealNextStreet())] == ["turn"]
    assert hand.state.phase is Phase.RUN_OUT
    hand.do(DealNextStreet())
    assert hand.state.finished


def test_C8_a_run_out_shows_no_hands_before_the_showdown():
    hand = Hand(GAME, [30, 30])
    hand.raise_to(30)
    hand.call()
    hand.ready()
    hand.do(DealNextStreet())
    assert hand.events(HandsTurnedUp, HandsShown) == []
    hand.do(DealNextStreet())
    assert len(hand.events(HandsShown)) == 1


SCOOP = {
    "hole": {0: "AsAd2c3d KsKd4c5d QsQd6c7d", 1: "2s2h3c3h 2d4d4sAh 5s5c6d6s"},
    "boards": ["Ac8d9s4hJc", "Kc8s9d5hJh", "Qc8h9h3sJs"],
}
"""Seat 0 has a set on each board."""


# --- folding, the clock, the boards (C5-C7, A11) ------------------------------------------------


def test_C7_a_fold_gives_up_all_three_boards():
    """The best hand on each board folds on the river, where it could check: it wins nothing."""
    hand = arranging([500, 500, 500], **SCOOP)
    hand.ready()
    hand.check_round()
    hand.check_round()
    assert hand.state.street == "river"
    hand.check()
    hand.check()
    hand.fold()
    (award,) = hand.state.so_far.awards
    assert award.eligible_seats == (1, 2)
    assert [shown.seat for shown in hand.state.so_far.shown] == [1, 2]
    assert hand.stacks[0] == 490


def test_A11_the_clock_checks_if_possible_else_folds():
    hand = Hand(GAME, [500, 500])
    (event, *_) = hand.time_out()
    assert (event.action, event.timed_out) == ("fold", True)
    hand = arranging()
    hand.ready()
    (event, *_) = hand.time_out()
    assert (event.action, event.timed_out) == ("check", True)


def shown(hand: Hand, seat: int) -> list[tuple[str, str]]:
    """(name, ranks) of the seat's hand on each board."""
    made = next(h.made for h in hand.state.so_far.shown if h.seat == seat)
    return [(m.name, hand_text(m.cards)) for m in made]


PAGE_DEAL = "KsKd4d5c Ah5h4c3s 7d2sQcJd"
PAGE_BOARDS = ("9h6h3hJcTs", "Td9c8s2h6d", "Kc7s2d8c9d")


def test_C4_the_pages_twelve_cards_as_dealt():
    hand = arranging(hole={0: PAGE_DEAL}, boards=PAGE_BOARDS)
    hand.check_down()
    assert shown(hand, 0) == [
        ("Pair of kings", "pair 13,11,10,9"),
        ("Ace high", "high card 14,10,9,8,5"),
        ("Two pair, 7s and 2s", "two pair 7,2,13"),
    ]


def test_C4_the_pages_twelve_cards_after_the_split():
    hand = arranging(hole={0: PAGE_DEAL}, boards=PAGE_BOARDS)
    for first, second in ((0, 4), (1, 5), (4, 10), (5, 11)):
        hand.swap(0, first, second)
    hand.check_down()
    assert hand.state.so_far.shown[-1].hole_cards == parse_cards("Ah5h4d5c QcJd4c3s 7d2sKsKd")
    assert shown(hand, 0) == [
        ("Flush, ace high", "flush 14,9,6,5,3"),
        ("Straight, queen high", "straight 12"),
        ("Set of kings", "trips 13,9,8"),
    ]


def test_C1_four_hearts_on_the_board_and_one_in_the_hand_are_just_ace_high():
    """And 6-7-8-9-10 that would need three cards from the hand is a pair of 9s."""
    hand = arranging(hole={0: "AhQc7d4s 9d9c8s7h 2c2d3d3s"}, boards=["2h6h9hKh3c", "6cTdKs3h2s"])
    hand.check_down()
    assert shown(hand, 0)[:2] == [
        ("Ace high", "high card 14,13,12,9,6"),
        ("Pair of 9s", "pair 9,13,10,6"),
    ]


def test_C5_the_pages_pot_of_300_a_win_a_split_and_a_loss():
    hand = Hand(
        GAME,
        [150, 150],
        hole={0: "Ah5h4d2s QcJd4c3s KsKd7d2c", 1: "8d8s3dQh QdJs4s5d Ac3c4hJh"},
        boards=["9h6h3h8cTs", "Td9c8h2h6d", "Kc7c2d5c9d"],
    )
    hand.raise_to(30)
    hand.raise_to(90)
    hand.raise_to(150)
    hand.call()
    hand.check_down()
    names = [[name for name, _ in shown(hand, seat)] for seat in (0, 1)]
    assert names == [
        ["Flush, ace high", "Straight, queen high", "Set of kings"],
        ["Set of 8s", "Straight, queen high", "Flush, ace high"],
    ]
    (award,) = hand.state.so_far.awards
    assert [share.winners for share in award.shares] == [
        (Win(0, 100),),
        (Win(1, 50), Win(0, 50)),
        (Win(1, 100),),
    ]
    assert award.scoop is None
    assert hand.stacks == {0: 150, 1: 150}


def test_C6_the_scoop():
    hand = arranging(**SCOOP)
    hand.check_down()
    (award,) = hand.state.so_far.awards
    assert award.scoop == 0
    assert hand.stacks == {0: 510, 1: 490}


# --- leaving in the middle of a hand (A17) ------------------------------------------------------


def test_A17_leaving_out_of_turn_folds_and_the_turn_and_the_price_stay():
    hand = Hand("holdem", [500, 500, 500, 500])
    hand.raise_to(40)
    assert hand.state.to_act == 0
    decision = hand.state.decision
    assert hand.leave(3) == (SeatLeftHand(3, folds=True),)
    assert (hand.state.to_act, hand.state.decision) == (0, decision)
    assert hand.legal() == {"fold": True, "call": 40, "raise": (70, 500)}
    hand.refuse(LeaveHand(3), IllegalNow)


def test_A17_what_nobody_matched_of_a_leavers_bet_goes_back():
    hand = Hand("holdem", [500, 500, 500, 500])
    hand.raise_to(40)
    hand.leave(3)
    hand.fold()
    hand.fold()
    assert hand.events(UncalledBetReturned) == [UncalledBetReturned(3, 30)]
    assert hand.stacks == {0: 500, 1: 495, 2: 515, 3: 490}


def test_A17_leaving_on_ones_turn_passes_it_on():
    hand = Hand("holdem", [500, 500, 500])
    hand.leave(0)
    assert hand.state.to_act == 1


def test_A17_an_all_in_player_who_leaves_stays_in_the_hand():
    hand = Hand(
        "holdem", [50, 500, 500], hole={0: "AhAd", 1: "2c7d", 2: "3c8d"}, boards=["KsQs9h5h4d"]
    )
    hand.raise_to(50)
    hand.leave(0)
    hand.call()
    hand.call()
    hand.check_down()
    assert hand.stacks[0] == 150


def test_A17_with_no_decision_left_the_hand_stays_live():
    """On the river A has bet, and B can only call all-in or fold."""
    hand = Hand("holdem", [500, 100])
    hand.raise_to(50)
    hand.call()
    for _ in range(2):
        hand.check_round()
    hand.check()
    hand.bet(60)
    assert hand.leave(0) == (SeatLeftHand(0, folds=False),)
    hand.call()
    assert len(hand.state.so_far.shown) == 2


@pytest.mark.parametrize("street", ["preflop", "river"])
def test_A17_with_a_raise_to_come_the_leaver_folds(street):
    hand = Hand("holdem", [500, 500])
    while hand.state.street != street:
        hand.act("check" if "check" in hand.legal() else "call")
    leaver = hand.state.to_act
    hand.act("raise" if street == "preflop" else "bet", 50)
    assert hand.leave(leaver)[0] == SeatLeftHand(leaver, folds=True)


def test_A17_with_bets_of_later_streets_to_come_the_leaver_folds():
    """B may only call C's short all-in, but has chips for the flop: A isn't done deciding."""
    hand = Hand("holdem", [500, 500, 150])
    hand.raise_to(100)
    hand.call()
    hand.raise_to(150)
    hand.call()
    assert hand.legal() == {"fold": True, "call": 50}
    assert hand.leave(0)[0] == SeatLeftHand(0, folds=True)


def test_A17_both_blinds_leave_and_the_button_wins_their_chips():
    hand = Hand(GAME, [500, 500, 500])
    hand.leave(1)
    hand.leave(2)
    assert hand.stacks == {0: 510, 1: 495, 2: 495}


def test_A17_in_a_run_out_the_hand_stays_live():
    hand = Hand("holdem", [50, 500])
    hand.raise_to(50)
    hand.call()
    assert hand.leave(1) == (SeatLeftHand(1, folds=False),)
    hand.check_down()
    assert len(hand.state.so_far.shown) == 2
