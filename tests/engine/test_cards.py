"""Cards as integers and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchpoker.engine.cards import (
    DECK,
    CardError,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
)


def test_deuce_of_clubs_is_the_first_card_and_ace_of_spades_the_last() -> None:
    assert (parse_card("2c"), parse_card("As"), parse_card("Th")) == (0, 51, 34)
    assert len(DECK) == len(set(map(card_text, DECK))) == 52


@given(st.lists(st.sampled_from(DECK)))
def test_text_and_back(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["", "A", "Ahh", "ah", "1c", "AH", "Xs", "A♥"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse_card(text)


@pytest.mark.parametrize("card", [-1, 52])
def test_numbers_outside_the_deck_are_refused(card: int) -> None:
    with pytest.raises(CardError):
        card_text(card)
