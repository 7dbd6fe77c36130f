"""Side pots and uncalled bets (A7, A8)."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one seat put in over all streets, and whether it can still win."""

    seat: int
    chips: int
    live: bool


@dataclass(frozen=True, slots=True)
class Pot:
    """`eligible_seats` in seat order; the main pot comes first in every list of pots."""

    chips: int
    eligible_seats: tuple[int, ...]


def build_pots(contributions: Sequence[Contribution]) -> tuple[Pot, ...]:
    """The main pot and the side pots, outward (A8).

    One pot for each level that some live player reached, so pots with the same eligible players
    are one. Folded chips stay in the layer they lie in; what lies above every live player's level
    joins the last pot that can be won.
    """
    levels = sorted({c.chips for c in contributions if c.live and c.chips > 0})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        chips = sum(min(c.chips, level) - min(c.chips, below) for c in contributions)
        eligible = tuple(c.seat for c in contributions if c.live and c.chips >= level)
        pots.append(Pot(chips, eligible))
        below = level
    above = sum(max(0, c.chips - below) for c in contributions)
    if above and pots:
        last = pots.pop()
        pots.append(Pot(last.chips + above, last.eligible_seats))
    elif above:  # only folded chips: both blinds left before anybody else put a chip in (A17)
        pots.append(Pot(above, tuple(c.seat for c in contributions if c.live)))
    return tuple(pots)


def uncalled(contributions: Sequence[Contribution]) -> tuple[int, int] | None:
    """(seat, chips) of what nobody matched, or None (A7)."""
    if len(contributions) < 2:
        return None
    ordered = sorted(contributions, key=lambda c: c.chips, reverse=True)
    excess = ordered[0].chips - ordered[1].chips
    return (ordered[0].seat, excess) if excess > 0 else None
