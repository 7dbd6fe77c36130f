"""A slow reader keeps the newest view and every answer, or is given up."""

from patchpoker.runtime.outbox import MAX_ANSWERS, MAX_VIEWS, Outbox


async def test_frames_come_in_order() -> None:
    outbox = Outbox()
    outbox.put_view(b"v1")
    outbox.put(b"a1")
    outbox.put_view(b"v2")
    assert [await outbox.next() for _ in range(3)] == [b"v1", b"a1", b"v2"]
    assert outbox.take_nowait() is None


async def test_a_slow_reader_keeps_only_the_newest_view() -> None:
    outbox = Outbox()
    outbox.put(b"answer")
    for number in range(MAX_VIEWS + 1):
        outbox.put_view(b"v%d" % number)
    assert [await outbox.next() for _ in range(2)] == [b"answer", b"v%d" % MAX_VIEWS]
    assert outbox.take_nowait() is None


async def test_who_lets_answers_pile_up_is_given_up() -> None:
    outbox = Outbox()
    for _ in range(MAX_ANSWERS):
        outbox.put(b"a")
    assert not outbox.overflowed
    outbox.put(b"a")
    assert outbox.overflowed
    assert await outbox.next() is None
