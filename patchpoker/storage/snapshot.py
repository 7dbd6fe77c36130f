"""A table between hands as one value, so that a restart folds at most one hand.

It is sealed whole, because it holds the finished hand's cards. It is a cache: when an older
program wrote it and it doesn't decode, the log gives the same from its start.
"""

from typing import Any

import orjson

from patchpoker.storage.errors import LogUnreadable
from patchpoker.storage.plain import PlainError, fields_of, from_plain, to_plain
from patchpoker.table.state import TableState

# All but the running hand, of which there is none.
_FIELDS = {name: hint for name, hint in fields_of(TableState).items() if name != "hand"}


def encode_snapshot(state: TableState) -> bytes:
    """The payload to be sealed. Raises PlainError while a hand runs: our bug."""
    if not state.between_hands:
        raise PlainError("a snapshot is taken between hands")
    return orjson.dumps(
        {name: to_plain(hint, getattr(state, name)) for name, hint in _FIELDS.items()}
    )


def decode_snapshot(payload: bytes) -> TableState:
    """Raises LogUnreadable."""
    try:
        plain = orjson.loads(payload)
        values: dict[str, Any] = {
            name: from_plain(hint, plain[name]) for name, hint in _FIELDS.items()
        }
        return TableState(**values)
    except (PlainError, orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise LogUnreadable(f"a snapshot doesn't decode: {type(error).__name__}") from None
