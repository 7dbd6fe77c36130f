"""One hand as it stands: immutable, and all that `decide` and `evolve` work on."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.betting.events import PotAwarded, ShownHand, Street, Win
from patchpoker.engine.cards import Card
from patchpoker.engine.errors import Bug
from patchpoker.engine.rake import RakeRule
from patchpoker.engine.variant import Variant


class Phase(StrEnum):
    """BETTING awaits one seat, ARRANGING all that aren't ready, RUN_OUT the next beat."""

    BETTING = "betting"
    ARRANGING = "arranging"
    RUN_OUT = "run_out"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """One seat's part of the hand.

    `stack` chips behind, `bet` in front on this street, `contributed` on all streets.
    `hole_cards` in arranged order. `acted`: has acted since the betting was last opened, so it may
    not raise (A4). `left`: its player has gone (A17). `touched`: any input during the arrangement.
    """

    seat: int
    start_stack: int
    stack: int
    bet: int
    contributed: int
    hole_cards: tuple[Card, ...]
    folded: bool = False
    acted: bool = False
    left: bool = False
    ready: bool = False
    touched: bool = False

    @property
    def live(self) -> bool:
        return not self.folded

    @property
    def all_in(self) -> bool:
        return self.stack == 0 and not self.folded

    @property
    def can_bet(self) -> bool:
        """Still in with chips behind."""
        return self.stack > 0 and not self.folded


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a finished hand ended. `void` has the reason of A29, else None; `returned`: the uncalled
    bets (A7); `shown` is empty when nobody had to show (A10)."""

    awards: tuple[PotAwarded, ...]
    shown: tuple[ShownHand, ...]
    returned: tuple[Win, ...]
    void: str | None


@dataclass(frozen=True, slots=True)
class HandState:
    """`players` are sorted by seat. `bet_to_match` is the nominal price of the street and
    `full_raise` the least full raise above it (A5). `opener` is the street's last aggressor.
    `decision` grows whenever who must decide what changes; an arrangement is one decision."""

    hand_no: int
    variant: Variant
    button: int
    small_blind_seat: int
    big_blind_seat: int
    small_blind: int
    big_blind: int
    rake: RakeRule
    deck: tuple[Card, ...]
    next_card: int
    players: tuple[PlayerHand, ...]
    boards: tuple[tuple[Card, ...], ...]
    street: Street
    phase: Phase
    bet_to_match: int
    full_raise: int
    aggressor: int | None
    to_act: int | None
    decision: int
    turned_up: bool = False
    returned: tuple[Win, ...] = ()
    shown: tuple[ShownHand, ...] = ()
    awards: tuple[PotAwarded, ...] = ()
    void: str | None = None

    def player(self, seat: int) -> PlayerHand | None:
        for player in self.players:
            if player.seat == seat:
                return player
        return None

    def dealt_in(self, seat: int) -> PlayerHand:
        """The player that must be there; a Bug if not."""
        player = self.player(seat)
        if player is None:
            raise Bug(f"seat {seat} is not in the hand")
        return player

    def clockwise_from(self, seat: int) -> Iterator[PlayerHand]:
        """Everybody dealt in, beginning with the first seat after `seat`."""
        players = self.players
        start = 0
        while start < len(players) and players[start].seat <= seat:
            start += 1
        yield from players[start:]
        yield from players[:start]

    def hole_cards_on(self, player: PlayerHand, board: int) -> tuple[Card, ...]:
        """The hole cards that play on a board: all of them, or the board's share (C1)."""
        if not self.variant.arranges:
            return player.hole_cards
        size = self.variant.hole_cards // self.variant.boards
        return player.hole_cards[board * size : (board + 1) * size]

    @property
    def live_players(self) -> tuple[PlayerHand, ...]:
        return tuple(player for player in self.players if not player.folded)

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that owe a decision."""
        if self.phase is Phase.BETTING and self.to_act is not None:
            return frozenset((self.to_act,))
        if self.phase is Phase.ARRANGING:
            return frozenset(p.seat for p in self.players if not p.folded and not p.ready)
        return frozenset()

    @property
    def finished(self) -> bool:
        return self.phase is Phase.FINISHED

    @property
    def pot_chips(self) -> int:
        """Everything in the middle, this street's bets and folded chips too (B4)."""
        contributed = sum(player.contributed for player in self.players)
        return contributed - sum(award.chips for award in self.awards)

    @property
    def total_chips(self) -> int:
        """Stacks, the middle and the house's share: the same at every step."""
        rake = sum(award.rake for award in self.awards)
        return sum(player.stack for player in self.players) + self.pot_chips + rake

    @property
    def flop_dealt(self) -> bool:
        return self.street is not Street.PREFLOP

    @property
    def result(self) -> HandResult | None:
        if self.phase is not Phase.FINISHED:
            return None
        return HandResult(self.awards, self.shown, self.returned, self.void)

    def stack_of(self, seat: int) -> int:
        return self.dealt_in(seat).stack
