"""The browser's files: index.html, never cached, and assets under the digest of the whole tree.

    /                     index.html with the assets' path filled in; no-store
    /a/DIGEST/js/...      immutable, because a changed file has another digest

Everything is read once, at the start: a deploy never mixes old and new files (UI-03). An unknown
digest is 404: an old page reloads when the socket's hello shows it another build.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from patchpoker.server.errors import NotFound

IMMUTABLE = "public, max-age=31536000, immutable"

_WORTH_IT = 0.9

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """`gzipped` is None where it would save nothing."""

    body: bytes
    media_type: str
    gzipped: bytes | None

    @classmethod
    def read(cls, path: Path) -> "Asset":
        guessed = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        body = path.read_bytes()
        gzipped = gzip.compress(body, mtime=0)
        smaller = len(gzipped) < len(body) * _WORTH_IT
        return cls(body, guessed or "application/octet-stream", gzipped if smaller else None)


@dataclass(frozen=True, slots=True)
class Site:
    """The files as they were at the start. `digest` names the build; the keys of `assets` are
    paths such as "js/main.js"."""

    digest: str
    index: bytes
    assets: Mapping[str, Asset]

    @classmethod
    def read(cls, folder: Path) -> "Site":
        """Raises OSError when there is no index.html."""
        index = (folder / "index.html").read_text(encoding="utf-8")
        assets = {
            path.relative_to(folder).as_posix(): Asset.read(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "index.html" and not path.name.startswith(".")
        }
        digest = _digest(index, assets)
        filled = index.replace("{{assets}}", f"/a/{digest}").replace("{{build}}", digest)
        return cls(digest, filled.encode(), assets)


def _digest(index: str, assets: Mapping[str, Asset]) -> str:
    tree = hashlib.sha256(index.encode())
    for name, asset in assets.items():
        tree.update(f"\0{name}\0{len(asset.body)}\0".encode())
        tree.update(asset.body)
    return tree.hexdigest()[:16]


async def index(request: Request) -> Response:
    site: Site = request.app.state.services.site
    return Response(site.index, media_type=_TYPES[".html"], headers={"cache-control": "no-store"})


async def asset(request: Request) -> Response:
    site: Site = request.app.state.services.site
    found = site.assets.get(request.path_params["path"])
    if request.path_params["digest"] != site.digest or found is None:
        raise NotFound("There is no such file here.")
    headers = {"cache-control": IMMUTABLE, "vary": "accept-encoding"}
    body = found.body
    if found.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=found.media_type, headers=headers)
