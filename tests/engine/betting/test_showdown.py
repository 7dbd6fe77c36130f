"""Shares, ties, odd chips and the scoop: A9, A13, C5, C6."""

import pytest

from patchpoker.engine.betting.events import Share, Win
from patchpoker.engine.betting.showdown import award_pots, board_shares, divide
from patchpoker.engine.pots import Pot
from patchpoker.engine.rake import NO_RAKE, RakeRule

CLOCKWISE = (1, 2, 0)
"""Three seats, the button is 0."""


def award(pots, ranks, rake=NO_RAKE):
    return award_pots(pots, ranks, CLOCKWISE, rake, flop_dealt=True)


@pytest.mark.parametrize(
    ("pot", "shares"),
    [(100, (33, 33, 34)), (101, (33, 34, 34)), (102, (34, 34, 34)), (2, (0, 1, 1)), (1, (0, 0, 1))],
)
def test_C5_thirds_in_whole_chips(pot, shares):
    """The page: a pot of 100 pays 33, 33 and 34."""
    assert board_shares(pot, 3) == shares
    assert board_shares(pot, 1) == (pot,)


def test_A9_the_odd_chip_goes_to_the_first_tied_seat_from_the_button():
    assert divide(33, (1, 2)) == (Win(1, 17), Win(2, 16))


def test_A9_several_odd_chips_go_one_each():
    assert divide(35, (1, 2, 0)) == (Win(1, 12), Win(2, 12), Win(0, 11))


def test_A9_each_share_has_its_own_odd_chips():
    """A tie on all three boards of a pot of 99: three shares of 33, the odd chip of each to 1."""
    (only,) = award([Pot(99, (0, 1))], {0: (5, 5, 5), 1: (5, 5, 5)})
    assert [share.winners for share in only.shares] == [(Win(1, 17), Win(0, 16))] * 3


def test_A13_rake_comes_off_before_the_split():
    """PP-RAKE-08: 1000 less 30 is 323 + 323 + 324."""
    (only,) = award([Pot(1000, (0, 1))], {0: (9, 9, 1), 1: (1, 1, 9)}, RakeRule(300, 60))
    assert (only.rake, [share.chips for share in only.shares]) == (30, [323, 323, 324])


def test_A13_a_pot_with_one_eligible_player_is_not_split_and_no_scoop():
    main, side = award([Pot(90, (0, 1)), Pot(40, (1,))], {0: (1, 1, 1), 1: (2, 2, 2)})
    assert side.shares == (Share(None, 40, (Win(1, 40),)),)
    assert (main.scoop, side.scoop) == (1, None)


def test_C5_each_pot_goes_to_the_best_among_its_own_players():
    ranks = {0: (9, 1, 1), 1: (5, 9, 1), 2: (1, 1, 9)}
    main, side = award([Pot(105, (0, 1, 2)), Pot(100, (1, 2))], ranks)
    assert [share.winners[0].seat for share in main.shares] == [0, 1, 2]
    assert [share.winners for share in side.shares] == [(Win(1, 33),), (Win(1, 33),), (Win(2, 34),)]


def test_C6_a_scoop_is_all_boards_won_alone():
    assert award([Pot(90, (0, 1))], {0: (9, 9, 9), 1: (1, 1, 1)})[0].scoop == 0


def test_C6_a_tie_on_any_board_is_no_scoop():
    assert award([Pot(90, (0, 1))], {0: (9, 9, 9), 1: (1, 1, 9)})[0].scoop is None
    assert award([Pot(90, (0, 1))], {0: (1, 9, 1), 1: (9, 9, 9)})[0].scoop is None


def test_C6_told_for_each_pot():
    ranks = {0: (9, 9, 9), 1: (5, 5, 5), 2: (1, 1, 1)}
    awards = award([Pot(105, (0, 1, 2)), Pot(100, (1, 2))], ranks)
    assert [a.scoop for a in awards] == [0, 1]


def test_C6_one_board_is_no_scoop():
    assert award([Pot(90, (0, 1))], {0: (9,), 1: (1,)})[0].scoop is None
