"""The command line: what an operator can cause ends in one clear line, never in a traceback."""

import re
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from patchpoker import __version__
from patchpoker.storage.sealing import new_key
from tests.live import Live, environment, free_port, run, serving


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Short: a socket's path has to fit."""
    made = Path(tempfile.mkdtemp(prefix="pp-cli-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def live(folder: Path) -> Iterator[Live]:
    """One server on an embedded database, for the tests that leave it running."""
    with serving(folder / "live") as server:
        yield server


def complaint(done, *parts: str, code: int = 1) -> str:
    """Assert that the command ended with one line that holds these parts."""
    assert done.returncode == code, done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("patchpoker: ")
    for part in parts:
        assert part in lines[0]
    return lines[0]


# --- settings and usage -----------------------------------------------------------------------


def test_a_bad_setting_is_named_with_what_it_must_be():
    line = complaint(run("serve", env=environment(port="abc")), code=2)
    assert line == ("patchpoker: PATCHPOKER_PORT must be a whole number from 1 to 65535, not 'abc'")
    complaint(run("serve", "--port", "0"), "--port must be a whole number from 1", code=2)
    complaint(run("migrate", env=environment(log_level="loud")), "PATCHPOKER_LOG_LEVEL", code=2)


def test_the_version_and_the_help():
    assert run("--version").stdout == f"patchpoker {__version__}\n"
    for command in ("serve", "migrate", "audit", "simulate"):
        assert command in run("--help").stdout
    nothing = run()
    assert nothing.returncode == 2
    assert "Traceback" not in nothing.stderr


def test_NET_10_workers_are_not_offered():
    done = run("serve", "--workers", "4")
    assert done.returncode == 2
    assert "unrecognized arguments: --workers 4" in done.stderr


# --- what may be wrong around us --------------------------------------------------------------


def test_a_port_in_use(folder: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        env = environment(port=port, host="127.0.0.1", data_dir=folder / "none")
        complaint(run("serve", env=env), f"port {port} is in use", "PATCHPOKER_PORT")
    assert not (folder / "none").exists()  # found out before anything was made


def test_a_host_that_is_not_here(folder: Path):
    env = environment(port=free_port(), host="192.0.2.7", data_dir=folder / "none")
    complaint(run("serve", env=env), "192.0.2.7", "PATCHPOKER_HOST")


@pytest.mark.parametrize("command", ["serve", "migrate", "audit"])
def test_an_unreachable_database(command: str):
    url = f"postgresql://poker:hunter2@127.0.0.1:{free_port()}/poker"
    env = environment(database_url=url, port=free_port())
    line = complaint(run(command, env=env), "can't be reached", "PATCHPOKER_DATABASE_URL")
    assert "hunter2" not in line


@pytest.mark.parametrize("host", ["a..b", f"{'x' * 80}.org"])
def test_a_host_that_no_name_can_be(folder: Path, host: str):
    env = environment(port=free_port(), host=host, data_dir=folder / "none")
    complaint(run("serve", env=env), "PATCHPOKER_HOST")


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://h/d",
        "postgresql://u:hunter2@h:port/d",
        "postgresql://u:hunter2@a..b/d",
        "postgresql://u:hunter2@h/d?nonsense=1",
        "postgresql://u:hunter2@h/d?port=nonsense",
    ],
)
def test_a_url_of_something_else(url: str):
    env = environment(database_url=url, port=free_port())
    line = complaint(run("serve", env=env), "PATCHPOKER_DATABASE_URL")
    assert "hunter2" not in line


def test_a_data_folder_that_cannot_be_written(folder: Path):
    (folder / "file").write_text("in the way")
    env = environment(data_dir=folder / "file" / "data", port=free_port())
    complaint(run("serve", env=env), "cannot write the data folder", "file/data")


def test_an_outdated_schema(fresh_database):
    env = environment(database_url=fresh_database(migrated=False), port=free_port())
    for command in ("serve", "audit"):
        complaint(run(command, env=env), "run `patchpoker migrate`")


def test_a_missing_key(fresh_database, folder: Path):
    url = fresh_database()
    with serving(folder / "keyed", database_url=url, seal_key=new_key()):
        pass
    other = environment(database_url=url, seal_key=new_key(), port=free_port())
    complaint(run("serve", env=other), "PATCHPOKER_SEAL_KEY", "put that key back")
    none = environment(database_url=url, data_dir=folder / "keyless", port=free_port())
    complaint(run("serve", env=none), "seal.key", "put that key back")
    bad = environment(database_url=url, seal_key="short", port=free_port())
    complaint(run("serve", env=bad), "PATCHPOKER_SEAL_KEY must hold 32 random bytes in base64")


def test_NET_10_a_second_server_on_the_database(fresh_database, folder: Path):
    url, key = fresh_database(), new_key()
    with serving(folder / "first", database_url=url, seal_key=key):
        env = environment(database_url=url, seal_key=key, port=free_port())
        complaint(run("serve", env=env), "another patchpoker server is running on this database")


def test_NET_10_a_second_server_in_the_data_folder(live: Live):
    env = environment(data_dir=live.folder / "data", port=free_port())
    complaint(run("serve", env=env), "is in use by process", str(live.process.pid))


def test_an_audit_makes_no_database(folder: Path):
    env = environment(data_dir=folder / "typo")
    complaint(run("audit", env=env), "there is no database in", "PATCHPOKER_DATA_DIR")
    assert not (folder / "typo").exists()


# --- serving ----------------------------------------------------------------------------------


def test_it_says_where_to_play(live: Live):
    out = (live.folder / "stdout").read_text()
    assert f"PatchPoker {__version__}: http://localhost:{live.url.rsplit(':', 1)[1]}/" in out
    assert "no cash value" in out
    assert "On phones" not in out  # it listens to this machine alone


def test_the_page_and_its_files_are_there(live: Live):
    page = httpx.get(live.url).text
    for path in re.findall(r'(?:src|href)="(/a/[^"]+)"', page):
        answer = httpx.get(live.url + path)
        assert answer.status_code == 200, path
        assert answer.content


def test_tools_work_beside_a_running_server(live: Live):
    client = httpx.Client(base_url=live.url, headers={"origin": live.url})
    assert client.post("/api/session/guest", json={"name": "Ada"}).json()["wallet"] == 10_000
    env = environment(data_dir=live.folder / "data")
    audit = run("audit", env=env)
    assert (audit.returncode, audit.stderr) == (0, "")
    assert audit.stdout.endswith("clean\n")
    assert "issued 10000 = wallets 10000 + stakes 0 + house 0" in audit.stdout
    migrate = run("migrate", env=env)
    assert migrate.stdout.startswith("the database is up to date, at ")
    assert client.get("/api/me").json()["name"] == "Ada"


def test_nothing_is_logged_of_a_request_by_default(live: Live):
    httpx.get(f"{live.url}/api/lobby")
    assert "/api/lobby" not in live.said()


def test_NET_10_WEB_CONCURRENCY_is_ignored_and_said_so(fresh_database, folder: Path, monkeypatch):
    settings = {"database_url": fresh_database(), "seal_key": new_key()}
    monkeypatch.setattr(
        "tests.live.environment", lambda **more: environment(**more) | {"WEB_CONCURRENCY": "4"}
    )
    with serving(folder / "four", **settings) as server:
        assert "WEB_CONCURRENCY=4 is ignored" in (server.folder / "stderr").read_text()
        assert psutil.Process(server.process.pid).children() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_within_two_seconds_and_postgres_after_it(folder: Path, number: int):
    with serving(folder / f"stop-{number}") as server:
        children = psutil.Process(server.process.pid).children(recursive=True)
        assert any(child.name() == "postgres" for child in children)
        client = httpx.Client(base_url=server.url, headers={"origin": server.url})
        client.post("/api/session/guest", json={"name": "Ada"})  # and its connection stays open
        code, seconds = server.terminate(number)
        assert code == 0, server.said()
        assert seconds < 2
        assert not any(child.is_running() for child in children)
        assert (server.folder / "stderr").read_text() == ""
    with serving(folder / f"stop-{number}") as again:
        audit = run("audit", env=environment(data_dir=again.folder / "data"))
        assert "issued 10000 = wallets 10000" in audit.stdout
    stopped = run("audit", env=environment(data_dir=again.folder / "data"))
    assert (stopped.returncode, stopped.stderr) == (0, "")


def test_a_signal_ends_it_also_on_a_database_of_its_own(fresh_database, folder: Path):
    with serving(folder / "own", database_url=fresh_database(), seal_key=new_key()) as server:
        code, seconds = server.terminate()
        assert (code, (server.folder / "stderr").read_text()) == (0, "")
        assert seconds < 2


# --- the other commands -----------------------------------------------------------------------


def test_migrate_says_from_where_to_where(fresh_database):
    env = environment(database_url=fresh_database(migrated=False))
    assert run("migrate", env=env).stdout.startswith("migrated from an empty database to 0001")
    assert run("migrate", env=env).stdout.startswith("the database is up to date, at 0001")


def test_an_audit_that_is_not_clean_exits_with_1(fresh_database, test_postgres):
    import asyncio

    import sqlalchemy as sa

    from patchpoker.storage.database import Database

    url = fresh_database()

    async def spoil() -> None:
        database = Database(url)
        async with database.begin() as connection:
            await connection.execute(
                sa.text(
                    "INSERT INTO accounts (player_id, name, name_key, created_at, last_seen_at)"
                    " VALUES ('p_x', 'Ada', 'ada', now(), now())"
                )
            )
            await connection.execute(
                sa.text(
                    "INSERT INTO ledger_accounts (account_id, kind, player_id, balance)"
                    " VALUES ('wallet:p_x', 'wallet', 'p_x', 5)"
                )
            )
        await database.close()

    asyncio.run(spoil())
    done = run("audit", env=environment(database_url=url, seal_key=new_key()))
    assert done.returncode == 1
    assert "wallet:p_x: balance 5, its transfers make 0" in done.stdout
    assert "NOT CLEAN" in done.stdout


def test_simulate_prints_the_rate_and_the_conservation_check():
    done = run("simulate", "--game", "patch-patch", "--hands", "50", "--seed", "7")
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    assert re.fullmatch(r"50 hands of Patch-Patch in .* hands/s \(seed 7\)", first)
    chips = re.search(
        r"^(\d+) chips came in = (\d+) in stacks \+ (\d+) rake: conserved at every step$",
        done.stdout,
        re.MULTILINE,
    )
    came, stacks, rake = map(int, chips.groups())
    assert came == stacks + rake
    again = run("simulate", "--hands", "50", "--seed", "7")
    assert again.stdout.splitlines()[1:] == done.stdout.splitlines()[1:]


def test_simulate_plays_patong():
    done = run("simulate", "--game", "patong", "--hands", "50", "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert re.match(r"50 hands of Patong in ", done.stdout)
    assert "conserved at every step" in done.stdout


def test_simulate_refuses_nonsense():
    complaint(run("simulate", "--hands", "0"), "at least 1", code=2)
    assert run("simulate", "--game", "whist").returncode == 2
    assert run("simulate", "--hands", "many").returncode == 2
