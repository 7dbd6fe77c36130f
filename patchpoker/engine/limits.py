"""Which sizes a bet or raise may have: one rule for every game, with the limit as data."""

from dataclasses import dataclass
from typing import assert_never

from patchpoker.engine.variant import Limit


@dataclass(frozen=True, slots=True)
class Sizes:
    """Totals for the street, both ends included. Equal where there is one size only."""

    min_to: int
    max_to: int


@dataclass(frozen=True, slots=True)
class Spot:
    """What the size of a raise depends on. `bet_to_match`: the price of the street; `bet` and
    `stack`: the actor's; `pot`: everything in the middle before the action (B4)."""

    bet_to_match: int
    full_raise: int
    bet: int
    stack: int
    pot: int


def raise_sizes(limit: Limit, spot: Spot) -> Sizes:
    """The sizes of a bet or raise by a stack that covers more than the call.

    A stack short of the least size goes all-in for less (A4); the least raise is the price plus
    the last full raise and is never cut to an opponent's stack (A5).
    """
    all_in = spot.bet + spot.stack
    pot_raise = spot.bet_to_match + spot.pot + (spot.bet_to_match - spot.bet)
    match limit:
        case Limit.NO_LIMIT:
            most = all_in
        case Limit.POT_LIMIT:
            most = min(pot_raise, all_in)
        case Limit.POT_ONLY:
            only = min(pot_raise, all_in)
            return Sizes(only, only)
        case _:
            assert_never(limit)
    return Sizes(min(spot.bet_to_match + spot.full_raise, most), most)


def is_full_raise(limit: Limit, spot: Spot, to: int) -> bool:
    """Whether raising to `to` reopens the betting (A4, A5): at least the last full raise; in a
    pot-only game the pot raise itself."""
    if limit is Limit.POT_ONLY:
        return to >= spot.bet_to_match + spot.pot + (spot.bet_to_match - spot.bet)
    return to - spot.bet_to_match >= spot.full_raise
