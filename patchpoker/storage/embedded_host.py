"""What the embedded PostgreSQL asks of the operating system: users, folders, processes, signals."""

import contextlib
import fcntl
import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import IO

import psutil

from patchpoker.storage.embedded_errors import DataFolderUnwritableError, PostgresRootError

STOP_SECONDS = 10

SOCKET_NAME = ".s.PGSQL.5432"
_SOCKET_PATH_BYTES = 100  # the kernel's own limit is 104 (macOS) or 108 (Linux)


def drop_root() -> tuple[list[str], int]:
    """The words to put before a command, and the user id that must own its files.

    PostgreSQL refuses uid 0. In a user namespace it sees another uid while every file stays root's.
    Where those are forbidden (many containers), another user, who keeps root's right to pass
    through folders such as /root.
    """
    if os.geteuid() != 0:
        return [], os.geteuid()
    namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
    if _works(namespace):
        return namespace, 0
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            other = [
                "setpriv",
                f"--reuid={user.pw_uid}",
                f"--regid={user.pw_gid}",
                "--clear-groups",
            ]
            other += ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
            other += ["--securebits=+no_setuid_fixup"]
            if _works(other):
                return other, user.pw_uid
    raise PostgresRootError


def _works(words: Sequence[str]) -> bool:
    if shutil.which(words[0]) is None:
        return False
    return subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0


def give(folder: Path, owner: int) -> None:
    """Make `owner` the owner of the folder and all in it; only root ever has to."""
    if folder.stat().st_uid == owner:
        return
    os.chown(folder, owner, -1)
    for path in folder.rglob("*"):
        os.chown(path, owner, -1, follow_symlinks=False)


def private_socket_dir(cluster: Path, owner: int) -> Path:
    """The cluster itself, or a 0700 folder under the temporary one if that path is too long."""
    if len(os.fsencode(cluster / SOCKET_NAME)) < _SOCKET_PATH_BYTES:
        return cluster
    name = hashlib.sha256(os.fsencode(cluster)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"patchpoker-{os.geteuid()}-{name}"
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if os.geteuid() == 0 and not folder.is_symlink():
        give(folder, owner)
    found = folder.lstat()  # anybody may make names in /tmp: take nothing but our own folder
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner or found.st_mode & 0o077:
        raise DataFolderUnwritableError(folder, "it is not a private folder of ours")
    return folder


def processes_in(cluster: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.cwd() == str(cluster):
                found.append(process)
    return found


def end_processes(folder: Path) -> None:
    """End what still runs in a cluster without its server: its sessions notice by themselves.

    One that is too busy to notice is killed; nobody is left who could see what it does.
    """
    left = processes_in(folder)
    if not _gone(left, STOP_SECONDS):
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        _gone(left, STOP_SECONDS)


def stop_server(process: psutil.Process) -> None:
    """Fast, then immediate (the next start recovers from its log), then by force."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)
        if _gone([process], STOP_SECONDS):
            return


def _gone(processes: Sequence[psutil.Process], seconds: float) -> bool:
    """Wait until all have ended. One that nobody has reaped yet (a zombie) has ended as well."""
    deadline = time.monotonic() + seconds
    while any(_alive(process) for process in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def _alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def try_lock(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def sigterm_unwinds() -> Iterator[None]:
    """SIGTERM leaves through our `finally`s. uvicorn handles it, then raises it again for us."""
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def leave(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)  # a second one must not cut the stop short
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
