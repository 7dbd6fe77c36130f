"""What a seat may choose (D2, D6, D7, D9)."""

from dataclasses import dataclass

from patchpoker.engine.patong.events import Street
from patchpoker.engine.patong.state import RoundState

MAX_FOLDS = 2
FOLD_DISCARDS, FOLD_DRAWS = 3, 2


@dataclass(frozen=True, slots=True)
class LegalChoices:
    """Play 1 to `max_play` cards, or, with `fold`, fold three."""

    max_play: int
    fold: bool


def legal_choices(state: RoundState, seat: int) -> LegalChoices | None:
    """The seat's choices; None when it owes none."""
    if seat not in state.awaiting:
        return None
    player = state.dealt_in(seat)
    if state.street is Street.TIEBREAK:
        return LegalChoices(1, fold=False)
    fold = state.options.folding and player.folds < MAX_FOLDS and len(player.cards) >= FOLD_DISCARDS
    return LegalChoices(min(2, len(player.cards)), fold)
