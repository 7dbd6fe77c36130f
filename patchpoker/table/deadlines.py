"""Time at a table, as data: how long everything may take, and what is due when.

An alarm outside only wakes the table with a Tick; whether a time has come is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchpoker.engine.betting.state import Phase
from patchpoker.engine.games import GAMES

if TYPE_CHECKING:
    from patchpoker.engine.betting.state import HandState
    from patchpoker.table.state import Seat, TableState

BEAT_MS = 1_000
"""Between the streets of a run-out (A21, C8)."""
BUSTED_MS = 60_000
"""How long a seat without chips is kept (A18)."""
SITTING_OUT_MS = 10 * 60_000
"""How long one may sit out (A20)."""
BLINDS_MISSED = 3
"""The big blind that frees the seat of one who sits out (A20)."""
REMEMBERED_MS = 60 * 60_000
"""How long a departure is remembered (A15, A19)."""
REOPENED_MS = 10_000
"""The least that is left of a decision after a restart (A23)."""


def waited_for(hand: HandState) -> tuple[object, ...]:
    """What a clock is for: a new one starts when this changes, and only then."""
    return (hand.phase, hand.street, hand.to_act)


def total_ms(state: TableState, hand: HandState) -> int:
    """The time for what the hand waits for now (A11, A21, C4, C8)."""
    match hand.phase:
        case Phase.BETTING:
            return state.options.clocks.decision_ms
        case Phase.ARRANGING:
            return state.options.clocks.arrangement_ms
        case _:
            return BEAT_MS


def pause_ms(state: TableState) -> int:
    """How long a result is shown (A28)."""
    return GAMES[state.options.game].result_pause_ms


def clock_due(state: TableState) -> bool:
    deadline = state.clock.deadline_ms
    return deadline is not None and deadline <= state.now_ms


def reopened_deadline_ms(state: TableState, now_ms: int) -> int | None:
    """The running clock's new deadline: what was left at the last committed event, for a decision
    at least 10 s, counted from now (A23)."""
    if state.clock.deadline_ms is None:
        return None
    left = max(0, state.clock.deadline_ms - state.now_ms)
    if state.hand is not None and state.hand.phase in (Phase.BETTING, Phase.ARRANGING):
        left = max(left, REOPENED_MS)
    return now_ms + left


def rebuy_deadline_ms(seat: Seat) -> int | None:
    return None if seat.busted_ms is None else seat.busted_ms + BUSTED_MS


def seats_to_free(state: TableState) -> tuple[tuple[int, Seat], ...]:
    """(when, seat) of those who will lose their seat by doing nothing, outside the hand only. A
    rebuy that was asked for keeps the seat until it is applied (A18)."""
    due = []
    for seat in state.taken:
        if state.in_hand(seat.seat) or (seat.busted_ms is not None and seat.queued_top_up):
            continue
        if (rebuy_by := rebuy_deadline_ms(seat)) is not None:
            due.append((rebuy_by, seat))
        elif seat.sitting_out_ms is not None:
            due.append((seat.sitting_out_ms + SITTING_OUT_MS, seat))
    return tuple(due)


def remembered_departure(state: TableState, player: str) -> int | None:
    """Index in `state.departures` of the player's departure within the last 60 min (A15, A19)."""
    for index, gone in enumerate(state.departures):
        if gone.player == player and state.now_ms < gone.at_ms + REMEMBERED_MS:
            return index
    return None
