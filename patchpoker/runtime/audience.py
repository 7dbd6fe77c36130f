"""Who watches one table, and what each was last shown.

Versions come from the table's state and are counted per viewer: what changes nothing that a viewer
may see moves no number of theirs and sends them no frame, so that neither a frame nor a gap tells
that somebody else made a draft (C4). The public part is encoded once a change and spliced.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from patchpoker.runtime.outbox import Outbox
from patchpoker.table.evolve import Event
from patchpoker.table.public_events import public_events
from patchpoker.table.state import TableState, version_for
from patchpoker.table.view_for import private_view, public_view
from patchpoker.wire.codec import NOBODY, encode, encode_part, view_frame, view_head
from patchpoker.wire.outbound import ClosedFrame, Outbound

_NO_EVENTS = b"[]"


@dataclass(slots=True, eq=False)
class Subscription:
    """One socket that watches. `player` None: a spectator. `version`: what it was last sent."""

    player: str | None
    outbox: Outbox
    version: int = -1


class Audience:
    """All subscriptions of one table. Holds no state of the table but its encoded public part."""

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self._head = view_head(table_id)
        self._public = b""
        self._public_version = -1
        self._subscriptions: dict[str | None, set[Subscription]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._subscriptions.values()))

    def of_player(self, player: str) -> Iterator[Subscription]:
        yield from self._subscriptions.get(player, ())

    def join(self, subscription: Subscription, state: TableState, now_ms: int) -> None:
        """The whole view, at once and again after every change."""
        self._subscriptions.setdefault(subscription.player, set()).add(subscription)
        self._refresh(state)
        self._show_to(subscription.player, (subscription,), state, now_ms, _NO_EVENTS)

    def leave(self, subscription: Subscription) -> None:
        mine = self._subscriptions.get(subscription.player, set())
        mine.discard(subscription)
        if not mine:
            self._subscriptions.pop(subscription.player, None)

    def show(self, state: TableState, events: Iterable[Event], now_ms: int) -> None:
        """The table changed: a frame to each viewer whose version moved."""
        if not self._subscriptions:
            return
        changed = self._refresh(state)
        encoded = encode_part(public_events(events)) if changed else _NO_EVENTS
        for player, subscriptions in self._subscriptions.items():
            self._show_to(player, subscriptions, state, now_ms, encoded)

    def close(self, reason: str) -> None:
        """The table is gone."""
        self._tell(ClosedFrame(self._table_id, reason))
        self._subscriptions.clear()

    def tell_player(self, player: str, frame: Outbound) -> None:
        encoded = encode(frame)
        for subscription in self.of_player(player):
            subscription.outbox.put(encoded)

    def _tell(self, frame: Outbound) -> None:
        encoded = encode(frame)
        for subscriptions in self._subscriptions.values():
            for subscription in subscriptions:
                subscription.outbox.put(encoded)

    def _refresh(self, state: TableState) -> bool:
        """Encode the public part anew if it changed; whether it did."""
        if state.public_version == self._public_version:
            return False
        self._public = encode_part(public_view(state))
        self._public_version = state.public_version
        return True

    def _show_to(
        self,
        player: str | None,
        subscriptions: Iterable[Subscription],
        state: TableState,
        now_ms: int,
        events: bytes,
    ) -> None:
        seat = seat_number(state, player)
        version = version_for(state, seat)
        frame = None
        for subscription in subscriptions:
            if subscription.version == version:
                continue
            if frame is None:
                you = NOBODY if seat is None else encode_part(private_view(state, seat))
                frame = view_frame(self._head, version, now_ms, self._public, you, events)
            subscription.version = version
            subscription.outbox.put_view(frame)


def seat_number(state: TableState, player: str | None) -> int | None:
    """Where the player sits, None for a spectator."""
    seat = None if player is None else state.seat_of(player)
    return None if seat is None else seat.seat
