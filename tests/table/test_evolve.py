"""Folding a log, and the versions that viewers see."""

import pytest

from patchpoker.table import commands as c
from patchpoker.table.events import TimePassed
from patchpoker.table.evolve import evolve, fold
from patchpoker.table.state import decision_id, version_for
from tests.table.driver import Driver


def arranging():
    table = Driver()
    for player in "ABC":
        table.sit(player)
    table.deal(button="A")
    table.act("call")
    table.act("call")
    table.act("check")
    return table


def versions(table):
    return [version_for(table.state, seat) for seat in (0, 1, 2, None)]


def test_eco_03_the_log_folds_to_the_same_state_at_every_batch():
    """ECO-03, SEC-06: the same decision, cards and drafts after a restart."""
    table = arranging()
    table.do(c.Swap, "A", decision_id(table.state), 0, 7)
    table.check_replay()
    table.finish()
    table.check_replay()
    half = fold(table.batches[0] + table.batches[1])
    rest = (event for batch in table.batches[2:] for event in batch)
    assert fold(rest, half) == table.state


def test_arr_03_a_draft_moves_its_authors_number_only():
    """C4, ARR-03."""
    table = arranging()
    before = versions(table)
    for first in range(5):
        table.do(c.Swap, "A", decision_id(table.state), first, 11)
    assert versions(table) == [before[0] + 5, *before[1:]]
    table.ready(0)
    assert versions(table) == [before[0] + 6, *(number + 1 for number in before[1:])]


def test_who_gets_up_keeps_a_number_that_never_falls():
    table = arranging()
    table.do(c.Swap, "A", decision_id(table.state), 0, 11)
    table.do(c.TopUp, "A", 100)
    own = version_for(table.state, 0)
    assert own == version_for(table.state, None) + 2
    table.do(c.Leave, "A")
    table.finish()
    assert table.state.seats[0] is None
    assert version_for(table.state, None) > own


def test_time_alone_changes_no_number():
    table = arranging()
    state = evolve(table.state, TimePassed(table.now + 1))
    assert [version_for(state, seat) for seat in (0, 1, 2, None)] == versions(table)


def test_a_log_begins_with_the_opening():
    with pytest.raises(TypeError):
        evolve(None, TimePassed(1))
    with pytest.raises(ValueError, match="begins"):
        fold(())
