"""The wheel alone, in an empty environment far from the checkout: it migrates and serves."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UP_SECONDS = 60


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that holds the locked packages and the wheel only."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "-r", str(ROOT / "requirements.lock")], check=True)
    # With its dependencies: the lock must hold all that the wheel asks for, so nothing is fetched.
    subprocess.run([*pip, "--no-index", str(wheel)], check=True)
    return folder / "bin"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[dict[str, object]]:
    """Arguments of subprocess for a place that knows nothing of the checkout."""
    known = ("PATH", "HOME", "LANG", "TMPDIR")
    env = {name: os.environ[name] for name in known if name in os.environ}
    env |= {"PATCHPOKER_DATA_DIR": str(tmp_path / "data"), "PATCHPOKER_HOST": "127.0.0.1"}
    return {"cwd": tmp_path, "env": env, "text": True}


def test_the_wheel_holds_all_files_that_are_not_python(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for top, inside in (("static", "_static"), ("migrations", "_migrations")):
        wanted = tracked(top)
        assert wanted, f"{top}/ has no files"
        for path in wanted:
            assert f"patchpoker/{inside}/{path.relative_to(top)}" in names
    for path in tracked("patchpoker"):
        assert str(path) in names
    assert not [name for name in names if name.startswith(("tests/", "tools/", "static/"))]


def tracked(folder: str) -> list[Path]:
    command = ["git", "ls-files", "--", folder]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [Path(line) for line in done.stdout.splitlines()]


def test_it_is_imported_from_the_wheel_and_finds_its_files(
    installed: Path, elsewhere: dict[str, object]
) -> None:
    script = "from patchpoker import resources as r; print(r.static_dir(), r.migrations_dir())"
    said = subprocess.check_output([installed / "python", "-c", script], **elsewhere)
    static, migrations = map(Path, said.split())
    assert static.is_relative_to(installed.parent)
    assert static.name == "_static"
    assert (migrations / "env.py").is_file()


def test_it_migrates_and_serves(
    installed: Path, elsewhere: dict[str, object], tmp_path: Path
) -> None:
    program = installed / "patchpoker"
    subprocess.run([program, "migrate"], check=True, timeout=120, **elsewhere)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    elsewhere["env"] = {**elsewhere["env"], "PATCHPOKER_PORT": str(port)}
    with (tmp_path / "serve.log").open("w") as log:
        server = subprocess.Popen([program, "serve"], stdout=log, stderr=log, **elsewhere)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(server, f"{url}/readyz", tmp_path / "serve.log")
        page = fetch(f"{url}/").decode()
        # The page and the assets that it names come out of the wheel.
        assets = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
        assert assets
        for asset in assets:
            assert fetch(url + asset)
    finally:
        server.send_signal(signal.SIGTERM)
        code = server.wait(30)
    assert code in (0, -signal.SIGTERM, 128 + signal.SIGTERM)


def wait_until_ready(server: subprocess.Popen[str], url: str, log: Path) -> None:
    end = time.monotonic() + UP_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            fetch(url)
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"not ready:\n{log.read_text()[-2000:]}")


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read()
