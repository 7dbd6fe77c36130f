"""Players' accounts: guests, names, passwords, refills, the end.

A guest is an account without a password. Guests may share a name with each other, never with an
account that has one ("kept"). Whoever changes a name or keeps one holds a lock on the name's key.
Hashing is the caller's (it costs 50 ms of CPU): storage only keeps the hash.
Every method raises StorageDown, and what it names.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from patchpoker.storage import ledger
from patchpoker.storage.constraints import refusal_of
from patchpoker.storage.database import Database
from patchpoker.storage.errors import NameTaken, NoSuchAccount, RefillNotDue, StillSeated
from patchpoker.storage.ledger import Entry, StakeBalance
from patchpoker.storage.names import clean_name, name_key
from patchpoker.storage.schema import accounts, ledger_accounts, login_links, sessions, transfers
from patchpoker.storage.times import to_ms

WELCOME_CHIPS = 10_000  # A30
REFILL_TO = 2_000
REFILL_EVERY = timedelta(hours=4)

_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"  # base32: 12 letters are 60 bits


@dataclass(frozen=True, slots=True)
class Account:
    player_id: str
    name: str
    guest: bool
    settings: dict[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Purse:
    """What a player has. `refill_at_ms`: when the next refill may be taken, None: at once;
    `refill_eligible`: whether wallet and stakes are low enough for one (A30)."""

    wallet: int
    stakes: tuple[StakeBalance, ...]
    refill_at_ms: int | None
    refill_eligible: bool


_COLUMNS = (
    accounts.c.player_id,
    accounts.c.name,
    accounts.c.password_hash.is_(None),
    accounts.c.settings,
    accounts.c.created_at,
)
_alive = accounts.c.deleted_at.is_(None)


class Accounts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_guest(self, name: str, now: datetime) -> Account:
        """A new guest with the welcome chips (A30). Raises NameInvalid, NameTaken."""
        name = clean_name(name)
        player = "p_" + "".join(secrets.choice(_ID_LETTERS) for _ in range(12))
        async with self._database.begin() as connection:
            await _reserve(connection, name, player, kept=False)
            await connection.execute(
                accounts.insert().values(
                    player_id=player,
                    name=name,
                    name_key=name_key(name),
                    created_at=now,
                    last_seen_at=now,
                )
            )
            await connection.execute(
                ledger_accounts.insert().values(
                    account_id=ledger.wallet(player), kind="wallet", player_id=player, balance=0
                )
            )
            await ledger.post(
                connection,
                [
                    Entry(
                        key=f"welcome:{player}",
                        source=ledger.ISSUANCE,
                        target=ledger.wallet(player),
                        chips=WELCOME_CHIPS,
                        code="WELCOME",
                        at=now,
                    )
                ],
            )
        return Account(player, name, guest=True, settings={}, created_at=now)

    async def get(self, player: str) -> Account:
        """Raises NoSuchAccount."""
        async with self._database.begin() as connection:
            return await _get(connection, player)

    async def purse(self, player: str, now: datetime) -> Purse:
        """As of one moment. Raises NoSuchAccount."""
        async with self._database.snapshot() as connection:
            await _get(connection, player)
            wallet = await ledger.balance(connection, ledger.wallet(player))
            stakes = await ledger.stakes_of(connection, player)
            last = await _last_refill(connection, player)
        due = None if last is None or last + REFILL_EVERY <= now else last + REFILL_EVERY
        low = wallet + sum(stake.chips for stake in stakes) < REFILL_TO
        return Purse(wallet, stakes, to_ms(due) if due else None, refill_eligible=low)

    async def password_hash(self, player: str) -> str | None:
        """None: a guest. Raises NoSuchAccount."""
        async with self._database.begin() as connection:
            row = await connection.execute(
                sa.select(accounts.c.password_hash).where(accounts.c.player_id == player, _alive)
            )
            found = row.one_or_none()
        if found is None:
            raise NoSuchAccount
        hashed: str | None = found[0]
        return hashed

    async def find_kept(self, name: str) -> tuple[Account, str] | None:
        """For a sign-in: the kept account of that name and its password's hash. Raises
        NameInvalid."""
        async with self._database.begin() as connection:
            row = (
                await connection.execute(
                    sa.select(*_COLUMNS, accounts.c.password_hash).where(
                        accounts.c.name_key == name_key(clean_name(name)),
                        accounts.c.password_hash.is_not(None),
                        _alive,
                    )
                )
            ).one_or_none()
        return None if row is None else (Account(*row[:-1]), row[-1])

    async def rename(self, player: str, name: str) -> Account:
        """Raises NameInvalid, NameTaken, NoSuchAccount."""
        name = clean_name(name)
        async with self._database.begin() as connection:
            guest = (await _get(connection, player)).guest
            await _reserve(connection, name, player, kept=not guest)
            return await _set(connection, player, name=name, name_key=name_key(name))

    async def set_password(self, player: str, password_hash: str) -> Account:
        """Keep the account. Raises NameTaken if anybody else, also a guest, plays under the name
        now: rename first; NoSuchAccount."""
        async with self._database.begin() as connection:
            account = await _get(connection, player)
            await _reserve(connection, account.name, player, kept=True)
            return await _set(connection, player, password_hash=password_hash)

    async def set_settings(self, player: str, settings: dict[str, Any]) -> Account:
        """Replaces the settings. The caller bounds their size. Raises NoSuchAccount."""
        async with self._database.begin() as connection:
            return await _set(connection, player, settings=settings)

    async def refill(self, player: str, now: datetime) -> int:
        """Fill the wallet so that it and all stakes make 2,000 (A30); the chips added. At most
        once each 4 hours. Raises RefillNotDue, NoSuchAccount."""
        async with self._database.begin() as connection:
            await _get(connection, player)
            await _lock_wallet(connection, player)
            last = await _last_refill(connection, player)
            if last is not None and now < last + REFILL_EVERY:
                raise RefillNotDue(to_ms(last + REFILL_EVERY))
            missing = REFILL_TO - await ledger.total_of(connection, player)
            if missing <= 0:
                raise RefillNotDue(None)
            slot = 0 if last is None else to_ms(last)
            await ledger.post(
                connection,
                [
                    Entry(
                        key=f"refill:{player}:{slot}",  # the one that follows the last one
                        source=ledger.ISSUANCE,
                        target=ledger.wallet(player),
                        chips=missing,
                        code="REFILL",
                        at=now,
                    )
                ],
            )
        return missing

    async def delete(self, player: str, now: datetime) -> None:
        """End the account: its name is free again, its sessions are gone, its wallet goes back to
        issuance. Its transfers stay, under the bare id. Raises StillSeated, NoSuchAccount."""
        async with self._database.begin() as connection:
            await _get(connection, player)
            wallet = await _lock_wallet(connection, player)  # no buy-in can slip in from here on
            if await ledger.stakes_of(connection, player):
                raise StillSeated
            if wallet:
                await ledger.post(
                    connection,
                    [
                        Entry(
                            key=f"closed:{player}",
                            source=ledger.wallet(player),
                            target=ledger.ISSUANCE,
                            chips=wallet,
                            code="ACCOUNT_CLOSED",
                            at=now,
                        )
                    ],
                )
            for table in (sessions, login_links):
                await connection.execute(table.delete().where(table.c.player_id == player))
            await _set(
                connection,
                player,
                name="(deleted)",
                name_key="",
                password_hash=None,
                settings={},
                deleted_at=now,
            )


async def _get(connection: AsyncConnection, player: str) -> Account:
    row = await connection.execute(
        sa.select(*_COLUMNS).where(accounts.c.player_id == player, _alive)
    )
    found = row.one_or_none()
    if found is None:
        raise NoSuchAccount
    return Account(*found)


async def _set(connection: AsyncConnection, player: str, **values: object) -> Account:
    try:
        row = await connection.execute(
            accounts.update()
            .where(accounts.c.player_id == player, _alive)
            .values(**values)
            .returning(*_COLUMNS)
        )
    except IntegrityError as error:
        raise refusal_of(error) from None
    found = row.one_or_none()
    if found is None:
        raise NoSuchAccount
    return Account(*found)


async def _reserve(connection: AsyncConnection, name: str, player: str, *, kept: bool) -> None:
    """Hold the name's key until the end of the transaction; raise NameTaken if a kept account of
    somebody else has it, or, when it is to be kept, anybody else."""
    key = name_key(name)
    await connection.execute(
        sa.select(func.pg_advisory_xact_lock(func.hashtextextended("name:" + key, 0)))
    )
    others = sa.select(accounts.c.player_id).where(
        accounts.c.name_key == key, accounts.c.player_id != player, _alive
    )
    if not kept:
        others = others.where(accounts.c.password_hash.is_not(None))
    if (await connection.execute(others.limit(1))).first() is not None:
        raise NameTaken


async def _lock_wallet(connection: AsyncConnection, player: str) -> int:
    row = await connection.execute(
        sa.select(ledger_accounts.c.balance)
        .where(ledger_accounts.c.account_id == ledger.wallet(player))
        .with_for_update(key_share=True)
    )
    return int(row.scalar_one())


async def _last_refill(connection: AsyncConnection, player: str) -> datetime | None:
    row = await connection.execute(
        sa.select(func.max(transfers.c.at)).where(
            transfers.c.target == ledger.wallet(player), transfers.c.code == "REFILL"
        )
    )
    last: datetime | None = row.scalar_one()
    return last
