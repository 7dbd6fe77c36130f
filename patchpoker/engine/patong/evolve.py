"""What each event makes of a round. No rules; never refuses.

`replay` folds a round's events: the result equals the state that lived through them.
"""

from collections.abc import Iterable

from patchpoker.engine.cards import Card
from patchpoker.engine.errors import Bug
from patchpoker.engine.patong.commands import Choice
from patchpoker.engine.patong.events import (
    CardsExchanged,
    ChoiceSubmitted,
    MultiplierDrawn,
    RoundEvent,
    RoundFinished,
    RoundStarted,
    RoundVoided,
    SeatLeftRound,
    SelectionChanged,
    Street,
    StreetOpened,
    StreetRevealed,
)
from patchpoker.engine.patong.state import (
    Phase,
    PlayerRound,
    RoundState,
    change_player,
    change_round,
    clockwise,
)


def replay(events: Iterable[RoundEvent]) -> RoundState:
    """The state after a round's events, RoundStarted first."""
    state: RoundState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise Bug("no events to replay")
    return state


def evolve(state: RoundState | None, event: RoundEvent) -> RoundState:
    """The state after `event`."""
    if isinstance(event, RoundStarted):
        return _started(event)
    if state is None:
        raise Bug(f"{type(event).__name__} before the start of the round")
    match event:
        case SelectionChanged():
            return _changed(state, event.seat, selection=event.cards)
        case ChoiceSubmitted():
            return _changed(state, event.seat, submitted=event, selection=())
        case StreetOpened():
            return _opened(state, event)
        case StreetRevealed():
            return _revealed(state, event)
        case CardsExchanged():
            kept = _without(state.dealt_in(event.seat).cards, event.discarded)
            state = change_round(state, next_draw=state.next_draw + len(event.drawn))
            return _changed(state, event.seat, cards=kept + event.drawn)
        case SeatLeftRound():
            return _changed(state, event.seat, left=True)
        case MultiplierDrawn():
            return change_round(state, multiplier=event)
        case RoundFinished():
            return change_round(state, phase=Phase.FINISHED, finished=event)
        case RoundVoided():
            return change_round(state, phase=Phase.FINISHED, void=event.reason)
        case _:
            raise Bug(f"unknown event {type(event).__name__}")


def _started(event: RoundStarted) -> RoundState:
    """Hands in blocks, the dealer's left first; behind them the five community cards, which are
    set aside, and then what folds draw from (D8)."""
    size = event.options.hand_size
    order = clockwise(event.seats, event.dealer)
    hands = {seat: event.deck[i * size : (i + 1) * size] for i, seat in enumerate(order)}
    return RoundState(
        started=event,
        players=tuple(PlayerRound(seat, hands[seat]) for seat in event.seats),
        board=(),
        street=Street.FLOP,
        phase=Phase.REVEALED,
        next_draw=len(order) * size + 5,
        decision=0,
    )


def _changed(state: RoundState, seat: int, **changes: object) -> RoundState:
    player = change_player(state.dealt_in(seat), **changes)
    return change_round(
        state, players=tuple(player if p.seat == seat else p for p in state.players)
    )


def _opened(state: RoundState, event: StreetOpened) -> RoundState:
    return change_round(
        state,
        board=state.board + event.cards,
        street=event.street,
        phase=Phase.CHOOSING,
        decision=state.decision + 1,
    )


def _revealed(state: RoundState, event: StreetRevealed) -> RoundState:
    for reveal in event.reveals:
        player = state.dealt_in(reveal.seat)
        state = _changed(
            state,
            reveal.seat,
            cards=_without(player.cards, reveal.cards),
            half_points=player.half_points + reveal.half_points,
            folds=player.folds + (reveal.choice is Choice.FOLD),
            submitted=None,
        )
    return change_round(state, phase=Phase.REVEALED, revealed=(*state.revealed, event))


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)
