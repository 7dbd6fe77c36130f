"""A table to play with in tests: commands go through decide and evolve, chips through a ledger."""

import random
from collections import Counter
from dataclasses import replace

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.state import HandState, Phase
from patchpoker.engine.cards import DECK, parse_cards
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.table import commands as c
from patchpoker.table.config import CLOCKS, Speed, TableIdentity, TableOptions
from patchpoker.table.decide import decide
from patchpoker.table.evolve import evolve, fold
from patchpoker.table.seating import plan_deal
from patchpoker.table.settlement import House, Stake, Wallet, transfers
from patchpoker.table.state import TableState, decision_id

WALLET = 100_000


def options(game="patch-patch", seats=3, **changes) -> TableOptions:
    """5-10, slow, buy-in 1 to 150 big blinds, no rake."""
    return replace(
        TableOptions(game, seats, 5, 10, Speed.SLOW, CLOCKS[Speed.SLOW], 10, 1500, NO_RAKE),
        **changes,
    )


PUBLIC = TableIdentity("t_public", None, "offer")
PRIVATE = TableIdentity("t_private", "WXYZ", None)


class Driver:
    """Players are letters. Time stands still unless `at` or `alarm` moves it."""

    def __init__(self, game="patch-patch", seats=3, *, public=False, seed=1, **changes):
        self.random = random.Random(seed)
        self.now = 1_000_000
        self.log = []
        self.batches = []
        self.balances = Counter()
        self.state: TableState | None = None
        identity = PUBLIC if public else PRIVATE
        self.do(c.OpenTable, identity, options(game, seats, **changes), "A")

    # commands

    def do(self, kind, *args, **kwargs):
        """Decide a command of this kind now, settle and evolve. Returns the events."""
        events = decide(self.state, kind(self.now, *args, **kwargs))
        for moved in transfers(self.state, events):
            assert moved.chips > 0
            self.balances[moved.source] -= moved.chips
            self.balances[moved.target] += moved.chips
        self.log.extend(events)
        self.batches.append(events)
        for event in events:
            self.state = evolve(self.state, event)
        self.check_chips()
        return events

    def sit(self, player, seat=None, chips=500, **kwargs):
        return self.do(c.Sit, player, f"Name {player}", seat, chips, **kwargs)

    def tick(self, deck=None):
        return self.do(c.Tick, self.shuffled() if deck is None else deck)

    def alarm(self, deck=None):
        """To the next alarm, and tick."""
        at = self.state.next_alarm_ms
        assert at is not None, "the table just stopped"
        self.now = max(self.now, at)
        return self.tick(deck)

    def deal(self, deck=None, button=None):
        """Wait for the next hand. `button`: whom the draw of the first button shall hit."""
        if deck is None:
            deck = self.shuffled()
        if button is not None:
            players = [seat.player for seat in self.state.taken if seat.can_play]
            deck = last_card(deck, players.index(button), len(players))
        for _ in range(20):
            if self.state.hand is not None:
                return self.state.hand
            self.alarm(deck)
        raise AssertionError("no hand was dealt")

    def act(self, action, raise_to=None, player=None):
        player = player or self.to_act
        return self.do(c.Act, player, decision_id(self.state), Action(action), raise_to)

    def fold_out(self):
        """Everybody folds to the end of the hand."""
        while self.state.hand is not None:
            self.act("fold")

    def bust(self, loser, winner, button=None):
        """A Hold'em hand that `loser` loses all-in to `winner`; everybody else folds."""
        players = [seat.seat for seat in self.state.taken if seat.can_play]
        if button is None:
            deal = plan_deal(self.state, self.shuffled())
            first, players = deal.button, [entrant.seat for entrant in deal.entrants]
        else:
            first = self.seat(button).seat
        order = sorted(players, key=lambda seat: (seat <= first, seat))
        holes = {self.seat(winner).seat: "AsAh", self.seat(loser).seat: "7c2d"}
        junk = iter(("3c4c", "3d4d", "3h4h", "3s4s"))
        deck = stacked(*(holes.get(seat) or next(junk) for seat in order), "KdQhJs9h8s")
        self.deal(deck, button)
        while self.state.hand is not None:
            if self.hand.phase is not Phase.BETTING:
                self.alarm()
            elif self.to_act not in (loser, winner):
                self.act("fold")
            elif self.to_act == loser and self.legal.raise_ is not None:
                self.act("raise", self.legal.raise_.max_to)
            else:
                self.act("check" if self.legal.check else "call")
        assert self.stack(loser) == 0

    def finish(self):
        """Nobody raises, everybody calls or checks, nobody arranges: to the showdown."""
        while (hand := self.state.hand) is not None:
            if hand.phase is Phase.BETTING:
                self.act("check" if self.legal.check else "call")
            elif hand.phase is Phase.ARRANGING:
                self.ready(min(hand.awaiting))
            else:
                self.alarm()

    def ready(self, seat, ready=True):
        player = self.state.seat_at(seat).player
        return self.do(c.SetReady, player, decision_id(self.state), ready)

    # looking

    def shuffled(self):
        deck = list(DECK)
        self.random.shuffle(deck)
        return tuple(deck)

    @property
    def hand(self) -> HandState:
        assert self.state.hand is not None
        return self.state.hand

    @property
    def legal(self):
        from patchpoker.engine.betting.legal import legal_actions

        return legal_actions(self.hand, self.hand.to_act)

    @property
    def to_act(self):
        return self.player(self.hand.to_act)

    def player(self, seat):
        return self.state.seat_at(seat).player

    def seat(self, player):
        seat = self.state.seat_of(player)
        assert seat is not None, f"{player} has no seat"
        return seat

    def stack(self, player):
        return self.seat(player).stack

    def wallet(self, player):
        return WALLET + self.balances[Wallet(player)]

    def positions(self):
        """(dealt in, button, small blind, big blind) by player."""
        hand = self.hand
        dealt_in = "".join(sorted(self.player(p.seat) for p in hand.players))
        spots = (hand.button, hand.small_blind_seat, hand.big_blind_seat)
        return (dealt_in, *(self.player(seat) for seat in spots))

    def check_chips(self):
        """Stakes are the stacks, nothing is made or lost, and the log folds to this state."""
        stakes = {
            account: chips
            for account, chips in self.balances.items()
            if isinstance(account, Stake) and chips
        }
        table_id = self.state.identity.table_id
        assert stakes == {
            Stake(table_id, seat.seat, seat.player): seat.stack
            for seat in self.state.taken
            if seat.stack
        }
        assert sum(self.balances.values()) == 0
        assert self.balances[House()] >= 0
        if self.state.hand is not None:
            assert self.state.hand.total_chips == sum(
                self.state.seat_at(p.seat).stack for p in self.state.hand.players
            )

    def check_replay(self):
        assert fold(self.log) == self.state


def last_card(deck, index, count):
    """The deck with a last card that draws player `index` of `count` as the first button."""
    cards = list(deck)
    at = next(i for i in range(51, -1, -1) if cards[i] % count == index)
    cards[at], cards[51] = cards[51], cards[at]
    return tuple(cards)


def stacked(*texts):
    """A deck that begins with these cards."""
    cards = parse_cards("".join(texts))
    return (*cards, *(card for card in DECK if card not in cards))


RAKED = RakeRule(300, 30)
