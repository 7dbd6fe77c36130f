"""Random play: whatever people do, no chip is lost, nothing leaks, and the table never stops."""

import os
from dataclasses import fields, is_dataclass
from enum import Enum

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.legal import legal_actions
from patchpoker.engine.betting.state import Phase
from patchpoker.engine.errors import Refusal
from patchpoker.table import commands as c
from patchpoker.table.decide import decide
from patchpoker.table.evolve import evolve
from patchpoker.table.public_events import public_events
from patchpoker.table.settlement import House, Wallet
from patchpoker.table.state import decision_id, version_for
from patchpoker.table.view_for import private_view, public_view, result_view
from tests.table.driver import RAKED, WALLET, Driver
from tests.table.knowledge import Known, cards_in

PLAYERS = "ABCDEFG"
LONG = bool(os.environ.get("PATCHPOKER_LONG"))


class Watched(Driver):
    """A table whose every batch is checked from the outside: views, versions, chips, alarms."""

    def __init__(self, *args, **kwargs):
        self.known = Known()
        self.versions = {}
        self.last_views = {}
        super().__init__(*args, **kwargs)

    def do(self, kind, *args, **kwargs):
        before = self.state
        frozen = repr(before)
        try:
            events = super().do(kind, *args, **kwargs)
        finally:
            assert repr(before) == frozen
        self.after(before, events)
        return events

    def after(self, before, events):
        state = before
        allowed = set(self.known.public)
        for event in events:
            state = evolve(state, event)
            self.known.take(state, event)
            allowed |= self.known.public
        assert cards_in(public_events(events)) <= allowed
        self.check_views()
        self.check_alarm()
        if self.state.between_hands:
            assert_plain(self.state)

    def check_views(self):
        state = self.state
        view = public_view(state)
        assert cards_in(view) <= self.known.public
        shown = result_view(state)
        if view.result is not None:
            assert view.result == shown
        for player in (*PLAYERS, None):
            seat = None if player is None else state.seat_of(player)
            number = None if seat is None else seat.seat
            own = None if number is None else private_view(state, number)
            if own is not None:
                assert cards_in(own) <= self.known.of(number)
                assert (own.decision is not None) == (
                    state.hand is not None and number in state.hand.awaiting
                )
            version = version_for(state, number)
            last, last_view = self.versions.get(player, 0), self.last_views.get(player)
            assert version >= last, "a viewer's number never falls"
            if last_view is not None and last_view != (view, own):
                assert version > last, "what a viewer sees changed without a new number"
            self.versions[player] = version
            self.last_views[player] = (view, own)

    def check_alarm(self):
        state = self.state
        if state.hand is not None:
            assert state.clock.deadline_ms is not None
        if sum(seat.can_play for seat in state.taken) > 1 and not state.closing:
            assert state.next_alarm_ms is not None, "the table just stopped"


def assert_plain(value):
    """A snapshot between hands needs ints, texts, enums, tuples and dataclasses only."""
    if value is None or isinstance(value, int | str | Enum):
        return
    if isinstance(value, tuple):
        for item in value:
            assert_plain(item)
        return
    assert is_dataclass(value), type(value)
    for field in fields(value):
        assert_plain(getattr(value, field.name))


def one_move(table, data):  # noqa: C901 a closed list of moves
    """Somebody does something, possible or not."""
    state = table.state
    kinds = ["play"] * 12 + ["alarm"] * 3 + ["sit"] * 3 + ["sit_in"] * 3
    kinds += ["leave", "sit_out", "top_up", "rebuy", "void", "reopen", "wrong"]
    kind = data.draw(st.sampled_from(kinds), label="kind")
    player = data.draw(st.sampled_from(PLAYERS), label="player")
    match kind:
        case "play" if state.hand is not None:
            play(table, data)
        case "play" | "alarm":
            if state.next_alarm_ms is not None:
                assert table.alarm(), "a tick at the alarm does something"
        case "sit":
            chips = data.draw(st.sampled_from([10, 37, 200, 1500]))
            table.sit(player, chips=chips)
        case "leave":
            table.do(c.Leave, player)
        case "sit_out":
            table.do(c.SitOut, player)
        case "sit_in":
            table.do(c.SitIn, player, data.draw(st.booleans()))
        case "top_up":
            table.do(c.TopUp, player, data.draw(st.integers(1, 1600)))
        case "rebuy":
            wallets = tuple((p, table.wallet(p)) for p in state.queued_top_ups)
            table.do(c.ApplyTopUps, wallets)
        case "void":
            table.do(c.VoidHand, "test")
        case "reopen":
            table.now += 3_000
            table.do(c.Reopen)
        case "wrong":
            table.now += data.draw(st.integers(0, 20_000))
            table.do(c.Act, player, decision_id(state), Action.RAISE, data.draw(st.integers()))


