"""A real server, with the real Postgres that it starts, killed and started again."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from tests.live import COMMAND, Live, environment, free_port


class House:
    """One data folder and port; `start`, `kill`, `start` again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.live: Live | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def settings(self) -> dict[str, object]:
        return {
            "host": "127.0.0.1",
            "port": self.port,
            "data_dir": self.data,
            "guests_per_hour": 1000,
        }

    def start(self) -> float:
        """Seconds until it was ready."""
        started = time.monotonic()
        with (self.folder / "stdout").open("a") as out, (self.folder / "stderr").open("a") as err:
            process = subprocess.Popen(
                [*COMMAND, "serve"], env=environment(**self.settings()), stdout=out, stderr=err
            )
        self.live = Live(process, f"http://127.0.0.1:{self.port}", self.folder)
        self.live.wait_until_ready()
        return time.monotonic() - started

    def kill(self, *, with_postgres: bool) -> None:
        """SIGKILL, to everything at once."""
        victims = [self.live.process.pid]
        if with_postgres:
            victims += [process.pid for process in self._postgres()]
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.live.process.wait(10)

    def kill_postgres(self) -> None:
        """SIGKILL to Postgres alone, under a server that runs."""
        for process in self._postgres():
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def _postgres(self) -> list[psutil.Process]:
        pid_file = self.data / "postgres" / "postmaster.pid"
        postmaster = psutil.Process(int(pid_file.read_text().split()[0]))
        return [postmaster, *postmaster.children(recursive=True)]

    def audit(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "patchpoker", "audit"],
            env=environment(**self.settings()),
            capture_output=True,
            text=True,
            timeout=120,
        )

    def stop(self) -> tuple[int, float]:
        """(exit code, seconds) of an orderly stop."""
        return self.live.terminate()
