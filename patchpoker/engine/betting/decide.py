"""What a command leads to: events, or a typed refusal that changes nothing.

Theory. A hand is a row of betting rounds with cards between them. Every command is checked against
the choices that `legal` computes; then `_Hand.advance` walks, step by step, to the next point where
somebody must decide or a beat is awaited:

    phase      awaits                    leaves when
    BETTING    the seat to act           the round closes: next street, run-out, showdown or end
    ARRANGING  every seat not ready      all are ready, or the clock (TimeOut) fixes the drafts
    RUN_OUT    a beat (DealNextStreet)   the river is out: showdown
    FINISHED   nobody                    -

The cards come from one shuffled deck in a fixed order (A24: no burn): each player's hole cards in
one block, first seat left of the button first; then for each street the new cards of board 1, of
board 2, of board 3.
"""

from typing import assert_never

from patchpoker.engine.betting.commands import (
    Act,
    Action,
    Command,
    DealNextStreet,
    LeaveHand,
    SetReady,
    StartHand,
    Swap,
    TimeOut,
    VoidHand,
)
from patchpoker.engine.betting.events import (
    ActionTaken,
    ArrangementEnded,
    ArrangementStarted,
    BlindPosted,
    CardsSwapped,
    HandEvent,
    HandFinished,
    HandStarted,
    HandsTurnedUp,
    HandVoided,
    Post,
    ReadySet,
    SeatLeftHand,
    Street,
    StreetDealt,
    UncalledBetReturned,
)
from patchpoker.engine.betting.evolve import evolve
from patchpoker.engine.betting.legal import (
    LegalActions,
    betting_goes_on,
    has_decision_left,
    legal_actions,
    spot_of,
)
from patchpoker.engine.betting.settle import settle
from patchpoker.engine.betting.state import HandState, Phase, PlayerHand
from patchpoker.engine.cards import CardError
from patchpoker.engine.deck import check_deck
from patchpoker.engine.errors import (
    Bug,
    IllegalNow,
    Malformed,
    NotAllowed,
    NotOffered,
    NotYourTurn,
    WrongSize,
)
from patchpoker.engine.limits import Sizes, is_full_raise
from patchpoker.engine.pots import uncalled

NEXT_STREET = {
    Street.PREFLOP: Street.FLOP,
    Street.FLOP: Street.TURN,
    Street.TURN: Street.RIVER,
}
NEW_CARDS = {Street.FLOP: 3, Street.TURN: 1, Street.RIVER: 1}


def decide(state: HandState | None, command: Command) -> tuple[HandEvent, ...]:
    """The events that `command` leads to.

    Raises a `Refusal` when it can't be taken, a `Bug` when an invariant broke; `state` is never
    changed. `state` is None for StartHand alone.
    """
    if isinstance(command, StartHand):
        if state is not None and not state.finished:
            raise IllegalNow("A hand is running.")
        return _start(command)
    if state is None or state.finished:
        raise IllegalNow("No hand is running.")
    hand = _Hand(state)
    match command:
        case Act():
            hand.act(command)
        case Swap():
            hand.swap(command)
        case SetReady():
            hand.set_ready(command)
        case TimeOut():
            hand.time_out()
        case DealNextStreet():
            if state.phase is not Phase.RUN_OUT:
                raise IllegalNow("The next street waits for a decision.")
            hand.deal_street()
        case LeaveHand():
            hand.leave(command.seat)
        case VoidHand():
            hand.emit(HandVoided(command.reason))
        case _:
            assert_never(command)
    return hand.finish()


