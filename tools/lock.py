"""Pin every package: pyproject.toml -> requirements.lock (what runs) and requirements-dev.lock.

    .venv/bin/python tools/lock.py [--upgrade]

The files name versions and nothing else: no index, no folder of the machine that made them. They
carry no hashes either, because a mirror may hold builds of its own of the same version.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = [sys.executable, "-m", "piptools", "compile", "--quiet", "--strip-extras"]
COMPILE += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
COMPILE += ["--no-emit-trusted-host", "--no-emit-options"]


def main(arguments: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    run, dev = project["project"]["dependencies"], project["dependency-groups"]["dev"]
    compile_to("requirements.lock", run, arguments)
    compile_to("requirements-dev.lock", dev, ["--constraint", "requirements.lock", *arguments])


def compile_to(lock: str, wanted: list[str], arguments: list[str]) -> None:
    command = [*COMPILE, *arguments, "--output-file", lock, "-"]
    subprocess.run(command, cwd=ROOT, input="\n".join(wanted), text=True, check=True)
    print(lock, len((ROOT / lock).read_text().splitlines()), "packages")


if __name__ == "__main__":
    main(sys.argv[1:])
