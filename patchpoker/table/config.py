"""What a table is: the game, the stakes and the options it was opened with."""

from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.games import GAMES
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.table.errors import BadOptions


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


MAX_CHIPS = 2**53 - 1
"""No balance is above it (A1)."""


def buy_in_range(game: str, big_blind: int) -> tuple[int, int]:
    """Chips that may be brought to a public table (A14). KeyError if there is no such game."""
    variant = GAMES[game]
    return variant.min_buy_in_bb * big_blind, variant.max_buy_in_bb * big_blind


def check_options(options: TableOptions, *, private: bool) -> None:
    """Raises BadOptions unless a table can be run with these (A12, A14, A30, C1)."""
    variant = GAMES.get(options.game)
    if variant is None:
        raise BadOptions(f"There is no game {options.game!r}.")
    if not 2 <= options.seats <= max(variant.table_sizes):
        raise BadOptions(f"{variant.name} has 2 to {max(variant.table_sizes)} seats.")
    if not 1 <= options.small_blind <= options.big_blind:
        raise BadOptions("Blinds: 1 <= small blind <= big blind.")
    if not options.big_blind <= options.min_buy_in <= options.max_buy_in <= MAX_CHIPS:
        raise BadOptions("Buy-in: big blind <= minimum <= maximum.")
    if min(options.clocks.decision_ms, options.clocks.arrangement_ms) < 1:
        raise BadOptions("A clock has at least a millisecond.")
    rake = options.rake
    if not (0 <= rake.rake_bps <= 10_000 and rake.rake_cap_chips >= 0):
        raise BadOptions("Rake: 0 to 10000 hundredths of a percent.")
    if private and rake != NO_RAKE:
        raise BadOptions("A private table keeps no rake.")
