"""Write a picture of each screen and state of the table, at phone and desktop size.

    gallery.py [FOLDER] [--only WORDS] [--sizes 360x640,1280x800]

The real page in a real Chromium. States of a hand that luck would have to bring: what the server
would say is played to it by this tool, made by the real rules (`scenes.py`). Everything else, and
a hand as it comes, is played on a real server (`gallery_live.py`, --only live). Fails if a page
writes an error or a table would have to be scrolled.
"""

import argparse
import json
import mimetypes
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from find_chromium import find_chromium
from gallery_live import shoot_live
from node import wheel_node
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, sync_playwright
from scenes import SCENES, Scene

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
ORIGIN = "http://patchpoker.test"
TABLE = "t_gallery"
BARS = 80  # what a phone browser's own bars take
FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"]
CSP = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; connect-src 'self' ws://patchpoker.test"
)
ME = {
    "id": "M",
    "name": "Mira",
    "guest": True,
    "wallet": 9400,
    "at_tables": [],
    "refill": {"to": 2000, "available_at_ms": None, "eligible": False},
    "settings": {},
}
QR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<path d="M1 1h3v3h-3zM5 5h3v3h-3z"/></svg>'
)


class Shown:
    """One page at a scene. `server` is the socket's other end."""

    def __init__(self, browser: Browser, size: tuple[int, int], scene: Scene) -> None:
        width, height = size
        phone = width < 900
        self.scene = scene
        self.errors: list[str] = []
        self.server: WebSocketRoute | None = None
        self.refuse = 0  # a close code
        self.context = browser.new_context(
            viewport={"width": width, "height": height - (BARS if phone and height > width else 0)},
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
        )
        self.page: Page = self.context.new_page()
        self.page.shown = self
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.heard)
        self.page.route("**/*", self.answer)
        self.page.route_web_socket("**/ws", self.connected)

    def heard(self, message: object) -> None:
        if message.type == "error" and "net::" not in message.text:
            self.errors.append(message.text)

    def answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/api/"):
            said = {"url": f"{ORIGIN}/#/c/WXYZ", "qr_svg": QR} if "share" in path else ME
            route.fulfill(json=said)
            return
        file = STATIC / ("index.html" if path == "/" else path.removeprefix("/a/x/"))
        if not file.is_file():
            route.fulfill(status=404, body="")
            return
        body = file.read_bytes()
        if path == "/":
            body = body.replace(b"{{assets}}", b"/a/x").replace(b"{{build}}", b"x")
        kind = mimetypes.guess_type(file.name)[0] or "text/html"
        route.fulfill(body=body, headers={"content-type": kind, "content-security-policy": CSP})

    def connected(self, socket: WebSocketRoute) -> None:
        if self.refuse:
            socket.close(code=self.refuse)
            return
        self.server = socket
        socket.on_message(self.said)

    def said(self, text: str) -> None:
        frame = json.loads(text)
        if frame["type"] == "hello":
            self.send(type="hello", protocol=1, build="x", player=None, now_ms=0, boot="b")
        elif frame["type"] == "ping":
            self.send(type="pong", id=frame["id"], now_ms=0)
        elif frame["type"] == "subscribe":
            for number, view in enumerate(self.scene.frames):
                self.send(type="view", table=TABLE, version=number + 1, **view)
        elif frame["type"] == "last_result":
            result = SCENES["scoop"]().frames[-1]["public"]["result"]
            self.send(type="result", id=frame["id"], result=result)
        elif "id" in frame:
            self.send(type="ack", id=frame["id"], version=len(self.scene.frames))

    def send(self, **frame: object) -> None:
        if self.server is not None:
            self.server.send(json.dumps(frame))

    def open(self) -> Page:
        self.page.goto(f"{ORIGIN}/#/t/{TABLE}")
        self.page.locator(".board").first.wait_for()
        self.page.wait_for_timeout(600)
        return self.page

    def check(self) -> list[str]:
        """What is wrong with the page as it stands."""
        found = self.page.evaluate(
            """() => {
              const box = document.scrollingElement;
              const out = [];
              if (box.scrollHeight > innerHeight || box.scrollWidth > innerWidth)
                out.push(`scrolls: ${box.scrollWidth}x${box.scrollHeight}`);
              for (const e of document.querySelectorAll('.card, .panel-row .button, .opponent')) {
                const r = e.getBoundingClientRect();
                if (r.width && (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 ||
                    r.bottom > innerHeight + 1)) out.push(`outside: ${e.className}`);
                const small = r.height < 44 || r.width < 44;
                if (r.width && small && e.matches('.own .card, .panel-row .button'))
                  out.push(`small: ${e.className} ${r.width.toFixed()}x${r.height.toFixed()}`);
              }
              return [...new Set(out)];
            }"""
        )
        return [*found, *self.errors]


