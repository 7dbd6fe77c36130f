"""One table's commit, as the actor asks for it and as the rows that it becomes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, assert_never

from patchpoker.engine.betting.events import HandFinished, HandStarted, PotAwarded
from patchpoker.storage import ledger
from patchpoker.storage.event_codec import Event, encode
from patchpoker.storage.ledger import Entry
from patchpoker.storage.sealing import Sealer, place
from patchpoker.storage.snapshot import encode_snapshot
from patchpoker.storage.times import at
from patchpoker.table.events import TableClosed, TableOpened
from patchpoker.table.settlement import Account, House, Stake, Transfer, Wallet
from patchpoker.table.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCommit:
    """All effects of one command. They become version `expected_version + 1` of the table.

    `expected_version` 0, `epoch` 1 opens the table: the first event is TableOpened. A TableClosed
    among the events closes it. `snapshot`: the state after the events, between hands only.
    `player` with `action_id`: whose command it was, so that its repetition is recognised.
    """

    table_id: str
    expected_version: int
    epoch: int
    at_ms: int
    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...] = ()
    player: str | None = None
    action_id: str | None = None
    snapshot: TableState | None = None


@dataclass(frozen=True, slots=True)
class HandResult:
    """What the events say that a finished hand did: `nets` {seat: chips won minus lost}."""

    hand_no: int
    pot: int
    rake: int
    nets: dict[str, int]


@dataclass(frozen=True, slots=True)
class Rows:
    """A commit, encoded and sealed, ready for the database."""

    table_id: str
    expected_version: int
    epoch: int
    at: datetime
    log: dict[str, Any]
    entries: list[Entry]
    closes: bool
    opening: dict[str, Any] | None = None
    snapshot: bytes | None = None
    result: HandResult | None = None

    @property
    def version(self) -> int:
        return self.expected_version + 1


def to_rows(commit: TableCommit, sealer: Sealer, result: HandResult | None) -> Rows:
    """Raises PlainError, TypeError: our bug."""
    version, time = commit.expected_version + 1, at(commit.at_ms)
    public, secret = encode(commit.events)
    bound_to = place(commit.table_id, version)
    snapshot = None
    if commit.snapshot is not None:
        snapshot = sealer.seal(
            encode_snapshot(commit.snapshot), place(commit.table_id, version, "snapshot")
        )
    return Rows(
        table_id=commit.table_id,
        expected_version=commit.expected_version,
        epoch=commit.epoch,
        at=time,
        log={
            "table_id": commit.table_id,
            "version": version,
            "at": time,
            "player_id": commit.player,
            "action_id": commit.action_id,
            "events": public,
            "sealed": None if secret is None else sealer.seal(secret, bound_to),
        },
        entries=entries_of(commit.table_id, version, time, commit.transfers),
        closes=any(isinstance(event, TableClosed) for event in commit.events),
        opening=_opening(commit, time),
        snapshot=snapshot,
        result=result,
    )


def entries_of(
    table_id: str, version: int, time: datetime, transfers: Sequence[Transfer]
) -> list[Entry]:
    """The table layer's transfers with their keys: table, version and place in the commit."""
    return [
        Entry(
            key=f"{table_id}:{version}:{transfer.index}",
            source=_account_id(transfer.source),
            target=_account_id(transfer.target),
            chips=transfer.chips,
            code=str(transfer.code),
            at=time,
            table_id=table_id,
            hand_no=transfer.hand_no,
        )
        for transfer in transfers
    ]


def result_of(started: HandStarted | None, events: Sequence[Event]) -> HandResult | None:
    """The result of the hand that finishes in these events; `started`: its first event."""
    finished = next((event for event in events if isinstance(event, HandFinished)), None)
    if finished is None or started is None:
        return None
    before = {entrant.seat: entrant.stack for entrant in started.entrants}
    awards = [event for event in events if isinstance(event, PotAwarded)]
    return HandResult(
        hand_no=started.hand_no,
        pot=sum(award.chips for award in awards),
        rake=sum(award.rake for award in awards),
        nets={str(seat): stack - before[seat] for seat, stack in finished.stacks},
    )


def _opening(commit: TableCommit, time: datetime) -> dict[str, Any] | None:
    if commit.expected_version:
        return None
    opened = commit.events[0] if commit.events else None
    if not isinstance(opened, TableOpened):
        raise TypeError("a table's log begins with TableOpened")
    return {
        "table_id": commit.table_id,
        "code": opened.identity.code,
        "offer": opened.identity.offer,
        "status": "open",
        "version": 0,
        "epoch": commit.epoch,
        "opened_at": time,
    }


def _account_id(account: Account) -> str:
    match account:
        case Wallet():
            return ledger.wallet(account.player)
        case Stake():
            return ledger.stake(account.table_id, account.seat, account.player)
        case House():
            return ledger.HOUSE
        case _:
            assert_never(account)
