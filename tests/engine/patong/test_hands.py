"""Hands with and without a blank on one scale (D3), against a plain ranking."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from patchpoker.engine.cards import DECK, CardError, cards_text, parse_cards
from patchpoker.engine.evaluator import evaluate
from patchpoker.engine.patong.hands import rank_of, street_hand
from tests.engine.hand_text import hand_text

KINDS = {(4,): 7, (3, 2): 6, (3, 1): 3, (2, 2): 2, (2, 1): 1}


def plain(cards) -> tuple[int, ...]:
    """Four or five cards as a comparable tuple, the slow and obvious way; a blank is rank -1."""
    ranks = [card >> 2 for card in cards]
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    telling = [rank for rank, count in counts for _ in range(count)]
    groups = tuple(count for _, count in counts)
    kind = KINDS.get(groups[:1] if groups[0] == 4 else groups[:2], 0)
    if len(cards) == 4:
        return (kind, *telling, -1)
    suited = len({card & 3 for card in cards}) == 1
    straight = len(counts) == 5 and telling[0] - telling[4] == 4
    if telling == [12, 3, 2, 1, 0]:
        straight, telling = True, [3, 2, 1, 0, -1]
    if straight or suited:
        kind = 8 if straight and suited else 5 if suited else 4
    return (kind, *telling)


def test_D3_every_hand_of_four_and_a_blank_stands_where_it_belongs():
    """All rank patterns of four cards among 20,000 five-card hands, in one order."""
    rng = random.Random(3)
    fours = {}
    for ranks in combinations([rank for rank in range(13) for _ in range(4)], 4):
        counts = Counter()
        cards = []
        for rank in ranks:
            cards.append(rank * 4 + (counts[rank] + rank) % 4)
            counts[rank] += 1
        fours[ranks] = tuple(cards)
    hands = [*fours.values(), *(tuple(rng.sample(DECK, 5)) for _ in range(20_000))]
    hands.sort(key=plain)
    for lower, higher in pairwise(hands):
        if plain(lower) == plain(higher):
            assert rank_of(lower) == rank_of(higher)
        else:
            assert rank_of(lower) < rank_of(higher)


def test_five_to_seven_cards_rank_as_the_evaluator_says():
    rng = random.Random(4)
    hands = [rng.sample(DECK, rng.choice((5, 6, 7))) for _ in range(4000)]
    for one, other in pairwise(hands):
        order = evaluate(one) - evaluate(other)
        assert (rank_of(one) - rank_of(other) > 0) == (order > 0)
        assert (rank_of(one) == rank_of(other)) == (order == 0)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Kh Kc 7d 2s", "Kd 6h Kc 7d 2s"),
        ("Kh Kc 7d 2s", "Kh Kc 7d 3c 2s"),
        ("Ac Kc Qc Jc", "Ac Kc Qd Jh 2s"),
        ("As Ks Qs Js", "2c 2d 3h 4h 5s"),
        ("5s 4s 3s 2s", "7c 5d 4h 3h 2s"),
        ("Kc Kd Kh Ks", "Kc Kd Kh Ks 2d"),
        ("2c 2d 2h 3s", "2c 2d 2h 4s 3d"),
        ("2c 2d 2h 2s", "3c 3d 3h 3s"),
        ("Ac Ad Ah Kc Kd", "2c 2d 2h 2s"),
        ("Ac Ad Ah Kc", "2c 3d 4h 5s 6s"),
    ],
)
def test_D3_the_blank_is_below_a_deuce_and_completes_nothing(lower, higher):
    assert rank_of(parse_cards(lower)) < rank_of(parse_cards(higher))


@pytest.mark.parametrize(
    ("played", "board", "name", "cards", "text"),
    [
        ("As", "Qs Js Ts", "Ace high", "As Qs Js Ts", "high card 14,12,11,10,blank"),
        ("9s", "9c 9d 9h", "Four of a kind, 9s", "9s 9c 9d 9h", "quads 9,blank"),
        ("Kh", "Kc 7d 2s", "Pair of kings", "Kh Kc 7d 2s", "pair 13,7,2,blank"),
        ("7h", "2c 7d 2s", "Two pair, 7s and 2s", "7h 7d 2c 2s", "two pair 7,2,blank"),
        ("2h", "2c Ad 2s", "Three of a kind, 2s", "2h 2c 2s Ad", "trips 2,14,blank"),
        ("5h", "Ac 2d 3h 4s", "Straight, 5 high", "5h 4s 3h 2d Ac", "straight 5"),
        ("Kh Kd", "Kc 7d 2s", "Set of kings", "Kh Kd Kc 7d 2s", "trips 13,7,2"),
        ("", "Ac Kd Qh Js Tc", "Straight, ace high", "Ac Kd Qh Js Tc", "straight 14"),
    ],
)
def test_the_name_and_the_five_cards_most_telling_first(played, board, name, cards, text):
    hand = street_hand(parse_cards(played), parse_cards(board))
    assert hand.name == name
    real = [card for card in hand.cards if card is not None]
    assert cards_text(real) == cards
    assert hand.cards == (*real, *[None] * (5 - len(real)))
    assert hand_text(hand.cards) == text


def test_other_numbers_of_cards_have_no_rank():
    for count in (0, 3, 8):
        with pytest.raises(CardError):
            rank_of(DECK[:count])
