"""ECO-05: times are UTC-aware end to end."""

import os
import time
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from patchpoker.storage import ledger
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.database import Database
from patchpoker.storage.schema import metadata
from patchpoker.storage.sessions import SESSION_LIFE, Sessions
from patchpoker.storage.times import at, to_ms

MOMENT = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # an hour before a change of the clocks


@pytest.fixture
def kolkata(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(os.environ, "TZ", "Asia/Kolkata")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_milliseconds_and_times_are_exact() -> None:
    for ms in (0, 1, 1_774_744_200_123, 253_402_300_799_999):
        assert to_ms(at(ms)) == ms
    assert at(0).tzinfo is UTC
    with pytest.raises(TypeError):
        to_ms(datetime(2026, 1, 1))  # noqa: DTZ001 - a naive time, on purpose


@pytest.mark.usefixtures("kolkata")
async def test_ECO_05_times_are_the_same_instant_in_every_zone(
    database: Database, accounts: Accounts, rows
) -> None:
    name = database.url.database
    await rows(f"ALTER DATABASE \"{name}\" SET timezone = 'America/New_York'")
    await database.engine.dispose()
    async with database.begin() as connection:
        await connection.execute(sa.text("SET timezone = 'America/New_York'"))
        guest = await accounts.create_guest("Ada", MOMENT)
        token = await Sessions(database).create(guest.player_id, MOMENT)
        assert await Sessions(database).expires_at(token) == MOMENT + SESSION_LIFE
        stored = await connection.execute(sa.text("SELECT created_at FROM accounts"))
        assert stored.scalar_one() == MOMENT
        (welcome,) = await ledger.history(connection, ledger.wallet(guest.player_id))
        assert welcome.at == MOMENT
        assert welcome.at.tzinfo is not None


@pytest.mark.usefixtures("kolkata")
async def test_ECO_05_rake_falls_in_its_utc_day(database: Database, three) -> None:
    three.now_ms = to_ms(MOMENT)
    await three.play(6)
    day = datetime(2026, 3, 29, tzinfo=UTC)
    async with database.begin() as connection:
        await connection.execute(sa.text("SET timezone = 'America/New_York'"))
        one, two = timedelta(days=1), timedelta(days=2)
        assert await ledger.rake_between(connection, day, day + one) > 0
        assert await ledger.rake_between(connection, day - one, day) == 0
        assert await ledger.rake_between(connection, day + one, day + two) == 0


def test_ECO_05_no_column_holds_a_naive_time() -> None:
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, sa.DateTime | sa.types.TIMESTAMP):
                assert column.type.timezone, column
