"""The table's cases of tests/data/cases.json: who is dealt in where, a top-up in the middle of an
all-in, a clean new hand, "raise to"."""

import json
from pathlib import Path

import pytest

from patchpoker.engine.betting.state import Phase
from patchpoker.table import commands as c
from patchpoker.table.public_events import public_events
from patchpoker.table.view_for import private_view, public_view
from tests.table.driver import WALLET, Driver, stacked

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "data" / "cases.json").read_text())
}
WHILE_IT_RUNS = {
    "TBL-01": {1: lambda table: table.do(c.Leave, "C")},
    "TBL-03": {
        1: lambda table: table.do(c.SitOut, "B"),
        2: lambda table: table.do(c.SitIn, "B", False),
    },
    "TBL-05": {1: lambda table: table.sit("C")},
    "TBL-06": {},
}
"""What happens during hand 1, 2.. of a case."""


def told(table: Driver) -> dict[str, object]:
    """The hand as a case writes it, played to the first decision on the flop."""
    hand = table.hand
    player = table.player
    first = table.to_act
    while table.hand.phase is Phase.BETTING and not table.hand.flop_dealt:
        table.act("check" if table.legal.check else "call")
    for seat in sorted(table.hand.awaiting) if table.hand.phase is Phase.ARRANGING else ():
        table.ready(seat)
    return {
        "dealt_in": [player(dealt.seat) for dealt in hand.players],
        "button": player(hand.button),
        "sb": player(hand.small_blind_seat),
        "bb": player(hand.big_blind_seat),
        "first_preflop": first,
        "first_postflop": table.to_act,
    }


@pytest.mark.parametrize("name", WHILE_IT_RUNS)
def test_TBL_01_TBL_03_TBL_05_TBL_06_seats_button_blinds_and_turns(name):
    """A2, A15, A16, A28."""
    case = CASES[name]
    game, seats = ("holdem", 6) if name in ("TBL-03", "TBL-06") else ("patch-patch", 3)
    at = {"S0": 0, "S2": 2, "S5": 5} if name == "TBL-06" else {"A": 0, "B": 1, "C": 2, "D": 3}
    table = Driver(game, seats)
    hands = case["expect"]["hands"]
    for player in hands[0]["dealt_in"]:
        table.sit(player, at[player])
    for number, hand in enumerate(hands, 1):
        want = {key: value for key, value in hand.items() if key != "hand"}
        table.deal(button=want["button"] if number == 1 else None)
        assert told(table) == want, f"hand {number}"
        WHILE_IT_RUNS[name].get(number, lambda _: None)(table)
        table.fold_out()


def test_TBL_08_a_top_up_asked_for_before_an_all_in_that_loses():
    """A18: at showdown A has 0, not 450; the 450 come for the next hand, from the wallet."""
    case = CASES["TBL-08"]
    hole, board = case["setup"]["hole"], "".join(case["setup"]["board"])
    table = Driver("holdem", 2)
    table.sit("A", 0, 50)
    table.sit("B", 1, 500)
    table.deal(stacked("".join(hole["B"]), "".join(hole["A"]), board), button="A")
    table.do(c.TopUp, "A", 450)
    table.act("raise", 50)
    table.act("call")
    while table.state.hand is not None:
        table.alarm()
    assert {player: table.stack(player) for player in "AB"} == case["expect"]["stacks_end"]
    table.do(c.ApplyTopUps, (("A", table.wallet("A")),))
    assert (table.stack("A"), table.wallet("A")) == (450, WALLET - 500)
    table.deal()
    assert {p.seat: p.start_stack for p in table.hand.players} == {0: 450, 1: 550}


def test_TBL_18_after_a_fold_on_the_turn_everything_is_fresh():
    """The winner has new cards, nobody a bet, a fold or a draft of the last hand."""
    table = Driver()
    for player in "ABC":
        table.sit(player)
    table.deal(button="A")
    old = {p.seat: p.hole_cards for p in table.hand.players}
    told(table)
    table.act("bet", table.legal.bet.max_to)
    table.act("call")
    table.act("fold")
    table.act("bet", table.legal.bet.max_to)
    assert table.hand.street == "turn"
    table.act("fold")
    table.deal()
    hand = table.hand
    assert not {p.seat for p in hand.players if p.hole_cards == old[p.seat]}
    assert not any(p.folded or p.ready or p.touched or p.acted for p in hand.players)
    assert sorted(p.bet for p in hand.players) == [0, 5, 10]
    assert (hand.full_raise, hand.aggressor, hand.boards) == (10, None, ((), (), ()))
    assert table.legal.raise_.max_to == 35, "the pot is the blinds"


def test_UI_05_raise_to_is_a_total_for_the_street():
    """The small blind, 5 in, raises to 30: 25 chips leave the stack; all that tells it says 30."""
    table = Driver("holdem", 2)
    table.sit("A")
    table.sit("B")
    table.deal(button="A")
    before = table.hand.player(0).stack
    made = table.act("raise", 30)
    assert before - table.hand.player(0).stack == 25
    seat = next(seat for seat in public_view(table.state).seats if seat and seat.player == "A")
    assert (seat.bet, seat.last_action) == (30, "raise to 30")
    (event,) = public_events(made)
    assert (event.action, event.chips, event.bet) == ("raise", 25, 30)
    assert private_view(table.state, 1).legal.call == 20
