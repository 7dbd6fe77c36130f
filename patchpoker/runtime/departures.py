"""A19 across the tables of an offer: who comes back within 60 min brings what was taken away."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from patchpoker.table.deadlines import REMEMBERED_MS
from patchpoker.table.events import SeatFreed, SeatTaken
from patchpoker.table.evolve import Event

MAX_REMEMBERED = 20_000


class Departures:
    """Bounded: the oldest is forgotten first. Each table also remembers its own."""

    def __init__(self, known: Mapping[tuple[str, str], tuple[int, int]]) -> None:
        self._gone = OrderedDict(known)

    def note(self, offer: str, events: Iterable[Event], now_ms: int) -> None:
        for event in events:
            match event:
                case SeatTaken(player=player):
                    self._gone.pop((offer, player), None)
                case SeatFreed(player=player, chips=chips) if chips:
                    self._gone[offer, player] = (chips, now_ms)
                    self._gone.move_to_end((offer, player))
        while len(self._gone) > MAX_REMEMBERED:
            self._gone.popitem(last=False)

    def must_bring(self, offer: str, player: str, now_ms: int) -> int | None:
        """Chips, None if nothing was taken away within 60 min."""
        chips, at_ms = self._gone.get((offer, player), (0, 0))
        return chips if chips and now_ms < at_ms + REMEMBERED_MS else None
