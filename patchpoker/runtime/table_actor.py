"""One table's actor: one command at a time, in the order of arrival.

    submit ──> inbox ──> what is due first ──> decide ──> commit ──> evolve ──> show ──> answer

Nobody is shown or told anything before it is durable. A command is judged at the time at which it
arrived; the alarm only enqueues a Tick. What can go wrong, and what then:

    a refusal                     answered; nothing changed
    the commit failed, or may     fold the log again; if the action is found there, it is answered
      have (StorageDown)          as done, else as not saved; clocks go on from what was left (A23)
    a fault of ours               logged without a card; the running hand is void (A29)
    a fault that stays            the table is quarantined: every stake goes home, others play on
"""

import asyncio
import logging
import secrets
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from patchpoker.engine.betting.events import HandFinished, HandVoided
from patchpoker.engine.deck import shuffled
from patchpoker.engine.errors import Refusal
from patchpoker.runtime.alarm import Alarm
from patchpoker.runtime.audience import Audience, Subscription, seat_number
from patchpoker.runtime.clock import Clock
from patchpoker.runtime.errors import Busy, Stopping
from patchpoker.runtime.store import Store
from patchpoker.storage.commit import TableCommit
from patchpoker.storage.errors import (
    DuplicateAction,
    Fenced,
    LogUnreadable,
    StorageDown,
    StoreError,
    StoreFault,
    StoreRefusal,
)
from patchpoker.storage.table_log import LoadedTable
from patchpoker.storage.times import at
from patchpoker.table.commands import ApplyTopUps, Command, Reopen, Tick, VoidHand
from patchpoker.table.decide import decide
from patchpoker.table.evolve import Event, fold
from patchpoker.table.settlement import Transfer, transfers
from patchpoker.table.state import TableState, version_for

log = logging.getLogger(__name__)

MAX_INBOX = 64
MAX_ANSWERS = 512
MAX_STEPS = 8
RETRY_SECONDS = 0.25
STOP_SECONDS = 1.0
STUCK_MS = 1_000

VOID_REASON = "The server met a fault. All chips of this hand went back."


@dataclass(frozen=True, slots=True)
class Answer:
    """To one command. `code` None: done, and durable; the sender's view shows it at `version`."""

    version: int
    code: str | None = None
    message: str = ""


class Owner(Protocol):
    """Who keeps the actors: is told what was committed, and when a table is gone."""

    def committed(
        self, actor: "TableActor", events: tuple[Event, ...], moved: tuple[Transfer, ...]
    ) -> None: ...

    def gone(self, actor: "TableActor") -> None: ...


@dataclass(slots=True, eq=False)
class _Request:
    make: Callable[[int], Command]
    at_ms: int
    player: str | None
    action_id: str | None
    done: asyncio.Future[Answer]


def _wake(now_ms: int) -> Command:
    return Tick(now_ms, shuffled(secrets.randbelow))  # A25


