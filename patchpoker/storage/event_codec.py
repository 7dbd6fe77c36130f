"""Events as they are stored.

An event is `{"type": "hand_started", "schema": 1, ...public fields}`. The fields that its class
names in `SEALED` go apart: the sealed payload of a batch is a JSON object {index in the batch:
{field: value}}, for the `Sealer`.

When a class changes so that old rows wouldn't decode, its SCHEMA goes up by one and a step is added
to `_STEPS`, from the old fields to the new ones; a recorded log of each schema folds in a test.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import orjson

from patchpoker.engine.betting.events import BETTING_EVENTS, HandEvent
from patchpoker.storage.errors import LogUnreadable
from patchpoker.storage.plain import Plain, PlainError, fields_of, from_plain, to_plain
from patchpoker.table.events import TABLE_EVENTS, TableEvent

Event = TableEvent | HandEvent
Fields = dict[str, Plain]

_CLASSES: dict[str, type[Event]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind
    for kind in (*BETTING_EVENTS, *TABLE_EVENTS)
}
_NAMES = {kind: name for name, kind in _CLASSES.items()}
_HINTS = {kind: fields_of(kind) for kind in _NAMES}

# (type, schema) -> all of the event's fields as that schema has them, to those of the next one.
_STEPS: Mapping[tuple[str, int], Callable[[Fields], Fields]] = {}


def event_classes() -> tuple[type[Event], ...]:
    """Every class that can be in a log."""
    return tuple(_NAMES)


def encode(events: Sequence[Event]) -> tuple[list[Fields], bytes | None]:
    """(public part for the `events` column, payload to seal or None). Raises PlainError for an
    event that isn't as its class says: our bug."""
    public: list[Fields] = []
    secret: dict[str, Fields] = {}
    for index, event in enumerate(events):
        kind = type(event)
        fields = {name: to_plain(hint, getattr(event, name)) for name, hint in _HINTS[kind].items()}
        apart = {name: fields.pop(name) for name in kind.SEALED}
        if apart:
            secret[str(index)] = apart
        public.append({"type": _NAMES[kind], "schema": kind.SCHEMA, **fields})
    return public, orjson.dumps(secret) if secret else None


def decode(public: Sequence[Mapping[str, Plain]], secret: bytes | None) -> tuple[Event, ...]:
    """The events of one batch. Raises LogUnreadable, without a value of the log in its message."""
    try:
        apart: dict[str, Fields] = orjson.loads(secret) if secret else {}
        return tuple(
            _decode_one({**fields, **apart.get(str(index), {})})
            for index, fields in enumerate(public)
        )
    except (PlainError, orjson.JSONDecodeError, TypeError, AttributeError) as error:
        raise LogUnreadable(f"a stored event doesn't decode: {type(error).__name__}") from None


def _decode_one(fields: Fields) -> Event:
    name, schema = fields.pop("type", None), fields.pop("schema", None)
    kind = _CLASSES.get(str(name))
    if kind is None or type(schema) is not int or not 1 <= schema <= kind.SCHEMA:
        raise LogUnreadable(f"no event {name} of schema {schema} is known here")
    for step in range(schema, kind.SCHEMA):
        fields = _STEPS[str(name), step](fields)
    event: Event = from_plain(kind, fields)
    return event
