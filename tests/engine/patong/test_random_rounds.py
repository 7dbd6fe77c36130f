"""Random rounds of two to four players, hypothesis choosing every card, option and command.

At every step: all 52 cards are there once, each offered choice is accepted, each other one is
refused without change, the replayed events give the live state, the scores are within bounds.
"""

from itertools import combinations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from patchpoker.engine.cards import DECK
from patchpoker.engine.errors import Refusal
from patchpoker.engine.patong import (
    PatongOptions,
    Phase,
    RoundState,
    SessionLedger,
    decide,
    evolve,
    legal_choices,
    replay,
)
from patchpoker.engine.patong.commands import (
    Choice,
    Choose,
    Command,
    LeaveRound,
    OpenNextStreet,
    Select,
    StartRound,
    TimeOut,
)
from patchpoker.engine.patong.events import (
    CardsExchanged,
    ChoiceSubmitted,
    RoundEnd,
    RoundEvent,
    RoundFinished,
    Street,
    StreetRevealed,
)
from patchpoker.engine.rake import NO_RAKE, RakeRule


class RandomRound(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.state: RoundState | None = None
        self.log: list[RoundEvent] = []
        self.antes = 0

    @initialize(data=st.data())
    def start(self, data):
        seats = sorted(data.draw(st.sets(st.integers(0, 3), min_size=2), label="seats"))
        variable = data.draw(st.booleans(), label="variable scoring")
        options = PatongOptions(
            hand_size=data.draw(st.integers(6, 10), label="hand size"),
            folding=data.draw(st.sampled_from([True, True, False]), label="folding"),
            variable_scoring=variable,
        )
        ante = data.draw(st.sampled_from([0, 20, 1000]), label="ante")
        self.antes = ante * len(seats)
        self.do(
            StartRound(
                round_no=1,
                options=options,
                dealer=data.draw(st.sampled_from(seats), label="dealer"),
                seats=tuple(seats),
                ante=ante,
                rake=data.draw(st.sampled_from([NO_RAKE, RakeRule(300, 60)])),
                deck=tuple(data.draw(st.permutations(DECK), label="deck")),
                multiplier_card=data.draw(st.sampled_from(DECK)) if variable else None,
            )
        )

    def do(self, command: Command) -> None:
        before = self.state
        events = decide(before, command)
        assert self.state is before
        for event in events:
            self.state = evolve(self.state, event)
        self.log.extend(events)

    def refused(self, command: Command) -> None:
        with pytest.raises(Refusal):
            decide(self.state, command)
        assert self.state == replay(self.log)

    def is_in(*phases: Phase):
        return precondition(lambda self: self.state is not None and self.state.phase in phases)

    def some_seat(self, data) -> int:
        return data.draw(st.sampled_from(sorted(self.state.awaiting)), label="seat")

    @is_in(Phase.CHOOSING)
    @rule(data=st.data())
    def choose(self, data):
        """Every choice offered would be taken; one of them is."""
        seat = self.some_seat(data)
        legal, cards = legal_choices(self.state, seat), self.state.dealt_in(seat).cards
        offered = [
            Choose(seat, Choice.PLAY, some)
            for count in range(1, legal.max_play + 1)
            for some in combinations(cards, count)
        ]
        if legal.fold:
            folds = [Choose(seat, Choice.FOLD, some) for some in combinations(cards, 3)]
            offered += folds
        for command in offered:
            event = decide(self.state, command)[0]
            assert (event.seat, event.choice, event.cards) == (seat, command.choice, command.cards)
        kind = data.draw(st.sampled_from([Choice.PLAY, Choice.FOLD] if legal.fold else ["play"]))
        self.do(data.draw(st.sampled_from([each for each in offered if each.choice == kind])))

    @is_in(Phase.CHOOSING)
    @rule(data=st.data())
    def everyone_folds(self, data):
        for seat in sorted(self.state.awaiting):
            if legal_choices(self.state, seat).fold:
                self.do(Choose(seat, Choice.FOLD, self.state.dealt_in(seat).cards[-3:]))

    @is_in(Phase.CHOOSING)
    @rule(data=st.data())
    def what_is_not_offered_is_refused(self, data):
        seat = self.some_seat(data)
        legal, cards = legal_choices(self.state, seat), self.state.dealt_in(seat).cards
        foreign = data.draw(st.sampled_from([card for card in DECK if card not in cards]))
        wrong = [(Choice.PLAY, ()), (Choice.PLAY, (foreign,)), (Choice.PLAY, (cards[0],) * 2)]
        wrong += [(Choice.PLAY, cards[: legal.max_play + 1])] if len(cards) > legal.max_play else []
        wrong += [(Choice.FOLD, cards[:2]), (Choice.FOLD, (*cards[:2], foreign))]
        wrong += [(Choice.FOLD, cards[:4])] if len(cards) > 3 else []
        wrong += [] if legal.fold else [(Choice.FOLD, cards[:3])]
        for choice, some in wrong:
            self.refused(Choose(seat, choice, some))
        self.refused(OpenNextStreet())
        for other in {0, 1, 2, 3, 4} - self.state.awaiting:
            assert legal_choices(self.state, other) is None
            self.refused(Choose(other, Choice.PLAY, cards[:1]))
            self.refused(Select(other, ()))

    @is_in(Phase.CHOOSING)
    @rule(data=st.data())
    def select(self, data):
        seat = self.some_seat(data)
        cards = self.state.dealt_in(seat).cards
        some = data.draw(st.lists(st.sampled_from(cards), max_size=3, unique=True))
        self.do(Select(seat, tuple(some)))

    @is_in(Phase.CHOOSING)
    @rule()
    def time_out(self):
        late = sorted(self.state.awaiting)
        before, start = self.state, len(self.log)
        self.do(TimeOut())
        chosen = [event for event in self.log[start:] if isinstance(event, ChoiceSubmitted)]
        assert [event.seat for event in chosen] == late
        for event in chosen:
            player = before.dealt_in(event.seat)
            assert event.choice is Choice.PLAY
            assert event.cards in (player.selection, (min(player.cards),))

    @is_in(Phase.REVEALED)
    @rule()
    def beat(self):
        self.refused(TimeOut())
        for player in self.state.players:
            self.refused(Choose(player.seat, Choice.PLAY, player.cards[:1]))
        self.do(OpenNextStreet())

    @is_in(Phase.CHOOSING, Phase.REVEALED)
    @rule(data=st.data())
    def leave(self, data):
        if data.draw(st.integers(0, 5)) == 0:
            seats = [player.seat for player in self.state.live_players]
            self.do(LeaveRound(data.draw(st.sampled_from(seats))))

    @is_in(Phase.FINISHED)
    @rule()
    def nothing_more_happens(self):
        for command in (TimeOut(), OpenNextStreet(), LeaveRound(self.state.started.dealer)):
            self.refused(command)

    @invariant()
    def every_card_is_there_once(self):
        if self.state is None:
            return
        state = self.state
        started = state.started
        cards = [card for player in state.players for card in player.cards]
        cards += started.deck[state.next_draw :]
        at = len(started.seats) * started.options.hand_size
        assert started.deck[at : at + 5][: len(state.board)] == state.board
        cards += started.deck[at : at + 5]
        for event in self.log:
            if isinstance(event, StreetRevealed):
                cards += [card for reveal in event.reveals for card in reveal.cards]
            elif isinstance(event, CardsExchanged):
                cards += event.discarded
                assert len(event.discarded) == 3
                assert len(event.drawn) <= 2
        assert sorted(cards) == list(DECK)

    @invariant()
    def scores_are_within_bounds(self):
        if self.state is None:
            return
        for event in self.state.revealed:
            points = sorted(reveal.half_points for reveal in event.reveals)
            played = [r for r in event.reveals if r.choice is Choice.PLAY]
            if event.street is Street.TIEBREAK:
                assert not any(points)
            elif played:
                winners = [half for half in points if half]
                assert winners == [2] or (set(winners) == {1} and 2 <= len(winners) <= len(played))
            else:
                assert not any(points)
        for player in self.state.players:
            scored = [r.half_points for e in self.state.revealed for r in e.reveals]
            assert player.half_points <= sum(scored)
            assert 0 <= player.half_points <= 5
            assert 0 <= player.folds <= 2
        assert sum(player.half_points >= 4 for player in self.state.players) <= 1

    @invariant()
    def holds_together(self):
        state = self.state
        if state is None:
            return
        assert replay(self.log) == state
        assert bool(state.awaiting) == (state.phase is Phase.CHOOSING)
        if not state.over:
            assert len(state.live_players) > 1
            return
        finished = self.log[-1]
        assert isinstance(finished, RoundFinished)
        assert sum(chips for _, chips in finished.payouts) + finished.rake == self.antes
        ledger = SessionLedger().after_round(state)
        assert sum(points for _, points in ledger.points) == finished.session_points
        if finished.winner is None:
            assert (finished.session_points, finished.rake) == (0, 0)
            return
        winner = state.dealt_in(finished.winner)
        assert not winner.left
        assert (winner.half_points >= 4) == (finished.ending is RoundEnd.TWO_POINTS)
        assert 1 <= finished.session_points <= 10


TestRandomRounds = RandomRound.TestCase
TestRandomRounds.settings = settings(
    max_examples=80,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
