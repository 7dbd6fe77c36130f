"""What is forgotten once in a while: sessions and links that have expired."""

import asyncio
import logging

from patchpoker.server.services import Services
from patchpoker.storage.errors import StorageDown
from patchpoker.storage.times import at

log = logging.getLogger(__name__)

EVERY_SECONDS = 3600.0


async def sweep_forever(services: Services, every_seconds: float = EVERY_SECONDS) -> None:
    """Until it is cancelled. A database that is away is tried again next time."""
    while True:
        try:
            await services.sessions.sweep(at(services.clock.now_ms()))
        except StorageDown as error:
            log.warning("expired sessions were not swept", exc_info=error)
        await asyncio.sleep(every_seconds)
