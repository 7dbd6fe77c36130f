"""The program as an operator runs it: a process of its own, asked from outside."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

COMMAND = [sys.executable, "-m", "patchpoker"]


def environment(**settings: object) -> dict[str, str]:
    """Ours, without a setting but those given (`port=8000`)."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("PATCHPOKER_") and key != "WEB_CONCURRENCY"
    }
    return kept | {f"PATCHPOKER_{key.upper()}": str(value) for key, value in settings.items()}


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """One command, to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment() if env is None else env,
        capture_output=True,
        text=True,
        timeout=60,
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@dataclass
class Live:
    """A running `patchpoker serve`."""

    process: subprocess.Popen[str]
    url: str
    folder: Path

    def wait_until_ready(self, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.said()
            try:
                if httpx.get(f"{self.url}/readyz", timeout=1).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"not ready: {self.said()}")

    def said(self) -> str:
        return (self.folder / "stdout").read_text() + (self.folder / "stderr").read_text()

    def terminate(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """(exit code, seconds until it had ended)."""
        started = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(20), time.monotonic() - started


@contextmanager
def serving(folder: Path, cwd: Path | None = None, **settings: object) -> Iterator[Live]:
    """A server with its output in `folder`, ready; killed at the end if it still runs. `cwd`: where
    another copy of the program lies, this one if None."""
    port = settings.get("port") or free_port()
    folder.mkdir(parents=True, exist_ok=True)
    defaults = {"host": "127.0.0.1", "port": port, "data_dir": folder / "data"}
    with (folder / "stdout").open("w") as out, (folder / "stderr").open("w") as err:
        process = subprocess.Popen(
            [*COMMAND, "serve"],
            env=environment(**(defaults | settings)),
            stdout=out,
            stderr=err,
            cwd=cwd,
        )
        live = Live(process, f"http://127.0.0.1:{port}", folder)
        try:
            live.wait_until_ready()
            yield live
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
