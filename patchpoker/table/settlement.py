"""Events to ledger transfers: every chip that moves between a wallet, a stake and the house.

A stake is the stack of a seat between hands; while a hand runs it stays what it was at the start.
The hand's end moves it to the new stack by as few transfers as possible: from the net losers to
the net winners and then to the house, both in seat order. Sums are asserted (A29).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.betting.events import HandFinished
from patchpoker.engine.errors import Bug
from patchpoker.table.events import SeatFreed, SeatTaken, ToppedUp
from patchpoker.table.evolve import Event, evolve
from patchpoker.table.state import TableState


class Code(StrEnum):
    """Why chips moved."""

    BUY_IN = "BUY_IN"
    TOP_UP = "TOP_UP"
    CASH_OUT = "CASH_OUT"
    POT = "POT"
    RAKE = "RAKE"


@dataclass(frozen=True, slots=True)
class Wallet:
    player: str


@dataclass(frozen=True, slots=True)
class Stake:
    table_id: str
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class House:
    pass


Account = Wallet | Stake | House


@dataclass(frozen=True, slots=True)
class Transfer:
    """`chips` > 0. `hand_no` for POT and RAKE, else None. `index` counts within the batch: with
    the table and the log's number it makes the transfer's unique key."""

    source: Account
    target: Account
    chips: int
    code: Code
    hand_no: int | None
    index: int


_Move = tuple[Account, Account, int, Code, int | None]


def transfers(before: TableState | None, events: Sequence[Event]) -> tuple[Transfer, ...]:
    """The transfers of one batch of events, decided at `before`. Raises Bug if chips would be made
    or lost."""
    if not any(isinstance(e, SeatTaken | ToppedUp | SeatFreed | HandFinished) for e in events):
        return ()
    moves: list[_Move] = []
    state = before
    for event in events:
        if state is not None:
            moves.extend(_moves(state, event))
        state = evolve(state, event)
    return tuple(
        Transfer(source, target, chips, code, hand_no, index)
        for index, (source, target, chips, code, hand_no) in enumerate(
            move for move in moves if move[2]
        )
    )


def _moves(state: TableState, event: Event) -> list[_Move]:
    match event:
        case SeatTaken(seat=seat, player=player, chips=chips):
            stake = _stake(state, seat, player)
            return [(Wallet(player), stake, chips, Code.BUY_IN, None)]
        case ToppedUp(seat=seat, chips=chips):
            player = state.seat_at(seat).player
            stake = _stake(state, seat, player)
            return [(Wallet(player), stake, chips, Code.TOP_UP, None)]
        case SeatFreed(seat=seat, player=player, chips=chips):
            if chips != state.seat_at(seat).stack:
                raise Bug(f"seat {seat} goes home with {chips} chips that aren't its stack")
            stake = _stake(state, seat, player)
            return [(stake, Wallet(player), chips, Code.CASH_OUT, None)]
        case HandFinished():
            return _hand_moves(state, event)
        case _:
            return []


def _stake(state: TableState, seat: int, player: str) -> Stake:
    return Stake(state.identity.table_id, seat, player)


def _hand_moves(state: TableState, event: HandFinished) -> list[_Move]:
    if state.record is None:
        raise Bug("a hand ended that never started")
    losers: list[tuple[Stake, int]] = []
    winners: list[tuple[Account, int]] = []
    for number, chips in sorted(event.stacks):
        seat = state.seat_at(number)
        stake = _stake(state, number, seat.player)
        if chips < seat.stack:
            losers.append((stake, seat.stack - chips))
        elif chips > seat.stack:
            winners.append((stake, chips - seat.stack))
    winners.append((House(), state.record.rake))
    lost, gained = (sum(chips for _, chips in side) for side in (losers, winners))
    if lost != gained or any(chips < 0 for _, chips in event.stacks):
        raise Bug(f"hand {state.hand_no}: {lost} chips lost, {gained} won")
    return _matched(losers, winners, state.hand_no)


def _matched(
    losers: list[tuple[Stake, int]], winners: list[tuple[Account, int]], hand_no: int
) -> list[_Move]:
    moves: list[_Move] = []
    rest = iter(losers)
    source: Stake | None = None
    left = 0
    for target, due in winners:
        while due:
            if not left:
                source, left = next(rest)
            if source is None:
                raise Bug("nobody lost what was won")
            chips = min(left, due)
            code = Code.RAKE if isinstance(target, House) else Code.POT
            moves.append((source, target, chips, code, hand_no))
            left -= chips
            due -= chips
    return moves
