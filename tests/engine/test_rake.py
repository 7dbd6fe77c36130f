"""The house's share: A12, A13."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchpoker.engine.rake import NO_RAKE, RakeRule, rake_of

RULE = RakeRule(rake_bps=300, rake_cap_chips=60)


def test_A12_three_percent_rounded_down():
    assert rake_of([33, 34, 99, 100, 133], RULE, flop_dealt=True) == (0, 1, 2, 3, 3)


def test_A12_at_most_the_cap_a_hand():
    assert rake_of([10_000], RULE, flop_dealt=True) == (60,)


def test_A12_only_when_a_flop_was_dealt():
    assert rake_of([10_000, 500], RULE, flop_dealt=False) == (0, 0)


def test_A12_private_and_small_tables_keep_nothing():
    assert rake_of([10_000], NO_RAKE, flop_dealt=True) == (0,)


def test_A13_the_main_pot_first_until_the_cap_is_used_up():
    assert rake_of([1500, 1000, 1000], RULE, flop_dealt=True) == (45, 15, 0)


@given(st.lists(st.integers(1, 10**15), max_size=6))
def test_A1_rake_is_whole_chips_and_exact_for_large_pots(pots):
    taken = rake_of(pots, RakeRule(300, 10**16), flop_dealt=True)
    for pot, rake in zip(pots, taken, strict=True):
        assert 0 <= pot * 3 - rake * 100 < 100


@pytest.mark.parametrize(("bps", "cap"), [(-1, 0), (10_001, 0), (300, -1)])
def test_A12_a_rule_is_valid_once_made(bps, cap):
    with pytest.raises(ValueError, match="rake"):
        RakeRule(bps, cap)
