"""The gate in front of every request and socket: who asks, from which page, how much and how often.

    proxy headers -> request id -> Origin -> rate -> body size -> the application -> our headers

Origin: a browser names the page that a changing request or a socket comes from; another site's is
refused. A program that isn't a browser sends none, and has no cookie that it wasn't given.
"""

import logging
import re
import secrets
import time
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from patchpoker.config import Settings
from patchpoker.logs import request_id
from patchpoker.server.errors import ApiError, ForeignOrigin, response_of
from patchpoker.server.limits import Throttle, address_of, bounded

log = logging.getLogger(__name__)

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_DEFAULT_PORT = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_HOST = re.compile(r"[A-Za-z0-9.\-:\[\]]{1,255}")

_HEADERS: Mapping[str, str] = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_HSTS = "max-age=31536000"


def content_policy(host: str) -> str:
    """Nothing inline, nothing from elsewhere. The socket's address is spelled out: not every
    browser counts it as 'self'."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return (
        f"default-src 'self'; connect-src 'self'{sockets}; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def origin_allowed(headers: Headers, public_url: str) -> bool:
    """Whether a changing request or a socket may come from where it says it comes from: the same
    host and port as it goes to, or PATCHPOKER_PUBLIC_URL."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if public_url and origin.lower() == public_url:
        return True
    try:
        parts = urlsplit(origin)
        here = urlsplit(f"//{headers.get('host', '')}")
        default = _DEFAULT_PORT.get(parts.scheme)
        theirs, ours = (
            (parts.hostname, parts.port or default),
            (here.hostname, here.port or default),
        )
    except ValueError:
        return False
    return default is not None and bool(theirs[0]) and theirs == ours


class Gate:
    """ASGI middleware; see the top of the module."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._public_url = settings.public_url
        self._access_log = settings.access_log
        self._requests = Throttle(settings.requests_per_minute, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                await self._http(scope, receive, send)
            case "websocket" if not origin_allowed(Headers(scope=scope), self._public_url):
                await receive()  # websocket.connect
                await send({"type": "websocket.close", "code": 1008})  # before accept: HTTP 403
            case _:
                await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.monotonic()
        name = secrets.token_hex(6)
        mark = request_id.set(name)
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _dress(MutableHeaders(raw=message["headers"]), scope, name)
            await send(message)

        try:
            try:
                self._check(scope)
                await self._app(scope, bounded(scope, receive), send_with_headers)
            except ApiError as error:  # raised before the application, or by `bounded` within it
                await response_of(error)(scope, receive, send_with_headers)
        except Exception as error:
            log.exception("request failed", extra={"path": scope["path"]})
            if not status:
                await response_of(error)(scope, receive, send_with_headers)
        finally:
            if self._access_log:
                took = round((time.monotonic() - started) * 1000)
                said = {"method": scope["method"], "path": scope["path"], "status": status}
                log.info("request", extra={**said, "ms": took})
            request_id.reset(mark)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        changing = scope["method"] not in _SAFE
        if changing and not origin_allowed(headers, self._public_url):
            raise ForeignOrigin
        if scope["path"].startswith("/api/"):
            self._requests.take(address_of(scope))


def _dress(headers: MutableHeaders, scope: Scope, name: str) -> None:
    for key, value in _HEADERS.items():
        headers[key] = value
    headers["content-security-policy"] = content_policy(Headers(scope=scope).get("host", ""))
    headers["x-request-id"] = name
    headers.setdefault("cache-control", "no-store")
    if scope["scheme"] == "https":  # elsewhere browsers ignore both, and complain of one
        headers["strict-transport-security"] = _HSTS
        headers["cross-origin-opener-policy"] = "same-origin"


def behind_proxies(app: ASGIApp, trusted: Iterable[str]) -> ASGIApp:
    """Believe X-Forwarded-For and -Proto from these peers only."""
    return ProxyHeadersMiddleware(app, list(trusted))  # type: ignore[arg-type, return-value]
