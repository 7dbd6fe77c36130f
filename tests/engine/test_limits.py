"""Bet sizes: the Patch-Patch page's table (C3), no-limit and pot-limit (B2-B4), full raises."""

import pytest

from patchpoker.engine.limits import Sizes, Spot, is_full_raise, raise_sizes
from patchpoker.engine.variant import Limit

PAGE = {
    "the button opens three-handed: 10 + (15 + 10)": (Spot(10, 10, 0, 1000, 15), 35),
    "the small blind faces 35: 35 + (50 + 30)": (Spot(35, 25, 5, 995, 50), 115),
    "heads-up, the small blind opens: 10 + (15 + 5)": (Spot(10, 10, 5, 995, 15), 30),
    "the big blind's option over two calls: 10 + 30": (Spot(10, 10, 10, 990, 30), 40),
    "a flop with nothing bet: 60": (Spot(0, 10, 0, 1000, 60), 60),
    "facing 60 on that flop: 60 + (120 + 60)": (Spot(60, 60, 0, 1000, 120), 240),
    "the first bettor faces 240: 240 + (360 + 180)": (Spot(240, 180, 60, 940, 360), 780),
}


@pytest.mark.parametrize(("spot", "to"), PAGE.values(), ids=PAGE.keys())
def test_C3_every_size_of_the_page(spot, to):
    assert raise_sizes(Limit.POT_ONLY, spot) == Sizes(to, to)
    assert is_full_raise(Limit.POT_ONLY, spot, to)
    assert not is_full_raise(Limit.POT_ONLY, spot, to - 1)


def test_C3_a_stack_below_the_pot_goes_all_in_and_a_larger_one_cannot():
    assert raise_sizes(Limit.POT_ONLY, Spot(0, 10, 0, 59, 60)) == Sizes(59, 59)
    assert raise_sizes(Limit.POT_ONLY, Spot(0, 10, 0, 60, 60)) == Sizes(60, 60)
    assert raise_sizes(Limit.POT_ONLY, Spot(0, 10, 0, 61, 60)) == Sizes(60, 60)


@pytest.mark.parametrize("limit", [Limit.NO_LIMIT, Limit.POT_LIMIT])
def test_B2_a_raise_adds_at_least_the_last_full_raise(limit):
    """The page: at 5-10, over a bet of 30, a raise makes it at least 60."""
    spot = Spot(bet_to_match=30, full_raise=30, bet=0, stack=1000, pot=100)
    assert raise_sizes(limit, spot).min_to == 60
    assert is_full_raise(limit, spot, 60)
    assert not is_full_raise(limit, spot, 59)


@pytest.mark.parametrize("limit", [Limit.NO_LIMIT, Limit.POT_LIMIT])
def test_B2_the_smallest_bet_is_the_big_blind(limit):
    assert raise_sizes(limit, Spot(0, 10, 0, 1000, 20)).min_to == 10


def test_B2_no_limit_goes_up_to_the_stack():
    assert raise_sizes(Limit.NO_LIMIT, Spot(30, 20, 10, 490, 50)) == Sizes(50, 500)


def test_B3_pot_limit_goes_up_to_the_bet_faced_and_the_pot_after_the_call():
    assert raise_sizes(Limit.POT_LIMIT, Spot(10, 10, 0, 1000, 15)) == Sizes(20, 35)
    assert raise_sizes(Limit.POT_LIMIT, Spot(35, 25, 5, 995, 50)) == Sizes(60, 115)
    assert raise_sizes(Limit.POT_LIMIT, Spot(0, 10, 0, 1000, 60)) == Sizes(10, 60)
    assert raise_sizes(Limit.POT_LIMIT, Spot(35, 25, 5, 95, 50)) == Sizes(60, 100)


@pytest.mark.parametrize("limit", [Limit.NO_LIMIT, Limit.POT_LIMIT])
def test_A4_an_all_in_below_the_minimum_is_the_only_size(limit):
    assert raise_sizes(limit, Spot(22, 22, 0, 29, 42)) == Sizes(29, 29)
    assert not is_full_raise(limit, Spot(22, 22, 0, 29, 42), 29)
