"""The end of a hand: who shows what, and what each pot pays (A9, A10, A13, A22, C5)."""

from collections.abc import Iterator

from patchpoker.engine.betting.events import HandEvent, HandsShown, MadeHand, ShownHand
from patchpoker.engine.betting.showdown import award_pots
from patchpoker.engine.betting.state import HandState, PlayerHand, Players, clockwise
from patchpoker.engine.describe import describe
from patchpoker.engine.evaluator import Board, best_five, best_five_omaha


def settle(state: HandState) -> Iterator[HandEvent]:
    """The hands shown, in one event (A22), then each pot's award, main pot first.

    A player alone in the hand shows nothing (A10).
    """
    order = clockwise(state.players, state.button)
    ranks: dict[int, tuple[int, ...]] = {}
    if len(state.live_players) > 1:
        boards = [Board(cards) for cards in state.boards]
        shown = tuple([_show(state, boards, player) for player in _showing_order(state)])
        ranks = {hand.seat: tuple([made.hand_rank for made in hand.made]) for hand in shown}
        yield HandsShown(shown)
    seats = [player.seat for player in order]
    yield from award_pots(state.pots(), ranks, seats, state.rake, flop_dealt=state.flop_dealt)


def _showing_order(state: HandState) -> Players:
    """The last aggressor of the last round first, else the first live seat left of the button;
    then clockwise (A22)."""
    order = clockwise(state.live_players, state.button)
    for at, player in enumerate(order):
        if player.seat == state.aggressor:
            return order[at:] + order[:at]
    return order


def _show(state: HandState, boards: list[Board], player: PlayerHand) -> ShownHand:
    made = []
    for number, (board, cards) in enumerate(zip(boards, state.boards, strict=True)):
        hole_cards = state.hole_cards_on(player, number)
        if state.variant.hole_cards_used is None:
            rank = board.holdem(hole_cards)
            five = best_five((*hole_cards, *cards))
        else:
            rank = board.omaha(hole_cards)
            five = best_five_omaha(hole_cards, cards)
        made.append(MadeHand(number, rank, describe(rank, hole=hole_cards), five))
    return ShownHand(player.seat, player.hole_cards, tuple(made))
