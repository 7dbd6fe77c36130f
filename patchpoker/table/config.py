"""What a table is: the game, the stakes and the options it was opened with."""

from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.rake import RakeRule


class Speed(StrEnum):
    """How long a decision and an arrangement may take (A11, C4)."""

    SLOW = "slow"
    MID = "mid"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Milliseconds for one decision and for one arrangement."""

    decision_ms: int
    arrangement_ms: int


CLOCKS = {
    Speed.SLOW: Clocks(37_500, 180_000),
    Speed.MID: Clocks(25_000, 120_000),
    Speed.FAST: Clocks(12_000, 100_000),
}


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What may change between hands: by the host at a private table (A30), by an admin at a public
    one (A12). `game` is a key of `engine.games.GAMES`; buy-ins in chips."""

    game: str
    seats: int
    small_blind: int
    big_blind: int
    speed: Speed
    clocks: Clocks
    min_buy_in: int
    max_buy_in: int
    rake: RakeRule


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """`code` is the four letters of a private table, None at a public one. `offer` groups the
    public tables of the same game, stakes, speed and size (A19), None at a private one."""

    table_id: str
    code: str | None
    offer: str | None

    @property
    def private(self) -> bool:
        return self.code is not None
