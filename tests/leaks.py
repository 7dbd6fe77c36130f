"""A leak checker: may this viewer know every card in what it was sent?

`Deal` is what a test knows of the running hand: each seat's hole cards and how much of the boards
lies open. `LeakChecker.check(viewer, text)` looks through anything a viewer receives (frames,
pages, logs) for a card that it may not know now, in every spelling the project uses: "Ah", "A♥",
"ace of hearts", "A of hearts", "card-Ah" in a class or file name, and bare numbers 0..51 in lists
(a hole card's index). It also looks for keys that have no place in any view (deck, seed, sealed).

    checker = LeakChecker()
    checker.deal(Deal(...)); checker.reveal(cards); checker.check("p_1", frame)

`checker.leaks` collects what was found; `checker.assert_none()` fails with the first of them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import orjson

from patchpoker.engine.cards import card_text, parse_card

_RANK_WORDS = {
    "two": "2", "deuce": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
BAD_KEYS = frozenset(("deck", "seed", "sealed", "undo", "initial", "drafts", "own_cards", "stub"))
SPEAKS_OF_SEATS = frozenset(("awaiting", "eligible_seats", "timed_out", "seats", "board_shares"))


_CODE = re.compile(
    r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([cdhs])(?![A-Za-z0-9])(?!(?<=As)\s[a-z])"  # "As soon as"
)
_SIGN = re.compile(r"(10|[2-9TJQKA])[\ufe0e\ufe0f]?\s*([♣♧♦♢♥♡♠♤])")
_NAME = re.compile(
    rf"(?i)\b({'|'.join(_RANK_WORDS)}|10|[2-9TJQKA])\s+of\s+({'|'.join(SUIT_NAMES.values())})\b"
)
_HAND_NAME = re.compile(  # "Two pair, 7s and 2s" speaks of sevens, not of the seven of spades
    r"(?i:Pair of|Two pair,|Three of a kind,|Set of|Full house,|Four of a kind,)"
    r" \w+s(?: (?:and|over) \w+s)?"
)
_GLYPH = re.compile("[\U0001f0a1-\U0001f0de]")
_GLYPH_SUITS = "shdc"  # rows of 16 from U+1F0A0; the twelfth of each is the knight
_GLYPH_RANKS = {1: "A", 10: "T", 11: "J", 13: "Q", 14: "K"}


def cards_in(text: str) -> set[int]:
    """Every card that `text` spells."""
    text = _HAND_NAME.sub("", text)
    found = {parse_card(("T" if r == "10" else r) + s) for r, s in _CODE.findall(text)}
    for rank, sign in _SIGN.findall(text):
        suit = next(suit for suit, signs in SUIT_SIGNS.items() if sign in signs)
        found.add(parse_card(("T" if rank == "10" else rank) + suit))
    for rank, name in _NAME.findall(text):
        letter = _RANK_WORDS.get(rank.lower(), "T" if rank == "10" else rank.upper())
        found.add(parse_card(letter + name[0].lower()))
    for glyph in _GLYPH.findall(text):
        row, place = divmod(ord(glyph) - 0x1F0A0, 16)
        letter = _GLYPH_RANKS.get(place, str(place) if 2 <= place <= 9 else "")
        if letter:
            found.add(parse_card(letter + _GLYPH_SUITS[row]))
    return found


@dataclass(frozen=True)
class Leak:
    viewer: str | None
    hand_no: int
    what: str
    where: str


@dataclass
class Deal:
    """One running hand: `holders`: player -> hole cards. `open_cards`: what lies open now."""

    hand_no: int
    holders: dict[str, frozenset[int]]
    open_cards: set[int] = field(default_factory=set)


class LeakChecker:
    """Feed it the truth (`deal`, `reveal`) and whatever each viewer receives (`check`)."""

    def __init__(self) -> None:
        self.deal_now: Deal | None = None
        self.leaks: list[Leak] = []
        self.checked = 0
        self.cards_seen = 0

    def deal(self, deal: Deal) -> None:
        self.deal_now = deal

    def reveal(self, cards: Iterable[int]) -> None:
        """These lie open from now on: boards, and hands at a showdown."""
        assert self.deal_now is not None
        self.deal_now.open_cards.update(cards)

    def may_know(self, viewer: str | None) -> set[int]:
        if self.deal_now is None:
            return set()
        own = self.deal_now.holders.get(viewer, frozenset()) if viewer else frozenset()
        return self.deal_now.open_cards | own

    def check(self, viewer: str | None, text: str, also: Iterable[int] = ()) -> None:
        """`viewer` None: a spectator, or a log. `also`: cards of an earlier hand that this text
        may speak of (an asked-for last result)."""
        self.checked += 1
        allowed = self.may_know(viewer) | set(also)
        found = cards_in(text)
        self.cards_seen += len(found)
        for card in sorted(found - allowed):
            self._report(viewer, card_text(card), text)
        if text.startswith("{"):
            self._check_json(viewer, text)

    def assert_none(self) -> None:
        assert not self.leaks, f"{len(self.leaks)} leaks, first: {self.leaks[0]}"

    def _check_json(self, viewer: str | None, text: str) -> None:
        for path, value in _walk(orjson.loads(text), ()):
            key = path[-1] if path else ""
            if key in BAD_KEYS:
                self._report(viewer, f"the key {key!r}", text)
            if (
                isinstance(value, list)
                and len(value) >= 2
                and key not in SPEAKS_OF_SEATS
                and all(type(item) is int and 0 <= item < 52 for item in value)
            ):
                self._report(viewer, f"numbers like cards in {'.'.join(path)}", text)

    def _report(self, viewer: str | None, what: str, text: str) -> None:
        hand_no = self.deal_now.hand_no if self.deal_now else 0
        self.leaks.append(Leak(viewer, hand_no, what, text[:2000]))


def _walk(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner, path)
