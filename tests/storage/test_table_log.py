import asyncio
import dataclasses
import re

import pytest

from patchpoker.engine.betting.events import HandsShown, StreetDealt
from patchpoker.engine.betting.state import Phase
from patchpoker.engine.cards import card_text
from patchpoker.storage.audit import audit
from patchpoker.storage.database import Database
from patchpoker.storage.errors import Fenced, LogUnreadable
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import TableLog
from patchpoker.storage.writer import CommitWriter
from patchpoker.table import commands

from .conftest import START, Played


async def test_a_table_folds_to_what_it_was_at_every_step(three: Played, log: TableLog) -> None:
    """Also mid-hand, with its deck and drafts, and whether or not there is a snapshot."""
    for _ in range(150):
        await three.step()
        loaded = await log.load("t_one")
        assert loaded.version == three.version
        assert loaded.state == three.state
    assert three.state.hand_no > 1


async def test_a_snapshot_is_used_and_a_broken_one_is_not_needed(
    three: Played, log: TableLog, rows
) -> None:
    await three.play(3)
    await three.step()
    (before,) = await rows("SELECT snapshot_version, snapshot FROM poker_tables")
    assert before[0] >= three.version - 3
    for broken in (b"", b"x" * 80, before[1][:-1] + b"\0"):
        await rows("UPDATE poker_tables SET snapshot = :broken", broken=broken)
        assert (await log.load("t_one")).state == three.state
    wrong_place = before[0] - 1
    await rows(
        "UPDATE poker_tables SET snapshot = :s, snapshot_version = :v", s=before[1], v=wrong_place
    )
    assert (await log.load("t_one")).state == three.state


async def test_the_log_answers_for_an_action(three: Played, log: TableLog) -> None:
    assert await log.recent_actions("t_one") == ()
    player = three.state.taken[0].player
    await three.do(commands.Rename(three.now_ms, player, "Zoe"), action_id="a-1")
    await three.do(commands.Rename(three.now_ms, player, "Eve"), action_id="a-2")
    assert await log.recent_actions("t_one") == (
        (player, "a-1", three.version - 1),
        (player, "a-2", three.version),
    )
    assert await log.recent_actions("t_one", limit=1) == ((player, "a-2", three.version),)
    assert await log.action_version("t_one", player, "a-1") == three.version - 1
    assert await log.action_version("t_one", player, "a-3") is None


async def test_only_open_tables_are_loaded(three: Played, log: TableLog, new_table) -> None:
    await new_table("t_two").open()
    assert await log.open_tables() == ("t_one", "t_two")
    assert await log.claim("t_two") == 2
    assert await log.claim("t_two") == 3
    assert (await log.load("t_two")).epoch == 3
    with pytest.raises(Fenced):
        await log.claim("t_none")
    with pytest.raises(Fenced):
        await log.load("t_none")


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM table_log WHERE version = 3",
        "DELETE FROM table_log WHERE version = (SELECT max(version) FROM table_log)",
        'UPDATE table_log SET events = \'[{"type": "future", "schema": 1}]\' WHERE version = 3',
        "UPDATE table_log SET sealed = NULL WHERE sealed IS NOT NULL",
        "UPDATE table_log SET sealed = sealed || 'x' WHERE sealed IS NOT NULL",
    ],
)
async def test_A29_a_table_that_does_not_fold_is_put_away_with_refund(
    three: Played, log: TableLog, rows, database: Database, sealer: Sealer, damage: str
) -> None:
    await three.until(Phase.ARRANGING)
    for table in ("table_log", "hand_results"):
        await rows(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    await rows("UPDATE poker_tables SET snapshot = NULL, snapshot_version = NULL")
    await rows(damage)
    with pytest.raises(LogUnreadable):
        await log.load("t_one")
    assert not (await audit(database, sealer)).clean
    stakes = sum(seat.stack for seat in three.state.taken)
    assert await log.quarantine("t_one", START) == stakes
    assert await log.quarantine("t_one", START) == 0
    assert await log.open_tables() == ()
    wallets = await rows("SELECT balance FROM ledger_accounts WHERE kind = 'wallet'")
    assert sum(row[0] for row in wallets) + await _raked(rows) == 30_000
    with pytest.raises(Fenced):
        await three.step()
    report = await audit(database, sealer)
    assert report.clean, report.lines()
    assert report.quarantined == 1


async def test_A25_a_copy_of_the_database_shows_no_running_hand(three: Played, rows) -> None:
    """All columns of all tables: no card that wasn't dealt face up, in any encoding."""
    await three.play(1)
    await three.until(Phase.ARRANGING)
    for _ in range(6):
        if three.state.hand is not None and three.state.hand.phase is Phase.ARRANGING:
            await three.step()
    dump = []
    tables = await rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    for (table,) in tables:
        dump += [row[0] for row in await rows(f"SELECT t::text FROM {table} t")]
    text = "\n".join(dump)
    decks = three.decks
    for deck in decks:
        for start in range(49):
            some = deck[start : start + 3]
            for spelling in (
                ", ".join(map(str, some)),
                ",".join(map(str, some)),
                " ".join(map(card_text, some)),
                "".join(map(card_text, some)),
                bytes(some).hex(),
            ):
                assert spelling not in text or _dealt(three, some), spelling
    assert not re.search("deck|hole_cards_|draft", text.replace('"hole_cards": [', ""))


def _dealt(table: Played, cards: tuple[int, ...]) -> bool:
    """Lay open on a board or at a showdown."""
    known: set[int] = set()
    for event in table.seen:
        if isinstance(event, StreetDealt):
            known.update(card for board in event.cards for card in board)
        if isinstance(event, HandsShown):
            known.update(card for hand in event.hands for card in hand.hole_cards)
    return set(cards) <= known


async def test_two_claims_at_once_give_two_epochs(three: Played, log: TableLog) -> None:
    epochs = await asyncio.gather(*(log.claim("t_one") for _ in range(5)))
    assert sorted(epochs) == [2, 3, 4, 5, 6]


async def test_a_fold_goes_on_where_the_database_left_it(
    three: Played, log: TableLog, database: Database, sealer: Sealer
) -> None:
    """As after SIGKILL: another owner claims, folds, and plays on."""
    for _ in range(4):
        await three.play(1)
        await three.until(Phase.BETTING)
        epoch = await log.claim("t_one")
        loaded = await log.load("t_one")
        three = dataclasses.replace(
            three,
            writer=CommitWriter(database, sealer),
            state=loaded.state,
            version=loaded.version,
            epoch=epoch,
        )
    assert (await audit(database, sealer)).clean


async def _raked(rows) -> int:
    (total,) = await rows("SELECT coalesce(sum(chips), 0)::int FROM transfers WHERE code = 'RAKE'")
    return total[0]
