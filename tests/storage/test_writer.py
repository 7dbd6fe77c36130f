import asyncio
import dataclasses
import random

import pytest
import sqlalchemy as sa

from patchpoker.engine.betting.events import HandFinished
from patchpoker.storage import ledger
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.audit import audit
from patchpoker.storage.commit import TableCommit
from patchpoker.storage.database import Database
from patchpoker.storage.errors import (
    CodeTaken,
    CommitRejected,
    DuplicateAction,
    Fenced,
    InsufficientChips,
    StorageDown,
    VersionConflict,
)
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import TableLog
from patchpoker.storage.writer import CommitWriter
from patchpoker.table import commands
from patchpoker.table.decide import decide

from .conftest import START, Played


def rename(table: Played, name: str = "Zoe") -> TableCommit:
    """A commit that is due at the table: its first player's new name."""
    player = table.state.taken[0].player
    events = decide(table.state, commands.Rename(table.now_ms, player, name))
    return table.part(events, player, f"rename to {name}")


async def test_a_hand_played_and_committed(
    three: Played, database: Database, sealer: Sealer, rows
) -> None:
    await three.play(3)
    assert await rows("SELECT version FROM poker_tables") == [(three.version,)]
    assert (await audit(database, sealer)).clean
    assert [row[0] for row in await rows("SELECT hand_no FROM hand_results ORDER BY 1")] == [
        1,
        2,
        3,
    ]


async def test_ECO_01_concurrent_buy_ins_cannot_spend_the_same_chips_twice(
    accounts: Accounts, new_table, database: Database, sealer: Sealer
) -> None:
    """A wallet of 1,000; 800 at two tables at the same moment; 100 times."""
    tables = [await new_table("t_one").open(), await new_table("t_two").open()]
    for number in range(100):
        ada = (await accounts.create_guest(f"Ada {number}", START)).player_id
        async with database.begin() as connection:
            spend = ledger.Entry(
                f"x:{ada}", ledger.wallet(ada), ledger.ISSUANCE, 9_000, "ADMIN_ADJUST", START
            )
            await ledger.post(connection, [spend])
        results = await asyncio.gather(
            *(table.sit(ada, 800) for table in tables), return_exceptions=True
        )
        assert [type(result) for result in results].count(InsufficientChips) == 1
        assert results.count(None) == 1
        async with database.begin() as connection:
            assert await ledger.balance(connection, ledger.wallet(ada)) == 200
            (stake,) = await ledger.stakes_of(connection, ada)
            assert stake.chips == 800
            assert await ledger.total_of(connection, ada) == 1_000
        for table, result in zip(tables, results, strict=True):
            if result is None:
                await table.do(commands.Leave(table.now_ms, ada))
    assert (await audit(database, sealer)).clean


async def test_many_tables_share_a_commit(
    accounts: Accounts, new_table, database: Database, sealer: Sealer
) -> None:
    tables = [new_table(f"t_{number}", dice=random.Random(number)) for number in range(12)]
    await asyncio.gather(*(table.open() for table in tables))
    for table in tables:
        for name in "abc":
            await table.sit((await accounts.create_guest(name, START)).player_id)
    async with database.begin() as connection:
        before = (await connection.execute(sa.text("SELECT pg_current_xact_id()::text"))).scalar()
    await asyncio.gather(*(table.play(2) for table in tables))
    async with database.begin() as connection:
        after = (await connection.execute(sa.text("SELECT pg_current_xact_id()::text"))).scalar()
    commits = sum(table.version for table in tables)
    assert int(after) - int(before) < commits * 0.7
    report = await audit(database, sealer)
    assert report.clean, report.lines()
    assert report.hands == 24


async def test_a_version_conflict_changes_nothing(
    three: Played, writer: CommitWriter, rows
) -> None:
    late = rename(three)
    await three.commit(rename(three, "Eve"))
    before = await rows("SELECT * FROM table_log ORDER BY version")
    with pytest.raises(VersionConflict) as refused:
        await writer.commit(dataclasses.replace(late, action_id="another"))
    assert refused.value.version == three.version
    assert await rows("SELECT * FROM table_log ORDER BY version") == before
    with pytest.raises(VersionConflict):
        await writer.commit(dataclasses.replace(late, table_id="t_none"))


async def test_an_earlier_owner_is_fenced_out(
    three: Played, writer: CommitWriter, log: TableLog
) -> None:
    part = rename(three)
    assert await log.claim("t_one") == 2
    with pytest.raises(Fenced):
        await writer.commit(part)
    assert await writer.commit(dataclasses.replace(part, epoch=2)) == three.version + 1


