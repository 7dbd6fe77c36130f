import asyncio
import dataclasses
import re
from collections.abc import Sequence

import pytest

from patchpoker.engine.betting.events import HandsShown, HandStarted, StreetDealt
from patchpoker.engine.betting.state import Phase
from patchpoker.engine.cards import card_text
from patchpoker.storage import commit as commit_module
from patchpoker.storage import writer as writer_module
from patchpoker.storage.audit import audit
from patchpoker.storage.database import Database
from patchpoker.storage.errors import Fenced, LogUnreadable
from patchpoker.storage.event_codec import Event, decode, encode
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


async def _shown_by_a_copy(played: Played, rows) -> list[str]:
    """What all columns of all tables say, in any encoding, of cards that weren't dealt face up."""
    await played.play(1)
    await played.until(Phase.ARRANGING)
    for _ in range(6):
        if played.state.hand is not None and played.state.hand.phase is Phase.ARRANGING:
            await played.step()
    dump: list[object] = []
    for (table,) in await rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
        dump += [row[0] for row in await rows(f"SELECT t::text FROM {table} t")]
    text = "\n".join(map(str, dump))
    found = re.findall('"deck"|"first"|"second"|draft|own_cards', text)
    for deck in played.decks:
        for start in range(49):
            some = deck[start : start + 3]
            spellings = (
                ", ".join(map(str, some)),
                ",".join(map(str, some)),
                " ".join(map(card_text, some)),
                "".join(map(card_text, some)),
                bytes(some).hex(),
            )
            if not _dealt(played, some):
                found += [spelling for spelling in spellings if spelling in text]
    return found


async def test_A25_a_copy_of_the_database_shows_no_running_hand(three: Played, rows) -> None:
    assert await _shown_by_a_copy(three, rows) == []


async def test_A25_a_planted_leak_is_seen(three: Played, rows, monkeypatch) -> None:
    def leaking(events: Sequence[Event]) -> tuple[list[dict[str, object]], bytes | None]:
        public, secret = encode(events)
        for fields, event in zip(public, events, strict=True):
            if isinstance(event, HandStarted):
                fields["rest"] = list(event.deck)
        return public, secret

    def tolerant(public: list[dict[str, object]], secret: bytes | None) -> tuple[Event, ...]:
        return decode([{k: v for k, v in f.items() if k != "rest"} for f in public], secret)

    monkeypatch.setattr(commit_module, "encode", leaking)
    monkeypatch.setattr(writer_module, "decode", tolerant)
    found = await _shown_by_a_copy(three, rows)
    assert any(", " in spelling for spelling in found)


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
