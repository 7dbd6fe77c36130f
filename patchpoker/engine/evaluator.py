"""How strong a hand is (A26): the best five of 5 to 7 cards, and Omaha's exactly two and three.

Each card has a key: its rank's part adds up to a sum that names the multiset of ranks, and above it
four small counters, one a suit, overflow into a bit of their own at five cards of a suit. So a hand
is one addition a card and one look-up. A board is looked up once; each hand on it costs six
look-ups in Omaha, and flushes are looked at only where three of the board and two of the hand share
a suit.

Patong's hands of four cards and a blank (D3) are ranked in `engine.patong.hands`.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

from patchpoker.engine.cards import DECK, Card, CardError
from patchpoker.engine.ranking import (
    RANK_KEYS,
    ROW_BITS,
    Category,
    HandRank,
    shape_category,
    shape_ranks,
)
from patchpoker.engine.tables import FLUSHES, OMAHA, SHAPES, SLIDES, SLOT_BOARDS, SLOT_RANKS

_SUM_BITS = 26
_SUM_MASK = (1 << _SUM_BITS) - 1
_ROW_MASK = (1 << ROW_BITS) - 1
_CARD_KEYS = [RANK_KEYS[card >> 2] + (1 << _SUM_BITS + 4 * (card & 3)) for card in DECK]
_NO_CARDS = sum(3 << _SUM_BITS + 4 * suit for suit in range(4))
"""Each suit's counter begins at 3, so that five cards of a suit set its highest bit."""
_FLUSH_BITS = sum(8 << _SUM_BITS + 4 * suit for suit in range(4))

_THREE_SUITED = sum(2 << _SUM_BITS + 4 * suit for suit in range(4))
"""Added to a board's counters, three cards of a suit set its highest bit."""

_RANK_PAIRS = dict(zip(combinations_with_replacement(range(13), 2), OMAHA, strict=True))
_HOLE_PAIRS = [
    [_RANK_PAIRS[min(one, other) >> 2, max(one, other) >> 2] for other in DECK] for one in DECK
]
"""By two hole cards: the column of the Omaha tables for their ranks."""


def evaluate(cards: Iterable[Card]) -> HandRank:
    """The rank of the best five of 5 to 7 different cards. Raises CardError for another number."""
    cards = tuple(cards)
    if not 5 <= len(cards) <= 7:
        raise CardError(f"a hand is ranked from 5 to 7 cards, not {len(cards)}")
    return _rank(sum(map(_CARD_KEYS.__getitem__, cards), _NO_CARDS), cards)


def _rank(total: int, cards: tuple[Card, ...]) -> HandRank:
    if total & _FLUSH_BITS:
        # Five suited cards leave no room for a full house or four of a kind among seven.
        return FLUSHES[_suit_mask(cards, _flagged_suit(total))]
    total &= _SUM_MASK
    return SLOT_RANKS[SLIDES[total >> ROW_BITS] + (total & _ROW_MASK)]


def _flagged_suit(total: int) -> int:
    """The suit whose counter has set its highest bit."""
    return ((total & _FLUSH_BITS).bit_length() - 1 - _SUM_BITS) // 4


def _suit_mask(cards: Iterable[Card], suit: int) -> int:
    """The ranks held in a suit, bit 0 for the deuce."""
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask


class Board:
    """Three to five community cards, to rank hands on. Raises CardError for another number."""

    __slots__ = ("_flush_suit", "_flushes", "_number", "_total", "cards")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = tuple(cards)
        if not 3 <= len(self.cards) <= 5:
            raise CardError(f"a board has 3 to 5 cards, not {len(self.cards)}")
        self._total = sum(map(_CARD_KEYS.__getitem__, self.cards), _NO_CARDS)
        ranks = self._total & _SUM_MASK
        self._number = SLOT_BOARDS[SLIDES[ranks >> ROW_BITS] + (ranks & _ROW_MASK)]
        suited = self._total + _THREE_SUITED
        self._flush_suit = _flagged_suit(suited) if suited & _FLUSH_BITS else -1
        self._flushes: list[int] | None = None

    def holdem(self, hole_cards: Iterable[Card]) -> HandRank:
        """The best five of the board and the hole cards, any number of each (B1)."""
        hole_cards = tuple(hole_cards)
        total = sum(map(_CARD_KEYS.__getitem__, hole_cards), self._total)
        return _rank(total, hole_cards + self.cards)

    def omaha(self, hole_cards: Sequence[Card]) -> HandRank:
        """The best hand of exactly two of 2 to 6 hole cards and three of the board (B3, C1)."""
        number = self._number
        best = 0
        for one, other in combinations(hole_cards, 2):
            rank = _HOLE_PAIRS[one][other][number]
            if rank > best:
                best = rank
        if self._flush_suit >= 0:
            suited = [card >> 2 for card in hole_cards if card & 3 == self._flush_suit]
            if len(suited) >= 2:
                return max(best, self._omaha_flush(suited))
        return best

    def _omaha_flush(self, suited: list[int]) -> HandRank:
        if self._flushes is None:
            ranks = [1 << (card >> 2) for card in self.cards if card & 3 == self._flush_suit]
            self._flushes = [sum(three) for three in combinations(ranks, 3)]
        return max(
            FLUSHES[three | 1 << low | 1 << high]
            for low, high in combinations(suited, 2)
            for three in self._flushes
        )


def omaha(hole_cards: Sequence[Card], board: Iterable[Card]) -> HandRank:
    """The rank of an Omaha hand on a board of 3 to 5 cards."""
    return Board(board).omaha(hole_cards)


def best_five(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The five cards that make the best hand: for showing, not for speed."""
    return max(combinations(cards, 5), key=evaluate)


def best_five_omaha(hole_cards: Iterable[Card], board: Iterable[Card]) -> tuple[Card, ...]:
    """The five cards of an Omaha hand, the two hole cards first."""
    board = tuple(board)
    return max(
        (two + three for two in combinations(hole_cards, 2) for three in combinations(board, 3)),
        key=evaluate,
    )


def category(rank: HandRank) -> Category:
    """Which of the nine kinds of hand a rank is."""
    return shape_category(SHAPES[rank])


def telling_ranks(rank: HandRank) -> tuple[int, ...]:
    """The five card ranks (0 = deuce) of a hand, most telling first."""
    return shape_ranks(SHAPES[rank])
