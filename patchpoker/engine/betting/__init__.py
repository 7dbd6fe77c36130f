"""One hand of a betting game: Hold'em, Omaha, Patch-Patch. Pure; imports only the engine."""

from patchpoker.engine.betting.decide import decide
from patchpoker.engine.betting.evolve import evolve, replay
from patchpoker.engine.betting.legal import LegalActions, legal_actions
from patchpoker.engine.betting.state import HandResult, HandState, Phase, PlayerHand

__all__ = [
    "HandResult",
    "HandState",
    "LegalActions",
    "Phase",
    "PlayerHand",
    "decide",
    "evolve",
    "legal_actions",
    "replay",
]
