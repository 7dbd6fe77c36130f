"""Hands in words, as the rules page writes them; the browser's evaluator says the same."""

import json
import random
from pathlib import Path

import pytest

from patchpoker.engine.cards import DECK, cards_text, parse_cards
from patchpoker.engine.describe import describe
from patchpoker.engine.evaluator import Board, evaluate

NAMES = Path(__file__).parents[1] / "data" / "hand_names.json"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("KcKd9h7s2c", "Pair of kings"),
        ("Ac9d8h4s2c", "Ace high"),
        ("7c7d2h2sKc", "Two pair, 7s and 2s"),
        ("AhJh9h4h2h", "Flush, ace high"),
        ("QcJdTh9s8c", "Straight, queen high"),
        ("5c4d3h2sAc", "Straight, 5 high"),
        ("KcKdKh7s2c", "Three of a kind, kings"),
        ("KcKdKh7s7c", "Full house, kings over 7s"),
        ("9c9d9h9s2c", "Four of a kind, 9s"),
        ("9c8c7c6c5c", "Straight flush, 9 high"),
        ("AsKsQsJsTs", "Royal flush"),
        ("TcTd9h7s2c", "Pair of 10s"),
    ],
)
def test_A26_names(cards: str, name: str) -> None:
    assert describe(evaluate(parse_cards(cards))) == name


def test_C1_three_with_a_pocket_pair_is_a_set() -> None:
    board = Board(parse_cards("Kh7s2c"))
    hole = parse_cards("KcKd3s4s")
    assert describe(board.omaha(hole), hole=hole) == "Set of kings"
    board = Board(parse_cards("KhKs2c"))
    hole = parse_cards("Kd7d3s4s")
    assert describe(board.omaha(hole), hole=hole) == "Three of a kind, kings"


def generate() -> list[dict[str, str]]:
    """Omaha hands on boards of 3 to 5 cards with the names that the browser must give too."""
    rng = random.Random(2026)
    rows = []
    for number in range(600):
        cards = rng.sample(DECK, 9)
        if number % 3 == 0:  # few suits and neighbouring ranks: the rarer hands come up
            cards = rng.sample([c for c in DECK if c & 3 < 2 and c >> 2 > 4], 9)
        hole, board = cards[:4], cards[4 : 7 + number % 3]
        name = describe(Board(board).omaha(hole), hole=hole)
        rows.append({"hole": cards_text(hole), "board": cards_text(board), "name": name})
    return rows


def test_the_names_for_the_browser_are_current() -> None:
    """`python -m tests.engine.test_describe` writes them anew."""
    rows = json.loads(NAMES.read_text())
    assert rows == generate()
    assert len({row["name"].split(",")[0].split(" of ")[0] for row in rows}) >= 8


if __name__ == "__main__":
    NAMES.write_text(json.dumps(generate(), indent=0) + "\n")
