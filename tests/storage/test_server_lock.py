import asyncio

import pytest

from patchpoker.storage.errors import ServerRunning, StorageDown
from patchpoker.storage.server_lock import ServerLock


async def test_NET_10_a_second_server_is_refused_in_one_line(database_url: str) -> None:
    async with ServerLock(database_url):
        with pytest.raises(ServerRunning) as refused:
            async with ServerLock(database_url, patience_seconds=0.2):
                pass
        assert "\n" not in str(refused.value)
        assert "another patchpoker server" in str(refused.value)
    async with ServerLock(database_url, patience_seconds=0.2):
        pass


async def test_a_server_waits_for_a_killed_one_s_session_to_end(database_url: str) -> None:
    first = ServerLock(database_url)
    await first.__aenter__()
    second = asyncio.create_task(ServerLock(database_url).__aenter__())
    await asyncio.sleep(0.2)
    await first.__aexit__(None, None, None)
    await (await second).__aexit__(None, None, None)


async def test_the_loss_of_the_lock_is_noticed(database_url: str, rows) -> None:
    async with ServerLock(database_url) as lock:
        lost = asyncio.create_task(lock.lost())
        await asyncio.sleep(0.05)
        assert not lost.done()
        await rows(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        await asyncio.wait_for(lost, timeout=2)


async def test_without_a_database_it_says_so() -> None:
    with pytest.raises(StorageDown):
        async with ServerLock("postgresql://x@127.0.0.1:1/x"):
            pass
