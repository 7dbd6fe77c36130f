"""What each event makes of a hand. No rules but whose turn follows; never refuses.

`replay` folds a hand's events: the result equals the state that lived through them.
"""

from collections.abc import Iterable

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
from patchpoker.engine.betting.state import (
    HandResult,
    HandState,
    Phase,
    PlayerHand,
    Players,
    change_hand,
    change_player,
    change_result,
    clockwise,
)
from patchpoker.engine.errors import Bug
from patchpoker.engine.games import GAMES


def replay(events: Iterable[HandEvent]) -> HandState:
    """The state after a hand's events, HandStarted first."""
    state: HandState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise Bug("no events to replay")
    return state


def evolve(state: HandState | None, event: HandEvent) -> HandState:  # noqa: C901 - one case an event
    """The state after `event`."""
    if isinstance(event, HandStarted):
        return _started(event)
    if state is None:
        raise Bug(f"{type(event).__name__} before the start of the hand")
    match event:
        case ActionTaken():
            return _acted(state, event)
        case StreetDealt():
            return _dealt(state, event)
        case BlindPosted():
            return _posted(state, event)
        case PotAwarded():
            return _awarded(state, event)
        case HandFinished():
            return change_hand(state, phase=Phase.FINISHED, to_act=None)
        case UncalledBetReturned():
            return _returned(state, event)
        case HandsShown():
            return change_hand(state, so_far=change_result(state.so_far, shown=event.hands))
        case HandsTurnedUp():
            return change_hand(state, turned_up=True)
        case ReadySet():
            player = state.dealt_in(event.seat)
            return _with(state, change_player(player, ready=event.ready, touched=True))
        case CardsSwapped():
            return _swapped(state, event)
        case SeatLeftHand():
            return _left(state, event)
        case ArrangementStarted():
            return _arranging(state)
        case ArrangementEnded():
            return _turn(state, state.players, state.bet_to_match, state.button)
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
    return HandState(
        started=event,
        variant=variant,
        players=tuple(
            [PlayerHand(e.seat, e.stack, e.stack, 0, 0, hole_cards[e.seat]) for e in event.entrants]
        ),
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
    return change_hand(state, players=_exchanged(state.players, player))


def _exchanged(players: Players, player: PlayerHand) -> Players:
    return tuple([player if p.seat == player.seat else p for p in players])


def _turn(
    state: HandState, players: Players, bet_to_match: int, after: int, **changes: object
) -> HandState:
    """Pass the turn on: the next seat that owes a decision after `after`, or nobody."""
    to_act = next_to_act(players, bet_to_match, after)
    return change_hand(
        state,
        players=players,
        bet_to_match=bet_to_match,
        to_act=to_act,
        phase=Phase.RUN_OUT if to_act is None else Phase.BETTING,
        decision=state.decision + 1,
        **changes,
    )


def _posted(state: HandState, event: BlindPosted) -> HandState:
    """The turn follows the last post of the start: after the big blind, whoever posted last."""
    player = state.dealt_in(event.seat)
    player = change_player(
        player, stack=player.stack - event.chips, bet=event.chips, contributed=event.chips
    )
    if event.post is Post.SMALL_BLIND:
        return _with(state, player)
    players = _exchanged(state.players, player)
    return _turn(state, players, state.bet_to_match, state.big_blind_seat)


def _acted(state: HandState, event: ActionTaken) -> HandState:
    player = state.dealt_in(event.seat)
    player = change_player(
        player,
        stack=player.stack - event.chips,
        bet=event.bet,
        contributed=player.contributed + event.chips,
        folded=event.action is Action.FOLD,
        acted=True,
    )
    players = _exchanged(state.players, player)
    if event.action is not Action.BET and event.action is not Action.RAISE:
        return _turn(state, players, state.bet_to_match, event.seat)
    full_raise = state.full_raise
    if event.full_raise:
        full_raise = event.bet - state.bet_to_match
        players = tuple(
            [change_player(p, acted=False) if p.acted and p is not player else p for p in players]
        )
    return _turn(state, players, event.bet, event.seat, full_raise=full_raise, aggressor=event.seat)


def _dealt(state: HandState, event: StreetDealt) -> HandState:
    return _turn(
        state,
        tuple(
            [change_player(p, bet=0, acted=False) if p.bet or p.acted else p for p in state.players]
        ),
        0,
        state.button,
        boards=tuple([old + new for old, new in zip(state.boards, event.cards, strict=True)]),
        street=event.street,
        full_raise=state.started.big_blind,
        aggressor=state.aggressor if event.run_out else None,
    )


def _left(state: HandState, event: SeatLeftHand) -> HandState:
    player = change_player(state.dealt_in(event.seat), left=True)
    if not event.folds:
        arranging = state.phase is Phase.ARRANGING
        return _with(state, change_player(player, ready=player.ready or arranging))
    player = change_player(player, folded=True)
    players = _exchanged(state.players, player)
    if state.phase is not Phase.BETTING or state.to_act is None:
        return change_hand(state, players=players)
    # The turn stays where it is unless the leaver had it or nobody owes a decision any more.
    before = event.seat if state.to_act == event.seat else _seat_before(state, state.to_act)
    if next_to_act(players, state.bet_to_match, before) == state.to_act:
        return change_hand(state, players=players)
    return _turn(state, players, state.bet_to_match, before)


def _seat_before(state: HandState, seat: int) -> int:
    """The dealt-in seat just counter-clockwise of `seat`."""
    return clockwise(state.players, seat)[-2].seat


def _returned(state: HandState, event: UncalledBetReturned) -> HandState:
    player = state.dealt_in(event.seat)
    player = change_player(
        player,
        stack=player.stack + event.chips,
        bet=player.bet - event.chips,
        contributed=player.contributed - event.chips,
    )
    returned = (*state.so_far.returned, Win(event.seat, event.chips))
    return change_hand(
        state,
        players=_exchanged(state.players, player),
        so_far=change_result(state.so_far, returned=returned),
    )


def _arranging(state: HandState) -> HandState:
    """Who left while all-in is ready with what was dealt (C9)."""
    return change_hand(
        state,
        players=tuple([change_player(p, ready=p.left) for p in state.players]),
        phase=Phase.ARRANGING,
        to_act=None,
        decision=state.decision + 1,
    )


def _swapped(state: HandState, event: CardsSwapped) -> HandState:
    player = state.dealt_in(event.seat)
    cards = list(player.hole_cards)
    cards[event.first], cards[event.second] = cards[event.second], cards[event.first]
    return _with(state, change_player(player, hole_cards=tuple(cards), touched=True))


def _awarded(state: HandState, event: PotAwarded) -> HandState:
    won: dict[int, int] = {}
    for share in event.shares:
        for win in share.winners:
            won[win.seat] = won.get(win.seat, 0) + win.chips
    return change_hand(
        state,
        players=tuple(
            [
                change_player(p, stack=p.stack + won[p.seat]) if p.seat in won else p
                for p in state.players
            ]
        ),
        so_far=change_result(state.so_far, awards=(*state.so_far.awards, event)),
    )


def _voided(state: HandState, event: HandVoided) -> HandState:
    """All stacks as at the start (A29)."""
    return change_hand(
        state,
        players=tuple(
            [change_player(p, stack=p.start_stack, bet=0, contributed=0) for p in state.players]
        ),
        phase=Phase.FINISHED,
        to_act=None,
        so_far=HandResult(void=event.reason),
    )
