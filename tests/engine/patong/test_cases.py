"""The Patong cases of tests/data/cases.json, replayed street by street (D1-D11)."""

import json
from pathlib import Path

import pytest

from patchpoker.engine.cards import parse_card, parse_cards
from patchpoker.engine.errors import IllegalNow, Malformed, NotOffered
from patchpoker.engine.patong.commands import Choice, Choose, Select
from patchpoker.engine.patong.events import CardsExchanged, ChoiceSubmitted, Street, StreetRevealed
from tests.engine.hand_text import hand_text
from tests.engine.patong.rounds import Round, heads_up

ALL = json.loads((Path(__file__).parents[2] / "data" / "cases.json").read_text())
ROUNDS = [case for case in ALL if case["id"].startswith("PAT-")]
TEXTS = [case["id"] for case in ALL if case["id"].startswith("PATV-")]


def text(cards) -> str:
    return " ".join(cards)


def deal(case) -> Round:
    setup, draws = case["setup"], []
    for step in case["actions"]:
        for choice in step.get("choices", {}).values():
            draws += choice.get("draws", [])
    hands = [text(setup["hands"][name]) for name in setup["players"]]
    board = setup["board"]
    return Round(
        *hands,
        board=text([*board["flop"], board["turn"], board["river"]]),
        draws=text(draws),
        hand_size=len(setup["hands"][setup["players"][0]]),
    )


@pytest.mark.parametrize("case", ROUNDS, ids=[case["id"] for case in ROUNDS])
def test_case(case):
    game = deal(case)
    names, expect = case["setup"]["players"], case["expect"]
    seats = {name: seat for seat, name in enumerate(names)}
    for number, step in enumerate(case["actions"]):
        if number:
            game.next()
        if "tiebreak" in step:
            assert game.state.street is Street.TIEBREAK
            for name, card in step["tiebreak"].items():
                game.play(seats[name], card)
            continue
        assert game.state.street == step["street"]
        for name, choice in step["choices"].items():
            if "play" in choice:
                game.play(seats[name], text(choice["play"]))
            else:
                game.fold(seats[name], text(choice["fold"]))
        want, turned = expect["streets"][number], game.state.revealed[-1]
        assert {names[seat]: made for seat, made in game.made().items()} == want["made"]
        points = {names[r.seat]: r.half_points / 2 for r in turned.reveals}
        assert points == want["points"]
        assert dict(zip(names, game.half_points, strict=True)) == doubled(want["total"])
        assert dict(zip(names, game.sizes, strict=True)) == want["cards_left"]
    assert dict(zip(names, game.half_points, strict=True)) == doubled(expect["final_points"])
    if "tiebreak" in expect:
        turned = game.state.revealed[-1]
        assert hand_text(turned.board_hand.cards) == expect["tiebreak"]["board"]
        made = {names[seat]: hand for seat, hand in game.made().items()}
        assert made == expect["tiebreak"]["made"]
    if "round_winner" not in expect:
        assert not game.state.over
        return
    winner = game.state.finished.winner
    assert (None if winner is None else names[winner]) == expect["round_winner"]
    assert game.state.finished.session_points == (expect["session_point"] is not None)


def doubled(points):
    return {name: int(2 * value) for name, value in points.items()}


def test_every_case_is_here():
    assert len(ROUNDS) == 11
    assert TEXTS == ["PATV-01", "PATV-03", "PATV-05"], "the tests below, by name"


def test_PATV_01_D2_only_legal_choices_are_locked_in():
    game = heads_up()
    for choice, cards, error in [
        (Choice.PLAY, "", Malformed),
        (Choice.PLAY, "Ac Ad 2c", Malformed),
        (Choice.PLAY, "Ac Ac", Malformed),
        (Choice.FOLD, "Ac Ad", Malformed),
        (Choice.FOLD, "Ac Ad 2c 3c", Malformed),
        (Choice.FOLD, "Ac Ac Ac", Malformed),
        (Choice.PLAY, "Ah", NotOffered),
        (Choice.PLAY, "Kc", NotOffered),
    ]:
        refusal = game.refuse(Choose(0, choice, parse_cards(cards)), error)
        assert not any(card in refusal.message for card in ("Ac", "Ah", "Kc"))
    game.play(0, "Ac")
    for choice, cards in ((Choice.PLAY, "Ac Ad"), (Choice.FOLD, "2c 3c 5c")):
        game.refuse(Choose(0, choice, parse_cards(cards)), IllegalNow)
    game.refuse(Select(0, parse_cards("2c")), IllegalNow)
    game.play(1, "2d")
    game.next()
    game.refuse(Choose(0, Choice.PLAY, parse_cards("Ac")), NotOffered)


def test_PATV_03_D8_draws_do_not_eat_the_turn_and_the_river():
    game = Round("", "", "", "", hand_size=10)
    dealt = {card for seat in range(4) for card in game.hand(seat)}
    for seat in range(4):
        game.fold(seat)
    exchanged = game.events(CardsExchanged)
    assert [(e.seat, len(e.drawn)) for e in exchanged] == [(0, 2), (1, 2), (2, 2), (3, 1)]
    assert game.sizes == [9, 9, 9, 8]
    assert not dealt & {card for event in exchanged for card in event.drawn}
    game.next()
    for seat in range(4):
        game.fold(seat)
    assert game.sizes == [6, 6, 6, 5], "nothing is left to draw"
    game.next()
    assert len(game.state.board) == 5
    now = [card for seat in range(4) for card in game.hand(seat)] + [*game.state.board]
    gone = [card for event in game.events(CardsExchanged) for card in event.discarded]
    assert sorted(now + gone) == list(range(52))


def test_PATV_05_D11_a_player_who_never_chooses_plays_the_lowest_card():
    game = heads_up()
    game.street("Ac", "As")
    game.play(0, "Ad")
    game.time_out()
    assert len(game.events(StreetRevealed)) == 2, "turned over once"
    late = game.events(ChoiceSubmitted)[-1]
    assert (late.seat, late.choice, late.cards) == (1, Choice.PLAY, (parse_card("2d"),))
    assert [(r.seat, r.timed_out) for r in game.state.revealed[-1].reveals] == [
        (0, False),
        (1, True),
    ]
