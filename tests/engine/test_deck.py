"""The shuffle is fair and takes its randomness as data (A25, RNG-01)."""

import os
import random
import secrets
from itertools import pairwise

import pytest

from patchpoker.engine.cards import DECK, CardError
from patchpoker.engine.deck import check_deck, shuffled

LONG = os.environ.get("PATCHPOKER_LONG") == "1"


def test_A25_the_shuffle_is_uniform() -> None:
    """RNG-01: card by position over many shuffles; five sigma on the chi-square sum."""
    trials = 520_000 if LONG else 20_000
    randbelow = random.Random(25)._randbelow  # seeded: this test must not fail by chance
    cells = [[0] * 52 for _ in range(52)]
    for _ in range(trials):
        for position, card in enumerate(shuffled(randbelow)):
            cells[card][position] += 1
    mean = trials / 52
    total = sum((count - mean) ** 2 / mean for row in cells for count in row)
    assert 2284 < total < 3020
    if LONG:
        assert all(9_400 < count < 10_600 for row in cells for count in row)


def test_A25_no_pair_of_first_cards_is_missing() -> None:
    pairs = set()
    for _ in range(40_000):
        deck = shuffled(secrets.randbelow)
        pairs.update(pairwise(deck[:4]))
    assert len(pairs) == 52 * 51


def test_A25_every_order_can_come() -> None:
    """The bounds asked for are 52, 51, .. 2: their product is 52!, one way to each order."""
    asked: list[int] = []

    def lowest(bound: int) -> int:
        asked.append(bound)
        return 0

    assert sorted(shuffled(lowest)) == list(DECK)
    assert sorted(asked) in ([*range(2, 53)], [*range(1, 53)])


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], 0), (*DECK[:51], 52), (*DECK, 3)])
def test_a_deck_that_is_none_is_refused(deck: tuple[int, ...]) -> None:
    with pytest.raises(CardError):
        check_deck(deck)
