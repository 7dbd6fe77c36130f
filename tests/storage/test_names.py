import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchpoker.storage.errors import NameInvalid
from patchpoker.storage.names import LONGEST, clean_name, name_key


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada \t  Lovelace ", "Ada Lovelace"),
        ("\uff21\uff44\uff41", "Ada"),  # full-width
        ("e\u0301", "\u00e9"),
        ("pa\u202eypal", "paypal"),  # right-to-left override
        ("a\u200b\u200db\x00", "ab"),
        ("A" + "\u0323\u0300\u0301\u0302\u0303", None),  # at most two marks on top of a letter
        ("<b>", "<b>"),  # text stays text; screens escape it
        ("\U0001f0a1", "\U0001f0a1"),
    ],
)
def test_what_is_kept(typed: str, kept: str | None) -> None:
    name = clean_name(typed)
    if kept is not None:
        assert name == kept
    else:
        assert len(name) <= 3


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\u2800\u3164", "\u0301", "x" * 21])
def test_what_is_refused(typed: str) -> None:
    with pytest.raises(NameInvalid):
        clean_name(typed)


def test_the_same_name_in_other_letters() -> None:
    assert name_key("ADA") == name_key("ada")
    assert name_key("Straße") == name_key("STRASSE")


@given(st.text(max_size=60))
def test_a_clean_name_stays_as_it_is(typed: str) -> None:
    try:
        name = clean_name(typed)
    except NameInvalid:
        return
    assert 1 <= len(name) <= LONGEST
    assert clean_name(name) == name
