"""The scale that hands are ranked on (A26).

A `HandRank` is 1 (7-5-4-3-2 of mixed suits) to 7462 (a royal flush), the higher the better: the
standard order of the 7,462 kinds of hand, counted from below.
"""

from enum import IntEnum
from typing import TypeAlias

HandRank: TypeAlias = int
"""1..7462; equal ranks tie, a higher one wins."""

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
