"""Every screen fits its phone, and can be used by those who see or tap less well (UI-01)."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.conftest import Party
from tests.e2e.phone import Phone, Shown
from tests.e2e.play import next_hand, passive, play_until, pushing, to_arrangement, to_showdown

# The last but one: 844 high less what Safari's bars take.
VIEWPORTS = [(320, 568), (360, 560), (375, 667), (390, 664), (844, 390)]

OUTSIDE = """() => {
  const wrong = [];
  const { width, height } = window.visualViewport;
  const all = ".board .card, .panel-row button, .opponent, .table-top button, .panel-line, .made";
  for (const e of document.querySelectorAll(all)) {
    const box = e.getBoundingClientRect();
    if (box.width === 0) continue;
    const name = `${e.className} ${e.textContent.slice(0, 20)}`;
    if (box.left < -1 || box.top < -4 || box.right > width + 1 || box.bottom > height + 1)
      wrong.push(`outside: ${name} ${JSON.stringify(box)}`);
    if (e.matches(".panel-row button") && (box.height < 44 || box.width < 44))
      wrong.push(`small: ${name} ${box.width}x${box.height}`);
  }
  const root = document.documentElement;
  if (root.scrollWidth > width + 1 || root.scrollHeight > height + 1)
    wrong.push(`scrolls: ${root.scrollWidth}x${root.scrollHeight} in ${width}x${height}`);
  return wrong;
}"""

SMALL = """() => [...document.querySelectorAll("button, select, input:not([type=range]), a.button")]
  .filter((e) => e.getClientRects().length && e.getBoundingClientRect().height < 44)
  .map((e) => `${e.className} ${e.textContent} ${e.getBoundingClientRect().height}`)"""


def problems(phone: Phone) -> list[str]:
    """What axe finds; its advice on regions is left out of small dialogs."""
    found = Axe().run(phone.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
    return [
        f"{v['id']}: {node['target']} {node['failureSummary']}"
        for v in found.response["violations"]
        for node in v["nodes"]
    ]


def check_sizes(phone: Phone) -> None:
    for width, height in VIEWPORTS:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.wait_for_timeout(150)
        assert phone.page.evaluate(OUTSIDE) == [], f"{width}x{height}: {phone.look()}"
    phone.page.set_viewport_size({"width": 360, "height": 640})


def test_UI_01_the_table_fits_every_phone_and_axe_has_nothing_to_say(party: Party) -> None:
    dan, eve, fay = phones = party.seated(("Dan", 900), ("Eve", 900), ("Fay", 900))
    next_hand(phones)

    def first_bet(phone: Phone, shown: Shown) -> str | None:
        """Before the flops a raise or two, so that the panel has its longest words."""
        return shown.button("Raise") if not any(shown.community) else passive(phone, shown)

    decider = next(phone for phone in phones if phone.look().deciding)
    check_sizes(decider)
    assert problems(decider) == []
    to_arrangement(phones)
    dan.tap_card(0)
    check_sizes(dan)
    assert problems(dan) == []
    play_until(phones, lambda shown: shown.deciding or "to act" in shown.line)
    decider = next(phone for phone in phones if phone.look().deciding)
    check_sizes(decider)
    assert problems(decider) == []
    to_showdown(phones)
    eve.page.wait_for_timeout(3_000)
    check_sizes(eve)
    assert problems(fay) == []
    dan.tap(".menu-button")
    assert problems(dan) == []


@pytest.mark.parametrize("path", ["/", "/#/me", "/#/rules/patch-patch", "/#/c/QQQQ", "/#/link/x"])
def test_the_other_pages_can_be_used_by_all(party: Party, path: str) -> None:
    phone = party.phone("Gil")
    phone.open(path)
    phone.page.reload()
    phone.page.locator("main").wait_for()
    phone.page.wait_for_timeout(500)
    assert problems(phone) == []
    assert phone.page.evaluate(SMALL) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_page_and_the_sheets(party: Party) -> None:
    phone = party.phone()
    phone.open()
    phone.page.locator(".welcome-form").wait_for()
    assert problems(phone) == []
    phone.introduce("Hao")
    phone.tap(".join-code button:has-text('New')")
    assert problems(phone) == []
    assert phone.page.evaluate(SMALL) == []


NAMES = "two three four five six seven eight nine ten jack queen king ace"
RANKS = dict(zip("23456789TJQKA", NAMES.split(), strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

CARDS = """() => [...document.querySelectorAll(".card")].filter((e) => e.getClientRects().length)
  .map((e) => [e.dataset.card, e.getAttribute("aria-label"), e.textContent,
               e.querySelectorAll("svg.suit path").length])"""


BACKS = """() => Object.fromEntries([...document.querySelectorAll(".opponent:not(.is-free)")].map(
  (o) => [o.querySelector(".seat-name").textContent,
          !o.querySelector(".backs").classList.contains("gone")]))"""


def check_cards(phone: Phone) -> None:
    """A card says its name, and its suit by a shape too; a back and an empty slot say no card."""
    for card, label, text, shapes in phone.page.evaluate(CARDS):
        if card in ("", "none"):
            assert (text, shapes) == ("", 0)
            assert label == ("hidden card" if card == "" else "no card yet")
        else:
            assert label == f"{RANKS[card[0]]} of {SUITS[card[1]]}"
            assert (text, shapes) == (card[0].replace("T", "10"), 1)


def test_UI_06_hidden_missing_and_shown_cards_never_break_the_page(party: Party) -> None:
    """A free seat, an onlooker without cards, a fold, a run-out, boards of 0, 3, 4 and 5 cards. The
    end of the test sees that no console had anything to say."""
    ira, joy = phones = party.seated(("Ira", 60), ("Joy", 60), seats=3)
    next_hand(phones)
    kim = party.phone("Kim")
    kim.open(f"/#/c/{ira.views()[-1]['public']['code']}")
    shown = kim.until(lambda shown: shown.stakes, "the table")
    assert kim.page.evaluate(BACKS) == {"Ira": True, "Joy": True}
    assert (shown.cards, [board.hands for board in shown.boards]) == ([], [[], [], []])
    assert sum(bool(other.free) for other in ira.look().opponents) == 1
    for phone in (ira, kim):
        check_cards(phone)
    kim.sit(60)
    phones = [ira, joy, kim]
    next_hand(phones)

    def kim_folds(phone: Phone, shown: Shown) -> str | None:
        if phone is kim:
            return "Fold"
        return None if shown.arranging else pushing(phone, shown)

    play_until(phones, lambda shown: all(shown.community), kim_folds)
    assert joy.page.evaluate(BACKS) == {"Ira": True, "Kim": False}
    counts = {tuple(map(len, phone.look().community)) for phone in phones}

    def over(shown: Shown) -> bool:
        counts.add(tuple(map(len, shown.community)))
        return bool(shown.result)

    for phone in phones:
        check_cards(phone)
    play_until(phones, over, pushing)
    assert counts == {(3, 3, 3), (4, 4, 4), (5, 5, 5)}
    joy.until(lambda shown: all(board.hands for board in shown.boards), "the hands, turned over")
    for phone in phones:
        check_cards(phone)
