"""Every refusal has our shape, whoever raised it."""

import pytest

from patchpoker.engine.errors import Bug, IllegalNow, Malformed, NotAllowed, Stale
from patchpoker.runtime import errors as runtime
from patchpoker.server.errors import TooManyRequests, response_of
from patchpoker.storage import errors as store
from patchpoker.table.errors import BadOptions, NotHost, TableFull
from tests.server.world import World, refused


async def test_paths_and_methods_that_are_not_there(world: World):
    client = world.client()
    refused(await client.get("/nothing"), 404, "not_found")
    refused(await client.get("/api/nothing"), 404, "not_found")
    answer = await client.put("/api/lobby")
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"
    refused(await client.get("/api/lobby/"), 404, "not_found")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'"x"', b"[" * 9000, b"\xff", b'{"name": ' + b"9" * 9000]
)
async def test_bodies_that_are_no_object_of_ours(world: World, content: bytes):
    answer = await world.client().post(
        "/api/session/guest", content=content, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["code"] in ("malformed", "bad_request")


async def test_json_comes_as_json(world: World):
    """A form of another site can't send that without asking first."""
    answer = await world.client().post(
        "/api/session/guest", content=b'{"name": "Ada"}', headers={"content-type": "text/plain"}
    )
    refused(answer, 422, "malformed")


async def test_what_is_malformed_is_named_field_by_field(world: World):
    answer = await world.client().post("/api/session/guest", json={"nam": "secret"})
    data = refused(answer, 422, "malformed")
    assert {field["field"] for field in data["fields"]} == {"name", "nam"}
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (store.NameInvalid("too long"), 422),
        (store.NameTaken(), 409),
        (store.NoSuchAccount(), 401),
        (store.StillSeated(), 409),
        (store.RefillNotDue(5), 409),
        (store.LinkSpent(), 410),
        (store.StorageDown("postgresql://user@secret.host is away"), 503),
        (store.VersionConflict("t_1", 3), 500),
        (runtime.NoSuchTable(), 404),
        (runtime.Busy(), 503),
        (runtime.Stopping(), 503),
        (Malformed("x"), 422),
        (BadOptions("x"), 422),
        (IllegalNow("x"), 409),
        (Stale("x"), 409),
        (TableFull(), 409),
        (NotAllowed("x"), 403),
        (NotHost(), 403),
        (Bug("Ah Kd"), 500),
        (ZeroDivisionError("Ah Kd"), 500),
    ],
)
def test_refusals_keep_their_code_and_faults_say_nothing(error, status):
    answer = response_of(error)
    assert answer.status_code == status
    text = answer.body.decode()
    if status == 500:
        assert '"code":"bug"' in text
    else:
        assert f'"code":"{error.code}"' in text
    assert "secret.host" not in text
    assert "Ah Kd" not in text


def test_messages_are_sentences():
    assert (
        b"This link was used already or is too old: make a new one."
        in response_of(store.LinkSpent()).body
    )


@pytest.mark.parametrize(
    ("seconds", "said"), [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes")]
)
def test_how_long_to_wait_is_said_in_words(seconds, said):
    assert TooManyRequests(seconds).message == f"Too many tries: wait {said}."
