"""Who wins what: a street, the tiebreak, the round, the antes (D4, D5, D9, D10, D13)."""

from collections.abc import Iterable, Mapping

from patchpoker.engine.cards import Card
from patchpoker.engine.errors import Bug
from patchpoker.engine.patong.hands import PatongRank
from patchpoker.engine.patong.state import Players, RoundState
from patchpoker.engine.rake import rake_of

WON, TIED = 2, 1
ROUND_WON = 4
"""Half points: of a street won alone, of a street tied, and those that win the round."""


def best_seats(hands: Mapping[int, PatongRank]) -> tuple[int, ...]:
    """The seats with the best hand."""
    best = max(hands.values(), default=None)
    return tuple(seat for seat, rank in hands.items() if rank == best)


def street_half_points(hands: Mapping[int, PatongRank]) -> dict[int, int]:
    """By seat with a hand: a lone best takes the point; tied ones half a point each, however many
    (D4). No hands, a wash: nobody anything."""
    best = best_seats(hands)
    prize = WON if len(best) == 1 else TIED
    return {seat: prize if seat in best else 0 for seat in hands}


def on_two_points(players: Iterable[tuple[int, int]]) -> int | None:
    """Of (seat, half points) the seat that has won the round, if any.

    Never two: both would need 1.5 after two streets, a win and a tie each, but a street that one of
    them won gave the other nothing (D5).
    """
    seats = [seat for seat, half_points in players if half_points >= ROUND_WON]
    if len(seats) > 1:
        raise Bug(f"seats {seats} have two points together")
    return seats[0] if seats else None


def tiebreak_winner(hands: Mapping[int, PatongRank], board: PatongRank) -> int | None:
    """The lone best hand, if it beats the board's own (D9)."""
    best = best_seats(hands)
    if len(best) == 1 and hands[best[0]] > board:
        return best[0]
    return None


def multiplier_of(card: Card) -> int:
    """1 to 10: an ace 1, a number its number, jack, queen and king 10 (D10)."""
    rank = (card >> 2) + 2
    return 1 if rank == 14 else min(rank, 10)


def drawing_loser(live: Players, winner: int) -> int | None:
    """Who draws for the multiplier: the loser with the fewest points, of equals the first clockwise
    from the dealer (D10). None when every loser has left (D15): then no card is drawn."""
    losers = [player for player in live if player.seat != winner]
    return min(losers, key=lambda player: player.half_points).seat if losers else None


def payouts(state: RoundState, winner: int | None) -> tuple[tuple[tuple[int, int], ...], int]:
    """((seat, chips) of everybody dealt in, rake): the winner takes the antes less the rake; a tie
    gives each ante back, unraked (D13)."""
    ante, seats = state.started.ante, state.started.seats
    if winner is None:
        return tuple((seat, ante) for seat in seats), 0
    pot = ante * len(seats)
    (rake,) = rake_of((pot,), state.rake, flop_dealt=bool(state.board))
    paid = tuple((seat, pot - rake if seat == winner else 0) for seat in seats)
    if sum(chips for _, chips in paid) + rake != pot:
        raise Bug(f"the antes are {pot} chips, not what was paid out")
    return paid, rake
