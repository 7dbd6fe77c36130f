"""A fresh database for each test, and a table that is really played: pure layers, real commits."""

import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.legal import legal_actions
from patchpoker.engine.betting.state import Phase
from patchpoker.engine.cards import DECK, Card
from patchpoker.engine.rake import RakeRule
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.commit import TableCommit
from patchpoker.storage.database import Database
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import TableLog
from patchpoker.storage.writer import CommitWriter
from patchpoker.table import commands, settlement
from patchpoker.table.config import CLOCKS, Speed, TableIdentity, TableOptions
from patchpoker.table.decide import decide
from patchpoker.table.evolve import Event, fold
from patchpoker.table.state import TableState, decision_id

START = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
START_MS = 1_774_744_200_000


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def sealer() -> Sealer:
    return Sealer([bytes(range(32))])


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts(database)


@pytest.fixture
def writer(database: Database, sealer: Sealer) -> CommitWriter:
    return CommitWriter(database, sealer)


@pytest.fixture
def log(database: Database, sealer: Sealer) -> TableLog:
    return TableLog(database, sealer)


@dataclass
class Played:
    """A Patch-Patch table at 10-20 with rake. `do` decides, commits, evolves, as an actor does."""

    writer: CommitWriter
    table_id: str
    code: str | None = None
    seats: int = 3
    state: TableState | None = None
    version: int = 0
    epoch: int = 1
    now_ms: int = START_MS
    dice: random.Random = field(default_factory=lambda: random.Random(7))
    seen: list[Event] = field(default_factory=list)
    decks: list[tuple[Card, ...]] = field(default_factory=list)

    async def open(self) -> "Played":
        offer = None if self.code else "patch-patch.3.10-20.mid"
        identity = TableIdentity(self.table_id, self.code, offer)
        rake = RakeRule(0, 0) if self.code else RakeRule(300, 60)
        options = TableOptions(
            "patch-patch", self.seats, 10, 20, Speed.MID, CLOCKS[Speed.MID], 100, 3000, rake
        )
        host = "p_host" if self.code else None
        await self.do(commands.OpenTable(self.now_ms, identity, options, host))
        return self

    async def do(self, command: object, action_id: str | None = None) -> None:
        events = decide(self.state, command)
        if events:
            await self.commit(self.part(events, getattr(command, "player", None), action_id))

    def part(
        self, events: tuple[Event, ...], player: str | None = None, action_id: str | None = None
    ) -> TableCommit:
        after = fold(events, self.state)
        done = any(type(event).__name__ == "HandFinished" for event in events)
        return TableCommit(
            table_id=self.table_id,
            expected_version=self.version,
            epoch=self.epoch,
            at_ms=self.now_ms,
            events=events,
            transfers=settlement.transfers(self.state, events),
            player=player if action_id else None,
            action_id=action_id,
            snapshot=after if done and after.between_hands else None,
        )

    async def commit(self, part: TableCommit) -> None:
        self.version = await self.writer.commit(part)
        self.state = fold(part.events, self.state)
        self.seen.extend(part.events)

    async def sit(self, player: str, chips: int = 1000, action_id: str | None = None) -> None:
        command = commands.Sit(self.now_ms, player, player[-4:], None, chips)
        await self.do(command, action_id)

    async def step(self) -> None:
        """One random thing that may happen next: an action, a swap, a clock."""
        self.now_ms += 500
        hand = self.state.hand
        if hand is None or hand.phase not in (Phase.BETTING, Phase.ARRANGING):
            self.now_ms = max(self.now_ms, self.state.next_alarm_ms or 0)
            deck = list(DECK)
            self.dice.shuffle(deck)
            self.decks.append(tuple(deck))
            await self.do(commands.Tick(self.now_ms, tuple(deck)))
            return
        seat = self.dice.choice(sorted(hand.awaiting))
        player = self.state.seat_at(seat).player
        decision = decision_id(self.state)
        if hand.phase is Phase.ARRANGING:
            if self.dice.random() < 0.5:
                command = commands.Swap(
                    self.now_ms, player, decision, *self.dice.sample(range(12), 2)
                )
            else:
                command = commands.SetReady(self.now_ms, player, decision, True)
        else:
            command = commands.Act(self.now_ms, player, decision, *self._action(hand, seat))
        await self.do(command)

    def _action(self, hand: object, seat: int) -> tuple[Action, int | None]:
        legal = legal_actions(hand, seat)
        choices = [(Action.CHECK, None)] if legal.check else [(Action.CALL, None)] * 4
        if not legal.check:
            choices.append((Action.FOLD, None))
        for action, sizes in ((Action.BET, legal.bet), (Action.RAISE, legal.raise_)):
            if sizes is not None:
                choices.append((action, sizes.max_to))
        return self.dice.choice(choices)

    async def play(self, hands: int) -> None:
        """Until so many more hands have been finished."""
        done = self.state.hand_no + hands
        while self.state.hand_no < done or self.state.hand is not None:
            await self.step()

    async def until(self, phase: Phase) -> None:
        while self.state.hand is None or self.state.hand.phase is not phase:
            await self.step()


@pytest.fixture
def new_table(writer: CommitWriter) -> Callable[..., Played]:
    def make(table_id: str = "t_one", **changes: object) -> Played:
        return Played(writer, table_id, **changes)

    return make


@pytest.fixture
async def three(accounts: Accounts, new_table: Callable[..., Played]) -> Played:
    """Three guests with 1,000 chips each at an open table."""
    table = await new_table().open()
    for name in ("Ada", "Ben", "Cy"):
        guest = await accounts.create_guest(name, START)
        await table.sit(guest.player_id)
    return table


@pytest.fixture
def rows(database: Database) -> Callable[..., object]:
    """`await rows("SELECT ...", key=value)`: all rows of a statement, committed."""

    async def run(statement: str, **values: object) -> list[tuple[object, ...]]:
        async with database.begin() as connection:
            result = await connection.execute(sa.text(statement), values)
            return [tuple(row) for row in result] if result.returns_rows else []

    return run