def _start(command: StartHand) -> tuple[HandEvent, ...]:
    """Deal, and post what is owed (A6): a stack short of its blind is all-in."""
    variant, entrants = command.variant, command.entrants
    seats = [entrant.seat for entrant in entrants]
    if not 2 <= len(seats) <= max(variant.table_sizes):
        raise Malformed(f"{variant.name} is for 2 to {max(variant.table_sizes)} players.")
    if seats != sorted(set(seats)) or any(entrant.stack <= 0 for entrant in entrants):
        raise Malformed("Entrants come clockwise, each seat once, with chips.")
    if not {command.button, command.small_blind_seat, command.big_blind_seat} <= set(seats):
        raise Malformed("Button and blinds must be dealt in.")
    if not 1 <= command.small_blind <= command.big_blind:
        raise Malformed("Blinds must be 1 <= small <= big.")
    try:
        deck = check_deck(command.deck)
    except CardError as error:
        raise Bug(str(error)) from None
    started = HandStarted(
        hand_no=command.hand_no,
        variant=variant.key,
        button=command.button,
        small_blind_seat=command.small_blind_seat,
        big_blind_seat=command.big_blind_seat,
        small_blind=command.small_blind,
        big_blind=command.big_blind,
        rake_bps=command.rake.rake_bps,
        rake_cap_chips=command.rake.rake_cap_chips,
        entrants=entrants,
        deck=deck,
    )
    hand = _Hand(evolve(None, started), started)
    hand.post(command.small_blind_seat, Post.SMALL_BLIND, command.small_blind)
    hand.post(command.big_blind_seat, Post.BIG_BLIND, command.big_blind)
    for entrant in entrants:
        blinds = (command.small_blind_seat, command.big_blind_seat)
        if entrant.entry_post > 0 and entrant.seat not in blinds:
            hand.post(entrant.seat, Post.ENTRY, entrant.entry_post)
    return hand.finish()


