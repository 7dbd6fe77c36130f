"""What each event makes of a hand. No rules but whose turn follows; never refuses.

`replay` folds a hand's events: the result equals the state that lived through them.
"""

from collections.abc import Iterable
from dataclasses import replace

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.events import (
    ActionTaken,
    ArrangementEnded,
    ArrangementStarted,
    BlindPosted,
    CardsSwapped,
    HandEvent,
    HandFinished,
    HandsShown,
    HandStarted,
    HandsTurnedUp,
    HandVoided,
    Post,
    PotAwarded,
    ReadySet,
    SeatLeftHand,
    Street,
    StreetDealt,
    UncalledBetReturned,
    Win,
)
from patchpoker.engine.betting.legal import next_to_act
from patchpoker.engine.betting.state import HandState, Phase, PlayerHand
from patchpoker.engine.errors import Bug
from patchpoker.engine.games import GAMES
from patchpoker.engine.rake import RakeRule


def replay(events: Iterable[HandEvent]) -> HandState:
    """The state after a hand's events, HandStarted first."""
    state: HandState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise Bug("no events to replay")
    return state


def evolve(state: HandState | None, event: HandEvent) -> HandState:  # noqa: C901 (one case an event)
    """The state after `event`."""
    if isinstance(event, HandStarted):
        return _started(event)
    if state is None:
        raise Bug(f"{type(event).__name__} before the start of the hand")
    match event:
        case BlindPosted():
            return _posted(state, event)
        case ActionTaken():
            return _acted(state, event)
        case StreetDealt():
            return _dealt(state, event)
        case SeatLeftHand():
            return _left(state, event)
        case UncalledBetReturned():
            return _returned(state, event)
        case ArrangementStarted():
            return _arranging(state)
        case CardsSwapped():
            return _swapped(state, event)
        case ReadySet():
            player = state.dealt_in(event.seat)
            return _with(state, replace(player, ready=event.ready, touched=True))
        case ArrangementEnded():
            return _turn(replace(state, phase=Phase.BETTING), state.button)
        case HandsTurnedUp():
            return replace(state, turned_up=True)
        case HandsShown():
            return replace(state, shown=event.hands)
        case PotAwarded():
            return _awarded(state, event)
        case HandFinished():
            return replace(state, phase=Phase.FINISHED, to_act=None)
        case HandVoided():
            return _voided(state, event)
        case _:
            raise Bug(f"unknown event {type(event).__name__}")


def _started(event: HandStarted) -> HandState:
    variant = GAMES[event.variant]
    order = [e for e in event.entrants if e.seat > event.button]
    order += [e for e in event.entrants if e.seat <= event.button]
    size = variant.hole_cards
    hole_cards = {
        entrant.seat: event.deck[i * size : (i + 1) * size] for i, entrant in enumerate(order)
    }
    players = tuple(
        PlayerHand(e.seat, e.stack, e.stack, 0, 0, hole_cards[e.seat]) for e in event.entrants
    )
    return HandState(
        hand_no=event.hand_no,
        variant=variant,
        button=event.button,
        small_blind_seat=event.small_blind_seat,
        big_blind_seat=event.big_blind_seat,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        rake=RakeRule(event.rake_bps, event.rake_cap_chips),
        deck=event.deck,
        next_card=len(players) * size,
        players=players,
        boards=((),) * variant.boards,
        street=Street.PREFLOP,
        phase=Phase.BETTING,
        bet_to_match=event.big_blind,
        full_raise=event.big_blind,
        aggressor=None,
        to_act=None,
        decision=0,
    )


def _with(state: HandState, player: PlayerHand) -> HandState:
    """The state with one player's part replaced."""
    players = tuple(player if p.seat == player.seat else p for p in state.players)
    return replace(state, players=players)


def _turn(state: HandState, after: int) -> HandState:
    """Pass the turn on: the next seat that owes a decision after `after`, or nobody."""
    to_act = next_to_act(state, after)
    phase = Phase.RUN_OUT if to_act is None else Phase.BETTING
    return replace(state, to_act=to_act, phase=phase, decision=state.decision + 1)


def _paid(player: PlayerHand, chips: int) -> PlayerHand:
    """Chips from the stack to the bet."""
    return replace(
        player,
        stack=player.stack - chips,
        bet=player.bet + chips,
        contributed=player.contributed + chips,
    )


