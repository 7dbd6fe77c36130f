"""Random players: `patchpoker simulate`."""

import pytest

from patchpoker.engine.games import GAMES
from patchpoker.simulate import simulate


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_played_to_their_end_and_chips_are_conserved(game):
    report = simulate(game, 200, seed=5)
    events = dict(report.events)
    assert events["HandStarted"] == events["HandFinished"] == report.hands == 200
    assert report.hands_per_second > 0
    assert 0 < report.rake_chips < report.chips
    assert (report.scoops > 0) == (game == "patch-patch")
    for kind in ("HandsShown", "UncalledBetReturned", "SeatLeftHand", "PotAwarded"):
        assert events[kind] > 0
    assert ("CardsSwapped" in events) == (game == "patch-patch")
    assert ("HandsTurnedUp" in events) == (game != "patch-patch")


def test_rounds_of_patong_are_played_to_their_end_and_the_antes_are_conserved():
    report = simulate("patong", 300, seed=5)
    events = dict(report.events)
    assert events["RoundStarted"] == events["RoundFinished"] == report.hands == 300
    assert 0 < report.rake_chips < report.chips
    for kind in ("CardsExchanged", "SelectionChanged", "SeatLeftRound", "MultiplierDrawn"):
        assert events[kind] > 0
    assert simulate("patong", 300, seed=5).events == report.events


def test_a_seed_gives_the_same_hands():
    one, two = (simulate("patch-patch", 50, seed=9) for _ in range(2))
    assert (one.events, one.chips, one.rake_chips) == (two.events, two.chips, two.rake_chips)
    assert simulate("holdem", 1).seed != simulate("holdem", 1).seed


def test_bad_input_is_said_plainly():
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        simulate("chess", 1)
    with pytest.raises(ValueError, match="at least 1"):
        simulate("holdem", 0)
