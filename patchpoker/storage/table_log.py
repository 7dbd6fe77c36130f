"""Tables as their logs hold them: claim one, fold it, and put away one that won't fold."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from patchpoker.storage import ledger
from patchpoker.storage.database import Database
from patchpoker.storage.errors import Fenced, LogUnreadable, SealBroken, SealKeyMissing
from patchpoker.storage.event_codec import Event, decode
from patchpoker.storage.ledger import Entry
from patchpoker.storage.schema import ledger_accounts, poker_tables
from patchpoker.storage.schema import table_log as log_table
from patchpoker.storage.sealing import Sealer, place
from patchpoker.storage.snapshot import decode_snapshot
from patchpoker.storage.times import to_ms
from patchpoker.table.evolve import fold
from patchpoker.table.state import TableState

_t, _l = poker_tables.c, log_table.c
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Logged:
    """One commit, as it was. `version` is the table's after it."""

    version: int
    at_ms: int
    player: str | None
    action_id: str | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table folded from its log: go on with `state` at `version`, writing as `epoch`."""

    table_id: str
    epoch: int
    version: int
    state: TableState


class TableLog:
    def __init__(self, database: Database, sealer: Sealer) -> None:
        self._database = database
        self._sealer = sealer

    async def open_tables(self) -> tuple[str, ...]:
        """The ids of the open tables, oldest first."""
        async with self._database.begin() as connection:
            rows = await connection.execute(
                sa.select(_t.table_id)
                .where(_t.status == "open")
                .order_by(_t.opened_at, _t.table_id)
            )
            return tuple(rows.scalars())

    async def claim(self, table_id: str) -> int:
        """Become the table's owner: the new epoch, which fences every earlier owner out. Raises
        Fenced when the table isn't open."""
        async with self._database.begin() as connection:
            row = await connection.execute(
                poker_tables.update()
                .where(_t.table_id == table_id, _t.status == "open")
                .values(epoch=_t.epoch + 1)
                .returning(_t.epoch)
            )
            epoch: int | None = row.scalar_one_or_none()
        if epoch is None:
            raise Fenced(table_id)
        return epoch

    async def load(self, table_id: str) -> LoadedTable:
        """Fold the table, from its snapshot where that can be read. Doesn't claim it: after a
        failed commit, its owner folds again with this. Raises LogUnreadable: `quarantine` it;
        Fenced when it isn't open."""
        async with self._database.snapshot() as connection:
            row = (
                await connection.execute(
                    sa.select(_t.epoch, _t.version, _t.snapshot, _t.snapshot_version).where(
                        _t.table_id == table_id, _t.status == "open"
                    )
                )
            ).one_or_none()
            if row is None:
                raise Fenced(table_id)
            state = self._snapshot(table_id, row.snapshot, row.snapshot_version)
            version = row.snapshot_version if state is not None else 0
            async for logged in read_log(connection, self._sealer, table_id, version):
                if logged.version != version + 1:
                    raise LogUnreadable(f"table {table_id} has no version {version + 1}")
                state = fold_batch(state, logged)
                version = logged.version
        if state is None or version != row.version:
            raise LogUnreadable(f"table {table_id}: its log ends at {version}, not {row.version}")
        return LoadedTable(table_id, row.epoch, version, state)

    async def recent_actions(
        self, table_id: str, limit: int = 512
    ) -> tuple[tuple[str, str, int], ...]:
        """(player, action id, version) of the latest commands, oldest first."""
        async with self._database.begin() as connection:
            rows = await connection.execute(
                sa.select(_l.player_id, _l.action_id, _l.version)
                .where(_l.table_id == table_id, _l.action_id.is_not(None))
                .order_by(_l.version.desc())
                .limit(limit)
            )
            return tuple((row[0], row[1], row[2]) for row in reversed(rows.all()))

    async def action_version(self, table_id: str, player: str, action_id: str) -> int | None:
        """The version as which an action was committed, None if it wasn't."""
        async with self._database.begin() as connection:
            row = await connection.execute(
                sa.select(_l.version).where(
                    _l.table_id == table_id, _l.player_id == player, _l.action_id == action_id
                )
            )
            version: int | None = row.scalar_one_or_none()
        return version

    async def quarantine(self, table_id: str, now: datetime) -> int:
        """Put a table away that can't go on: its log stays as it is, its owner is fenced out, and
        every stake goes home, once. A running hand is thereby void with refund (A29): while it
        ran, the stakes stayed as at its start. The chips paid back; 0 if it wasn't open."""
        async with self._database.begin() as connection:
            closed = await connection.execute(
                poker_tables.update()
                .where(_t.table_id == table_id, _t.status == "open")
                .values(status="quarantined", closed_at=now, epoch=_t.epoch + 1)
                .returning(_t.table_id)
            )
            if closed.one_or_none() is None:
                return 0
            a = ledger_accounts.c
            rows = await connection.execute(
                sa.select(a.account_id, a.player_id, a.balance).where(
                    a.table_id == table_id, a.balance > 0
                )
            )
            entries = [
                Entry(
                    key=f"quarantine:{row.account_id}",
                    source=row.account_id,
                    target=ledger.wallet(row.player_id),
                    chips=row.balance,
                    code="CASH_OUT",
                    at=now,
                    table_id=table_id,
                )
                for row in rows
            ]
            await ledger.post(connection, entries)
        return sum(entry.chips for entry in entries)

    def _snapshot(
        self, table_id: str, sealed: bytes | None, version: int | None
    ) -> TableState | None:
        if sealed is None or version is None:
            return None
        try:
            return decode_snapshot(self._sealer.open(sealed, place(table_id, version, "snapshot")))
        except (LogUnreadable, SealBroken, SealKeyMissing):
            return None  # damaged, or an older program's: the log has it all


def fold_batch(state: TableState | None, logged: Logged) -> TableState:
    """The state after one more commit. Raises LogUnreadable."""
    try:
        return fold(logged.events, state)
    except Exception as error:  # a log may break the pure layers in any way
        raise LogUnreadable(
            f"version {logged.version} doesn't fold: {type(error).__name__}"
        ) from error


async def read_log(
    connection: AsyncConnection, sealer: Sealer, table_id: str, after: int = 0
) -> AsyncIterator[Logged]:
    """The commits after a version, in order, a chunk at a time. Raises LogUnreadable."""
    while True:
        rows = await connection.execute(
            sa.select(_l.version, _l.at, _l.player_id, _l.action_id, _l.events, _l.sealed)
            .where(_l.table_id == table_id, _l.version > after)
            .order_by(_l.version)
            .limit(_CHUNK)
        )
        chunk = rows.all()
        for version, time, player, action_id, events, sealed in chunk:
            yield Logged(
                version,
                to_ms(time),
                player,
                action_id,
                decode(events, _opened(sealer, table_id, version, sealed)),
            )
        if len(chunk) < _CHUNK:
            return
        after = chunk[-1].version


def _opened(sealer: Sealer, table_id: str, version: int, sealed: bytes | None) -> bytes | None:
    if sealed is None:
        return None
    try:
        return sealer.open(sealed, place(table_id, version))
    except (SealBroken, SealKeyMissing) as error:
        raise LogUnreadable(f"table {table_id}, version {version}: {error.message}") from None
