"""One hand as it stands: immutable, and all that `decide` and `evolve` work on."""

from dataclasses import dataclass
from enum import StrEnum

from patchpoker.engine.betting.events import HandStarted, PotAwarded, ShownHand, Street, Win
from patchpoker.engine.cards import Card
from patchpoker.engine.errors import Bug
from patchpoker.engine.frozen import replacer
from patchpoker.engine.pots import Contribution, Pot, build_pots
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


Players = tuple[PlayerHand, ...]


def clockwise(players: Players, after: int) -> Players:
    """Everybody dealt in, beginning with the first seat after `after`. `players` go by seat."""
    for start, player in enumerate(players):
        if player.seat > after:
            return players[start:] + players[:start]
    return players


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended. `void` has the reason of A29, else None; `returned`: the uncalled bets
    (A7); `shown` is empty when nobody had to show (A10)."""

    awards: tuple[PotAwarded, ...] = ()
    shown: tuple[ShownHand, ...] = ()
    returned: tuple[Win, ...] = ()
    void: str | None = None


@dataclass(frozen=True, slots=True)
class HandState:
    """`started` has what the hand is dealt under; `players` go by seat. `bet_to_match` is the
    nominal price of the street and `full_raise` the least full raise above it (A5); `aggressor` the
    last one to bet or raise in the last round. `decision` grows whenever who must decide what
    changes; an arrangement is one decision. `so_far`: what is settled already."""

    started: HandStarted
    variant: Variant
    players: Players
    boards: tuple[tuple[Card, ...], ...]
    street: Street
    phase: Phase
    bet_to_match: int
    full_raise: int
    aggressor: int | None
    to_act: int | None
    decision: int
    turned_up: bool = False
    so_far: HandResult = HandResult()

    @property
    def hand_no(self) -> int:
        return self.started.hand_no

    @property
    def button(self) -> int:
        return self.started.button

    @property
    def small_blind_seat(self) -> int:
        return self.started.small_blind_seat

    @property
    def big_blind_seat(self) -> int:
        return self.started.big_blind_seat

    @property
    def small_blind(self) -> int:
        return self.started.small_blind

    @property
    def big_blind(self) -> int:
        return self.started.big_blind

    @property
    def rake(self) -> RakeRule:
        return RakeRule(self.started.rake_bps, self.started.rake_cap_chips)

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

    def stack_of(self, seat: int) -> int:
        return self.dealt_in(seat).stack

    @property
    def live_players(self) -> Players:
        return tuple([player for player in self.players if not player.folded])

    def hole_cards_on(self, player: PlayerHand, board: int) -> tuple[Card, ...]:
        """The hole cards that play on a board: all of them, or the board's part (C1)."""
        if not self.variant.arranges:
            return player.hole_cards
        size = self.variant.hole_cards // self.variant.boards
        return player.hole_cards[board * size : (board + 1) * size]

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that owe a decision."""
        if self.phase is Phase.BETTING and self.to_act is not None:
            return frozenset((self.to_act,))
        if self.phase is Phase.ARRANGING:
            return frozenset(p.seat for p in self.players if not p.folded and not p.ready)
        return frozenset()

    @property
    def flop_dealt(self) -> bool:
        return self.street is not Street.PREFLOP

    # chips

    @property
    def pot_chips(self) -> int:
        """Everything in the middle, this street's bets and folded chips too (B4)."""
        chips = 0
        for player in self.players:
            chips += player.contributed
        for award in self.so_far.awards:
            chips -= award.chips
        return chips

    @property
    def total_chips(self) -> int:
        """Stacks, the middle and the house's share: the same at every step."""
        chips = self.pot_chips
        for player in self.players:
            chips += player.stack
        for award in self.so_far.awards:
            chips += award.rake
        return chips

    def contributions(self) -> tuple[Contribution, ...]:
        return tuple([Contribution(p.seat, p.contributed, not p.folded) for p in self.players])

    def pots(self) -> tuple[Pot, ...]:
        """The pots as they would be won if nobody put in any more chips (A8)."""
        return build_pots(self.contributions())

    # the end

    @property
    def finished(self) -> bool:
        return self.phase is Phase.FINISHED

    @property
    def result(self) -> HandResult | None:
        """None while the hand runs."""
        return self.so_far if self.phase is Phase.FINISHED else None


change_player = replacer(PlayerHand)
change_hand = replacer(HandState)
change_result = replacer(HandResult)
