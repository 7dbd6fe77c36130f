"""A person with a phone: a browser context of its own, a thumb, and eyes.

The thumb goes through CDP's `Input.dispatchTouchEvent`; the eyes read what is on the screen, and
everything that reached the phone is kept for the leak checker: frames, answers, pages.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Locator,
    Page,
    Response,
    WebSocket,
)
from playwright.sync_api import Error as PlaywrightError

# What the browser itself says of a server that is away is no fault of the page.
EXPECTED = ("ERR_CONNECTION", "WebSocket connection to", "ERR_INTERNET", "status of 4")
REACTION = 0.45  # s; the buttons are deaf for 0.4 s after they have changed (NET-03)

READ = """() => {
  const seen = (e) => e && e.getClientRects().length > 0;
  const text = (selector, root = document) => {
    const found = [...root.querySelectorAll(selector)].find(seen);
    return found ? found.textContent.replace(/\\s+/g, " ").trim() : "";
  };
  const cards = (nodes) =>
    [...nodes].filter(seen).map((c) => c.dataset.card).filter((c) => c && c !== "none");
  const showing = (o) => ({
    name: text("strong", o), made: text(".shown-name span", o), prize: text(".prize", o),
    cards: cards(o.querySelectorAll(".card")),
  });
  const board = (b) => ({
    community: cards(b.querySelectorAll(".community .card")),
    own: cards(b.querySelectorAll(".own .card")),
    made: text(".made", b),
    paid: text(".board-paid strong", b),
    hands: [...b.querySelectorAll(".shown")].map(showing),
  });
  const opponent = (o) => ({
    name: text(".seat-name", o), stack: text(".seat-stack", o), state: text(".seat-state", o),
    bet: text(".seat-bet", o), dealer: seen(o.querySelector(".dealer")),
    backs: seen(o.querySelector(".backs")), free: text(".free-seat", o),
  });
  const panel = document.querySelector(".panel-row");
  const buttons = panel ? [...panel.querySelectorAll("button")].filter(seen) : [];
  const dialog = document.querySelector("dialog[open]");
  return {
    hash: location.hash,
    stakes: text(".table-stakes"),
    pot: text(".pot-text"),
    self: text(".self-text"),
    dealer: Boolean(document.querySelector(".self-text.is-button")),
    boards: [...document.querySelectorAll(".board")].map(board),
    opponents: [...document.querySelectorAll(".opponent")].map(opponent),
    line: text(".panel-line"),
    clock: text(".panel-clock"),
    outcome: text(".outcome"),
    buttons: buttons.map((b) => {
      const told = b.textContent.replace(/\\s+/g, " ").trim();
      const clock = b.querySelector(".panel-clock")?.textContent ?? "";
      return clock && told.endsWith(clock) ? told.slice(0, -clock.length).trim() : told;
    }),
    deaf: Boolean(panel?.inert),
    connected: document.querySelector(".dot")?.className.includes("is-open") ?? false,
    veil: text(".veil"),
    scoop: text(".scoop.is-on"),
    dialog: dialog ? dialog.textContent : "",
    toasts: [...document.querySelectorAll(".toast")].map((t) => t.textContent),
    html: document.documentElement.outerHTML,
  };
}"""


@dataclass(frozen=True)
class Board:
    """`made`: the name of the own hand; `paid` and `hands` (name, made, cards, prize): the
    result, once it is turned over."""

    community: list[str]
    own: list[str]
    made: str
    paid: str
    hands: list[dict[str, Any]]


@dataclass(frozen=True)
class Opponent:
    """`name` empty: a free seat."""

    name: str
    stack: str
    state: str
    bet: str
    dealer: bool
    backs: bool
    free: str


@dataclass(frozen=True)
class Shown:
    """What a table page shows at one moment; texts as a person reads them."""

    hash: str
    stakes: str
    pot: str
    self: str
    dealer: bool
    boards: list[Board]
    opponents: list[Opponent]
    line: str
    clock: str
    outcome: str
    buttons: list[str]
    deaf: bool
    connected: bool
    veil: str
    scoop: str
    dialog: str
    toasts: list[str]
    html: str = field(repr=False)

    @property
    def cards(self) -> list[str]:
        return [card for board in self.boards for card in board.own]

    @property
    def community(self) -> list[list[str]]:
        return [board.community for board in self.boards]

    @property
    def deciding(self) -> bool:
        return "Fold" in self.buttons

    @property
    def arranging(self) -> bool:
        return "I'm Ready" in self.buttons

    @property
    def result(self) -> bool:
        return self.button("Explain") is not None

    def button(self, start: str) -> str | None:
        return next((text for text in self.buttons if text.startswith(start)), None)

    def opponent(self, name: str) -> Opponent:
        return next(other for other in self.opponents if other.name == name)


class Phone:
    def __init__(
        self,
        browser: Browser,
        origin: str,
        *,
        size: tuple[int, int] = (360, 640),
        script: str = "",
        context: BrowserContext | None = None,
    ) -> None:
        self.origin = origin
        self.name = ""
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.answers: list[Response] = []
        self.pages: list[str] = []
        self.errors: list[str] = []
        self.context = context or browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        if script:
            self.page.add_init_script(script)
        self.page.on("websocket", self._watch)
        self.page.on("response", self._answered)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)
        self._cdp: CDPSession = self.context.new_cdp_session(self.page)

    # --- what reaches the phone ------------------------------------------------------------------

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.sent.append(str(text)))

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url:
            self.answers.append(response)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not any(word in message.text for word in EXPECTED):
            self.errors.append(message.text)

    def views(self) -> list[dict[str, Any]]:
        frames = map(orjson.loads, self.frames)
        return [frame for frame in frames if frame["type"] == "view"]

    @property
    def player(self) -> str:
        """Its id, as the server's hello said it."""
        hellos = [frame for frame in map(orjson.loads, self.frames) if frame["type"] == "hello"]
        return str(hellos[-1]["player"]["id"])

    # --- eyes ------------------------------------------------------------------------------------

    def look(self) -> Shown:
        raw = self._read()
        boards = [Board(**board) for board in raw.pop("boards")]
        opponents = [Opponent(**other) for other in raw.pop("opponents")]
        shown = Shown(boards=boards, opponents=opponents, **raw)
        if not self.pages or self.pages[-1] != shown.html:
            self.pages.append(shown.html)
        return shown

    def _read(self) -> Any:
        try:
            return self.page.evaluate(READ)
        except PlaywrightError:  # a page that is loading itself anew has nothing to read
            self.page.locator("main").wait_for()
            return self.page.evaluate(READ)

    def until(self, fits: Callable[[Shown], object], what: str = "", seconds: float = 12) -> Shown:
        """Look until the screen fits."""
        deadline = time.monotonic() + seconds
        while True:
            shown = self.look()
            if fits(shown):
                return shown
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.name} never saw {what or fits}: {shown}")
            self.page.wait_for_timeout(60)

    # --- a thumb ---------------------------------------------------------------------------------

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def tap_at(self, x: float, y: float) -> None:
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def tap(self, target: str | Locator) -> None:
        """Tap what a person would see: visible, at rest, not covered."""
        found = self.page.locator(target).first if isinstance(target, str) else target
        found.tap(trial=True)
        self.tap_at(*middle(found))

    def press(self, text: str) -> None:
        """A button of the panel, after the time that a person needs to read it."""
        self.page.wait_for_timeout(REACTION * 1000)
        self.tap(self.page.locator(".panel-row button", has_text=text))

    def tap_card(self, position: int) -> None:
        self.tap(self.page.locator(".own .card").nth(position))

    def drag_card(self, start: int, end: int, steps: int = 6) -> None:
        cards = self.page.locator(".own .card")
        (x, y), (to_x, to_y) = middle(cards.nth(start)), middle(cards.nth(end))
        self.touch("touchStart", (x, y))
        for step in range(1, steps + 1):
            part = step / steps
            self.touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        self.touch("touchEnd")

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).fill(text)

    # --- journeys --------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.page.goto(self.origin + path)

    def introduce(self, name: str, path: str = "/") -> None:
        """The first visit: a name, one tap."""
        self.name = name
        self.open(path)
        self.page.locator("input[name=name]").fill(name)
        self.tap("button[type=submit]")
        self.page.locator(".welcome-form").wait_for(state="detached")

    def sit(self, chips: int | None = None) -> Shown:
        """Answer with how much: the sheet is there for one who came by a code."""
        self.confirm_amount("Sit down", chips)
        return self.until(lambda shown: shown.self, "its own chips")

    def confirm_amount(self, button: str, chips: int | None) -> None:
        slider = self.page.locator("dialog input[type=range]")
        slider.wait_for()
        if chips is not None:
            slider.fill(str(chips))
        self.tap(self.page.locator("dialog button", has_text=button))
        slider.wait_for(state="detached")

    def menu(self, item: str) -> None:
        self.tap(".menu-button")
        self.tap(self.page.locator("dialog button", has_text=item))

    def close(self) -> None:
        self.context.close()


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
