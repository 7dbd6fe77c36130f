"""Three phones at one table: every way through a hand, and what each of them shows."""

from tests.e2e.conftest import Party
from tests.e2e.phone import Phone, Shown
from tests.e2e.play import (
    expected_shares,
    next_hand,
    number,
    passive,
    play_until,
    shown_shares,
    to_arrangement,
    to_showdown,
)


def swapped(cards: list[str], first: int, second: int) -> list[str]:
    cards = list(cards)
    cards[first], cards[second] = cards[second], cards[first]
    return cards


def check_money(results: dict[str, Shown], pots: list[tuple[int, list[str]]]) -> None:
    """Every phone shows the same shares, those that the engine works out from its cards, and its
    own net; nobody made a chip."""
    nets = 0
    for name, shown in results.items():
        assert shown_shares(name, shown) == expected_shares(name, shown, pots), name
        nets += number(shown.outcome)
    assert nets == 0


def test_an_evening(party: Party) -> None:
    """Swaps by tap and drag, a reload mid-hand, a fold, an all-in with a side pot (C1-C8)."""
    ana, ben, cem = phones = party.seated(("Ana", 600), ("Ben", 600), ("Cem", 100))
    next_hand(phones)
    assert sorted(len(set(phone.look().cards)) for phone in phones) == [12, 12, 12]

    # --- the first hand: arranged, checked down -------------------------------------------------
    to_arrangement(phones)
    before = ana.look().cards
    ana.tap_card(1)
    assert ana.page.locator(".own .card.selected").count() == 1
    assert ana.page.locator(".own .card.target").count() == 11
    ana.tap_card(6)
    after = swapped(before, 1, 6)
    ana.until(lambda shown: shown.cards == after, "the swap by tap")

    before_ben = ben.look().cards
    quiet = len(ben.frames), len(cem.frames)
    ben.drag_card(0, 11)
    after_ben = swapped(before_ben, 0, 11)
    ben.until(lambda shown: shown.cards == after_ben, "the swap by drag")
    ana.tap_card(2)
    ana.tap_card(9)
    after = swapped(after, 2, 9)
    ana.until(lambda shown: shown.cards == after, "another swap by tap")
    ana.page.locator(".panel-row.is-pending").wait_for(state="detached")
    assert len(cem.frames) == quiet[1], "a draft of others reached Cem (ARR-03)"

    clock = int(ben.look().clock)
    ben.page.reload()
    again = ben.until(lambda shown: shown.arranging, "the arrangement after a reload")
    assert again.cards == after_ben
    assert clock - 4 <= int(again.clock) <= clock
    assert all(board.made for board in again.boards)

    ana.press("I'm Ready")
    ben.until(lambda shown: shown.opponent("Ana").state == "ready", "that Ana is ready")
    assert ben.look().opponent("Cem").state == "arranging"
    ana.press("Change")
    ben.until(lambda shown: shown.opponent("Ana").state == "arranging", "that she isn't")
    results = to_showdown(phones)
    assert results["Ana"].cards == after
    assert results["Ben"].cards == after_ben
    for name, shown in results.items():
        assert [len(board.community) for board in shown.boards] == [5, 5, 5]
        shows = {hand["name"] for hand in shown.boards[0].hands}
        assert shows == {"Ana", "Ben", "Cem", "You"} - {name}
    check_money(results, [(30, ["Ana", "Ben", "Cem"])])

    # --- the second: one folds, the others bet, one gives up -------------------------------------
    next_hand(phones)

    def chase_away(phone: Phone, shown: Shown) -> str | None:
        if phone is cem:
            return "Fold" if shown.button("Call") else passive(phone, shown)
        if shown.button("Bet"):
            return shown.button("Bet")
        if shown.button("Call") and any(shown.community):
            return "Fold"
        return passive(phone, shown)

    play_until(phones, lambda shown: shown.result, chase_away)
    nets = {phone.name: number(phone.look().outcome) for phone in phones}
    assert sum(nets.values()) == 0
    assert sum(net > 0 for net in nets.values()) == 1
    assert not any(board.hands for board in ana.look().boards), "nobody shows (A10)"

    # --- the third: Cem all-in, a side pot for the others -----------------------------------------
    next_hand(phones)

    def push_cem_in(phone: Phone, shown: Shown) -> str | None:
        if not shown.arranging and not any(shown.community):
            return shown.button("Raise") or shown.button("Call") or passive(phone, shown)
        if shown.button("Bet") and phone is ana:
            return shown.button("Bet")
        return passive(phone, shown)

    play_until(
        phones,
        lambda shown: shown.arranging,
        lambda p, s: None if s.arranging else push_cem_in(p, s),
    )
    assert ana.look().opponent("Cem").state in ("arranging", "ready")
    results = to_showdown(phones, push_cem_in)
    pots = pots_of(ana)
    assert len(pots) == 2, pots
    assert set(pots[1][1]) == {"Ana", "Ben"}
    check_money(results, pots)
    ana.press("Explain")
    told = ana.until(lambda shown: shown.dialog, "how the pots were paid").dialog
    assert "Main pot" in told
    assert "Side pot" in told


def pots_of(phone: Phone) -> list[tuple[int, list[str]]]:
    """The pots of the result that a phone has: (chips, names)."""
    public = phone.views()[-1]["public"]
    names = {seat["seat"]: seat["name"] for seat in public["seats"] if seat}
    return [
        (award["chips"], [names[seat] for seat in award["eligible_seats"]])
        for award in public["result"]["awards"]
    ]
