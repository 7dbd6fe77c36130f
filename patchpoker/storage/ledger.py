"""The ledger: whole chips, double entry, in accounts that are texts.

    wallet:PLAYER              chips at home            balance kept, never below 0
    stake:TABLE:SEAT:PLAYER    chips on a table         balance kept, never below 0
    house                      rake                     no running balance (a hot row)
    issuance                   where play chips come from, and go to; none either

A transfer is immutable and has a key made from what caused it, so that a retry does nothing twice:
`TABLE:VERSION:INDEX` for a table's commit, `welcome:PLAYER`, `refill:PLAYER:SLOT`...
`post` is the only writer; the database's CHECKs guard the balances, whoever writes.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam, func
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from patchpoker.storage.schema import ledger_accounts, transfers

HOUSE = "house"
ISSUANCE = "issuance"


def wallet(player: str) -> str:
    return f"wallet:{player}"


def stake(table_id: str, seat: int, player: str) -> str:
    return f"stake:{table_id}:{seat}:{player}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A transfer, ready to be posted. `source` and `target` are account ids."""

    key: str
    source: str
    target: str
    chips: int
    code: str
    at: datetime
    table_id: str | None = None
    hand_no: int | None = None


@dataclass(frozen=True, slots=True)
class StakeBalance:
    table_id: str
    seat: int
    chips: int


_ids = bindparam("ids", type_=ARRAY(sa.Text))
_deltas = (
    func.unnest(_ids, bindparam("chips", type_=ARRAY(sa.BigInteger)))
    .table_valued(sa.column("account_id", sa.Text), sa.column("chips", sa.BigInteger))
    .render_derived(name="deltas")
)
_lock_balances = (
    sa.select(ledger_accounts.c.account_id)
    .where(ledger_accounts.c.account_id == func.any(_ids))
    .order_by(ledger_accounts.c.account_id)
    .with_for_update(key_share=True)
)
_move_balances = (
    ledger_accounts.update()
    .where(ledger_accounts.c.account_id == _deltas.c.account_id)
    .values(balance=ledger_accounts.c.balance + _deltas.c.chips)
    .returning(ledger_accounts.c.account_id)
)


async def post(connection: AsyncConnection, entries: Sequence[Entry]) -> None:
    """Post transfers and move the balances, in the caller's transaction. A BUY_IN opens its stake.

    Raises sqlalchemy's IntegrityError for what a constraint refuses (`constraints.name_of` says
    which); the caller's transaction is lost then.
    """
    if not entries:
        return
    opened = [_stake_row(entry.target) for entry in entries if entry.code == "BUY_IN"]
    if opened:
        await connection.execute(insert(ledger_accounts).on_conflict_do_nothing(), opened)
    deltas: dict[str, int] = defaultdict(int)
    for entry in entries:
        deltas[entry.source] -= entry.chips
        deltas[entry.target] += entry.chips
    # Always in the same order: two transactions can't wait for each other.
    kept = sorted(account for account in deltas if account not in (HOUSE, ISSUANCE))
    await connection.execute(_lock_balances, {"ids": kept})
    await connection.execute(
        _move_balances, {"ids": kept, "chips": [deltas[account] for account in kept]}
    )
    await connection.execute(transfers.insert(), [_row(entry) for entry in entries])


async def balance(connection: AsyncConnection, account_id: str) -> int:
    """Chips in a wallet or stake; 0 if there is no such account."""
    found = await connection.execute(
        sa.select(ledger_accounts.c.balance).where(ledger_accounts.c.account_id == account_id)
    )
    return found.scalar_one_or_none() or 0


async def stakes_of(connection: AsyncConnection, player: str) -> tuple[StakeBalance, ...]:
    """The player's stakes that aren't empty. While a hand runs: as at its start."""
    a = ledger_accounts.c
    rows = await connection.execute(
        sa.select(a.table_id, a.seat, a.balance)
        .where(a.player_id == player, a.kind == "stake", a.balance > 0)
        .order_by(a.account_id)
    )
    return tuple(StakeBalance(*row) for row in rows)


async def total_of(connection: AsyncConnection, player: str) -> int:
    """Wallet and all stakes together (A30)."""
    found = await connection.execute(
        sa.select(func.coalesce(func.sum(ledger_accounts.c.balance), 0)).where(
            ledger_accounts.c.player_id == player
        )
    )
    return int(found.scalar_one())


async def history(
    connection: AsyncConnection, account_id: str, limit: int = 100
) -> tuple[Entry, ...]:
    """The account's latest transfers, newest first."""
    t = transfers.c
    rows = await connection.execute(
        sa.select(t.transfer_key, t.source, t.target, t.chips, t.code, t.at, t.table_id, t.hand_no)
        .where((t.source == account_id) | (t.target == account_id))
        .order_by(t.at.desc(), t.transfer_key.desc())
        .limit(limit)
    )
    return tuple(Entry(*row) for row in rows)


async def rake_between(connection: AsyncConnection, start: datetime, end: datetime) -> int:
    """Chips raked from `start` up to, not including, `end`."""
    t = transfers.c
    found = await connection.execute(
        sa.select(func.coalesce(func.sum(t.chips), 0)).where(
            t.code == "RAKE", t.at >= start, t.at < end
        )
    )
    return int(found.scalar_one())


def _row(entry: Entry) -> dict[str, object]:
    return {
        "transfer_key": entry.key,
        "source": entry.source,
        "target": entry.target,
        "chips": entry.chips,
        "code": entry.code,
        "at": entry.at,
        "table_id": entry.table_id,
        "hand_no": entry.hand_no,
    }


def _stake_row(account_id: str) -> dict[str, object]:
    _, table_id, seat, player = account_id.split(":")
    return {
        "account_id": account_id,
        "kind": "stake",
        "table_id": table_id,
        "seat": int(seat),
        "player_id": player,
        "balance": 0,
    }
