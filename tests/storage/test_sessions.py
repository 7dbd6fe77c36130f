import asyncio
from datetime import timedelta

import pytest

from patchpoker.storage.accounts import Accounts
from patchpoker.storage.database import Database
from patchpoker.storage.errors import LinkSpent
from patchpoker.storage.sessions import LINK_LIFE, SESSION_LIFE, Sessions

from .conftest import START

DAY = timedelta(days=1)


@pytest.fixture
def sessions(database: Database) -> Sessions:
    return Sessions(database)


@pytest.fixture
async def ada(accounts: Accounts) -> str:
    return (await accounts.create_guest("Ada", START)).player_id


async def test_a_session_slides_with_its_use(sessions: Sessions, ada: str) -> None:
    token = await sessions.create(ada, START, "x" * 999)
    assert await sessions.resolve(token, START) == ada
    assert await sessions.expires_at(token) == START + SESSION_LIFE
    later = START + 60 * DAY
    assert await sessions.resolve(token, later) == ada
    assert await sessions.resolve(token, later + SESSION_LIFE - DAY) == ada
    assert await sessions.resolve(token, later + 3 * SESSION_LIFE) is None


async def test_a_session_ends(sessions: Sessions, ada: str) -> None:
    here, there = await sessions.create(ada, START), await sessions.create(ada, START)
    await sessions.revoke_others(ada, here)
    assert await sessions.resolve(there, START) is None
    assert await sessions.resolve(here, START) == ada
    await sessions.revoke(here)
    assert await sessions.resolve(here, START) is None
    assert await sessions.resolve("made up", START) is None


async def test_a_link_signs_in_once(sessions: Sessions, ada: str) -> None:
    token, expires_at = await sessions.create_link(ada, START)
    assert expires_at == START + LINK_LIFE
    results = await asyncio.gather(
        *(sessions.use_link(token, START) for _ in range(8)), return_exceptions=True
    )
    assert [result for result in results if not isinstance(result, LinkSpent)] == [ada]


async def test_a_link_ends(sessions: Sessions, ada: str) -> None:
    first, _ = await sessions.create_link(ada, START)
    second, expires_at = await sessions.create_link(ada, START)
    with pytest.raises(LinkSpent):
        await sessions.use_link(first, START)  # a newer one was made
    with pytest.raises(LinkSpent):
        await sessions.use_link(second, expires_at)


async def test_no_token_is_stored(sessions: Sessions, ada: str, rows) -> None:
    token = await sessions.create(ada, START)
    link, _ = await sessions.create_link(ada, START)
    dump = repr(await rows("SELECT * FROM sessions")) + repr(
        await rows("SELECT * FROM login_links")
    )
    assert token not in dump
    assert link not in dump


async def test_what_has_expired_is_swept(sessions: Sessions, ada: str, rows) -> None:
    await sessions.create(ada, START)
    await sessions.create_link(ada, START)
    await sessions.sweep(START + SESSION_LIFE)
    assert await rows("SELECT 1 FROM sessions UNION ALL SELECT 1 FROM login_links") == []
