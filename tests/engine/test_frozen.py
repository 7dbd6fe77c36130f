"""Copies of frozen values."""

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from patchpoker.engine.frozen import replacer


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int
    name: str = "origin"


def test_a_copy_has_the_new_fields_and_the_old_ones():
    point = Point(1, 2)
    copy = replacer(Point)(point, y=5)
    assert copy == replace(point, y=5) == Point(1, 5)
    assert point == Point(1, 2)
    with pytest.raises(FrozenInstanceError):
        copy.x = 3


def test_a_field_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        replacer(Point)(Point(1, 2), z=3)
