import asyncio
from datetime import timedelta

import pytest

from patchpoker.storage import ledger
from patchpoker.storage.accounts import REFILL_EVERY, WELCOME_CHIPS, Accounts
from patchpoker.storage.audit import audit
from patchpoker.storage.database import Database
from patchpoker.storage.errors import (
    NameInvalid,
    NameTaken,
    NoSuchAccount,
    RefillNotDue,
    StillSeated,
)
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.sessions import Sessions
from patchpoker.storage.times import to_ms
from patchpoker.table import commands

from .conftest import START, Played


async def test_A30_a_guest_gets_the_welcome_chips(
    accounts: Accounts, database: Database, sealer: Sealer
) -> None:
    guest = await accounts.create_guest("  Ada ", START)
    assert guest.name == "Ada"
    assert guest.guest
    assert await accounts.get(guest.player_id) == guest
    assert (await accounts.purse(guest.player_id, START)).wallet == WELCOME_CHIPS == 10_000
    async with database.begin() as connection:
        (welcome,) = await ledger.history(connection, ledger.wallet(guest.player_id))
    assert (welcome.code, welcome.key) == ("WELCOME", f"welcome:{guest.player_id}")
    assert (await audit(database, sealer)).clean


async def test_guests_share_a_name_but_never_a_kept_one(accounts: Accounts) -> None:
    ada = await accounts.create_guest("Ada", START)
    other = await accounts.create_guest("ADA", START)
    with pytest.raises(NameTaken):
        await accounts.set_password(ada.player_id, "hash")  # somebody else plays under it
    await accounts.rename(other.player_id, "Ben")
    assert not (await accounts.set_password(ada.player_id, "hash")).guest
    assert await accounts.password_hash(ada.player_id) == "hash"
    with pytest.raises(NameTaken):
        await accounts.create_guest("ada", START)
    with pytest.raises(NameTaken):
        await accounts.rename(other.player_id, "aDa")
    with pytest.raises(NameInvalid):
        await accounts.rename(other.player_id, "\u200b")
    await accounts.set_password(ada.player_id, "new hash")  # a change, not a conflict
    assert (await accounts.find_kept("ADA"))[0].player_id == ada.player_id
    assert await accounts.find_kept("Ben") is None


async def test_a_name_can_be_kept_once_at_the_same_moment(accounts: Accounts) -> None:
    """Two at once: whoever is later is refused, whether it keeps or takes the name."""
    for number in range(10):
        name = f"Name {number}"
        ada = await accounts.create_guest(f"Ada {number}", START)
        await accounts.rename(ada.player_id, name)
        results = await asyncio.gather(
            accounts.set_password(ada.player_id, "hash"),
            accounts.create_guest(name, START),
            return_exceptions=True,
        )
        assert [type(result) for result in results].count(NameTaken) == 1


async def test_A30_refill_counts_wallet_and_stakes(
    accounts: Accounts, three: Played, database: Database, sealer: Sealer, rows
) -> None:
    poor = three.state.taken[0].player  # 9,000 in the wallet and 1,000 on the table
    with pytest.raises(RefillNotDue) as refused:
        await accounts.refill(poor, START)
    assert refused.value.available_at_ms is None
    async with database.begin() as connection:
        spend = ledger.Entry(
            "spend", ledger.wallet(poor), ledger.ISSUANCE, 8_700, "ADMIN_ADJUST", START
        )
        await ledger.post(connection, [spend])
    purse = await accounts.purse(poor, START)
    assert (purse.wallet, purse.refill_eligible, purse.refill_at_ms) == (300, True, None)
    assert [stake.chips for stake in purse.stakes] == [1_000]
    assert await accounts.refill(poor, START) == 700
    async with database.begin() as connection:
        assert await ledger.total_of(connection, poor) == 2_000
    assert (await audit(database, sealer)).clean


async def test_A30_refill_once_in_four_hours(accounts: Accounts, database: Database) -> None:
    poor = (await accounts.create_guest("Ada", START)).player_id

    async def spend(key: str) -> None:
        async with database.begin() as connection:
            have = await ledger.balance(connection, ledger.wallet(poor))
            spent = ledger.Entry(
                key, ledger.wallet(poor), ledger.ISSUANCE, have, "ADMIN_ADJUST", START
            )
            await ledger.post(connection, [spent])

    await spend("one")
    results = await asyncio.gather(
        *(accounts.refill(poor, START) for _ in range(8)), return_exceptions=True
    )
    assert [result for result in results if not isinstance(result, RefillNotDue)] == [2_000]
    await spend("two")
    soon = START + REFILL_EVERY - timedelta(milliseconds=1)
    with pytest.raises(RefillNotDue) as refused:
        await accounts.refill(poor, soon)
    assert refused.value.available_at_ms == to_ms(START + REFILL_EVERY)
    assert (await accounts.purse(poor, soon)).refill_at_ms == to_ms(START + REFILL_EVERY)
    assert await accounts.refill(poor, START + REFILL_EVERY) == 2_000


async def test_an_account_is_deleted_whole(
    accounts: Accounts, database: Database, sealer: Sealer
) -> None:
    ada = await accounts.create_guest("Ada", START)
    await accounts.set_password(ada.player_id, "hash")
    sessions = Sessions(database)
    token = await sessions.create(ada.player_id, START)
    await accounts.delete(ada.player_id, START)
    for ask in (accounts.get, accounts.password_hash):
        with pytest.raises(NoSuchAccount):
            await ask(ada.player_id)
    with pytest.raises(NoSuchAccount):
        await accounts.delete(ada.player_id, START)
    assert await sessions.resolve(token, START) is None
    assert await accounts.find_kept("Ada") is None
    again = await accounts.create_guest("Ada", START)
    await accounts.set_password(again.player_id, "hash")
    async with database.begin() as connection:
        assert await ledger.balance(connection, ledger.wallet(ada.player_id)) == 0
    assert (await audit(database, sealer)).clean


async def test_a_seated_account_stays(accounts: Accounts, three: Played) -> None:
    player = three.state.taken[0].player
    with pytest.raises(StillSeated):
        await accounts.delete(player, START)
    await three.do(commands.Leave(three.now_ms, player))
    await accounts.delete(player, START)


async def test_settings_are_kept(accounts: Accounts) -> None:
    ada = await accounts.create_guest("Ada", START)
    await accounts.set_settings(ada.player_id, {"sound": False, "deck": {"four": True}})
    assert (await accounts.get(ada.player_id)).settings == {"sound": False, "deck": {"four": True}}
    with pytest.raises(NoSuchAccount):
        await accounts.set_settings("p_nobody", {})
