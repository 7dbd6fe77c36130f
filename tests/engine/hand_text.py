"""The plain, slow way to name five cards, as the cases write it: `two pair 14,6,12`; a blank of
Patong's is None: `pair 13,7,2,blank`."""

from collections import Counter
from collections.abc import Sequence

from patchpoker.engine.cards import Card

BY_COUNTS = {
    (4, 1): "quads",
    (3, 2): "full house",
    (3, 1, 1): "trips",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
}


BLANK = 0


def hand_text(cards: Sequence[Card | None]) -> str:
    """Category and deciding ranks of exactly five cards; 14 is the ace."""
    assert len(set(cards)) == 5
    counts = Counter(BLANK if card is None else (card >> 2) + 2 for card in cards)
    by_count = sorted(counts.items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks = [rank for rank, _ in by_count]
    flush = None not in cards and len({card & 3 for card in cards}) == 1
    high = None
    if len(ranks) == 5 and ranks[0] - ranks[4] == 4 and ranks[4] != BLANK:
        high = ranks[0]
    elif ranks == [14, 5, 4, 3, 2]:
        high = 5
    if high is not None:
        return f"{'straight flush' if flush else 'straight'} {high}"
    counted = BY_COUNTS.get(tuple(count for _, count in by_count), "high card")
    name = "flush" if flush else counted
    return f"{name} {','.join(str(rank or 'blank') for rank in ranks)}"
