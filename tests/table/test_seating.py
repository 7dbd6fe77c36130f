"""Who is dealt in, button and blinds: the TBL cases of seats, A2, A15, A16, A28."""

import pytest

from patchpoker.table import commands as c
from patchpoker.table import events
from patchpoker.table.seating import is_between
from tests.table.driver import Driver

SIX = {"game": "holdem", "seats": 6}


def seated(players, at=None, **kwargs):
    """These players sit down in this order, in the seats `at`, else 0, 1.."""
    table = Driver(**kwargs)
    for index, player in enumerate(players):
        table.sit(player, index if at is None else at[index])
    return table


def test_is_between():
    """A16: strictly, and clockwise."""
    assert is_between(0, 1, 2, 3)
    assert not is_between(0, 2, 2, 3)
    assert not is_between(0, 0, 2, 3)
    assert is_between(2, 0, 1, 3)
    assert is_between(1, 0, 1, 3), "from a seat to itself is a full round"


# --- the button and the blinds (A2, A16) ----------------------------------------------------


def test_tbl_01_three_become_two_the_button_moves_on_and_posts_the_small_blind():
    """A2, TBL-01: C, the big blind, busts."""
    table = seated("ABC", game="holdem")
    table.bust("C", "A", button="A")
    table.deal()
    assert table.positions() == ("AB", "B", "B", "A")
    assert table.to_act == "B"
    table.fold_out()
    table.deal()
    assert table.positions() == ("AB", "A", "A", "B")


def test_tbl_03_the_button_passes_one_who_sits_out():
    """A16, TBL-03: B sits out hand 2 only."""
    table = seated("ABCD", **SIX)
    table.deal(button="A")
    assert (table.positions(), table.to_act) == (("ABCD", "A", "B", "C"), "D")
    table.do(c.SitOut, "B")
    table.fold_out()
    table.deal()
    assert (table.positions(), table.to_act) == (("ACD", "C", "D", "A"), "C")
    table.do(c.SitIn, "B", False)
    table.fold_out()
    table.deal()
    assert (table.positions(), table.to_act) == (("ABCD", "D", "A", "B"), "C")


def test_tbl_05_a_third_player_sits_down_during_a_heads_up_hand():
    """A15, TBL-05: in at the next hand, in the small blind's place, without an entry post."""
    table = seated("AB")
    table.deal(button="A")
    assert table.positions() == ("AB", "A", "A", "B")
    table.sit("C")
    assert table.hand.awaiting == {0}
    table.fold_out()
    table.deal()
    assert (table.positions(), table.to_act) == (("ABC", "B", "C", "A"), "B")
    assert table.hand.pot_chips == 15
    table.fold_out()
    table.deal()
    assert (table.positions(), table.to_act) == (("ABC", "C", "A", "B"), "C")


def test_tbl_06_empty_seats_are_skipped():
    """A2, TBL-06: seats 0, 2 and 5 of six."""
    table = seated("ABC", at=(0, 2, 5), **SIX)
    table.deal(button="A")
    assert table.positions() == ("ABC", "A", "B", "C")
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABC", "B", "C", "A")
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABC", "C", "A", "B")


def test_a16_the_same_player_never_pays_the_big_blind_twice_in_a_row():
    """A16: the button leaves three-handed; it moves one seat further than the next player."""
    table = seated("ABC")
    table.deal(button="A")
    assert table.positions() == ("ABC", "A", "B", "C")
    table.do(c.Leave, "A")
    table.fold_out()
    table.deal()
    assert table.positions() == ("BC", "C", "C", "B")


def test_a16_the_small_blind_leaves_three_handed():
    table = seated("ABC")
    table.deal(button="A")
    table.do(c.Leave, "B")
    table.fold_out()
    table.deal()
    assert table.positions() == ("AC", "C", "C", "A")


def test_a16_who_sits_down_between_button_and_big_blind_waits_until_the_button_has_passed():
    """A16: C takes the seat between A, the button, and B; in the next hand the button passes C, in
    the one after C is in."""
    table = seated("AB", at=(0, 2))
    table.deal(button="A")
    assert table.positions() == ("AB", "A", "A", "B")
    table.sit("C", 1)
    table.fold_out()
    table.deal()
    assert table.positions() == ("AB", "B", "B", "A")
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABC", "A", "C", "B")


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_a2_the_first_button_is_drawn_among_those_dealt_in(button):
    """A2: the deck's last card decides, so that each of them can get it."""
    table = seated("ABCD", **SIX)
    table.do(c.SitOut, "D")
    table.deal(button=button)
    assert table.positions()[:2] == ("ABC", button)


def test_a2_the_button_moves_only_after_a_completed_hand():
    """A2, A29: a void hand is dealt again with the same button and blinds."""
    table = seated("ABC")
    table.deal(button="B")
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABC", "C", "A", "B")
    table.do(c.VoidHand, "test")
    table.deal()
    assert table.positions() == ("ABC", "C", "A", "B")


