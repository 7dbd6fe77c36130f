"""One table's log, as the truth that every frame and every ack is held against.

A view that any player was ever shown must be, to the last field, the view of some state that the
log holds; an acked command must stand in the log once. So nothing was shown that wasn't durable,
and nothing that was shown or told is gone: boards, stacks, decisions, cards and drafts alike.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from patchpoker.engine.betting.state import Phase
from patchpoker.storage.database import Database
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import Logged, fold_batch, read_log
from patchpoker.table.events import TableReopened
from patchpoker.table.public_events import public_events
from patchpoker.table.state import TableState, version_for
from patchpoker.table.view_for import private_view, public_view
from patchpoker.wire.codec import encode_part

LEAST_LEFT_MS = 10_000  # A23
DECISIONS = (Phase.BETTING, Phase.ARRANGING)

Frame = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One commit, with the table before and after it."""

    logged: Logged
    before: TableState | None
    state: TableState

    @property
    def reopened(self) -> bool:
        return any(isinstance(event, TableReopened) for event in self.logged.events)

    def shows(self, player: str, frame: Frame) -> bool:
        """Whether `frame` is what the player may see of it, all of it, nothing else."""
        seat = self.state.seat_of(player)
        you = None if seat is None else private_view(self.state, seat.seat)
        return (
            frame["public"] == _plain(public_view(self.state))
            and frame["you"] == (None if you is None else _plain(you))
            and frame["events"] in ([], _plain(public_events(self.logged.events)))
        )


class Record:
    def __init__(self, table: str) -> None:
        self.table = table
        self.moments: list[Moment] = []
        self._at: defaultdict[tuple[str | None, int], list[Moment]] = defaultdict(list)
        self._done: defaultdict[tuple[str, str], int] = defaultdict(int)

    async def read(self, database: Database, sealer: Sealer) -> list[Moment]:
        """What was committed since the last time; what was there then must still be the same."""
        known = self.moments[-1] if self.moments else None
        after = known.logged.version - 1 if known is not None else 0
        new = []
        async with database.snapshot() as connection:
            log = read_log(connection, sealer, self.table, after)
            if known is not None:
                assert await anext(log) == known.logged, "a commit has changed"
            state = known.state if known is not None else None
            async for logged in log:
                assert logged.version == len(self.moments) + len(new) + 1
                moment = Moment(logged, state, fold_batch(state, logged))
                new.append(moment)
                state = moment.state
        for moment in new:
            self._keep(moment)
        return new

    def done(self, player: str, action_id: str) -> int:
        """How often this command was committed."""
        return self._done[player, action_id]

    def check_view(self, player: str, frame: Frame) -> None:
        version = frame["version"]
        moments = [*self._at[player, version], *self._at[None, version]]
        assert any(moment.shows(player, frame) for moment in moments), (
            f"{player} was shown a version {version} that the log doesn't hold"
        )

    def _keep(self, moment: Moment) -> None:
        state = moment.state
        self.moments.append(moment)
        for player in _viewers(state):
            seat = None if player is None else state.seat_of(player).seat
            self._at[player, version_for(state, seat)].append(moment)
        if moment.logged.player is not None:
            self._done[moment.logged.player, moment.logged.action_id] += 1
        if moment.reopened:
            check_reopened(moment)


def check_reopened(moment: Moment) -> None:
    """A23: the same decision, with the same cards and drafts, and what was left of its clock, at
    least 10 s, counted from the reopening."""
    before, after = moment.before, moment.state
    assert after.hand == before.hand
    assert [(s.stack, s.player) for s in after.taken] == [(s.stack, s.player) for s in before.taken]
    if before.clock.deadline_ms is None:
        return
    left = max(0, before.clock.deadline_ms - before.now_ms)
    if before.hand is not None and before.hand.phase in DECISIONS:
        left = max(left, LEAST_LEFT_MS)
    assert after.clock.deadline_ms - moment.logged.at_ms == left


def _viewers(state: TableState) -> Iterator[str | None]:
    yield None
    for seat in state.taken:
        yield seat.player


def _plain(part: Any) -> Any:
    return orjson.loads(encode_part(part))
