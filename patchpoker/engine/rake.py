"""The house's share (A12, A13)."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RakeRule:
    """`rake_bps` hundredths of a percent of each pot, floored, at most `rake_cap_chips` a hand,
    and only when a flop was dealt (A12). `NO_RAKE` keeps nothing."""

    rake_bps: int
    rake_cap_chips: int

    def __post_init__(self) -> None:
        if not 0 <= self.rake_bps <= 10_000 or self.rake_cap_chips < 0:
            raise ValueError("rake is 0 to 10,000 bps with a cap of at least 0")


NO_RAKE = RakeRule(0, 0)


def rake_of(pots: Iterable[int], rule: RakeRule, *, flop_dealt: bool) -> tuple[int, ...]:
    """The rake of each pot, main pot first, until the hand's cap is used up (A13)."""
    left = rule.rake_cap_chips if flop_dealt else 0
    taken = []
    for chips in pots:
        rake = min(chips * rule.rake_bps // 10_000, left)
        left -= rake
        taken.append(rake)
    return tuple(taken)
