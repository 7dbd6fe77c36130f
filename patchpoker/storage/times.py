"""Times: epoch milliseconds outside, `timestamptz` inside. Never naive, never local."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def at(ms: int) -> datetime:
    """The aware UTC time of epoch milliseconds, exact (no floats)."""
    return _EPOCH + timedelta(milliseconds=ms)


def to_ms(time: datetime) -> int:
    """Epoch milliseconds. Raises TypeError for a naive time."""
    return (time - _EPOCH) // timedelta(milliseconds=1)
