"""Bring the database to this program's schema, and see whether it is there.

The revisions are alembic's, found through `resources`; they run inside one transaction each call,
behind an advisory lock, so that two programs that start at once don't migrate twice.
"""

from collections.abc import Callable

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from patchpoker.resources import migrations_dir
from patchpoker.storage.database import Database
from patchpoker.storage.errors import SchemaNewer, SchemaOutdated

_LOCK = 0x70617463_68000001  # "patch", 1: the migrations


async def upgrade(url: str, revision: str = "head") -> None:
    """Migrate up to `revision`; nothing to do is fine. Raises SchemaNewer, StorageDown."""

    def run(connection: Connection) -> None:
        config = _locked_config(connection)
        _known(connection, ScriptDirectory.from_config(config))
        command.upgrade(config, revision)

    await _run(url, run)


async def downgrade(url: str, revision: str) -> None:
    """Migrate down to `revision` ("base": an empty database). Raises as `upgrade`."""

    def run(connection: Connection) -> None:
        config = _locked_config(connection)
        _known(connection, ScriptDirectory.from_config(config))
        command.downgrade(config, revision)

    await _run(url, run)


async def revision(url: str) -> str | None:
    """The revision that the database is at, None before the first. Raises StorageDown."""
    database = Database(url, pool_size=1)
    try:
        async with database.begin() as connection:
            return await connection.run_sync(
                lambda sync: MigrationContext.configure(sync).get_current_revision()
            )
    finally:
        await database.close()


async def check_schema(database: Database) -> None:
    """Raises SchemaOutdated, SchemaNewer, StorageDown; returns if the schema is ours."""

    def run(connection: Connection) -> None:
        scripts = ScriptDirectory.from_config(_config())
        if _known(connection, scripts) != set(scripts.get_heads()):
            raise SchemaOutdated

    async with database.begin() as connection:
        await connection.run_sync(run)


def _known(connection: Connection, scripts: ScriptDirectory) -> set[str]:
    """The database's revisions, all of which this program knows."""
    heads = set(MigrationContext.configure(connection).get_current_heads())
    if heads - {script.revision for script in scripts.walk_revisions()}:
        raise SchemaNewer
    return heads


async def _run(url: str, run: Callable[[Connection], None]) -> None:
    database = Database(url, pool_size=1)
    try:
        async with database.begin() as connection:
            await connection.run_sync(run)
    finally:
        await database.close()


def _locked_config(connection: Connection) -> Config:
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = _config()
    config.attributes["connection"] = connection
    return config


def _config() -> Config:
    config = Config()
    # ConfigParser would read a % in the path as its own.
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    return config
