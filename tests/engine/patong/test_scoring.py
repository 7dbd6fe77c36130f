"""Who wins what (D4, D5, D9, D10, D13)."""

from itertools import product

import pytest

from patchpoker.engine.cards import DECK, card_text
from patchpoker.engine.errors import Bug
from patchpoker.engine.patong.scoring import (
    drawing_loser,
    multiplier_of,
    on_two_points,
    street_half_points,
    tiebreak_winner,
)
from patchpoker.engine.patong.state import PlayerRound


@pytest.mark.parametrize(
    ("ranks", "half_points"),
    [
        ([9, 5, 5], [2, 0, 0]),
        ([9, 9, 5], [1, 1, 0]),
        ([9, 9, 9], [1, 1, 1]),
        ([7, 7, 7, 7], [1, 1, 1, 1]),
        ([1], [2]),
        ([], []),
    ],
)
def test_D4_a_flat_half_however_many_tie(ranks, half_points):
    assert street_half_points(dict(enumerate(ranks))) == dict(enumerate(half_points))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_D5_two_players_never_reach_two_points_together(players):
    """Every course that three streets can take: the best hand of each is any set of players, or
    nobody's."""
    outcomes = list(product((0, 1), repeat=players))
    for course in product(outcomes, repeat=3):
        totals = [0] * players
        for best in course:
            for seat, scored in street_half_points(
                {s: 1 for s in range(players) if best[s]}
            ).items():
                totals[seat] += scored
            winner = on_two_points(enumerate(totals))
            if winner is not None:
                assert totals[winner] >= 4
                break
        else:
            assert max(totals) < 4


def test_D5_two_on_two_points_would_be_a_bug():
    with pytest.raises(Bug, match="two points together"):
        on_two_points([(0, 4), (1, 3), (2, 5)])


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ({0: 8, 1: 7}, 0),
        ({0: 8, 1: 8, 2: 7}, None),
        ({0: 5, 1: 5}, None),
        ({0: 5}, None),
        ({3: 6}, 3),
        ({}, None),
    ],
)
def test_D9_the_lone_best_must_beat_the_board(hands, winner):
    assert tiebreak_winner(hands, board=5) == winner


def test_D10_the_multiplier_of_every_card():
    worth = dict(zip("23456789TJQKA", [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1], strict=True))
    assert {card: multiplier_of(card) for card in DECK} == {
        card: worth[card_text(card)[0]] for card in DECK
    }


def test_D10_the_lowest_loser_draws_ties_go_clockwise():
    def live(**points):
        return tuple(PlayerRound(int(seat[1:]), (), half_points=p) for seat, p in points.items())

    assert drawing_loser(live(s1=2, s2=1, s0=4), winner=0) == 2
    assert drawing_loser(live(s1=1, s2=1, s0=4), winner=0) == 1
    assert drawing_loser(live(s0=4), winner=0) is None
