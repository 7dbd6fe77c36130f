import dataclasses
import typing
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchpoker.engine.betting.commands import Entrant
from patchpoker.engine.betting.events import ActionTaken, CardsSwapped, HandEvent, HandStarted
from patchpoker.engine.cards import DECK
from patchpoker.engine.rake import RakeRule
from patchpoker.storage.errors import LogUnreadable
from patchpoker.storage.event_codec import decode, encode, event_classes
from patchpoker.storage.plain import PlainError
from patchpoker.table.events import TableEvent
from patchpoker.table.evolve import fold

LOGS = Path(__file__).parent.parent / "data" / "logs"

STARTED = HandStarted(
    hand_no=1,
    variant="patch-patch",
    button=0,
    small_blind_seat=0,
    big_blind_seat=1,
    small_blind=10,
    big_blind=20,
    rake_bps=300,
    rake_cap_chips=60,
    entrants=(Entrant(0, 100), Entrant(1, 200)),
    deck=DECK,
)

st.register_type_strategy(int, st.integers(-(2**53), 2**53))
st.register_type_strategy(
    RakeRule, st.builds(RakeRule, st.integers(0, 10_000), st.integers(0, 2**53))
)
any_event = st.one_of(*(st.from_type(kind) for kind in event_classes()))


@given(st.lists(any_event, max_size=6))
def test_every_event_class_comes_back_as_it_was(events: list[HandEvent | TableEvent]) -> None:
    public, secret = encode(events)
    stored = orjson.loads(orjson.dumps(public, option=orjson.OPT_PASSTHROUGH_SUBCLASS))
    assert decode(stored, secret) == tuple(events)


def test_every_event_class_is_known() -> None:
    kinds = set(event_classes())
    named = {kind.__name__ for base in (HandEvent, TableEvent) for kind in base.__subclasses__()}
    assert {kind.__name__ for kind in kinds} == named
    for kind in kinds:
        assert set(kind.SEALED) <= {field.name for field in dataclasses.fields(kind)}
        assert typing.get_type_hints(kind)  # resolvable


def test_sealed_fields_are_apart() -> None:
    public, secret = encode([STARTED, CardsSwapped(seat=1, first=3, second=9)])
    assert public[0]["type"] == "hand_started"
    assert public[0]["schema"] == 1
    assert "deck" not in public[0]
    assert public[1] == {"type": "cards_swapped", "schema": 1, "seat": 1}
    assert orjson.loads(secret) == {"0": {"deck": list(DECK)}, "1": {"first": 3, "second": 9}}


@pytest.mark.parametrize(
    "stored",
    [
        {"type": "no_such_event", "schema": 1},
        {"type": "ready_set", "schema": 2, "seat": 1, "ready": True},
        {"type": "ready_set", "schema": 0, "seat": 1, "ready": True},
        {"type": "ready_set", "seat": 1, "ready": True},
        {"type": "ready_set", "schema": 1, "seat": 1},
        {"type": "ready_set", "schema": 1, "seat": True, "ready": True},
        {"type": "cards_swapped", "schema": 1, "seat": 1},
        "text",
    ],
)
def test_what_does_not_decode_is_typed(stored: object) -> None:
    with pytest.raises(LogUnreadable):
        decode([stored], None)


def test_an_ill_made_event_is_not_stored() -> None:
    with pytest.raises(PlainError):
        encode([ActionTaken(1, "call", 10, 10, False, False, False)])


@pytest.mark.parametrize("path", sorted(LOGS.glob("schema*.jsonl")), ids=lambda path: path.stem)
def test_recorded_logs_fold(path: Path) -> None:
    """Each line is a batch: {"events", "secret"}; the last line what the table was then. A
    file is recorded once, by the program of its schema, and never made anew."""
    *batches, end = (orjson.loads(line) for line in path.read_text().splitlines())
    state = None
    for batch in batches:
        secret = batch["secret"]
        events = decode(batch["events"], None if secret is None else orjson.dumps(secret))
        state = fold(events, state)
    assert state.hand_no == end["hand_no"]
    assert [seat.stack for seat in state.taken] == end["stacks"]
    assert [seat.player for seat in state.taken] == end["players"]


def test_there_is_a_recorded_log_of_every_schema() -> None:
    newest = max(kind.SCHEMA for kind in event_classes())
    recorded = {path.stem for path in LOGS.glob("schema*.jsonl")}
    assert recorded >= {f"schema{number}" for number in range(1, newest + 1)}
