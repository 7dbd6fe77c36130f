"""Who asks: the session's cookie, and passwords.

The cookie holds a random token and nothing else. It can't be read by scripts, isn't sent along by
other sites, and over TLS never travels in the clear.
"""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from patchpoker.server.errors import Busy, NotSignedIn
from patchpoker.server.services import Services
from patchpoker.storage.sessions import SESSION_LIFE
from patchpoker.storage.times import at

COOKIE = "pp_session"

_T = TypeVar("_T")
_LONGEST_TOKEN = 100  # ours have 43 characters


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


def token_of(connection: HTTPConnection) -> str | None:
    token = connection.cookies.get(COOKIE)
    return token if token and len(token) <= _LONGEST_TOKEN else None


async def player_of(connection: HTTPConnection) -> str | None:
    """Who is signed in, for REST and sockets alike. Raises StorageDown."""
    token = token_of(connection)
    if token is None:
        return None
    services = services_of(connection)
    return await services.sessions.resolve(token, at(services.clock.now_ms()))


async def _required(request: Request) -> str:
    player = await player_of(request)
    if player is None:
        raise NotSignedIn
    return player


async def _optional(request: Request) -> str | None:
    return await player_of(request)


Player = Annotated[str, Depends(_required)]
MaybePlayer = Annotated[str | None, Depends(_optional)]


async def start_session(request: Request, response: Response, player: str) -> None:
    """A fresh session in this browser, in place of the one that it had."""
    services = services_of(request)
    await end_session(request)
    token = await services.sessions.create(
        player, at(services.clock.now_ms()), request.headers.get("user-agent")
    )
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(SESSION_LIFE.total_seconds()),
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


async def end_session(request: Request) -> None:
    """Forget the browser's session; its player's sockets sign in again, or can't."""
    token = token_of(request)
    if token is None:
        return
    services = services_of(request)
    player = await services.sessions.resolve(token, at(services.clock.now_ms()))
    await services.sessions.revoke(token)
    if player is not None:
        await services.sockets.drop(player)


def clear_cookie(request: Request, response: Response) -> None:
    response.delete_cookie(
        COOKIE, path="/", secure=request.url.scheme == "https", httponly=True, samesite="lax"
    )


class Passwords:
    """Argon2id in a pool of threads: hashing never holds up the tables. When `most_waiting` wait
    already, Busy is raised at once instead of queueing."""

    def __init__(self, threads: int = 2, most_waiting: int = 16) -> None:
        self._hasher = PasswordHasher(time_cost=3, memory_cost=19 * 1024, parallelism=1)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="password")
        self._room = threads + most_waiting
        self._decoy = self._hasher.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        """Raises Busy."""
        return await self._run(self._hash, password)

    async def matches(self, password: str, hashed: str | None) -> bool:
        """Whether it is the password. Takes as long when there is none to match. Raises Busy."""
        right = await self._run(self._verify, password, hashed or self._decoy)
        return right and hashed is not None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _hash(self, password: str) -> str:
        return self._hasher.hash(password)

    def _verify(self, password: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., _T], *args: str) -> _T:
        if self._room <= 0:
            raise Busy
        self._room -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        finally:
            self._room += 1