async def test_a_closed_table_takes_no_more(three: Played, writer: CommitWriter, rows) -> None:
    part = rename(three)
    await three.do(commands.CloseTable(three.now_ms, "test"))
    assert await rows("SELECT status FROM poker_tables") == [("closed",)]
    assert await rows("SELECT sum(balance)::int FROM ledger_accounts WHERE kind = 'stake'") == [
        (0,)
    ]
    with pytest.raises(Fenced):
        await writer.commit(part)


async def test_a_repeated_action_names_the_version_of_the_first(
    three: Played, writer: CommitWriter
) -> None:
    part = rename(three)
    await three.commit(part)
    first = three.version
    await three.commit(rename(three, "Eve"))
    for again in (part, dataclasses.replace(part, expected_version=three.version)):
        with pytest.raises(DuplicateAction) as refused:
            await writer.commit(again)
        assert refused.value.version == first


async def test_one_bad_part_does_not_hurt_the_others(
    accounts: Accounts, new_table, writer: CommitWriter, database: Database, sealer: Sealer
) -> None:
    tables = [await new_table(f"t_{number}").open() for number in range(6)]
    players = [(await accounts.create_guest("Ada", START)).player_id for _ in tables]
    async with database.begin() as connection:
        spend = ledger.Entry(
            "x", ledger.wallet(players[2]), ledger.ISSUANCE, 9_900, "ADMIN_ADJUST", START
        )
        await ledger.post(connection, [spend])
    tables[4].epoch = 9
    results = await asyncio.gather(
        *(table.sit(player) for table, player in zip(tables, players, strict=True)),
        return_exceptions=True,
    )
    kinds = [None if result is None else type(result) for result in results]
    assert kinds == [None, None, InsufficientChips, None, Fenced, None]
    assert (await audit(database, sealer)).clean


async def test_chips_that_no_event_moved_are_rejected(
    three: Played, writer: CommitWriter, database: Database, sealer: Sealer
) -> None:
    """A settlement that differs from the hand's events is our bug: nothing of it is written."""
    real = three.commit

    async def tampered(part: TableCommit) -> None:
        if any(isinstance(event, HandFinished) for event in part.events) and part.transfers:
            first, *rest = part.transfers
            wrong = dataclasses.replace(first, chips=first.chips + 1)
            with pytest.raises(CommitRejected, match="hand_settled"):
                await writer.commit(dataclasses.replace(part, transfers=(wrong, *rest)))
            with pytest.raises(CommitRejected, match="hand_settled"):
                await writer.commit(dataclasses.replace(part, transfers=()))
        await real(part)

    three.commit = tampered
    await three.play(2)
    assert (await audit(database, sealer)).clean


async def test_A30_a_code_belongs_to_one_open_table(new_table) -> None:
    first = await new_table("t_one", code="ABCD").open()
    with pytest.raises(CodeTaken):
        await new_table("t_two", code="ABCD").open()
    await first.do(commands.CloseTable(first.now_ms, "test"))
    await new_table("t_three", code="ABCD").open()


async def test_a_table_opens_once(new_table, three: Played) -> None:
    with pytest.raises(VersionConflict):
        await new_table("t_one").open()


async def test_a_lost_database_is_told_to_every_table_and_the_writer_goes_on(
    three: Played, writer: CommitWriter, database: Database, monkeypatch
) -> None:
    part = rename(three)
    killed = False
    execute = type(writer)._transaction

    async def dying(self: CommitWriter, parts: object) -> set[str]:
        nonlocal killed
        if not killed:
            killed = True
            async with database.begin() as connection:
                await connection.execute(sa.text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return await execute(self, parts)

    monkeypatch.setattr(type(writer), "_transaction", dying)
    with pytest.raises(StorageDown):
        await writer.commit(part)
    assert await writer.commit(part) == three.version + 1


async def test_close_finishes_what_is_pending(three: Played, writer: CommitWriter, rows) -> None:
    pending = asyncio.create_task(writer.commit(rename(three)))
    await asyncio.sleep(0)
    await writer.close()
    assert await pending == three.version + 1
    await writer.close()


async def test_a_cancelled_actor_does_not_stop_the_writer(
    three: Played, writer: CommitWriter, log: TableLog
) -> None:
    cancelled = asyncio.create_task(writer.commit(rename(three)))
    await asyncio.sleep(0)
    cancelled.cancel()
    await writer.close()
    loaded = await log.load("t_one")
    three.version, three.state = loaded.version, loaded.state
    await three.commit(rename(three, "Eve"))


async def test_SEC_05_an_ill_made_commit_fails_alone_and_names_no_value(
    three: Played, writer: CommitWriter
) -> None:
    part = rename(three, "Nul\x00 byte")
    with pytest.raises(CommitRejected) as refused:
        await writer.commit(part)
    assert "Nul" not in str(refused.value)
    await three.commit(rename(three, "Eve"))
