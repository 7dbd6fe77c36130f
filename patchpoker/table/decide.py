"""decide: a table and a command to the events that follow, or a refusal that changes nothing.

A table is seats, and hands one after another. It is always in one phase:

    phase     what it waits for              next
    waiting   two who can be dealt in (A28)  a Tick deals -> playing
    playing   the hand: a decision, the      Act, Swap, SetReady, Leave, or a Tick when the clock
              arrangement, a beat            has run out; the hand's last event -> result
    result    the pause (A28)                a Tick deals -> playing, or finds too few -> waiting
    closed    nothing                        none; CloseTable leads here, after the hand (A17)

Whatever is asked, the events are made in one pass: the command's own, then what follows from them
by itself (`_after_hand_events`): who timed out sits out, a new decision starts a clock, the end
of a hand frees the seats of those who left and starts the pause. Each batch starts with the time,
so that a restart knows how much of a clock was left (A23). Time never goes back: a command from
before the last one counts as of then.

Betting, cards and pots are the engine's; nothing of them is decided here.
"""

from __future__ import annotations

from typing import assert_never

from patchpoker.engine.betting import commands as hand_commands
from patchpoker.engine.betting import events as hand_events
from patchpoker.engine.betting.decide import decide as decide_hand
from patchpoker.engine.betting.events import HandEvent
from patchpoker.engine.betting.state import Phase
from patchpoker.engine.errors import IllegalNow, Malformed, Stale
from patchpoker.engine.games import GAMES
from patchpoker.table import commands, deadlines, events, membership, seating
from patchpoker.table.batch import Batch
from patchpoker.table.commands import Command
from patchpoker.table.config import check_options
from patchpoker.table.errors import HandRunning, NoHandRunning, NotHost, SeatsOccupied
from patchpoker.table.evolve import Event
from patchpoker.table.state import Seat, TableState, decision_id

MAX_IDLE_ARRANGEMENTS = 2
"""The arrangement in a row, run out without any input, that sits a player out (C4)."""


_AtOpenTable = (
    commands.SeatCommand
    | commands.HandCommand
    | commands.Tick
    | commands.Leave
    | commands.ChangeOptions
    | commands.Reopen
    | commands.CloseTable
    | commands.VoidHand
)


def decide(state: TableState | None, command: Command) -> tuple[Event, ...]:
    """The events of a command; () when it changes nothing. Raises `engine.errors.Refusal` and its
    kinds (also `table.errors`), or `Bug` if the running hand can't go on: send VoidHand then."""
    if isinstance(command, commands.OpenTable):
        return _open(state, command)
    if state is None:
        raise IllegalNow("The table isn't open yet.")
    if state.closed:
        raise IllegalNow("The table is closed.")
    batch = Batch(state, command.now_ms)
    _dispatch(batch, command)
    return batch.events


def _dispatch(batch: Batch, command: _AtOpenTable) -> None:
    match command:
        case commands.Act() | commands.Swap() | commands.SetReady():
            _play(batch, command)
        case commands.Tick():
            _tick(batch, command)
        case commands.Leave():
            _leave(batch, command)
        case commands.ChangeOptions():
            _change_options(batch, command)
        case commands.Reopen():
            _reopen(batch)
        case commands.CloseTable():
            _close(batch, command)
        case commands.VoidHand():
            _void(batch, command)
        case _:
            membership.change_seat(batch, command)


def _open(state: TableState | None, command: commands.OpenTable) -> tuple[Event, ...]:
    if state is not None:
        raise IllegalNow("The table is open already.")
    check_options(command.options, private=command.identity.private)
    opened = events.TableOpened(command.identity, command.options, command.host)
    return (opened, events.TimePassed(command.now_ms))


# --- the hand -------------------------------------------------------------------------------


def _play(batch: Batch, command: commands.HandCommand) -> None:
    seat = membership.seated(batch.state, command.player)
    hand = batch.state.hand
    if hand is None or command.decision != decision_id(batch.state):
        raise Stale("That decision has passed.")
    _step(batch, _hand_command(command, seat.seat))


def _hand_command(command: commands.HandCommand, seat: int) -> hand_commands.Command:
    match command:
        case commands.Act(action=action, raise_to=raise_to):
            if raise_to is not None and type(raise_to) is not int:
                raise Malformed("A size is a whole number of chips.")
            return hand_commands.Act(seat, action, raise_to)
        case commands.Swap(first=first, second=second):
            if type(first) is not int or type(second) is not int:
                raise Malformed("A position is a whole number.")
            return hand_commands.Swap(seat, first, second)
        case commands.SetReady(ready=ready):
            return hand_commands.SetReady(seat, ready)
        case _:
            assert_never(command)


def _step(batch: Batch, command: hand_commands.Command) -> None:
    """A command to the running hand, and everything that follows by itself."""
    before = batch.state.hand
    if before is None:
        raise NoHandRunning
    made = decide_hand(before, command)
    batch.add(*made)
    _after_hand_events(batch, made, waited_for=deadlines.waited_for(before))


def _after_hand_events(
    batch: Batch, made: tuple[HandEvent, ...], waited_for: tuple[object, ...] | None
) -> None:
    for event in made:
        match event:
            case hand_events.ActionTaken(seat=number, timed_out=True):
                _sit_out(batch, batch.state.seat_at(number), "timed_out")
            case hand_events.ArrangementEnded(timed_out=seats):
                for number in seats:
                    seat = batch.state.seat_at(number)
                    if seat.idle_arrangements >= MAX_IDLE_ARRANGEMENTS:
                        _sit_out(batch, seat, "idle_arrangements")
    hand = batch.state.hand
    if hand is None:
        _end_hand(batch)
    elif deadlines.waited_for(hand) != waited_for:
        _start_clock(batch, deadlines.total_ms(batch.state, hand))


