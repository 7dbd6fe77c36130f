"""The events as storage will keep them: sealed fields apart, names of their own."""

import random
from dataclasses import fields, is_dataclass

import pytest

from patchpoker.engine.betting.events import BETTING_EVENTS
from patchpoker.engine.errors import Bug
from patchpoker.engine.patong import evolve, legal_choices, replay
from patchpoker.engine.patong.commands import Choice, Choose, VoidRound
from patchpoker.engine.patong.events import (
    PATONG_EVENTS,
    RoundEvent,
    StreetOpened,
    StreetRevealed,
)
from patchpoker.storage.plain import from_plain, to_plain
from patchpoker.table.events import TABLE_EVENTS
from tests.engine.patong.rounds import Round, heads_up, won


def every_event() -> list[RoundEvent]:
    game = heads_up(ante=20, multiplier="8h")
    game.select(0, "2s")
    game.street("Ac Ad", "2d 3d 5d")
    game.street("2c 3c 5c", "Ah")
    game.leave(0)
    void = heads_up()
    void.do(VoidRound("broken"))
    return [*game.log, *void.log, *won(multiplier="8h").log]


def cards_in(value: object, name: str = "") -> list[int]:
    """All cards in the public fields of an event."""
    if is_dataclass(value):
        sealed = getattr(value, "SEALED", ())
        return [
            card
            for field in fields(value)
            if field.name not in sealed
            for card in cards_in(getattr(value, field.name), field.name)
        ]
    if isinstance(value, tuple):
        return [card for part in value for card in cards_in(part, name)]
    return [value] if name in ("cards", "card", "deck", "drawn", "discarded") else []


@pytest.mark.parametrize("event", every_event(), ids=lambda event: type(event).__name__)
def test_an_event_survives_storage(event):
    assert from_plain(type(event), to_plain(type(event), event)) == event
    assert set(event.SEALED) <= {field.name for field in fields(event)}


def test_names_are_unique_over_all_games_and_tables():
    names = [kind.__name__ for kind in (*PATONG_EVENTS, *BETTING_EVENTS, *TABLE_EVENTS)]
    assert len(names) == len(set(names))
    assert {type(event) for event in every_event()} == set(PATONG_EVENTS)


@pytest.mark.parametrize("seed", range(20))
def test_D14_D6_public_fields_hold_played_and_community_cards_alone(seed):
    rng = random.Random(seed)
    game = Round("", "", "", "", hand_size=rng.randrange(6, 11))
    while not game.state.over:
        for seat in sorted(game.state.awaiting):
            hand = game.hand(seat)
            if legal_choices(game.state, seat).fold and rng.random() < 0.4:
                game.do(Choose(seat, Choice.FOLD, tuple(rng.sample(hand, 3))))
            else:
                game.do(Choose(seat, Choice.PLAY, tuple(rng.sample(hand, 1))))
        if not game.state.over:
            game.next()
    played = {
        card
        for event in game.events(StreetRevealed)
        for reveal in event.reveals
        for card in reveal.cards
    }
    community = {card for event in game.events(StreetOpened) for card in event.cards}
    seen = {card for event in game.log for card in cards_in(event)} - {None}
    assert seen == played | community


def test_events_before_the_start_are_a_bug():
    with pytest.raises(Bug):
        evolve(None, StreetOpened("flop", ()))
    with pytest.raises(Bug):
        replay([])
