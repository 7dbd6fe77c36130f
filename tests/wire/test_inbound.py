"""SEC-10, SEC-11, ARR-01: only what is exactly a frame comes in."""

import pytest

from patchpoker.wire.inbound import Act, BadFrame, Ping, Sit, Swap, decode

ACT = '{"type":"act","id":"a1","table":"t_1","decision":"1.2","action":"raise","raise_to":%s}'
SIT = '{"type":"sit","id":"a1","table":"t_1","seat":%s,"chips":%s}'
SWAP = '{"type":"swap","id":"a1","table":"t_1","decision":"1.2","first":%s,"second":%s}'


def test_a_right_frame_is_read() -> None:
    frame = decode(ACT % 40)
    assert isinstance(frame, Act)
    assert (frame.action, frame.raise_to) == ("raise", 40)
    assert isinstance(decode(SIT % ("null", 100)), Sit)
    assert isinstance(decode(SWAP % (0, 11)), Swap)


@pytest.mark.parametrize(
    "size",
    ["-20", "0", "20.5", "2e1", '"40"', "true", "NaN", "Infinity", "1" + "0" * 30, "[40]", "40.0"],
)
def test_SEC_10_only_a_whole_number_is_a_size(size: str) -> None:
    with pytest.raises(BadFrame):
        decode(ACT % size)


@pytest.mark.parametrize("value", ["true", '"10"', "10.0", "10.9", "NaN"])
def test_SEC_11_amounts_are_strict(value: str) -> None:
    with pytest.raises(BadFrame):
        decode(SIT % ("null", value))
    with pytest.raises(BadFrame):
        decode(SIT % (value, 100))


@pytest.mark.parametrize("position", ["-1", "12", '"c1"', '"Ah"', "1.0", "true", "null"])
def test_ARR_01_a_draft_is_told_in_positions(position: str) -> None:
    with pytest.raises(BadFrame):
        decode(SWAP % (position, 3))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "1",
        "null",
        "{}",
        '{"type":"cheat"}',
        '{"type":["act"]}',
        ACT % '40,"stack":99999',
        ACT.replace("raise", "steal") % 40,
        ACT.replace("t_1", "t" * 41) % 40,
        ACT.replace("a1", "<script>") % 40,
        "\ud800".encode("utf-8", "surrogatepass"),
        "[" * 2000,
    ],
)
def test_SEC_10_what_is_no_frame_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadFrame):
        decode(text)


def test_a_refusal_repeats_nothing_but_the_id() -> None:
    with pytest.raises(BadFrame) as refused:
        decode(ACT % '"Ah SECRET"')
    assert refused.value.action_id == "a1"
    assert "SECRET" not in refused.value.message
    with pytest.raises(BadFrame) as refused:
        decode('{"type":"act","SECRET":1,"id":"x"}')
    assert "SECRET" not in refused.value.message


def test_the_last_of_two_equal_keys_counts() -> None:
    assert decode('{"type":"ping","id":"a","id":"b"}') == Ping(type="ping", id="b")
