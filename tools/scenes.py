"""The states of a Patch-Patch table as the frames that a viewer gets, made by the real rules.

Each scene plays a table through `table.decide` with chosen cards and keeps every frame, so that the
log fills as it would. The viewer is Mira in seat 0, or nobody.
"""

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from patchpoker.engine.betting.state import Phase
from patchpoker.engine.cards import parse_cards
from patchpoker.engine.games import GAMES
from patchpoker.engine.rake import RakeRule
from patchpoker.table import commands as c
from patchpoker.table.public_events import public_events
from patchpoker.table.state import decision_id
from patchpoker.table.view_for import private_view, public_view
from tests.engine.dealing import stacked_deck
from tests.table.driver import Driver

GAME = GAMES["patch-patch"]
NAMES = {"M": "Mira", "D": "Dana", "O": "Okan"}
BOARDS = ("9h6h2h7d3c", "Td9s8c2s4d", "Kd7s2d5s5c")
# As dealt; three swaps make the flush, the straight and the kings.
HOLE = {
    0: "AhKcQc4cThJd6s3dKh8dAs3s",
    1: "6c6dQsJc4hQd8h5dAdKs9d4s",
    2: "9cTcJh8sTsQh7hJs2cAc7c5h",
}
SPLIT = ((1, 4), (4, 2), (2, 9))

Frame = dict[str, object]


class Scene:
    """A table under way. `frames` is what the viewer has been sent so far."""

    def __init__(self, seats: int = 3, viewer: str | None = "M", **options: object) -> None:
        self.table = Driver("patch-patch", seats, **options)
        self.viewer = viewer
        self.frames: list[Frame] = []
        self.keep(self.table.log)

    def keep(self, events: object) -> None:
        state = self.table.state
        seat = None if self.viewer is None else state.seat_of(self.viewer)
        you = None if seat is None else private_view(state, seat.seat)
        self.frames.append(
            {
                "now_ms": self.table.now,
                "public": dataclasses.asdict(public_view(state)),
                "you": None if you is None else dataclasses.asdict(you),
                "events": [dataclasses.asdict(event) for event in public_events(events)],
            }
        )

    def do(self, kind: type, *arguments: object) -> "Scene":
        self.keep(self.table.do(kind, *arguments))
        return self

    def sit(self, player: str, chips: int = 600, name: str | None = None) -> "Scene":
        return self.do(c.Sit, player, name or NAMES[player], None, chips)

    def everybody(self, *chips: int) -> "Scene":
        for player, count in zip("MDO", chips or (600, 600, 600), strict=False):
            self.sit(player, count)
        return self

    def deal(self, button: str, hole: dict[int, str] | None = None) -> "Scene":
        table = self.table
        seats = [seat.seat for seat in table.state.taken if seat.can_play]
        first = table.seat(button).seat
        order = [s for s in seats if s > first] + [s for s in seats if s <= first]
        hole = hole or {seat: HOLE[seat] for seat in seats}
        cards = {seat: parse_cards(text) for seat, text in hole.items()}
        deck = list(stacked_deck(GAME, order, cards, [parse_cards(board) for board in BOARDS]))
        draw_button(deck, cards.get(2, []), seats.index(first), len(seats))
        while table.state.hand is None:
            table.now = max(table.now, table.state.next_alarm_ms)
            self.keep(table.tick(tuple(deck)))
        return self

    def act(self, *actions: str) -> "Scene":
        """Words such as "call" by whoever is to act; "pot" bets or raises."""
        for action in actions:
            legal = self.table.legal
            if action == "pot":
                sizes, kind = (legal.bet, "bet") if legal.bet else (legal.raise_, "raise")
                self.keep(self.table.act(kind, sizes.max_to))
            elif action == "pass":
                self.keep(self.table.act("check" if legal.check else "call"))
            else:
                self.keep(self.table.act(action))
        return self

    def split(self) -> "Scene":
        for first, second in SPLIT:
            self.do(c.Swap, "M", decision_id(self.table.state), first, second)
        return self

    def ready(self, *players: str) -> "Scene":
        for player in players:
            self.do(c.SetReady, player, decision_id(self.table.state), True)
        return self

    def wait(self, ms: int) -> "Scene":
        """Time passes; the newest frame is sent again with it."""
        self.table.now += ms
        self.frames.append({**self.frames[-1], "now_ms": self.table.now, "events": []})
        return self

    def alarm(self) -> "Scene":
        self.keep(self.table.alarm())
        return self

    def to_arrangement(self) -> "Scene":
        while self.table.hand.phase is Phase.BETTING:
            self.act("pass")
        return self

    def to_end(self) -> "Scene":
        while self.table.state.hand is not None:
            hand = self.table.hand
            if hand.phase is Phase.BETTING:
                self.act("pass")
            elif hand.phase is Phase.ARRANGING:
                self.ready(*(self.table.player(seat) for seat in sorted(hand.awaiting)))
            else:
                self.alarm()
        return self


def draw_button(deck: list, spare: list, index: int, count: int) -> None:
    """The last card draws the first button: trade it for one that nobody misses, Okan's."""
    free = [*spare, *deck[-1:], *(deck[39:] if count < 3 else ())]
    card = next(card for card in reversed(free) if card % count == index)
    at = deck.index(card)
    deck[at], deck[-1] = deck[-1], deck[at]


