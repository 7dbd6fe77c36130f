"""What the network does to a phone, and how little of it the player has to see."""

import time

import orjson
import pytest

from tests.e2e.conftest import ROOT, Party
from tests.e2e.phone import Phone
from tests.e2e.play import next_hand, passive, to_arrangement, to_showdown
from tests.e2e.proxy import Network

AWAY_SECONDS = 20


def test_NET_a_socket_that_is_cut_for_20_s_comes_back_within_a_second(party: Party) -> None:
    """Ela's network goes in the middle of an arrangement; Finn plays on (A23, C4)."""
    network = Network(party.house.port)
    try:
        finn = party.phone("Finn")
        ela = party.phone("Ela", origin=f"http://localhost:{network.port}")
        finn, ela = party.seated(("Finn", 500), ("Ela", 500), phones=[finn, ela])
        next_hand([finn, ela])
        to_arrangement([finn, ela])
        ela.tap_card(0)
        ela.tap_card(5)
        ela.page.locator(".panel-row.is-pending").wait_for(state="detached")
        draft = ela.until(lambda _: can_undo(ela), "her swap").cards

        network.cut()
        cut_at = time.monotonic()
        cut = ela.until(lambda shown: shown.veil, "that the connection is gone")
        assert not cut.connected
        assert cut.cards == draft, "the table stays"
        finn.press("I'm Ready")
        older = ela.until(lambda shown: " 5 s" in shown.veil, "the age of what she sees")
        assert older.opponent("Finn").state == "arranging"
        ela.page.wait_for_timeout(max(0, cut_at + AWAY_SECONDS - time.monotonic()) * 1000)

        network.come_back()
        back_at = time.monotonic()
        back = ela.until(lambda shown: shown.opponent("Finn").state == "ready", "the truth")
        assert time.monotonic() - back_at < 1.3, "within a second, and some for the test's own eyes"
        assert back.connected
        assert not back.veil
        assert back.cards == draft
        assert back.arranging
        assert finn.look().opponent("Ela").state == "arranging"
        results = to_showdown([finn, ela])
        assert results["Ela"].cards == draft
    finally:
        network.close()


def test_NET_01_a_double_tap_acts_once(party: Party) -> None:
    gus, hal = phones = party.seated(("Gus", 500), ("Hal", 500))
    next_hand(phones)
    first = next(phone for phone in phones if phone.look().deciding)
    other = hal if first is gus else gus
    first.page.wait_for_timeout(450)
    call = first.page.locator(".panel-row button", has_text="Call").bounding_box()
    assert call is not None
    where = call["x"] + call["width"] / 2, call["y"] + call["height"] / 2
    acts = len(acts_of(first))
    first.tap_at(*where)
    first.tap_at(*where)
    other.until(lambda shown: shown.button("Check"), "its option (A3)")
    first.page.wait_for_timeout(600)
    assert len(acts_of(first)) == acts + 1
    assert other.look().button("Check")
    assert first.look().self == "490 · bet 10"

    # NET-03: the buttons change under the finger. The flops come, the panel becomes another.
    other.page.wait_for_timeout(450)
    option = other.page.locator(".panel-row button", has_text="Check").bounding_box()
    assert option is not None
    where = option["x"] + option["width"] / 2, option["y"] + option["height"] / 2
    sent = len(other.sent)
    other.tap_at(*where)
    deadline = time.monotonic() + 5
    while not other.look().arranging:
        assert time.monotonic() < deadline
    other.tap('button:has-text("I\'m Ready")')
    other.page.wait_for_timeout(300)
    said = [orjson.loads(text)["type"] for text in other.sent[sent:]]
    assert said == ["act"], "a tap within 0.4 s after the change isn't meant for the new button"
    other.press("I'm Ready")
    first.until(lambda shown: shown.opponent(other.name).state == "ready", "ready")


def acts_of(phone: Phone) -> list[str]:
    return [text for text in phone.sent if '"act"' in text]


def test_NET_05_two_tabs_are_one_player(party: Party) -> None:
    """A30: both tabs live with the same view; closing one leaves the player at the table."""
    ida, jan = phones = party.seated(("Ida", 500), ("Jan", 500))
    tab = party.phone(context=ida.context, origin=ida.origin)
    tab.name = "Ida"
    tab.open("/" + ida.look().hash)
    next_hand(phones)
    tab.until(lambda shown: len(shown.cards) == 12, "her cards in the other tab")
    assert tab.look().cards == ida.look().cards

    def act_in_tab() -> None:
        if tab.look().deciding:
            tab.press(passive(tab, tab.look()) or "")

    for _ in range(200):
        shows = ida.look(), jan.look()
        if all(shown.arranging for shown in shows):
            break
        act_in_tab()
        if jan.look().deciding:
            jan.press(passive(jan, jan.look()) or "")
    tab.until(lambda shown: shown.arranging, "the arrangement")
    tab.tap_card(3)
    tab.tap_card(4)
    cards = tab.until(lambda _: can_undo(tab), "the swap").cards
    ida.until(lambda shown: shown.cards == cards, "the swap that the other tab made")
    tab.page.close()
    ida.press("I'm Ready")
    jan.until(lambda shown: shown.opponent("Ida").state == "ready", "that Ida is ready")
    results = to_showdown(phones)
    assert results["Ida"].cards == cards


def test_a_restart_in_the_middle_of_a_hand_with_another_version(
    party: Party, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SIGTERM: 1012, exit within 2 s, the same cards and the same decision afterwards (A23); after
    the hand the phones take the new pages, by themselves (UI-03)."""
    kai, lea = phones = party.seated(("Kai", 500), ("Lea", 500))
    next_hand(phones)
    to_arrangement(phones)
    kai.tap_card(2)
    kai.tap_card(8)
    kai.page.locator(".panel-row.is-pending").wait_for(state="detached")
    kai_cards = kai.until(lambda _: can_undo(kai), "the swap").cards
    lea.press("I'm Ready")
    kai.until(lambda shown: shown.opponent("Lea").state == "ready", "that Lea is ready")
    old = build_of(kai)

    code, seconds = party.house.stop()
    assert (code, seconds < 2.5) == (0, True), (code, seconds)
    gone = kai.until(lambda shown: shown.veil, "that the server is away")
    assert "restart" in gone.veil
    party.house.deploy(ROOT, tmp_path_factory.mktemp("version2"))
    for phone in phones:
        phone.until(lambda shown: shown.connected and not shown.veil, "the table again")
    assert kai.look().cards == kai_cards
    assert kai.look().opponent("Lea").state == "ready"
    assert build_of(kai) == old, "a hand is never interrupted for a new page"
    results = to_showdown(phones)
    assert results["Kai"].cards == kai_cards
    assert {len(shown.boards[2].community) for shown in results.values()} == {5}
    for phone in phones:
        phone.page.wait_for_function(
            "old => document.querySelector('meta[name=patchpoker-build]')?.content !== old",
            arg=old,
        )
        phone.until(lambda shown: shown.connected and shown.self, "the table, on the new page")


def build_of(phone: Phone) -> str:
    return phone.page.evaluate("document.querySelector('meta[name=patchpoker-build]').content")


def can_undo(phone: Phone) -> bool:
    return phone.page.locator(".panel-row .undo:enabled").count() > 0
