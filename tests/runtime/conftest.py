"""The whole server, or its actors alone, on its own database, with a clock that runs faster."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.runtime.actors import World, open_world
from tests.whole_server import FastClock, WholeServer, whole_server


@pytest.fixture
def clock() -> FastClock:
    return FastClock(40)


@pytest.fixture
async def server(database_url: str, tmp_path: Path, clock: FastClock) -> AsyncIterator[WholeServer]:
    async with whole_server(database_url, tmp_path, clock) as whole:
        yield whole


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world
