"""What may be asked of a table. Every command comes with the time, in `now_ms` (epoch, ms)."""

from dataclasses import dataclass

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.cards import Card
from patchpoker.table.config import TableIdentity, TableOptions


@dataclass(frozen=True, slots=True)
class OpenTable:
    now_ms: int
    identity: TableIdentity
    options: TableOptions
    host: str | None


@dataclass(frozen=True, slots=True)
class Sit:
    """`seat` None: any free seat. `chips` is the buy-in; the ledger refuses what the wallet
    can't pay when the events are committed. `must_bring`: the stack that the player took from
    another table of the same offer within 60 min, which only the runtime knows; the larger of it
    and what this table remembers counts (A19)."""

    now_ms: int
    player: str
    name: str
    seat: int | None
    chips: int
    must_bring: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Go, at the end of the hand if one is running with chips of ours in it (A17)."""

    now_ms: int
    player: str


@dataclass(frozen=True, slots=True)
class SitOut:
    """From the next hand on (A11)."""

    now_ms: int
    player: str


@dataclass(frozen=True, slots=True)
class SitIn:
    """Back, or the choice of how to come in: `post_now` posts the big blind owed at once instead
    of waiting for it (A15). Ignored where nothing is owed."""

    now_ms: int
    player: str
    post_now: bool


@dataclass(frozen=True, slots=True)
class TopUp:
    """Add up to `chips`, queued during a hand (A18). A rebuy when the stack is 0."""

    now_ms: int
    player: str
    chips: int


@dataclass(frozen=True, slots=True)
class ApplyTopUps:
    """Between hands: apply what is queued. `wallets`: (player, chips in the wallet now); the
    runtime sends this when `TableState.queued_top_ups` isn't empty and no hand is running."""

    now_ms: int
    wallets: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Rename:
    now_ms: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Act:
    """`decision` is what the player was looking at ("HAND.NUMBER"); a passed one is Stale."""

    now_ms: int
    player: str
    decision: str
    action: Action
    raise_to: int | None


@dataclass(frozen=True, slots=True)
class Swap:
    now_ms: int
    player: str
    decision: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SetReady:
    now_ms: int
    player: str
    decision: str
    ready: bool


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """The host of a private table changes its options, between hands only (A30). `player` None:
    an operator, at any table (A12)."""

    now_ms: int
    player: str | None
    options: TableOptions


@dataclass(frozen=True, slots=True)
class Tick:
    """Whatever is due by now: a clock ran out, a beat, the next deal, a seat to free.
    `deck` is a freshly shuffled deck, used only if a hand starts (A25)."""

    now_ms: int
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reopen:
    """The table was folded from its log after a restart: clocks go on (A23)."""

    now_ms: int


@dataclass(frozen=True, slots=True)
class CloseTable:
    """After the hand; everybody is paid out. Also an empty table's end."""

    now_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The running hand can't go on (A29)."""

    now_ms: int
    reason: str


SeatCommand = Sit | SitOut | SitIn | TopUp | ApplyTopUps | Rename
"""About a seat, not about the running hand."""

HandCommand = Act | Swap | SetReady
"""A player's decision in the running hand."""

Command = (
    OpenTable
    | SeatCommand
    | Leave
    | HandCommand
    | ChangeOptions
    | Tick
    | Reopen
    | CloseTable
    | VoidHand
)
