"""The deck: a valid one, and a fair shuffle of it (A25).

The engine never draws random numbers: the runtime shuffles with the operating system's CSPRNG
(`shuffled(secrets.randbelow)`) and the deck comes in with the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from patchpoker.engine.cards import DECK, Card, CardError


def check_deck(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The 52 cards as a tuple, in the order given. Raises CardError unless each is there once."""
    deck = tuple(cards)
    if len(deck) != 52 or set(deck) != set(DECK):
        raise CardError("a deck is 52 distinct cards")
    return deck


def shuffled(randbelow: Callable[[int], int]) -> tuple[Card, ...]:
    """A new deck in a uniformly random order, by Fisher and Yates (A25).

    `randbelow(n)` must give each of 0..n-1 with the same chance; it is asked 51 times.
    """
    deck = list(DECK)
    for last in range(51, 0, -1):
        pick = randbelow(last + 1)
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(deck)
