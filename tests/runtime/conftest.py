"""The whole server on a database of its own, with a clock that runs faster."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.whole_server import FastClock, WholeServer, whole_server


@pytest.fixture
def clock() -> FastClock:
    return FastClock(40)


@pytest.fixture
async def server(database_url: str, tmp_path: Path, clock: FastClock) -> AsyncIterator[WholeServer]:
    async with whole_server(database_url, tmp_path, clock) as whole:
        yield whole
