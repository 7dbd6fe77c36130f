"""A round to play in tests: the deck is built from the cards that it must show, and every command
goes through `decide` and `evolve`."""

from collections.abc import Sequence
from itertools import chain

import pytest

from patchpoker.engine.cards import DECK, Card, parse_cards
from patchpoker.engine.errors import Refusal
from patchpoker.engine.patong import PatongOptions, RoundState, decide, evolve, replay
from patchpoker.engine.patong.commands import (
    Choice,
    Choose,
    Command,
    LeaveRound,
    OpenNextStreet,
    Select,
    StartRound,
    TimeOut,
)
from patchpoker.engine.patong.events import RoundEvent, Street
from patchpoker.engine.rake import NO_RAKE, RakeRule
from tests.engine.hand_text import hand_text

# Two hands that win, lose, tie or fold at will against each other on this board, and a third one.
ONE = "Ac Ad 2c 3c 5c 6c 2s 3s"
OTHER = "Ah As 2d 3d 5d 6d 2h 3h"
THIRD = "Kd Kh Ks Qc Qd Qh Qs Jd"
BOARD = "Kc 8d 4s 9h Jc"
TIES = (("2c 3c", "2d 3d"), ("5c 6c", "5d 6d"), ("2s 3s", "2h 3h"))


def stacked_deck(
    hands: Sequence[Sequence[Card]], size: int, board: Sequence[Card], draws: Sequence[Card]
) -> tuple[Card, ...]:
    """A deck in the documented deal order; what isn't given is filled with what is left."""
    given = set(chain(*hands, board, draws))
    rest = [card for card in DECK if card not in given]
    deck: list[Card] = []
    for hand in hands:
        deck += [*hand, *(rest.pop() for _ in range(size - len(hand)))]
    deck += [*board, *(rest.pop() for _ in range(5 - len(board)))]
    return (*deck, *draws, *rest)


class Round:
    """Seats 0, 1, ... with the hands given as texts; the last seat deals unless said otherwise, so
    that seat 0 comes first."""

    def __init__(
        self,
        *hands: str,
        seats: Sequence[int] | None = None,
        dealer: int | None = None,
        board: str = "",
        draws: str = "",
        ante: int = 0,
        rake: RakeRule = NO_RAKE,
        multiplier: str | None = None,
        **options: object,
    ) -> None:
        seats = tuple(seats or range(len(hands)))
        dealer = seats[-1] if dealer is None else dealer
        order = [s for s in seats if s > dealer] + [s for s in seats if s <= dealer]
        by_seat = dict(zip(seats, map(parse_cards, hands), strict=True))
        chosen = PatongOptions(variable_scoring=multiplier is not None, **options)
        self.log: list[RoundEvent] = []
        self.state: RoundState | None = None
        self.do(
            StartRound(
                round_no=1,
                options=chosen,
                dealer=dealer,
                seats=seats,
                ante=ante,
                rake=rake,
                deck=stacked_deck(
                    [by_seat[seat] for seat in order],
                    chosen.hand_size,
                    parse_cards(board),
                    parse_cards(draws),
                ),
                multiplier_card=parse_cards(multiplier)[0] if multiplier else None,
            )
        )

    # commands

    def do(self, command: Command) -> tuple[RoundEvent, ...]:
        events = decide(self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
        self.log.extend(events)
        assert replay(self.log) == self.state
        return events

    def play(self, seat: int, cards: str):
        return self.do(Choose(seat, Choice.PLAY, parse_cards(cards)))

    def fold(self, seat: int, cards: str = ""):
        """These cards, else the seat's first three."""
        chosen = parse_cards(cards) or self.hand(seat)[:3]
        return self.do(Choose(seat, Choice.FOLD, chosen))

    def street(self, *choices: str):
        """One choice a seat, in the order of seats: one or two cards are played, three folded. Then
        the beat, if the round goes on."""
        for player, text in zip(self.state.players, choices, strict=True):
            cards = parse_cards(text)
            choice = Choice.FOLD if len(cards) == 3 else Choice.PLAY
            self.do(Choose(player.seat, choice, cards))
        if not self.state.over:
            self.next()

    def select(self, seat: int, cards: str):
        return self.do(Select(seat, parse_cards(cards)))

    def time_out(self):
        return self.do(TimeOut())

    def next(self):
        return self.do(OpenNextStreet())

    def leave(self, seat: int):
        return self.do(LeaveRound(seat))

    def refuse(self, command: Command, error: type[Refusal]) -> Refusal:
        """The command is refused with exactly this error, and nothing changes."""
        before = self.state
        with pytest.raises(Refusal) as refusal:
            decide(self.state, command)
        assert type(refusal.value) is error, refusal.value
        assert self.state == before == replay(self.log)
        return refusal.value

    # what is seen

    def hand(self, seat: int) -> tuple[Card, ...]:
        return self.state.dealt_in(seat).cards

    def events(self, *kinds: type[RoundEvent]) -> list[RoundEvent]:
        return [event for event in self.log if isinstance(event, kinds)]

    @property
    def sizes(self) -> list[int]:
        return [len(player.cards) for player in self.state.players]

    @property
    def half_points(self) -> list[int]:
        return [player.half_points for player in self.state.players]

    def made(self, street: int = -1) -> dict[int, str]:
        """Seat -> hand as the cases write it, of a street turned over."""
        reveals = self.state.revealed[street].reveals
        return {r.seat: hand_text(r.hand.cards) for r in reveals if r.hand is not None}


def heads_up(**options: object) -> Round:
    return Round(ONE, OTHER, board=BOARD, **options)


def tied(**options: object) -> Round:
    """In the tiebreak, after three ties."""
    game = heads_up(**options)
    for choices in TIES:
        game.street(*choices)
    assert game.state.street is Street.TIEBREAK
    return game


def won(**options: object) -> Round:
    """Won by seat 0 on the turn."""
    game = heads_up(**options)
    game.street("Ac Ad", "2d 3d")
    game.street("5c 6c", "2h 3h")
    return game
