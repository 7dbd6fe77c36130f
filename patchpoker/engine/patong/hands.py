"""How strong a hand is in Patong: the best five of the played cards and the board, or four real
cards and a blank (D3).

A rank is the hand's shape: its category, then its card ranks, most telling first. Five real cards
have the shape of the evaluator's tables; the blank's digit is 0, below a deuce's 1. So all hands
share one scale: a blank loses every comparison that comes down to it, and only that.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from patchpoker.engine.cards import Card
from patchpoker.engine.describe import name_of
from patchpoker.engine.evaluator import best_five, evaluate
from patchpoker.engine.ranking import Category, HandShape, shape_category, shape_of, shape_ranks
from patchpoker.engine.tables import SHAPES

PatongRank: TypeAlias = HandShape
"""Equal ranks tie, a higher one wins."""

_FOUR_CARDS = {
    (1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
}
"""By how often each rank occurs: a blank pairs with nothing and completes nothing (D3)."""


@dataclass(frozen=True, slots=True)
class StreetHand:
    """What a seat makes of a street: `cards` are the five, most telling first; a blank is None and
    the last."""

    hand_rank: PatongRank
    name: str
    cards: tuple[Card | None, ...]


def rank_of(cards: Iterable[Card]) -> PatongRank:
    """The rank of the best five of 5 to 7 different cards, or of 4 and a blank. Raises CardError
    for another number."""
    cards = tuple(cards)
    if len(cards) != 4:
        return SHAPES[evaluate(cards)]
    ranks = Counter(sorted((card >> 2 for card in cards), reverse=True)).most_common()
    return shape_of(
        _FOUR_CARDS[tuple(count for _, count in ranks)],
        [rank for rank, count in ranks for _ in range(count)],
    )


def street_hand(played: tuple[Card, ...], board: tuple[Card, ...]) -> StreetHand:
    """The hand of the cards that a seat played, none for the board's own."""
    cards = played + board
    rank = rank_of(cards)
    telling = shape_ranks(rank)
    name = name_of(shape_category(rank), telling, hole=played)
    best = cards if len(cards) == 4 else best_five(cards)
    five: list[Card | None] = [*sorted(best, key=lambda card: telling.index(card >> 2))]
    return StreetHand(rank, name, tuple(five + [None] * (5 - len(best))))
