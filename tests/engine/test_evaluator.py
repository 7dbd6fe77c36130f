"""Hand ranks against outside facts and against a plain evaluator (A26, C1)."""

import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchpoker.engine.cards import DECK, Card, CardError, parse_cards
from patchpoker.engine.evaluator import (
    Board,
    best_five,
    best_five_omaha,
    category,
    evaluate,
    omaha,
)
from patchpoker.engine.ranking import Category
from patchpoker.engine.tables import TABLES_SHA256, stored_tables
from tests.engine.hand_text import hand_text

DATA = Path(__file__).parents[1] / "data"
ROOT = Path(__file__).parents[2]
LONG = os.environ.get("PATCHPOKER_LONG") == "1"


def plain_rank(five: tuple[Card, ...]) -> tuple[int, ...]:
    """Five cards as a comparable tuple, the slow and obvious way."""
    ranks = sorted((card >> 2 for card in five), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in counts)
    telling = [rank for rank, _ in counts]
    suited = len({card & 3 for card in five}) == 1
    high = None
    if len(counts) == 5 and ranks[0] - ranks[4] == 4:
        high = ranks[0]
    if ranks == [12, 3, 2, 1, 0]:
        high = 3
    if high is not None:
        return (8 if suited else 4, high)
    if suited:
        return (5, *telling)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(shape, 0), *telling)


def plain_omaha(hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, ...]:
    return max(
        plain_rank(two + three) for two in combinations(hole, 2) for three in combinations(board, 3)
    )


def vectors() -> list[dict[str, Any]]:
    with gzip.open(DATA / "eval_vectors.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def test_A26_every_vector_has_its_standard_rank() -> None:
    for vector in vectors():
        if "cards" in vector:
            ranks = [evaluate(parse_cards(vector["cards"]))]
            expected = [vector["rank"]]
        elif "hole" in vector:
            ranks = [omaha(parse_cards(vector["hole"]), parse_cards(vector["board"]))]
            expected = [vector["rank"]]
        elif "hands" in vector:
            ranks = [evaluate(parse_cards(hand)) for hand in vector["hands"]]
            expected = vector["ranks"]
        else:
            board = Board(parse_cards(vector["board"]))
            rank_of = board.omaha if vector["t"] == "cmp_plo" else board.holdem
            ranks = [rank_of(parse_cards(hole)) for hole in vector["holes"]]
            expected = vector["ranks"]
        assert [7463 - rank for rank in ranks] == expected, vector
        if "cat" in vector:
            assert category(ranks[0]).name.lower() == vector["cat"]


def test_C1_forgetting_exactly_two_would_show() -> None:
    """The vectors hold hands whose rank differs if any two-to-five cards may be combined."""
    traps = [v for v in vectors() if v.get("rank_if_any_combo", v.get("rank")) != v.get("rank")]
    assert len(traps) > 50
    for vector in traps:
        rank = omaha(parse_cards(vector["hole"]), parse_cards(vector["board"]))
        assert 7463 - rank != vector["rank_if_any_combo"]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(DECK), min_size=14, max_size=14, unique=True), st.randoms())
def test_A26_order_agrees_with_the_plain_evaluator(cards: list[Card], rng: random.Random) -> None:
    one, other = tuple(cards[:7]), tuple(cards[7:])
    plain = [max(map(plain_rank, combinations(hand, 5))) for hand in (one, other)]
    fast = [evaluate(one), evaluate(other)]
    assert (fast[0] > fast[1], fast[0] == fast[1]) == (plain[0] > plain[1], plain[0] == plain[1])
    assert category(fast[0]) == plain[0][0]
    mixed = list(one)
    rng.shuffle(mixed)
    assert evaluate(mixed) == fast[0]
    assert evaluate(best_five(one)) == fast[0]


@settings(max_examples=400)
@given(
    st.lists(st.sampled_from(DECK), min_size=17, max_size=17, unique=True),
    st.integers(3, 5),
    st.integers(2, 6),
)
def test_C1_omaha_agrees_with_the_plain_evaluator(
    cards: list[Card], board_size: int, hole_size: int
) -> None:
    board = tuple(cards[:board_size])
    one, other = tuple(cards[5 : 5 + hole_size]), tuple(cards[11 : 11 + hole_size])
    plain = [plain_omaha(hole, board) for hole in (one, other)]
    fast = [Board(board).omaha(hole) for hole in (one, other)]
    assert (fast[0] > fast[1], fast[0] == fast[1]) == (plain[0] > plain[1], plain[0] == plain[1])
    assert category(fast[0]) == plain[0][0]
    five = best_five_omaha(one, board)
    assert len(set(five) & set(one)) == 2
    assert evaluate(five) == fast[0]


