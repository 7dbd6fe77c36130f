"""The command line: serve, migrate, audit, simulate.

Whatever an operator can cause (a bad setting, a port in use, a database that is away) ends with one
line on stderr that says what to do, and an exit code that isn't 0. A traceback is our bug.
"""

import argparse
import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from patchpoker import __version__, config, logs
from patchpoker.config import BadSetting, Complaint, Settings
from patchpoker.engine.errors import Bug
from patchpoker.engine.games import GAME_NAMES

FAILED = 1
MISUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except BadSetting as error:
        return _complain(str(error), MISUSED)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader (head, less) has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        line = _line_of(error)
        if line is None:
            raise
        return _complain(line, FAILED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="patchpoker",
        description="A multiplayer web poker server with a client for phones.",
        epilog="Settings are environment variables, PATCHPOKER_PORT=8000 for example.",
    )
    parser.add_argument("--version", action="version", version=f"patchpoker {__version__}")
    commands = parser.add_subparsers(metavar="command", required=True)

    serve = commands.add_parser(
        "serve", help="open the lobby", description="One process serves one database."
    )
    serve.add_argument("--host", help="the address to listen on (PATCHPOKER_HOST)")
    serve.add_argument("--port", help="the port to listen on (PATCHPOKER_PORT)")
    serve.set_defaults(command=_serve)

    migrate = commands.add_parser("migrate", help="bring the database to this version's schema")
    migrate.set_defaults(command=_migrate)

    audit = commands.add_parser(
        "audit",
        help="recompute every chip from the transfers and logs",
        description="Also beside a running server. Exits with 1 when anything doesn't fit.",
    )
    audit.set_defaults(command=_audit)

    simulate = commands.add_parser("simulate", help="play random hands through the engine")
    simulate.add_argument("--game", choices=sorted(GAME_NAMES), default="patch-patch")
    simulate.add_argument("--hands", type=int, default=10_000)
    simulate.add_argument("--seed", type=int, help="repeat a simulation")
    simulate.set_defaults(command=_simulate)

    for each in (serve, migrate, audit):
        each.add_argument(
            "--data-dir", metavar="FOLDER", help="the data folder (PATCHPOKER_DATA_DIR)"
        )
    return parser


# --- commands ---------------------------------------------------------------------------------
# Each imports what it needs itself, so that `--help` and a bad setting answer at once.


def _serve(options: argparse.Namespace) -> int:
    settings = config.load(host=options.host, port=options.port, data_dir=options.data_dir)
    logs.configure(settings.log_level)
    from patchpoker import serving

    _one_process()
    with contextlib.closing(serving.open_port(settings)) as listener, _database(settings) as url:
        return serving.serve(settings, url, listener)


def _migrate(options: argparse.Namespace) -> int:
    settings = config.load(data_dir=options.data_dir)
    from patchpoker.storage import migrate

    async def run(url: str) -> tuple[str | None, str | None]:
        before = await migrate.revision(url)
        await migrate.upgrade(url)
        return before, await migrate.revision(url)

    with _database(settings, share=True) as url:
        before, after = asyncio.run(run(url))
    if before == after:
        print(f"the database is up to date, at {after}")
    else:
        print(f"migrated from {before or 'an empty database'} to {after}")
    return 0


def _audit(options: argparse.Namespace) -> int:
    settings = config.load(data_dir=options.data_dir)
    from patchpoker.storage.audit import AuditReport, audit
    from patchpoker.storage.database import Database
    from patchpoker.storage.migrate import check_schema
    from patchpoker.storage.sealing import open_sealer

    async def run(url: str) -> AuditReport:
        database = Database(url, pool_size=2)
        try:
            await check_schema(database)
            key = settings.seal_key.get_secret_value()
            return await audit(database, await open_sealer(database, key, settings.data_dir))
        finally:
            await database.close()

    if not settings.database_url.get_secret_value() and not _has_database(settings.data_dir):
        raise Complaint(
            f"there is no database in {settings.data_dir}: "
            "set PATCHPOKER_DATA_DIR or PATCHPOKER_DATABASE_URL to the one to audit"
        )
    with _database(settings, share=True) as url:
        report = asyncio.run(run(url))
    print(*report.lines(), sep="\n")
    return 0 if report.clean else FAILED


def _simulate(options: argparse.Namespace) -> int:
    from patchpoker.simulate import simulate

    try:
        report = simulate(options.game, options.hands, options.seed)
    except ValueError as error:
        return _complain(str(error), MISUSED)
    except Bug as error:
        return _complain(f"NOT CONSERVED: {error}", FAILED)
    print(
        f"{report.hands} hands of {GAME_NAMES[report.game]} in {report.seconds:.2f} s: "
        f"{report.hands_per_second:.0f} hands/s (seed {report.seed})"
    )
    print(
        f"{report.chips} chips came in = {report.chips - report.rake_chips} in stacks "
        f"+ {report.rake_chips} rake: conserved at every step"
    )
    print("; ".join(f"{name} {count}" for name, count in report.events))
    return 0


# --- the database, and complaints -------------------------------------------------------------


@contextlib.contextmanager
def _database(settings: Settings, *, share: bool = False) -> Iterator[str]:
    """The database's URL; without one configured, of our own PostgreSQL, which runs meanwhile.
    `share`: beside the server that runs it already."""
    url = settings.database_url.get_secret_value()
    if url:
        yield url
        return
    from patchpoker.storage.embedded import embedded_postgres

    with embedded_postgres(settings.data_dir, share=share) as postgres:
        yield postgres.url


def _has_database(data_dir: Path) -> bool:
    return (data_dir / "postgres" / "PG_VERSION").exists()


def _one_process() -> None:
    """Hosts set this for others' servers; a table has one owner (NET-10)."""
    workers = os.environ.get("WEB_CONCURRENCY", "")
    if workers not in ("", "1"):
        _say(f"WEB_CONCURRENCY={workers[:20]} is ignored: one process serves one database")


def _line_of(error: Exception) -> str | None:
    """What to tell the operator; None for what only a bug of ours explains."""
    from patchpoker.storage.embedded_errors import EmbeddedPostgresError
    from patchpoker.storage.errors import StoreFault

    if isinstance(error, Complaint | EmbeddedPostgresError | StoreFault):
        return str(error)
    if isinstance(error, OSError) and error.filename is not None:
        why = error.strerror or type(error).__name__
        return f"cannot use {error.filename} ({why}): check PATCHPOKER_DATA_DIR and its owner"
    return None


def _complain(line: str, code: int) -> int:
    _say(line)
    return code


def _say(line: str) -> None:
    print(f"patchpoker: {' '.join(line.split())}", file=sys.stderr)
