"""Hands that others played, replayed action by action: tests/data/{nlhe,plo}.jsonl.gz.

Pluribus, ACPC dealer logs, the WSOP 2023 final table, online rooms, and random hands of PokerKit;
those without antes and with full blinds. Every action must be legal with us, and every stack end
where theirs did. `expected_final_stacks_seeds` is there where the odd chip follows our rule (A9).
"""

import gzip
import json
from pathlib import Path

import pytest

from tests.engine.dealing import Hand

DATA = Path(__file__).parents[2] / "data"


def load(name):
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        hands = map(json.loads, lines)
        return [hand for hand in hands if hand["clean"]]


def replay_hand(game, record):
    fill = record.get("hole_fill") or {}
    hole = {}
    for seat, cards in enumerate(record["hole"]):
        cards = cards or (fill[seat] if isinstance(fill, list) else fill.get(str(seat)))
        if cards:
            hole[seat] = cards
    hand = Hand(
        game,
        record["starting_stacks"],
        button=record["button"],
        blinds=(record["sb"], record["bb"]),
        hole=hole,
        boards=[record["board"]],
    )
    for action in record["actions"]:
        assert hand.state.awaiting == {action["seat"]}
        match action["type"]:
            case "raise_to":
                hand.raise_to(action["amount"])
            case "bet":
                hand.bet(action["amount"])
            case "call":
                assert hand.legal()["call"] == action["amount"]
                hand.call()
            case other:
                hand.act(other)
    assert not hand.state.awaiting
    hand.check_down()
    return list(hand.stacks.values())


@pytest.mark.parametrize(
    ("name", "game", "count"), [("nlhe", "holdem", 1785), ("plo", "omaha", 400)]
)
def test_hands_end_as_they_did(name, game, count):
    records = load(name)
    wrong = {}
    for record in records:
        expected = record.get("expected_final_stacks_seeds") or record["expected_final_stacks"]
        stacks = replay_hand(game, record)
        if stacks != expected:
            wrong[record["id"]] = (stacks, expected)
    assert not wrong
    assert len(records) == count
