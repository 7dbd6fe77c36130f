"""What a table is at one moment. Frozen; made by `evolve` alone; holds no rule.

Between hands it is made of plain values only, so that a snapshot of it can be kept.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from patchpoker.engine.betting.events import PotAwarded, ShownHand, Win
from patchpoker.engine.betting.state import HandState
from patchpoker.engine.cards import Card
from patchpoker.table import deadlines, seating
from patchpoker.table.config import TableIdentity, TableOptions

Cards = tuple[Card, ...]


class Ending(StrEnum):
    """Why a hand ended."""

    SHOWDOWN = "showdown"
    UNCONTESTED = "uncontested"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Seat:
    """A taken seat.

    `stack` is the chips of the seat's stake: while a hand runs, the stack at its start.
    `newcomer`: not dealt in since sitting down; `owes_blind`: missed one (A15); `post_now`: pays it
    at once; `must_wait`: out until the button has passed (A16). `blinds_missed` while sitting out
    (A20). `last_hand`: number of the last hand dealt in, 0 if none. `idle_arrangements`: run out in
    a row without any input (C4). `busted_ms`: since when the stack is 0, `sitting_out_ms`: since
    when the player sits out, else None.
    """

    seat: int
    player: str
    name: str
    stack: int
    joined_ms: int
    newcomer: bool
    owes_blind: bool
    must_wait: bool
    post_now: bool = False
    blinds_missed: int = 0
    last_hand: int = 0
    idle_arrangements: int = 0
    sitting_out_ms: int | None = None
    busted_ms: int | None = None
    leaving: bool = False
    queued_top_up: int = 0
    last_action: str | None = None
    private_version: int = 0

    @property
    def sitting_out(self) -> bool:
        """From the next hand on, if one is running with this seat in it."""
        return self.sitting_out_ms is not None

    @property
    def can_play(self) -> bool:
        """Has chips and wants to be dealt in; A15 and A16 may still keep the seat out."""
        return self.stack > 0 and not self.sitting_out and not self.leaving

    @property
    def entering(self) -> bool:
        """Comes in by A15: new here, or owes a blind."""
        return self.newcomer or self.owes_blind


@dataclass(frozen=True, slots=True)
class Clock:
    deadline_ms: int | None
    total_ms: int


@dataclass(frozen=True, slots=True)
class Departure:
    """Who went lately, with how much (A19), and whether the big blind passed since (A15)."""

    player: str
    seat: int
    chips: int
    at_ms: int
    missed_blind: bool


@dataclass(frozen=True, slots=True)
class Total:
    """One player's hand in numbers: `net` = `won` - `contributed`, uncalled bets taken out."""

    seat: int
    player: str
    name: str
    contributed: int
    won: int
    stack: int
    folded: bool
    all_in: bool


@dataclass(frozen=True, slots=True)
class HandRecord:
    """The public side of a hand, running (`ending` None) or over. Holds shown cards only."""

    hand_no: int
    button: int
    small_blind_seat: int
    big_blind_seat: int
    boards: tuple[Cards, ...]
    ending: Ending | None = None
    turned_up: tuple[tuple[int, Cards], ...] = ()
    shown: tuple[ShownHand, ...] = ()
    returned: tuple[Win, ...] = ()
    awards: tuple[PotAwarded, ...] = ()
    totals: tuple[Total, ...] = ()

    @property
    def rake(self) -> int:
        return sum(award.rake for award in self.awards)


@dataclass(frozen=True, slots=True)
class TableState:
    """`hand` is the running hand, None between hands; `pausing`: the result is being looked at
    (A28). `record` is of the running hand, or of the last one during the pause; `last_result`
    of the last finished one. `hand_no`: the last hand started. `last_button`, `last_big_blind`:
    the seats in the last completed hand, `last_big_blind_player` who it was (A2, A16).
    `own_cards`: (seat, hole cards) of the finished hand, for their owners during the pause.
    `closing`: the reason, from the request on; `closed`: nobody sits here any more.
    """

    SEALED: ClassVar[tuple[str, ...]] = ("own_cards",)

    identity: TableIdentity
    options: TableOptions
    host: str | None
    now_ms: int
    seats: tuple[Seat | None, ...]
    hand: HandState | None = None
    pausing: bool = False
    record: HandRecord | None = None
    last_result: HandRecord | None = None
    own_cards: tuple[tuple[int, Cards], ...] = ()
    hand_no: int = 0
    last_button: int | None = None
    last_big_blind: int | None = None
    last_big_blind_player: str | None = None
    clock: Clock = Clock(None, 0)
    departures: tuple[Departure, ...] = ()
    closing: str | None = None
    closed: bool = False
    public_version: int = 0

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The taken seats, in seat order."""
        return tuple(seat for seat in self.seats if seat is not None)

    @property
    def empty(self) -> bool:
        return not self.taken

    @property
    def between_hands(self) -> bool:
        """No hand is running: a snapshot may be taken, stakes are the stacks."""
        return self.hand is None

    @property
    def queued_top_ups(self) -> tuple[str, ...]:
        """The players whose top-up is due now; () while a hand runs (A18)."""
        if self.hand is not None:
            return ()
        return tuple(seat.player for seat in self.taken if seat.queued_top_up)

    @property
    def next_alarm_ms(self) -> int | None:
        """When a Tick will do something, if nothing else happens before; None: never."""
        if self.closed:
            return None
        due = [at for at, _ in deadlines.seats_to_free(self)]
        if self.clock.deadline_ms is not None:
            due.append(self.clock.deadline_ms)
        elif self.hand is None and seating.can_deal(self):
            due.append(self.now_ms)
        return min(due, default=None)

    def seat_of(self, player: str) -> Seat | None:
        return next((seat for seat in self.taken if seat.player == player), None)

    def seat_at(self, number: int) -> Seat:
        """The taken seat; an empty one is our bug."""
        seat = self.seats[number]
        if seat is None:
            raise LookupError(f"nobody sits in seat {number}")
        return seat

    def in_hand(self, number: int) -> bool:
        """Dealt into the running hand, folded or not."""
        return self.hand is not None and any(p.seat == number for p in self.hand.players)

    def folded(self, number: int) -> bool:
        """Dealt into the running hand, and out of it again."""
        players = () if self.hand is None else self.hand.players
        return any(p.seat == number and p.folded for p in players)

    def with_seat(self, seat: Seat) -> "TableState":
        seats = self.seats
        return replace(self, seats=(*seats[: seat.seat], seat, *seats[seat.seat + 1 :]))


def decision_id(state: TableState) -> str:
    """`HAND.NUMBER` of what the running hand waits for, "" if none runs. A command names what its
    player was looking at, so that a button can't change its meaning under a finger."""
    hand = state.hand
    return "" if hand is None else f"{hand.hand_no}.{hand.decision}"


def version_for(state: TableState, seat: int | None) -> int:
    """The number of this viewer's view: a seat's, or a spectator's (None). Never falls for anyone,
    also not for one who gets up: the public number takes the private one over."""
    taken = None if seat is None else state.seats[seat]
    return state.public_version + (0 if taken is None else taken.private_version)
