"""What a command leads to: events, or a typed refusal that changes nothing.

Theory. A round is up to three streets and a tiebreak, each in the same three steps: it opens, all
choose sealed, all choices are turned over at once. Every command is checked against the choices
that `legal` computes; then `_Round.advance` walks to the next point where somebody must choose or
a beat is awaited:

    phase      awaits                       leaves when
    CHOOSING   every seat not submitted     all have, or the clock (TimeOut) chooses: the reveal
    REVEALED   a beat (OpenNextStreet)      the next street or the tiebreak opens
    FINISHED   nobody                       -

The round is over at a reveal that brings someone two points, after the tiebreak, or when one player
is left. The cards come from one shuffled deck in a fixed order (no burn): the hands in blocks, the
dealer's left first; flop, turn and river; then what folds draw.
"""

from typing import assert_never

from patchpoker.engine.cards import DECK, Card, CardError
from patchpoker.engine.deck import check_deck
from patchpoker.engine.errors import (
    Bug,
    IllegalNow,
    Malformed,
    NotAllowed,
    NotOffered,
    WrongSize,
)
from patchpoker.engine.patong.commands import (
    Choice,
    Choose,
    Command,
    LeaveRound,
    OpenNextStreet,
    Select,
    StartRound,
    TimeOut,
    VoidRound,
)
from patchpoker.engine.patong.events import (
    CardsExchanged,
    ChoiceSubmitted,
    MultiplierDrawn,
    Reveal,
    RoundEnd,
    RoundEvent,
    RoundFinished,
    RoundStarted,
    RoundVoided,
    SeatLeftRound,
    SelectionChanged,
    Street,
    StreetOpened,
    StreetRevealed,
)
from patchpoker.engine.patong.evolve import evolve
from patchpoker.engine.patong.hands import StreetHand, street_hand
from patchpoker.engine.patong.legal import (
    FOLD_DISCARDS,
    FOLD_DRAWS,
    LegalChoices,
    legal_choices,
)
from patchpoker.engine.patong.options import MAX_PLAYERS, MIN_PLAYERS
from patchpoker.engine.patong.scoring import (
    drawing_loser,
    multiplier_of,
    on_two_points,
    payouts,
    street_half_points,
    tiebreak_winner,
)
from patchpoker.engine.patong.state import Phase, PlayerRound, RoundState

NEXT_STREET = {
    Street.FLOP: Street.TURN,
    Street.TURN: Street.RIVER,
    Street.RIVER: Street.TIEBREAK,
}
COMMUNITY_CARDS = {
    Street.FLOP: slice(0, 3),
    Street.TURN: slice(3, 4),
    Street.RIVER: slice(4, 5),
    Street.TIEBREAK: slice(5, 5),
}


def decide(state: RoundState | None, command: Command) -> tuple[RoundEvent, ...]:
    """The events that `command` leads to.

    Raises a `Refusal` when it can't be taken, a `Bug` when an invariant broke; `state` is never
    changed. `state` is None for StartRound alone.
    """
    if isinstance(command, StartRound):
        if state is not None and not state.over:
            raise IllegalNow("a round is running")
        return _start(command)
    if state is None or state.over:
        raise IllegalNow("no round is running")
    round_ = _Round(state)
    match command:
        case Select():
            round_.select(command)
        case Choose():
            round_.choose(command)
        case TimeOut():
            round_.time_out()
        case OpenNextStreet():
            if state.phase is not Phase.REVEALED:
                raise IllegalNow("the next street waits for a choice")
            round_.open(NEXT_STREET[state.street])
        case LeaveRound():
            round_.leave(command.seat)
        case VoidRound():
            round_.emit(RoundVoided(command.reason))
        case _:
            assert_never(command)
    return round_.finish()


def _start(command: StartRound) -> tuple[RoundEvent, ...]:
    """Deal the hands and the flop (D1)."""
    seats = command.seats
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise Malformed(f"Patong is for {MIN_PLAYERS} to {MAX_PLAYERS} players")
    if list(seats) != sorted(set(seats)) or command.dealer not in seats:
        raise Malformed("seats come clockwise, each once, the dealer's among them")
    if command.ante < 0:
        raise Malformed("an ante is at least 0")
    card = command.multiplier_card
    if (card is not None) != command.options.variable_scoring or card not in (None, *DECK):
        raise Bug("a card for the multiplier comes exactly with variable scoring")
    try:
        deck = check_deck(command.deck)
    except CardError as error:
        raise Bug(str(error)) from None
    started = RoundStarted(
        round_no=command.round_no,
        options=command.options,
        dealer=command.dealer,
        seats=seats,
        ante=command.ante,
        rake_bps=command.rake.rake_bps,
        rake_cap_chips=command.rake.rake_cap_chips,
        deck=deck,
        multiplier_card=card,
    )
    round_ = _Round(evolve(None, started), started)
    round_.open(Street.FLOP)
    return round_.finish()