def play(table, data):
    """What is offered is accepted, and one chip more or less is not."""
    hand = table.hand
    if hand.phase is Phase.RUN_OUT:
        table.alarm()
        return
    seat = data.draw(st.sampled_from(sorted(hand.awaiting)), label="seat")
    player = table.player(seat)
    if hand.phase is Phase.ARRANGING:
        if data.draw(st.booleans()):
            table.ready(seat)
        else:
            before = table.versions
            others = {p: v for p, v in before.items() if p != player}
            first, second = data.draw(
                st.lists(st.integers(0, 11), min_size=2, max_size=2, unique=True)
            )
            table.do(c.Swap, player, decision_id(table.state), first, second)
            after = {p: v for p, v in table.versions.items() if p != player}
            assert after == others, "ARR-03: a draft moves nobody else's number"
        return
    legal = legal_actions(hand, seat)
    choices = [("check", None)] if legal.check else [("fold", None)]
    if legal.call is not None:
        choices += [("call", None)] * 2
    for action, sizes in (("bet", legal.bet), ("raise", legal.raise_)):
        if sizes is None:
            continue
        choices += [(action, sizes.min_to), (action, sizes.max_to)]
        for size in (sizes.min_to - 1, sizes.max_to + 1):
            command = c.Act(table.now, player, decision_id(table.state), Action(action), size)
            with pytest.raises(Refusal):
                decide(table.state, command)
    action, size = data.draw(st.sampled_from(choices), label="action")
    table.act(action, size, player)


@pytest.mark.parametrize(
    ("game", "seats", "rake"),
    [("patch-patch", 2, None), ("patch-patch", 3, RAKED), ("holdem", 6, RAKED), ("omaha", 3, None)],
)
@settings(
    max_examples=300 if LONG else 15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_random_play(game, seats, rake, data):
    """A1, A13, A28, C4, SEC-01, SEC-03, SEC-06, ECO-03: see `Watched`."""
    changes = {"rake": rake} if rake else {}
    table = Watched(game, seats, public=bool(rake), **changes)
    for player in PLAYERS[:2]:
        table.sit(player)
    for _ in range(120):
        try:
            one_move(table, data)
        except Refusal:
            continue
    table.check_replay()
    table.do(c.CloseTable, "the end")
    for _ in range(60):
        if table.state.closed:
            break
        assert table.alarm(), "a table that nobody acts at goes on by its alarms"
    assert table.state.closed
    house = table.balances[House()]
    paid_out = sum(table.wallet(player) for player in PLAYERS)
    assert paid_out + house == WALLET * len(PLAYERS)
    assert all(
        not chips
        for account, chips in table.balances.items()
        if not isinstance(account, Wallet | House)
    )


@pytest.mark.parametrize(("game", "seats"), [("patch-patch", 3), ("holdem", 6)])
def test_a_table_where_nobody_acts_never_stops_until_all_sit_out(game, seats):
    """A11, A20, A28, NET-11."""
    table = Watched(game, seats)
    for player in PLAYERS[:seats]:
        table.sit(player)
    ticks = 0
    while table.state.next_alarm_ms is not None:
        assert table.alarm()
        ticks += 1
        assert ticks < 100
    assert len(table.state.taken) <= 1, "ten minutes later the seats are free, but for one waiting"
    assert not any(seat.sitting_out for seat in table.state.taken)


@pytest.mark.parametrize(("game", "seats"), [("patch-patch", 3), ("holdem", 6)])
def test_everybody_who_wants_to_play_gets_in(game, seats):
    """A15, A16: however people go and come, who waits is dealt in within two rounds."""
    table = Watched(game, seats, seed=7)
    for player in PLAYERS[:seats]:
        table.sit(player, chips=1500)
    for _ in range(150):
        seat = table.random.choice(table.state.taken)
        if seat.sitting_out:
            table.do(c.SitIn, seat.player, table.random.random() < 0.5)
        elif len(table.state.taken) > 2 and table.random.random() < 0.5:
            table.do(c.SitOut, seat.player)
        waiting = {s.player: 0 for s in table.state.taken if s.can_play}
        for _ in range(2 * seats + 2):
            if sum(s.can_play for s in table.state.taken) < 2:
                break
            table.deal()
            dealt_in = table.positions()[0]
            table.fold_out()
            waiting = {p: n + 1 for p, n in waiting.items() if p not in dealt_in}
            if not waiting:
                break
        if sum(s.can_play for s in table.state.taken) > 1:
            assert not waiting, f"{waiting} never got in"