class TableActor:
    """`state` is the table as it was last committed."""

    def __init__(self, loaded: LoadedTable, store: Store, clock: Clock, owner: Owner) -> None:
        self.table_id = loaded.table_id
        self.state: TableState = loaded.state
        self.audience = Audience(loaded.table_id)
        self._version = loaded.version
        self._epoch = loaded.epoch
        self._store = store
        self._clock = clock
        self._owner = owner
        self._inbox: deque[_Request] = deque()
        self._arrived = asyncio.Event()
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._alarm = Alarm(clock, self._ring)
        self._task: asyncio.Task[None] | None = None
        self._not_before_ms = 0
        self._stopping = False

    # --- from outside -------------------------------------------------------------------------

    def start(self) -> None:
        """The task is kept here: nobody can collect a running table (NET-11)."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.table_id}")
        self._set_alarm()

    def remember(self, actions: Iterable[tuple[str, str, int]]) -> None:
        """(player, action id, log version) of what was done before this start: a resend is
        answered as done, also when its decision has passed since."""
        for player, action_id, _ in actions:
            self._keep((player, action_id), Answer(self.version_of(player)))

    async def stop(self) -> None:
        """Take no more; finish what is being done; then end."""
        self._stopping = True
        self._alarm.cancel()
        self._refuse_all()
        self._arrived.set()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=STOP_SECONDS)
            self._task.cancel()  # if the database hangs; the log tells what became of it

    def submit(
        self,
        make: Callable[[int], Command],
        player: str | None = None,
        action_id: str | None = None,
    ) -> asyncio.Future[Answer]:
        """`make(now_ms)` is the command; it may refuse. Raises Busy, Stopping."""
        if self._stopping:
            raise Stopping
        if len(self._inbox) >= MAX_INBOX:
            raise Busy
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._put(_Request(make, self._clock.now_ms(), player, action_id, done))
        return done

    def watch(self, subscription: Subscription) -> None:
        self.audience.join(subscription, self.state, self._clock.now_ms())

    def version_of(self, player: str | None) -> int:
        return version_for(self.state, seat_number(self.state, player))

    # --- the loop -----------------------------------------------------------------------------

    def _put(self, request: _Request) -> None:
        self._inbox.append(request)
        self._arrived.set()

    def _ring(self) -> None:
        if not self._stopping:
            done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._put(_Request(_wake, self._clock.now_ms(), None, None, done))

    def _set_alarm(self) -> None:
        due = self.state.next_alarm_ms
        if due is not None:
            due = max(due, self._not_before_ms)
        if not self._stopping:
            self._alarm.set(due)

    async def _run(self) -> None:
        while not self._stopping:
            if not self._inbox:
                self._arrived.clear()
                await self._arrived.wait()
                continue
            request = self._inbox.popleft()
            answer = await self._answer(request)
            if not request.done.done():
                request.done.set_result(answer)
            if self.state.closed and not self._stopping:
                self._end(self.state.closing or "closed")
            self._set_alarm()
        self._refuse_all()

    def _end(self, reason: str) -> None:
        self._stopping = True
        self._alarm.cancel()
        self.audience.close(reason)
        self._owner.gone(self)

    def _refuse_all(self) -> None:
        while self._inbox:
            request = self._inbox.popleft()
            if not request.done.done():
                request.done.set_result(self._refused(request.player, Stopping()))

    # --- one command --------------------------------------------------------------------------

    async def _answer(self, request: _Request) -> Answer:
        player, action_id = request.player, request.action_id
        key = (player, action_id) if player is not None and action_id is not None else None
        if key is not None and key in self._answers:
            return self._answers[key]
        try:
            await self._do(request)
            answer = Answer(self.version_of(player))
        except DuplicateAction:  # older than what we remember
            answer = Answer(self.version_of(player))
        except (Refusal, StoreRefusal) as refusal:
            answer = self._refused(player, refusal)
        except StoreError as error:
            return await self._recover(request, error)
        except Exception as error:  # noqa: BLE001 (the table must go on)
            await self._fault(error, by_clock=player is None)
            return Answer(self.version_of(player), "bug", "Something broke. It has been noted.")
        if key is not None:
            self._keep(key, answer)
        return answer

    def _keep(self, key: tuple[str, str], answer: Answer) -> None:
        self._answers[key] = answer
        if len(self._answers) > MAX_ANSWERS:
            self._answers.popitem(last=False)

    def _refused(self, player: str | None, refusal: Refusal | StoreRefusal) -> Answer:
        return Answer(self.version_of(player), refusal.code, refusal.message)

    async def _do(self, request: _Request) -> None:
        """What is due at the command's arrival comes first, so that it can't outrun a clock; but
        nothing was due while the table was closed (A23)."""
        if request.make is not Reopen:
            await self._catch_up(request.at_ms)
        if request.make is not _wake:
            await self._apply(request.make(request.at_ms), request.player, request.action_id)
            await self._catch_up(request.at_ms)

    async def _catch_up(self, at_ms: int) -> None:
        for _ in range(MAX_STEPS):
            if waiting := self.state.queued_top_ups:
                command: Command = ApplyTopUps(at_ms, await self._store.wallets(waiting))
            elif (due := self.state.next_alarm_ms) is not None and due <= at_ms:
                command = _wake(at_ms)
            else:
                return
            if not await self._apply(command):
                log.warning("table %s: nothing came of %s", self.table_id, type(command).__name__)
                self._not_before_ms = self._clock.now_ms() + STUCK_MS
                return

    async def _apply(
        self, command: Command, player: str | None = None, action_id: str | None = None
    ) -> bool:
        """decide -> commit -> evolve -> show. Whether anything happened."""
        before = self.state
        events = decide(before, command)
        if not events:
            return False
        after = fold(events, before)
        moved = transfers(before, events)
        over = any(isinstance(event, HandFinished | HandVoided) for event in events)
        self._version = await self._store.writer.commit(
            TableCommit(
                table_id=self.table_id,
                expected_version=self._version,
                epoch=self._epoch,
                at_ms=after.now_ms,
                events=events,
                transfers=moved,
                player=player if action_id is not None else None,
                action_id=action_id if player is not None else None,
                snapshot=after if over and after.between_hands else None,
            )
        )
        self.state = after
        self.audience.show(after, events, self._clock.now_ms())
        self._owner.committed(self, events, moved)
        return True

    # --- when something breaks ----------------------------------------------------------------

    async def _recover(self, request: _Request, error: StoreError) -> Answer:
        """The commit failed, or nobody knows: the log is the truth."""
        log.warning("table %s: %s, folding again", self.table_id, error.code)
        self._not_before_ms = self._clock.now_ms() + STUCK_MS  # a time-out that can't be saved
        committed = None
        reopen = isinstance(error, StorageDown) or request.make is Reopen
        if await self._refold(reopen=reopen) and (
            request.player is not None and request.action_id is not None
        ):
            committed = await self._committed(request.player, request.action_id)
        if committed is not None:
            return Answer(self.version_of(request.player))
        return Answer(self.version_of(request.player), "not_saved", "Not saved: try again.")

    async def _committed(self, player: str, action_id: str) -> int | None:
        while not self._stopping:
            try:
                return await self._store.log.action_version(self.table_id, player, action_id)
            except StoreFault:
                await asyncio.sleep(RETRY_SECONDS)
        return None

    async def _refold(self, *, reopen: bool) -> bool:
        """State from the log, as soon as the database answers; False if the table is gone."""
        while not self._stopping:
            try:
                loaded = await self._store.log.load(self.table_id)
                if loaded.epoch != self._epoch:
                    return self._moved()
                self.state, self._version = loaded.state, loaded.version
                self.audience.show(self.state, (), self._clock.now_ms())
                if reopen and not self.state.closed:
                    await self._apply(Reopen(self._clock.now_ms()))
            except Fenced:
                return self._moved()
            except LogUnreadable:
                await self._quarantine()
                return False
            except StoreError:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return True
        return False

    def _moved(self) -> bool:
        log.error("table %s: not ours any more", self.table_id)
        self._end("moved")
        return False

    async def _fault(self, error: Exception, *, by_clock: bool) -> None:
        """Ours. The message of an exception might hold a card: only its type and place go out."""
        hand_no = self.state.hand_no if self.state.hand is not None else 0
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("table %s, hand %s: %s\n%s", self.table_id, hand_no, type(error).__name__, where)
        if self.state.hand is None and not by_clock:
            return
        try:
            if self.state.hand is not None:
                await self._apply(VoidHand(self._clock.now_ms(), VOID_REASON))
                return
        except StoreError:
            if await self._refold(reopen=False):
                return  # still broken: the next command or alarm comes here again
        except Exception as again:  # noqa: BLE001
            name = type(again).__name__
            log.error("table %s: can't void: %s", self.table_id, name)  # noqa: TRY400
        await self._quarantine()

    async def _quarantine(self) -> None:
        """Every stake goes home, a running hand is thereby void (A29)."""
        while not self._stopping:
            try:
                paid = await self._store.log.quarantine(self.table_id, at(self._clock.now_ms()))
            except StoreFault:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            log.error("table %s is quarantined, %d chips went home", self.table_id, paid)
            self._end("fault")
