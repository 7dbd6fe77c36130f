"""Random players, for `patchpoker simulate`: whole hands through the engine, checked at each step.

Everything random lives here and, for Patong, in `simulate_patong`: the deck, the stacks (many of
them short) and the choices.
"""

import random
import time
from collections import Counter
from dataclasses import dataclass

from patchpoker.engine.betting import HandState, Phase, decide, evolve, legal_actions
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
from patchpoker.engine.betting.events import HandEvent, HandFinished
from patchpoker.engine.cards import DECK
from patchpoker.engine.errors import Bug
from patchpoker.engine.games import GAME_NAMES, GAMES, PATONG
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.engine.variant import Variant
from patchpoker.simulate_patong import play_round

SMALL_BLIND, BIG_BLIND = 10, 20
RAKE = RakeRule(rake_bps=300, rake_cap_chips=3 * BIG_BLIND)


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """`events`: how often each kind of event came. `chips` put on the tables came back as stacks
    and `rake_chips`, checked at every step of every hand; in Patong, where a hand is a round, they
    are the antes."""

    game: str
    hands: int
    seed: int
    seconds: float
    chips: int
    rake_chips: int
    scoops: int
    events: tuple[tuple[str, int], ...]

    @property
    def hands_per_second(self) -> float:
        return self.hands / self.seconds


def simulate(game: str, hands: int, seed: int | None = None) -> SimulationReport:
    """Play `hands` random hands of `game` (a key of GAME_NAMES); without a seed, a fresh one.

    Raises ValueError for an unknown game or no hands, Bug if a hand breaks an invariant.
    """
    if game not in GAME_NAMES:
        raise ValueError(f"unknown game {game!r}: choose one of {', '.join(GAME_NAMES)}")
    if hands < 1:
        raise ValueError("the number of hands must be at least 1")
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    rng = random.Random(seed)  # noqa: S311 - play-outs that can be repeated, no real deal
    counts: Counter[str] = Counter()
    chips = rake_chips = scoops = 0
    started = time.perf_counter()
    for hand_no in range(1, hands + 1):
        rake = rng.choice((RAKE, NO_RAKE))
        if game == PATONG:
            came, kept = play_round(rng, hand_no, rake, counts)
        else:
            start = _random_start(rng, hand_no, GAMES[game], rake)
            awards = _play(rng, start, counts).so_far.awards
            came = sum(entrant.stack for entrant in start.entrants)
            kept = sum(award.rake for award in awards)
            scoops += sum(award.scoop is not None for award in awards)
        chips += came
        rake_chips += kept
    seconds = time.perf_counter() - started
    events = tuple(counts.most_common())
    return SimulationReport(game, hands, seed, seconds, chips, rake_chips, scoops, events)


def _random_start(rng: random.Random, hand_no: int, variant: Variant, rake: RakeRule) -> StartHand:
    seats = range(rng.randint(2, max(variant.table_sizes)))
    button = rng.choice(seats)
    clockwise = [*seats[button + 1 :], *seats[: button + 1]]
    small, big = (button, clockwise[0]) if len(seats) == 2 else clockwise[:2]
    deepest = (BIG_BLIND, 10 * BIG_BLIND, 100 * BIG_BLIND)
    return StartHand(
        hand_no=hand_no,
        variant=variant,
        button=button,
        small_blind_seat=small,
        big_blind_seat=big,
        small_blind=SMALL_BLIND,
        big_blind=BIG_BLIND,
        rake=rake,
        entrants=tuple(Entrant(seat, rng.randint(1, rng.choice(deepest))) for seat in seats),
        deck=tuple(rng.sample(DECK, len(DECK))),
    )


def _play(rng: random.Random, start: StartHand, counts: Counter[str]) -> HandState:
    """One hand to its end, with every step checked."""
    chips = sum(entrant.stack for entrant in start.entrants)
    state: HandState | None = None
    command: Command = start
    while True:
        events = decide(state, command)
        for event in events:
            state = evolve(state, event)
            counts[type(event).__name__] += 1
            if state.total_chips != chips:
                raise Bug(f"{chips} chips became {state.total_chips}")
        if state is None or state.finished:
            break
        command = _choose(rng, state)
    return _checked(state, events[-1], chips)


def _checked(state: HandState | None, last: HandEvent, chips: int) -> HandState:
    if state is None or not isinstance(last, HandFinished):
        raise Bug("the hand did not finish")
    rake = sum(award.rake for award in state.so_far.awards)
    if sum(stack for _, stack in last.stacks) + rake != chips:
        raise Bug("the final stacks and the rake are not the chips that came in")
    return state


def _choose(rng: random.Random, state: HandState) -> Command:
    """A random command that is legal now; now and then the clock runs out or a player leaves."""
    if state.phase is Phase.RUN_OUT:
        return DealNextStreet()
    luck = rng.random()
    if luck < 0.01:
        return TimeOut()
    if luck < 0.02:
        seated = [player.seat for player in state.players if not player.left]
        return LeaveHand(rng.choice(seated))
    if state.phase is Phase.ARRANGING:
        seat = rng.choice(sorted(state.awaiting))
        if luck < 0.5:
            first, second = rng.sample(range(state.variant.hole_cards), 2)
            return Swap(seat, first, second)
        return SetReady(seat, ready=True)
    return _random_action(rng, state)


def _random_action(rng: random.Random, state: HandState) -> Command:
    """Check or call most of the time, so that many hands see all their streets."""
    seat = state.to_act
    legal = None if seat is None else legal_actions(state, seat)
    if seat is None or legal is None:
        raise Bug("nobody is awaited")
    luck = rng.random()
    sizes = legal.bet or legal.raise_
    if sizes is not None and luck < 0.25:
        to = rng.randint(sizes.min_to, sizes.max_to)
        return Act(seat, Action.BET if legal.bet else Action.RAISE, to)
    if legal.check:
        return Act(seat, Action.CHECK)
    return Act(seat, Action.FOLD if luck > 0.85 else Action.CALL)
