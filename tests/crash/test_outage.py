"""Its Postgres dies, hangs or has no room left: typed answers, nothing shown that isn't durable."""

import asyncio
import random

import httpx

from tests.crash.house import House
from tests.crash.witness import Party, until
from tests.full_disk import fill, make_room


async def test_A23_without_its_database_a_server_stops_with_one_line(house: House) -> None:
    """It can't know whether the database is still its own. Started again, all is as it was."""
    party = await Party.at(house, (3,), random.Random(5))
    party.start()
    await until(lambda: sum(len(w.acked) for w in party.witnesses) > 5, 30)
    house.kill_postgres()
    code = await asyncio.to_thread(house.live.process.wait, 20)
    assert code == 1
    last = house.live.said().strip().splitlines()[-1]
    assert last.startswith("patchpoker: "), last
    assert "start again" in last, last
    await party.lost()
    house.start()
    await party.read()
    assert party.check() > 5
    await party.audit()


async def test_while_its_database_hangs_nothing_is_shown_and_nothing_is_lost(house: House) -> None:
    party = await Party.at(house, (2,), random.Random(6))
    witness = await party.asked()
    before = [len(w.player.frames) for w in party.witnesses]
    house.freeze_postgres()
    answer = asyncio.create_task(witness.do("act", **witness.calls()))
    async with httpx.AsyncClient(base_url=house.http, trust_env=False) as client:
        ready = await client.get("/readyz", timeout=10)
        assert ready.status_code == 503, ready.text
        assert (await client.get("/healthz", timeout=10)).status_code == 200
    assert [len(w.player.frames) for w in party.witnesses] == before
    assert not answer.done()
    house.thaw_postgres()
    assert (await answer)["type"] == "ack"
    await party.read()
    party.check()


async def test_without_room_in_its_database_a_command_is_answered_as_not_saved(
    house: House,
) -> None:
    party = await Party.at(house, (2,), random.Random(9))
    witness = await party.asked()
    shown = [w.player.view["version"] for w in party.witnesses]
    move = witness.calls()
    async with house.database() as database:
        await fill(database, "table_log")
        refused = await witness.do("act", **move)
        await make_room(database)
    assert (refused["type"], refused["code"]) == ("error", "not_saved"), refused
    assert [w.player.view["version"] for w in party.witnesses] == shown
    assert (await witness.do("act", **move, id=refused["id"]))["type"] == "ack"
    await party.read()
    party.check()
    assert party.records[witness.table].done(witness.id, refused["id"]) == 1


async def test_without_room_in_its_database_rest_answers_503(house: House) -> None:
    async with (
        house.database() as database,
        httpx.AsyncClient(base_url=house.http, trust_env=False) as client,
    ):
        for table in ("accounts", "transfers", "sessions"):
            await fill(database, table)
            answer = await client.post("/api/session/guest", json={"name": "Ada"})
            assert answer.status_code == 503, answer.text
            assert answer.json()["error"]["code"] == "storage_full"
            assert "disk" not in answer.text  # that is for the operator
            await make_room(database)
        assert (await client.post("/api/session/guest", json={"name": "Ada"})).status_code == 201
    report = await asyncio.to_thread(house.audit)
    assert report.returncode == 0, report.stdout
