"""A spliced view is the frame that the reference describes."""

import orjson

from patchpoker.wire.codec import NOBODY, encode, view_frame, view_head
from patchpoker.wire.outbound import AckFrame, ViewFrame


def test_a_spliced_view_reads_as_one_frame() -> None:
    frame = view_frame(view_head("t_1"), 7, 1_000, b'{"a":1}', NOBODY, b"[]")
    read = orjson.loads(frame)
    assert read == {
        "type": "view",
        "table": "t_1",
        "version": 7,
        "now_ms": 1_000,
        "public": {"a": 1},
        "you": None,
        "events": [],
    }
    assert set(read) == set(ViewFrame.__dataclass_fields__)


def test_a_frame_says_its_type() -> None:
    assert orjson.loads(encode(AckFrame("a", 3))) == {"type": "ack", "id": "a", "version": 3}
