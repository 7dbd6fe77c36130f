"""Clocks and options (A11, C4, A14)."""

import pytest

from patchpoker.engine.games import GAMES
from patchpoker.table.config import CLOCKS, Speed, buy_in_range, check_options
from tests.table.driver import PRIVATE, PUBLIC, RAKED, options


def test_clk_01_the_clocks():
    """A11, C4."""
    assert {speed.value: (c.decision_ms, c.arrangement_ms) for speed, c in CLOCKS.items()} == {
        "slow": (37_500, 180_000),
        "mid": (25_000, 120_000),
        "fast": (12_000, 100_000),
    }
    assert set(CLOCKS) == set(Speed)


@pytest.mark.parametrize("game", GAMES)
def test_a14_buy_ins(game):
    least, most = buy_in_range(game, 10)
    assert (least, most) == ({"patch-patch": 50}.get(game, 200), 1500)
    check_options(options(game, 2, min_buy_in=least, max_buy_in=most), private=False)


def test_a12_only_public_tables_keep_a_rake():
    check_options(options(rake=RAKED), private=False)
    assert PRIVATE.private
    assert not PUBLIC.private
