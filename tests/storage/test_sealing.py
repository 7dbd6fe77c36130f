import stat
from pathlib import Path

import pytest

from patchpoker.storage.database import Database
from patchpoker.storage.errors import SealBroken, SealKeyInvalid, SealKeyMissing
from patchpoker.storage.sealing import KEY_FILE, Sealer, new_key, open_sealer, place

OLD, NEW = bytes(range(32)), bytes(range(1, 33))
HERE = place("t_one", 3)


def test_what_is_sealed_opens_in_its_own_row_only() -> None:
    sealer = Sealer([OLD])
    sealed = sealer.seal(b"the deck", HERE)
    assert b"deck" not in sealed
    assert sealer.open(sealed, HERE) == b"the deck"
    assert sealer.seal(b"the deck", HERE) != sealed  # a fresh nonce each time
    for elsewhere in (place("t_one", 4), place("t_two", 3), place("t_one", 3, "snapshot")):
        with pytest.raises(SealBroken):
            sealer.open(sealed, elsewhere)
    with pytest.raises(SealBroken):
        sealer.open(sealed[:-1] + bytes([sealed[-1] ^ 1]), HERE)
    with pytest.raises(SealBroken):
        sealer.open(sealed[:20], HERE)


def test_an_older_key_still_opens() -> None:
    sealed = Sealer([OLD]).seal(b"x", HERE)
    both = Sealer([NEW, OLD])
    assert both.open(sealed, HERE) == b"x"
    with pytest.raises(SealKeyMissing):
        Sealer([NEW]).open(both.seal(b"x", HERE)[:0] + sealed, HERE)
    assert Sealer([NEW]).open(both.seal(b"x", HERE), HERE) == b"x"


@pytest.mark.parametrize("keys", [[], [b"short"]])
def test_a_key_has_its_length(keys: list[bytes]) -> None:
    with pytest.raises(SealKeyInvalid):
        Sealer(keys)


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_the_first_start_makes_a_private_key_file(database: Database, tmp_path: Path) -> None:
    first = await open_sealer(database, "", tmp_path)
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert names_in(tmp_path) == [KEY_FILE]
    again = await open_sealer(database, "", tmp_path)
    assert again.key_id == first.key_id


async def test_a_missing_key_refuses_to_start(database: Database, tmp_path: Path) -> None:
    first = await open_sealer(database, "", tmp_path)
    (tmp_path / KEY_FILE).unlink()
    with pytest.raises(SealKeyMissing, match=first.key_id) as refused:
        await open_sealer(database, "", tmp_path)
    assert str(tmp_path / KEY_FILE) in str(refused.value)
    assert not (tmp_path / KEY_FILE).exists()  # no new key in its place
    with pytest.raises(SealKeyMissing):
        await open_sealer(database, new_key(), tmp_path)


async def test_a_key_is_replaced_by_naming_both(database: Database, tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    before = await open_sealer(database, old, tmp_path)
    after = await open_sealer(database, f"{new}, {old}", tmp_path)
    assert before.key_id in after.key_ids
    assert after.key_id != before.key_id


@pytest.mark.parametrize("setting", ["secret", "=", "AAAA", "é"])
async def test_a_bad_setting_is_refused(database: Database, tmp_path: Path, setting: str) -> None:
    with pytest.raises(SealKeyInvalid, match="PATCHPOKER_SEAL_KEY"):
        await open_sealer(database, setting, tmp_path)
