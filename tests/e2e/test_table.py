"""A seat over several hands: clocks that run out, sitting out, a rebuy, a missed result."""

import time

from tests.e2e.conftest import Party
from tests.e2e.phone import Phone, Shown
from tests.e2e.play import next_hand, passive, play_until, to_arrangement, to_showdown, until_broke

WRONG_CLOCK = "const now = Date.now; Date.now = () => now() + 5 * 60_000;"


def test_an_arrangement_and_a_decision_run_out(party: Party) -> None:
    """What is on the screen counts (C4); then check or fold and sit out (A11), till "I'm back"."""
    vic, wes = phones = party.seated(("Vic", 400), ("Wes", 400), speed="fast")
    next_hand(phones)
    to_arrangement(phones)
    vic.tap_card(0)
    vic.tap_card(11)
    cards = vic.until(lambda _: vic.page.locator(".undo:enabled").count(), "the swap").cards
    started = time.monotonic()
    for phone in phones:
        phone.until(lambda shown: not shown.arranging, "that the time is up")
    assert time.monotonic() - started < 9
    assert vic.look().cards == cards

    def only_wes(phone: Phone, shown: Shown) -> str | None:
        return passive(phone, shown) if phone is wes else None

    play_until(phones, lambda shown: shown.result, only_wes)
    assert vic.look().cards == cards
    vic.until(lambda shown: "sitting out" in shown.line and "I'm back" in shown.buttons, "out", 15)
    wes.until(lambda shown: shown.opponent("Vic").state == "sitting out", "that Vic sits out")
    vic.press("I'm back")
    next_hand(phones)
    wes.menu("Sit out next hand")
    play_until(phones, lambda shown: shown.result, give_up)
    vic.until(lambda shown: shown.opponent("Wes").state == "sitting out", "that Wes sits out", 15)
    wes.press("I'm back")
    vic.until(lambda shown: shown.opponent("Wes").state != "sitting out", "that Wes is back")


def give_up(phone: Phone, shown: Shown) -> str | None:
    return "Fold" if shown.button("Call") else passive(phone, shown)


def test_out_of_chips_and_back_with_a_rebuy(party: Party) -> None:
    """Both blinds all-in: no decision at all, a run-out. Of two chips boards 2 and 3 pay one each,
    so before long one is broke and buys in again (A18)."""
    phones = party.seated(
        ("Xia", 1), ("Yul", 1), small_blind=1, big_blind=1, min_buy_in=1, max_buy_in=100
    )
    broke = until_broke(phones)
    rich = next(phone for phone in phones if phone is not broke)
    rich.until(lambda shown: shown.opponent(broke.name).state == "out of chips", "who is broke")
    broke.press("Rebuy")
    broke.confirm_amount("Rebuy", 20)
    play_until(phones, lambda shown: any(shown.community))
    to_showdown(phones)


def test_CLK_05_a_wrong_phone_clock_and_CLK_06_a_page_that_slept(party: Party) -> None:
    zoe = party.phone("Zoe")
    wrong = party.phone("Abe", script=WRONG_CLOCK)
    phones = party.seated(("Zoe", 300), ("Abe", 300), phones=[zoe, wrong])
    next_hand(phones)
    to_arrangement(phones)
    assert abs(int(zoe.look().clock) - int(wrong.look().clock)) <= 1
    wrong.page.wait_for_timeout(2_000)
    before = int(zoe.look().clock)
    assert abs(int(wrong.look().clock) - before) <= 1
    assert before <= 44

    cdp = wrong.context.new_cdp_session(wrong.page)
    cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(4)
    cdp.send("Page.setWebLifecycleState", {"state": "active"})
    wrong.page.wait_for_timeout(260)
    assert abs(int(wrong.look().clock) - int(zoe.look().clock)) <= 1
    assert int(zoe.look().clock) <= before - 4

    # Who acts first on the rivers checks and goes away; the hand ends meanwhile.
    def leave(phone: Phone, shown: Shown) -> str | None:
        return None if shown.boards[0].community[4:] else passive(phone, shown)

    play_until(phones, lambda shown: shown.boards[0].community[4:], leave)
    gone = next(phone for phone in phones if phone.until(lambda s: s.deciding or s.line).deciding)
    stays = zoe if gone is wrong else wrong
    where = gone.look().hash
    gone.press("Check")
    stays.until(lambda shown: shown.deciding, "its turn")
    gone.open("/#/me")
    stays.press("Check")
    stays.until(lambda shown: shown.result, "the result")
    stays.until(lambda shown: not shown.result, "the end of the pause", 15)
    gone.open("/" + where)
    gone.until(lambda shown: any("while you were away" in t for t in shown.toasts), "the result")
    gone.tap(".toast button")
    assert gone.until(lambda shown: shown.dialog, "how it was paid").dialog


def test_A27_folding_where_checking_is_free_asks_first(party: Party) -> None:
    phones = party.seated(("Fay", 300), ("Gil", 300))
    next_hand(phones)
    caller = next(phone for phone in phones if phone.look().deciding)
    folder = next(phone for phone in phones if phone is not caller)
    caller.press("Call")
    folder.until(lambda shown: shown.button("Check"), "that checking is free")
    folder.press("Fold")
    folder.until(lambda shown: shown.button("Fold?"), "the question")
    folder.page.wait_for_timeout(500)
    assert not folder.look().result, "asked, not folded"
    assert len([text for text in folder.sent if '"fold"' in text]) == 0
    folder.tap('button:has-text("Fold?")')
    caller.until(lambda shown: shown.result, "that it was meant")
