"""UI-03: index.html is never cached, assets are immutable under the digest of the whole tree."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from patchpoker.resources import static_dir
from patchpoker.server.app import create_app
from patchpoker.server.pages import Site
from tests.server.world import World, refused


def tree(folder: Path, **files: str) -> Site:
    for name, text in {"index.html": "{{assets}} {{build}}", **files}.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Site.read(folder)


async def test_UI_03_the_page_is_never_cached_and_names_its_build(world: World):
    answer = await world.client().get("/")
    digest = world.services.site.digest
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'content="{digest}"' in answer.text
    assert f'src="/a/{digest}/js/main.js"' in answer.text
    assert "{{" not in answer.text


async def test_UI_03_assets_are_immutable_and_others_are_gone(world: World):
    digest = world.services.site.digest
    answer = await world.client().get(f"/a/{digest}/js/main.js")
    assert answer.text == "export const one = 1;\n"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    for path in ("/a/0000/js/main.js", f"/a/{digest}/js/no.js", f"/a/{digest}/index.html"):
        refusal = await world.client().get(path)
        refused(refusal, 404, "not_found")
        assert refusal.headers["cache-control"] == "no-store"


async def test_what_shrinks_is_sent_gzipped_to_those_who_can_read_it(new_world, tmp_path):
    world = new_world()
    site = tree(tmp_path / "big", **{"a.js": "let x = 1;\n" * 500, "b.js": "x"})
    world.app = create_app(replace(world.services, site=site))
    for name, coding, length in (
        ("a.js", "gzip", len(site.assets["a.js"].gzipped)),
        ("a.js", "identity", 5500),
        ("b.js", "gzip", 1),
    ):
        client = world.client(**{"accept-encoding": coding})
        answer = await client.get(f"/a/{site.digest}/{name}")
        assert answer.content == site.assets[name].body
        assert int(answer.headers["content-length"]) == length
        assert answer.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2findex.html"]
)
async def test_no_path_leaves_the_folder(world: World, path: str):
    answer = await world.client().get(f"/a/{world.services.site.digest}/{path}")
    refused(answer, 404, "not_found")


def test_any_change_of_any_file_is_another_build(tmp_path: Path):
    sites = [
        tree(tmp_path / "1", a__b="x"),
        tree(tmp_path / "2", a__b="y"),
        tree(tmp_path / "3", a__c="x"),
        tree(tmp_path / "4", a__b="x", more=""),
        tree(tmp_path / "5", **{"a__b": "x", "index.html": "other"}),
    ]
    assert len({site.digest for site in sites}) == len(sites)
    assert tree(tmp_path / "6", a__b="x").digest == sites[0].digest


def test_hidden_files_are_not_served(tmp_path: Path):
    assert set(tree(tmp_path, **{".secret": "x", "a": "y"}).assets) == {"a"}


def test_no_index_is_an_error(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        Site.read(tmp_path)


def test_our_own_page_has_nothing_inline_and_asks_for_nothing_that_is_missing():
    site = Site.read(static_dir())
    page = site.index.decode()
    assert not re.search(r"<style|style=|\son\w+=|javascript:|https?://", page)
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    wanted = re.findall(rf"/a/{site.digest}/([^\"]+)", page)
    assert [name for name in wanted if name not in site.assets] == []


def test_modules_import_each_other_by_relative_paths():
    site = Site.read(static_dir())
    for name, asset in site.assets.items():
        if name.endswith(".js"):
            for target in re.findall(r"(?:from|import)\s+\"([^\"]+)\"", asset.body.decode()):
                assert target.startswith("."), (name, target)
