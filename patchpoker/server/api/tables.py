"""Single tables: opening a private one, finding one by its code, sharing it."""

from fastapi import APIRouter, Request

from patchpoker.engine.rake import NO_RAKE
from patchpoker.runtime.errors import NoSuchTable
from patchpoker.server.api.context import Limits, Said, link_to, refusals
from patchpoker.server.api.models import NewTable, Opened, Share, TableSummary
from patchpoker.server.auth import MaybePlayer, Player
from patchpoker.server.errors import TooManyPrivateTables
from patchpoker.server.limits import address_of
from patchpoker.server.qr import qr_svg
from patchpoker.server.services import Services
from patchpoker.table.config import Speed, TableOptions, check_options
from patchpoker.table.errors import BadOptions
from patchpoker.table.view import PublicView

router = APIRouter(prefix="/tables", tags=["tables"])


@router.post("", status_code=201, responses=refusals(401, 403, 409, 422, 429))
async def open_private(body: NewTable, services: Said, limits: Limits, player: Player) -> Opened:
    """Open a private table as its host; friends join with its code (A30). No rake (A12)."""
    options = _options(body, services)
    most = services.settings.private_tables_per_player
    async with limits.opening:
        if len(services.tables.hosted_by(player)) >= most:
            raise TooManyPrivateTables(most)
        limits.changes.take(player)
        view = await services.tables.open_private(options, player)
    return Opened(table_id=view.table_id, code=view.code or "")


@router.get("/by-code/{code}", responses=refusals(404, 422, 429))
async def find_by_code(code: str, request: Request, services: Said, limits: Limits) -> TableSummary:
    """The open private table with this code. Guessing is slow."""
    limits.codes.take(address_of(request.scope))
    view = services.tables.find_code(code.upper())
    if view is None:
        raise NoSuchTable
    return _summary(view)


@router.get("/{table_id}", responses=refusals(404, 422))
async def get_table(table_id: str, services: Said, player: MaybePlayer) -> TableSummary:
    """A public table, or a private one where the player sits or is the host."""
    return _summary(_visible(services, table_id, player))


@router.get("/{table_id}/share", responses=refusals(404, 422))
async def share_table(
    table_id: str, request: Request, services: Said, player: MaybePlayer
) -> Share:
    """A link to the table, as text and as a QR code."""
    view = _visible(services, table_id, player)
    url = link_to(request, f"c/{view.code}" if view.code else f"t/{view.table_id}")
    return Share(url=url, qr_svg=qr_svg(url))


def _options(body: NewTable, services: Services) -> TableOptions:
    """Raises BadOptions."""
    options = TableOptions(
        game=body.game,
        seats=body.seats,
        small_blind=body.small_blind,
        big_blind=body.big_blind,
        speed=body.speed,
        clocks=services.clocks[body.speed],
        min_buy_in=body.min_buy_in,
        max_buy_in=body.max_buy_in,
        rake=NO_RAKE,
    )
    if body.game not in {offer.options.game for offer in services.offers.values()}:
        raise BadOptions("That game isn't dealt here.")
    check_options(options, private=True)
    return options


def _visible(services: Services, table_id: str, player: str | None) -> PublicView:
    """Without its code, a private table shows itself to its own people only."""
    view = services.tables.find(table_id)
    if view is None:
        raise NoSuchTable
    own = player is not None and (
        player == view.host or any(seat and seat.player == player for seat in view.seats)
    )
    if view.code is not None and not own:
        raise NoSuchTable
    return view


def _summary(view: PublicView) -> TableSummary:
    return TableSummary(
        table_id=view.table_id,
        code=view.code,
        game=view.game,
        game_name=view.game_name,
        seats=view.seat_count,
        seated=sum(seat is not None for seat in view.seats),
        small_blind=view.small_blind,
        big_blind=view.big_blind,
        speed=Speed(view.speed),
        min_buy_in=view.min_buy_in,
        max_buy_in=view.max_buy_in,
        decision_ms=view.decision_ms,
        arrangement_ms=view.arrangement_ms,
    )
