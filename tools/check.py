"""Run the checks in stages; `./test` calls this after it has set up the environment.

    check.py [long] [STAGE...]    these stages, or all; `long` adds the long forms of the tests
    check.py <pytest args>        pytest alone

A stage that fails doesn't keep the next from running. The last line is "N passed, M failed", the
sum of all stages; a tool without tests of its own counts as one. Exit code 0 only if M is 0.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from find_chromium import find_chromium
from node import find_node, npm, wheel_node

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
JS_BIN = ROOT / "node_modules" / ".bin"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-r", "fEs"]

# Folders with a real database or a real server behind them; tests/e2e has a browser.
SERVICES = ["storage", "runtime", "server", "crash", "test_packaging.py"]
BROWSER = "e2e"


@dataclass(frozen=True, slots=True)
class Count:
    passed: int
    failed: int


def static() -> Count:
    install_js_tools()
    tools = {
        "ruff check": [BIN / "ruff", "check"],
        "ruff format": [BIN / "ruff", "format", "--check"],
        "mypy": [BIN / "mypy"],
        "import-linter": [BIN / "lint-imports"],
        "tsc": [JS_BIN / "tsc", "-p", "jsconfig.json"],
        "biome": [JS_BIN / "biome", "check", "--error-on-warnings"],
    }
    failed = 0
    for name, command in tools.items():
        print(f"-- {name}", flush=True)
        code = run(command)
        failed += code != 0
        print(f"   {name}: {'ok' if code == 0 else f'exit code {code}'}", flush=True)
    return Count(len(tools) - failed, failed)


def unit() -> Count:
    others = [f"--ignore=tests/{name}" for name in (*SERVICES, BROWSER)]
    return pytest("-n", "2", "tests", *others)


def services() -> Count:
    found = [f"tests/{name}" for name in SERVICES if (ROOT / "tests" / name).exists()]
    return pytest("-n", "2", "--dist", "worksteal", *found) if found else Count(0, 0)


def js() -> Count:
    tests = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests/js").rglob("*.test.js"))
    if not tests:
        return Count(0, 0)
    command = [find_node(), "--test", "--test-reporter=tap", *tests]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    counts = dict(re.findall(r"^# (pass|fail|cancelled) (\d+)$", done.stdout, re.MULTILINE))
    if done.returncode != 0:
        print(done.stdout)
    failed = int(counts.get("fail", 0)) + int(counts.get("cancelled", 0))
    return Count(int(counts.get("pass", 0)), max(failed, int(done.returncode != 0)))


def browser() -> Count:
    """A process of its own: synchronous Playwright spoils the event loop for async tests."""
    if not (ROOT / "tests" / BROWSER).exists():
        return Count(0, 0)
    set_up_browser()
    return pytest(f"tests/{BROWSER}")


STAGES: dict[str, Callable[[], Count]] = {
    "static": static,
    "unit": unit,
    "services": services,
    "js": js,
    "browser": browser,
}


def set_up_browser() -> None:
    os.environ["PATCHPOKER_CHROMIUM"] = find_chromium()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(wheel_node())  # the bundled one wants libatomic


def install_js_tools() -> None:
    stamp = ROOT / "node_modules" / "test.stamp"
    wanted = str(zlib.crc32((ROOT / "package-lock.json").read_bytes()))
    if not stamp.exists() or stamp.read_text() != wanted:
        npm("ci", cwd=ROOT)
        stamp.write_text(wanted)


def pytest(*arguments: str) -> Count:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        code = run([*PYTEST, f"--junitxml={report}", *arguments])
        total = failed = skipped = 0
        for suite in ET.parse(report).iter("testsuite") if report.exists() else ():
            total += int(suite.get("tests", 0))
            failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped += int(suite.get("skipped", 0))
    passed = max(total - failed - skipped, 0)
    return Count(passed, max(failed, int(code != 0)))  # nothing collected is a failure too


def run(command: list[str | Path]) -> int:
    # node_modules/.bin and Playwright start whatever `node` is first in the PATH.
    path = f"{find_node().parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}).returncode


def main(arguments: list[str]) -> int:
    if "long" in arguments:
        os.environ["PATCHPOKER_LONG"] = "1"
        arguments = [word for word in arguments if word != "long"]
    if any(word not in STAGES for word in arguments):
        if any(BROWSER in word for word in arguments):
            set_up_browser()
        return run([*PYTEST, *arguments])
    lines, passed, failed = [], 0, 0
    for name in arguments or STAGES:
        print(f"\n==== {name}", flush=True)
        start = time.monotonic()
        try:
            count = STAGES[name]()
        except (OSError, subprocess.SubprocessError, SystemExit) as error:
            print(f"{name}: {error}", flush=True)
            count = Count(0, 1)
        seconds = time.monotonic() - start
        lines.append(f"{name:9}{count.passed:6} passed, {count.failed} failed, {seconds:.0f} s")
        passed, failed = passed + count.passed, failed + count.failed
    print("\n==== summary", *lines, f"{passed} passed, {failed} failed", sep="\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
