"""One round of Patong as it stands: immutable, and all that `decide` and `evolve` work on."""

from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.cards import Card
from patchpoker.engine.errors import Bug
from patchpoker.engine.frozen import replacer
from patchpoker.engine.patong.events import (
    ChoiceSubmitted,
    MultiplierDrawn,
    RoundFinished,
    RoundStarted,
    Street,
    StreetRevealed,
)
from patchpoker.engine.patong.options import PatongOptions
from patchpoker.engine.rake import RakeRule


class Phase(StrEnum):
    """CHOOSING awaits every player who hasn't submitted, REVEALED the next beat."""

    CHOOSING = "choosing"
    REVEALED = "revealed"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One seat's part of the round.

    `cards` in hand, a submitted choice's too until it is turned over. `half_points` on all streets.
    `folds` so far (D7). `selection`: what is selected on the screen. `submitted`: the sealed choice
    of this street. `left`: its player has gone (D15).
    """

    seat: int
    cards: tuple[Card, ...]
    half_points: int = 0
    folds: int = 0
    selection: tuple[Card, ...] = ()
    submitted: ChoiceSubmitted | None = None
    left: bool = False


Players = tuple[PlayerRound, ...]


@dataclass(frozen=True, slots=True)
class RoundState:
    """`started` has what the round is dealt under; `players` go by seat. `next_draw`: where in the
    deck the next card for a fold lies. `decision` grows with each street, which is one decision for
    all. `revealed`: the streets turned over so far; `finished` and `void`: how it ended."""

    started: RoundStarted
    players: Players
    board: tuple[Card, ...]
    street: Street
    phase: Phase
    next_draw: int
    decision: int
    revealed: tuple[StreetRevealed, ...] = ()
    multiplier: MultiplierDrawn | None = None
    finished: RoundFinished | None = None
    void: str | None = None

    @property
    def options(self) -> PatongOptions:
        return self.started.options

    @property
    def rake(self) -> RakeRule:
        return RakeRule(self.started.rake_bps, self.started.rake_cap_chips)

    @property
    def over(self) -> bool:
        return self.phase is Phase.FINISHED

    def player(self, seat: int) -> PlayerRound | None:
        for player in self.players:
            if player.seat == seat:
                return player
        return None

    def dealt_in(self, seat: int) -> PlayerRound:
        """The player that must be there; a Bug if not."""
        player = self.player(seat)
        if player is None:
            raise Bug(f"seat {seat} is not in the round")
        return player

    @property
    def live_players(self) -> Players:
        """Who still takes part, clockwise from the dealer's left (D1)."""
        return tuple(
            player
            for player in map(self.dealt_in, clockwise(self.started.seats, self.started.dealer))
            if not player.left
        )

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that owe a choice; one without cards owes none (D9)."""
        if self.phase is not Phase.CHOOSING:
            return frozenset()
        return frozenset(p.seat for p in self.live_players if p.cards and p.submitted is None)


def clockwise(seats: tuple[int, ...], after: int) -> tuple[int, ...]:
    """The seats, which go up, beginning with the first one after `after`."""
    return tuple(seat for seat in seats if seat > after) + tuple(s for s in seats if s <= after)


change_player = replacer(PlayerRound)
change_round = replacer(RoundState)
