"""Expired sessions and links don't pile up, and a database that is away ends nothing."""

import asyncio

import sqlalchemy as sa

from patchpoker.server.housekeeping import sweep_forever
from patchpoker.storage.errors import StorageDown
from patchpoker.storage.schema import sessions
from tests.server.world import World


async def count(world: World) -> int:
    async with world.services.database.begin() as connection:
        found = await connection.execute(sa.select(sa.func.count()).select_from(sessions))
        return found.scalar_one()


async def test_what_has_expired_is_forgotten_and_the_rest_stays(world: World):
    await world.guest("Ada")
    world.clock.ms += 60 * 86_400_000
    await world.guest("Ben")
    world.clock.ms += 40 * 86_400_000
    assert await count(world) == 2
    task = asyncio.create_task(sweep_forever(world.services, 0.01))
    await asyncio.sleep(0.3)
    assert await count(world) == 1
    task.cancel()


async def test_a_database_that_is_away_is_tried_again(world: World, monkeypatch, caplog):
    tries = []

    async def away(now):
        tries.append(now)
        raise StorageDown("away")

    monkeypatch.setattr(world.services.sessions, "sweep", away)
    task = asyncio.create_task(sweep_forever(world.services, 0))
    await asyncio.sleep(0.05)
    assert len(tries) > 2
    assert not task.done()
    assert "expired sessions were not swept" in caplog.text
    task.cancel()
