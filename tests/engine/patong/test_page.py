"""Every table and worked example of the game's page."""

import pytest

from patchpoker.engine.cards import cards_text, parse_cards
from patchpoker.engine.errors import NotOffered
from patchpoker.engine.patong.commands import Choice, Choose
from patchpoker.engine.patong.events import RoundEnd, Street
from patchpoker.engine.patong.hands import street_hand
from tests.engine.patong.rounds import BOARD, ONE, OTHER, TIES, Round

MATT = "Ac 2s 9d Ad 7h Qs 3h 5c"
DAVE = "3d 3s Jc Qh 2d 7c 8s 6h"
RIVER = "9h 4d Td 4c Ks"


def test_the_example_round_is_decided_by_a_kicker_on_the_river():
    game = Round(MATT, DAVE, board=RIVER)
    assert game.state.board == parse_cards("9h 4d Td")
    game.street("Ac 2s", "3d 3s")
    assert [r.hand.name for r in game.state.revealed[0].reveals] == ["Ace high", "Pair of 3s"]
    assert game.half_points == [0, 2]
    assert game.sizes == [6, 6]
    game.street("9d Ad", "Jc Qh")
    matt, dave = (r.hand for r in game.state.revealed[1].reveals)
    assert (matt.name, cards_text(matt.cards)) == ("Two pair, 9s and 4s", "9d 9h 4d 4c Ad")
    assert dave.name == "Pair of 4s"
    assert game.half_points == [2, 2]
    assert game.sizes == [4, 4]
    game.street("7h Qs", "2d 7c")
    matt, dave = (r.hand for r in game.state.revealed[2].reveals)
    assert cards_text(matt.cards) == "4d 4c Ks Qs Td"
    assert cards_text(dave.cards) == "4d 4c Ks Td 9h"
    assert game.half_points == [4, 2]
    finished = game.state.finished
    assert (finished.winner, finished.ending) == (0, RoundEnd.TWO_POINTS)
    assert finished.session_points == 1


ACES = ("Ac Ad", "2d 3d")


@pytest.mark.parametrize(
    ("streets", "half_points", "ending"),
    [
        ([ACES, ("5c 6c", "2h 3h")], 4, RoundEnd.TWO_POINTS),
        ([ACES, ("2c 3c", "2h 3h"), ("5c 6c", "5d 6d")], 4, RoundEnd.TWO_POINTS),
        ([ACES, ("2c 3c", "Ah As"), ("5c 6c", "5d 6d")], 3, None),
        (TIES, 3, None),
        ([ACES, ("2c 3c", "Ah As"), ("5c 6c 2s", "5d 6d 2h")], 2, None),
    ],
    ids=["win win", "win tie tie", "win loss tie", "tie tie tie", "win loss wash"],
)
def test_D5_D9_the_table_of_halves(streets, half_points, ending):
    game = Round(ONE, OTHER, board=BOARD)
    for choices in streets:
        game.street(*choices)
    assert game.half_points[0] == half_points
    assert game.state.over == (ending is not None)
    if ending is None:
        assert game.state.street is Street.TIEBREAK
    else:
        assert (game.state.finished.winner, game.state.finished.ending) == (0, ending)


@pytest.mark.parametrize(
    ("board", "played", "blanks", "left_over"),
    [
        ("Kc 7d 2s", "Qh", 1, 0),
        ("Kc 7d 2s", "Qh 3h", 0, 0),
        ("Kc 7d 2s 9h", "Qh", 0, 0),
        ("Kc 7d 2s 9h", "Qh 3h", 0, 1),
        ("Kc 7d 2s 9h 4d", "Qh", 0, 1),
        ("Kc 7d 2s 9h 4d", "Qh 3h", 0, 2),
    ],
)
def test_D3_one_card_or_two_on_each_street(board, played, blanks, left_over):
    cards = parse_cards(played) + parse_cards(board)
    hand = street_hand(parse_cards(played), parse_cards(board))
    assert len(hand.cards) == 5
    assert hand.cards.count(None) == blanks
    real = {card for card in hand.cards if card is not None}
    assert real <= set(cards)
    assert len(cards) - len(real) == left_over


def test_D3_the_example_of_the_blank():
    board = parse_cards("Kc 7d 2s")
    a = street_hand(parse_cards("Kh"), board)
    b = street_hand(parse_cards("Kd 6h"), board)
    assert a.cards == (*parse_cards("Kh Kc 7d 2s"), None)
    assert b.cards == parse_cards("Kd Kc 7d 6h 2s")
    assert a.name == b.name == "Pair of kings"
    assert b.hand_rank > a.hand_rank


def test_D6_fold_arithmetic():
    """Play two each time: 6, 4, 2. Fold the flop, then play two: 7, 5, 3."""
    game = Round(ONE, OTHER, board=BOARD)
    sizes = []
    for choices in [("2c 3c", "Ah As 2d"), ("5c 6c", "5d 6d"), ("2s 3s", "2h 3h")]:
        game.street(*choices)
        sizes.append(tuple(game.sizes))
    assert sizes == [(6, 7), (4, 5), (2, 3)]


def test_D7_from_eight_cards_one_folds_at_most_twice():
    game = Round(ONE, OTHER, board=BOARD)
    game.street("Ac Ad 2c", "2d")
    assert game.sizes == [7, 7]
    game.street("3c 5c 6c", "3d")
    assert game.sizes == [6, 6]
    assert game.state.finished.winner == 1, "two streets given away are the round"

    three = Round(ONE, OTHER, "Kd Kh Ks Qc Qd Qh Qs Jd", board=BOARD)
    for one, two in (("5d", "Kd"), ("Ah As", "Jd")):
        three.fold(0)
        three.play(1, one)
        three.play(2, two)
        three.next()
    assert three.half_points == [0, 2, 2]
    assert three.sizes[0] == 6
    fold = Choose(0, Choice.FOLD, three.hand(0)[:3])
    assert "fold" in three.refuse(fold, NotOffered).message


def test_D4_any_card_takes_the_street_from_folders_and_all_folds_are_a_wash():
    game = Round(ONE, OTHER, board=BOARD)
    game.play(0, "2c")
    game.fold(1)
    assert game.half_points == [2, 0]
    game.next()
    game.fold(0)
    game.fold(1)
    assert game.state.revealed[-1].wash
    assert game.half_points == [2, 0]
    assert [reveal.hand for reveal in game.state.revealed[-1].reveals] == [None, None]
    game.next()
    assert game.state.street is Street.RIVER
