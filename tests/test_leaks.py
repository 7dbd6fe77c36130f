"""The leak checker finds what is planted, and nothing else."""

import pytest

from patchpoker.engine.cards import parse_card
from tests.leaks import Deal, LeakChecker, cards_in

HOLE = frozenset({parse_card("Ah"), parse_card("Td")})


@pytest.fixture
def checker() -> LeakChecker:
    checker = LeakChecker()
    checker.deal(Deal(1, {"p_1": HOLE, "p_2": frozenset({parse_card("2c")})}, {parse_card("Ks")}))
    return checker


@pytest.mark.parametrize(
    "text",
    [
        '{"x":["Ah"]}',
        "hero holds A♥",
        "10♦",
        "Ten of Diamonds",
        "the ace of hearts",
        '<use href="cards.svg#card-Ah">',
        "\U0001f0b1",
        '{"deck":[]}',
        '{"hand":[50,33]}',
    ],
)
def test_a_planted_leak_is_found(checker: LeakChecker, text: str) -> None:
    checker.check("p_2", text)
    with pytest.raises(AssertionError):
        checker.assert_none()


@pytest.mark.parametrize("text", ['{"x":["Ah","Td","Ks"]}', "ace of hearts, K♠"])
def test_the_own_and_the_open_cards_are_no_leak(checker: LeakChecker, text: str) -> None:
    checker.check("p_1", text)
    checker.assert_none()
    checker.check(None, text)  # a spectator, or a log
    assert checker.leaks


def test_words_are_no_cards() -> None:
    text = "As soon as Thus: Two pair, 7s and 2s; Full house, aces over 10s. 8s left? Pair of 3s"
    assert cards_in(text.replace("8s left? ", "")) == set()


def test_what_is_revealed_may_be_told(checker: LeakChecker) -> None:
    checker.reveal(HOLE)
    checker.check(None, "A♥ 10♦")
    checker.assert_none()


def test_a_hand_name_is_no_card_also_within_a_sentence() -> None:
    assert cards_in("Board 1 pays 40: You 40 with two pair, jacks and 9s.") == set()
    assert cards_in("with pair of 9s. Then 9s fell") == {parse_card("9s")}