def _sit_out(batch: Batch, seat: Seat, reason: str) -> None:
    if not seat.sitting_out and not seat.leaving:
        batch.add(events.SatOut(seat.seat, reason))


def _start_clock(batch: Batch, total_ms: int) -> None:
    batch.add(events.ClockStarted(batch.state.now_ms + total_ms, total_ms))


def _end_hand(batch: Batch) -> None:
    """The seats of those who left are freed in the same batch (A17), then the pause (A28)."""
    for seat in batch.state.taken:
        if seat.leaving:
            membership.free(batch, seat, "left")
    if batch.state.closing is not None:
        _close_now(batch, batch.state.closing)
    else:
        _start_clock(batch, deadlines.pause_ms(batch.state))


# --- time -----------------------------------------------------------------------------------


def _tick(batch: Batch, command: commands.Tick) -> None:
    """What is due: the hand's clock, seats to free, the next deal. In this order, each once."""
    if batch.state.hand is not None and deadlines.clock_due(batch.state):
        _step(batch, _due_in_hand(batch.state.hand.phase))
    for due_ms, seat in deadlines.seats_to_free(batch.state):
        if due_ms <= batch.state.now_ms:
            reason = "sat_out" if seat.busted_ms is None else "busted"
            membership.free(batch, seat, reason)
    if batch.state.hand is None and (
        batch.state.clock.deadline_ms is None or deadlines.clock_due(batch.state)
    ):
        _deal(batch, command)


def _due_in_hand(phase: Phase) -> hand_commands.Command:
    if phase is Phase.RUN_OUT:
        return hand_commands.DealNextStreet()
    return hand_commands.TimeOut()


def _deal(batch: Batch, command: commands.Tick) -> None:
    """The next hand, or the end of the pause if there are too few for one."""
    deal = seating.plan_deal(batch.state, command.deck)
    if deal is None:
        if batch.state.pausing:
            batch.add(events.ClockStarted(None, 0))
        return
    _miss_blinds(batch, deal)
    options = batch.state.options
    made = decide_hand(
        None,
        hand_commands.StartHand(
            hand_no=batch.state.hand_no + 1,
            variant=GAMES[options.game],
            button=deal.button,
            small_blind_seat=deal.small_blind_seat,
            big_blind_seat=deal.big_blind_seat,
            small_blind=options.small_blind,
            big_blind=options.big_blind,
            rake=options.rake,
            entrants=deal.entrants,
            deck=command.deck,
        ),
    )
    batch.add(*made)
    _after_hand_events(batch, made, waited_for=None)


def _miss_blinds(batch: Batch, deal: seating.Deal) -> None:
    """The big blind passes those who were here before and aren't dealt in (A15); the third time,
    one who sits out loses the seat (A20)."""
    dealt_in = {entrant.seat for entrant in deal.entrants}
    for seat in batch.state.taken:
        if seat.seat in dealt_in or (seat.entering and not seat.sitting_out):
            continue
        if not seating.passed_by_blind(batch.state, seat.seat, deal.big_blind_seat):
            continue
        if seat.sitting_out and seat.blinds_missed + 1 >= deadlines.BLINDS_MISSED:
            membership.free(batch, seat, "sat_out")
        else:
            batch.add(events.BlindMissed(seat.seat))


def _reopen(batch: Batch) -> None:
    before = batch.before
    deadline_ms = deadlines.reopened_deadline_ms(before, batch.state.now_ms)
    batch.add(events.TableReopened(deadline_ms, batch.state.now_ms - before.now_ms))


# --- the table ------------------------------------------------------------------------------


def _leave(batch: Batch, command: commands.Leave) -> None:
    """At once, or when the hand is over for one who was dealt in (A17, C9)."""
    seat = membership.seated(batch.state, command.player)
    if seat.leaving:
        return
    if not batch.state.in_hand(seat.seat):
        membership.free(batch, seat, "left")
        return
    batch.add(events.LeaveRequested(seat.seat))
    if not batch.state.folded(seat.seat):
        _step(batch, hand_commands.LeaveHand(seat.seat))


def _change_options(batch: Batch, command: commands.ChangeOptions) -> None:
    state = batch.state
    private = state.identity.private
    if command.player is not None and not (private and command.player == state.host):
        raise NotHost
    if state.hand is not None:
        raise HandRunning
    check_options(command.options, private=private)
    if any(seat.seat >= command.options.seats for seat in state.taken):
        raise SeatsOccupied
    if command.options != state.options:
        batch.add(events.OptionsChanged(command.options))


def _close(batch: Batch, command: commands.CloseTable) -> None:
    if batch.state.hand is None:
        _close_now(batch, command.reason)
    elif batch.state.closing is None:
        batch.add(events.TableClosing(command.reason))


def _close_now(batch: Batch, reason: str) -> None:
    for seat in batch.state.taken:
        membership.free(batch, seat, "closed")
    batch.add(events.TableClosed(reason))


def _void(batch: Batch, command: commands.VoidHand) -> None:
    """The running hand can't be finished: all stacks as at its start (A29)."""
    if batch.state.hand is None:
        raise NoHandRunning
    batch.add(hand_events.HandVoided(command.reason))
    _end_hand(batch)
