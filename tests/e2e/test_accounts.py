"""From a first visit to a name that is kept, and what else a person does off the table."""

import re

from tests.e2e.conftest import Party
from tests.e2e.phone import Phone, Shown
from tests.e2e.play import dealt_in, next_hand, number, passive, play_until

MARKUP = "<img src=x onerror=a"  # as long as a name may be


def heading(phone: Phone) -> str:
    return phone.page.locator("h1").first.inner_text()


def test_a_name_and_two_taps_to_a_hand(party: Party) -> None:
    """Two strangers on a public table: Play, Play now, cards (SCREENS: first visit)."""
    ola, _ = phones = party.phone(), party.phone(plain=True)
    for phone, name in zip(phones, ("Ola", "Pia"), strict=True):
        phone.introduce(name)
        phone.tap(".hero button")
    shows = play_until(phones, dealt_in)
    assert all("5-10" in shown.stakes for shown in shows)
    assert ola.look().opponent("Pia").name == "Pia"
    assert sum(number(shown.self) for shown in shows) in (1985, 1990, 2000)
    party.tables.append(shows[0].hash.split("/")[2])
    for phone in phones:
        phone.menu("Leave the table")
        if phone.page.locator("dialog[open]").count():
            phone.tap(phone.page.locator("dialog button", has_text="Fold and leave"))


def test_a_kept_name_signs_in_elsewhere_and_a_link_moves_a_guest(party: Party) -> None:
    quin = party.phone("Quin")
    quin.open("/#/me")
    quin.fill("Password, at least 8 characters", "three boards, one pot")
    quin.tap("button:has-text('Set the password')")
    quin.page.get_by_text("The account is yours to keep").wait_for()

    other = party.phone(plain=True)
    other.open()
    other.tap("button:has-text('I have an account')")
    other.page.locator("input[name=name]").fill("quin")
    other.page.locator("input[name=password]").fill("not that one")
    other.tap("button[type=submit]")
    other.page.locator(".form-problem:not(:empty)").wait_for()
    other.page.locator("input[name=password]").fill("three boards, one pot")
    other.tap("button[type=submit]")
    other.page.locator(".wallet-name", has_text="Quin").wait_for()

    quin.tap("button:has-text('Show link')")
    link = quin.page.locator(".share-link").input_value()
    assert quin.page.locator(".qr svg").count() == 1
    third = party.phone()
    third.page.goto(link)
    third.tap("button:has-text('Continue here')")
    third.page.locator(".wallet-name", has_text="Quin").wait_for()
    late = party.phone()
    late.page.goto(link)
    late.tap("button:has-text('Continue here')")
    late.page.locator(".form-problem:not(:empty)").wait_for()

    third.open("/#/me")
    third.fill("Name at the table", "Quintus")
    third.tap("button:has-text('Rename')")
    third.page.get_by_text("You're Quintus now").wait_for()
    assert heading(third) == "Quintus"
    third.tap("button:has-text('Sign out')")
    third.tap("dialog button.coral")
    third.page.locator(".welcome-form").wait_for()


def test_SEC_08_a_name_is_text_wherever_it_is_shown(party: Party) -> None:
    rob, sue = phones = party.seated((MARKUP, 300), ("Sue", 300))
    next_hand(phones)
    seen = sue.look()
    assert seen.opponents[0].name == MARKUP
    play_until(
        phones,
        lambda shown: shown.result,
        lambda phone, shown: "Fold" if shown.button("Call") else passive(phone, shown),
    )
    sue.press("Explain")
    told = sue.until(lambda shown: shown.dialog, "how it was paid").dialog
    assert MARKUP in told or "You" in told
    for phone in phones:
        assert phone.page.locator("img").count() == 0
    rob.open("/#/me")
    assert heading(rob) == MARKUP


def test_who_lost_it_all_gets_a_refill(party: Party) -> None:
    """A big blind of 8,500 given up leaves 1,500 and a way back to 2,000 (A30)."""
    phones = party.seated(
        ("Tom", 10_000), ("Ute", 10_000), small_blind=1, big_blind=8_500, min_buy_in=8_500,
        max_buy_in=10_000,
    )  # fmt: skip

    def raise_or_fold(_: Phone, shown: Shown) -> str | None:
        return shown.button("Raise") or "Fold"

    shows = play_until(phones, lambda shown: shown.result, raise_or_fold)
    nets = [number(shown.outcome) for shown in shows]
    assert sorted(nets) == [-8_500, 8_500]
    loser = phones[nets.index(-8_500)]
    loser.menu("Leave the table")
    loser.until(lambda shown: "watching" in shown.line, "that the seat is free", 15)
    loser.tap(".table-top .back")
    loser.tap("button:has-text('Refill')")
    loser.page.locator(".wallet-chips", has_text=re.compile(r"^2,000$")).wait_for()
    assert loser.page.locator("button:has-text('Refill')").count() == 0
