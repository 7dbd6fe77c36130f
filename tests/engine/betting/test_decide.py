"""What starts, voids and guards a hand; refusals and bugs (A6, A24, A25, A29)."""

from dataclasses import replace

import pytest

from patchpoker.engine.betting import HandState, decide, evolve, replay
from patchpoker.engine.betting.commands import (
    Act,
    Action,
    Entrant,
    LeaveHand,
    StartHand,
    TimeOut,
    VoidHand,
)
from patchpoker.engine.betting.events import (
    BlindPosted,
    HandFinished,
    HandStarted,
    HandVoided,
    PotAwarded,
)
from patchpoker.engine.cards import DECK
from patchpoker.engine.errors import Bug, IllegalNow, Malformed, NotAllowed
from patchpoker.engine.games import HOLDEM, PATCH_PATCH
from patchpoker.engine.rake import RakeRule
from tests.engine.dealing import Hand

START = StartHand(
    hand_no=7,
    variant=PATCH_PATCH,
    button=1,
    small_blind_seat=2,
    big_blind_seat=0,
    small_blind=5,
    big_blind=10,
    rake=RakeRule(300, 30),
    entrants=(Entrant(0, 500), Entrant(1, 400), Entrant(2, 300)),
    deck=DECK,
)


def test_the_first_event_carries_all_that_the_hand_is_dealt_under():
    started = decide(None, START)[0]
    assert started == HandStarted(
        7, "patch-patch", 1, 2, 0, 5, 10, 300, 30, START.entrants, START.deck
    )
    state = replay(decide(None, START))
    assert (state.hand_no, state.button, state.variant) == (7, 1, PATCH_PATCH)
    assert (state.small_blind, state.big_blind, state.rake) == (5, 10, RakeRule(300, 30))


def test_A24_cards_go_round_from_left_of_the_button_then_street_by_street_without_burns():
    state = replay(decide(None, START))
    assert [state.player(seat).hole_cards for seat in (2, 0, 1)] == [
        DECK[0:12],
        DECK[12:24],
        DECK[24:36],
    ]
    hand = Hand("patch-patch", [500, 500, 500])
    hand.call()
    hand.call()
    hand.check_down()
    deck = hand.state.started.deck
    assert hand.state.boards == tuple(
        (*deck[36 + 3 * board : 39 + 3 * board], deck[45 + board], deck[48 + board])
        for board in range(3)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"entrants": (Entrant(1, 500),)},
        {"entrants": tuple(Entrant(seat, 500) for seat in range(4))},
        {"entrants": (Entrant(2, 500), Entrant(1, 500), Entrant(0, 500))},
        {"entrants": (Entrant(0, 500), Entrant(1, 500), Entrant(1, 500), Entrant(2, 5))},
        {"entrants": (Entrant(0, 0), Entrant(1, 500), Entrant(2, 500))},
        {"button": 3},
        {"small_blind": 0},
        {"small_blind": 11},
    ],
)
def test_a_start_that_makes_no_sense_is_malformed(wrong):
    with pytest.raises(Malformed):
        decide(None, replace(START, **wrong))


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], DECK[0]), (*DECK, 0)])
def test_A25_a_deck_is_52_distinct_cards(deck):
    with pytest.raises(Bug):
        decide(None, replace(START, deck=deck))


def test_one_hand_at_a_time():
    hand = Hand("holdem", [500, 500])
    hand.refuse(replace(START, variant=HOLDEM), IllegalNow)
    with pytest.raises(IllegalNow):
        decide(None, TimeOut())


def test_A6_short_blinds_post_what_there_is():
    start = replace(START, entrants=(Entrant(0, 4), Entrant(1, 400), Entrant(2, 3)))
    posts = [event for event in decide(None, start) if isinstance(event, BlindPosted)]
    assert [(post.seat, post.chips) for post in posts] == [(2, 3), (0, 4)]


def test_A29_a_void_hand_gives_everything_back():
    hand = Hand("patch-patch", [500, 400, 300])
    hand.raise_to(35)
    hand.call()
    assert hand.do(VoidHand("the deck was lost")) == (HandVoided("the deck was lost"),)
    assert hand.stacks == {0: 500, 1: 400, 2: 300}
    assert hand.state.finished
    assert hand.state.result.void == "the deck was lost"
    assert hand.state.result.awards == ()
    hand.refuse(VoidHand("again"), IllegalNow)


def test_A17_who_is_not_in_the_hand_cannot_leave_it():
    hand = Hand("holdem", [500, 500])
    hand.refuse(LeaveHand(4), NotAllowed)
    hand.refuse(Act(4, Action.FOLD), NotAllowed)


def test_the_last_event_has_everybodys_stack():
    hand = Hand("holdem", [500, 400, 300])
    hand.fold()
    hand.fold()
    assert hand.log[-1] == HandFinished(((0, 500), (1, 395), (2, 305)))
    assert hand.state.result.awards == tuple(hand.events(PotAwarded))


def test_a_decision_has_one_number_and_the_next_a_higher_one():
    hand = Hand("patch-patch", [500, 500])
    seen = [hand.state.decision]
    hand.call()
    seen.append(hand.state.decision)
    hand.check()
    seen.append(hand.state.decision)
    hand.ready()
    seen.append(hand.state.decision)
    assert seen == sorted(set(seen))


def test_the_pots_as_they_stand():
    hand = Hand("holdem", [50, 500, 500])
    hand.raise_to(50)
    hand.call()
    hand.call()
    hand.bet(100)
    hand.call()
    assert [(pot.chips, pot.eligible_seats) for pot in hand.state.pots()] == [
        (150, (0, 1, 2)),
        (200, (1, 2)),
    ]
    assert hand.state.pot_chips == 350


def test_A1_a_chip_that_got_lost_is_a_bug_of_ours(monkeypatch):
    """The hand stops rather than pay a wrong sum: here the pots forget what lies in them."""
    hand = Hand("holdem", [500, 500])
    monkeypatch.setattr(HandState, "pots", lambda state: ())
    with pytest.raises(Bug):
        decide(hand.state, Act(0, Action.FOLD))


def test_events_fold_only_from_the_start():
    hand = Hand("holdem", [500, 500])
    with pytest.raises(Bug):
        replay(hand.log[1:])
    with pytest.raises(Bug):
        replay([])
    with pytest.raises(Bug):
        evolve(hand.state, object())
