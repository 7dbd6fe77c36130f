"""The house's share (A12, A13)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RakeRule:
    """`rake_bps` hundredths of a percent of each pot, floored, at most `rake_cap_chips` a hand,
    and only when a flop was dealt (A12). `NO_RAKE` keeps nothing."""

    rake_bps: int
    rake_cap_chips: int


NO_RAKE = RakeRule(0, 0)