@pytest.mark.parametrize("first", ["A", "B"])
def test_a2_who_joins_a_lone_player_takes_the_big_blind(first):
    table = seated("AB")
    table.deal(button=first)
    table.do(c.Leave, "B")
    table.alarm()
    assert table.state.hand is None
    table.sit("C")
    table.deal()
    assert table.positions() == ("AC", "A", "A", "C")


# --- coming in (A15) ------------------------------------------------------------------------


def four_and_newcomer(newcomer_seat):
    """Four play with the button on A and the big blind on C; E sits down."""
    table = seated("ABCD", at=(0, 1, 2, 4), **SIX)
    table.deal(button="A")
    assert table.positions() == ("ABCD", "A", "B", "C")
    table.sit("E", newcomer_seat)
    return table


def test_a15_with_four_or_more_a_newcomer_waits_for_the_big_blind():
    table = four_and_newcomer(5)
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCD", "B", "C", "D")
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCDE", "C", "D", "E")
    assert not any(e.post == "entry" for e in posts(table)), "the big blind is the post"


def posts(table):
    from patchpoker.engine.betting.events import BlindPosted

    return [event for event in table.batches[-1] if isinstance(event, BlindPosted)]


def test_a15_or_posts_a_live_big_blind_now_and_keeps_the_option():
    table = four_and_newcomer(5)
    table.do(c.SitIn, "E", True)
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCDE", "B", "C", "D")
    assert [(p.seat, p.post.value, p.chips) for p in posts(table)] == [
        (2, "small_blind", 5),
        (4, "big_blind", 10),
        (5, "entry", 10),
    ]
    assert table.to_act == "E", "left of the big blind"
    assert table.legal.check
    assert table.legal.raise_ is not None


def test_a15_right_behind_the_big_blind_a_newcomer_is_the_next_one():
    table = seated("ABCD", at=(0, 1, 2, 4), **SIX)
    table.deal(button="B")
    assert table.positions() == ("ABCD", "B", "C", "D")
    table.sit("E", 5)
    table.do(c.SitIn, "E", True)
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCDE", "C", "D", "E"), "the big blind comes: no wait"


def test_a16_between_button_and_big_blind_a_post_waits_until_the_button_has_passed():
    """A15, A16: E, between B and C, would post at once, but sits in the small blind's place."""
    table = seated("ABCD", at=(0, 1, 3, 4), **SIX)
    table.deal(button="A")
    table.sit("E", 2)
    table.do(c.SitIn, "E", True)
    assert table.seat("E").must_wait, "between the button and the big blind (A16)"
    for dealt_in, button in (("ABCD", "B"), ("ABCD", "C"), ("ABCDE", "D")):
        table.fold_out()
        table.deal()
        assert table.positions()[:2] == (dealt_in, button)
    assert [p.post.value for p in posts(table)] == ["small_blind", "big_blind", "entry"]


def test_a15_a_newcomer_makes_three_and_posts_nothing():
    table = seated("AB", at=(0, 2), **SIX)
    table.deal(button="A")
    table.sit("C", 4)
    table.sit("D", 5)
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCD", "B", "C", "D"), "the fourth comes in as the big blind"
    assert [p.post.value for p in posts(table)] == ["small_blind", "big_blind"]


def test_a15_who_missed_the_big_blind_may_wait_for_it():
    """Three-handed: B sat out while the big blind passed; the next one is B's, without a post."""
    table = seated("ABC", at=(0, 1, 2))
    table.deal(button="A")
    table.fold_out()
    table.do(c.SitOut, "B")
    for _ in range(2):
        table.deal()
        table.fold_out()
    assert table.seat("B").owes_blind
    table.do(c.SitIn, "B", False)
    for _ in range(4):
        table.deal()
        in_hand, paid = table.positions(), posts(table)
        table.fold_out()
        if "B" in in_hand[0]:
            break
    assert (in_hand[0], in_hand[3]) == ("ABC", "B")
    assert [p.post.value for p in paid] == ["small_blind", "big_blind"]
    assert not table.seat("B").owes_blind


def test_a15_who_missed_the_big_blind_may_post_it_live_and_keeps_the_option():
    """Five-handed: E sat out while the big blind passed, and is back when the button is on A."""
    table = seated("ABCDE", **SIX)
    table.deal(button="A")
    table.do(c.SitOut, "E")
    for _ in range(4):
        table.fold_out()
        table.deal()
    assert table.positions() == ("ABCD", "A", "B", "C")
    table.do(c.SitIn, "E", True)
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCDE", "B", "C", "D")
    assert [(p.seat, p.post.value, p.chips) for p in posts(table)] == [
        (2, "small_blind", 5),
        (3, "big_blind", 10),
        (4, "entry", 10),
    ]
    assert table.to_act == "E"
    assert table.legal.check
    assert table.legal.raise_ is not None
    table.fold_out()
    assert not table.seat("E").owes_blind


