"""The one writer of a database's tables: group commit without a fixed window.

    actors ── commit() ──> pending ──> one transaction ──> futures done ──> actors go on
                             ^                |
                             └── what arrives while it is in flight waits for the next one

A batch is one transaction: fence (the tables whose version and epoch are as expected move on by
one), log, transfers and balances, hand results. A table that the fence leaves out is refused
alone. If the database rejects the batch, its parts are committed one by one, so that one table's
fault is that table's alone. If the database is lost, every part of the batch gets StorageDown, and
whether it was committed is unknown: fold the log again, and ask it for the action.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam, case, func
from sqlalchemy.dialects.postgresql import ARRAY, BYTEA, TIMESTAMP, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine

from patchpoker.engine.betting.events import HandFinished, HandStarted
from patchpoker.storage import ledger
from patchpoker.storage.commit import HandResult, Rows, TableCommit, result_of, to_rows
from patchpoker.storage.constraints import name_of, refusal_of
from patchpoker.storage.database import Database
from patchpoker.storage.errors import (
    CommitRejected,
    DuplicateAction,
    Fenced,
    StorageDown,
    StorageFull,
    StoreError,
    VersionConflict,
)
from patchpoker.storage.event_codec import decode
from patchpoker.storage.schema import hand_results, poker_tables, table_log
from patchpoker.storage.sealing import Sealer, place

MOST_PARTS = 256
CLOSE_SECONDS = 0.5

_COLUMNS: dict[str, TypeEngine[Any]] = {
    "table_id": sa.Text(),
    "version": sa.BigInteger(),
    "epoch": sa.BigInteger(),
    "at": TIMESTAMP(timezone=True),
    "closes": sa.Boolean(),
    "snapshot": BYTEA(),
}
_parts = (
    func.unnest(*(bindparam(f"all_{name}", type_=ARRAY(kind)) for name, kind in _COLUMNS.items()))
    .table_valued(*(sa.column(name, kind) for name, kind in _COLUMNS.items()))
    .render_derived(name="parts")
)
_t, _p = poker_tables.c, _parts.c
_fence = (
    poker_tables.update()
    .where(
        _t.table_id == _p.table_id,
        _t.version == _p.version,
        _t.epoch == _p.epoch,
        _t.status == "open",
    )
    .values(
        version=_t.version + 1,
        status=case((_p.closes, "closed"), else_=_t.status),
        closed_at=case((_p.closes, _p.at), else_=_t.closed_at),
        snapshot=func.coalesce(_p.snapshot, _t.snapshot),
        snapshot_version=case(
            (_p.snapshot.is_not(None), _t.version + 1), else_=_t.snapshot_version
        ),
    )
    .returning(_t.table_id)
)


@dataclass(slots=True)
class _Part:
    rows: Rows
    done: asyncio.Future[int]

    def refuse(self, error: Exception) -> None:
        if not self.done.done():  # its actor may have been cancelled meanwhile
            self.done.set_exception(error)

    def accept(self) -> None:
        if not self.done.done():
            self.done.set_result(self.rows.version)


class CommitWriter:
    """One per database. `commit` may be awaited by any number of tables at once."""

    def __init__(self, database: Database, sealer: Sealer) -> None:
        self._database = database
        self._sealer = sealer
        self._pending: list[_Part] = []
        self._running: asyncio.Task[None] | None = None

    async def commit(self, commit: TableCommit) -> int:
        """The table's new version, once all of it is durable.

        Raises, with nothing changed: InsufficientChips, DuplicateAction (with its version),
        CodeTaken; VersionConflict, Fenced, CommitRejected, StorageFull. StorageDown: the outcome is
        unknown.
        """
        rows = to_rows(commit, self._sealer, await self._result(commit))
        part = _Part(rows, asyncio.get_running_loop().create_future())
        self._pending.append(part)
        if self._running is None:
            self._running = asyncio.create_task(self._run(), name="commit-writer")
        return await part.done

    async def close(self) -> None:
        """Finish what is pending; what hangs in the database is given up."""
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=CLOSE_SECONDS)
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running}, timeout=CLOSE_SECONDS)

    async def _run(self) -> None:
        try:
            while self._pending:
                await self._commit(self._take())
        finally:
            self._running = None

    def _take(self) -> list[_Part]:
        """What is pending, one part a table: its next one builds on this one."""
        batch: dict[str, _Part] = {}
        later: list[_Part] = []
        for part in self._pending:
            if part.rows.table_id in batch or len(batch) == MOST_PARTS:
                later.append(part)
            else:
                batch[part.rows.table_id] = part
        self._pending = later
        return list(batch.values())

    async def _commit(self, parts: list[_Part]) -> None:
        """Settle every part's future, whatever happens."""
        try:
            await self._commit_batch(parts)
        except StorageDown as error:
            for part in parts:
                part.refuse(StorageDown(error.message))
        except StorageFull as error:
            for part in parts:
                part.refuse(StorageFull(error.reason))
        except Exception as error:  # noqa: BLE001 - whatever it is, every actor must hear of it
            for part in parts:
                refusal = CommitRejected(type(error).__name__)
                refusal.__cause__ = error
                part.refuse(refusal)

    async def _commit_batch(self, parts: list[_Part]) -> None:
        try:
            committed = await self._transaction([part.rows for part in parts])
        except DBAPIError as error:
            if len(parts) == 1:
                parts[0].refuse(await self._meaning(parts[0].rows, error))
                return
            for part in parts:
                await self._commit([part])
            return
        for part in parts:
            if part.rows.table_id in committed:
                part.accept()
        for part in parts:
            if part.rows.table_id not in committed:
                part.refuse(await self._reason(part.rows))

    async def _transaction(self, parts: Sequence[Rows]) -> set[str]:
        """The ids of the tables that were written; the fence left the others out."""
        async with self._database.begin() as connection:
            openings = [part.opening for part in parts if part.opening is not None]
            if openings:
                new = insert(poker_tables).on_conflict_do_nothing(index_elements=["table_id"])
                await connection.execute(new, openings)
            fenced = set((await connection.execute(_fence, _fence_rows(parts))).scalars())
            ours = [part for part in parts if part.table_id in fenced]
            if ours:
                await _write(connection, ours)
        return fenced

    async def _result(self, commit: TableCommit) -> HandResult | None:
        """What a hand that ends here did, by its own events: the database compares the transfers
        with it."""
        if not any(isinstance(event, HandFinished) for event in commit.events):
            return None
        for event in commit.events:
            if isinstance(event, HandStarted):
                return result_of(event, commit.events)
        log = table_log.c
        query = (
            sa.select(log.version, log.events, log.sealed)
            .where(log.table_id == commit.table_id)
            .where(log.events.contains([{"type": "hand_started"}]))
            .order_by(log.version.desc())
            .limit(1)
        )
        async with self._database.begin() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        secret = self._sealer.open(row.sealed, place(commit.table_id, row.version))
        events = decode(row.events, secret)
        return result_of(next(e for e in events if isinstance(e, HandStarted)), commit.events)

    async def _meaning(self, rows: Rows, error: DBAPIError) -> StoreError:
        if name_of(error) == "uq_table_log_action":
            return await self._reason(rows)
        return refusal_of(error)

    async def _reason(self, rows: Rows) -> StoreError:
        """Why nothing of this part was written."""
        async with self._database.begin() as connection:
            version = await _version_of(connection, rows)
            if version is not None:
                return DuplicateAction(version)
            now = await connection.execute(
                sa.select(_t.version, _t.epoch, _t.status).where(_t.table_id == rows.table_id)
            )
            table = now.one_or_none()
        if table is None:
            return VersionConflict(rows.table_id, None)
        if table.epoch != rows.epoch or table.status != "open":
            return Fenced(rows.table_id)
        return VersionConflict(rows.table_id, table.version)


