import dataclasses

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from patchpoker.storage import ledger
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.constraints import name_of, refusal_of
from patchpoker.storage.database import Database
from patchpoker.storage.errors import BalanceTooLarge, InsufficientChips
from patchpoker.storage.ledger import HOUSE, ISSUANCE, Entry
from patchpoker.storage.schema import MAX_CHIPS

from .conftest import START, Played


@pytest.fixture
async def ada(accounts: Accounts) -> str:
    return ledger.wallet((await accounts.create_guest("Ada", START)).player_id)


async def post(database: Database, *entries: Entry) -> None:
    async with database.begin() as connection:
        await ledger.post(connection, entries)


def gift(target: str, chips: int, key: str = "gift") -> Entry:
    return Entry(key, ISSUANCE, target, chips, "ADMIN_ADJUST", START)


async def test_a_transfer_moves_both_balances_and_is_remembered(
    database: Database, ada: str
) -> None:
    await post(database, gift(ada, 5), gift(ada, 7, "again"))
    async with database.begin() as connection:
        assert await ledger.balance(connection, ada) == 10_012
        keys = {entry.key for entry in await ledger.history(connection, ada)}
        assert keys >= {"gift", "again"}
        assert len(await ledger.history(connection, ada, limit=1)) == 1
        assert await ledger.balance(connection, "wallet:p_nobody") == 0


async def test_a_retry_does_nothing(database: Database, ada: str) -> None:
    await post(database, gift(ada, 5))
    with pytest.raises(IntegrityError) as refused:
        await post(database, gift(ada, 5))
    assert name_of(refused.value) == "pk_transfers"
    async with database.begin() as connection:
        assert await ledger.balance(connection, ada) == 10_005


async def test_the_database_guards_the_balances(database: Database, ada: str) -> None:
    with pytest.raises(IntegrityError) as refused:
        await post(database, Entry("k", ada, ISSUANCE, 10_001, "ADMIN_ADJUST", START))
    assert isinstance(refusal_of(refused.value), InsufficientChips)


async def test_A1_no_balance_above_2_53(database: Database, ada: str) -> None:
    await post(database, gift(ada, MAX_CHIPS - 10_000))
    with pytest.raises(IntegrityError) as refused:
        await post(database, gift(ada, 1, "more"))
    assert isinstance(refusal_of(refused.value), BalanceTooLarge)


@pytest.mark.parametrize(
    "change",
    [
        {"chips": 0},
        {"chips": -5},
        {"chips": MAX_CHIPS + 1},
        {"target": ISSUANCE},
        {"code": "GIFT"},
        {"code": "WELCOME", "source": HOUSE},
        {"code": "RAKE", "target": HOUSE, "table_id": None},
        {"target": "wallet:p_nobody"},
        {"hand_no": 2**40},
    ],
)
async def test_A1_what_is_no_transfer_is_refused(
    database: Database, ada: str, change: dict[str, object]
) -> None:
    with pytest.raises(DBAPIError):
        await post(database, dataclasses.replace(gift(ada, 5), **change))


async def test_transfers_and_logs_are_immutable(three: Played, rows) -> None:
    for statement in (
        "UPDATE transfers SET chips = chips + 1",
        "DELETE FROM transfers",
        "TRUNCATE transfers",
        "UPDATE table_log SET at = now()",
        "DELETE FROM table_log",
    ):
        with pytest.raises(DBAPIError, match="append-only"):
            await rows(statement)


async def test_a_hand_leaves_each_seat_as_its_events_say(three: Played, rows) -> None:
    """The constraint behind settlement: a hand's transfers that differ from it don't commit."""
    await three.play(1)
    one, two = (ledger.stake("t_one", seat.seat, seat.player) for seat in three.state.taken[:2])
    with pytest.raises(IntegrityError) as refused:
        await rows(
            "INSERT INTO transfers VALUES ('x', :one, :two, 5, 'POT', now(), 't_one', 1)",
            one=one,
            two=two,
        )
    assert name_of(refused.value) == "hand_settled"
    with pytest.raises(IntegrityError):
        await rows(
            "INSERT INTO transfers VALUES ('x', :one, :two, 5, 'POT', now(), 't_one', 2)",
            one=one,
            two=two,
        )
    with pytest.raises(IntegrityError):
        await rows("INSERT INTO hand_results VALUES ('t_one', 2, 1, now(), 9, 0, '{\"0\": 5}')")


async def test_stakes_of_a_player(three: Played, database: Database) -> None:
    seat = three.state.taken[1]
    async with database.begin() as connection:
        (stake,) = await ledger.stakes_of(connection, seat.player)
        assert (stake.table_id, stake.seat, stake.chips) == ("t_one", seat.seat, 1_000)
        assert await ledger.total_of(connection, seat.player) == 10_000
