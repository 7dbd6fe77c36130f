"""The player's own account."""

import xml.etree.ElementTree as ET

from tests.server.world import World, refused

PASSWORD = "correct horse"


async def test_all_of_it_needs_a_session(world: World):
    client = world.client()
    for method, path, body in (
        ("GET", "/api/me", None),
        ("PATCH", "/api/me", {"name": "Ben"}),
        ("POST", "/api/me/password", {"password": PASSWORD}),
        ("POST", "/api/me/refill", None),
        ("POST", "/api/me/link", None),
        ("DELETE", "/api/me", {"confirm": "Ada"}),
    ):
        refused(await client.request(method, path, json=body), 401, "not_signed_in")


async def test_renaming_reaches_the_tables(world: World):
    client = await world.guest("Ada")
    me = (await client.patch("/api/me", json={"name": " Ada  Lovelace "})).json()
    assert me["name"] == "Ada Lovelace"
    assert world.tables.renamed == [(me["id"], "Ada Lovelace")]
    assert me["id"] in world.sockets.dropped  # an open socket would sit down by the old name


async def test_a_name_that_is_kept_by_another_is_refused(world: World):
    ada, ben = await world.guest("Ada"), await world.guest("Ben")
    await ada.post("/api/me/password", json={"password": PASSWORD})
    refused(await ben.patch("/api/me", json={"name": "aDA"}), 409, "name_taken")
    assert world.tables.renamed == []


async def test_renaming_is_throttled(new_world):
    world = new_world(changes_per_minute=2)
    client = await world.guest("Ada")
    for name in ("Ben", "Cy"):
        assert (await client.patch("/api/me", json={"name": name})).status_code == 200
    refused(await client.patch("/api/me", json={"name": "Di"}), 429, "too_many_requests")


async def test_settings_are_kept_and_bounded(world: World):
    client = await world.guest("Ada")
    wanted = {"sound": False, "four_colours": True, "volume": 3, "theme": "dark"}
    answer = await client.patch("/api/me", json={"settings": wanted})
    assert answer.json()["settings"] == wanted
    assert (await client.get("/api/me")).json()["settings"] == wanted
    for settings in (
        {"Sound": True},
        {"x": 1.5},
        {"x": "a" * 61},
        {"x": "a\u0000b"},
        {"x": [1]},
        {"x": None},
        {"x": 2**53},
        {f"k{number}": 1 for number in range(33)},
        [],
    ):
        answer = await client.patch("/api/me", json={"settings": settings})
        refused(answer, 422, "malformed")
    assert (await client.get("/api/me")).json()["settings"] == wanted


async def test_a_password_keeps_the_account_and_ends_other_sessions(world: World):
    phone = await world.guest("Ada")
    token = (await phone.post("/api/me/link")).json()["url"].rsplit("/", 1)[1]
    laptop = world.client()
    await laptop.post("/api/session/link", json={"token": token})
    answer = await phone.post("/api/me/password", json={"password": PASSWORD})
    assert answer.json()["guest"] is False
    assert (await phone.get("/api/me")).status_code == 200
    refused(await laptop.get("/api/me"), 401, "not_signed_in")
    assert world.sockets.dropped == [answer.json()["id"]]


async def test_a_link_made_before_the_password_ends_with_the_other_sessions(world: World):
    phone = await world.guest("Ada")
    token = (await phone.post("/api/me/link")).json()["url"].rsplit("/", 1)[1]
    await phone.post("/api/me/password", json={"password": PASSWORD})
    answer = await world.client().post("/api/session/link", json={"token": token})
    refused(answer, 410, "link_spent")


async def test_changing_the_password_needs_the_current_one(world: World):
    client = await world.guest("Ada")
    await client.post("/api/me/password", json={"password": PASSWORD})
    new = {"password": "battery staple"}
    for body in (new, {**new, "current": "wrong"}):
        refused(await client.post("/api/me/password", json=body), 401, "wrong_password")
    answer = await client.post("/api/me/password", json={**new, "current": PASSWORD})
    assert answer.status_code == 200
    old = {"name": "Ada", "password": PASSWORD}
    refused(await world.client().post("/api/session", json=old), 401, "wrong_password")
    new = {"name": "Ada", "password": "battery staple"}
    assert (await world.client().post("/api/session", json=new)).status_code == 200


