"""What one player was shown and told, across the server's deaths, and what must still be true.

A witness plays at a table as fast as it is asked. It keeps the last view it was shown, every
command that was acked, and the one that was under way when the server died. After the restart it
holds the new view against all that.
"""

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.player import Frame, WsPlayer

LEAST_LEFT_MS = 10_000  # A23
SLACK_MS = 750  # from the encoding of the view to our reading it


@dataclass(eq=False)
class Witness:
    name: str
    cookie: str
    ws: str
    table: str
    code: str
    dice: random.Random
    player: WsPlayer | None = None
    under_way: tuple[str, Frame] | None = None
    acked: list[tuple[str, Frame]] = field(default_factory=list)
    shown: Frame | None = None
    playing: asyncio.Task[None] | None = None
    hands_seen: int = 0

    # --- playing ------------------------------------------------------------------------------

    async def come(self) -> None:
        self.player = await WsPlayer.join(self.ws, self.cookie, self.table, code=self.code)

    async def sit(self, chips: int) -> None:
        answer = await self.player.do("sit", seat=None, chips=chips, code=self.code)
        assert answer["type"] == "ack", answer

    def start(self) -> None:
        self.acked.clear()
        self.playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        """Until the server dies."""
        player = self.player
        try:
            while True:
                move = self._move()
                if move is None:
                    moment = len(player.frames)
                    await player.until(lambda moment=moment: len(player.frames) > moment, 60)
                    continue
                await asyncio.sleep(self.dice.random() * 0.004)
                kind, fields = move
                command = {"type": kind, "id": player.new_id(), "table": self.table, **fields}
                self.under_way = (command["id"], command)
                await player.say(command)
                answer = await player.answer(command["id"])
                if answer["type"] == "ack":
                    self.acked.append(self.under_way)
                self.under_way = None
        except (ConnectionClosed, AssertionError, TimeoutError):
            pass  # it died; `after` says whether that cost anything

    def _move(self) -> tuple[str, Frame] | None:
        you = self.player.you
        if you is None:
            return None
        public = self.player.view["public"]
        if you["sitting_out"] or you["sit_out_next"]:
            return "sit_in", {"post_now": True}
        poor = public["seats"][you["seat"]]["stack"] == 0 and public["phase"] != "playing"
        if poor and not you["queued_top_up"] and (self.player.wallet or 9_000) > 600:
            return "top_up", {"chips": 500}
        return self.player.random_move(self.dice)

    # --- the death ----------------------------------------------------------------------------

    async def lost(self) -> None:
        """The server is dead: what was the last thing that we saw?"""
        await asyncio.wait({self.player.task}, timeout=10)
        await asyncio.wait({self.playing}, timeout=10)
        self.shown = self.player.view
        if self.shown and self.shown["public"]["hand"]:
            self.hands_seen = max(self.hands_seen, self.shown["public"]["hand"]["no"])

    async def after(self) -> None:
        """Back at the table: nothing that was shown or acked may be gone."""
        await self.come()
        before, now = self.shown, self.player.view
        assert now["version"] >= before["version"], (before["version"], now["version"])
        old, new = before["public"], now["public"]
        old_hand, new_hand = old["hand"], new["hand"]
        assert new["last_hand_no"] >= old["last_hand_no"]
        if old_hand is None or new_hand is None or old_hand["no"] != new_hand["no"]:
            return
        for ours, theirs in zip(old_hand["boards"], new_hand["boards"], strict=True):
            assert theirs[: len(ours)] == ours, "a board card has changed"
        if before["you"]["hands"]:
            assert cards(before) == cards(now), "own cards have changed"
        if now["version"] == before["version"]:
            assert _lasting(now) == _lasting(before), "the same version shows something else"
        self._check_clock(now)

    def _check_clock(self, now: Frame) -> None:
        """A23: a decision has what was left, at least 10 s, counted from the reopening."""
        public = now["public"]
        if public["phase"] != "playing" or public["hand"]["phase"] not in ("betting", "arranging"):
            return
        left = public["clock"]["deadline_ms"] - now["now_ms"]
        assert left >= LEAST_LEFT_MS - SLACK_MS, f"{left} ms are left of a decision"
        assert left <= public["clock"]["total_ms"] + SLACK_MS

    async def send_again(self) -> str:
        """The command that was under way, with the same id, twice: applied at most once."""
        if self.under_way is None:
            return "nothing under way"
        name, command = self.under_way
        self.under_way = None
        await self.player.say(command)
        first = await self.player.answer(name)
        await self.player.say(command)
        second = await self.player.answer(name)
        assert (first["type"], first.get("code")) == (second["type"], second.get("code"))
        return "answered: done" if first["type"] == "ack" else f"answered: {first['code']}"


def cards(frame: Frame) -> list[str]:
    return sorted(card for hand in frame["you"]["hands"] for card in hand)


def _lasting(frame: Frame) -> dict[str, Any]:
    """A view without what goes on by itself: the clock after a restart (A23)."""
    public = {key: value for key, value in frame["public"].items() if key != "clock"}
    return {"public": public, "you": frame["you"]}
