"""Side pots and uncalled bets: A7, A8."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from patchpoker.engine.pots import Contribution, Pot, build_pots, uncalled


def made_by(*chips: int, folded: tuple[int, ...] = ()) -> tuple[Contribution, ...]:
    return tuple(Contribution(seat, c, seat not in folded) for seat, c in enumerate(chips))


def test_A8_chips_an_all_in_cannot_match_make_a_side_pot():
    assert build_pots(made_by(30, 80, 200, 200)) == (
        Pot(120, (0, 1, 2, 3)),
        Pot(150, (1, 2, 3)),
        Pot(240, (2, 3)),
    )


def test_A8_equal_eligible_players_make_one_pot():
    """A folded 50 between two live 133s is no level of its own (SIDE-05)."""
    assert build_pots(made_by(50, 133, 133, folded=(0,))) == (Pot(316, (1, 2)),)


def test_A8_folded_chips_stay_in_the_layer_they_lie_in():
    assert build_pots(made_by(30, 40, 200, 200, folded=(0,))) == (
        Pot(150, (1, 2, 3)),
        Pot(320, (2, 3)),
    )


def test_A8_a_layer_that_nobody_live_reached_joins_the_last_pot():
    assert build_pots(made_by(100, 40, 100, 40, folded=(0, 2))) == (Pot(280, (1, 3)),)


def test_A17_chips_of_leavers_alone_go_to_the_one_who_is_left():
    """Both blinds left before the button had put in a chip."""
    assert build_pots(made_by(0, 5, 5, folded=(1, 2))) == (Pot(10, (0,)),)


def test_A8_nothing_in_the_middle_is_no_pot():
    assert build_pots(made_by(0, 0)) == ()


def test_A7_what_nobody_matched_goes_back():
    assert uncalled(made_by(100, 40, 60)) == (0, 40)
    assert uncalled(made_by(100, 100, 60)) is None
    assert uncalled(made_by(0, 0)) is None


def test_A7_a_folded_match_counts_as_matched():
    assert uncalled(made_by(100, 40, 90, folded=(2,))) == (0, 10)


def test_A17_a_leavers_bet_that_nobody_matched_goes_back_too():
    assert uncalled(made_by(100, 40, 40, folded=(0,))) == (0, 60)


@given(st.lists(st.tuples(st.integers(0, 500), st.booleans()), min_size=2, max_size=6))
def test_A8_pots_hold_all_chips_and_lose_players_outward(parts):
    parts[0] = (parts[0][0], True)
    contributions = [Contribution(seat, *part) for seat, part in enumerate(parts)]
    pots = build_pots(contributions)
    assert sum(pot.chips for pot in pots) == sum(chips for chips, _ in parts)
    assert all(pot.chips > 0 and pot.eligible_seats for pot in pots)
    for inner, outer in pairwise(pots):
        assert set(outer.eligible_seats) < set(inner.eligible_seats)
    for seat, (chips, live) in enumerate(parts):
        won = sum(pot.chips for pot in pots if seat in pot.eligible_seats)
        assert live or won == 0
        most = sum(min(chips, other) for other, _ in parts)
        highest = chips >= max(other for other, alive in parts if alive)
        assert highest or won == (most if live else 0), "a pot holds at most one match of each"
