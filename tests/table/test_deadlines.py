"""Time as data: what is due when (A18, A20, A28; NET-11)."""

from patchpoker.table import commands as c
from patchpoker.table.deadlines import seats_to_free
from tests.table.driver import Driver


def test_the_next_alarm_is_the_earliest_deadline():
    table = Driver()
    assert table.state.next_alarm_ms is None
    table.sit("A")
    assert table.state.next_alarm_ms is None, "one player waits for nothing"
    table.do(c.SitOut, "A")
    assert table.state.next_alarm_ms == table.now + 600_000
    table.now += 1_000
    table.sit("B")
    assert table.state.next_alarm_ms == table.now + 599_000
    table.do(c.SitIn, "A", False)
    assert table.state.next_alarm_ms == table.now
    table.tick()
    assert table.state.next_alarm_ms == table.now + 37_500


def test_a_tick_before_the_alarm_does_nothing():
    table = Driver()
    for player in "ABC":
        table.sit(player)
    for _ in range(40):
        due = table.state.next_alarm_ms
        if due is None:
            break
        if due > table.now:
            table.now = due - 1
            assert table.tick() == ()
        assert table.alarm()


def test_a20_nobody_in_the_hand_loses_the_seat():
    table = Driver()
    table.sit("A")
    table.sit("B")
    table.deal(button="A")
    table.do(c.SitOut, "A")
    assert seats_to_free(table.state) == ()
    table.act("fold")
    assert [seat.player for _, seat in seats_to_free(table.state)] == ["A"]
