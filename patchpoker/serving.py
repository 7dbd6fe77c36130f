"""`patchpoker serve`: one port, one event loop, one uvicorn, until a signal or the lost lock.

SIGTERM or Ctrl-C: stop accepting, close the sockets with 1012, let the commit in flight finish, end
the services; whoever started an embedded PostgreSQL stops it after that.
"""

import asyncio
import contextlib
import errno
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn

from patchpoker import __version__, bootstrap
from patchpoker.config import Complaint, Settings
from patchpoker.server.addresses import everywhere, is_here, lan_address
from patchpoker.server.app import create_app
from patchpoker.server.http import PatientProtocol
from patchpoker.server.qr import qr_text
from patchpoker.wire.inbound import MAX_FRAME_BYTES

GRACE_SECONDS = 1  # for requests that are being answered; all of the stop takes under 2 s


def open_port(settings: Settings) -> socket.socket:
    """Listen at once: whoever has the port already is found out before anything is started.
    Raises Complaint."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=1024)
    except (OSError, UnicodeError) as error:  # the latter: no name that DNS could hold
        raise Complaint(_port_problem(settings, error)) from error


def _port_problem(settings: Settings, error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return f"PATCHPOKER_HOST {settings.host[:60]} isn't an address: set it to one here"
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"port {settings.port} is in use: "
                "stop the program that uses it, or set PATCHPOKER_PORT to another one"
            )
        case errno.EACCES | errno.EPERM:
            return f"port {settings.port} isn't allowed: set PATCHPOKER_PORT to one above 1023"
        case _:
            why = error.strerror or type(error).__name__
            return (
                f"cannot listen on {settings.host} ({why}): set PATCHPOKER_HOST to an address here"
            )


def serve(settings: Settings, url: str, listener: socket.socket) -> int:
    """Run until told to stop; the exit code."""
    _allow_many_files()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_serve(settings, url, listener))


def _allow_many_files() -> None:
    """Every socket is a file; the usual soft limit of 1024 is a few hundred tables' worth."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


async def _serve(settings: Settings, url: str, listener: socket.socket) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with bootstrap.running(settings, url) as application:
        server = _Server(_config(application))
        serving = asyncio.create_task(server.serve(sockets=[listener]), name="uvicorn")
        stopped = asyncio.create_task(stop.wait(), name="stop")
        lost = asyncio.create_task(application.lost(), name="server lock")
        sys.stdout.write(announcement(settings, with_qr=sys.stdout.isatty()))
        sys.stdout.flush()
        await asyncio.wait({serving, stopped, lost}, return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await serving
        stopped.cancel()
        if not lost.cancel():  # it was done
            raise Complaint("the connection that holds the database's lock was lost: start again")
    return 0


def _config(application: bootstrap.Application) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(application.services),
        http=PatientProtocol,
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class _Server(uvicorn.Server):
    """uvicorn, without its own signal handlers: they would raise the signal again at the end, and
    kill us before the services have ended."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def announcement(settings: Settings, *, with_qr: bool) -> str:
    """Where to play; with a QR code for the phones when somebody looks at a terminal."""
    local = is_here(settings.host)
    here = "localhost" if local or everywhere(settings.host) else settings.host
    lines = [f"PatchPoker {__version__}: http://{here}:{settings.port}/"]
    address = None if local else lan_address()
    for_phones = settings.public_url or (address and f"http://{address}:{settings.port}")
    if for_phones:
        lines.append(f"On phones: {for_phones}/")
        if with_qr:
            lines.append(qr_text(f"{for_phones}/"))
    lines.append("Play chips only: nothing to buy, no prizes, no cash value.\n")
    return "\n".join(lines)
