"""The gate: Origin, headers, bodies, rates, and what a bug of ours looks like from outside."""

import pytest
from starlette.datastructures import Headers

from patchpoker.server.security import content_policy, origin_allowed
from tests.server.world import HOST, World, refused


async def test_a_changing_request_of_another_site_is_refused_and_changes_nothing(world: World):
    for origin in ("http://evil.test", f"http://{HOST}.evil.test", f"http://{HOST}:81", "null"):
        client = world.client(origin=origin)
        answer = await client.post("/api/session/guest", json={"name": "Ada"})
        refused(answer, 403, "foreign_origin")
        assert "set-cookie" not in answer.headers
    for method, path in (("PATCH", "/api/me"), ("DELETE", "/api/me"), ("DELETE", "/api/session")):
        answer = await world.client(origin="http://evil.test").request(method, path)
        refused(answer, 403, "foreign_origin")


async def test_reading_needs_no_origin(world: World):
    assert (await world.client(origin="http://evil.test").get("/api/lobby")).status_code == 200


@pytest.mark.parametrize(
    ("headers", "public_url", "allowed"),
    [
        ({"host": "a.test", "origin": "http://a.test"}, "", True),
        ({"host": "a.test", "origin": "https://a.test"}, "", True),  # TLS ends at a proxy
        ({"host": "A.test", "origin": "http://a.TEST"}, "", True),
        ({"host": "a.test:80", "origin": "http://a.test"}, "", True),
        ({"host": "a.test:443", "origin": "https://a.test"}, "", True),
        ({"host": "a.test:8000", "origin": "http://a.test:8000"}, "", True),
        ({"host": "[::1]:8000", "origin": "http://[::1]:8000"}, "", True),
        ({"host": "a.test:8000", "origin": "http://a.test"}, "", False),
        ({"host": "a.test", "origin": "http://b.test"}, "", False),
        ({"host": "inner:8000", "origin": "https://b.test"}, "https://b.test", True),
        ({"host": "inner:8000", "origin": "http://b.test"}, "https://b.test", False),
        ({"host": "", "origin": "http://"}, "", False),
        ({"origin": "http://a.test"}, "", False),
        ({"host": "a.test", "origin": "null"}, "", False),
        ({"host": "a.test", "origin": ""}, "", False),
        ({"host": "a.test", "origin": "file://a.test"}, "", False),
        ({"host": "a.test", "origin": "http://a.test:99999"}, "", False),
        ({"host": "a.test", "origin": "http://[::1"}, "", False),
        ({"host": "a.test"}, "", True),  # no browser
        ({"host": "a.test", "sec-fetch-site": "same-origin"}, "", True),
        ({"host": "a.test", "sec-fetch-site": "cross-site"}, "", False),
        ({"host": "a.test", "sec-fetch-site": "same-site"}, "", False),
    ],
)
def test_which_origins_are_ours(headers, public_url, allowed):
    assert origin_allowed(Headers(headers), public_url) is allowed


async def test_a_socket_of_another_site_is_not_accepted(world: World):
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    scope = {
        "type": "websocket",
        "path": "/ws",
        "scheme": "ws",
        "client": ("10.0.0.7", 1),
        "headers": [(b"host", HOST.encode()), (b"origin", b"http://evil.test")],
    }
    await world.app(scope, receive, send)
    assert sent == [{"type": "websocket.close", "code": 1008}]


async def test_every_answer_wears_our_headers(world: World):
    for path in ("/", "/api/lobby", "/api/nothing", "/healthz"):
        headers = (await world.client().get(path)).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; ")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-frame-options"] == "DENY"
        assert "camera=()" in headers["permissions-policy"]
        assert headers["cache-control"] == "no-store"
        assert len(headers["x-request-id"]) == 12
        assert "strict-transport-security" not in headers
    refusal = await world.client(origin="http://evil.test").post("/api/me/refill")
    assert "content-security-policy" in refusal.headers


async def test_only_tls_asks_for_tls_again(world: World):
    answer = await world.client(scheme="https").get("/")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_the_policy_spells_out_the_sockets_address_but_no_nonsense():
    assert "connect-src 'self' ws://a.test:8000 wss://a.test:8000;" in content_policy("a.test:8000")
    assert "connect-src 'self';" in content_policy("a.test; script-src *")
    assert "connect-src 'self';" in content_policy("")


async def test_a_large_body_is_refused_before_it_is_read(world: World):
    client = world.client()
    answer = await client.post("/api/session/guest", content=b"x" * 20_000)
    assert refused(answer, 413, "body_too_large") == {"max_bytes": 16_384}


async def test_a_large_body_that_was_not_announced_is_refused_too(world: World):
    async def chunks():
        for _ in range(40):
            yield b" " * 1000

    answer = await world.client().post(
        "/api/session/guest", content=chunks(), headers={"content-type": "application/json"}
    )
    refused(answer, 413, "body_too_large")


async def test_SEC_13_requests_are_limited_per_address(new_world):
    world = new_world(requests_per_minute=5)
    for _ in range(5):
        assert (await world.client().get("/api/version")).status_code == 200
    refused(await world.client().get("/api/version"), 429, "too_many_requests")
    assert (await world.client(address="10.0.0.8").get("/api/version")).status_code == 200
    assert (await world.client().get("/healthz")).status_code == 200


async def test_a_bug_is_answered_typed_and_logged_without_its_values(world, monkeypatch, caplog):
    def broken() -> bool:
        raise KeyError("Ah Kd")

    monkeypatch.setattr(type(world.tables), "loaded", property(lambda _: broken()), raising=False)
    answer = await world.client().get("/readyz")
    refused(answer, 500, "bug")
    assert "Ah Kd" not in answer.text
    assert "content-security-policy" in answer.headers
    (record,) = [record for record in caplog.records if record.name == "patchpoker.server.security"]
    assert record.getMessage() == "request failed"