class _Hand:
    """A hand in the making: the events so far and the state after them."""

    def __init__(self, state: HandState, *events: HandEvent) -> None:
        self.state = state
        self.events = list(events)
        self.chips = state.total_chips

    def emit(self, event: HandEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def finish(self) -> tuple[HandEvent, ...]:
        self.advance()
        if self.state.total_chips != self.chips:
            raise Bug(f"{self.chips} chips became {self.state.total_chips}")
        return tuple(self.events)

    def live(self, seat: int) -> PlayerHand:
        player = self.state.player(seat)
        if player is None:
            raise NotAllowed("You are not dealt into this hand.")
        if player.folded:
            raise IllegalNow("You have folded.")
        return player

    def post(self, seat: int, post: Post, chips: int) -> None:
        player = self.live(seat)
        self.emit(BlindPosted(seat, post, min(chips, player.stack)))

    # Decisions

    def act(self, command: Act) -> None:
        self.live(command.seat)
        if self.state.phase is not Phase.BETTING:
            raise IllegalNow("There is no betting now.")
        legal = legal_actions(self.state, command.seat)
        if legal is None:
            raise NotYourTurn("It is not your turn.")
        if command.raise_to is not None and command.action not in (Action.BET, Action.RAISE):
            raise Malformed(f"A {command.action.value} has no size.")
        self.take(command.seat, command.action, command.raise_to, legal)

    def take(
        self,
        seat: int,
        action: Action,
        raise_to: int | None,
        legal: LegalActions,
        *,
        timed_out: bool = False,
    ) -> None:
        """Take an action of the seat to act if it is offered."""
        player = self.live(seat)
        chips, full = 0, False
        match action:
            case Action.FOLD:
                pass
            case Action.CHECK:
                if not legal.check:
                    raise NotOffered("You can't check: there is a bet to you.")
            case Action.CALL:
                if legal.call is None:
                    raise NotOffered("There is nothing to call.")
                chips = legal.call
            case Action.BET:
                chips, full = self.size(player, raise_to, legal.bet, "bet")
            case Action.RAISE:
                chips, full = self.size(player, raise_to, legal.raise_, "raise")
            case _:
                assert_never(action)
        self.emit(
            ActionTaken(
                seat=seat,
                action=action,
                chips=chips,
                bet=player.bet + chips,
                all_in=action is not Action.FOLD and chips == player.stack,
                full_raise=full,
                timed_out=timed_out,
            )
        )

    def size(
        self, player: PlayerHand, to: int | None, sizes: Sizes | None, word: str
    ) -> tuple[int, bool]:
        """(chips to add, whether it is a full raise) of a bet or raise to `to`."""
        if sizes is None:
            raise NotOffered(f"You can't {word} now.")
        if to is None or isinstance(to, bool):
            raise Malformed(f"A {word} needs a size.")
        if not sizes.min_to <= to <= sizes.max_to:
            if sizes.min_to == sizes.max_to:
                raise WrongSize(f"The only size is {sizes.min_to}.")
            raise WrongSize(f"The size must be from {sizes.min_to} to {sizes.max_to}.")
        full = is_full_raise(self.state.variant.limit, spot_of(self.state, player), to)
        return to - player.bet, full

    def swap(self, command: Swap) -> None:
        player = self.arranging(command.seat)
        last = self.state.variant.hole_cards - 1
        if not (0 <= command.first <= last and 0 <= command.second <= last):
            raise Malformed(f"Positions go from 0 to {last}.")
        if command.first == command.second:
            raise Malformed("A swap needs two positions.")
        if player.ready:
            raise IllegalNow("You said you are ready: take that back first.")
        self.emit(CardsSwapped(command.seat, command.first, command.second))

    def set_ready(self, command: SetReady) -> None:
        player = self.arranging(command.seat)
        if player.ready == command.ready:
            raise IllegalNow(
                "You are ready already." if command.ready else "You are not ready yet."
            )
        self.emit(ReadySet(command.seat, command.ready))

    def arranging(self, seat: int) -> PlayerHand:
        player = self.live(seat)
        if self.state.phase is not Phase.ARRANGING:
            raise IllegalNow("The arrangement is over." if self.state.flop_dealt else "Not yet.")
        return player

    def time_out(self) -> None:
        """Check if possible, else fold (A11); in the arrangement what is on the screens counts
        (C4)."""
        state = self.state
        if state.phase is Phase.ARRANGING:
            self.emit(ArrangementEnded(tuple(sorted(state.awaiting))))
            return
        seat = state.to_act
        legal = None if seat is None else legal_actions(state, seat)
        if seat is None or legal is None:
            raise IllegalNow("Nobody is being waited for.")
        action = Action.CHECK if legal.check else Action.FOLD
        self.take(seat, action, None, legal, timed_out=True)

    def leave(self, seat: int) -> None:
        """A17, C9: the hand is folded unless it has no decision left to make."""
        player = self.state.player(seat)
        if player is None:
            raise NotAllowed("This seat is not dealt into the hand.")
        if player.left:
            raise IllegalNow("This seat has left already.")
        self.emit(SeatLeftHand(seat, has_decision_left(self.state, player)))

    # The way to the next decision

    def advance(self) -> None:
        """Step until somebody must decide, a beat is awaited or the hand is over."""
        while not self.state.finished and self.step():
            pass

    def step(self) -> bool:
        """One step; False when the hand waits."""
        state = self.state
        if len(state.live_players) == 1:
            self.return_uncalled()
            self.end()
            return True
        if state.phase is Phase.ARRANGING:
            if state.awaiting:
                return False
            self.emit(ArrangementEnded(()))
            return True
        if state.to_act is not None:
            return False
        if self.return_uncalled():
            return True
        if state.street is Street.RIVER:
            self.end()
            return True
        if betting_goes_on(state):
            self.deal_street()
            return True
        return self.run_out()

    def return_uncalled(self) -> bool:
        excess = uncalled(self.state.contributions())
        if excess is None:
            return False
        self.emit(UncalledBetReturned(*excess))
        return True

    def run_out(self) -> bool:
        """No more betting (A21, C8): Patch-Patch still has its flops and arrangement at once; the
        other streets come one a beat."""
        state = self.state
        if state.variant.shows_run_out and not state.turned_up:
            hands = tuple((player.seat, player.hole_cards) for player in state.live_players)
            self.emit(HandsTurnedUp(hands))
            return True
        if state.variant.arranges and not state.flop_dealt:
            self.deal_street()
            return True
        return False

    def deal_street(self) -> None:
        state = self.state
        street = NEXT_STREET[state.street]
        count = NEW_CARDS[street]
        at = len(state.players) * state.variant.hole_cards + sum(map(len, state.boards))
        cards = tuple(
            state.started.deck[at + board * count : at + (board + 1) * count]
            for board in range(state.variant.boards)
        )
        self.emit(StreetDealt(street, cards, run_out=not betting_goes_on(state)))
        if street is Street.FLOP and state.variant.arranges:
            self.emit(ArrangementStarted(tuple(p.seat for p in state.live_players)))

    def end(self) -> None:
        for event in settle(self.state):
            self.emit(event)
        if self.state.pot_chips:
            raise Bug(f"{self.state.pot_chips} chips were left in the middle")
        stacks = tuple((player.seat, player.stack) for player in self.state.players)
        self.emit(HandFinished(stacks))
