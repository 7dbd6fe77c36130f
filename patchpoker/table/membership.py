"""The commands about a seat: sit, leave, sit out and in, top up, a new name (A11, A14-A20)."""

from __future__ import annotations

from typing import assert_never

from patchpoker.engine.errors import Malformed
from patchpoker.table import commands, events
from patchpoker.table.batch import Batch
from patchpoker.table.deadlines import remembered_departure
from patchpoker.table.errors import (
    AlreadySeated,
    BuyInOutOfRange,
    HandRunning,
    Leaving,
    NotSeated,
    RebuyTooSmall,
    SeatTakenError,
    TableFull,
    TableIsClosing,
    TopUpTooLarge,
)
from patchpoker.table.seating import must_wait
from patchpoker.table.state import Seat, TableState


def change_seat(batch: Batch, command: commands.SeatCommand) -> None:
    match command:
        case commands.Sit():
            _sit(batch, command)
        case commands.SitOut():
            _sit_out(batch, command)
        case commands.SitIn():
            _sit_in(batch, command)
        case commands.TopUp():
            _top_up(batch, command)
        case commands.ApplyTopUps():
            _apply_top_ups(batch, command)
        case commands.Rename():
            _rename(batch, command)
        case _:
            assert_never(command)


def seated(state: TableState, player: str) -> Seat:
    """The player's seat. Raises NotSeated."""
    seat = state.seat_of(player)
    if seat is None:
        raise NotSeated
    return seat


def staying(state: TableState, player: str) -> Seat:
    """The player's seat. Raises NotSeated, or Leaving for one who is on the way out."""
    seat = seated(state, player)
    if seat.leaving:
        raise Leaving
    return seat


def _sit(batch: Batch, command: commands.Sit) -> None:
    state = batch.state
    if state.closing is not None:
        raise TableIsClosing
    if state.seat_of(command.player) is not None:
        raise AlreadySeated
    number = _free_seat(state, command.seat)
    index = remembered_departure(state, command.player)
    gone = None if index is None else state.departures[index]
    own = gone.chips if gone is not None and not state.identity.private else 0
    least, most = buy_in_limits(state, max(own, command.must_bring or 0))
    if type(command.chips) is not int:
        raise Malformed("A buy-in is a whole number of chips.")
    if not least <= command.chips <= most:
        raise BuyInOutOfRange(least, most)
    batch.add(
        events.SeatTaken(
            seat=number,
            player=command.player,
            name=command.name,
            chips=command.chips,
            owes_blind=gone is not None and gone.missed_blind,
            must_wait=must_wait(state, number),
        )
    )


def buy_in_limits(state: TableState, must_bring: int) -> tuple[int, int]:
    """Least and most to sit down with: the table's range, but what was taken away comes back, the
    one way above the maximum (A14, A19)."""
    options = state.options
    return max(options.min_buy_in, must_bring), max(options.max_buy_in, must_bring)


def _free_seat(state: TableState, wanted: int | None) -> int:
    if wanted is not None:
        if type(wanted) is not int or not 0 <= wanted < len(state.seats):
            raise Malformed("There is no such seat.")
        if state.seats[wanted] is not None:
            raise SeatTakenError(wanted)
        return wanted
    if None not in state.seats:
        raise TableFull
    return state.seats.index(None)


def free(batch: Batch, seat: Seat, reason: str) -> None:
    """The seat is empty again, its chips go home (A17, A18, A20). The longest seated inherits a
    private table (A30)."""
    batch.add(events.SeatFreed(seat.seat, seat.player, seat.stack, reason))
    heirs = batch.state.taken
    if batch.state.host == seat.player and heirs:
        heir = min(heirs, key=lambda other: (other.leaving, other.joined_ms, other.seat))
        batch.add(events.HostChanged(heir.player))


def _sit_out(batch: Batch, command: commands.SitOut) -> None:
    seat = staying(batch.state, command.player)
    if not seat.sitting_out:
        batch.add(events.SatOut(seat.seat, "asked"))


def _sit_in(batch: Batch, command: commands.SitIn) -> None:
    """Who only changes the way to come in keeps the place in the queue."""
    state = batch.state
    seat = staying(state, command.player)
    post_now = command.post_now and seat.entering and not state.in_hand(seat.seat)
    if not seat.sitting_out and post_now == seat.post_now:
        return
    waits = comes_late(state, seat) if seat.sitting_out else seat.must_wait
    batch.add(events.SatIn(seat.seat, post_now, waits))


def comes_late(state: TableState, seat: Seat) -> bool:
    """Whether a seat that missed a hand now comes in between button and big blind (A16)."""
    missed_a_hand = seat.newcomer or seat.last_hand < state.hand_no
    return missed_a_hand and not state.in_hand(seat.seat) and must_wait(state, seat.seat)


def max_top_up(state: TableState, seat: Seat) -> int:
    """Chips that may be added now, or at the end of the hand as the stack was at its start."""
    return max(0, state.options.max_buy_in - seat.stack)


def _top_up(batch: Batch, command: commands.TopUp) -> None:
    """Always queued: what the wallet holds comes with ApplyTopUps. While a hand runs, no stack is
    known yet, so that only the table's maximum is checked (A18)."""
    state = batch.state
    seat = staying(state, command.player)
    if type(command.chips) is not int or command.chips < 1:
        raise Malformed("A top-up is a whole number of chips.")
    if state.closing is not None:
        raise TableIsClosing
    if state.in_hand(seat.seat):
        if command.chips > state.options.max_buy_in:
            raise TopUpTooLarge(state.options.max_buy_in)
    else:
        most = max_top_up(state, seat)
        if most == 0:
            raise TopUpTooLarge(0)
        if seat.stack == 0 and command.chips < state.options.min_buy_in:
            raise RebuyTooSmall(state.options.min_buy_in)
    if command.chips != seat.queued_top_up:
        batch.add(events.TopUpQueued(seat.seat, command.chips))


def _apply_top_ups(batch: Batch, command: commands.ApplyTopUps) -> None:
    """What was asked for, cut to the table's maximum and to the wallet; 0 if a rebuy would stay
    below the minimum (A18). Players without an entry in `wallets` keep theirs queued."""
    if batch.state.hand is not None:
        raise HandRunning
    wallets = dict(command.wallets)
    for seat in batch.state.taken:
        if not seat.queued_top_up or seat.player not in wallets:
            continue
        most = max_top_up(batch.state, seat)
        chips = max(0, min(seat.queued_top_up, most, wallets[seat.player]))
        if seat.stack == 0 and chips < batch.state.options.min_buy_in:
            chips = 0
        waits = chips > 0 and seat.stack == 0 and comes_late(batch.state, seat)
        batch.add(events.ToppedUp(seat.seat, chips, waits))


def _rename(batch: Batch, command: commands.Rename) -> None:
    seat = seated(batch.state, command.player)
    if seat.name != command.name:
        batch.add(events.Renamed(seat.seat, command.name))
