"""Who wins what: shares of the pots by board, ties, odd chips, the scoop (A9, A13, C5, C6)."""

from collections.abc import Mapping, Sequence

from patchpoker.engine.betting.events import PotAwarded, Share, Win
from patchpoker.engine.pots import Pot
from patchpoker.engine.rake import RakeRule, rake_of


def board_shares(chips: int, boards: int) -> tuple[int, ...]:
    """Board 1 gets its part rounded down, the next its part of what is left, the last the rest:
    100 over three boards is 33, 33, 34 (C5)."""
    shares = []
    for boards_left in range(boards, 0, -1):
        share = chips // boards_left
        shares.append(share)
        chips -= share
    return tuple(shares)


def divide(chips: int, winners: Sequence[int]) -> tuple[Win, ...]:
    """Equal parts; odd chips one each to the first winners, clockwise from the button (A9)."""
    each, odd = divmod(chips, len(winners))
    return tuple(Win(seat, each + (i < odd)) for i, seat in enumerate(winners))


def award_pots(
    pots: Sequence[Pot],
    ranks: Mapping[int, tuple[int, ...]],
    clockwise: Sequence[int],
    rake: RakeRule,
    *,
    flop_dealt: bool,
) -> tuple[PotAwarded, ...]:
    """Award every pot.

    `ranks`: each live seat's hand rank on each board (higher wins), empty when nobody shows.
    `clockwise`: all seats, first left of the button. Rake comes off before the split (A13); a pot
    with one eligible player is not split by board and is no scoop.
    """
    taken = rake_of((pot.chips for pot in pots), rake, flop_dealt=flop_dealt)
    awards = []
    for number, (pot, house) in enumerate(zip(pots, taken, strict=True)):
        paid = pot.chips - house
        if len(pot.eligible_seats) == 1:
            shares: tuple[Share, ...] = (Share(None, paid, (Win(pot.eligible_seats[0], paid),)),)
        else:
            shares = _contested(pot, paid, ranks, clockwise)
        awards.append(
            PotAwarded(number, pot.chips, house, pot.eligible_seats, shares, _scoop(shares))
        )
    return tuple(awards)


def _contested(
    pot: Pot, paid: int, ranks: Mapping[int, tuple[int, ...]], clockwise: Sequence[int]
) -> tuple[Share, ...]:
    boards = len(ranks[pot.eligible_seats[0]])
    shares = []
    for board, chips in enumerate(board_shares(paid, boards)):
        best = max(ranks[seat][board] for seat in pot.eligible_seats)
        winners = [
            seat for seat in clockwise if seat in pot.eligible_seats and ranks[seat][board] == best
        ]
        shares.append(Share(board, chips, divide(chips, winners)))
    return tuple(shares)


def _scoop(shares: Sequence[Share]) -> int | None:
    """The seat that won every board alone, in a game of several boards (C6)."""
    if len(shares) < 2 or any(len(share.winners) > 1 for share in shares):
        return None
    seats = {share.winners[0].seat for share in shares}
    return seats.pop() if len(seats) == 1 else None
