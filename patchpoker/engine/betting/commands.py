"""What may be asked of a hand. Imperative; frozen; time never comes in here (the table's does)."""

from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.cards import Card
from patchpoker.engine.rake import RakeRule
from patchpoker.engine.variant import Variant


class Action(StrEnum):
    """A betting decision. `BET` and `RAISE` carry the total for the street."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A seat that is dealt in. `entry_post` is the live blind owed on entry or return (A15), 0 if
    none; `stack` is before any blind."""

    seat: int
    stack: int
    entry_post: int = 0


@dataclass(frozen=True, slots=True)
class StartHand:
    """Deal a hand. `entrants` clockwise by seat; `deck` is the whole shuffled deck (A25)."""

    hand_no: int
    variant: Variant
    button: int
    small_blind_seat: int
    big_blind_seat: int
    small_blind: int
    big_blind: int
    rake: RakeRule
    entrants: tuple[Entrant, ...]
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """`raise_to` is the total for the street with BET and RAISE, else None."""

    seat: int
    action: Action
    raise_to: int | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Swap the cards at two positions (0..11) of the seat's arrangement (C4)."""

    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Ready, or not ready after all (C4)."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock of the current decision ran out: check or fold (A11), or fix the drafts (C4)."""


@dataclass(frozen=True, slots=True)
class DealNextStreet:
    """The next beat of a run-out (A21, C8)."""


@dataclass(frozen=True, slots=True)
class LeaveHand:
    """The seat's player leaves the table in the middle of the hand (A17, C9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The hand can't go on: everything back as at its start (A29)."""

    reason: str


Command = StartHand | Act | Swap | SetReady | TimeOut | DealNextStreet | LeaveHand | VoidHand
