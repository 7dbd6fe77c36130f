"""Passwords are hashed aside, and never by more than the pool has room for."""

import asyncio
import threading

import pytest

from patchpoker.server.auth import Passwords
from patchpoker.server.errors import Busy


async def test_a_hash_matches_its_password_alone():
    passwords = Passwords()
    hashed = await passwords.hash("correct horse")
    assert hashed.startswith("$argon2id$")
    assert await passwords.matches("correct horse", hashed)
    assert not await passwords.matches("wrong horse", hashed)
    assert not await passwords.matches("correct horse", "no hash at all")
    passwords.close()


async def test_without_a_hash_nothing_matches_and_the_same_work_is_done(monkeypatch):
    passwords = Passwords()
    verified = []
    real = Passwords._verify

    def counting(self, password, hashed):
        verified.append(hashed[:40])
        return real(self, password, hashed)

    monkeypatch.setattr(Passwords, "_verify", counting)
    hashed = await passwords.hash("correct horse")
    await passwords.matches("x", hashed)
    assert not await passwords.matches("x", None)
    assert verified[0].split("$")[:4] == verified[1].split("$")[:4]  # the same cost
    passwords.close()


async def test_more_than_there_is_room_for_are_turned_away_at_once():
    passwords = Passwords(threads=1, most_waiting=1)
    go = threading.Event()
    passwords._hash = lambda _: go.wait(10)
    held = [asyncio.create_task(passwords.hash("x")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await passwords.hash("x")
    go.set()
    await asyncio.gather(*held)
    await passwords.hash("x")  # there is room again
    passwords.close()
