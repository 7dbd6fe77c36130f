"""Both places of the files that are not Python: a wheel's and a checkout's."""

from pathlib import Path

import pytest

from patchpoker import resources


def test_a_checkout_has_them_at_the_top() -> None:
    assert (resources.static_dir() / "index.html").is_file()
    assert (resources.migrations_dir() / "env.py").is_file()


def test_the_copy_inside_the_package_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("patchpoker/_static", "static"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(resources, "files", lambda package: tmp_path / package)
    assert resources.static_dir() == tmp_path / "patchpoker/_static"


def test_neither_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "files", lambda package: tmp_path / package)
    with pytest.raises(FileNotFoundError, match="has no migrations/: install it again"):
        resources.migrations_dir()
