"""evolve: a table and an event to the table after it. Takes what happened as given: no rules here.

Versions are counted here too, so that they are the same after a restart: every event moves the
public version, except those that change nothing anybody else may see; these move the number of
the one seat they concern. A viewer's version is `state.version_for`.
"""

from collections.abc import Iterable
from dataclasses import replace

from patchpoker.engine.betting import events as hand_events
from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.events import HandEvent, Post
from patchpoker.engine.betting.evolve import evolve as evolve_hand
from patchpoker.table import events as table_events
from patchpoker.table.deadlines import REMEMBERED_MS
from patchpoker.table.events import TableEvent
from patchpoker.table.record import completed, finished, noted, started, voided
from patchpoker.table.seating import is_between, passed_by_blind
from patchpoker.table.state import Clock, Departure, Seat, TableState

Event = TableEvent | HandEvent

MAX_DEPARTURES = 64

_POST_TEXTS = {
    Post.SMALL_BLIND: "small blind",
    Post.BIG_BLIND: "big blind",
    Post.ENTRY: "post",
}


def evolve(state: TableState | None, event: Event) -> TableState:
    """The state after the event. The first event of a table is TableOpened."""
    if state is None:
        return _opened(event)
    if isinstance(event, HandEvent):
        after = _evolve_hand_event(state, event)
    else:
        after = _evolve_table_event(state, event)
    return _with_versions(after, state, event)


