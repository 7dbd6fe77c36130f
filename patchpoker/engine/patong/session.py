"""The ledger of a session: who has how many points, and the rounds that gave them (D10, D15)."""

from dataclasses import dataclass

from patchpoker.engine.errors import Bug
from patchpoker.engine.frozen import replacer
from patchpoker.engine.patong.events import RoundEnd
from patchpoker.engine.patong.state import RoundState

ROUNDS_KEPT = 50


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One past round. `half_points`: (seat, one number a street turned over), the tiebreak's
    aside; `multiplier` None where no card was drawn."""

    round_no: int
    winner: int | None
    ending: RoundEnd
    session_points: int
    multiplier: int | None
    half_points: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class SessionLedger:
    """`target` None: single rounds, counted on as long as the table likes; else a Series, which is
    over when it has a `winner`. `points`: (seat, session points) by seat, of seats held for
    someone who left too. `rounds`: the last 50."""

    target: int | None = None
    points: tuple[tuple[int, int], ...] = ()
    rounds: tuple[RoundLine, ...] = ()
    winner: int | None = None

    def points_of(self, seat: int) -> int:
        return dict(self.points).get(seat, 0)

    def seat_taken(self, seat: int) -> "SessionLedger":
        """A newcomer starts at 0; who comes back to a held seat has what he had (D15)."""
        return self.with_points(seat, self.points_of(seat))

    def seat_freed(self, seat: int) -> "SessionLedger":
        return change_ledger(self, points=tuple(line for line in self.points if line[0] != seat))

    def after_round(self, state: RoundState) -> "SessionLedger":
        """With a round that is over; a void one counts for nothing (A29)."""
        if not state.over or self.winner is not None:
            raise Bug("the round isn't over, or the Series is")
        finished = state.finished
        if finished is None:
            return self
        ledger = change_ledger(self, rounds=(*self.rounds, _line(state))[-ROUNDS_KEPT:])
        if finished.winner is None:
            return ledger
        points = self.points_of(finished.winner) + finished.session_points
        ledger = ledger.with_points(finished.winner, points)
        if self.target is not None and points >= self.target:
            return change_ledger(ledger, winner=finished.winner)
        return ledger

    def last_player_left(self, seat: int) -> "SessionLedger":
        """All others are gone for good: the last one wins the Series (D15)."""
        return self if self.target is None else change_ledger(self, winner=seat)

    def with_points(self, seat: int, points: int) -> "SessionLedger":
        """With the seat's line set to `points`."""
        return change_ledger(
            self, points=tuple(sorted({**dict(self.points), seat: points}.items()))
        )


def _line(state: RoundState) -> RoundLine:
    finished = state.finished
    if finished is None:
        raise Bug("a void round has no line")
    streets = [
        {reveal.seat: reveal.half_points for reveal in street.reveals}
        for street in state.revealed
        if street.board_hand is None
    ]
    return RoundLine(
        round_no=state.started.round_no,
        winner=finished.winner,
        ending=finished.ending,
        session_points=finished.session_points,
        multiplier=None if state.multiplier is None else state.multiplier.multiplier,
        half_points=tuple(
            (seat, tuple(street.get(seat, 0) for street in streets)) for seat in state.started.seats
        ),
    )


change_ledger = replacer(SessionLedger)
