from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "house")
    try:
        house.start()
        yield house
    finally:
        house.end()
