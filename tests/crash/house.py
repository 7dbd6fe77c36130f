"""A real server, with the real Postgres that it starts, killed and started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil
import sqlalchemy as sa

from patchpoker.storage.database import Database
from patchpoker.storage.embedded import embedded_postgres
from tests.live import COMMAND, Live, environment, free_port


class House:
    """One data folder and port; `start`, `kill`, `start` again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.live: Live | None = None
        self.started_ms = 0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    # --- life and death -----------------------------------------------------------------------

    def start(self) -> float:
        """Seconds until it was ready."""
        started = time.monotonic()
        self._spawn().wait_until_ready()
        return time.monotonic() - started

    def start_and_kill(self, after_seconds: float) -> None:
        """SIGKILL to the server alone, somewhere in its start."""
        self._spawn()
        time.sleep(after_seconds)
        self.live.process.kill()
        self.live.process.wait(10)

    def kill(self, *, with_postgres: bool) -> None:
        """SIGKILL, to everything at once."""
        victims = [self.live.process.pid]
        if with_postgres:
            victims += [process.pid for process in self._postgres()]
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.live.process.wait(10)

    def stop(self) -> tuple[int, float]:
        """(exit code, seconds) of an orderly stop."""
        return self.live.terminate()

    def end(self) -> None:
        """Nothing of it goes on, whatever became of it."""
        if self.live is not None and self.live.process.poll() is None:
            self.thaw_postgres()
            with suppress(subprocess.TimeoutExpired):
                self.stop()
            self.live.process.kill()
            self.live.process.wait(10)
        for process in self._postgres():
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def _spawn(self) -> Live:
        self.started_ms = time.time_ns() // 1_000_000
        with (self.folder / "stdout").open("a") as out, (self.folder / "stderr").open("a") as err:
            process = subprocess.Popen(
                [*COMMAND, "serve"], env=self._environment(), stdout=out, stderr=err
            )
        self.live = Live(process, self.http, self.folder)
        return self.live

    # --- its Postgres -------------------------------------------------------------------------

    def kill_postgres(self) -> None:
        self._signal_postgres(signal.SIGKILL)

    def freeze_postgres(self) -> None:
        """It answers nothing, and no connection ends: a disk that hangs."""
        self._signal_postgres(signal.SIGSTOP)

    def thaw_postgres(self) -> None:
        self._signal_postgres(signal.SIGCONT)

    def _signal_postgres(self, number: int) -> None:
        for process in self._postgres():
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def _postgres(self) -> list[psutil.Process]:
        with suppress(FileNotFoundError, psutil.NoSuchProcess, IndexError):
            pid_file = self.data / "postgres" / "postmaster.pid"
            postmaster = psutil.Process(int(pid_file.read_text().split()[0]))
            return [postmaster, *postmaster.children(recursive=True)]
        return []

    # --- looking in ---------------------------------------------------------------------------

    @asynccontextmanager
    async def database(self) -> AsyncIterator[Database]:
        """A connection of ours to the running server's database."""
        with embedded_postgres(self.data, share=True) as postgres:
            database = Database(postgres.url, pool_size=2)
        try:
            yield database
        finally:
            await database.close()

    @asynccontextmanager
    async def blocked(self, table: str) -> AsyncIterator["Blocked"]:
        """While this is held, every transaction that writes to `table` waits, half done."""
        async with self.database() as database:
            connection = await database.engine.connect()
            await connection.execute(sa.text(f"LOCK TABLE {table} IN SHARE MODE"))
            try:
                yield Blocked(database)
            finally:
                with suppress(Exception):  # its server may be dead
                    await connection.invalidate()
                    await connection.close()

    def audit(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "patchpoker", "audit"],
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=120,
        )

    def _environment(self) -> dict[str, str]:
        return environment(
            host="127.0.0.1", port=self.port, data_dir=self.data, guests_per_hour=1000
        )


class Blocked:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self) -> int:
        """How many of the server's transactions wait for a lock."""
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        async with self._database.begin() as connection:
            return (await connection.execute(sa.text(query))).scalar_one()
