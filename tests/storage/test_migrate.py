import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from patchpoker.storage import migrate
from patchpoker.storage.database import Database
from patchpoker.storage.errors import SchemaNewer, SchemaOutdated
from patchpoker.storage.schema import metadata


def shape(connection: sa.Connection) -> list[tuple[object, ...]]:
    """Everything in the schema that a migration makes: columns, constraints, indexes, triggers."""
    statement = sa.text("""
        SELECT 'column', table_name::text, column_name::text, data_type || is_nullable
          FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT 'constraint', conrelid::regclass::text, conname::text,
               pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT 'index', tablename::text, indexname::text, indexdef FROM pg_indexes
         WHERE schemaname = 'public'
        UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid)
          FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'function', proname::text, '', prosrc FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace
        ORDER BY 1, 2, 3, 4
    """)
    return [tuple(row) for row in connection.execute(statement)]


async def test_down_to_nothing_and_up_again(database_url: str, database: Database) -> None:
    async with database.begin() as connection:
        before = await connection.run_sync(shape)
    await migrate.downgrade(database_url, "base")
    async with database.begin() as connection:
        empty = await connection.run_sync(shape)
    assert {row[1] for row in empty} == {"alembic_version"}
    with pytest.raises(SchemaOutdated):
        await migrate.check_schema(database)
    await migrate.upgrade(database_url)
    await migrate.upgrade(database_url)  # nothing to do
    async with database.begin() as connection:
        assert await connection.run_sync(shape) == before
    await migrate.check_schema(database)


async def test_the_migrations_make_what_the_code_expects(database_url: str) -> None:
    """Alembic's own comparison, and the CHECKs, which it doesn't compare."""
    database = Database(database_url)

    def differences(connection: sa.Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)

    def everything(connection: sa.Connection) -> set[tuple[object, ...]]:
        kept = ("column", "constraint", "index")
        return {row for row in shape(connection) if row[0] in kept and row[1] != "alembic_version"}

    try:
        async with database.begin() as connection:
            assert await connection.run_sync(differences) == []
            migrated = await connection.run_sync(everything)
        await migrate.downgrade(database_url, "base")
        async with database.begin() as connection:
            await connection.run_sync(metadata.create_all)
            assert await connection.run_sync(everything) == {
                row for row in migrated if "TRIGGER" not in str(row[3])
            }
    finally:
        await database.close()


async def test_a_newer_schema_is_refused(database_url: str, database: Database, rows) -> None:
    await rows("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaNewer, match="newer"):
        await migrate.check_schema(database)
    with pytest.raises(SchemaNewer):
        await migrate.upgrade(database_url)
