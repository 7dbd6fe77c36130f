"""What a table may choose about Patong, as data."""

from dataclasses import dataclass

MIN_PLAYERS, MAX_PLAYERS = 2, 4
HAND_SIZES = range(6, 11)
MAX_TARGET = 100


@dataclass(frozen=True, slots=True)
class PatongOptions:
    """The defaults are a public table's (D13).

    `hand_size` cards each (D1); `folding` may be off (D6). `target` None: single rounds; else a
    Series to that many session points, at most 100; `variable_scoring`: a card multiplies what a
    round is worth (D10).
    """

    hand_size: int = 8
    folding: bool = True
    target: int | None = None
    variable_scoring: bool = False

    def __post_init__(self) -> None:
        if self.hand_size not in HAND_SIZES:
            raise ValueError("Patong is dealt with 6 to 10 cards each")
        if self.target is not None and not 1 <= self.target <= MAX_TARGET:
            raise ValueError(f"a Series goes to 1 to {MAX_TARGET} points")
