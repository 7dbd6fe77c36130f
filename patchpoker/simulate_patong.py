"""Random Patong players, for `simulate`: whole rounds through the engine, checked at each step."""

import random
from collections import Counter

from patchpoker.engine.cards import DECK
from patchpoker.engine.errors import Bug
from patchpoker.engine.patong import (
    PatongOptions,
    Phase,
    RoundState,
    decide,
    evolve,
    legal_choices,
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
from patchpoker.engine.patong.options import HAND_SIZES, MAX_PLAYERS, MIN_PLAYERS
from patchpoker.engine.rake import RakeRule

ANTES = (0, 20, 100)


def play_round(
    rng: random.Random, round_no: int, rake: RakeRule, counts: Counter[str]
) -> tuple[int, int]:
    """(antes, rake) of one round under random options, played to its end; `counts` its events."""
    start = _random_start(rng, round_no, rake)
    state: RoundState | None = None
    command: Command = start
    while True:
        for event in decide(state, command):
            state = evolve(state, event)
            counts[type(event).__name__] += 1
        if state is None:
            raise Bug("the round did not start")
        _check_cards(state)
        if state.over:
            break
        command = _choose(rng, state)
    finished, antes = state.finished, start.ante * len(start.seats)
    if finished is None:
        raise Bug("the round did not finish")
    if sum(chips for _, chips in finished.payouts) + finished.rake != antes:
        raise Bug("what was paid out and the rake are not the antes")
    return antes, finished.rake


def _random_start(rng: random.Random, round_no: int, rake: RakeRule) -> StartRound:
    variable = rng.random() < 0.5
    seats = tuple(range(rng.randint(MIN_PLAYERS, MAX_PLAYERS)))
    return StartRound(
        round_no=round_no,
        options=PatongOptions(
            hand_size=rng.choice(HAND_SIZES),
            folding=rng.random() < 0.8,
            variable_scoring=variable,
        ),
        dealer=rng.choice(seats),
        seats=seats,
        ante=rng.choice(ANTES),
        rake=rake,
        deck=tuple(rng.sample(DECK, len(DECK))),
        multiplier_card=rng.choice(DECK) if variable else None,
    )


def _check_cards(state: RoundState) -> None:
    """No card is in two places: hands, board, what can be drawn."""
    cards = [card for player in state.players for card in player.cards]
    cards += (*state.board, *state.started.deck[state.next_draw :])
    if len(cards) != len(set(cards)):
        raise Bug("a card is in two places")


def _choose(rng: random.Random, state: RoundState) -> Command:
    """A random command that is legal now; now and then the clock runs out or a player leaves."""
    luck = rng.random()
    if luck < 0.01:
        return LeaveRound(rng.choice(state.live_players).seat)
    if state.phase is Phase.REVEALED:
        return OpenNextStreet()
    if luck < 0.02:
        return TimeOut()
    seat = rng.choice(sorted(state.awaiting))
    cards, legal = state.dealt_in(seat).cards, legal_choices(state, seat)
    if legal is None:
        raise Bug("a seat is awaited that has no choice")
    if luck < 0.1:
        return Select(seat, tuple(rng.sample(cards, min(2, len(cards)))))
    if legal.fold and luck < 0.25:
        return Choose(seat, Choice.FOLD, tuple(rng.sample(cards, 3)))
    return Choose(seat, Choice.PLAY, tuple(rng.sample(cards, rng.randint(1, legal.max_play))))
