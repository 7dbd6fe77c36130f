"""Cards as small integers.

A card is `rank * 4 + suit`, 0 (deuce of clubs) to 51 (ace of spades): a plain `int`, so that hands
are cheap to hold, compare and use as an index. In text a card is two characters, `"Ah"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
"""0..51: `card >> 2` is the rank (0 = deuce, 12 = ace), `card & 3` the suit (c, d, h, s)."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(range(52))

_TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS: dict[str, Card] = {text: card for card, text in enumerate(_TEXTS)}


class CardError(ValueError):
    """Cards that can't be: malformed text, a wrong number of cards, the same card twice."""

    code = "bad_cards"


def parse_card(text: str) -> Card:
    """The card of `"Ah"`. Raises CardError for anything else than rank and suit, in that case."""
    try:
        return _CARDS[text]
    except (KeyError, TypeError):
        raise CardError(f"not a card: {text!r}") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of `"AhKd"`, in order; spaces between cards are allowed. Raises CardError."""
    packed = text.replace(" ", "")
    return tuple(parse_card(packed[i : i + 2]) for i in range(0, len(packed), 2))


def card_text(card: Card) -> str:
    """`"Ah"`. Raises CardError if `card` isn't 0..51."""
    if not 0 <= card < 52:
        raise CardError(f"not a card: {card!r}")
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """`"Ah Kd"`, in the order given. Raises CardError."""
    return " ".join(map(card_text, cards))
