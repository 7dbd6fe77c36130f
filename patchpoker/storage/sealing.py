"""Sealed columns: decks, drafts and snapshots, so that a copy of the database alone shows no hand.

A sealed value is `key id (8 bytes) · nonce (12) · AES-256-GCM ciphertext and tag`. The place it was
written for (table and version) is authenticated with it: moved to another row, it doesn't open.
A key's id is the start of its SHA-256. Every key ever used is listed in `seal_keys`; a server that
lacks one of them refuses to start, because it couldn't go on with a hand.
"""

import base64
import binascii
import hashlib
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy.dialects.postgresql import insert

from patchpoker.storage.database import Database
from patchpoker.storage.errors import SealBroken, SealKeyInvalid, SealKeyMissing
from patchpoker.storage.schema import seal_keys

_ID_BYTES = 8
_NONCE_BYTES = 12
_KEY_BYTES = 32
KEY_FILE = "seal.key"


def place(table_id: str, version: int, what: str = "log") -> bytes:
    """What a sealed value is bound to."""
    return f"{what}:{table_id}:{version}".encode()


class Sealer:
    """Seals with the first key, opens with any of them."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        if not keys or any(len(key) != _KEY_BYTES for key in keys):
            raise SealKeyInvalid(f"a seal key is {_KEY_BYTES} bytes")
        self._ciphers = {_key_id(key): AESGCM(key) for key in keys}
        self._current = _key_id(keys[0])

    @property
    def key_id(self) -> str:
        return self._current.hex()

    @property
    def key_ids(self) -> frozenset[str]:
        return frozenset(key_id.hex() for key_id in self._ciphers)

    def seal(self, secret: bytes, bound_to: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._ciphers[self._current].encrypt(nonce, secret, bound_to)
        return self._current + nonce + sealed

    def open(self, sealed: bytes, bound_to: bytes) -> bytes:
        """Raises SealBroken, SealKeyMissing."""
        key_id, nonce = sealed[:_ID_BYTES], sealed[_ID_BYTES : _ID_BYTES + _NONCE_BYTES]
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            raise SealKeyMissing((key_id.hex(),), "the keys that were given")
        try:
            return cipher.decrypt(nonce, sealed[_ID_BYTES + _NONCE_BYTES :], bound_to)
        except (InvalidTag, ValueError):
            raise SealBroken("a sealed value doesn't open in its row") from None


async def open_sealer(database: Database, setting: str, data_dir: Path) -> Sealer:
    """The sealer of a server: keys from the setting (base64, several separated by commas, the
    first one seals), else from the file `seal.key` in the data folder, made (0600) if neither it
    nor any sealed row exists yet. Raises SealKeyInvalid, SealKeyMissing, OSError.
    """
    async with database.begin() as connection:
        used = set((await connection.execute(sa.select(seal_keys.c.key_id))).scalars())
    path = data_dir / KEY_FILE
    where = "PATCHPOKER_SEAL_KEY" if setting else str(path)
    if not setting and not path.exists():
        if used:
            raise SealKeyMissing(tuple(sorted(used)), where)
        _make_key_file(path)
    sealer = Sealer(_parse(setting or path.read_text(), where))
    missing = used - sealer.key_ids
    if missing:
        raise SealKeyMissing(tuple(sorted(missing)), where)
    async with database.begin() as connection:
        await connection.execute(
            insert(seal_keys)
            .values(key_id=sealer.key_id, first_used_at=sa.func.now())
            .on_conflict_do_nothing()
        )
    return sealer


def new_key() -> str:
    """A fresh key, as text for the setting or the file."""
    return base64.urlsafe_b64encode(secrets.token_bytes(_KEY_BYTES)).decode()


def _key_id(key: bytes) -> bytes:
    return hashlib.sha256(key).digest()[:_ID_BYTES]


def _parse(setting: str, where: str) -> list[bytes]:
    try:
        keys = [base64.urlsafe_b64decode(part.strip()) for part in setting.split(",")]
    except (binascii.Error, ValueError):
        keys = []
    if not keys or any(len(key) != _KEY_BYTES for key in keys):
        raise SealKeyInvalid(f"{where} must hold {_KEY_BYTES} random bytes in base64")
    return keys


def _make_key_file(path: Path) -> None:
    """Whole or absent, and on the disk before anything is sealed with it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_suffix(f".{os.getpid()}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, new_key().encode() + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
