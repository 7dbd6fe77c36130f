"""Alembic's entry. `storage.migrate` hands over its connection; the `alembic` command (to write a
new revision) connects to PATCHPOKER_DATABASE_URL itself."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from patchpoker.storage.database import Database
from patchpoker.storage.schema import metadata


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def connect_and_run() -> None:
    database = Database(os.environ["PATCHPOKER_DATABASE_URL"])
    try:
        async with database.begin() as connection:
            await connection.run_sync(run)
    finally:
        await database.close()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(connect_and_run())
