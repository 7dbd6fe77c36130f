"""What several resources need: services, throttles, and the base of links."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from patchpoker.config import Settings
from patchpoker.server.addresses import everywhere, is_here, lan_address
from patchpoker.server.api.models import ErrorAnswer, Me, Refill, SeatedAt
from patchpoker.server.auth import Passwords, services_of
from patchpoker.server.limits import Throttle
from patchpoker.server.services import Services
from patchpoker.storage.accounts import REFILL_TO
from patchpoker.storage.times import at
from patchpoker.table.view import PublicView

HOUR = 3600

Said = Annotated[Services, Depends(services_of)]

_WHY = {
    401: "Not signed in, or the wrong password",
    403: "From another site, or not allowed",
    404: "No such thing",
    409: "Not possible now",
    410: "Used already, or too old",
    422: "Malformed",
    429: "Too often: `retry_after_s` says how long to wait",
    503: "Busy, or the database is away",
}


def refusals(*codes: int) -> dict[int | str, dict[str, object]]:
    """For OpenAPI: which statuses an operation may refuse with."""
    return {code: {"model": ErrorAnswer, "description": _WHY[code]} for code in codes}


@dataclass(frozen=True, slots=True)
class Throttles:
    """Keys: addresses, account names' keys, or players. `opening` is held while a private table
    opens: of many asked for at once, each would find room."""

    guests: Throttle
    sign_ins: Throttle
    sign_ins_of_account: Throttle
    codes: Throttle
    changes: Throttle
    opening: asyncio.Lock

    @classmethod
    def of(cls, settings: Settings) -> "Throttles":
        return cls(
            guests=Throttle(settings.guests_per_hour, HOUR),
            sign_ins=Throttle(settings.sign_ins_per_hour, HOUR),
            sign_ins_of_account=Throttle(settings.sign_ins_per_account_per_hour, HOUR),
            codes=Throttle(settings.code_lookups_per_minute, 60),
            changes=Throttle(settings.changes_per_minute, 60),
            opening=asyncio.Lock(),
        )


def throttles_of(request: Request) -> Throttles:
    throttles: Throttles = request.app.state.throttles
    return throttles


def passwords_of(request: Request) -> Passwords:
    passwords: Passwords = request.app.state.passwords
    return passwords


Limits = Annotated[Throttles, Depends(throttles_of)]
Hashing = Annotated[Passwords, Depends(passwords_of)]


def link_to(request: Request, fragment: str) -> str:
    """The address of a page of ours, as others can open it: whoever made the link on this very
    machine hands out its address in the network, if we listen there."""
    settings, here = services_of(request).settings, request.base_url
    address = None
    if is_here(here.hostname) and everywhere(settings.host):
        address = lan_address()
    base = here if address is None else here.replace(hostname=address)
    return f"{settings.public_url or str(base).rstrip('/')}/#/{fragment}"


async def me_of(services: Services, player: str) -> Me:
    """Raises NoSuchAccount."""
    account = await services.accounts.get(player)
    purse = await services.accounts.purse(player, at(services.clock.now_ms()))
    return Me(
        id=account.player_id,
        name=account.name,
        guest=account.guest,
        wallet=purse.wallet,
        at_tables=[_seated(view, player) for view in services.tables.of_player(player)],
        refill=Refill(
            to=REFILL_TO,
            available_at_ms=purse.refill_at_ms,
            eligible=purse.refill_eligible and purse.refill_at_ms is None,
        ),
        settings=account.settings,
    )


def _seated(view: PublicView, player: str) -> SeatedAt:
    return SeatedAt(
        table_id=view.table_id,
        game=view.game,
        code=view.code,
        small_blind=view.small_blind,
        big_blind=view.big_blind,
        stack=next(seat.stack for seat in view.seats if seat and seat.player == player),
    )
