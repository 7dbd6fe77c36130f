"""What happened in a round of Patong. Past tense; frozen; enough to replay it exactly.

`SEALED` and `SCHEMA` as in `engine.betting.events`. Points are counted in half points, as integers:
a street won is 2, a street tied is 1, and 4 win the round (D4, D5).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from patchpoker.engine.cards import Card
from patchpoker.engine.patong.commands import Choice
from patchpoker.engine.patong.hands import StreetHand
from patchpoker.engine.patong.options import PatongOptions


class Street(StrEnum):
    """The tiebreak is chosen and turned over like a street, but gives no points (D9)."""

    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    TIEBREAK = "tiebreak"


class RoundEnd(StrEnum):
    """Why a round was over: two points (D5), the tiebreak won, or lost to the board or tied (D9);
    all others left (D15)."""

    TWO_POINTS = "two_points"
    TIEBREAK = "tiebreak"
    TIE = "tie"
    LAST_PLAYER = "last_player"


class RoundEvent:
    """Base of the events of one round."""

    __slots__ = ()
    SCHEMA: ClassVar[int] = 1
    SEALED: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class RoundStarted(RoundEvent):
    """Carries every value that the round is dealt under, so that later changes can't touch it."""

    SEALED: ClassVar[tuple[str, ...]] = ("deck", "multiplier_card")
    round_no: int
    options: PatongOptions
    dealer: int
    seats: tuple[int, ...]
    ante: int
    rake_bps: int
    rake_cap_chips: int
    deck: tuple[Card, ...]
    multiplier_card: Card | None


@dataclass(frozen=True, slots=True)
class StreetOpened(RoundEvent):
    """`cards`: the new community cards, none for the tiebreak. Everybody chooses now."""

    street: Street
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SelectionChanged(RoundEvent):
    """Only its author may see that anything happened (D2)."""

    SEALED: ClassVar[tuple[str, ...]] = ("cards",)
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChoiceSubmitted(RoundEvent):
    """The others may see that a choice was made, and nothing about it (D2). `timed_out`: the clock
    made it (D11); the reveal comes with it, so that tells nothing early."""

    SEALED: ClassVar[tuple[str, ...]] = ("choice", "cards")
    seat: int
    choice: Choice
    cards: tuple[Card, ...]
    timed_out: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """One seat's choice, turned over. A fold shows no cards and makes no hand (D14)."""

    seat: int
    choice: Choice
    cards: tuple[Card, ...]
    hand: StreetHand | None
    half_points: int
    timed_out: bool


@dataclass(frozen=True, slots=True)
class StreetRevealed(RoundEvent):
    """All choices at once, by seat, with what they score (D2, D4). `board_hand`: in the tiebreak
    what the board makes by itself, which a winner must beat (D9)."""

    street: Street
    reveals: tuple[Reveal, ...]
    board_hand: StreetHand | None

    @property
    def wash(self) -> bool:
        """A street on which all folded (D4)."""
        folds = all(reveal.choice is Choice.FOLD for reveal in self.reveals)
        return folds and self.street is not Street.TIEBREAK


@dataclass(frozen=True, slots=True)
class CardsExchanged(RoundEvent):
    """What a fold costs and brings, seen by its seat alone (D6). Fewer than two are drawn when
    the deck runs out (D8)."""

    SEALED: ClassVar[tuple[str, ...]] = ("discarded", "drawn")
    seat: int
    discarded: tuple[Card, ...]
    drawn: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatLeftRound(RoundEvent):
    """The seat's cards, and a choice not yet turned over, are dead (D15)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MultiplierDrawn(RoundEvent):
    """The loser's card, seen by all, and what it makes the round worth (D10)."""

    seat: int
    card: Card
    multiplier: int


@dataclass(frozen=True, slots=True)
class RoundFinished(RoundEvent):
    """`winner` None: a tie. `session_points`: what the winner gets on the ledger (D10), 0 in a tie.
    `payouts`: (seat, chips) out of the antes for everybody who was dealt in, leavers too; with
    `rake` they add up to all antes (D13)."""

    winner: int | None
    ending: RoundEnd
    session_points: int
    payouts: tuple[tuple[int, int], ...]
    rake: int


@dataclass(frozen=True, slots=True)
class RoundVoided(RoundEvent):
    """The round can't be finished (A29): every ante goes back, unraked."""

    reason: str


PATONG_EVENTS = (
    RoundStarted,
    StreetOpened,
    SelectionChanged,
    ChoiceSubmitted,
    StreetRevealed,
    CardsExchanged,
    SeatLeftRound,
    MultiplierDrawn,
    RoundFinished,
    RoundVoided,
)