async def test_a_password_has_8_to_128_characters_and_is_never_echoed(world: World):
    client = await world.guest("Ada")
    for password in ("short12", "x" * 129, 12345678, None, "\ud800secret-half"):
        answer = await client.post(
            "/api/me/password",
            content=f'{{"password": {dumps(password)}}}',
            headers={"content-type": "application/json"},
        )
        refused(answer, 422, "malformed")
        assert "short12" not in answer.text
        assert "secret-half" not in answer.text
    assert (await client.get("/api/me")).json()["guest"] is True


def dumps(value: object) -> str:
    import json

    return json.dumps(value)


async def test_A30_a_refill_to_2000_each_4_hours(world: World):
    client = await world.guest("Ada")
    data = refused(await client.post("/api/me/refill"), 409, "refill_not_due")
    assert data == {"available_at_ms": None}
    me = (await client.get("/api/me")).json()
    await spend(world, me["id"], 9_500)
    poor = (await client.get("/api/me")).json()
    assert poor["refill"] == {"to": 2000, "available_at_ms": None, "eligible": True}
    assert (await client.post("/api/me/refill")).json()["wallet"] == 2000
    await spend(world, me["id"], 1_500)
    due = world.clock.ms + 4 * 3_600_000
    refill = (await client.get("/api/me")).json()["refill"]
    assert refill == {"to": 2000, "available_at_ms": due, "eligible": False}
    assert refused(await client.post("/api/me/refill"), 409, "refill_not_due") == {
        "available_at_ms": due
    }
    world.clock.ms = due
    assert (await client.post("/api/me/refill")).json()["wallet"] == 2000


async def spend(world: World, player: str, chips: int) -> None:
    from patchpoker.storage import ledger
    from patchpoker.storage.times import at

    async with world.services.database.begin() as connection:
        entry = ledger.Entry(
            f"test:{player}:{chips}",
            ledger.wallet(player),
            ledger.ISSUANCE,
            chips,
            "ADMIN_ADJUST",
            at(world.clock.ms),
        )
        await ledger.post(connection, [entry])


async def test_seats_are_listed_with_their_stacks(world: World):
    client = await world.guest("Ada")
    player = (await client.get("/api/me")).json()["id"]
    table = world.tables.open(next(iter(world.tables.options.values())))
    world.tables.seat(table.table_id, "p_other", "Ben", 50)
    world.tables.seat(table.table_id, player, "Ada", 700)
    assert (await client.get("/api/me")).json()["at_tables"] == [
        {
            "table_id": table.table_id,
            "game": "patch-patch",
            "code": None,
            "small_blind": 5,
            "big_blind": 10,
            "stack": 700,
        }
    ]


async def test_the_link_comes_with_a_qr_code_that_the_policy_allows(world: World):
    link = (await (await world.guest()).post("/api/me/link")).json()
    svg = ET.fromstring(link["qr_svg"])
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert svg.get("viewBox")
    assert "style" not in link["qr_svg"]
    assert "script" not in link["qr_svg"]


async def test_the_public_url_is_the_base_of_links(new_world):
    world = new_world(public_url="https://poker.example.org")
    link = (await (await world.guest()).post("/api/me/link")).json()
    assert link["url"].startswith("https://poker.example.org/#/link/")


async def test_deleting_needs_the_name_and_is_for_good(world: World):
    client = await world.guest("Ada")
    me = (await client.get("/api/me")).json()
    wrong = await client.request("DELETE", "/api/me", json={"confirm": "ada"})
    refused(wrong, 409, "not_confirmed")
    answer = await client.request("DELETE", "/api/me", json={"confirm": "Ada"})
    assert answer.status_code == 204
    assert world.sockets.dropped == [me["id"]]
    refused(await client.get("/api/me"), 401, "not_signed_in")
