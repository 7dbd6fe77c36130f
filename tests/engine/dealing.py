"""A hand to play in tests: the deck is built from the cards that it must show, and every command
goes through `decide` and `evolve`."""

from collections.abc import Mapping, Sequence
from itertools import chain

import pytest

from patchpoker.engine.betting import HandState, Phase, decide, evolve, legal_actions, replay
from patchpoker.engine.betting.commands import (
    Act,
    Action,
    Command,
    DealNextStreet,
    Entrant,
    LeaveHand,
    SetReady,
    StartHand,
    Swap,
    TimeOut,
)
from patchpoker.engine.betting.events import HandEvent
from patchpoker.engine.cards import DECK, Card, parse_cards
from patchpoker.engine.errors import Refusal
from patchpoker.engine.games import GAMES
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.engine.variant import Variant

RAKED = RakeRule(rake_bps=300, rake_cap_chips=60)
"""A public table at 10-20 (A12)."""


def clockwise(seats: Sequence[int], button: int) -> list[int]:
    """The seats from the one left of the button to the button."""
    return [s for s in seats if s > button] + [s for s in seats if s <= button]


def stacked_deck(
    variant: Variant,
    order: Sequence[int],
    hole: Mapping[int, Sequence[Card]],
    boards: Sequence[Sequence[Card]],
) -> tuple[Card, ...]:
    """A deck in the documented deal order: hole cards by seat, then street by street and board by
    board. What isn't given is filled with what is left."""
    given = set(chain(*hole.values(), *boards))
    rest = [card for card in DECK if card not in given]
    deck: list[Card] = []
    for seat in order:
        deck += hole.get(seat) or [rest.pop() for _ in range(variant.hole_cards)]
    boards = [*boards, *([()] * (variant.boards - len(boards)))]
    full = [[*board, *(rest.pop() for _ in range(5 - len(board)))] for board in boards]
    for street in (slice(0, 3), slice(3, 4), slice(4, 5)):
        deck += chain(*(board[street] for board in full))
    return tuple(deck + rest)


class Hand:
    """`stacks` by seat from 0, or a mapping of seats. Cards are texts: `hole={0: "AhKd"}`."""

    def __init__(
        self,
        game: str,
        stacks: Sequence[int] | Mapping[int, int],
        *,
        button: int = 0,
        blinds: tuple[int, int] = (5, 10),
        rake: RakeRule = NO_RAKE,
        hole: Mapping[int, str] | None = None,
        boards: Sequence[str] = (),
        entry_posts: Mapping[int, int] | None = None,
    ) -> None:
        variant = GAMES[game]
        by_seat = dict(stacks if isinstance(stacks, Mapping) else enumerate(stacks))
        order = clockwise(sorted(by_seat), button)
        small, big = (button, order[0]) if len(order) == 2 else order[:2]
        posts = entry_posts or {}
        cards = {seat: parse_cards(text) for seat, text in (hole or {}).items()}
        self.start_chips = sum(by_seat.values())
        self.log: list[HandEvent] = []
        self.state: HandState | None = None
        self.do(
            StartHand(
                hand_no=1,
                variant=variant,
                button=button,
                small_blind_seat=small,
                big_blind_seat=big,
                small_blind=blinds[0],
                big_blind=blinds[1],
                rake=rake,
                entrants=tuple(
                    Entrant(seat, by_seat[seat], posts.get(seat, 0)) for seat in sorted(by_seat)
                ),
                deck=stacked_deck(variant, order, cards, [parse_cards(b) for b in boards]),
            )
        )

    # commands

    def do(self, command: Command) -> tuple[HandEvent, ...]:
        events = decide(self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
        self.log.extend(events)
        assert self.state.total_chips == self.start_chips
        return events

    def act(self, action: str, raise_to: int | None = None) -> tuple[HandEvent, ...]:
        """By the seat to act."""
        return self.do(Act(self.state.to_act, Action(action), raise_to))

    def fold(self):
        return self.act("fold")

    def check(self):
        return self.act("check")

    def call(self):
        return self.act("call")

    def bet(self, to: int):
        return self.act("bet", to)

    def raise_to(self, to: int):
        return self.act("raise", to)

    def leave(self, seat: int):
        return self.do(LeaveHand(seat))

    def time_out(self):
        return self.do(TimeOut())

    def swap(self, seat: int, first: int, second: int):
        return self.do(Swap(seat, first, second))

    def ready(self, *seats: int):
        """Those seats, else everybody who is awaited."""
        for seat in seats or sorted(self.state.awaiting):
            self.do(SetReady(seat, ready=True))

    def check_round(self):
        """Everybody checks until the street is over."""
        street = self.state.street
        while self.state.phase is Phase.BETTING and self.state.street is street:
            self.check()

    def check_down(self):
        """Checks, ready and beats to the end."""
        while not self.state.finished:
            match self.state.phase:
                case Phase.BETTING:
                    self.check()
                case Phase.ARRANGING:
                    self.ready()
                case Phase.RUN_OUT:
                    self.do(DealNextStreet())

    def refuse(self, command: Command, error: type[Refusal]) -> Refusal:
        """The command is refused with exactly this error, and nothing changes."""
        before, log = self.state, list(self.log)
        with pytest.raises(Refusal) as refusal:
            decide(self.state, command)
        assert type(refusal.value) is error, refusal.value
        assert self.state == before == replay(log)
        return refusal.value

    # what is seen

    def legal(self) -> dict[str, object]:
        """The choices of the seat to act as the cases write them: fold is left out where checking
        is free (A27)."""
        legal = legal_actions(self.state, self.state.to_act)
        assert legal.fold
        seen: dict[str, object] = {"check": True} if legal.check else {"fold": True}
        if legal.call is not None:
            seen["call"] = legal.call
        if legal.bet is not None:
            seen["bet"] = (legal.bet.min_to, legal.bet.max_to)
        if legal.raise_ is not None:
            seen["raise"] = (legal.raise_.min_to, legal.raise_.max_to)
        return seen

    def events(self, *kinds: type[HandEvent]) -> list[HandEvent]:
        return [event for event in self.log if isinstance(event, kinds)]

    @property
    def stacks(self) -> dict[int, int]:
        return {player.seat: player.stack for player in self.state.players}
