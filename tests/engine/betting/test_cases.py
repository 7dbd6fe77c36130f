"""The engine cases of tests/data/cases.json: faults that others had, replayed step by step."""

import json
from pathlib import Path

import pytest

from patchpoker.engine.betting import HandState, Phase, replay
from patchpoker.engine.betting.commands import Act, Action, DealNextStreet, LeaveHand
from patchpoker.engine.betting.decide import decide
from patchpoker.engine.betting.events import ArrangementStarted, HandsShown, StreetDealt
from patchpoker.engine.errors import Refusal
from patchpoker.engine.rake import NO_RAKE, RakeRule, rake_of
from tests.engine.dealing import Hand
from tests.engine.hand_text import hand_text

GAMES = {"nlhe": "holdem", "plo": "omaha", "patch": "patch-patch"}
PREFIXES = {"SIDE", "UNC", "RAKE", "GRAND", "SHORT", "REOPEN", "ALLIN"}
PREFIXES |= {"MINR", "PLO", "HU", "BBO", "FIRST", "RUN", "PP"}
DATA = Path(__file__).parents[2] / "data"
ALL = json.loads((DATA / "cases.json").read_text())
CASES = [case for case in ALL if case["id"].split("-")[0] in PREFIXES]
HANDS = [case for case in CASES if "seats" in case["setup"]]


def deal(case) -> tuple[Hand, dict[str, int]]:
    setup = case["setup"]
    seats = {seat["name"]: seat["seat"] for seat in setup["seats"]}
    hole = {seats[name]: " ".join(cards) for name, cards in setup.get("hole", {}).items()}
    for name, hands in setup.get("hands_after_arrangement", {}).items():
        hole[seats[name]] = " ".join(card for cards in hands for card in cards)
    boards = setup.get("boards") or ([setup["board"]] if "board" in setup else [])
    small, big = setup["blinds"]
    hand = Hand(
        GAMES[setup["variant"]],
        {seat["seat"]: seat["stack"] for seat in setup["seats"]},
        button=setup["button"],
        blinds=(small, big),
        rake=RakeRule(300, 3 * big) if setup["rake"] else NO_RAKE,
        hole=hole,
        boards=[" ".join(board) for board in boards],
    )
    return hand, seats


def take(hand: Hand, step, seats) -> None:
    """One entry of `actions`. The arrangement is the deal itself, so all are ready at once."""
    if hand.state.phase is Phase.ARRANGING:
        hand.ready()
    if "no_more_action" in step:
        while not hand.state.finished:
            assert not hand.state.awaiting
            hand.do(DealNextStreet())
            if hand.state.phase is Phase.ARRANGING:
                hand.ready()
        return
    assert hand.state.street == step["street"]
    if "legal" in step:
        assert hand.state.awaiting == {seats[step["turn"]]}
        want = dict(step["legal"])
        if "bet" in want:
            want["bet"] = (want["bet"]["min"], want["bet"]["max"])
        if "raise" in want:
            want["raise"] = (want["raise"]["min_to"], want["raise"]["max_to"])
        assert hand.legal() == want
    elif "refuse" in step:
        wrong = step["refuse"]
        with pytest.raises(Refusal):
            decide(hand.state, Act(seats[wrong["who"]], Action(wrong["do"]), wrong.get("to")))
        assert replay(hand.log) == hand.state
    elif step["do"] == "leave":
        hand.do(LeaveHand(seats[step["who"]]))
    else:
        hand.do(Act(seats[step["who"]], Action(step["do"]), step.get("to")))


def streets(hand: Hand, names) -> list[str]:
    return [
        event.street.value
        if isinstance(event, StreetDealt)
        else "arrange:" + ",".join(names[seat] for seat in event.seats)
        for event in hand.events(StreetDealt, ArrangementStarted)
    ]


def showdown(state: HandState, names, log) -> list[list[dict]] | None:
    """The awards as the cases write them; an uncontested pot has no hand."""
    shown = [event for event in log if isinstance(event, HandsShown)]
    if not shown:
        return None
    made = {hand.seat: hand.made for hand in shown[0].hands}
    pots = []
    for award in state.so_far.awards:
        shares = []
        for share in award.shares:
            winners = [names[win.seat] for win in share.winners]
            if share.board is None:
                shares.append({"share": share.chips, "winners": winners})
                continue
            texts = {hand_text(made[win.seat][share.board].cards) for win in share.winners}
            assert len(texts) == 1, "tied hands have one text"
            got = {names[win.seat]: win.chips for win in share.winners}
            entry = {"share": share.chips, "winners": winners, "got": got, "hand": texts.pop()}
            shares.append(entry)
        pots.append(shares)
    return pots


@pytest.mark.parametrize("case", HANDS, ids=[case["id"] for case in HANDS])
def test_case(case):
    hand, seats = deal(case)
    names = {seat: name for name, seat in seats.items()}
    for step in case["actions"]:
        take(hand, step, seats)
    assert replay(hand.log) == hand.state
    expect, state = case["expect"], hand.state
    if not expect:
        assert not state.finished, "the case ends in the middle of the hand"
        return
    assert [
        {"amount": award.chips, "eligible": [names[seat] for seat in award.eligible_seats]}
        for award in state.so_far.awards
    ] == expect["pots"]
    assert {names[w.seat]: w.chips for w in state.so_far.returned} == expect["uncalled_returned"]
    assert [award.rake for award in state.so_far.awards] == expect["rake_by_pot"]
    assert sum(award.rake for award in state.so_far.awards) == expect["rake_total"]
    assert showdown(state, names, hand.log) == expect["showdown"]
    for name, stack in expect["stacks_end"].items():
        assert hand.stacks[seats[name]] == stack
    if "events" in expect:
        assert streets(hand, names) == expect["events"]
    if expect["winner_without_showdown"] is not None:
        assert not state.so_far.shown
        assert [w.seat for a in state.so_far.awards for s in a.shares for w in s.winners] == [
            seats[expect["winner_without_showdown"]]
        ]
    else:
        assert state.so_far.shown


def test_every_engine_case_is_here():
    """A case that isn't a hand is RAKE-05, tested below by name."""
    assert len(HANDS) == 45
    assert [case["id"] for case in CASES if case not in HANDS] == ["RAKE-05"]


@pytest.mark.parametrize(
    ("pot", "rule", "rake"),
    [
        (3000, NO_RAKE, 0),
        (3000, RakeRule(300, 60), 60),
        (3000, RakeRule(300, 3000), 90),
        (33, RakeRule(300, 60), 0),
        (34, RakeRule(300, 60), 1),
    ],
)
def test_RAKE_05_A12_integers_floor_and_cap(pot, rule, rake):
    assert rake_of([pot], rule, flop_dealt=True) == (rake,)
    assert rake_of([pot], rule, flop_dealt=False) == (0,)
