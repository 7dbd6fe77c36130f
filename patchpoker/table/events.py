"""What happened at a table, besides the events of its hands (`engine.betting.events`)."""

from dataclasses import dataclass
from typing import ClassVar

from patchpoker.table.config import TableIdentity, TableOptions


class TableEvent:
    """Base. `SCHEMA` and `SEALED` as in `engine.betting.events`."""

    __slots__ = ()
    SCHEMA: ClassVar[int] = 1
    SEALED: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class TableOpened(TableEvent):
    identity: TableIdentity
    options: TableOptions
    host: str | None


@dataclass(frozen=True, slots=True)
class OptionsChanged(TableEvent):
    options: TableOptions


@dataclass(frozen=True, slots=True)
class HostChanged(TableEvent):
    player: str


@dataclass(frozen=True, slots=True)
class SeatTaken(TableEvent):
    """`chips` came from the wallet (BUY_IN). `owes_blind`: missed one before leaving or while away
    (A15). `must_wait`: between the button and the big blind, out until the button passes (A16)."""

    seat: int
    player: str
    name: str
    chips: int
    owes_blind: bool
    must_wait: bool = False


@dataclass(frozen=True, slots=True)
class LeaveRequested(TableEvent):
    """Goes when the hand is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatFreed(TableEvent):
    """`chips` went home to the wallet (CASH_OUT), 0 if busted. `reason`: left, sat_out, busted,
    closed."""

    seat: int
    player: str
    chips: int
    reason: str


@dataclass(frozen=True, slots=True)
class SatOut(TableEvent):
    """From the next hand on. `reason`: asked, timed_out, idle_arrangements."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class SatIn(TableEvent):
    """Back (A11), or how to come in. `must_wait` as in SeatTaken."""

    seat: int
    post_now: bool
    must_wait: bool = False


@dataclass(frozen=True, slots=True)
class BlindMissed(TableEvent):
    """The big blind would have come to a seat that sits out (A15, A20)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TopUpQueued(TableEvent):
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class ToppedUp(TableEvent):
    """`chips` came from the wallet (TOP_UP); 0 clears a queued top-up that nothing could pay.
    `must_wait` as in SeatTaken: a rebuy comes back like a newcomer."""

    seat: int
    chips: int
    must_wait: bool = False


@dataclass(frozen=True, slots=True)
class Renamed(TableEvent):
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class ClockStarted(TableEvent):
    """The one deadline of what the table waits for now: a decision, an arrangement, a beat of a
    run-out, the pause after a result. None: nothing is timed."""

    deadline_ms: int | None
    total_ms: int


@dataclass(frozen=True, slots=True)
class TimePassed(TableEvent):
    """The time of the last committed command: first in every batch, only TableOpened is before."""

    now_ms: int


@dataclass(frozen=True, slots=True)
class TableReopened(TableEvent):
    """`deadline_ms`: the clock goes on with what was left (A23). `down_ms`: how long nobody could
    reach the table, so that no seat is freed for it."""

    deadline_ms: int | None
    down_ms: int


@dataclass(frozen=True, slots=True)
class TableClosing(TableEvent):
    reason: str


@dataclass(frozen=True, slots=True)
class TableClosed(TableEvent):
    reason: str


TABLE_EVENTS = (
    TableOpened,
    OptionsChanged,
    HostChanged,
    SeatTaken,
    LeaveRequested,
    SeatFreed,
    SatOut,
    SatIn,
    BlindMissed,
    TopUpQueued,
    ToppedUp,
    Renamed,
    ClockStarted,
    TimePassed,
    TableReopened,
    TableClosing,
    TableClosed,
)
