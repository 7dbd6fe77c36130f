"""The look-ups that the evaluator ranks hands with.

`evaluator.tables` is made by `tools/build_tables.py`, which explains how it works.
"""

from __future__ import annotations

import sys
from array import array
from importlib.resources import files

from patchpoker.engine.ranking import HandRank, HandShape

TABLES_SHA256 = "84b9e989a1b63790332b799c3de955ea50dc69d399e90609a7079fd463c63aec"
"""What the file must be; `tools/build_tables.py` prints it."""


def stored_tables() -> bytes:
    """The file as it was shipped."""
    return files(__package__).joinpath("evaluator.tables").read_bytes()


def _sections(stored: bytes) -> list[array[int]]:
    """The file's arrays: shapes and slides of four bytes an entry, all others of two."""
    sections: list[array[int]] = []
    at = 0
    while at < len(stored):
        section: array[int] = array("I" if len(sections) < 2 else "H")
        end = at + 4 + section.itemsize * int.from_bytes(stored[at : at + 4], "little")
        section.frombytes(stored[at + 4 : end])
        if sys.byteorder == "big":
            section.byteswap()
        sections.append(section)
        at = end
    return sections


_shapes, _slides, _slot_ranks, _slot_boards, _flushes, *_omaha = _sections(stored_tables())

SHAPES: array[HandShape] = _shapes
"""By rank: the hand's shape."""
SLIDES: list[int] = _slides.tolist()
"""By row of the sums: where the row begins among the slots."""
SLOT_RANKS: array[HandRank] = _slot_ranks
"""By slot, for sums of 5 to 7 keys: the rank if no five cards share a suit."""
SLOT_BOARDS: array[int] = _slot_boards
"""By slot, for sums of 3 to 5 keys: the number of these board ranks in the Omaha tables."""
FLUSHES: list[HandRank] = _flushes.tolist()
"""By the ranks held in one suit (bit 0 = deuce): the best flush or straight flush, 0 below
five."""
OMAHA: list[array[int]] = _omaha
"""By the 91 pairs of hole ranks (2-2, 2-3, .. A-A), then by board number: the best hand without a
flush."""
