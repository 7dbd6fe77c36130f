import pytest
import sqlalchemy as sa

from patchpoker.storage.database import Database, parse_url
from patchpoker.storage.errors import BadDatabaseUrl, StorageDown


def test_any_usual_url_is_understood() -> None:
    for text in ("postgres://u:pw@h/d", "postgresql://u:pw@h/d", "postgresql+asyncpg://u:pw@h/d"):
        assert parse_url(text).render_as_string() == "postgresql+asyncpg://u:***@h/d"
    assert parse_url("postgresql://h/d?sslmode=require").query == {"ssl": "require"}


@pytest.mark.parametrize("text", ["", "nonsense", "sqlite:///x", "mysql://h/d"])
def test_another_database_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadDatabaseUrl) as refused:
        parse_url(text)
    assert "\n" not in str(refused.value)


async def test_an_unreachable_database_says_what_to_do() -> None:
    database = Database("postgresql://someone:secret@127.0.0.1:1/nothing")
    with pytest.raises(StorageDown) as refused:
        async with database.begin():
            pass
    message = str(refused.value)
    assert "can't be reached" in message
    assert "PATCHPOKER_DATABASE_URL" in message
    assert "secret" not in message
    assert "\n" not in message
    await database.close()


async def test_a_missing_database_says_what_to_do(database_url: str) -> None:
    database = Database(parse_url(database_url).set(database="nowhere").render_as_string(False))
    with pytest.raises(StorageDown, match="nowhere"):
        async with database.begin():
            pass
    await database.close()


async def test_SEC_05_errors_quote_no_row(database: Database) -> None:
    with pytest.raises(sa.exc.DBAPIError) as refused:
        async with database.begin() as connection:
            await connection.execute(
                sa.text("INSERT INTO stakes VALUES (:a, :b)"), {"a": 987654321, "b": 1}
            )
    assert "987654321" not in str(refused.value).split("DETAIL")[0].split("[SQL")[-1]


async def test_a_lost_connection_is_a_storage_fault_and_the_pool_recovers(
    database: Database,
) -> None:
    with pytest.raises(StorageDown):
        async with database.begin() as connection:
            await connection.execute(sa.text("SELECT pg_terminate_backend(pg_backend_pid())"))
    async with database.begin() as connection:
        assert (await connection.execute(sa.text("SELECT 1"))).scalar_one() == 1


async def test_a_snapshot_sees_one_moment_and_writes_nothing(database: Database, rows) -> None:
    count = sa.text("SELECT count(*) FROM stakes")
    async with database.snapshot() as connection:
        before = (await connection.execute(count)).scalar_one()
        await rows("INSERT INTO stakes VALUES (1, 2)")
        assert (await connection.execute(count)).scalar_one() == before
        with pytest.raises(sa.exc.DBAPIError):
            await connection.execute(sa.text("DELETE FROM stakes"))
