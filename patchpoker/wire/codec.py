"""Frames to bytes. A view's shared part is encoded once and spliced into each viewer's frame."""

from collections.abc import Sequence

import orjson

from patchpoker.table.view import PrivateView, PublicView
from patchpoker.wire.outbound import Outbound

NOBODY = b"null"


def encode(frame: Outbound) -> bytes:
    """One frame, as UTF-8 JSON."""
    return orjson.dumps(frame)


def encode_part(part: PublicView | PrivateView | Sequence[object]) -> bytes:
    """A part of a view frame, to be spliced by `view_frame`."""
    return orjson.dumps(part)


def view_head(table_id: str) -> bytes:
    """What every view frame of a table begins with. Ids are plain ASCII without quotes."""
    return b'{"type":"view","table":"%b","version":' % table_id.encode("ascii")


def view_frame(
    head: bytes, version: int, now_ms: int, public: bytes, you: bytes, events: bytes
) -> bytes:
    """One viewer's frame: `head` from `view_head`, the other parts from `encode_part`."""
    return b'%b%d,"now_ms":%d,"public":%b,"you":%b,"events":%b}' % (
        head,
        version,
        now_ms,
        public,
        you,
        events,
    )
