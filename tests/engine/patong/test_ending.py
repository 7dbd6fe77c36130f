"""What a round is worth and who gets it: chips, session points, leaving (D10, D13, D15)."""

import pytest

from patchpoker.engine.cards import parse_card, parse_cards
from patchpoker.engine.errors import IllegalNow, Malformed
from patchpoker.engine.patong import PatongOptions, Phase, legal_choices
from patchpoker.engine.patong.commands import Choice, Choose, LeaveRound
from patchpoker.engine.patong.events import MultiplierDrawn, RoundEnd, StreetRevealed
from patchpoker.engine.rake import NO_RAKE, RakeRule
from tests.engine.patong.rounds import BOARD, ONE, OTHER, THIRD, TIES, Round, heads_up, tied, won

RAKED = RakeRule(rake_bps=300, rake_cap_chips=60)


@pytest.mark.parametrize(
    ("ante", "rake", "paid", "kept"),
    [(0, NO_RAKE, 0, 0), (20, RAKED, 39, 1), (25, NO_RAKE, 50, 0), (5000, RAKED, 9940, 60)],
)
def test_D13_A12_the_winner_takes_the_antes_less_the_rake(ante, rake, paid, kept):
    game = won(ante=ante, rake=rake)
    finished = game.state.finished
    assert (finished.payouts, finished.rake) == (((0, paid), (1, 0)), kept)


def test_D13_a_tie_returns_the_antes_unraked():
    game = tied(ante=5000, rake=RAKED)
    game.play(0, "Ac")
    game.play(1, "As")
    finished = game.state.finished
    assert (finished.payouts, finished.rake) == (((0, 5000), (1, 5000)), 0)


def test_D13_the_defaults_are_a_public_tables_options():
    options = PatongOptions()
    assert (options.hand_size, options.folding) == (8, True)
    assert (options.target, options.variable_scoring) == (None, False)
    with pytest.raises(Malformed):
        heads_up(ante=-1)


@pytest.mark.parametrize(("card", "worth"), [("Ah", 1), ("7s", 7), ("Tc", 10), ("Qd", 10)])
def test_D10_the_loser_draws_what_the_round_is_worth(card, worth):
    game = won(multiplier=card)
    drawn, finished = game.log[-2:]
    assert drawn == MultiplierDrawn(1, parse_card(card), worth)
    assert game.state.multiplier == drawn
    assert finished.session_points == worth


def test_D10_of_several_losers_the_lowest_draws_ties_from_the_dealers_left():
    for dealer, drawer in ((0, 1), (1, 2), (2, 1)):
        game = Round(ONE, OTHER, THIRD, board=BOARD, multiplier="5h", dealer=dealer)
        game.street("Ac", "5d 6d 2d", "Qc Qd Qh")
        game.street("Ad", "As 3d Ah", "Qs Jd Kd")
        assert game.state.finished.winner == 0
        assert game.state.multiplier.seat == drawer
    low = Round(ONE, OTHER, THIRD, board=BOARD, multiplier="5h", dealer=1)
    low.street("Ac Ad", "5d 6d", "Qc")
    low.street("2c", "3d", "Kd Kh")
    low.street("5c", "Ah", "Ks")
    assert (low.half_points, low.state.finished.winner) == ([2, 0, 4], 2)
    assert low.state.multiplier.seat == 1


def test_D10_a_tied_round_draws_no_card():
    game = tied(multiplier="9h")
    game.play(0, "Ac")
    game.play(1, "As")
    assert game.events(MultiplierDrawn) == []
    assert game.state.finished.session_points == 0


def test_D15_a_leavers_cards_and_choice_are_dead_and_the_ante_stays_in():
    game = Round(ONE, OTHER, THIRD, board=BOARD, ante=20)
    game.play(2, "Kd Kh")
    game.play(0, "Ac Ad")
    game.leave(2)
    assert game.state.awaiting == {1}
    game.play(1, "2d 3d")
    assert [r.seat for r in game.state.revealed[0].reveals] == [0, 1]
    assert game.half_points == [2, 0, 0]
    game.refuse(LeaveRound(2), IllegalNow)
    game.next()
    game.refuse(Choose(2, Choice.PLAY, parse_cards("Ks")), IllegalNow)
    assert legal_choices(game.state, 2) is None
    game.play(0, "5c 6c")
    game.play(1, "2h 3h")
    assert game.state.finished.payouts == ((0, 60), (1, 0), (2, 0))


def test_D15_the_last_one_awaited_leaves_and_the_street_turns_over():
    game = Round(ONE, OTHER, THIRD, board=BOARD)
    game.play(0, "Ac")
    game.fold(1)
    events = game.leave(2)
    assert StreetRevealed in [type(event) for event in events]
    assert game.half_points == [2, 0, 0]


def test_D15_the_ante_goes_back_to_a_leaver_too_when_the_round_ties():
    game = Round(ONE, OTHER, THIRD, board=BOARD, ante=20, rake=RAKED)
    game.leave(2)
    for one, other in TIES:
        game.play(0, one)
        game.play(1, other)
        game.next()
    game.play(0, "Ac")
    game.play(1, "As")
    assert game.state.finished.payouts == ((0, 20), (1, 20), (2, 20))


@pytest.mark.parametrize("submitted", [False, True])
def test_D15_the_last_player_left_wins_at_once_raked_like_any(submitted):
    game = heads_up(ante=1000, rake=RAKED, multiplier="9h")
    if submitted:
        game.fold(1)
    game.leave(0)
    finished = game.state.finished
    assert (finished.winner, finished.ending) == (1, RoundEnd.LAST_PLAYER)
    assert (finished.payouts, finished.rake) == (((0, 0), (1, 1940)), 60)
    assert game.events(StreetRevealed) == []
    assert game.events(MultiplierDrawn) == [], "no loser is left to draw"
    assert finished.session_points == 1


def test_D15_leaving_between_two_streets_and_in_the_tiebreak():
    game = Round(ONE, OTHER, THIRD, board=BOARD)
    game.play(0, "2c")
    game.play(1, "2d")
    game.fold(2)
    game.leave(0)
    assert game.state.phase is Phase.REVEALED
    game.leave(1)
    assert game.state.finished.winner == 2
    last = tied()
    last.leave(1)
    assert last.state.finished.winner == 0
