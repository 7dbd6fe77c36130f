"""Private tables and their codes; sharing."""

import asyncio

import pytest

from tests.server.world import HOST, World, refused

OPTIONS = {
    "game": "patch-patch",
    "seats": 3,
    "small_blind": 5,
    "big_blind": 10,
    "speed": "mid",
    "min_buy_in": 50,
    "max_buy_in": 1500,
}
SUMMARY = {
    **OPTIONS,
    "game_name": "Patch-Patch",
    "seated": 0,
    "decision_ms": 25_000,
    "arrangement_ms": 120_000,
}


async def test_A30_a_private_table_is_found_by_its_code_in_any_case(world: World):
    host = await world.guest("Ada")
    answer = await host.post("/api/tables", json=OPTIONS)
    assert answer.status_code == 201
    opened = answer.json()
    assert len(opened["code"]) == 4
    found = (await world.client().get(f"/api/tables/by-code/{opened['code'].lower()}")).json()
    assert found == {**SUMMARY, **opened}


async def test_A12_a_private_table_keeps_no_rake(world: World):
    host = await world.guest("Ada")
    table_id = (await host.post("/api/tables", json=OPTIONS)).json()["table_id"]
    assert world.tables.find(table_id).rake_bps == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"small_blind": 11}, "bad_options"),
        ({"min_buy_in": 9}, "bad_options"),
        ({"max_buy_in": 49}, "bad_options"),
        ({"seats": 4}, "bad_options"),
        ({"game": "holdem"}, "bad_options"),  # not dealt here yet
        ({"game": "whist"}, "bad_options"),
        ({"seats": 1}, "malformed"),
        ({"small_blind": 0}, "malformed"),
        ({"small_blind": 5.0}, "malformed"),
        ({"small_blind": "5"}, "malformed"),
        ({"small_blind": True}, "malformed"),
        ({"max_buy_in": 2**53}, "malformed"),
        ({"speed": "warp"}, "malformed"),
        ({"rake_bps": 300}, "malformed"),
    ],
)
async def test_A1_A30_options_that_no_table_can_have(world: World, change, code):
    client = await world.guest("Ada")
    refused(await client.post("/api/tables", json={**OPTIONS, **change}), 422, code)
    assert world.tables.views == {}


async def test_private_tables_per_player_are_bounded(new_world):
    world = new_world(private_tables_per_player=2)
    client = await world.guest("Ada")
    for _ in range(2):
        assert (await client.post("/api/tables", json=OPTIONS)).status_code == 201
    refused(await client.post("/api/tables", json=OPTIONS), 409, "too_many_private_tables")
    refused(await world.client().post("/api/tables", json=OPTIONS), 401, "not_signed_in")


async def test_private_tables_asked_for_at_once_are_bounded_too(new_world):
    world = new_world(private_tables_per_player=2)
    world.tables.opening_seconds = 0.01
    client = await world.guest("Ada")
    asked = [client.post("/api/tables", json=OPTIONS) for _ in range(5)]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409]


async def test_A30_guessing_codes_is_limited_per_address(new_world):
    world = new_world(code_lookups_per_minute=3)
    client = world.client()
    for code in ("AAAA", "x" * 300, "%00"):
        refused(await client.get(f"/api/tables/by-code/{code}"), 404, "no_such_table")
    refused(await client.get("/api/tables/by-code/AAAB"), 429, "too_many_requests")


async def test_a_private_table_shows_itself_to_its_own_people_only(world: World):
    host, friend, stranger = [await world.guest(name) for name in ("Ada", "Ben", "Cy")]
    table_id = (await host.post("/api/tables", json=OPTIONS)).json()["table_id"]
    world.tables.seat(table_id, (await friend.get("/api/me")).json()["id"], "Ben", 100)
    for client in (host, friend):
        assert (await client.get(f"/api/tables/{table_id}")).json()["seated"] == 1
    for client in (stranger, world.client()):
        for path in (f"/api/tables/{table_id}", f"/api/tables/{table_id}/share"):
            refused(await client.get(path), 404, "no_such_table")


async def test_a_link_made_on_this_machine_opens_on_phones(world: World, monkeypatch):
    monkeypatch.setattr("patchpoker.server.api.context.lan_address", lambda: "192.0.2.7")
    client = await world.guest("Ada")
    private = (await client.post("/api/tables", json=OPTIONS)).json()
    local = {"host": "localhost:8000"}
    share = await client.get(f"/api/tables/{private['table_id']}/share", headers=local)
    assert share.json()["url"] == f"http://192.0.2.7:8000/#/c/{private['code']}"


async def test_sharing_gives_a_link_and_a_qr_code(world: World):
    client = await world.guest("Ada")
    private = (await client.post("/api/tables", json=OPTIONS)).json()
    share = (await client.get(f"/api/tables/{private['table_id']}/share")).json()
    assert share["url"] == f"http://{HOST}/#/c/{private['code']}"
    assert share["qr_svg"].startswith("<svg")
    public = world.tables.open(world.tables.options["patch-patch.3.5-10.mid"])
    share = (await world.client().get(f"/api/tables/{public.table_id}/share")).json()
    assert share["url"] == f"http://{HOST}/#/t/{public.table_id}"
    assert (await world.client().get(f"/api/tables/{public.table_id}")).json()["code"] is None
