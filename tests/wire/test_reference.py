"""docs/websocket.md is what the frames say."""

from pathlib import Path

from patchpoker.wire.reference import reference

DOCS = Path(__file__).resolve().parents[2] / "docs" / "websocket.md"


def test_the_written_reference_is_current() -> None:
    assert DOCS.read_text() == reference(), (
        "run: python -m patchpoker.wire.reference > docs/websocket.md"
    )