async def _version_of(connection: AsyncConnection, rows: Rows) -> int | None:
    """The version as which this part's action was committed before."""
    log, player, action = table_log.c, rows.log["player_id"], rows.log["action_id"]
    if player is None or action is None:
        return None
    found = await connection.execute(
        sa.select(log.version).where(
            log.table_id == rows.table_id, log.player_id == player, log.action_id == action
        )
    )
    version: int | None = found.scalar_one_or_none()
    return version


async def _write(connection: AsyncConnection, parts: Sequence[Rows]) -> None:
    await connection.execute(table_log.insert(), [part.log for part in parts])
    results = [_result_row(part, part.result) for part in parts if part.result is not None]
    if results:
        await connection.execute(hand_results.insert(), results)
    entries = [entry for part in parts for entry in part.entries]
    await ledger.post(connection, entries)
    if entries or results:
        # What is checked at the commit is checked now: then a failing COMMIT is a lost database.
        await connection.execute(sa.text("SET CONSTRAINTS ALL IMMEDIATE"))


def _fence_rows(parts: Sequence[Rows]) -> dict[str, list[object]]:
    return {
        "all_table_id": [part.table_id for part in parts],
        "all_version": [part.expected_version for part in parts],
        "all_epoch": [part.epoch for part in parts],
        "all_at": [part.at for part in parts],
        "all_closes": [part.closes for part in parts],
        "all_snapshot": [part.snapshot for part in parts],
    }


def _result_row(part: Rows, result: HandResult) -> dict[str, object]:
    return {
        "table_id": part.table_id,
        "hand_no": result.hand_no,
        "version": part.version,
        "at": part.at,
        "pot": result.pot,
        "rake": result.rake,
        "nets": result.nets,
    }
