"""Kill the real server at any moment: the hand goes on, nothing acknowledged is lost (A23, ECO-03).

Each round waits for a moment of its kind, kills (every other time Postgres too), starts again, and
asks every player whether what they were shown and told is still true, then the audit.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from tests.conftest import LONG
from tests.crash.house import House
from tests.crash.witness import Witness

ROUNDS = 100 if LONG else 6
KINDS = ("commit", "arrangement", "betting", "settlement")
TABLES = (3, 2)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path / "house")
    house.start()
    yield house
    if house.live.process.poll() is None:
        house.stop()


async def guests(house: House, count: int, dice: random.Random) -> list[Witness]:
    """Guests at private tables of 3 and 2 seats, seated."""
    witnesses = []
    for number, seats in enumerate(TABLES[:count]):
        table = code = ""
        for seat in range(seats):
            name = f"P{number}{seat}"
            async with httpx.AsyncClient(base_url=house.live.url, trust_env=False) as client:
                answer = await client.post("/api/session/guest", json={"name": name})
                assert answer.status_code == 201, answer.text
                if seat == 0:
                    options = {
                        "game": "patch-patch",
                        "seats": seats,
                        "small_blind": 5,
                        "big_blind": 10,
                        "speed": "fast",
                        "min_buy_in": 100,
                        "max_buy_in": 2000,
                    }
                    opened = await client.post("/api/tables", json=options)
                    assert opened.status_code == 201, opened.text
                    table, code = opened.json()["table_id"], opened.json()["code"]
                cookie = answer.cookies["pp_session"]
            seed = dice.random()
            witness = Witness(name, cookie, house.ws, table, code, random.Random(seed))
            await witness.come()
            await witness.sit(dice.choice((100, 300, 1000)))
            witnesses.append(witness)
    return witnesses


def moment_of(kind: str, witnesses: list[Witness]) -> Callable[[], bool]:
    """Whether it is the moment to kill."""

    def phases() -> set[str]:
        hands = [w.player.hand for w in witnesses if w.player.hand]
        return {hand["phase"] for hand in hands}

    match kind:
        case "commit":
            return lambda: any(w.under_way is not None for w in witnesses)
        case "arrangement":
            return lambda: "arranging" in phases()
        case "betting":
            return lambda: "betting" in phases()
        case _:
            return lambda: any(
                w.player.view["public"]["phase"] == "result"
                or (
                    w.player.hand and w.player.hand["street"] == "river" and w.under_way is not None
                )
                for w in witnesses
            )


async def until(true: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 (a kill has no event)
            await asyncio.sleep(0)


def in_flight(witnesses: list[Witness]) -> str:
    """What really was going on, by what the players saw last."""
    if any(w.under_way is not None for w in witnesses):
        return "a command under way"
    phases = sorted(
        {w.shown["public"]["hand"]["phase"] for w in witnesses if w.shown["public"]["hand"]}
    )
    return f"quiet, in {' and '.join(phases) or 'the pause'}"


async def test_A23_killed_at_any_moment_the_hand_goes_on_and_no_chip_is_lost(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = random.Random(time.time_ns() if LONG else 23)
    witnesses = await guests(house, len(TABLES), dice)
    counts: Counter[str] = Counter()
    for number in range(ROUNDS):
        kind, with_postgres = KINDS[number % len(KINDS)], number % 2 == 1
        for witness in witnesses:
            witness.start()
        await asyncio.sleep(dice.random() * 1.5)
        await until(moment_of(kind, witnesses), 90)
        await asyncio.sleep(dice.choice((0, 0, 0.001, 0.003)))
        house.kill(with_postgres=with_postgres)
        await asyncio.gather(*(witness.lost() for witness in witnesses))
        counts[f"wanted: {kind}"] += 1
        counts[f"found: {in_flight(witnesses)}"] += 1
        counts["killed with Postgres" if with_postgres else "killed alone"] += 1

        ready = house.start()
        counts["ready within 5 s"] += ready < 5
        await asyncio.gather(*(witness.after() for witness in witnesses))
        for witness in witnesses:
            counts[f"resent: {await witness.send_again()}"] += 1
        report = await asyncio.to_thread(house.audit)
        assert report.returncode == 0, f"round {number}, {kind}: {report.stdout}{report.stderr}"

    for witness in witnesses:
        witness.start()  # and the hands go on
    seen = max(witness.hands_seen for witness in witnesses)
    await until(lambda: any(w.player.hand and w.player.hand["no"] > seen for w in witnesses), 120)
    code, seconds = await asyncio.to_thread(house.stop)
    assert (code, seconds < 4) == (0, True), (code, seconds)
    for witness in witnesses:
        await witness.lost()
        assert witness.player.socket.close_code == 1012
    with capsys.disabled():
        said = ", ".join(f"{name}: {count}" for name, count in sorted(counts.items()))
        print(f"\n{ROUNDS} kills: {said}")


async def test_A23_without_its_database_a_server_stops_with_one_line(house: House) -> None:
    """It can't know that the database is still its own. Started again, all is as it was shown."""
    dice = random.Random(5)
    witnesses = await guests(house, 1, dice)
    for witness in witnesses:
        witness.start()
    await until(lambda: any(w.acked for w in witnesses), 30)
    house.kill_postgres()
    code = await asyncio.to_thread(house.live.process.wait, 20)
    assert code == 1
    last = house.live.said().strip().splitlines()[-1]
    assert last.startswith("patchpoker: "), last
    assert "start again" in last, last
    await asyncio.gather(*(witness.lost() for witness in witnesses))
    house.start()
    await asyncio.gather(*(witness.after() for witness in witnesses))
    report = await asyncio.to_thread(house.audit)
    assert report.returncode == 0, report.stdout + report.stderr