def settled(page: Page) -> None:
    page.wait_for_timeout(3_900)


def after_banner(page: Page) -> None:
    page.wait_for_timeout(8_000)


def click(*selectors: str) -> Callable[[Page], None]:
    def steps(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()
            page.wait_for_timeout(450)

    return steps


def cut(code: int) -> Callable[[Page], None]:
    """The server closes the socket and takes no other for a while."""

    def steps(page: Page) -> None:
        shown = page.shown
        shown.refuse = code
        shown.server.close(code=code)
        page.wait_for_timeout(3_500)

    return steps


def away(page: Page) -> None:
    """A hand ended while the page was closed."""
    page.shown.scene.frames[-1]["public"]["last_hand_no"] = 1
    page.reload()
    page.wait_for_timeout(700)


# Picture: the scene it is taken of, and what is done first.
PICTURES: dict[str, tuple[str, Callable[[Page], None] | None]] = {
    **{name: (name, None) for name in SCENES},
    "selected": ("arranging", click(".own-card >> nth=8")),
    "result board 1": ("scoop", lambda page: page.wait_for_timeout(900)),
    "scoop": ("scoop", settled),
    "scoop totals": ("scoop", after_banner),
    "split with a side pot": ("split with a side pot", settled),
    "lost": ("lost", settled),
    "won without a showdown": ("won without a showdown", settled),
    "void": ("void", settled),
    "fold asks": ("on the flops", click(".fold")),
    "reconnecting": ("arranged", cut(1001)),
    "server restarting": ("on the turns", cut(1012)),
    "away": ("before the flops", away),
    "menu": ("on the turns", click(".menu-button")),
    "buy in": ("watching", click("text=Sit here >> visible=true")),
    "rebuy": ("busted", click(".rebuy")),
    "leave": ("on the turns", click(".menu-button", "text=Leave the table")),
    "invite": ("waiting", click(".invite")),
    "explain": ("split with a side pot", lambda page: (settled(page), click("text=Explain")(page))),
}


def album(folder: Path, sizes: list[tuple[int, ...]]) -> Callable[[Page, str], None]:
    """Takes a picture at each size, and leaves the page as it was."""

    def shoot(page: Page, name: str) -> None:
        before = page.viewport_size
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(250)
            file = folder / f"live-{name.replace(' ', '-')}-{width}x{height}.png"
            page.screenshot(path=file)
            print(file.name)
        page.set_viewport_size(before)

    return shoot


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default="gallery", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", default="360x640,1280x800")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(map(int, size.split("x"))) for size in options.sizes.split(",")]
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(wheel_node()))
    wrong = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), chromium_sandbox=os.geteuid() != 0, args=FLAGS
        )
        for name, (scene, steps) in PICTURES.items():
            if not any(word in name for word in options.only.split(",")):
                continue
            for size in sizes:
                started = time.monotonic()
                shown = Shown(browser, size, SCENES[scene]())
                page = shown.open()
                if steps is not None:
                    steps(page)
                file = options.folder / f"{name.replace(' ', '-')}-{size[0]}x{size[1]}.png"
                page.screenshot(path=file)
                problems = shown.check()
                wrong += len(problems)
                print(f"{file.name} {time.monotonic() - started:.1f} s", *problems, sep="\n  ")
                shown.context.close()
        if any(word in "live" for word in options.only.split(",")):
            errors = shoot_live(browser, album(options.folder, sizes))
            wrong += len(errors)
            print(*errors, sep="\n")
        browser.close()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
