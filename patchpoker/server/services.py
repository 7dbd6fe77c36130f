"""What the server is built on. `bootstrap` makes it; `app.create_app` takes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from starlette.websockets import WebSocket

from patchpoker.config import Settings
from patchpoker.runtime.clock import Clock
from patchpoker.server.pages import Site
from patchpoker.storage.accounts import Accounts
from patchpoker.storage.database import Database
from patchpoker.storage.offers import Offer
from patchpoker.storage.sessions import Sessions
from patchpoker.table.config import Clocks, Speed, TableOptions
from patchpoker.table.view import PublicView


class Tables(Protocol):
    """What REST asks of the runtime's registry. Views are public: they hold no secret."""

    @property
    def loaded(self) -> bool:
        """Every open table was folded from its log (readiness)."""

    def at_offer(self, offer: str) -> Sequence[PublicView]:
        """The open public tables of an offer."""

    def find(self, table_id: str) -> PublicView | None: ...

    def find_code(self, code: str) -> PublicView | None: ...

    def of_player(self, player: str) -> Sequence[PublicView]:
        """The tables where the player has a seat."""

    def hosted_by(self, player: str) -> Sequence[PublicView]:
        """The open private tables whose host the player is."""

    async def best_seat(self, offer: str, player: str) -> str:
        """The table to sit at; opens one when none has a free seat. KeyError: no such offer."""

    async def open_private(self, options: TableOptions, host: str) -> PublicView: ...

    async def rename(self, player: str, name: str) -> None:
        """Show the new name at every table of the player's."""


class Sockets(Protocol):
    """The way in for `/ws`, and what REST asks of the open sockets."""

    async def serve(self, websocket: WebSocket) -> None:
        """One connection, from the accept to the close. Its Origin was checked already."""

    async def drop(self, player: str) -> None:
        """End the player's sockets: their sessions have changed. Clients come back by
        themselves, as whoever they are then. Returns when no frame of theirs is taken any more."""


@dataclass(frozen=True, slots=True)
class Services:
    """`offers` are what the lobby lists, `clocks` the speeds of private tables."""

    settings: Settings
    site: Site
    clock: Clock
    database: Database
    accounts: Accounts
    sessions: Sessions
    offers: Mapping[str, Offer]
    clocks: Mapping[Speed, Clocks]
    tables: Tables
    sockets: Sockets
