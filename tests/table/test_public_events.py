"""The redacted events: an allow-list (SEC-01, ARR-03)."""

from patchpoker.engine.betting.events import BETTING_EVENTS, HandEvent
from patchpoker.table import commands as c
from patchpoker.table.events import TABLE_EVENTS, TableEvent
from patchpoker.table.public_events import public_events
from patchpoker.table.state import decision_id
from tests.table.driver import Driver
from tests.table.knowledge import cards_in


def types(events):
    return [event.type for event in public_events(events)]


def test_a_hand_as_everybody_hears_it():
    table = Driver(seats=2)
    assert types(table.sit("A")) == ["seat_taken"]
    table.sit("B")
    table.deal(button="A")
    assert types(table.batches[-1]) == ["hand_started", "blind_posted", "blind_posted"]
    assert cards_in(public_events(table.batches[-1])) == set(), "the deck stays here"
    assert types(table.act("call")) == ["action"]
    assert types(table.act("check")) == ["action", "street_dealt", "arrangement_started"]
    assert types(table.do(c.Swap, "A", decision_id(table.state), 0, 9)) == []
    assert types(table.ready(0)) == ["ready_set"]
    assert types(table.ready(1)) == ["ready_set", "arrangement_ended"]
    table.finish()
    assert types(table.batches[-1]) == ["action", "hands_shown", "pot_awarded", "hand_finished"]
    assert len(cards_in(public_events(table.batches[-1]))) >= 24


def test_who_leaves_sits_out_or_tops_up():
    table = Driver(seats=2)
    table.sit("A")
    table.sit("B")
    assert types(table.do(c.SitOut, "A")) == ["sat_out"]
    assert types(table.do(c.SitIn, "A", False)) == ["sat_in"]
    assert types(table.do(c.TopUp, "A", 100)) == [], "what is queued is the player's own affair"
    assert types(table.do(c.ApplyTopUps, (("A", 0),))) == []
    table.do(c.TopUp, "A", 100)
    assert types(table.do(c.ApplyTopUps, (("A", 100),))) == ["topped_up"]
    table.deal(button="A")
    assert types(table.act("raise", 30)) == ["action"]
    assert types(table.do(c.Leave, "B")) == [
        "seat_left_hand",
        "uncalled_returned",
        "pot_awarded",
        "hand_finished",
        "seat_freed",
    ]
    table.alarm()
    assert types(table.do(c.CloseTable, "x")) == ["seat_freed", "table_closing"]


def test_every_event_of_the_log_is_listed():
    """The codec of the log goes by these lists."""
    for listed, base in ((TABLE_EVENTS, TableEvent), (BETTING_EVENTS, HandEvent)):
        assert {kind.__name__ for kind in listed} == {k.__name__ for k in base.__subclasses__()}
