"""Alive, ready, which version; and the API's own description."""

import sqlalchemy as sa

from patchpoker import __version__
from patchpoker.wire.inbound import PROTOCOL
from tests.server.world import World


async def test_alive(world: World):
    assert (await world.client().get("/healthz")).json() == {"status": "ok"}


async def test_ready_when_database_schema_and_tables_are(world: World):
    answer = await world.client().get("/readyz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "database": "ok", "schema": "ok", "tables": "ok"},
    )


async def test_not_ready_before_the_tables_are_open(world: World):
    world.tables.loaded = False
    answer = await world.client().get("/readyz")
    assert (answer.status_code, answer.json()["tables"]) == (503, "loading")


async def test_not_ready_on_another_schema(world: World):
    async with world.services.database.begin() as connection:
        await connection.execute(sa.text("DELETE FROM alembic_version"))
    answer = await world.client().get("/readyz")
    assert (answer.status_code, answer.json()["schema"]) == (503, "schema_outdated")


async def test_the_version_names_program_page_and_protocol(world: World):
    answer = await world.client().get("/api/version")
    assert answer.json() == {
        "version": __version__,
        "build": world.services.site.digest,
        "protocol": PROTOCOL,
    }


async def test_every_operation_of_the_api_is_described(world: World):
    document = (await world.client().get("/api/openapi.json")).json()
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    assert len(operations) == 19
    for path, method, operation in operations:
        assert operation["tags"], path
        assert operation["description"], path
        for status, answer in operation["responses"].items():
            if path.startswith("/api/") and status.startswith("4"):
                shape = answer["content"]["application/json"]["schema"]["$ref"]
                assert shape.endswith("/ErrorAnswer"), (method, path, status)
