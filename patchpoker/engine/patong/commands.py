"""What may be asked of a round of Patong. Imperative; frozen; time never comes in here (the
table's does)."""

from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.cards import Card
from patchpoker.engine.patong.options import PatongOptions
from patchpoker.engine.rake import RakeRule


class Choice(StrEnum):
    """What a player does on a street (D2): PLAY one or two cards, or FOLD three."""

    PLAY = "play"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class StartRound:
    """Deal a round. `seats` clockwise; `ante` chips from each, 0 where they play for points only
    (D13); `deck` is the whole shuffled deck (A25). `multiplier_card` comes from a second, fresh
    deck, exactly where variable scoring is on (D10)."""

    round_no: int
    options: PatongOptions
    dealer: int
    seats: tuple[int, ...]
    ante: int
    rake: RakeRule
    deck: tuple[Card, ...]
    multiplier_card: Card | None = None


@dataclass(frozen=True, slots=True)
class Select:
    """What is selected on the seat's screen now, none to three of its cards: counts if the clock
    runs out (D11)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The seat's choice of the street; it stands (D2)."""

    seat: int
    choice: Choice
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock ran out for everybody who hasn't chosen (D11)."""


@dataclass(frozen=True, slots=True)
class OpenNextStreet:
    """The beat after a reveal is over: the next street, or the tiebreak."""


@dataclass(frozen=True, slots=True)
class LeaveRound:
    """The seat's player leaves the table in the middle of the round (D15)."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoidRound:
    """The round can't go on: all antes back (A29)."""

    reason: str


Command = StartRound | Select | Choose | TimeOut | OpenNextStreet | LeaveRound | VoidRound