def test_a15_leaving_and_coming_back_within_the_hour_owes_the_blind_that_passed():
    table = seated("ABC")
    table.deal(button="A")
    table.do(c.Leave, "B")
    table.fold_out()
    for _ in range(3):
        table.deal()
        table.fold_out()
    table.sit("B", 1)
    assert table.seat("B").owes_blind
    table.do(c.Leave, "B")
    table.now += 60 * 60_000
    table.sit("B", 1)
    assert not table.seat("B").owes_blind, "an hour later it is forgotten"


# --- who can be dealt in (A28) --------------------------------------------------------------


def test_tbl_10_one_player_left_waits_with_the_stack_as_it_is():
    """A28, TBL-10: B busts; A waits; B buys in again and a heads-up hand starts."""
    table = seated("AB", game="holdem", seats=2)
    table.bust("B", "A", button="A")
    table.alarm()
    assert table.state.hand is None
    assert table.stack("A") == 1000
    assert table.state.next_alarm_ms == table.seat("B").busted_ms + 60_000
    table.do(c.TopUp, "B", 500)
    table.do(c.ApplyTopUps, (("B", 10_000),))
    assert table.state.next_alarm_ms == table.now, "deals at once"
    table.tick()
    assert table.positions()[0] == "AB"
    assert {p.seat: p.stack + p.bet for p in table.hand.players} == {0: 1000, 1: 500}


def test_tbl_11_sit_out_next_hand_works_from_exactly_the_next_hand():
    """A11, TBL-11: B keeps cards, turns and the full clock in hand 1."""
    table = seated("ABC")
    table.deal(button="A")
    table.act("call")
    table.act("call", player="B")
    table.do(c.SitOut, "B")
    table.act("check")
    for seat in (0, 1, 2):
        table.ready(seat)
    assert table.to_act == "B"
    assert table.state.clock.deadline_ms == table.now + 37_500
    table.act("check")
    table.finish()
    table.deal()
    assert table.positions()[0] == "AC"
    table.do(c.SitIn, "B", False)
    table.fold_out()
    table.deal()
    assert table.positions()[0] == "ABC"


def test_a28_two_who_can_be_dealt_in_start_a_hand_at_once():
    table = Driver()
    table.sit("A")
    assert table.state.next_alarm_ms is None
    assert table.tick() == ()
    table.sit("B")
    assert table.state.next_alarm_ms == table.now
    assert any(isinstance(e, events.ClockStarted) for e in table.tick())
    assert table.positions()[0] == "AB"


def test_a15_a_fourth_newcomer_who_isnt_the_big_blind_waits():
    """A15: with three settled players both newcomers must wait; E is the big blind, F isn't."""
    table = seated("ABC", at=(0, 3, 5), **SIX)
    table.deal(button="B")
    assert table.positions() == ("ABC", "B", "C", "A")
    table.sit("F", 2)
    table.now += 1
    table.sit("E", 1)
    table.fold_out()
    table.deal()
    assert table.positions() == ("ABCE", "C", "A", "E")


def test_a15_owing_a_blind_is_remembered_by_who_leaves():
    table = seated("ABC")
    table.deal(button="A")
    table.fold_out()
    table.do(c.SitOut, "B")
    for _ in range(2):
        table.deal()
        table.fold_out()
    assert table.seat("B").owes_blind
    table.do(c.Leave, "B")
    table.sit("B", 1)
    assert table.seat("B").owes_blind


def test_a16_a_rebuy_comes_back_like_a_newcomer():
    """A16: A, the button, busts and buys in again during the next hand, where A would come in
    between the button C and the big blind B."""
    table = seated("ABC", game="holdem")
    table.bust("A", "B", button="A")
    table.deal()
    assert table.positions() == ("BC", "C", "C", "B")
    table.do(c.TopUp, "A", 500)
    table.fold_out()
    table.do(c.ApplyTopUps, (("A", 500),))
    assert table.seat("A").must_wait


@pytest.mark.parametrize("during_the_hand", [True, False])
def test_a16_who_missed_no_hand_is_no_returner(during_the_hand):
    """B, the small blind, sits out and is back before the next deal."""
    table = seated("ABC")
    table.deal(button="A")
    if not during_the_hand:
        table.fold_out()
    table.do(c.SitOut, "B")
    table.do(c.SitIn, "B", True)
    if during_the_hand:
        assert not table.seat("B").post_now, "who is dealt in owes nothing"
        table.fold_out()
    table.deal()
    assert table.positions() == ("ABC", "B", "C", "A")
