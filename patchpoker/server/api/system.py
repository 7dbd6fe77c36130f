"""For those who run the server: is it alive, is it ready, what is it."""

import asyncio

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from patchpoker import __version__
from patchpoker.server.api.context import Said
from patchpoker.server.api.models import Version
from patchpoker.server.services import Services
from patchpoker.storage.errors import SchemaNewer, SchemaOutdated, StoreError
from patchpoker.storage.migrate import check_schema
from patchpoker.wire.inbound import PROTOCOL

router = APIRouter(tags=["system"])

_PATIENCE_SECONDS = 2.0


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers. Says nothing of the database: a restart wouldn't cure that."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"description": "Not ready; the answer says which part"}})
async def readyz(services: Said) -> JSONResponse:
    """Players can be sent here: the database answers, its schema is ours, the tables are open."""
    parts = {
        **await _database(services),
        "tables": "ok" if services.tables.loaded else "loading",
    }
    ready = all(state == "ok" for state in parts.values())
    status = "ok" if ready else "not ready"
    return JSONResponse({"status": status, **parts}, 200 if ready else 503)


@router.get("/api/version")
async def version(services: Said) -> Version:
    """Which program, which page, which socket protocol."""
    return Version(version=__version__, build=services.site.digest, protocol=PROTOCOL)


async def _database(services: Services) -> dict[str, str]:
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await check_schema(services.database)
    except (SchemaOutdated, SchemaNewer) as error:
        return {"database": "ok", "schema": error.code}
    except (StoreError, TimeoutError):
        return {"database": "unreachable", "schema": "unknown"}
    return {"database": "ok", "schema": "ok"}
