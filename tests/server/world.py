"""The application of the tests, and what a browser and the layers below it look like to it."""

import asyncio
from dataclasses import dataclass, field, replace

import httpx

from patchpoker.engine.games import GAMES
from patchpoker.server.app import create_app
from patchpoker.server.services import Services
from patchpoker.table.config import TableOptions
from patchpoker.table.view import PublicView, SeatView

START_MS = 1_774_744_200_000
HOST = "poker.test"


@dataclass
class FixedClock:
    """Stands still until it is told to go on."""

    ms: int = START_MS

    def now_ms(self) -> int:
        return self.ms

    def seconds_until(self, deadline_ms: int) -> float:
        return max(0, deadline_ms - self.ms) / 1000


@dataclass
class FakeTables:
    """Tables as views only."""

    views: dict[str, PublicView] = field(default_factory=dict)
    offer_of: dict[str, str] = field(default_factory=dict)
    options: dict[str, TableOptions] = field(default_factory=dict)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    loaded: bool = True
    opening_seconds: float = 0

    def at_offer(self, offer: str) -> list[PublicView]:
        return [view for key, view in self.views.items() if self.offer_of.get(key) == offer]

    def find(self, table_id: str) -> PublicView | None:
        return self.views.get(table_id)

    def find_code(self, code: str) -> PublicView | None:
        return next((view for view in self.views.values() if view.code == code), None)

    def of_player(self, player: str) -> list[PublicView]:
        return [
            view
            for view in self.views.values()
            if any(seat and seat.player == player for seat in view.seats)
        ]

    def hosted_by(self, player: str) -> list[PublicView]:
        return [view for view in self.views.values() if view.host == player]

    async def best_seat(self, offer: str, player: str) -> str:
        for view in self.at_offer(offer):
            if None in view.seats:
                return view.table_id
        return self.open(self.options[offer], offer=offer).table_id

    async def open_private(self, options: TableOptions, host: str) -> PublicView:
        await asyncio.sleep(self.opening_seconds)
        return self.open(options, code="ABCDEFGH"[len(self.views) :][:4], host=host)

    async def rename(self, player: str, name: str) -> None:
        self.renamed.append((player, name))

    def open(
        self,
        options: TableOptions,
        code: str | None = None,
        host: str | None = None,
        offer: str | None = None,
    ) -> PublicView:
        table_id = f"t_{len(self.views) + 1}"
        view = PublicView(
            table_id=table_id,
            code=code,
            host=host,
            game=options.game,
            game_name=GAMES[options.game].name,
            seat_count=options.seats,
            small_blind=options.small_blind,
            big_blind=options.big_blind,
            speed=options.speed,
            decision_ms=options.clocks.decision_ms,
            arrangement_ms=options.clocks.arrangement_ms,
            min_buy_in=options.min_buy_in,
            max_buy_in=options.max_buy_in,
            rake_bps=options.rake.rake_bps,
            rake_cap_chips=options.rake.rake_cap_chips,
            phase="waiting",
            closing=False,
            seats=(None,) * options.seats,
            hand=None,
            clock=None,
            result=None,
            last_hand_no=0,
        )
        self.views[table_id] = view
        if offer is not None:
            self.offer_of[table_id] = offer
        return view

    def seat(self, table_id: str, player: str, name: str, stack: int) -> None:
        view = self.views[table_id]
        free = view.seats.index(None)
        seat = SeatView(
            seat=free,
            player=player,
            name=name,
            stack=stack,
            state="waiting",
            bet=0,
            contributed=0,
            card_count=0,
            ready=None,
            last_action=None,
            sit_out_next=False,
            leaving=False,
            hands=None,
        )
        seats = (*view.seats[:free], seat, *view.seats[free + 1 :])
        self.views[table_id] = replace(view, seats=seats)


@dataclass
class FakeSockets:
    dropped: list[str] = field(default_factory=list)

    async def serve(self, websocket: object) -> None:
        raise AssertionError("no socket here")

    async def drop(self, player: str) -> None:
        self.dropped.append(player)


@dataclass
class World:
    """The application and everything below it that a test may look at or move."""

    services: Services
    clock: FixedClock
    tables: FakeTables
    sockets: FakeSockets
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.app = create_app(self.services)

    def client(
        self, address: str = "10.0.0.7", scheme: str = "http", **headers: str
    ) -> httpx.AsyncClient:
        """A browser with a cookie jar of its own."""
        base = f"{scheme}://{HOST}"
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app, client=(address, 40_000)),
            base_url=base,
            headers={"origin": base, **headers},
        )
        self.clients.append(client)
        return client

    async def guest(self, name: str = "Ada", **options: str) -> httpx.AsyncClient:
        client = self.client(**options)
        answer = await client.post("/api/session/guest", json={"name": name})
        assert answer.status_code == 201, answer.text
        return client


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, object]:
    """Assert how a refusal looks; its data."""
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    error = answer.json()["error"]
    assert set(error) <= {"code", "message", "data"}
    assert error["message"]
    return error.get("data", {})