def _posted(state: HandState, event: BlindPosted) -> HandState:
    """The turn follows the last post of the start: after the big blind, whoever posted last."""
    state = _with(state, _paid(state.dealt_in(event.seat), event.chips))
    if event.post is Post.SMALL_BLIND:
        return state
    return _turn(state, state.big_blind_seat)


def _acted(state: HandState, event: ActionTaken) -> HandState:
    player = replace(_paid(state.dealt_in(event.seat), event.chips), acted=True)
    aggressive = event.action in (Action.BET, Action.RAISE)
    if event.action is Action.FOLD:
        player = replace(player, folded=True)
    bet_to_match, full_raise = state.bet_to_match, state.full_raise
    players = tuple(player if p.seat == event.seat else p for p in state.players)
    if aggressive:
        if event.full_raise:
            full_raise = event.bet - bet_to_match
            players = tuple(
                replace(p, acted=False) if p.seat != event.seat and p.can_bet else p
                for p in players
            )
        bet_to_match = event.bet
    state = replace(
        state,
        players=players,
        bet_to_match=bet_to_match,
        full_raise=full_raise,
        aggressor=event.seat if aggressive else state.aggressor,
    )
    return _turn(state, event.seat)


def _dealt(state: HandState, event: StreetDealt) -> HandState:
    players = tuple(replace(p, bet=0, acted=False) for p in state.players)
    boards = tuple(old + new for old, new in zip(state.boards, event.cards, strict=True))
    state = replace(
        state,
        players=players,
        boards=boards,
        next_card=state.next_card + sum(len(cards) for cards in event.cards),
        street=event.street,
        bet_to_match=0,
        full_raise=state.big_blind,
        aggressor=None,
    )
    return _turn(state, state.button)


def _left(state: HandState, event: SeatLeftHand) -> HandState:
    player = replace(state.dealt_in(event.seat), left=True)
    if not event.folds:
        arranging = state.phase is Phase.ARRANGING
        return _with(state, replace(player, ready=player.ready or arranging))
    state = _with(state, replace(player, folded=True))
    if state.phase is not Phase.BETTING or state.to_act is None:
        return state
    # The turn stays where it is unless the leaver had it or nobody owes a decision any more.
    before = event.seat if state.to_act == event.seat else _seat_before(state, state.to_act)
    to_act = next_to_act(state, before)
    return state if to_act == state.to_act else _turn(state, before)


def _seat_before(state: HandState, seat: int) -> int:
    """The dealt-in seat just counter-clockwise of `seat`."""
    seats = [player.seat for player in state.players]
    return seats[seats.index(seat) - 1]


def _returned(state: HandState, event: UncalledBetReturned) -> HandState:
    player = state.dealt_in(event.seat)
    state = _with(
        state,
        replace(
            player,
            stack=player.stack + event.chips,
            bet=player.bet - event.chips,
            contributed=player.contributed - event.chips,
        ),
    )
    return replace(state, returned=(*state.returned, Win(event.seat, event.chips)))


def _arranging(state: HandState) -> HandState:
    players = tuple(replace(p, ready=p.left, touched=False) for p in state.players)
    return replace(
        state,
        players=players,
        phase=Phase.ARRANGING,
        to_act=None,
        decision=state.decision + 1,
    )


def _swapped(state: HandState, event: CardsSwapped) -> HandState:
    player = state.dealt_in(event.seat)
    cards = list(player.hole_cards)
    cards[event.first], cards[event.second] = cards[event.second], cards[event.first]
    return _with(state, replace(player, hole_cards=tuple(cards), touched=True))


def _awarded(state: HandState, event: PotAwarded) -> HandState:
    won: dict[int, int] = {}
    for share in event.shares:
        for win in share.winners:
            won[win.seat] = won.get(win.seat, 0) + win.chips
    players = tuple(
        replace(p, stack=p.stack + won[p.seat]) if p.seat in won else p for p in state.players
    )
    return replace(state, players=players, awards=(*state.awards, event))


def _voided(state: HandState, event: HandVoided) -> HandState:
    players = tuple(replace(p, stack=p.start_stack, bet=0, contributed=0) for p in state.players)
    return replace(
        state,
        players=players,
        phase=Phase.FINISHED,
        to_act=None,
        awards=(),
        shown=(),
        returned=(),
        void=event.reason,
    )
