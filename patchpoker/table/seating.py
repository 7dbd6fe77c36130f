"""Who is dealt in, and where the button and the blinds go (A2, A15, A16, A28).

The button moves to the next *settled* player: one who was dealt in here before and owes nothing.
The others are *entering*, each in one of three ways:

    free      a newcomer while at most three are dealt in: from the next hand, without a post
    posting   chose to pay the big blind at once; in the small blind's place waits one hand
    waiting   comes in as the big blind

From the button clockwise: the first settled or free seat is the small blind, the first after it
of any kind the big blind, the rest are dealt in unless waiting. When that walk comes back to the
button the hand is heads-up. A seat that `must_wait` takes no part until the button has passed it.
With one settled player, the button stays there and whoever joins takes the big blind (A2); with
none a new game begins: everybody is dealt in and the button is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchpoker.engine.betting.commands import Entrant
from patchpoker.engine.cards import Card

if TYPE_CHECKING:
    from patchpoker.table.state import Seat, TableState

FREE_ENTRY_SEATS = 3
"""Up to so many dealt in, a newcomer posts nothing (A15)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The next hand: `entrants` by seat, with the blinds they post on entry."""

    button: int
    small_blind_seat: int
    big_blind_seat: int
    entrants: tuple[Entrant, ...]


def is_between(start: int, seat: int, end: int, seats: int) -> bool:
    """Strictly between two seats, clockwise from `start`. From a seat to itself is a full round."""
    return 0 < (seat - start) % seats < ((end - start) % seats or seats)


def must_wait(state: TableState, seat: int) -> bool:
    """Would a player who comes in here now sit between the button and the big blind (A16)?"""
    if state.hand is not None and state.record is not None:
        button, big_blind = state.record.button, state.record.big_blind_seat
    elif state.last_button is not None and state.last_big_blind is not None:
        button, big_blind = state.last_button, state.last_big_blind
    else:
        return False
    return is_between(button, seat, big_blind, len(state.seats))


def can_deal(state: TableState) -> bool:
    """Whether a hand can start (A28)."""
    return not state.closing and sum(seat.can_play for seat in state.taken) > 1


def plan_deal(state: TableState, deck: tuple[Card, ...]) -> Deal | None:
    """The next hand; None with less than two who can play (A28).

    Where the button has to be drawn, the last card of `deck` decides: no game ever deals it (A24).
    """
    if not can_deal(state):
        return None
    players = [seat for seat in state.taken if seat.can_play]
    settled = [seat for seat in players if not seat.entering and not seat.must_wait]
    if state.last_button is None or not settled:
        return _new_game(state, players, deck)
    if len(settled) == 1:
        return _walk(state, players, settled[0])
    pool = [seat for seat in players if not seat.must_wait]
    button = _clockwise(state, settled, state.last_button)[0]
    deal = _walk(state, pool, button)
    if state.seat_at(deal.big_blind_seat).player == state.last_big_blind_player:
        button = _clockwise(state, settled, button.seat)[0]
        deal = _walk(state, pool, button)
    return deal


def free_newcomers(players: Iterable[Seat]) -> frozenset[int]:
    """The newcomers who come in without a post: in the order they sat down, while at most three
    are dealt in with them (A15)."""
    players = tuple(players)
    dealt_in = sum(not seat.entering or (seat.owes_blind and seat.post_now) for seat in players)
    newcomers = sorted(
        (seat for seat in players if seat.newcomer and not seat.owes_blind),
        key=lambda seat: (seat.joined_ms, seat.seat),
    )
    room = max(0, FREE_ENTRY_SEATS - dealt_in)
    return frozenset(seat.seat for seat in newcomers[:room])


def passed_by_blind(state: TableState, seat: int, big_blind: int) -> bool:
    """Whether the big blind passes this seat on its way to `big_blind` (A15, A20)."""
    last = state.last_big_blind
    return last is not None and is_between(last, seat, big_blind, len(state.seats))


def _clockwise(state: TableState, seats: Iterable[Seat], after: int) -> list[Seat]:
    """From the left of `after` round to `after` itself."""
    size = len(state.seats)
    return sorted(seats, key=lambda seat: (seat.seat - after - 1) % size)


def _new_game(state: TableState, players: list[Seat], deck: tuple[Card, ...]) -> Deal:
    button = players[deck[-1] % len(players)]
    left = _clockwise(state, players, button.seat)
    small_blind, big_blind = (button, left[0]) if len(players) == 2 else left[:2]
    entrants = tuple(Entrant(seat.seat, seat.stack) for seat in players)
    return Deal(button.seat, small_blind.seat, big_blind.seat, entrants)


def _walk(state: TableState, pool: list[Seat], button: Seat) -> Deal:
    """The deal with this button, as told at the top."""
    free = free_newcomers(pool)
    others = [s for s in _clockwise(state, pool, button.seat) if s is not button]
    first = next(
        (i for i, s in enumerate(others) if not s.entering or s.seat in free),
        None,
    )
    rest: list[Seat]
    if first is None:
        small_blind, big_blind, rest = button, others[0], []
    elif first == len(others) - 1:
        small_blind, big_blind, rest = button, others[first], []
    else:
        small_blind, big_blind, rest = others[first], others[first + 1], others[first + 2 :]
    posts = {button.seat: 0, small_blind.seat: 0, big_blind.seat: 0}
    for seat in rest:
        if not seat.entering or seat.seat in free:
            posts[seat.seat] = 0
        elif seat.post_now:
            posts[seat.seat] = state.options.big_blind
    stacks = {seat.seat: seat.stack for seat in pool}
    entrants = tuple(Entrant(seat, stacks[seat], posts[seat]) for seat in sorted(posts))
    return Deal(button.seat, small_blind.seat, big_blind.seat, entrants)
