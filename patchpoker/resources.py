"""Where the files that are not Python are: the browser's files and the migrations.

A wheel carries them inside the package (`_static`, `_migrations`); a checkout, also an editable
install of one, keeps them at the top of the repository. The wheel's copy wins.
"""

from importlib.resources import files
from pathlib import Path


def static_dir() -> Path:
    """The folder that holds index.html, css/ and js/."""
    return _folder("static")


def migrations_dir() -> Path:
    """Alembic's script folder: env.py and versions/."""
    return _folder("migrations")


def _folder(name: str) -> Path:
    package = Path(str(files("patchpoker")))  # wheels are always unpacked: a real folder
    for candidate in (package / f"_{name}", package.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"this installation of patchpoker has no {name}/: install it again")
