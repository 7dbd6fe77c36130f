import asyncio

import pytest

from patchpoker.engine.betting.state import Phase
from patchpoker.storage.audit import audit
from patchpoker.storage.database import Database
from patchpoker.storage.sealing import Sealer
from patchpoker.table import commands

from .conftest import Played


async def test_a_played_table_is_clean(three: Played, database: Database, sealer: Sealer) -> None:
    await three.play(3)
    await three.until(Phase.BETTING)
    report = await audit(database, sealer)
    assert report.clean, report.lines()
    assert (report.tables, report.hands, report.commits) == (1, 3, three.version)
    assert report.issued == 30_000 == report.wallets + report.stakes + report.house
    assert report.lines()[-1] == "clean"


async def test_a_closed_table_is_clean(three: Played, database: Database, sealer: Sealer) -> None:
    await three.play(1)
    await three.do(commands.CloseTable(three.now_ms, "test"))
    report = await audit(database, sealer)
    assert report.clean, report.lines()
    assert report.stakes == 0


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (
            (
                "UPDATE ledger_accounts SET balance = balance + 1 WHERE account_id ="
                " (SELECT max(account_id) FROM ledger_accounts WHERE kind = 'wallet')"
            ),
            "its transfers make",
        ),
        (
            (
                "UPDATE ledger_accounts SET balance = balance + 1 WHERE account_id ="
                " (SELECT max(account_id) FROM ledger_accounts WHERE kind = 'stake')"
            ),
            "the table says",
        ),
        ("DELETE FROM transfers WHERE code = 'POT'", "isn't there as its events say"),
        ("DELETE FROM transfers WHERE code = 'WELCOME'", "its transfers make"),
        ("UPDATE transfers SET hand_no = 77 WHERE code = 'POT'", "isn't there as its events say"),
        ("UPDATE transfers SET at = at + interval '1 s' WHERE code = 'POT'", "isn't there"),
        ("DELETE FROM table_log WHERE version = 4", "version 4"),
        ("UPDATE table_log SET events = '[]' WHERE version = 4", "version"),
        ("UPDATE poker_tables SET version = version + 1", "its log ends at"),
        ("UPDATE hand_results SET rake = rake + 1, pot = pot + 1", "its result isn't"),
        ("DELETE FROM hand_results", "its result isn't"),
        (
            (
                "INSERT INTO hand_results SELECT table_id, 99, version, at, pot, rake, nets"
                " FROM hand_results"
            ),
            "never finished",
        ),
        (
            (
                "INSERT INTO transfers SELECT 'planted', source, target, chips, code, at, table_id,"
                " hand_no FROM transfers WHERE code = 'BUY_IN' LIMIT 1"
            ),
            "comes from no event",
        ),
        (
            (
                "UPDATE table_log SET events = jsonb_set(events, '{1,chips}', '1001')"
                " WHERE version = 2"
            ),
            "as its events say",
        ),
    ],
)
async def test_a_planted_error_is_found(
    three: Played, database: Database, sealer: Sealer, rows, damage: str, found: str
) -> None:
    while (await rows("SELECT count(*) FROM transfers WHERE code = 'POT'"))[0][0] == 0:
        await three.play(1)
    for table in ("transfers", "table_log", "hand_results"):
        await rows(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    await rows("ALTER TABLE hand_results DROP CONSTRAINT fk_hand_results_table_id_version")
    assert (await audit(database, sealer)).clean
    await rows(damage)
    report = await audit(database, sealer)
    assert not report.clean
    assert any(found in problem for problem in report.problems), report.problems
    assert "NOT CLEAN" in report.lines()[-1]


async def test_it_is_right_while_a_server_writes(
    three: Played, database: Database, sealer: Sealer
) -> None:
    playing = asyncio.create_task(three.play(6))
    reports = []
    while not playing.done():
        reports.append(await audit(database, sealer))
    await playing
    assert len(reports) > 1
    for report in reports:
        assert report.clean, report.lines()
