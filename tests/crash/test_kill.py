"""Kill the real server at any moment: the hand goes on, nothing acknowledged is lost (A23, ECO-03).

Each round waits for a moment of its kind, kills with SIGKILL (in half of them Postgres too), starts
again, and holds all that the players were shown and told against the log, then runs the audit.
"""

import asyncio
import random
import time
from collections import Counter

import pytest

from patchpoker.engine.betting.events import HandFinished
from tests.conftest import LONG
from tests.crash.house import House
from tests.crash.record import Moment
from tests.crash.witness import Party, until

ROUNDS = 100 if LONG else 6
TABLES = (3, 2)
KINDS = (
    "commit in flight, held",
    "arrangement",
    "betting",
    "settlement in flight, held",
    "commit in flight",
    "settlement",
)
HELD = {"commit in flight, held": "table_log", "settlement in flight, held": "hand_results"}


async def wait_for(kind: str, party: Party, dice: random.Random) -> None:
    """Return at a moment to kill."""
    match kind:
        case "arrangement" | "betting":
            phase = {"arrangement": "arranging", "betting": "betting"}[kind]
            wanted = dice.randrange(2) == 0  # now and then while a command is under way
            await until(
                lambda: (
                    any(hand["phase"] == phase for hand in party.hands)
                    and bool(party.busy) == wanted
                ),
                90,
            )
        case "settlement":
            street = ("result", "river")[dice.randrange(2)]
            await until(
                lambda: any(
                    w.player.view["public"]["phase"] == street
                    or (w.under_way and w.player.hand and w.player.hand["street"] == street)
                    for w in party.witnesses
                ),
                90,
            )
        case _:
            await until(lambda: bool(party.busy), 90)
    await asyncio.sleep(dice.choice((0, 0.001, 0.002, 0.004, 0.006)))


async def kill(kind: str, party: Party, dice: random.Random, *, with_postgres: bool) -> None:
    house = party.house
    if (table := HELD.get(kind)) is None:
        await wait_for(kind, party, dice)
        house.kill(with_postgres=with_postgres)
        return
    async with house.blocked(table) as blocked, asyncio.timeout(90):
        while not await blocked.waiting():  # noqa: ASYNC110 (Postgres has no event for it)
            await asyncio.sleep(0.01)
        house.kill(with_postgres=with_postgres)


def last_before_death(moments: list[Moment]) -> Moment | None:
    """The last commit before the table was opened again."""
    reopened = [number for number, moment in enumerate(moments) if moment.reopened]
    assert reopened, "the table wasn't opened again"
    return moments[reopened[0] - 1] if reopened[0] else None


def place_of(moment: Moment | None) -> str:
    if moment is None:
        return "nothing since the last kill"
    if any(isinstance(event, HandFinished) for event in moment.logged.events):
        return "just settled"
    hand = moment.state.hand
    return "between hands" if hand is None else f"in {hand.phase.name.lower()}"


async def send_again(party: Party, counts: Counter[str]) -> None:
    """What was under way at the kill: committed or not, it is done once in the end, or refused."""
    sent = [(witness, witness.under_way) for witness in party.busy]
    saved = [party.done(witness, command) for witness, command in sent]
    answers = await asyncio.gather(*(witness.send_again() for witness, _ in sent))
    await party.read()
    for (witness, command), before, answer in zip(sent, saved, answers, strict=True):
        assert before in (0, 1)
        assert party.done(witness, command) == (answer == "ack"), f"{command['type']}: {answer}"
        assert answer == "ack" or not before, "saved, and refused afterwards"
        counts[f"command {'saved, not told' if before else 'not saved'}; again: {answer}"] += 1


async def test_A23_killed_at_any_moment_the_hand_goes_on_and_no_chip_is_lost(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = time.time_ns() if LONG else 23
    dice = random.Random(seed)
    party = await Party.at(house, TABLES, dice)
    kinds: Counter[str] = Counter()
    found: Counter[str] = Counter()
    views = 0
    for number in range(ROUNDS):
        kind = KINDS[number % len(KINDS)]
        with_postgres = (number + number // len(KINDS)) % 2 == 1
        party.start()
        await party.audit()  # beside the server, while they play
        await asyncio.sleep(dice.random() / 2)
        await kill(kind, party, dice, with_postgres=with_postgres)
        await party.lost()
        kinds[f"{kind}{', Postgres too' if with_postgres else ''}"] += 1
        if number % 5 == 4:
            house.start_and_kill(dice.uniform(0.2, 2.0))
            kinds["and again while starting"] += 1
        house.start()
        news = await party.read()
        views += party.check()
        for moments in news.values():
            found[f"table {place_of(last_before_death(moments))}"] += 1
        await party.come()
        await send_again(party, found)

    await party.audit()
    party.start()  # and the hands go on
    last = {table: record.moments[-1].state.hand_no for table, record in party.records.items()}
    await until(lambda: all(w.player.hand["no"] > last[w.table] for w in party.witnesses), 120)
    house.kill(with_postgres=False)
    await party.lost()
    with capsys.disabled():
        print(f"\n{ROUNDS} kills (seed {seed}), {views} views held against the logs")
        for counter in (kinds, found):
            print(*(f"  {count:4} {name}" for name, count in sorted(counter.items())), sep="\n")


async def test_NET_01_saved_but_not_told_an_action_is_done_when_it_comes_again(
    house: House,
) -> None:
    party = await Party.at(house, (2,), random.Random(4))
    witness = await party.asked()
    command = {"type": "act", "id": "once", "table": witness.table, **witness.calls()}
    witness.under_way = command
    await witness.player.say(command)
    witness.player.socket.transport.abort()
    async with asyncio.timeout(10):
        while not party.done(witness, command):
            await party.read()
    house.kill(with_postgres=False)
    house.start()
    await party.come()
    assert await witness.send_again() == "ack"
    await party.read()
    assert party.done(witness, command) == 1
