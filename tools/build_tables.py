"""Builds `patchpoker/engine/evaluator.tables`: every ranking look-up that the evaluator makes.

    python tools/build_tables.py            write the file, print its digest
    python tools/build_tables.py --check    exit 1 unless the file is what this script makes

The idea. A hand without a flush is a multiset of ranks. Give each rank a key such that all sums
of 3 to 7 keys (each rank at most four times) differ: then a hand is one sum, whatever the order of
its cards, and the sum alone finds its rank. There are 76,050 such sums, up to 17.9 million, so the
flat list of them
would be 99.6% air. Row displacement takes it out: cut the line of sums into rows of 4,096, slide
the rows over each other until no two entries collide, and remember how far each row was slid.

Omaha needs no sums of hands: the ranks of a board (3 to 5 cards, 8,450 kinds) and those of a pair
of hole
cards (91 kinds) give the best hand without a flush at once.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

from patchpoker.engine.ranking import RANK_KEYS, ROW_BITS, Category

TABLES_PATH = Path(__file__).parents[1] / "patchpoker" / "engine" / "evaluator.tables"

Ranks = tuple[int, ...]
"""Ranks 0..12 in ascending order, each at most four times."""


def multisets(size: int) -> Iterator[Ranks]:
    """All rank multisets of `size` cards that a deck can give."""
    for ranks in combinations_with_replacement(range(13), size):
        if max(Counter(ranks).values()) <= 4:
            yield ranks


def straight_high(ranks: Iterable[int]) -> int | None:
    """The high rank of the straight that five ranks make, 3 (a five) for the wheel, or None."""
    distinct = sorted(set(ranks))
    if len(distinct) == 5:
        if distinct[4] - distinct[0] == 4:
            return distinct[4]
        if distinct == [0, 1, 2, 3, 12]:
            return 3
    return None


def shape(ranks: Ranks, suited: bool) -> int:
    """Five cards as a comparable int: the category, then five digits `rank + 1`, most telling
    first."""
    high = straight_high(ranks)
    if high is not None:
        category = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
        telling = [high, high - 1, high - 2, high - 3, (high - 4) % 13]
    else:
        counts = Counter(ranks)
        telling = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
        category = (
            Category.FLUSH
            if suited
            else {
                (1, 1, 1, 1, 1): Category.HIGH_CARD,
                (2, 1, 1, 1): Category.PAIR,
                (2, 2, 1): Category.TWO_PAIR,
                (3, 1, 1): Category.THREE_OF_A_KIND,
                (3, 2): Category.FULL_HOUSE,
                (4, 1): Category.FOUR_OF_A_KIND,
            }[tuple(sorted(counts.values(), reverse=True))]
        )
    packed = int(category)
    for rank in telling:
        packed = packed << 4 | rank + 1
    return packed


def hand_ranks() -> tuple[list[int], dict[Ranks, int], dict[Ranks, int]]:
    """The scale itself: the 7,462 shapes, worst first, and the rank of five cards without and
    with one
    suit. Ranks count from 1."""
    plain = {ranks: shape(ranks, suited=False) for ranks in multisets(5)}
    suited = {ranks: shape(ranks, suited=True) for ranks in combinations(range(13), 5)}
    shapes = sorted({*plain.values(), *suited.values()})
    rank_of = {packed: rank for rank, packed in enumerate(shapes, start=1)}
    return (
        shapes,
        {ranks: rank_of[packed] for ranks, packed in plain.items()},
        {ranks: rank_of[packed] for ranks, packed in suited.items()},
    )


def best_without_flush(five: dict[Ranks, int]) -> dict[Ranks, int]:
    """The rank of every multiset of 5, 6 and 7 cards: the best of those with one card left out."""
    best = dict(five)
    for size in (6, 7):
        for ranks in multisets(size):
            best[ranks] = max(best[ranks[:i] + ranks[i + 1 :]] for i in range(size))
    return best


def flush_table(suited: dict[Ranks, int]) -> list[int]:
    """By the set of ranks held in one suit (a 13-bit mask): the best flush, 0 below five cards."""
    table = [0] * 8192
    for ranks, rank in suited.items():
        table[sum(1 << r for r in ranks)] = rank
    for mask in range(8192):
        if mask.bit_count() > 5:
            table[mask] = max(table[mask & ~(1 << r)] for r in range(13) if mask >> r & 1)
    return table


def omaha_tables(five: dict[Ranks, int]) -> tuple[dict[Ranks, int], list[array[int]]]:
    """The number of each board of 3 to 5 ranks, and for each of the 91 pairs of hole ranks the best
    hand
    without a flush on each board, two cards from the hand and three from the board."""
    pairs = list(combinations_with_replacement(range(13), 2))
    rows = {
        triple: [five.get(tuple(sorted(triple + pair)), 0) for pair in pairs]
        for triple in multisets(3)
    }
    boards = [ranks for size in (3, 4, 5) for ranks in multisets(size)]
    columns = [array("H") for _ in pairs]
    for ranks in boards:
        triples = [rows[triple] for triple in set(combinations(ranks, 3))]
        for column, best in zip(columns, map(max, zip(*triples, strict=True)), strict=True):
            column.append(best)
    return {ranks: number for number, ranks in enumerate(boards)}, columns


def displace(sums: Iterable[int]) -> tuple[list[int], int]:
    """How far to slide each row so that all sums get a slot of their own, and the number of slots.
    Fullest rows first, each into the first place where it fits."""
    rows: dict[int, int] = {}
    for total in sums:
        row, column = total >> ROW_BITS, total & (1 << ROW_BITS) - 1
        rows[row] = rows.get(row, 0) | 1 << column
    slides = [0] * (max(rows) + 1)
    taken = 0
    for row, columns in sorted(rows.items(), key=lambda item: (-item[1].bit_count(), item[0])):
        blocked = 0  # bit s: some column would land on a taken slot if the row slid by s
        for column in range(columns.bit_length()):
            if columns >> column & 1:
                blocked |= taken >> column
        slide = (~blocked & blocked + 1).bit_length() - 1  # the lowest free one
        slides[row] = slide
        taken |= columns << slide
    return slides, taken.bit_length()


def build() -> bytes:
    """The file: sections of little-endian integers, each after its length as four bytes."""
    shapes, five, suited = hand_ranks()
    best = best_without_flush(five)
    boards, columns = omaha_tables(five)
    sum_of = {
        ranks: sum(RANK_KEYS[rank] for rank in ranks)
        for size in range(3, 8)
        for ranks in multisets(size)
    }
    if len(set(sum_of.values())) != len(sum_of):
        raise AssertionError("two hands have the same sum of rank keys")
    slides, size = displace(sum_of.values())
    slot_ranks, slot_boards = [0] * size, [0] * size
    for ranks, total in sum_of.items():
        slot = slides[total >> ROW_BITS] + (total & (1 << ROW_BITS) - 1)
        slot_ranks[slot] = best.get(ranks, 0)
        slot_boards[slot] = boards.get(ranks, 0)
    sections = [
        array("I", [0, *shapes]),
        array("I", slides),
        array("H", slot_ranks),
        array("H", slot_boards),
        array("H", flush_table(suited)),
        *columns,
    ]
    out = bytearray()
    for section in sections:
        if sys.byteorder == "big":
            section.byteswap()
        out += len(section).to_bytes(4, "little") + section.tobytes()
    return bytes(out)


def main() -> int:
    """Write or check the file; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--out", type=Path, default=TABLES_PATH)
    options = parser.parse_args()
    built = build()
    print(hashlib.sha256(built).hexdigest(), len(built))
    if options.check:
        return int(options.out.read_bytes() != built)
    options.out.write_bytes(built)
    return 0


if __name__ == "__main__":
    sys.exit(main())
