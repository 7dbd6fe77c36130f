"""The application: routes, errors and the gate put together. No state of its own but throttles."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from patchpoker import __version__
from patchpoker.server import errors, pages
from patchpoker.server.api import lobby, me, session, system, tables
from patchpoker.server.api.context import Throttles
from patchpoker.server.auth import Passwords
from patchpoker.server.housekeeping import sweep_forever
from patchpoker.server.security import Gate, behind_proxies
from patchpoker.server.services import Services

_ABOUT = """\
Accounts, lobby and tables of a PatchPoker server. Playing itself goes over the WebSocket `/ws`.

Sign in with `POST /api/session/guest`, `/api/session` or `/api/session/link`: the answer sets the
cookie `pp_session`. Every refusal is `{"error": {"code", "message", "data"?}}` with a stable code.
All chips are whole play chips; times are epoch milliseconds.
"""
_TAGS = [
    {"name": "session", "description": "Coming and going"},
    {"name": "account", "description": "The player's own account"},
    {"name": "lobby", "description": "Public tables"},
    {"name": "tables", "description": "Single and private tables"},
    {"name": "system", "description": "Health and version"},
]


def create_app(services: Services) -> ASGIApp:
    """The ASGI application on these services. Whoever starts it also ends the services."""
    app = FastAPI(
        title="PatchPoker",
        version=__version__,
        description=_ABOUT,
        openapi_tags=_TAGS,
        openapi_url="/api/openapi.json",
        docs_url=None,  # both pages need scripts from elsewhere
        redoc_url=None,
        lifespan=_lifespan,
        redirect_slashes=False,
    )
    app.state.services = services
    app.state.throttles = Throttles.of(services.settings)
    app.state.passwords = Passwords()
    errors.install(app)
    api = APIRouter(prefix="/api")
    for module in (session, me, lobby, tables):
        api.include_router(module.router)
    app.include_router(api)
    app.include_router(system.router)
    app.router.routes += [
        Route("/", pages.index),
        Route("/a/{digest}/{path:path}", pages.asset),
        WebSocketRoute("/ws", _socket),
    ]
    return behind_proxies(Gate(app, services.settings), services.settings.trusted_proxies)


async def _socket(websocket: WebSocket) -> None:
    services: Services = websocket.app.state.services
    await services.sockets.serve(websocket)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    sweeper = asyncio.create_task(sweep_forever(app.state.services), name="housekeeping")
    try:
        yield
    finally:
        sweeper.cancel()
        app.state.passwords.close()
