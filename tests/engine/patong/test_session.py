"""The ledger of a session (D10, D15)."""

import pytest

from patchpoker.engine.errors import Bug
from patchpoker.engine.patong import PatongOptions, SessionLedger
from patchpoker.engine.patong.commands import VoidRound
from patchpoker.engine.patong.events import RoundEnd
from patchpoker.engine.patong.session import ROUNDS_KEPT
from tests.engine.patong.rounds import heads_up, tied, won


def tie():
    game = tied()
    game.play(0, "Ac")
    game.play(1, "As")
    return game.state


def test_D10_a_single_round_gives_a_point_and_the_ledger_goes_on():
    ledger = SessionLedger().seat_taken(1).seat_taken(0)
    assert ledger.points == ((0, 0), (1, 0))
    ledger = ledger.after_round(won().state).after_round(won().state)
    assert (ledger.points, ledger.winner) == (((0, 2), (1, 0)), None)


def test_D10_a_series_ends_at_the_target_or_above():
    ledger = SessionLedger(target=3)
    for expected in (1, 2, 3):
        assert ledger.winner is None
        ledger = ledger.after_round(won().state)
        assert ledger.points_of(0) == expected
    assert ledger.winner == 0
    assert SessionLedger(target=3).after_round(won(multiplier="Kd").state).winner == 0
    assert SessionLedger(target=3).after_round(won(multiplier="2d").state).winner is None
    with pytest.raises(Bug):
        ledger.after_round(won().state)


def test_D10_a_target_is_one_to_a_hundred_points():
    for target in (0, -1, 101):
        with pytest.raises(ValueError, match="1 to 100"):
            PatongOptions(target=target)


def test_D9_A29_ties_and_void_rounds_give_no_point():
    ledger = SessionLedger().seat_taken(0).after_round(tie())
    assert (ledger.points, len(ledger.rounds)) == (((0, 0),), 1)
    game = heads_up()
    with pytest.raises(Bug):
        ledger.after_round(game.state)
    game.do(VoidRound("broken"))
    assert ledger.after_round(game.state) == ledger


def test_the_table_of_past_rounds_tells_each_streets_points():
    line, drawn = SessionLedger().after_round(tie()).after_round(won(multiplier="7h").state).rounds
    assert (line.winner, line.ending, line.session_points) == (None, RoundEnd.TIE, 0)
    assert line.half_points == ((0, (1, 1, 1)), (1, (1, 1, 1)))
    assert (drawn.winner, drawn.multiplier, drawn.session_points) == (0, 7, 7)
    assert drawn.half_points == ((0, (2, 2)), (1, (0, 0)))


def test_the_table_of_past_rounds_is_bounded():
    ledger, state = SessionLedger(), won().state
    for _ in range(ROUNDS_KEPT + 5):
        ledger = ledger.after_round(state)
    assert len(ledger.rounds) == ROUNDS_KEPT
    assert ledger.points_of(0) == ROUNDS_KEPT + 5


def test_D15_points_stand_while_the_seat_is_held_and_newcomers_start_at_0():
    ledger = SessionLedger(target=5).after_round(won().state)
    assert ledger.seat_taken(0).points_of(0) == 1
    assert ledger.seat_freed(0).seat_taken(0).points_of(0) == 0


def test_D15_the_last_player_left_wins_the_series():
    assert SessionLedger(target=5).last_player_left(1).winner == 1
    assert SessionLedger().last_player_left(1).winner is None
