"""All open tables of this server: opened, found, closed; each with its actor.

A public table opens with its first player and closes when the last one goes; a further one opens
when the last seat of an offer is taken. A private table has a code of four letters, and closes
when nobody has sat there for ten minutes.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from patchpoker.runtime.clock import Clock
from patchpoker.runtime.departures import Departures
from patchpoker.runtime.errors import (
    NoSuchTable,
    SeatedAtOffer,
    SomebodySits,
    StillLeaving,
    Stopping,
    TooManyTables,
)
from patchpoker.runtime.store import Store
from patchpoker.runtime.table_actor import Answer, TableActor
from patchpoker.storage.commit import TableCommit
from patchpoker.storage.departures import read_departures
from patchpoker.storage.errors import CodeTaken, LogUnreadable
from patchpoker.storage.offers import Offer
from patchpoker.storage.table_log import LoadedTable
from patchpoker.storage.times import at
from patchpoker.table.commands import CloseTable, Command, OpenTable, Rename, Reopen, Sit
from patchpoker.table.config import TableIdentity, TableOptions
from patchpoker.table.deadlines import REMEMBERED_MS
from patchpoker.table.decide import decide
from patchpoker.table.evolve import Event, fold
from patchpoker.table.settlement import Transfer, Wallet
from patchpoker.table.view import PublicView
from patchpoker.table.view_for import public_view
from patchpoker.wire.outbound import WalletFrame

log = logging.getLogger(__name__)

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like others (A30)."""
CODE_LENGTH = 4
MAX_TABLES_PER_PLAYER = 4
FRESH_PUBLIC_SECONDS = 60.0
KEPT_MS = 20_000
"""How long a seat is kept for the player whom `best_seat` sent there."""
EMPTY_PRIVATE_SECONDS = 600.0


