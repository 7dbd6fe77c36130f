"""Pictures of the real thing: `patchpoker serve` on an embedded Postgres, three phones that play.

`gallery.py` calls this for the screens around the table, and for a hand as it really comes.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.e2e.phone import Phone, Shown
from tests.e2e.play import next_hand, passive, play_until
from tests.live import Live, serving

Shoot = Callable[[Page, str], None]


def shoot_live(browser: Browser, shoot: Shoot) -> list[str]:
    """Play through every screen, calling `shoot(page, name)` at each; the errors of all pages."""
    with (
        tempfile.TemporaryDirectory(prefix="patchpoker-gallery-") as folder,
        serving(Path(folder), guests_per_hour=100) as live,
    ):
        phones = [Phone(browser, live.url) for _ in range(3)]
        try:
            around(phones[0], shoot)
            play(phones, shoot)
            away(live, phones[0], shoot)
            return [f"{phone.name}: {error}" for phone in phones for error in phone.errors]
        finally:
            for phone in phones:
                phone.close()


def around(mira: Phone, shoot: Shoot) -> None:
    """The screens of one who has come alone."""
    mira.open()
    mira.page.locator(".welcome-form").wait_for()
    shoot(mira.page, "welcome")
    mira.introduce("Mira")
    mira.page.locator(".offer").first.wait_for()
    shoot(mira.page, "lobby")
    mira.tap(".join-code button:has-text('New')")
    settle(mira)
    shoot(mira.page, "private table sheet")
    mira.tap(".sheet-close")
    for path, name in (
        ("/#/me", "account"),
        ("/#/rules/patch-patch", "rules"),
        ("/#/c/QQQQ", "code not found"),
        ("/#/t/t_none", "table gone"),
        ("/#/link/x", "one-time link"),
    ):
        mira.open(path)
        settle(mira)
        shoot(mira.page, name)
    mira.open("/#/me")
    mira.tap("button:has-text('Show link')")
    settle(mira)
    shoot(mira.page, "link and qr code")


def play(phones: Sequence[Phone], shoot: Shoot) -> None:
    """A private table from its first player to a result."""
    mira, dana, okan = phones
    mira.open()
    mira.tap(".join-code button:has-text('New')")
    mira.tap("dialog button[type=submit]")
    mira.page.locator("dialog input[type=range]").wait_for()
    settle(mira)
    shoot(mira.page, "buy in for real")
    mira.sit(1_000)
    shoot(mira.page, "waiting for real")
    mira.press("Invite")
    settle(mira)
    shoot(mira.page, "invitation")
    mira.tap(".sheet-close")
    code = mira.look().hash.split("/")[-1]
    for phone, name in ((dana, "Dana"), (okan, "Okan")):
        phone.open(f"/#/c/{code}")
        phone.page.locator(".welcome-form").wait_for()
        if phone is dana:
            shoot(phone.page, "invited")
        phone.introduce(name, f"/#/c/{code}")
        phone.sit(800)
    next_hand(phones)
    shot: set[str] = set()

    def choose(phone: Phone, shown: Shown) -> str | None:
        if phone is mira:
            once(mira, shown, shot, shoot)
        elif shown.button("Bet") and len(shown.boards[0].community) == 4:
            return shown.button("Bet")
        return passive(phone, shown)

    play_until(phones, lambda shown: shown.result, choose)
    shoot(mira.page, "result for real")
    mira.press("Explain")
    settle(mira)
    shoot(mira.page, "explained for real")
    mira.tap(".sheet-close")
    mira.tap(".table-top .back")
    mira.page.locator(".offer").first.wait_for()
    settle(mira)
    shoot(mira.page, "lobby while seated")
    mira.page.go_back()
    mira.until(lambda shown: shown.connected, "the table")


def once(mira: Phone, shown: Shown, shot: set[str], shoot: Shoot) -> None:
    """One picture of each kind of decision."""
    street = {0: "before the flops", 3: "flops", 4: "turns", 5: "rivers"}
    kind = "call" if shown.button("Call") else "check"
    name = f"real {street[len(shown.boards[0].community)]} {kind}"
    if shown.arranging:
        name = "real arrangement"
    if name in shot:
        return
    shot.add(name)
    if shown.arranging:
        mira.tap_card(5)
    shoot(mira.page, name)
    if shown.arranging:
        mira.tap_card(5)


def away(live: Live, mira: Phone, shoot: Shoot) -> None:
    """The server goes."""
    live.terminate()
    mira.until(lambda shown: shown.veil, "that the server is away")
    mira.page.wait_for_timeout(3_000)
    shoot(mira.page, "server restarting")
    mira.tap(".table-top .back")
    mira.page.get_by_text("No connection").wait_for()
    shoot(mira.page, "no connection")


def settle(phone: Phone) -> None:
    phone.page.wait_for_timeout(500)
