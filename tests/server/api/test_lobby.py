"""The offers and the best seat."""

from tests.server.world import World, refused

OFFER = "patch-patch.3.10-20.mid"


async def test_A14_the_lobby_lists_every_size_stakes_and_speed(world: World):
    lobby = (await world.client().get("/api/lobby")).json()
    assert lobby["games"] == [{"key": "patch-patch", "name": "Patch-Patch"}]
    assert len(lobby["offers"]) == 2 * 7 * 3
    offer = next(offer for offer in lobby["offers"] if offer["offer"] == OFFER)
    assert offer == {
        "offer": OFFER,
        "game": "patch-patch",
        "seats": 3,
        "small_blind": 10,
        "big_blind": 20,
        "speed": "mid",
        "min_buy_in": 100,
        "max_buy_in": 3000,
        "decision_ms": 25_000,
        "arrangement_ms": 120_000,
        "rake_bps": 300,
        "players": 0,
        "tables": [],
    }


async def test_A12_five_ten_keeps_no_rake(world: World):
    offers = (await world.client().get("/api/lobby")).json()["offers"]
    assert {offer["rake_bps"] for offer in offers if offer["big_blind"] == 10} == {0}
    assert {offer["rake_bps"] for offer in offers if offer["big_blind"] > 10} == {300}


async def test_a_seat_at_an_offer_and_who_plays_there(world: World):
    client = await world.guest("Ada")
    answer = await client.post("/api/lobby/seat", json={"offer": OFFER})
    table_id = answer.json()["table_id"]
    world.tables.seat(table_id, "p_ada", "Ada", 1000)
    offers = (await client.get("/api/lobby")).json()["offers"]
    offer = next(offer for offer in offers if offer["offer"] == OFFER)
    assert offer["players"] == 1
    assert offer["tables"] == [{"table_id": table_id, "seated": 1, "seats": 3}]


async def test_a_seat_needs_a_session_and_a_known_offer(world: World):
    refused(
        await world.client().post("/api/lobby/seat", json={"offer": OFFER}), 401, "not_signed_in"
    )
    client = await world.guest()
    answer = await client.post("/api/lobby/seat", json={"offer": "patch-patch.9.1-2.mid"})
    refused(answer, 404, "no_such_offer")
    for body in ({}, {"offer": 1}, {"offer": "x" * 81}, {"offer": OFFER, "more": 1}):
        refused(await client.post("/api/lobby/seat", json=body), 422, "malformed")


async def test_private_tables_are_not_listed(world: World):
    world.tables.open(world.tables.options[OFFER], code="ABCD", host="p_x")
    assert all(
        not offer["tables"] for offer in (await world.client().get("/api/lobby")).json()["offers"]
    )
