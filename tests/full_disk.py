"""What a database without room answers (53100), to whoever writes to a table."""

from patchpoker.storage.database import Database

_FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'could not extend file: no space left on device' USING ERRCODE = '53100';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk();
"""
_ROOM = "DROP FUNCTION full_disk CASCADE"


async def fill(database: Database, table: str) -> None:
    await _run(database, _FULL.format(table=table))


async def make_room(database: Database) -> None:
    await _run(database, _ROOM)


async def _run(database: Database, statements: str) -> None:
    async with database.begin() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        await raw.execute(statements)