class Registry:
    """`server.services.Tables`, and the actors for the sockets. `start` before use; `stop` at
    the end. One per database."""

    def __init__(self, store: Store, clock: Clock, offers: Mapping[str, Offer]) -> None:
        self._store = store
        self._clock = clock
        self._offers = offers
        self._actors: dict[str, TableActor] = {}
        self._codes: dict[str, str] = {}
        self._departures = Departures({})
        self._closers: dict[str, asyncio.TimerHandle] = {}
        self._kept: dict[str, dict[str, int]] = {}
        self._sitting_down: defaultdict[str, list[TableActor]] = defaultdict(list)
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()
        self._loaded = False
        self._stopping = False

    # --- lifetime -----------------------------------------------------------------------------

    async def start(self) -> None:
        """Claim and fold every open table; their clocks go on (A23). A table that doesn't fold is
        quarantined, the others play on. Raises StorageDown."""
        since = at(self._clock.now_ms() - REMEMBERED_MS)
        self._departures = Departures(await read_departures(self._store.database, since))
        tables = await self._store.log.open_tables()
        taken = [await self._take_over(table_id) for table_id in tables]
        await asyncio.gather(*(reopened for reopened in taken if reopened is not None))
        self._loaded = True

    async def _take_over(self, table_id: str) -> asyncio.Future[Answer] | None:
        await self._store.log.claim(table_id)
        try:
            loaded = await self._store.log.load(table_id)
        except LogUnreadable as error:
            paid = await self._store.log.quarantine(table_id, at(self._clock.now_ms()))
            message = "table %s is quarantined, %d chips went home: %s"
            log.error(message, table_id, paid, error.message)  # noqa: TRY400 (says it all)
            return None
        recent = await self._store.log.recent_actions(table_id)
        actor = self._adopt(loaded)
        actor.remember(recent)
        return actor.submit(Reopen)

    async def stop(self) -> None:
        """Every table finishes the commit in flight, and takes no more commands."""
        self._stopping = True
        for handle in self._closers.values():
            handle.cancel()
        await asyncio.gather(*(actor.stop() for actor in list(self._actors.values())))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- what is there ------------------------------------------------------------------------

    @property
    def loaded(self) -> bool:
        return self._loaded

    def actor(self, table_id: str) -> TableActor:
        """Raises NoSuchTable."""
        try:
            return self._actors[table_id]
        except KeyError:
            raise NoSuchTable from None

    def at_offer(self, offer: str) -> Sequence[PublicView]:
        return [public_view(actor.state) for actor in self._of_offer(offer)]

    def find(self, table_id: str) -> PublicView | None:
        actor = self._actors.get(table_id)
        return None if actor is None else public_view(actor.state)

    def find_code(self, code: str) -> PublicView | None:
        return self.find(self._codes.get(code, ""))

    def of_player(self, player: str) -> Sequence[PublicView]:
        return [public_view(actor.state) for actor in self._where_seated(player)]

    def hosted_by(self, player: str) -> Sequence[PublicView]:
        return [
            public_view(actor.state)
            for actor in self._actors.values()
            if actor.state.identity.private and actor.state.host == player
        ]

    # --- opening ------------------------------------------------------------------------------

    async def best_seat(self, offer: str, player: str) -> str:
        """The table of an offer to sit at: where the player sits, else the fullest that has a
        free seat, else a new one; the seat is kept for a moment. KeyError: no such offer. Raises
        StorageDown, Stopping."""
        options = self._offers[offer].options
        async with self._opening:
            open_here = self._of_offer(offer)
            for actor in open_here:
                if actor.state.seat_of(player) is not None:
                    return actor.table_id
            free = [actor for actor in open_here if self._free_seats(actor, player) > 0]
            if free:
                actor = max(free, key=lambda actor: len(actor.state.taken))
            else:
                identity = TableIdentity(_new_table_id(), None, offer)
                actor = await self._open(identity, options, None)
            self._kept.setdefault(actor.table_id, {})[player] = self._clock.now_ms() + KEPT_MS
            return actor.table_id

    def _free_seats(self, actor: TableActor, player: str) -> int:
        """Seats that nobody has and none of the others was just sent to."""
        now_ms = self._clock.now_ms()
        kept = self._kept.get(actor.table_id, {})
        for sent in [sent for sent, until_ms in kept.items() if until_ms <= now_ms]:
            del kept[sent]
        coming = sum(sent != player and actor.state.seat_of(sent) is None for sent in kept)
        return actor.state.seats.count(None) - coming

    async def open_private(self, options: TableOptions, host: str) -> PublicView:
        """A new table with a code of its own. Raises BadOptions, StorageDown, Stopping."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            identity = TableIdentity(_new_table_id(), code, None)
            try:
                return public_view((await self._open(identity, options, host)).state)
            except CodeTaken:
                continue

    # --- commands that need to know more than one table ---------------------------------------

    def sit(
        self, table_id: str, player: str, name: str, seat: int | None, chips: int, action_id: str
    ) -> asyncio.Future[Answer]:
        """Raises NoSuchTable, TooManyTables, StillLeaving, SeatedAtOffer, Busy, Stopping."""
        actor = self.actor(table_id)
        places = self._places(player)
        if actor not in places and len(places) >= MAX_TABLES_PER_PLAYER:
            raise TooManyTables(MAX_TABLES_PER_PLAYER)
        offer = actor.state.identity.offer
        if offer is not None:
            here = [other for other in places if other.state.identity.offer == offer]
            if any(_leaves(other, player) for other in here):
                raise StillLeaving
            if any(other is not actor for other in here):
                raise SeatedAtOffer

        def make(now_ms: int) -> Command:
            brought = None if offer is None else self._departures.must_bring(offer, player, now_ms)
            return Sit(now_ms, player, name, seat, chips, brought)

        answer = actor.submit(make, player, action_id)
        self._sitting_down[player].append(actor)
        answer.add_done_callback(lambda _: self._sat_down(player, actor))
        return answer

    def _sat_down(self, player: str, actor: TableActor) -> None:
        self._sitting_down[player].remove(actor)
        if not self._sitting_down[player]:
            del self._sitting_down[player]

    async def rename(self, player: str, name: str) -> None:
        for actor in self._places(player):
            await actor.submit(lambda now_ms: Rename(now_ms, player, name))

    # --- what the actors tell -----------------------------------------------------------------

    def committed(
        self, actor: TableActor, events: tuple[Event, ...], moved: tuple[Transfer, ...]
    ) -> None:
        offer = actor.state.identity.offer
        if offer is not None:
            self._departures.note(offer, events, actor.state.now_ms)
        sides = [side for transfer in moved for side in (transfer.source, transfer.target)]
        players = {side.player for side in sides if isinstance(side, Wallet)}
        if players and not self._stopping:
            self._spawn(self._tell_wallets(actor, tuple(players)))
        self._watch_empty(actor, fresh=False)

    def gone(self, actor: TableActor) -> None:
        self._actors.pop(actor.table_id, None)
        self._kept.pop(actor.table_id, None)
        if (code := actor.state.identity.code) is not None:
            self._codes.pop(code, None)
        if (closer := self._closers.pop(actor.table_id, None)) is not None:
            closer.cancel()

    # --- inside -------------------------------------------------------------------------------

    def _of_offer(self, offer: str) -> list[TableActor]:
        return [
            actor
            for actor in self._actors.values()
            if actor.state.identity.offer == offer and actor.state.closing is None
        ]

    def _where_seated(self, player: str) -> list[TableActor]:
        return [a for a in self._actors.values() if a.state.seat_of(player) is not None]

    def _places(self, player: str) -> set[TableActor]:
        """Where the player sits, or has asked for a seat: what is being committed counts."""
        return {*self._where_seated(player), *self._sitting_down.get(player, ())}

    async def _open(
        self, identity: TableIdentity, options: TableOptions, host: str | None
    ) -> TableActor:
        if self._stopping:
            raise Stopping
        table_id, now_ms = identity.table_id, self._clock.now_ms()
        events = decide(None, OpenTable(now_ms, identity, options, host))
        version = await self._store.writer.commit(
            TableCommit(table_id=table_id, expected_version=0, epoch=1, at_ms=now_ms, events=events)
        )
        log.info("table %s opens: %s", table_id, identity.offer or "private")
        return self._adopt(LoadedTable(table_id, 1, version, fold(events)))

    def _adopt(self, loaded: LoadedTable) -> TableActor:
        actor = TableActor(loaded, self._store, self._clock, self)
        self._actors[loaded.table_id] = actor
        if (code := loaded.state.identity.code) is not None:
            self._codes[code] = loaded.table_id
        actor.start()
        self._watch_empty(actor, fresh=True)
        return actor

    def _watch_empty(self, actor: TableActor, *, fresh: bool) -> None:
        """Close a table that nobody sits at: later, if somebody may be about to sit down."""
        closer = self._closers.get(actor.table_id)
        if not actor.state.empty:
            if closer is not None:
                self._closers.pop(actor.table_id).cancel()
            return
        if closer is not None or actor.state.closed or self._stopping:
            return
        private = actor.state.identity.private
        wait = EMPTY_PRIVATE_SECONDS if private else FRESH_PUBLIC_SECONDS if fresh else 0.0
        loop = asyncio.get_running_loop()
        self._closers[actor.table_id] = loop.call_later(wait, self._close_empty, actor)

    def _close_empty(self, actor: TableActor) -> None:
        self._closers.pop(actor.table_id, None)

        def make(now_ms: int) -> Command:
            if not actor.state.empty:
                raise SomebodySits
            return CloseTable(now_ms, "empty")

        async def close() -> None:
            answer = await actor.submit(make)
            log.info("table %s closes, empty: %s", actor.table_id, answer.code or "done")

        if not self._stopping:
            self._spawn(close())

    async def _tell_wallets(self, actor: TableActor, players: tuple[str, ...]) -> None:
        for player, chips in await self._store.wallets(players):
            actor.audience.tell_player(player, WalletFrame(chips))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Keeps the task until it is done, and says when it failed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("%s: %s", task.get_name(), type(error).__name__)


def _leaves(actor: TableActor, player: str) -> bool:
    seat = actor.state.seat_of(player)
    return seat is not None and seat.leaving


def _new_table_id() -> str:
    return f"t_{secrets.token_hex(8)}"
