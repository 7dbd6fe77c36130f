"""Frozen dataclasses to JSON values and back, by their annotations alone.

    int, str, bool, None      themselves        StrEnum          its value
    tuple, frozenset          a list            dataclass        {field: value}
    A | B of dataclasses      {"type": name, ...fields}

Nothing is guessed: a value or a JSON shape that the annotation doesn't allow raises PlainError. A
missing field takes its default, so that a field with one can be added without a new schema.
"""

import dataclasses
import functools
import types
import typing
from collections.abc import Callable
from enum import Enum
from typing import Any

Plain = Any  # what orjson writes and reads


class PlainError(ValueError):
    """Not what the annotation says. The message names types and fields, never a value."""


def to_plain(kind: Any, value: object) -> Plain:
    return _codec(kind)[0](value)


def from_plain(kind: Any, plain: Plain) -> Any:
    return _codec(kind)[1](plain)


def fields_of(cls: Any) -> dict[str, Any]:
    """{field: resolved annotation} of a dataclass, in order."""
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


_Codec = tuple[Callable[[Any], Plain], Callable[[Plain], Any]]


@functools.cache
def _codec(kind: Any) -> _Codec:
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        return _union(typing.get_args(kind))
    if origin in (tuple, frozenset):
        return _sequence(origin, typing.get_args(kind))
    if kind in (int, str, bool, type(None)):
        return _scalar(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record(kind)
    raise PlainError(f"no plain form for {kind!r}")


def _scalar(kind: type) -> _Codec:
    def check(value: object) -> object:
        if type(value) is not kind:  # True is no int here
            raise PlainError(f"{type(value).__name__} where {kind.__name__} belongs")
        return value

    return check, check


def _enum(kind: type[Enum]) -> _Codec:
    def write(value: object) -> Plain:
        if type(value) is not kind:
            raise PlainError(f"{type(value).__name__} where {kind.__name__} belongs")
        return value.value

    def read(plain: Plain) -> Enum:
        try:
            return kind(plain)
        except ValueError:
            raise PlainError(f"not a {kind.__name__}") from None

    return write, read


def _sequence(origin: Any, args: tuple[Any, ...]) -> _Codec:
    if origin is tuple and args[-1:] != (Ellipsis,):
        return _fixed_tuple(args)
    item = _codec(args[0])

    def write(value: Any) -> Plain:
        if type(value) is not origin:
            raise PlainError(f"{type(value).__name__} where {origin.__name__} belongs")
        return [item[0](part) for part in (sorted(value) if origin is frozenset else value)]

    def read(plain: Plain) -> Any:
        return origin(item[1](part) for part in _a_list(plain))

    return write, read


def _fixed_tuple(args: tuple[Any, ...]) -> _Codec:
    items = [_codec(arg) for arg in args]

    def write(value: Any) -> Plain:
        if type(value) is not tuple or len(value) != len(items):
            raise PlainError(f"not a tuple of {len(items)}")
        return [item[0](part) for item, part in zip(items, value, strict=True)]

    def read(plain: Plain) -> Any:
        if len(_a_list(plain)) != len(items):
            raise PlainError(f"not a list of {len(items)}")
        return tuple(item[1](part) for item, part in zip(items, plain, strict=True))

    return write, read


def _union(kinds: tuple[Any, ...]) -> _Codec:
    """Of None and one other kind, or of None and several dataclasses, which then are tagged."""
    others = [kind for kind in kinds if kind is not type(None)]
    optional = len(others) < len(kinds)
    write, read = _codec(others[0]) if len(others) == 1 else _tagged(others)

    def write_some(value: object) -> Plain:
        return None if optional and value is None else write(value)

    def read_some(plain: Plain) -> Any:
        return None if optional and plain is None else read(plain)

    return write_some, read_some


def _tagged(kinds: list[Any]) -> _Codec:
    if not all(dataclasses.is_dataclass(kind) for kind in kinds):
        raise PlainError("only dataclasses may be alternatives")
    by_name = {kind.__name__: kind for kind in kinds}

    def write(value: object) -> Plain:
        name = type(value).__name__
        if by_name.get(name) is not type(value):
            raise PlainError(f"{name} isn't one of the alternatives")
        return {"type": name, **_codec(by_name[name])[0](value)}

    def read(plain: Plain) -> Any:
        fields = dict(_an_object(plain))
        kind = by_name.get(fields.pop("type", None))
        if kind is None:
            raise PlainError("none of the alternatives")
        return _codec(kind)[1](fields)

    return write, read


def _record(kind: type) -> _Codec:
    # Looked up on the first use of each field: a class may hold itself.
    hints = fields_of(kind)

    def write(value: object) -> Plain:
        if type(value) is not kind:
            raise PlainError(f"{type(value).__name__} where {kind.__name__} belongs")
        return {name: _codec(hint)[0](getattr(value, name)) for name, hint in hints.items()}

    def read(plain: Plain) -> Any:
        if not _an_object(plain).keys() <= hints.keys():
            raise PlainError(f"a field that {kind.__name__} doesn't have")
        values = {name: _codec(hints[name])[1](part) for name, part in plain.items()}
        try:
            return kind(**values)
        except TypeError:
            raise PlainError(f"a field of {kind.__name__} is missing") from None

    return write, read


def _a_list(plain: Plain) -> list[Plain]:
    if not isinstance(plain, list):
        raise PlainError("not a list")
    return plain


def _an_object(plain: Plain) -> dict[str, Plain]:
    if not isinstance(plain, dict):
        raise PlainError("not an object")
    return plain
