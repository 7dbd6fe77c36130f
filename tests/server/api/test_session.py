"""Coming and going: guests, sign-in, one-time links, signing out."""

from tests.server.world import HOST, World, refused

PASSWORD = "correct horse"


async def keep(world: World, name: str = "Ada"):
    """A client whose account has a password."""
    client = await world.guest(name)
    answer = await client.post("/api/me/password", json={"password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return client


async def test_A30_a_guest_picks_a_name_and_has_the_welcome_chips(world: World):
    client = world.client()
    answer = await client.post("/api/session/guest", json={"name": "  Ada  L. "})
    assert answer.status_code == 201
    me = answer.json()
    assert (me["name"], me["guest"], me["wallet"], me["at_tables"]) == ("Ada L.", True, 10_000, [])
    assert me["refill"] == {"to": 2000, "available_at_ms": None, "eligible": False}
    assert (await client.get("/api/me")).json() == me


async def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(world: World):
    answer = await world.client().post("/api/session/guest", json={"name": "Ada"})
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("pp_session=")
    for flag in ("httponly", "samesite=lax", "path=/", "max-age=7776000"):
        assert flag in cookie
    assert "secure" not in cookie  # a phone in the LAN has plain http


async def test_over_tls_the_cookie_is_secure(world: World):
    answer = await world.client(scheme="https").post("/api/session/guest", json={"name": "Ada"})
    assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_trusted_proxy_says_that_it_is_tls_and_who_asks(new_world):
    world = new_world(trusted_proxies="10.0.0.0/24", guests_per_hour=1)
    proxied = {"x-forwarded-proto": "https", "origin": f"https://{HOST}"}
    first = world.client(**proxied, **{"x-forwarded-for": "198.51.100.1"})
    answer = await first.post("/api/session/guest", json={"name": "Ada"})
    assert "secure" in answer.headers["set-cookie"].lower()
    other = world.client(**proxied, **{"x-forwarded-for": "198.51.100.2"})
    assert (await other.post("/api/session/guest", json={"name": "Ben"})).status_code == 201
    again = world.client(**proxied, **{"x-forwarded-for": "198.51.100.1"})
    refused(await again.post("/api/session/guest", json={"name": "Cy"}), 429, "too_many_requests")


async def test_anybody_else_may_claim_what_they_like(new_world):
    world = new_world(guests_per_hour=1)
    await world.guest(**{"x-forwarded-for": "198.51.100.1"})
    liar = world.client(**{"x-forwarded-for": "198.51.100.2", "x-forwarded-proto": "https"})
    refused(await liar.post("/api/session/guest", json={"name": "Ben"}), 429, "too_many_requests")


async def test_guests_are_limited_per_address_and_told_how_long_to_wait(new_world):
    world = new_world(guests_per_hour=2)
    await world.guest("Ada")
    await world.guest("Ben")
    answer = await world.client().post("/api/session/guest", json={"name": "Cy"})
    data = refused(answer, 429, "too_many_requests")
    assert 0 < data["retry_after_s"] <= 1800
    assert answer.headers["retry-after"] == str(data["retry_after_s"])
    await world.guest("Cy", address="10.0.0.8")


async def test_a_typo_costs_no_try(new_world):
    world = new_world(guests_per_hour=1)
    for name in ("", " \u200b ", "x" * 21, "x" * 1000):
        answer = await world.client().post("/api/session/guest", json={"name": name})
        assert answer.status_code == 422, name
    await world.guest("Ada")


async def test_SEC_08_a_name_is_text_and_comes_back_as_it_is(world: World):
    for name in ("<img src=x>", "</script><b>hi", "\"'&amp;"):
        client = await world.guest(name)
        answer = await client.get("/api/me")
        assert answer.json()["name"] == name
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    whole = await world.client().post(
        "/api/session/guest", json={"name": "<img src=x onerror=alert(1)>"}
    )
    refused(whole, 422, "name_invalid")


async def test_who_is_signed_in_gets_no_second_account(world: World):
    client = await world.guest("Ada")
    answer = await client.post("/api/session/guest", json={"name": "Ada"})
    refused(answer, 409, "already_signed_in")
    assert (await client.get("/api/me")).json()["name"] == "Ada"


async def test_a_kept_name_is_taken_for_guests(world: World):
    await keep(world, "Ada")
    answer = await world.client().post("/api/session/guest", json={"name": "ADA"})
    refused(answer, 409, "name_taken")


async def test_a_kept_account_signs_in_elsewhere(world: World):
    phone = await keep(world, "Ada")
    laptop = world.client(address="10.0.0.9")
    answer = await laptop.post("/api/session", json={"name": "ada", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json() == (await phone.get("/api/me")).json()
    assert not answer.json()["guest"]


async def test_a_wrong_password_and_an_unknown_name_look_the_same(world: World):
    await keep(world, "Ada")
    await world.guest("Ben")  # a guest has no password to match
    answers = [
        await world.client().post("/api/session", json={"name": name, "password": "wrong"})
        for name in ("Ada", "Nobody", "Ben")
    ]
    for answer in answers:
        refused(answer, 401, "wrong_password")
        assert "set-cookie" not in answer.headers
    assert len({answer.text for answer in answers}) == 1


async def test_sign_ins_are_throttled_per_account(new_world):
    world = new_world(sign_ins_per_account_per_hour=3)
    await keep(world, "Ada")
    for number in range(3):
        client = world.client(address=f"10.0.1.{number}")
        answer = await client.post("/api/session", json={"name": "Ada", "password": "wrong"})
        refused(answer, 401, "wrong_password")
    right = {"name": "ADA", "password": PASSWORD}
    answer = await world.client(address="10.0.1.9").post("/api/session", json=right)
    refused(answer, 429, "too_many_requests")


async def test_sign_ins_are_throttled_per_address(new_world):
    world = new_world(sign_ins_per_hour=3)
    for number in range(3):
        body = {"name": f"Nobody {number}", "password": "wrong"}
        refused(await world.client().post("/api/session", json=body), 401, "wrong_password")
    body = {"name": "Nobody 9", "password": "wrong"}
    answer = await world.client().post("/api/session", json=body)
    refused(answer, 429, "too_many_requests")
    other = await world.client(address="10.0.0.8").post("/api/session", json=body)
    refused(other, 401, "wrong_password")


async def test_a_sign_in_that_works_starts_the_count_afresh(new_world):
    world = new_world(sign_ins_per_account_per_hour=2)
    await keep(world, "Ada")
    for _ in range(4):
        body = {"name": "Ada", "password": PASSWORD}
        assert (await world.client().post("/api/session", json=body)).status_code == 200


async def test_a_link_moves_a_guest_to_another_phone_once(world: World):
    phone = await world.guest("Ada")
    link = (await phone.post("/api/me/link")).json()
    assert link["url"].startswith(f"http://{HOST}/#/link/")
    assert link["expires_at_ms"] == world.clock.ms + 600_000
    token = link["url"].rsplit("/", 1)[1]
    other = world.client(address="10.0.0.9")
    answer = await other.post("/api/session/link", json={"token": token})
    assert answer.json() == (await phone.get("/api/me")).json()
    again = await world.client().post("/api/session/link", json={"token": token})
    refused(again, 410, "link_spent")


async def test_a_link_ends_after_ten_minutes(world: World):
    phone = await world.guest("Ada")
    token = (await phone.post("/api/me/link")).json()["url"].rsplit("/", 1)[1]
    world.clock.ms += 600_001
    answer = await world.client().post("/api/session/link", json={"token": token})
    refused(answer, 410, "link_spent")


async def test_a_link_replaces_who_was_signed_in(world: World):
    ada, ben = await world.guest("Ada"), await world.guest("Ben")
    bens = ben.cookies["pp_session"]
    bens_id = (await ben.get("/api/me")).json()["id"]
    token = (await ada.post("/api/me/link")).json()["url"].rsplit("/", 1)[1]
    await ben.post("/api/session/link", json={"token": token})
    assert (await ben.get("/api/me")).json()["name"] == "Ada"
    assert world.sockets.dropped == [bens_id]
    old = world.client(cookie=f"pp_session={bens}")
    refused(await old.get("/api/me"), 401, "not_signed_in")


async def test_signing_out_ends_the_session_and_its_cookie(world: World):
    client = await world.guest("Ada")
    token = client.cookies["pp_session"]
    answer = await client.delete("/api/session")
    assert (answer.status_code, answer.content) == (204, b"")
    assert 'pp_session=""' in answer.headers["set-cookie"]
    refused(await client.get("/api/me"), 401, "not_signed_in")
    kept_copy = world.client(cookie=f"pp_session={token}")
    refused(await kept_copy.get("/api/me"), 401, "not_signed_in")
    assert (await client.delete("/api/session")).status_code == 204  # again does no harm


async def test_a_session_ends_when_it_is_not_used_for_90_days(world: World):
    client = await world.guest("Ada")
    world.clock.ms += 90 * 86_400_000
    refused(await client.get("/api/me"), 401, "not_signed_in")


async def test_nonsense_in_the_cookie_is_nobody(world: World):
    for token in ("x", "x" * 5000, "%00", '"'):
        client = world.client(cookie=f"pp_session={token}")
        refused(await client.get("/api/me"), 401, "not_signed_in")
