"""Its Postgres dies, hangs or has no room left: typed answers, nothing shown that isn't durable."""

import asyncio
import random

import httpx
import pytest
import sqlalchemy as sa

from tests.crash.house import House
from tests.crash.witness import Party, Witness, until
from tests.player import Frame

# What a full disk answers (53100), to whoever writes to the table.
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'could not extend file: no space left on device' USING ERRCODE = '53100';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk();
"""
ROOM = "DROP FUNCTION full_disk CASCADE"


async def run(house: House, statements: str) -> None:
    async with house.database() as database, database.begin() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        await raw.execute(statements)


async def asked(party: Party) -> Witness:
    """Who has a decision to make."""
    await until(lambda: any(w.player.random_move(w.dice) for w in party.witnesses), 30)
    return next(w for w in party.witnesses if w.player.random_move(w.dice))


def calls(witness: Witness) -> Frame:
    you = witness.player.you
    action = "check" if you["legal"]["check"] else "call"
    return {"decision": you["decision"], "action": action, "raise_to": None}


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
    witness = await asked(party)
    before = [len(w.player.frames) for w in party.witnesses]
    house.freeze_postgres()
    answer = asyncio.create_task(witness.do("act", **calls(witness)))
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
    witness = await asked(party)
    shown = [w.player.view["version"] for w in party.witnesses]
    await run(house, FULL.format(table="table_log"))
    move = calls(witness)
    refused = await witness.do("act", **move)
    assert (refused["type"], refused["code"]) == ("error", "not_saved"), refused
    assert [w.player.view["version"] for w in party.witnesses] == shown
    await run(house, ROOM)
    assert (await witness.do("act", **move, id=refused["id"]))["type"] == "ack"
    await party.read()
    party.check()
    assert party.records[witness.table].done(witness.id, refused["id"]) == 1


@pytest.mark.parametrize("table", ["accounts", "transfers"])
async def test_without_room_in_its_database_rest_answers_503(house: House, table: str) -> None:
    await run(house, FULL.format(table=table))
    async with httpx.AsyncClient(base_url=house.http, trust_env=False) as client:
        answer = await client.post("/api/session/guest", json={"name": "Ada"})
    assert answer.status_code == 503, answer.text
    assert set(answer.json()["error"]) == {"code", "message"}
    await run(house, ROOM)
    async with house.database() as database, database.begin() as connection:
        count = await connection.execute(sa.text("SELECT count(*) FROM accounts"))
        assert count.scalar_one() == 0


async def test_a_clock_that_runs_out_without_room_does_not_spin(house: House) -> None:
    """A time-out that can't be saved is tried again now and then, not as fast as it fails."""
    party = await Party.at(house, (2,), random.Random(10))
    await asked(party)
    await run(house, FULL.format(table="table_log"))
    await asyncio.sleep(14)  # the clock is 12 s
    tries = house.live.said().count("folding again")
    await asyncio.sleep(2)
    tries = house.live.said().count("folding again") - tries
    assert 1 <= tries <= 10
    await run(house, ROOM)
    seen = [len(w.player.frames) for w in party.witnesses]
    await until(lambda: [len(w.player.frames) for w in party.witnesses] != seen, 5)
    await party.read()
    party.check()
