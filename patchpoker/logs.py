"""Logs: one line an event, `key=value`, on stderr.

    time=2026-12-01T02:13:27.512Z level=error logger=... msg="..." request=1f2e table=t_x hand=3

Ids come as `extra={"table": ..., "hand": ...}`. Never a card: an exception shows its type and the
places it passed through, and its message only where we wrote that ourselves, because others' may
quote a row or an argument.
"""

import contextvars
import json
import logging
import sys
import time
import traceback
from types import TracebackType

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")

_FIELDS = ("table", "hand", "player", "version", "method", "path", "status", "ms")
_OWN = ("patchpoker.",)
_FRAMES = 12


class KeyValueFormatter(logging.Formatter):
    """See the module."""

    def format(self, record: logging.LogRecord) -> str:
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        pairs: list[tuple[str, object]] = [
            ("time", f"{seconds}.{int(record.msecs):03d}Z"),
            ("level", record.levelname.lower()),
            ("logger", record.name),
            ("msg", record.getMessage()),
        ]
        if request_id.get():
            pairs.append(("request", request_id.get()))
        pairs += [(name, getattr(record, name)) for name in _FIELDS if hasattr(record, name)]
        if record.exc_info and record.exc_info[1] is not None:
            pairs += [("error", describe(record.exc_info[1]))]
            pairs += [("at", _places(record.exc_info[2]))]
        return " ".join(f"{key}={_quoted(value)}" for key, value in pairs)


def describe(error: BaseException) -> str:
    """The error's type; with its message if it is one of ours, or the system's."""
    kind = type(error)
    if kind.__module__.startswith(_OWN) or isinstance(error, OSError):
        return f"{kind.__name__}: {error}"
    return f"{kind.__module__}.{kind.__qualname__}"


def _places(trace: TracebackType | None) -> str:
    """Where it came from, innermost last: file, line and function, no values."""
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    return " > ".join(f"{'/'.join(f.filename.split('/')[-2:])}:{f.lineno} {f.name}" for f in frames)


def _quoted(value: object) -> str:
    text = str(value)
    plain = text and all(char.isalnum() or char in "_-.:/+@" for char in text)
    return text if plain else json.dumps(text, ensure_ascii=True)


def configure(level: str) -> None:
    """Everything that logs goes through one handler; libraries only from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(KeyValueFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("patchpoker").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
