"""Whose turn it is and what may be done: the price, the choices, the sizes (A3-A6, A27)."""

from dataclasses import dataclass

from patchpoker.engine.betting.events import Street
from patchpoker.engine.betting.state import HandState, Phase, PlayerHand, Players, clockwise
from patchpoker.engine.limits import Sizes, Spot, raise_sizes


@dataclass(frozen=True, slots=True)
class LegalActions:
    """`call`: chips to add. None or False: not offered. A fold is always accepted (A27)."""

    fold: bool
    check: bool
    call: int | None
    bet: Sizes | None
    raise_: Sizes | None


def facing(players: Players, bet_to_match: int, player: PlayerHand) -> tuple[int, bool]:
    """(the total to match on this street, whether anybody could answer a raise).

    Once all other live players are all-in, the price is at most what they have in front: no more
    can be contested (A6), and a bet or raise is pointless (A5).
    """
    most = 0
    for other in players:
        if other.folded or other is player:
            continue
        if other.stack > 0:
            return bet_to_match, True
        most = max(most, other.bet)
    return min(bet_to_match, most), False


def _owes_decision(players: Players, bet_to_match: int, player: PlayerHand) -> bool:
    """Whether the betting round may not close before this player has spoken."""
    if player.folded or player.stack == 0:
        return False
    price, answerable = facing(players, bet_to_match, player)
    return player.bet < price or (answerable and not player.acted)


def next_to_act(players: Players, bet_to_match: int, after: int) -> int | None:
    """The first seat clockwise after `after` that owes a decision, None when the round is over."""
    for player in clockwise(players, after):
        if _owes_decision(players, bet_to_match, player):
            return player.seat
    return None


def betting_goes_on(state: HandState) -> bool:
    """Whether a further street can see any betting: two live players with chips."""
    return sum(player.can_bet for player in state.players) >= 2


def spot_of(state: HandState, player: PlayerHand) -> Spot:
    return Spot(state.bet_to_match, state.full_raise, player.bet, player.stack, state.pot_chips)


def legal_actions(state: HandState, seat: int) -> LegalActions | None:
    """The choices of the seat to act, None for every other seat."""
    if state.phase is not Phase.BETTING or state.to_act != seat:
        return None
    player = state.dealt_in(seat)
    price, answerable = facing(state.players, state.bet_to_match, player)
    owed = price - player.bet
    call = min(owed, player.stack) if owed > 0 else None
    sizes = None
    if not player.acted and player.stack > owed and answerable:
        sizes = raise_sizes(state.variant.limit, spot_of(state, player))
    opening = state.bet_to_match == 0
    return LegalActions(
        fold=True,
        check=owed <= 0,
        call=call,
        bet=sizes if opening else None,
        raise_=None if opening else sizes,
    )


def has_decision_left(state: HandState, player: PlayerHand) -> bool:
    """Whether the player could still be asked in this hand (A17, C9). An all-in player can't be;
    nor one whose last bet the others can only call or fold to, with nothing to bet after that."""
    if player.folded or player.stack == 0 or state.phase in (Phase.RUN_OUT, Phase.FINISHED):
        return False
    if state.phase is Phase.ARRANGING or not player.acted or player.bet < state.bet_to_match:
        return True
    if state.variant.arranges and not state.flop_dealt:
        return True  # the arrangement is still to come
    for other in state.players:
        if other.folded or other is player or other.stack == 0:
            continue
        owed = state.bet_to_match - other.bet
        keeps_chips = other.stack > owed
        may_raise = keeps_chips and not other.acted
        bets_later = keeps_chips and state.street is not Street.RIVER
        if may_raise or bets_later:
            return True
    return False
