"""What happened in a hand. Past tense; frozen; enough to replay it exactly.

`SEALED` names the fields that storage keeps encrypted and apart (the deck, a draft): a copy of the
public columns alone must show no running hand. `SCHEMA` is the event's format number.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from patchpoker.engine.betting.commands import Action, Entrant
from patchpoker.engine.cards import Card


class Street(StrEnum):
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Post(StrEnum):
    """Why chips were posted without a decision."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    ENTRY = "entry"


class HandEvent:
    """Base of the events of one hand."""

    __slots__ = ()
    SCHEMA: ClassVar[int] = 1
    SEALED: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class HandStarted(HandEvent):
    """Carries every value that the hand is dealt under, so that later changes can't touch it."""

    SEALED: ClassVar[tuple[str, ...]] = ("deck",)
    hand_no: int
    variant: str
    button: int
    small_blind_seat: int
    big_blind_seat: int
    small_blind: int
    big_blind: int
    rake_bps: int
    rake_cap_chips: int
    entrants: tuple[Entrant, ...]
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BlindPosted(HandEvent):
    """`chips` is what was really posted (A6)."""

    seat: int
    post: Post
    chips: int


@dataclass(frozen=True, slots=True)
class ActionTaken(HandEvent):
    """`chips` went from the stack to the bet; `bet` is the seat's total on the street now.
    `timed_out`: the clock decided (A11). `full_raise`: whether it reopens the betting (A4, A5)."""

    seat: int
    action: Action
    chips: int
    bet: int
    all_in: bool
    full_raise: bool
    timed_out: bool


@dataclass(frozen=True, slots=True)
class SeatLeftHand(HandEvent):
    """Left in the middle (A17, C9). `folds`: the cards are dead; else the hand stays live."""

    seat: int
    folds: bool


@dataclass(frozen=True, slots=True)
class UncalledBetReturned(HandEvent):
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class StreetDealt(HandEvent):
    """`cards`: the new cards of each board. `run_out`: no more decisions can come."""

    street: Street
    cards: tuple[tuple[Card, ...], ...]
    run_out: bool


@dataclass(frozen=True, slots=True)
class HandsTurnedUp(HandEvent):
    """A run-out with open hands begins (A21). `hands`: (seat, its hole cards)."""

    hands: tuple[tuple[int, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class ArrangementStarted(HandEvent):
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsSwapped(HandEvent):
    """A draft changed: only its author may see that anything happened (C4)."""

    SEALED: ClassVar[tuple[str, ...]] = ("first", "second")
    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class ReadySet(HandEvent):
    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class ArrangementEnded(HandEvent):
    """`timed_out`: the seats that weren't ready when the clock ran out (C4)."""

    timed_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MadeHand:
    """One seat's hand on one board: its five cards, comparable rank and name."""

    board: int
    hand_rank: int
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShownHand:
    """`hole_cards` in arranged order; one `made` a board."""

    seat: int
    hole_cards: tuple[Card, ...]
    made: tuple[MadeHand, ...]


@dataclass(frozen=True, slots=True)
class HandsShown(HandEvent):
    """All hands still in, in one message, in the order of A22."""

    hands: tuple[ShownHand, ...]


@dataclass(frozen=True, slots=True)
class Win:
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Share:
    """A board's share of a pot. `board` None: an uncontested pot, not split by board (A13).
    `winners` clockwise from the button, odd chips already given (A9)."""

    board: int | None
    chips: int
    winners: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class PotAwarded(HandEvent):
    """`pot` 0 is the main pot. `chips` before rake; the shares add up to `chips - rake`.
    `scoop`: the seat that won all boards alone (C6)."""

    pot: int
    chips: int
    rake: int
    eligible_seats: tuple[int, ...]
    shares: tuple[Share, ...]
    scoop: int | None


@dataclass(frozen=True, slots=True)
class HandFinished(HandEvent):
    """`stacks`: (seat, chips) of everybody who was dealt in, after the awards."""

    stacks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HandVoided(HandEvent):
    """The hand can't be finished (A29): all stacks as at its start, no rake."""

    reason: str


BETTING_EVENTS = (
    HandStarted,
    BlindPosted,
    ActionTaken,
    SeatLeftHand,
    UncalledBetReturned,
    StreetDealt,
    HandsTurnedUp,
    ArrangementStarted,
    CardsSwapped,
    ReadySet,
    ArrangementEnded,
    HandsShown,
    PotAwarded,
    HandFinished,
    HandVoided,
)
