"""What players were shown and told, across the server's deaths, held against the log.

A witness plays at a table as fast as it is asked, and keeps every frame, every ack, and the command
that was under way when the server died.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import httpx
import orjson
from websockets.exceptions import ConnectionClosed

from patchpoker.storage.sealing import open_sealer
from tests.crash.house import House
from tests.crash.record import Moment, Record
from tests.player import Frame, WsPlayer

OPTIONS = {
    "game": "patch-patch",
    "small_blind": 5,
    "big_blind": 10,
    "speed": "fast",
    "min_buy_in": 100,
    "max_buy_in": 2000,
}
WELCOME = 10_000


@dataclass(eq=False)
class Witness:
    cookie: str
    ws: str
    table: str
    code: str
    dice: random.Random
    player: WsPlayer | None = None
    under_way: Frame | None = None
    acked: list[tuple[str, int]] = field(default_factory=list)
    playing: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.player.hello["player"]["id"]

    # --- playing ------------------------------------------------------------------------------

    async def come(self) -> None:
        self.player = await WsPlayer.join(self.ws, self.cookie, self.table, code=self.code)

    def start(self) -> None:
        self.playing = asyncio.create_task(self._play())

    async def do(self, kind: str, **fields: object) -> Frame:
        """One command, and its answer; `under_way` until then."""
        player = self.player
        command = {"type": kind, "id": player.new_id(), "table": self.table}
        self.under_way = command | fields
        await player.say(self.under_way)
        answer = await player.answer(self.under_way["id"])
        self.under_way = None
        if answer["type"] == "ack":
            self.acked.append((answer["id"], answer["version"]))
            assert player.view["version"] >= answer["version"], "told before it was shown"
        return answer

    async def _play(self) -> None:
        """Until the server dies."""
        player = self.player
        try:
            while True:
                if (move := self._move()) is not None:
                    await asyncio.sleep(self.dice.random() * 0.004)
                    await self.do(move[0], **move[1])
                    continue
                count = len(player.frames)
                await player.until(lambda count=count: len(player.frames) > count, 60)
        except (ConnectionClosed, OSError):
            pass  # it died: `check` says whether that cost anything
        except AssertionError:
            if not player.task.done():  # else it says that the socket is closed
                raise

    def _move(self) -> tuple[str, Frame] | None:
        you = self.player.you
        if you is None:
            return None
        public = self.player.view["public"]
        if you["sitting_out"] or you["sit_out_next"]:
            return "sit_in", {"post_now": True}
        broke = public["seats"][you["seat"]]["stack"] == 0 and public["phase"] != "playing"
        if broke and not you["queued_top_up"]:
            return "top_up", {"chips": 500}
        return self.player.random_move(self.dice)

    def calls(self) -> Frame:
        """The fields of an `act` that checks or calls."""
        you = self.player.you
        action = "check" if you["legal"]["check"] else "call"
        return {"decision": you["decision"], "action": action, "raise_to": None}

    # --- the death, and after it --------------------------------------------------------------

    async def lost(self) -> None:
        """The server is dead, and everything that it sent has been read."""
        if self.playing is not None:
            await asyncio.wait_for(asyncio.gather(self.player.task, self.playing), 15)

    def check(self, record: Record) -> int:
        """Everything that was shown and told is in the log; how many views that were."""
        views = 0
        for frame in map(orjson.loads, self.player.frames):
            if frame["type"] == "view":
                record.check_view(self.id, frame)
                views += 1
        for action_id, version in self.acked:
            assert record.done(self.id, action_id) == 1, f"acked as of {version}, and lost"
        self.acked.clear()
        return views

    async def send_again(self) -> str:
        """The command that was under way, with the same id, twice: the same answer. Its code, or
        "ack"."""
        command, self.under_way = self.under_way, None
        answers = []
        for _ in range(2):
            await self.player.say(command)
            answers.append(await self.player.answer(command["id"]))
        first, second = ((answer["type"], answer.get("code")) for answer in answers)
        assert first == second
        return "ack" if first[0] == "ack" else first[1]


@dataclass
class Party:
    """All witnesses of a house, and the record of each of their tables."""

    house: House
    witnesses: list[Witness] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)

    @classmethod
    async def at(cls, house: House, tables: Sequence[int], dice: random.Random) -> "Party":
        """Guests, seated at private tables with these numbers of seats."""
        party = cls(house)
        for number, seats in enumerate(tables):
            await party._table(f"P{number}", seats, dice)
        return party

    async def _table(self, name: str, seats: int, dice: random.Random) -> None:
        table = code = ""
        for seat in range(seats):
            async with httpx.AsyncClient(base_url=self.house.http, trust_env=False) as client:
                answer = await client.post("/api/session/guest", json={"name": f"{name}{seat}"})
                assert answer.status_code == 201, answer.text
                if not table:
                    opened = await client.post("/api/tables", json={**OPTIONS, "seats": seats})
                    assert opened.status_code == 201, opened.text
                    table, code = opened.json()["table_id"], opened.json()["code"]
            cookie, seed = answer.cookies["pp_session"], dice.random()
            witness = Witness(cookie, self.house.ws, table, code, random.Random(seed))
            await witness.come()
            chips = dice.choice((150, 400, 1000))
            assert (await witness.do("sit", seat=None, chips=chips, code=code))["type"] == "ack"
            self.witnesses.append(witness)
        self.records[table] = Record(table)

    def start(self) -> None:
        for witness in self.witnesses:
            witness.start()

    async def lost(self) -> None:
        await asyncio.gather(*(witness.lost() for witness in self.witnesses))

    @property
    def hands(self) -> list[Frame]:
        return [witness.player.hand for witness in self.witnesses if witness.player.hand]

    @property
    def busy(self) -> list[Witness]:
        return [witness for witness in self.witnesses if witness.under_way is not None]

    async def asked(self) -> Witness:
        """Who has a betting decision to make, when nobody plays."""

        def who() -> list[Witness]:
            return [w for w in self.witnesses if w.player.you and w.player.you["legal"]]

        await until(lambda: bool(who()), 30)
        return who()[0]

    async def read(self) -> dict[str, list[Moment]]:
        """Read on in every log: the new moments of each table."""
        async with self.house.database() as database:
            sealer = await open_sealer(database, "", self.house.data)
            return {
                table: await record.read(database, sealer) for table, record in self.records.items()
            }

    def check(self) -> int:
        return sum(witness.check(self.records[witness.table]) for witness in self.witnesses)

    async def come(self) -> None:
        await asyncio.gather(*(witness.come() for witness in self.witnesses))

    def done(self, witness: Witness, command: Frame) -> int:
        return self.records[witness.table].done(witness.id, command["id"])

    async def audit(self) -> None:
        """Clean, and every chip that was ever given is there."""
        report = await asyncio.to_thread(self.house.audit)
        assert report.returncode == 0, report.stdout + report.stderr
        issued = len(self.witnesses) * WELCOME
        assert f"issued {issued} = wallets " in report.stdout, report.stdout


async def until(true: Callable[[], bool], seconds: float) -> None:
    """Look at every turn of the loop: a moment to kill lasts less than a timer's tick."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0)
