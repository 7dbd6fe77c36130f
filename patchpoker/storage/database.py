"""The one way to the database: a pool of connections, and errors that say what to do."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import NoReturn

import asyncpg
import orjson
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from patchpoker.storage.errors import BadDatabaseUrl, StorageDown, StorageFull

CONNECT_SECONDS = 10
STATEMENT_SECONDS = 30

_OPTIONS = {"ssl", "host", "port"}
"""What a URL may add after "?": a socket's folder is a host that fits nowhere else."""

_UNREACHABLE = (
    OSError,  # refused, reset, TimeoutError, no such host
    InterfaceError,
    OperationalError,
    PoolTimeout,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)


def parse_url(text: str) -> URL:
    """The URL for SQLAlchemy and asyncpg of any usual way to write it. Raises BadDatabaseUrl."""
    try:
        url = make_url(text)
        (url.host or "").encode("idna")
        int(str(url.query.get("port", 0)))
    except (ArgumentError, ValueError):  # also a port or a host that can't be one
        raise BadDatabaseUrl(
            "PATCHPOKER_DATABASE_URL isn't a URL like postgresql://user:password@host/database"
        ) from None
    if url.drivername not in ("postgres", "postgresql", "postgresql+asyncpg"):
        raise BadDatabaseUrl(
            f"PATCHPOKER_DATABASE_URL names {url.drivername}: only postgresql is supported"
        )
    query = dict(url.query)
    if "sslmode" in query:  # libpq's word for it
        query["ssl"] = query.pop("sslmode")
    for option in query.keys() - _OPTIONS:
        raise BadDatabaseUrl(f"PATCHPOKER_DATABASE_URL has an option that isn't known: {option}")
    return url.set(drivername="postgresql+asyncpg", query=query)


def _jsonb(value: object) -> str:
    return orjson.dumps(value).decode()


class Database:
    """A pool for one database. `async with db.begin()` is a transaction; `db.snapshot()` reads all
    as of one moment."""

    def __init__(self, url: str, pool_size: int = 8) -> None:
        self.url = parse_url(url)
        self.engine: AsyncEngine = create_async_engine(
            self.url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=CONNECT_SECONDS,
            pool_pre_ping=True,
            hide_parameters=True,  # no row's value in an error or a log (SEC-05)
            json_serializer=_jsonb,
            json_deserializer=orjson.loads,
            connect_args={
                "timeout": CONNECT_SECONDS,
                "command_timeout": STATEMENT_SECONDS,
                "server_settings": {"application_name": "patchpoker", "timezone": "UTC"},
            },
        )

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end of the block, rolled back by an exception.
        Raises StorageDown when the database can't be reached, StorageFull when it has no room."""
        try:
            async with self.engine.begin() as connection:
                yield connection
        except (DBAPIError, *_UNREACHABLE) as error:
            self._translate(error)

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Read-only; every statement sees the same moment, while others go on writing."""
        try:
            async with self.engine.connect() as connection:
                await connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
                yield connection
        except (DBAPIError, *_UNREACHABLE) as error:
            self._translate(error)

    async def close(self) -> None:
        await self.engine.dispose()

    def _translate(self, error: Exception) -> NoReturn:
        chain = list(_causes(error))  # SQLAlchemy's, its driver layer's, asyncpg's own
        lost = isinstance(error, DBAPIError) and error.connection_invalidated
        reason = str(chain[-1]).split("\n", 1)[0] or type(chain[-1]).__name__
        if not lost and not any(isinstance(cause, _UNREACHABLE) for cause in chain):
            if any(isinstance(cause, asyncpg.InsufficientResourcesError) for cause in chain):
                raise StorageFull(reason) from error
            raise error
        raise StorageDown(
            f"the database {self.url.render_as_string(hide_password=True)} can't be reached "
            f"({reason}): start it, or correct PATCHPOKER_DATABASE_URL"
        ) from error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.orig if isinstance(error, DBAPIError) else error.__cause__
