"""One server per database: a session's advisory lock (NET-10).

The lock lives as long as its connection: SIGKILL drops it. While it is held we listen for the end
of that connection, and ask it something every few seconds, so that `lost` is told soon. A server
that lost its lock stops; until then the tables' epochs keep its late writes out.
"""

import asyncio
import contextlib
from types import TracebackType

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from patchpoker.storage.database import Database
from patchpoker.storage.errors import ServerRunning, StorageDown

_LOCK = 0x70617463_68000002  # "patch", 2: the server
_PATIENCE_SECONDS = 3.0  # a killed server's session may still be ending
_HEARTBEAT_SECONDS = 5.0


class ServerLock:
    """`async with ServerLock(url) as lock:` raises ServerRunning or StorageDown."""

    def __init__(self, url: str, patience_seconds: float = _PATIENCE_SECONDS) -> None:
        self._database = Database(url, pool_size=1)
        self._patience = patience_seconds
        self._lost = asyncio.Event()
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> "ServerLock":
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(self._database.close)
            try:
                connection = await self._take(stack)
            except (SQLAlchemyError, OSError) as error:
                raise StorageDown(f"the database can't be reached ({error})") from error
            pulse = asyncio.create_task(self._beat(connection), name="server-lock")
            stack.push_async_callback(_cancel, pulse)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def lost(self) -> None:
        """Returns when the lock isn't ours any more."""
        await self._lost.wait()

    async def _take(self, stack: contextlib.AsyncExitStack) -> AsyncConnection:
        async with self._database.begin():
            pass  # its errors say what to do
        connection = await self._database.engine.connect()
        stack.push_async_callback(_end, connection)
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        give_up = asyncio.get_running_loop().time() + self._patience
        while True:
            taken = await connection.execute(
                text("SELECT pg_try_advisory_lock(:key)"), {"key": _LOCK}
            )
            if taken.scalar_one():
                break
            if asyncio.get_running_loop().time() >= give_up:
                raise ServerRunning
            await asyncio.sleep(0.1)
        raw = (await connection.get_raw_connection()).driver_connection
        if raw is not None:  # always: the pool has just connected it
            raw.add_termination_listener(lambda _: self._lost.set())
        return connection

    async def _beat(self, connection: AsyncConnection) -> None:
        while not self._lost.is_set():
            try:
                await connection.execute(text("SELECT 1"))
            except (SQLAlchemyError, OSError):
                self._lost.set()
            await asyncio.sleep(_HEARTBEAT_SECONDS)


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _end(connection: AsyncConnection) -> None:
    """End the session itself: in a pool it would go on holding the lock."""
    with contextlib.suppress(SQLAlchemyError, OSError):
        await connection.invalidate()
        await connection.close()
