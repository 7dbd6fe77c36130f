"""The public side of a hand, collected while it runs and kept as the last result.

What `evolve` does with a hand's events besides handing them to the engine. Only cards that
everybody has seen come in here.
"""

from dataclasses import replace

from patchpoker.engine.betting import events as hand_events
from patchpoker.engine.betting.events import HandEvent, Win
from patchpoker.engine.games import GAMES
from patchpoker.table.state import Clock, Ending, HandRecord, TableState, Total


def started(event: hand_events.HandStarted) -> HandRecord:
    boards = ((),) * GAMES[event.variant].boards
    return HandRecord(
        event.hand_no, event.button, event.small_blind_seat, event.big_blind_seat, boards
    )


def noted(record: HandRecord | None, event: HandEvent) -> HandRecord | None:
    """The record with what this event shows to everybody."""
    if record is None:
        return None
    match event:
        case hand_events.StreetDealt(_, cards):
            boards = tuple((*old, *new) for old, new in zip(record.boards, cards, strict=True))
            return replace(record, boards=boards)
        case hand_events.HandsTurnedUp(hands):
            return replace(record, turned_up=hands)
        case hand_events.HandsShown(hands):
            return replace(record, shown=hands)
        case hand_events.UncalledBetReturned(seat, chips):
            return replace(record, returned=(*record.returned, Win(seat, chips)))
        case hand_events.PotAwarded():
            return replace(record, awards=(*record.awards, event))
        case _:
            return record


def completed(state: TableState, event: hand_events.HandFinished) -> HandRecord:
    """The running hand's record with its end, in numbers for each player."""
    if state.record is None or state.hand is None:
        raise LookupError("no hand is running")
    won = dict.fromkeys((seat for seat, _ in event.stacks), 0)
    for award in state.record.awards:
        for win in (win for share in award.shares for win in share.winners):
            won[win.seat] += win.chips
    players = {player.seat: player for player in state.hand.players}
    totals = []
    for number, chips in event.stacks:
        seat = state.seat_at(number)
        totals.append(
            Total(
                seat=number,
                player=seat.player,
                name=seat.name,
                contributed=won[number] - (chips - seat.stack),
                won=won[number],
                stack=chips,
                folded=players[number].folded,
                all_in=players[number].all_in,
            )
        )
    ending = Ending.SHOWDOWN if state.record.shown else Ending.UNCONTESTED
    return replace(state.record, ending=ending, totals=tuple(totals))


def voided(state: TableState) -> TableState:
    """All stacks as at the hand's start, which is what the seats still hold (A29)."""
    if state.record is None or state.hand is None:
        raise LookupError("no hand is running")
    totals = []
    for player in state.hand.players:
        seat = state.seat_at(player.seat)
        totals.append(
            Total(seat.seat, seat.player, seat.name, 0, 0, seat.stack, player.folded, False)
        )
    record = replace(state.record, ending=Ending.VOID, totals=tuple(totals), returned=(), awards=())
    return finished(state, record)


def finished(state: TableState, record: HandRecord) -> TableState:
    """The hand is over: nothing of it stays but its record, and for the pause everybody's own
    cards."""
    if state.hand is None:
        raise LookupError("no hand is running")
    return replace(
        state,
        hand=None,
        pausing=True,
        clock=Clock(None, 0),
        record=record,
        last_result=record,
        own_cards=tuple((player.seat, player.hole_cards) for player in state.hand.players),
    )
