"""What may be played: the offers, and a seat at one of their tables."""

from fastapi import APIRouter

from patchpoker.engine.games import GAMES
from patchpoker.server.api.context import Said, refusals
from patchpoker.server.api.models import Game, Lobby, OfferSummary, OfferTable, Seat, WantSeat
from patchpoker.server.auth import Player
from patchpoker.server.errors import NoSuchOffer
from patchpoker.server.services import Services
from patchpoker.storage.offers import Offer

router = APIRouter(prefix="/lobby", tags=["lobby"])


@router.get("")
async def get_lobby(services: Said) -> Lobby:
    """Every offer with its open tables (A14). Private tables aren't listed."""
    games = dict.fromkeys(offer.options.game for offer in services.offers.values())
    return Lobby(
        games=[Game(key=key, name=GAMES[key].name) for key in games],
        offers=[_summary(services, offer) for offer in services.offers.values()],
    )


@router.post("/seat", responses=refusals(401, 403, 404, 409, 422))
async def best_seat(body: WantSeat, services: Said, player: Player) -> Seat:
    """The best table of an offer with a free seat; one is opened when there is none."""
    if body.offer not in services.offers:
        raise NoSuchOffer
    return Seat(table_id=await services.tables.best_seat(body.offer, player))


def _summary(services: Services, offer: Offer) -> OfferSummary:
    options = offer.options
    tables = [
        OfferTable(
            table_id=view.table_id,
            seated=sum(seat is not None for seat in view.seats),
            seats=view.seat_count,
        )
        for view in services.tables.at_offer(offer.key)
    ]
    return OfferSummary(
        offer=offer.key,
        game=options.game,
        seats=options.seats,
        small_blind=options.small_blind,
        big_blind=options.big_blind,
        speed=options.speed,
        min_buy_in=options.min_buy_in,
        max_buy_in=options.max_buy_in,
        decision_ms=options.clocks.decision_ms,
        arrangement_ms=options.clocks.arrangement_ms,
        rake_bps=options.rake.rake_bps,
        players=sum(table.seated for table in tables),
        tables=tables,
    )