class _Round:
    """A round in the making: the events so far and the state after them."""

    def __init__(self, state: RoundState, *events: RoundEvent) -> None:
        self.state = state
        self.events = list(events)

    def emit(self, event: RoundEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def finish(self) -> tuple[RoundEvent, ...]:
        self.advance()
        return tuple(self.events)

    # Decisions

    def select(self, command: Select) -> None:
        player, _ = self.choosing(command.seat)
        if len(command.cards) > FOLD_DISCARDS:
            raise Malformed(f"at most {FOLD_DISCARDS} cards are selected")
        self.check_cards(player, command.cards)
        self.emit(SelectionChanged(command.seat, command.cards))

    def choose(self, command: Choose) -> None:
        player, legal = self.choosing(command.seat)
        count = len(command.cards)
        match command.choice:
            case Choice.PLAY:
                if not 1 <= count <= 2:
                    raise Malformed("play one card or two")
                if count > legal.max_play:
                    raise WrongSize("play one card")
            case Choice.FOLD:
                if count != FOLD_DISCARDS:
                    raise Malformed(f"a fold discards {FOLD_DISCARDS} cards")
                if not legal.fold:
                    raise NotOffered("you can't fold now")
            case _:
                assert_never(command.choice)
        self.check_cards(player, command.cards)
        self.emit(ChoiceSubmitted(command.seat, command.choice, command.cards, timed_out=False))

    def choosing(self, seat: int) -> tuple[PlayerRound, LegalChoices]:
        """The player and the choices it has now; a refusal if none."""
        player = self.present(seat)
        legal = legal_choices(self.state, seat)
        if legal is not None:
            return player, legal
        if self.state.phase is not Phase.CHOOSING:
            raise IllegalNow("the next street isn't open yet")
        if player.submitted is not None:
            raise IllegalNow("your choice stands")
        raise IllegalNow("you have no cards left")

    def present(self, seat: int) -> PlayerRound:
        player = self.state.player(seat)
        if player is None:
            raise NotAllowed("you are not dealt into this round")
        if player.left:
            raise IllegalNow("this seat has left the round")
        return player

    def check_cards(self, player: PlayerRound, cards: tuple[Card, ...]) -> None:
        if len(set(cards)) != len(cards):
            raise Malformed("the same card twice")
        if not set(cards) <= set(player.cards):
            raise NotOffered("that card is not in your hand")

    def time_out(self) -> None:
        """What is selected is played if it may be, else the lowest card; never a fold (D11)."""
        awaiting = sorted(self.state.awaiting)
        if not awaiting:
            raise IllegalNow("nobody is being waited for")
        for seat in awaiting:
            player, legal = self.choosing(seat)
            cards = player.selection
            if not 1 <= len(cards) <= legal.max_play:
                cards = (min(player.cards),)
            self.emit(ChoiceSubmitted(seat, Choice.PLAY, cards, timed_out=True))

    def leave(self, seat: int) -> None:
        self.present(seat)
        self.emit(SeatLeftRound(seat))

    # The way to the next choice

    def advance(self) -> None:
        """Step until somebody must choose, a beat is awaited or the round is over."""
        while not self.state.over and self.step():
            pass

    def step(self) -> bool:
        """One step; False when the round waits."""
        state = self.state
        if len(state.live_players) == 1:
            self.end(state.live_players[0].seat, RoundEnd.LAST_PLAYER)
            return True
        if state.phase is Phase.REVEALED or state.awaiting:
            return False
        if state.street is Street.TIEBREAK:
            self.reveal_tiebreak()
        else:
            self.reveal_street()
        return True

    def open(self, street: Street) -> None:
        started = self.state.started
        at = len(started.seats) * started.options.hand_size
        cards = started.deck[at : at + 5][COMMUNITY_CARDS[street]]
        self.emit(StreetOpened(street, cards))

    def reveal_street(self) -> None:
        """Turn all over, score, exchange what folds cost (D4, D6), end at two points (D5)."""
        before = self.state
        hands = self.hands()
        scored = street_half_points({seat: hand.hand_rank for seat, hand in hands.items()})
        self.emit(StreetRevealed(before.street, self.reveals(hands, scored), board_hand=None))
        for player in before.live_players:
            if player.submitted is not None and player.submitted.choice is Choice.FOLD:
                at = self.state.next_draw
                drawn = before.started.deck[at : at + FOLD_DRAWS]
                self.emit(CardsExchanged(player.seat, player.submitted.cards, drawn))
        winner = on_two_points((p.seat, p.half_points) for p in self.state.live_players)
        if winner is not None:
            self.end(winner, RoundEnd.TWO_POINTS)

    def reveal_tiebreak(self) -> None:
        """Turn all over, which may be none; the best must beat the board (D9)."""
        hands = self.hands()
        board = street_hand((), self.state.board)
        self.emit(StreetRevealed(Street.TIEBREAK, self.reveals(hands, {}), board))
        ranks = {seat: hand.hand_rank for seat, hand in hands.items()}
        winner = tiebreak_winner(ranks, board.hand_rank)
        self.end(winner, RoundEnd.TIE if winner is None else RoundEnd.TIEBREAK)

    def hands(self) -> dict[int, StreetHand]:
        """By seat that plays: what its cards make."""
        return {
            player.seat: street_hand(player.submitted.cards, self.state.board)
            for player in self.state.live_players
            if player.submitted is not None and player.submitted.choice is Choice.PLAY
        }

    def reveals(
        self, hands: dict[int, StreetHand], half_points: dict[int, int]
    ) -> tuple[Reveal, ...]:
        """By seat. The cards of a fold stay hidden (D14)."""
        return tuple(
            Reveal(
                seat=player.seat,
                choice=player.submitted.choice,
                cards=player.submitted.cards if player.seat in hands else (),
                hand=hands.get(player.seat),
                half_points=half_points.get(player.seat, 0),
                timed_out=player.submitted.timed_out,
            )
            for player in self.state.players
            if player.submitted is not None and not player.left
        )

    def end(self, winner: int | None, ending: RoundEnd) -> None:
        state = self.state
        session_points = 0
        if winner is not None:
            session_points = 1
            loser = drawing_loser(state.live_players, winner)
            card = state.started.multiplier_card
            if loser is not None and card is not None:
                session_points = multiplier_of(card)
                self.emit(MultiplierDrawn(loser, card, session_points))
        paid, rake = payouts(state, winner)
        self.emit(RoundFinished(winner, ending, session_points, paid, rake))
