"""Who watches one table, and what each was last shown.

Versions are counted per viewer: `public changes + own private changes`. What changes nothing that
a viewer may see sends that viewer no frame and moves no number of theirs, so that neither a frame
nor a gap tells that somebody else made a draft (C4). A change is a change of the encoded bytes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from patchpoker.runtime.outbox import Outbox
from patchpoker.table.view import PrivateView, PublicView
from patchpoker.wire.codec import NOBODY, encode_part, view_frame, view_head

NO_EVENTS = b"[]"


@dataclass(slots=True, eq=False)
class Subscription:
    """One socket that watches. `player` None: a spectator."""

    player: str | None
    outbox: Outbox


@dataclass(slots=True)
class _Viewer:
    """A player's own part: how it was last shown, and how often it changed by itself."""

    you: bytes = NOBODY
    changes: int = 0
    subscriptions: set[Subscription] = field(default_factory=set)


class Audience:
    """`private_of(player)` is the player's own part now, None for whoever has no seat."""

    def __init__(self, table_id: str, private_of: Callable[[str], PrivateView | None]) -> None:
        self._head = view_head(table_id)
        self._private_of = private_of
        self._public = b""
        self._changes = 0
        self._spectators: set[Subscription] = set()
        self._viewers: dict[str, _Viewer] = {}

    def __len__(self) -> int:
        return len(self._spectators) + sum(
            len(viewer.subscriptions) for viewer in self._viewers.values()
        )

    def version_of(self, player: str | None) -> int:
        viewer = self._viewers.get(player) if player is not None else None
        return self._changes + (viewer.changes if viewer else 0)

    def everyone(self) -> Iterable[Subscription]:
        yield from self._spectators
        for viewer in self._viewers.values():
            yield from viewer.subscriptions

    def of_player(self, player: str) -> tuple[Subscription, ...]:
        viewer = self._viewers.get(player)
        return tuple(viewer.subscriptions) if viewer else ()

    def join(self, subscription: Subscription, now_ms: int) -> None:
        """The whole view, at once and again after every change."""
        player = subscription.player
        if player is None:
            self._spectators.add(subscription)
            you = NOBODY
        else:
            viewer = self._viewers.setdefault(player, _Viewer())
            if not viewer.subscriptions:
                viewer.you = self._encode_private(player)
            viewer.subscriptions.add(subscription)
            you = viewer.you
        self._send(subscription, now_ms, you, NO_EVENTS)

    def leave(self, subscription: Subscription) -> None:
        self._spectators.discard(subscription)
        if subscription.player is None:
            return
        viewer = self._viewers.get(subscription.player)
        if viewer is not None:
            viewer.subscriptions.discard(subscription)
            if not viewer.subscriptions and viewer.you == NOBODY:
                del self._viewers[subscription.player]  # bounded: seated or watching

    def show(self, public: PublicView, events: Iterable[object], now_ms: int) -> None:
        """The table changed, perhaps: a frame to each viewer whose view did. `events` are the
        public ones; they come with a change of the public part."""
        encoded_events = encode_part(tuple(events))
        encoded = encode_part(public)
        changed = encoded != self._public or encoded_events != NO_EVENTS
        if changed:
            self._public = encoded
            self._changes += 1
            for subscription in self._spectators:
                self._send(subscription, now_ms, NOBODY, encoded_events)
        for player, viewer in list(self._viewers.items()):
            self._show_player(player, viewer, changed, encoded_events, now_ms)

    def resend(self, subscription: Subscription, now_ms: int) -> None:
        """The view again, as it is: after a stale command."""
        viewer = self._viewers.get(subscription.player) if subscription.player else None
        self._send(subscription, now_ms, viewer.you if viewer else NOBODY, NO_EVENTS)

    def _show_player(
        self, player: str, viewer: _Viewer, changed: bool, events: bytes, now_ms: int
    ) -> None:
        you = self._encode_private(player)
        if not changed:
            if you == viewer.you:
                return
            viewer.changes += 1
        viewer.you = you
        for subscription in viewer.subscriptions:
            self._send(subscription, now_ms, you, events if changed else NO_EVENTS)
        if not viewer.subscriptions and you == NOBODY:
            del self._viewers[player]

    def _send(self, subscription: Subscription, now_ms: int, you: bytes, events: bytes) -> None:
        version = self.version_of(subscription.player)
        subscription.outbox.put_view(
            view_frame(self._head, version, now_ms, self._public, you, events)
        )

    def _encode_private(self, player: str) -> bytes:
        private = self._private_of(player)
        return NOBODY if private is None else encode_part(private)
