"""Random hands, hypothesis choosing every card, stack and command.

At every step: chips are conserved, each offered action is accepted, each other one is refused
without change, the replayed events give the live state, no card is there twice.
"""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from patchpoker.engine.betting import HandState, Phase, decide, evolve, legal_actions, replay
from patchpoker.engine.betting.commands import (
    Act,
    Action,
    Command,
    DealNextStreet,
    Entrant,
    LeaveHand,
    SetReady,
    StartHand,
    Swap,
    TimeOut,
)
from patchpoker.engine.betting.events import HandEvent, HandFinished
from patchpoker.engine.cards import DECK
from patchpoker.engine.errors import Refusal
from patchpoker.engine.games import HOLDEM, OMAHA, PATCH_PATCH
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.engine.variant import Variant
from tests.engine.dealing import clockwise

STACKS = st.one_of(st.integers(1, 12), st.integers(10, 120), st.integers(1, 2000))


class RandomHand(RuleBasedStateMachine):
    variant: Variant

    def __init__(self) -> None:
        super().__init__()
        self.state: HandState | None = None
        self.log: list[HandEvent] = []
        self.chips = 0

    @initialize(data=st.data())
    def start(self, data):
        most = max(self.variant.table_sizes)
        seats = sorted(data.draw(st.sets(st.integers(0, most - 1), min_size=2), label="seats"))
        button = data.draw(st.sampled_from(seats), label="button")
        order = clockwise(seats, button)
        small, big = (button, order[0]) if len(seats) == 2 else order[:2]
        entrants = tuple(
            Entrant(
                seat,
                data.draw(STACKS, label=f"stack {seat}"),
                0 if seat in (small, big) else data.draw(st.sampled_from([0, 0, 10])),
            )
            for seat in seats
        )
        rake = data.draw(st.sampled_from([NO_RAKE, RakeRule(300, 30)]))
        deck = tuple(data.draw(st.permutations(DECK), label="deck"))
        self.chips = sum(entrant.stack for entrant in entrants)
        self.do(StartHand(1, self.variant, button, small, big, 5, 10, rake, entrants, deck))

    def do(self, command: Command) -> None:
        before = self.state
        events = decide(before, command)
        assert self.state is before
        for event in events:
            self.state = evolve(self.state, event)
        self.log.extend(events)

    def refused(self, command: Command) -> None:
        before, copy = self.state, replay(self.log)
        with pytest.raises(Refusal):
            decide(before, command)
        assert before == copy

    def is_in(*phases: Phase):
        return precondition(lambda self: self.state is not None and self.state.phase in phases)

    @is_in(Phase.BETTING)
    @rule(data=st.data())
    def act(self, data):
        seat = self.state.to_act
        legal = legal_actions(self.state, seat)
        offered = []
        if legal.check:
            offered.append(Act(seat, Action.CHECK))
        if legal.call is not None:
            offered.append(Act(seat, Action.CALL))
        for action, sizes in ((Action.BET, legal.bet), (Action.RAISE, legal.raise_)):
            if sizes is not None:
                size = data.draw(st.integers(sizes.min_to, sizes.max_to))
                offered += [Act(seat, action, to) for to in (size, sizes.min_to, sizes.max_to)]
        for command in [*offered, Act(seat, Action.FOLD)]:
            decide(self.state, command)
        self.do(data.draw(st.sampled_from(offered)))

    @is_in(Phase.BETTING)
    @rule()
    def fold(self):
        self.do(Act(self.state.to_act, Action.FOLD))

    @is_in(Phase.BETTING)
    @rule(data=st.data())
    def what_is_not_offered_is_refused(self, data):
        seat = self.state.to_act
        player = self.state.dealt_in(seat)
        legal = legal_actions(self.state, seat)
        if not legal.check:
            self.refused(Act(seat, Action.CHECK))
        if legal.call is None:
            self.refused(Act(seat, Action.CALL))
        for action, sizes in ((Action.BET, legal.bet), (Action.RAISE, legal.raise_)):
            size = data.draw(st.integers(-10, player.bet + player.stack + 10))
            wrong = {size, player.bet + player.stack + 1, 0, None}
            if sizes is not None:
                wrong |= {sizes.min_to - 1, sizes.max_to + 1}
                wrong -= set(range(sizes.min_to, sizes.max_to + 1))
            for to in wrong:
                self.refused(Act(seat, action, to))
        for other in range(7):
            if other != seat:
                self.refused(Act(other, Action.FOLD))
                assert legal_actions(self.state, other) is None
        self.refused(DealNextStreet())
        self.refused(Swap(seat, 0, 1))
        self.refused(SetReady(seat, ready=True))

    @is_in(Phase.ARRANGING)
    @rule(data=st.data())
    def arrange(self, data):
        seat = data.draw(st.sampled_from(sorted(self.state.awaiting)))
        first, second = data.draw(st.lists(st.integers(0, 11), min_size=2, max_size=2, unique=True))
        self.do(Swap(seat, first, second))

    @is_in(Phase.ARRANGING)
    @rule(data=st.data())
    def set_ready(self, data):
        live = [p.seat for p in self.state.live_players if not p.left]
        seat = data.draw(st.sampled_from(live))
        self.do(SetReady(seat, ready=not self.state.dealt_in(seat).ready))

    @is_in(Phase.BETTING, Phase.ARRANGING)
    @rule()
    def time_out(self):
        self.do(TimeOut())

    @is_in(Phase.RUN_OUT)
    @rule()
    def next_beat(self):
        self.refused(TimeOut())
        self.do(DealNextStreet())

    @is_in(Phase.BETTING, Phase.ARRANGING, Phase.RUN_OUT)
    @rule(data=st.data())
    def leave(self, data):
        seated = [p.seat for p in self.state.players if not p.left]
        if seated and data.draw(st.integers(0, 3)) == 0:
            self.do(LeaveHand(data.draw(st.sampled_from(seated))))

    @is_in(Phase.FINISHED)
    @rule()
    def nothing_more_happens(self):
        for command in (TimeOut(), DealNextStreet(), LeaveHand(self.state.button)):
            self.refused(command)

    @invariant()
    def holds_together(self):
        state = self.state
        if state is None:
            return
        assert state.total_chips == self.chips
        assert all(p.stack >= 0 and 0 <= p.bet <= p.contributed for p in state.players)
        cards = [card for p in state.players for card in p.hole_cards]
        cards += [card for board in state.boards for card in board]
        assert len(cards) == len(set(cards))
        assert bool(state.awaiting) == (state.phase in (Phase.BETTING, Phase.ARRANGING))
        assert replay(self.log) == state
        if state.finished:
            rake = sum(award.rake for award in state.so_far.awards)
            assert isinstance(self.log[-1], HandFinished)
            assert sum(chips for _, chips in self.log[-1].stacks) == self.chips - rake
            assert state.pot_chips == 0


def machine(variant: Variant):
    case = type(f"Random{variant.key}", (RandomHand,), {"variant": variant}).TestCase
    case.settings = settings(
        max_examples=60,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    return case


TestRandomHoldem = machine(HOLDEM)
TestRandomOmaha = machine(OMAHA)
TestRandomPatchPatch = machine(PATCH_PATCH)