def fold(events: Iterable[Event], state: TableState | None = None) -> TableState:
    """The state after all these events. ValueError if there is nothing to fold."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a table begins with an event")
    return state


def _opened(event: Event) -> TableState:
    if not isinstance(event, table_events.TableOpened):
        raise TypeError(f"a table begins with TableOpened, not {type(event).__name__}")
    return TableState(
        identity=event.identity,
        options=event.options,
        host=event.host,
        now_ms=0,
        seats=(None,) * event.options.seats,
    )


def _evolve_table_event(state: TableState, event: TableEvent) -> TableState:
    match event:
        case table_events.TimePassed(now_ms):
            return replace(state, now_ms=now_ms)
        case table_events.ClockStarted(deadline_ms, total_ms):
            clocked = replace(state, clock=Clock(deadline_ms, total_ms))
            if deadline_ms is None:
                return replace(clocked, pausing=False, record=None, own_cards=())
            return clocked
        case table_events.OptionsChanged(options):
            seats = (*state.seats, *(None,) * options.seats)[: options.seats]
            return replace(state, options=options, seats=seats)
        case table_events.HostChanged(player):
            return replace(state, host=player)
        case table_events.TableReopened():
            return _reopened(state, event)
        case table_events.TableClosing(reason):
            return replace(state, closing=reason)
        case table_events.TableClosed(reason):
            clock = Clock(None, 0)
            return replace(state, closing=reason, closed=True, clock=clock, pausing=False)
        case table_events.SeatTaken():
            return _seat_taken(state, event)
        case table_events.SeatFreed():
            return _seat_freed(state, event)
        case _:
            return _evolve_seat_event(state, event)


def _evolve_seat_event(state: TableState, event: TableEvent) -> TableState:
    match event:
        case table_events.LeaveRequested(number):
            seat = replace(state.seat_at(number), leaving=True)
        case table_events.SatOut(number, _):
            seat = replace(
                state.seat_at(number),
                sitting_out_ms=state.now_ms,
                blinds_missed=0,
                idle_arrangements=0,
                post_now=False,
            )
        case table_events.SatIn(number, post_now, must_wait):
            seat = replace(
                state.seat_at(number),
                sitting_out_ms=None,
                post_now=post_now,
                must_wait=must_wait,
            )
        case table_events.BlindMissed(number):
            seat = state.seat_at(number)
            missed = seat.blinds_missed + 1
            seat = replace(seat, owes_blind=True, blinds_missed=missed)
        case table_events.TopUpQueued(number, chips):
            seat = replace(state.seat_at(number), queued_top_up=chips)
        case table_events.ToppedUp(number, chips, must_wait):
            seat = state.seat_at(number)
            seat = replace(
                seat,
                stack=seat.stack + chips,
                queued_top_up=0,
                busted_ms=None if chips else seat.busted_ms,
                must_wait=seat.must_wait or must_wait,
            )
        case table_events.Renamed(number, name):
            seat = replace(state.seat_at(number), name=name)
        case _:
            raise TypeError(f"unknown table event {type(event).__name__}")
    return state.with_seat(seat)


def _seat_taken(state: TableState, event: table_events.SeatTaken) -> TableState:
    seat = Seat(
        seat=event.seat,
        player=event.player,
        name=event.name,
        stack=event.chips,
        joined_ms=state.now_ms,
        newcomer=True,
        owes_blind=event.owes_blind,
        must_wait=event.must_wait,
    )
    gone = tuple(gone for gone in state.departures if gone.player != event.player)
    return replace(state.with_seat(seat), departures=gone)


def _seat_freed(state: TableState, event: table_events.SeatFreed) -> TableState:
    left = state.seat_at(event.seat)
    departure = Departure(event.player, event.seat, event.chips, state.now_ms, left.owes_blind)
    remembered = [
        gone
        for gone in state.departures
        if gone.player != event.player and state.now_ms < gone.at_ms + REMEMBERED_MS
    ]
    return replace(
        state,
        seats=(*state.seats[: event.seat], None, *state.seats[event.seat + 1 :]),
        departures=(*remembered, departure)[-MAX_DEPARTURES:],
        own_cards=tuple(own for own in state.own_cards if own[0] != event.seat),
    )


def _reopened(state: TableState, event: table_events.TableReopened) -> TableState:
    """All clocks of the seats stood still while nobody could reach the table."""

    def later(at_ms: int | None) -> int | None:
        return None if at_ms is None else at_ms + event.down_ms

    seats = tuple(
        seat
        and replace(
            seat, sitting_out_ms=later(seat.sitting_out_ms), busted_ms=later(seat.busted_ms)
        )
        for seat in state.seats
    )
    return replace(state, seats=seats, clock=replace(state.clock, deadline_ms=event.deadline_ms))


def _evolve_hand_event(state: TableState, event: HandEvent) -> TableState:
    match event:
        case hand_events.HandStarted():
            return _hand_started(state, event)
        case hand_events.HandFinished():
            return _hand_finished(state, event)
        case hand_events.HandVoided():
            return voided(state)
    state = replace(state, hand=evolve_hand(state.hand, event), record=noted(state.record, event))
    match event:
        case hand_events.BlindPosted(number, post, chips):
            return _with_last_action(state, number, f"{_POST_TEXTS[post]} {chips}")
        case hand_events.ActionTaken():
            return _with_last_action(state, event.seat, _action_text(event))
        case hand_events.StreetDealt():
            cleared = (seat and replace(seat, last_action=None) for seat in state.seats)
            return replace(state, seats=tuple(cleared))
        case hand_events.ArrangementEnded(timed_out):
            return _arrangement_ended(state, timed_out)
    return state


def _hand_started(state: TableState, event: hand_events.HandStarted) -> TableState:
    dealt_in = {entrant.seat for entrant in event.entrants}
    seats = tuple(
        seat
        and replace(
            seat,
            last_action=None,
            last_hand=event.hand_no if seat.seat in dealt_in else seat.last_hand,
        )
        for seat in state.seats
    )
    departures = tuple(
        replace(gone, missed_blind=True)
        if passed_by_blind(state, gone.seat, event.big_blind_seat)
        else gone
        for gone in state.departures
    )
    return replace(
        state,
        seats=seats,
        departures=departures,
        hand=evolve_hand(None, event),
        hand_no=event.hand_no,
        pausing=False,
        own_cards=(),
        record=started(event),
    )


def _hand_finished(state: TableState, event: hand_events.HandFinished) -> TableState:
    record = completed(state, event)
    stacks = dict(event.stacks)
    last_button = state.last_button
    seats = []
    for seat in state.seats:
        if seat is not None and seat.seat in stacks:
            chips = stacks[seat.seat]
            seat = replace(
                seat,
                stack=chips,
                busted_ms=None if chips else state.now_ms,
                newcomer=False,
                owes_blind=False,
                must_wait=False,
                post_now=False,
                blinds_missed=0,
            )
        elif seat is not None and last_button not in (None, record.button):
            passed = is_between(last_button, seat.seat, record.button, len(state.seats))
            seat = replace(seat, must_wait=seat.must_wait and not passed)
        seats.append(seat)
    big_blind = record.big_blind_seat
    return replace(
        finished(state, record),
        seats=tuple(seats),
        last_button=record.button,
        last_big_blind=big_blind,
        last_big_blind_player=state.seat_at(big_blind).player,
    )


def _arrangement_ended(state: TableState, timed_out: tuple[int, ...]) -> TableState:
    """Count, for those who arranged, how often in a row it ran out without any input (C4)."""
    for player in () if state.hand is None else state.hand.live_players:
        seat = state.seat_at(player.seat)
        idle = player.seat in timed_out and not player.touched
        count = seat.idle_arrangements + 1 if idle else 0
        state = state.with_seat(replace(seat, idle_arrangements=count))
    return state


def _with_last_action(state: TableState, number: int, text: str) -> TableState:
    return state.with_seat(replace(state.seat_at(number), last_action=text))


def _action_text(event: hand_events.ActionTaken) -> str:
    match event.action:
        case Action.CALL:
            return f"call {event.chips}"
        case Action.BET:
            return f"bet {event.bet}"
        case Action.RAISE:
            return f"raise to {event.bet}"
        case _:
            return event.action.value


def _with_versions(after: TableState, before: TableState, event: Event) -> TableState:
    match event:
        case table_events.TimePassed():
            return after
        case (
            hand_events.CardsSwapped(number)
            | table_events.TopUpQueued(number)
            | table_events.BlindMissed(number)
            | table_events.ToppedUp(number, chips=0)
        ):
            seat = after.seat_at(number)
            return after.with_seat(replace(seat, private_version=seat.private_version + 1))
        case table_events.SeatFreed(number):
            gone = before.seat_at(number).private_version
            return replace(after, public_version=after.public_version + 1 + gone)
        case _:
            return replace(after, public_version=after.public_version + 1)
