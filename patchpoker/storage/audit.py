"""Recompute every chip, from the transfers and from the tables' logs, and say what doesn't fit.

Three accounts of the same chips, kept apart, must agree:

    balances      what the database keeps for each wallet and stake
    transfers     where each chip came from; summed again here
    logs          what happened at the tables; folded again from the first event, and settled again

All of it is read as of one moment (REPEATABLE READ), so a server may go on meanwhile. Problems name
accounts, tables and versions, never a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from patchpoker.engine.betting.events import HandStarted
from patchpoker.engine.errors import PokerError
from patchpoker.storage import ledger
from patchpoker.storage.commit import HandResult, entries_of, result_of
from patchpoker.storage.database import Database
from patchpoker.storage.errors import LogUnreadable
from patchpoker.storage.ledger import Entry
from patchpoker.storage.schema import hand_results, poker_tables, transfers
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import Logged, fold_batch, read_log
from patchpoker.storage.times import at
from patchpoker.table import settlement
from patchpoker.table.state import TableState

_BALANCES = sa.text("""
    WITH moves AS (
        SELECT source AS account_id, -chips AS chips FROM transfers
        UNION ALL SELECT target, chips FROM transfers
    ), sums AS (
        SELECT account_id, sum(chips) AS chips FROM moves GROUP BY account_id
    )
    SELECT account_id, kind, balance, coalesce(chips, 0)::bigint AS chips
      FROM ledger_accounts LEFT JOIN sums USING (account_id) ORDER BY account_id
""")


@dataclass(slots=True)
class AuditReport:
    """`problems` is empty when every chip is accounted for."""

    problems: list[str] = field(default_factory=list)
    accounts: int = 0
    transfers: int = 0
    tables: int = 0
    commits: int = 0
    hands: int = 0
    quarantined: int = 0
    issued: int = 0
    wallets: int = 0
    stakes: int = 0
    house: int = 0

    @property
    def clean(self) -> bool:
        return not self.problems

    def lines(self) -> tuple[str, ...]:
        """The report, for a terminal."""
        logs = f"{self.tables} tables ({self.quarantined} quarantined), {self.commits} commits"
        uses = f"wallets {self.wallets} + stakes {self.stakes} + house {self.house}"
        return (
            f"{self.accounts} accounts, {self.transfers} transfers; {logs}, {self.hands} hands",
            f"issued {self.issued} = {uses}",
            *self.problems,
            "clean" if self.clean else f"NOT CLEAN: {len(self.problems)} problems",
        )


async def audit(database: Database, sealer: Sealer) -> AuditReport:
    """Raises StorageDown."""
    report = AuditReport()
    async with database.snapshot() as connection:
        kept = await _check_balances(connection, report)
        p = poker_tables.c
        rows = await connection.execute(
            sa.select(p.table_id, p.status, p.version).order_by(p.opened_at, p.table_id)
        )
        for table_id, status, version in rows.all():
            check = _TableCheck(connection, sealer, report, table_id)
            await check.run(status, version, kept.get(table_id, {}))
    return report


async def _check_balances(
    connection: AsyncConnection, report: AuditReport
) -> dict[str, dict[str, int]]:
    """Compare balances with the transfers; {table: {stake account: kept balance}}."""
    stakes: dict[str, dict[str, int]] = {}
    for account_id, kind, balance, chips in (await connection.execute(_BALANCES)).all():
        report.accounts += 1
        match kind:
            case "issuance":
                report.issued = -chips
            case "house":
                report.house = chips
            case "wallet":
                report.wallets += balance
            case _:
                report.stakes += balance
                stakes.setdefault(account_id.split(":")[1], {})[account_id] = balance
        if balance is not None and balance != chips:
            report.problems.append(f"{account_id}: balance {balance}, its transfers make {chips}")
    if report.issued != report.wallets + report.stakes + report.house:
        report.problems.append("issued chips and balances differ")
    count = await connection.execute(sa.select(sa.func.count()).select_from(transfers))
    report.transfers = count.scalar_one()
    return stakes


class _TableCheck:
    """One table's log against its transfers, results and stakes."""

    def __init__(
        self, connection: AsyncConnection, sealer: Sealer, report: AuditReport, table_id: str
    ) -> None:
        self._connection = connection
        self._sealer = sealer
        self._report = report
        self._table_id = table_id
        self._state: TableState | None = None
        self._version = 0
        self._started: HandStarted | None = None
        self._posted: dict[str, Entry] = {}
        self._results: dict[int, HandResult] = {}

    async def run(self, status: str, version: int, kept: Mapping[str, int]) -> None:
        report = self._report
        report.tables += 1
        if status == "quarantined":  # put away because its log can't be trusted
            report.quarantined += 1
        else:
            await self._check_log(version)
        self._check_stakes(kept, at_table=status == "open")

    async def _check_log(self, version: int) -> None:
        await self._read_posted()
        try:
            async for logged in read_log(self._connection, self._sealer, self._table_id):
                self._report.commits += 1
                self._check(logged)
        except (LogUnreadable, PokerError) as error:
            self._problem(f"after version {self._version}: {error}")
        else:
            if self._version != version:
                self._problem(f"its log ends at version {self._version}, not {version}")
            self._check_rest()

    async def _read_posted(self) -> None:
        t = transfers.c
        columns = (t.source, t.target, t.chips, t.code, t.at, t.table_id, t.hand_no)
        rows = await self._connection.execute(
            sa.select(t.transfer_key, *columns).where(t.table_id == self._table_id)
        )
        self._posted = {row[0]: Entry(*row) for row in rows}
        r = hand_results.c
        rows = await self._connection.execute(
            sa.select(r.hand_no, r.pot, r.rake, r.nets).where(r.table_id == self._table_id)
        )
        self._results = {
            row.hand_no: HandResult(row.hand_no, row.pot, row.rake, row.nets) for row in rows
        }

    def _check(self, logged: Logged) -> None:
        if logged.version != self._version + 1:
            self._problem(f"version {self._version + 1} is missing")
        self._version = logged.version
        after = fold_batch(self._state, logged)
        due = settlement.transfers(self._state, logged.events)
        for entry in entries_of(self._table_id, logged.version, at(logged.at_ms), due):
            if self._posted.pop(entry.key, None) != entry:
                self._problem(f"transfer {entry.key} isn't there as its events say")
        self._check_result(logged)
        self._state = after

    def _check_result(self, logged: Logged) -> None:
        for event in logged.events:
            if isinstance(event, HandStarted):
                self._started = event
        result = result_of(self._started, logged.events)
        if result is None:
            return
        self._report.hands += 1
        if self._results.pop(result.hand_no, None) != result:
            self._problem(f"hand {result.hand_no}: its result isn't as its events say")
        if sum(result.nets.values()) + result.rake:
            self._problem(f"hand {result.hand_no}: chips were made or lost")

    def _check_rest(self) -> None:
        for key in self._posted:
            self._problem(f"transfer {key} comes from no event")
        for hand_no in self._results:
            self._problem(f"hand {hand_no} has a result, but never finished")

    def _check_stakes(self, kept: Mapping[str, int], *, at_table: bool) -> None:
        due = {}
        if at_table and self._state is not None:
            due = {
                ledger.stake(self._table_id, seat.seat, seat.player): seat.stack
                for seat in self._state.taken
            }
        for account in sorted(kept.keys() | due.keys()):
            have, want = kept.get(account, 0), due.get(account, 0)
            if have != want:
                self._problem(f"{account} holds {have} chips, the table says {want}")

    def _problem(self, text: str) -> None:
        self._report.problems.append(f"table {self._table_id}: {text}")
