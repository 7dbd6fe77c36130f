"""The events of one command while they are being made, with the state after each."""

from patchpoker.table.events import TimePassed
from patchpoker.table.evolve import Event, evolve
from patchpoker.table.state import TableState


class Batch:
    """Local to one `decide`: `state` moves on with every event, `before` stays. Without another
    event there is no TimePassed either."""

    __slots__ = ("_events", "before", "state")

    def __init__(self, state: TableState, now_ms: int) -> None:
        self.before = state
        self._events: list[Event] = [TimePassed(max(now_ms, state.now_ms))]
        self.state = evolve(state, self._events[0])

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._events) if len(self._events) > 1 else ()

    def add(self, *events: Event) -> None:
        for event in events:
            self._events.append(event)
            self.state = evolve(self.state, event)
