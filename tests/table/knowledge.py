"""Which cards a viewer may know, worked out from the events alone, apart from the views' code."""

import re
from dataclasses import asdict

from patchpoker.engine.betting import events as h
from patchpoker.engine.cards import card_text

CARD = re.compile(r"[2-9TJQKA][cdhs]")
NO_CARD_FIELDS = {"name", "player", "table_id", "code", "host", "decision", "type"}


def cards_in(value):
    """Every card text anywhere in a view or event; ids and names aside."""
    if isinstance(value, str):
        return {value} if CARD.fullmatch(value) else set()
    if isinstance(value, dict):
        inner = (cards_in(v) for k, v in value.items() if k not in NO_CARD_FIELDS)
        return set().union(*inner)
    if isinstance(value, list | tuple):
        return set().union(*(cards_in(v) for v in value))
    if hasattr(value, "__dataclass_fields__"):
        return cards_in(asdict(value))
    return set()


class Known:
    """Feed it every event: `public` and `own` are the cards that may be seen in this hand."""

    def __init__(self):
        self.public = set()
        self.own = {}

    def take(self, state, event):
        """`state` after the event."""
        match event:
            case h.HandStarted():
                self.public = set()
                self.own = {p.seat: set(map(card_text, p.hole_cards)) for p in state.hand.players}
            case h.StreetDealt(cards=boards):
                self.public |= {card_text(card) for board in boards for card in board}
            case h.HandsTurnedUp(hands):
                for _, cards in hands:
                    self.public |= set(map(card_text, cards))
            case h.HandsShown(hands):
                for shown in hands:
                    self.public |= set(map(card_text, shown.hole_cards))

    def of(self, seat):
        return self.public | self.own.get(seat, set())