def test_A26_five_card_counts_by_category() -> None:
    """All 2,598,960 in the long form; else every 50th, which must come near."""
    expected = json.loads((DATA / "frequencies.json").read_text())["five_card"]
    step = 1 if LONG else 50
    counts: Counter[Category] = Counter()
    for number, hand in enumerate(combinations(DECK, 5)):
        if number % step == 0:
            counts[category(evaluate(hand))] += 1
    for kind in Category:
        wanted = expected["counts"][kind.name.lower()] / step
        assert counts[kind] == wanted if LONG else abs(counts[kind] - wanted) < 6 * wanted**0.5 + 3
    assert sum(counts.values()) == -(-expected["total"] // step)


@pytest.mark.long
@pytest.mark.skipif(not LONG, reason="two minutes")
def test_A26_seven_card_counts_by_category() -> None:
    """All 133,784,560 hands."""
    expected = json.loads((DATA / "frequencies.json").read_text())["seven_card"]
    by_rank = Counter(map(evaluate, combinations(DECK, 7)))
    counts: Counter[str] = Counter()
    for rank, number in by_rank.items():
        counts[category(rank).name.lower()] += number
    assert counts == expected["counts"]
    assert by_rank[7462] == expected["royal_flush_in_straight_flush"]
    assert len(by_rank) == expected["distinct_values"]


def cases() -> dict[str, dict[str, Any]]:
    return {case["id"]: case for case in json.loads((DATA / "cases.json").read_text())}


EVAL_CASES = [name for name in cases() if name.startswith("EVAL-")]


@pytest.mark.parametrize("name", EVAL_CASES)
def test_A26_cases_order_hands_as_expected(name: str) -> None:
    case = cases()[name]
    cards = parse_cards("".join(case["setup"]["board"]))
    is_omaha = case["game"] == "PL Omaha"
    groups: dict[int, set[str]] = {}
    for player, hole_texts in case["setup"]["hands"].items():
        hole = parse_cards("".join(hole_texts))
        rank = Board(cards).omaha(hole) if is_omaha else Board(cards).holdem(hole)
        groups.setdefault(rank, set()).add(player)
        five = best_five_omaha(hole, cards) if is_omaha else best_five(hole + cards)
        assert hand_text(five) == case["expect"]["made"][player]
    ordered = [groups[rank] for rank in sorted(groups, reverse=True)]
    assert ordered == [set(group) for group in case["expect"]["order_best_first"]]


def test_C1_one_suited_card_is_no_flush() -> None:
    """PP-EVAL-16: who has the best hand on each of three boards, and what it is."""
    case = cases()["PP-EVAL-16"]
    for number, (texts, shares) in enumerate(
        zip(case["setup"]["boards"], case["expect"]["showdown"][0], strict=True)
    ):
        board = Board(parse_cards("".join(texts)))
        hands = {
            player: parse_cards("".join(hands[number]))
            for player, hands in case["setup"]["hands_after_arrangement"].items()
        }
        best = max(board.omaha(hole) for hole in hands.values())
        winners = [player for player, hole in hands.items() if board.omaha(hole) == best]
        assert winners == shares["winners"]
        assert hand_text(best_five_omaha(hands[winners[0]], board.cards)) == shares["hand"]


def test_tables_are_the_ones_the_script_makes() -> None:
    assert hashlib.sha256(stored_tables()).hexdigest() == TABLES_SHA256
    script = ROOT / "tools" / "build_tables.py"
    subprocess.run([sys.executable, script, "--check"], check=True, cwd=ROOT)


@pytest.mark.parametrize("size", [4, 8])
def test_other_numbers_of_cards_are_refused(size: int) -> None:
    with pytest.raises(CardError, match="5 to 7"):
        evaluate(DECK[:size])
    with pytest.raises(CardError, match="3 to 5"):
        Board(DECK[:2])
