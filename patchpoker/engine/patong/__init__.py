"""One round of Patong, and the ledger of a session of them (D1-D15). Pure; imports only the
engine."""

from patchpoker.engine.patong.decide import decide
from patchpoker.engine.patong.evolve import evolve, replay
from patchpoker.engine.patong.legal import LegalChoices, legal_choices
from patchpoker.engine.patong.options import PatongOptions
from patchpoker.engine.patong.session import SessionLedger
from patchpoker.engine.patong.state import Phase, PlayerRound, RoundState

__all__ = [
    "LegalChoices",
    "PatongOptions",
    "Phase",
    "PlayerRound",
    "RoundState",
    "SessionLedger",
    "decide",
    "evolve",
    "legal_choices",
    "replay",
]
