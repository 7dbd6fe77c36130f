"""The scale that hands are ranked on (A26).

A `HandRank` is 1 (7-5-4-3-2 of mixed suits) to 7462 (a royal flush), the higher the better: the
standard order of the 7,462 kinds of hand, counted from below.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

HandRank: TypeAlias = int
"""1..7462; equal ranks tie, a higher one wins."""

HandShape: TypeAlias = int
"""`category << 20`, then five digits of four bits, `rank of card + 1`, most telling first: it tells
what a hand is, and orders hands as their ranks do. Patong's blank is the digit 0 (D3)."""

RANK_KEYS = (
    1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181, 3369610,
)  # fmt: skip
"""Deuce to ace. The smallest numbers, each found after those before it, that keep all sums of up
to seven keys apart when each is used up to four times."""

ROW_BITS = 12
"""A sum's low bits are its place in a row, the others the row's number."""


class Category(IntEnum):
    """The nine kinds of hand, worst first (A26)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


def shape_of(category: Category, ranks: Iterable[int]) -> HandShape:
    """The shape of up to five card ranks (0 = deuce), most telling first; the rest are blanks."""
    shape = category << 20
    for place, rank in enumerate(ranks):
        shape |= rank + 1 << 16 - 4 * place
    return shape


def shape_category(shape: HandShape) -> Category:
    """Which of the nine kinds of hand it is."""
    return Category(shape >> 20)


def shape_ranks(shape: HandShape) -> tuple[int, ...]:
    """The card ranks (0 = deuce; -1 a blank), most telling first: 8-8-5-5-K is (6, 6, 3, 3, 11)."""
    return tuple((shape >> 4 * digit & 15) - 1 for digit in range(4, -1, -1))
