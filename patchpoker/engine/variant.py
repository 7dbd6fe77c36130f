"""What makes one betting game differ from another, as data. A game adds no code."""

from dataclasses import dataclass
from enum import StrEnum


class Limit(StrEnum):
    """Which sizes a bet or raise may have (B2, B3, C3)."""

    NO_LIMIT = "no-limit"
    POT_LIMIT = "pot-limit"
    POT_ONLY = "pot-only"


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one betting game.

    `hole_cards_used` is how many hole cards each board's hand takes, exactly; None means any
    number (Hold'em). With `arranges`, the hole cards are split evenly over the boards after the
    flops (C4). `shows_run_out` turns hands face up when no more decisions can come (A21, C8).
    """

    key: str
    name: str
    hole_cards: int
    boards: int
    hole_cards_used: int | None
    limit: Limit
    arranges: bool
    table_sizes: tuple[int, ...]
    min_buy_in_bb: int
    max_buy_in_bb: int
    shows_run_out: bool
    result_pause_ms: int

    def __post_init__(self) -> None:
        most = max(self.table_sizes) * self.hole_cards + 5 * self.boards
        if most > 52:
            raise ValueError(f"{self.key}: {most} cards are more than a deck (A24)")
        if self.arranges and self.hole_cards % self.boards:
            raise ValueError(f"{self.key}: the hole cards don't split evenly over the boards")
