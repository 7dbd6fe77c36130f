"""The written reference of the socket's frames, made from the frames themselves.

`python -m patchpoker.wire.reference > docs/websocket.md`; a test says when the file is behind.
"""

import dataclasses
import enum
import inspect
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from patchpoker.table import view
from patchpoker.table.public_events import PublicEvent
from patchpoker.wire import inbound, outbound

_INTRO = f"""\
# The WebSocket `/ws`

Made by `python -m patchpoker.wire.reference`; don't edit. Protocol {inbound.PROTOCOL}.

One JSON object a frame, as text, at most {inbound.MAX_FRAME_BYTES} bytes from a client. The socket
takes its player from the cookie `pp_session`; without one it may watch public tables. The first
frame is `hello`, within 5 seconds. Chips are whole numbers, times are server epoch milliseconds:
count down with `deadline_ms - now_ms` and a monotonic clock of your own.

Every command carries an `id` of the client's, new for each action, and is answered by `ack` once it
is durable, or by `error`; the same `id` again gets the first answer. A `decision` names what the
player was looking at: one that has passed is refused as `stale_decision`, and the view comes again.
Views are whole: a client that missed one needs nothing but the next. Integers are integers (no
`true`, `"10"`, `10.0`), and unknown keys are refused.

Close codes: 1008 too fast or too many sockets, 1009 frame too big, 1012 restart (come back with
some jitter), 1013 try again later, 4400 not this protocol, 4401 the session has changed.
"""


def reference() -> str:
    """The whole page, as Markdown."""
    parts = [_INTRO, "## From the client\n"]
    parts += [_model(kind) for kind in _members(inbound.Inbound)]
    parts.append("## From the server\n")
    parts += [_dataclass(kind) for kind in _members(outbound.Outbound)]
    parts.append("## Parts of a view\n")
    parts += [_dataclass(kind) for kind in _views()]
    parts.append("## Events of a view\n")
    parts += [_dataclass(kind) for kind in _members(PublicEvent)]
    return "\n".join(parts)


def _members(union: Any) -> Iterator[Any]:
    for member in get_args(union):
        if get_origin(member) is not None:
            yield from _members(member)
        else:
            yield member


def _views() -> Iterator[type]:
    for kind in vars(view).values():
        if inspect.isclass(kind) and dataclasses.is_dataclass(kind):
            yield kind


def _model(kind: type[BaseModel]) -> str:
    hints = get_type_hints(kind, include_extras=True)
    rows = {
        name: _type(hints[name]) + ("" if field.is_required() else ", may be left out")
        for name, field in kind.model_fields.items()
        if name != "type"
    }
    name = get_args(kind.model_fields["type"].annotation)[0]
    return _section(f"`{name}`", kind, rows)


def _dataclass(kind: type) -> str:
    hints = get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    tag = fields.pop("type", None)
    name = f"`{tag.default}`" if tag is not None else kind.__name__
    return _section(name, kind, {name: _type(hints[name]) for name in fields})


def _section(title: str, kind: type, rows: Mapping[str, str]) -> str:
    doc = inspect.getdoc(kind) or ""
    if doc.startswith(f"{kind.__name__}("):  # the one that dataclasses make up
        doc = ""
    lines = [f"### {title}", ""]
    if doc:
        lines += [doc, ""]
    if rows:
        lines += ["| field | value |", "|---|---|"]
        lines += [f"| `{name}` | {text} |" for name, text in rows.items()]
        lines.append("")
    return "\n".join(lines)


def _type(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(arguments[0])
    if origin in (Union, types.UnionType):
        return " or ".join(_type(argument) for argument in arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return f"list of {_type(arguments[0])}"
        return f"list of {' and '.join(_type(argument) for argument in arguments)}"
    if origin is Literal:
        return " or ".join(f"`{argument}`" for argument in arguments)
    if origin is not None and issubclass(origin, Mapping):
        return "one of the events below"
    if inspect.isclass(hint) and issubclass(hint, enum.Enum):
        return " or ".join(f"`{member.value}`" for member in hint)
    names = {int: "integer", str: "text", bool: "true or false", type(None): "null"}
    return names.get(hint) or hint.__name__


if __name__ == "__main__":
    sys.stdout.write(reference())