RAKED = {"public": True, "small_blind": 10, "big_blind": 20, "min_buy_in": 100}
RAKED |= {"max_buy_in": 3000, "rake": RakeRule(300, 60)}


def on_the_turns(own: int = 600) -> Scene:
    scene = Scene().everybody(own, 600, 600).deal("O").act("pot", "pass", "pass")
    scene.to_arrangement().split().ready("D", "O", "M")
    return scene.act("pass", "pass", "pass")


def scooped() -> Scene:
    scene = Scene(**RAKED).everybody(2000, 2000, 2000).deal("O").act("pot", "pass", "pass")
    scene.to_arrangement().split().ready("D", "O", "M").act("pass", "pot", "fold", "call")
    return scene.act("pass", "pot", "call").to_end()


def busted() -> Scene:
    scene = Scene().everybody(30, 600, 600).deal("M", lost_hands())
    return scene.act("pot", "call", "call").to_end().alarm()


def lost_hands() -> dict[int, str]:
    return {0: HOLE[1], 1: "AhTh8d4cQcJd6s3dKhKcAs3s", 2: HOLE[2]}


def back_with_a_choice() -> Scene:
    """Mira misses her big blind and is back in the middle of a hand."""
    scene = Scene().everybody().deal("D").do(c.SitOut, "M").act("fold", "fold")
    for _ in range(6):
        while scene.table.state.hand is None:
            scene.alarm()
        if scene.table.seat("M").owes_blind:
            break
        scene.act("fold")
    scene.do(c.SitIn, "M", False)
    while scene.frames[-1]["you"]["waiting_for"] != "big_blind":
        scene.act("fold")
        while scene.table.state.hand is None:
            scene.alarm()
    return scene


def long_names() -> Scene:
    big = {"small_blind": 500, "big_blind": 1000, "max_buy_in": 1_500_000, "min_buy_in": 5000}
    scene = Scene(**big)
    scene.sit("M", 1_234_567, "Bartholomew-Maximil")
    scene.sit("D", 987_654, "WWWWWWWWWWWWWWWWWWWW")
    scene.sit("O", 1_400_000, "Oğuzhan Çelikbaş")
    return scene.deal("O").act("pot", "pot", "pot")


def split_pot() -> Scene:
    scene = Scene().everybody(600, 600, 90).deal("O").act("pot", "pot", "pot", "call", "call")
    scene.to_arrangement().split()
    return scene.ready("D", "O", "M").to_end()


SCENES: dict[str, Callable[[], Scene]] = {
    "waiting": lambda: Scene(public=True).sit("M"),
    "watching": lambda: Scene(viewer=None).sit("M").sit("D").deal("D").act("pot"),
    "before the flops": lambda: Scene().everybody().deal("M"),
    "others act": lambda: Scene().everybody().deal("O").wait(9_000),
    "arranging": lambda: Scene().everybody().deal("O").to_arrangement().ready("D").wait(40_000),
    "arranging late": lambda: (
        Scene().everybody().deal("O").to_arrangement().split().ready("D").wait(176_000)
    ),
    "arranged": lambda: Scene().everybody().deal("O").to_arrangement().split().ready("D"),
    "ready": lambda: Scene().everybody().deal("O").to_arrangement().split().ready("D", "M"),
    "on the flops": lambda: (
        Scene().everybody().deal("O").to_arrangement().split().ready("D", "O", "M")
    ),
    "on the turns": on_the_turns,
    "facing a bet": lambda: on_the_turns().act("pass", "pot", "fold"),
    "facing all-in": lambda: on_the_turns(400).act("pot", "pot", "fold"),
    "folded": lambda: on_the_turns().act("pot", "call", "pot", "fold"),
    "all-in run-out": lambda: (
        Scene().everybody(600, 600, 90).deal("O").act("pot", "pot", "pot", "call", "call")
    ),
    "scoop": scooped,
    "split with a side pot": split_pot,
    "won without a showdown": lambda: on_the_turns().act("pot", "fold", "fold"),
    "lost": lambda: (
        Scene().everybody(400, 600, 600).deal("M", lost_hands()).act("pot", "call", "call").to_end()
    ),
    "busted": busted,
    "timed out": lambda: Scene().everybody().deal("M").alarm(),
    "sitting out": lambda: (
        Scene().everybody().do(c.SitOut, "M").deal("D", {1: HOLE[1], 2: HOLE[2]})
    ),
    "post or wait": back_with_a_choice,
    "closing": lambda: Scene().everybody().deal("M").do(c.CloseTable, "operator"),
    "void": lambda: on_the_turns().do(c.VoidHand, "bug"),
    "long names": long_names,
    "heads-up": lambda: (
        Scene(2).sit("M").sit("D").deal("M").act("pass", "pass").split().ready("D", "M")
    ),
}

if __name__ == "__main__":
    for name, scene in SCENES.items():
        frame = scene().frames[-1]
        print(name, "|", frame["public"]["phase"], frame["you"] and frame["you"]["legal"])
