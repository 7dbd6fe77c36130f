"""A hand in words, as said at the table: "Two pair, 7s and 2s"."""

from collections.abc import Sequence
from typing import assert_never

from patchpoker.engine.cards import Card
from patchpoker.engine.evaluator import category, telling_ranks
from patchpoker.engine.ranking import Category, HandRank

_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


def describe(rank: HandRank, hole: Sequence[Card] | None = None) -> str:
    """The name of a hand. Three of a kind is a set when `hole` holds two of them."""
    return name_of(category(rank), telling_ranks(rank), hole)


def name_of(kind: Category, ranks: Sequence[int], hole: Sequence[Card] | None = None) -> str:
    """The same by the kind of hand and its card ranks (0 = deuce), most telling first."""
    high = _NAMES[ranks[0]]
    match kind:
        case Category.HIGH_CARD:
            return f"{high.capitalize()} high"
        case Category.PAIR:
            return f"Pair of {high}s"
        case Category.TWO_PAIR:
            return f"Two pair, {high}s and {_NAMES[ranks[2]]}s"
        case Category.THREE_OF_A_KIND:
            if hole is not None and sum(card >> 2 == ranks[0] for card in hole) >= 2:
                return f"Set of {high}s"
            return f"Three of a kind, {high}s"
        case Category.STRAIGHT:
            return f"Straight, {high} high"
        case Category.FLUSH:
            return f"Flush, {high} high"
        case Category.FULL_HOUSE:
            return f"Full house, {high}s over {_NAMES[ranks[3]]}s"
        case Category.FOUR_OF_A_KIND:
            return f"Four of a kind, {high}s"
        case Category.STRAIGHT_FLUSH:
            return "Royal flush" if ranks[0] == 12 else f"Straight flush, {high} high"
        case _:
            assert_never(kind)
