"""The end of a hand: who shows what, and what each pot pays (A9, A10, A13, A22, C5)."""

from collections.abc import Iterator

from patchpoker.engine.betting.events import HandEvent, HandsShown, MadeHand, ShownHand
from patchpoker.engine.betting.state import HandState, PlayerHand
from patchpoker.engine.describe import describe
from patchpoker.engine.evaluator import Board, best_five, best_five_omaha
from patchpoker.engine.pots import Contribution, build_pots
from patchpoker.engine.showdown import award_pots


def contributions(state: HandState) -> tuple[Contribution, ...]:
    return tuple(Contribution(p.seat, p.contributed, not p.folded) for p in state.players)


def settle(state: HandState) -> Iterator[HandEvent]:
    """The hands shown, in one event (A22), then each pot's award, main pot first.

    A player alone in the hand shows nothing (A10).
    """
    pots = build_pots(contributions(state))
    clockwise = tuple(player.seat for player in state.clockwise_from(state.button))
    ranks: dict[int, tuple[int, ...]] = {}
    if len(state.live_players) > 1:
        shown = tuple(_show(state, player) for player in _showing_order(state))
        ranks = {hand.seat: tuple(made.hand_rank for made in hand.made) for hand in shown}
        yield HandsShown(shown)
    yield from award_pots(pots, ranks, clockwise, state.rake, flop_dealt=state.flop_dealt)


def _showing_order(state: HandState) -> tuple[PlayerHand, ...]:
    """The last aggressor of the last round first, else the first live seat left of the button;
    then clockwise (A22)."""
    order = [player for player in state.clockwise_from(state.button) if player.live]
    for at, player in enumerate(order):
        if player.seat == state.aggressor:
            return tuple(order[at:] + order[:at])
    return tuple(order)


def _show(state: HandState, player: PlayerHand) -> ShownHand:
    made = []
    for number, cards in enumerate(state.boards):
        hole_cards = state.hole_cards_on(player, number)
        if state.variant.hole_cards_used is None:
            rank = Board(cards).holdem(hole_cards)
            five = best_five((*hole_cards, *cards))
        else:
            rank = Board(cards).omaha(hole_cards)
            five = best_five_omaha(hole_cards, cards)
        made.append(MadeHand(number, rank, describe(rank, hole=hole_cards), five))
    return ShownHand(player.seat, player.hole_cards, tuple(made))
