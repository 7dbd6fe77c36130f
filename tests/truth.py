"""What each viewer could know at each version of a table, from its log alone.

The log is folded again; a frame that carries a version is held against the state of that version.
"""

from dataclasses import dataclass, field

import orjson

from patchpoker.storage.database import Database
from patchpoker.storage.sealing import Sealer
from patchpoker.storage.table_log import fold_batch, read_log
from patchpoker.table.state import TableState, version_for
from tests.leaks import Deal, LeakChecker


@dataclass
class Truth:
    states: list[TableState] = field(default_factory=list)
    deals: dict[int, dict[str, frozenset[int]]] = field(default_factory=dict)

    @classmethod
    async def read(cls, database: Database, sealer: Sealer, table_id: str) -> "Truth":
        truth = cls()
        state = None
        async with database.snapshot() as connection:
            async for logged in read_log(connection, sealer, table_id):
                state = fold_batch(state, logged)
                truth.states.append(state)
                if state.hand is not None and state.hand_no not in truth.deals:
                    truth.deals[state.hand_no] = {
                        state.seat_at(p.seat).player: frozenset(p.hole_cards)
                        for p in state.hand.players
                    }
        return truth

    def hands(self) -> int:
        return len(self.deals)

    def at(self, player: str | None, version: int) -> Deal | None:
        """What lay open at a viewer's version; None if the log has no such version."""
        for state in self.states:
            seat = state.seat_of(player) if player else None
            if version_for(state, seat.seat if seat else None) == version:
                return self._deal(state)
        return None

    def shown_ever(self) -> set[int]:
        """Cards of all results: one may ask for the last one at any time."""
        return {
            card
            for state in self.states
            for record in (state.record, state.last_result)
            if record is not None and record.ending is not None
            for card in _open(record)
        }

    def check(self, checker: LeakChecker, player: str | None, frames: list[str]) -> int:
        """Hold every frame against its moment; how many views there were."""
        views = 0
        for text in frames:
            frame = orjson.loads(text)
            if frame["type"] == "view":
                views += 1
                deal = self.at(player, frame["version"])
                assert deal is not None, f"no version {frame['version']} in the log"
                checker.deal(deal)
                checker.check(player, text)
            else:
                checker.deal(Deal(0, {}))
                also = self.shown_ever() if frame["type"] == "result" else ()
                checker.check(None, text, also)
        return views

    def _deal(self, state: TableState) -> Deal:
        record = state.record
        if record is None:
            return Deal(0, {})
        return Deal(record.hand_no, self.deals[record.hand_no], set(_open(record)))


def _open(record: object) -> list[int]:
    cards = [card for board in record.boards for card in board]
    cards += [card for shown in record.shown for card in shown.hole_cards]
    return cards + [card for _, hole in record.turned_up for card in hole]
