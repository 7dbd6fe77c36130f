"""Players' names: what is kept of a text that somebody typed."""

import unicodedata

from patchpoker.storage.errors import NameInvalid

LONGEST = 20  # characters
_MOST_MARKS = 2  # accents in a row; more would run over the lines above and below

# Letters and symbols that show nothing.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")


def clean_name(text: str) -> str:
    """NFKC; without control, bidi and other unseen characters; single spaces between words.
    Raises NameInvalid unless 1 to 20 characters with something to see are left."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", text[: 8 * LONGEST]):
        category = unicodedata.category(char)
        if char.isspace():
            kept.append(" ")
            continue
        if category[0] == "C" or category in ("Zl", "Zp") or char in _BLANK:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    name = " ".join("".join(kept).split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise NameInvalid("A name needs at least one character that can be seen.")
    if len(name) > LONGEST:
        raise NameInvalid(f"A name has at most {LONGEST} characters.")
    return name


def name_key(name: str) -> str:
    """Names with the same key are the same name: case and accents' spelling don't matter."""
    return unicodedata.normalize("NFKC", name.casefold())
