from dataclasses import dataclass
from enum import StrEnum

import pytest

from patchpoker.storage.plain import PlainError, from_plain, to_plain


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Leaf:
    chips: int


@dataclass(frozen=True, slots=True)
class Twig:
    leaves: tuple[Leaf, ...]
    pair: tuple[int, str] = (1, "a")


@dataclass(frozen=True, slots=True)
class Tree:
    colour: Colour
    part: Leaf | Twig | None
    seats: frozenset[int] = frozenset()
    name: str | None = None


TREE = Tree(Colour.RED, Twig((Leaf(1), Leaf(2))), frozenset((3, 1)), "x")


def test_there_and_back() -> None:
    plain = to_plain(Tree, TREE)
    assert plain == {
        "colour": "red",
        "part": {"type": "Twig", "leaves": [{"chips": 1}, {"chips": 2}], "pair": [1, "a"]},
        "seats": [1, 3],
        "name": "x",
    }
    assert from_plain(Tree, plain) == TREE
    assert from_plain(Tree, to_plain(Tree, Tree(Colour.RED, None))) == Tree(Colour.RED, None)


def test_a_missing_field_takes_its_default() -> None:
    assert from_plain(Twig, {"leaves": []}) == Twig(())
    with pytest.raises(PlainError):
        from_plain(Twig, {"pair": [1, "a"]})


@pytest.mark.parametrize(
    ("kind", "plain"),
    [
        (int, True),
        (int, "10"),
        (int, 10.0),
        (bool, 1),
        (str, None),
        (Leaf, {"chips": 1, "more": 2}),
        (Leaf, []),
        (Colour, "blue"),
        (tuple[int, ...], {"a": 1}),
        (tuple[int, str], [1]),
        (Leaf | Twig, {"type": "Tree", "chips": 1}),
        (Leaf | Twig, {"chips": 1}),
    ],
)
def test_SEC_11_nothing_is_guessed(kind: object, plain: object) -> None:
    with pytest.raises(PlainError):
        from_plain(kind, plain)


@pytest.mark.parametrize(
    ("kind", "value"),
    [(int, True), (Leaf, Leaf(True)), (Leaf, Twig(())), (tuple[int, ...], [1]), (Colour, "red")],
)
def test_a_value_that_its_annotation_does_not_allow_is_not_stored(kind, value) -> None:
    with pytest.raises(PlainError):
        to_plain(kind, value)


def test_an_annotation_without_a_plain_form_is_refused() -> None:
    with pytest.raises(PlainError):
        to_plain(float, 1.5)
