import orjson
import pytest

from patchpoker.engine.betting.state import Phase
from patchpoker.storage.errors import LogUnreadable
from patchpoker.storage.plain import PlainError
from patchpoker.storage.snapshot import decode_snapshot, encode_snapshot

from .conftest import Played


async def test_a_table_between_hands_comes_back_as_it_was(three: Played) -> None:
    assert decode_snapshot(encode_snapshot(three.state)) == three.state
    await three.play(2)
    assert three.state.last_result is not None
    assert decode_snapshot(encode_snapshot(three.state)) == three.state


async def test_a_running_hand_is_in_no_snapshot(three: Played) -> None:
    await three.until(Phase.BETTING)
    with pytest.raises(PlainError):
        encode_snapshot(three.state)


async def test_another_program_s_snapshot_is_typed(three: Played) -> None:
    plain = orjson.loads(encode_snapshot(three.state))
    for change in ({"seats": None}, {"hand_no": "1"}, {"seats": [{"seat": 1}]}):
        with pytest.raises(LogUnreadable):
            decode_snapshot(orjson.dumps({**plain, **change}))
    del plain["clock"]
    for payload in (orjson.dumps(plain), b"{", b"[]", b"null"):
        with pytest.raises(LogUnreadable):
            decode_snapshot(payload)
