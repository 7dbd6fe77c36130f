"""The player's own account."""

import unicodedata

from fastapi import APIRouter, Request, Response

from patchpoker.server.api.context import Hashing, Limits, Said, link_to, me_of, refusals
from patchpoker.server.api.models import ChangeMe, DeleteMe, Link, Me, SetPassword
from patchpoker.server.auth import Player, clear_cookie, token_of
from patchpoker.server.errors import NotConfirmed, WrongPassword
from patchpoker.server.qr import qr_svg
from patchpoker.storage.times import at, to_ms

router = APIRouter(prefix="/me", tags=["account"])


@router.get("", responses=refusals(401))
async def get_me(services: Said, player: Player) -> Me:
    """Name, chips, seats, the next refill."""
    return await me_of(services, player)


@router.patch("", responses=refusals(401, 403, 409, 422, 429))
async def change_me(body: ChangeMe, services: Said, limits: Limits, player: Player) -> Me:
    """Rename, at once also at the player's tables; or replace the settings."""
    limits.changes.take(player)
    if body.name is not None:
        account = await services.accounts.rename(player, body.name)
        await services.sockets.drop(player)  # they know the player by the old name
        await services.tables.rename(player, account.name)
    if body.settings is not None:
        await services.accounts.set_settings(player, dict(body.settings))
    return await me_of(services, player)


@router.post("/password", responses=refusals(401, 403, 409, 422, 429, 503))
async def set_password(
    body: SetPassword,
    request: Request,
    services: Said,
    limits: Limits,
    hashing: Hashing,
    player: Player,
) -> Me:
    """Keep the account, or change its password; then every other device has to sign in again."""
    limits.sign_ins_of_account.take(player)
    hashed = await services.accounts.password_hash(player)
    if hashed is not None and not await hashing.matches(body.current or "", hashed):
        raise WrongPassword
    await services.accounts.set_password(player, await hashing.hash(body.password))
    await services.sessions.revoke_others(player, token_of(request) or "")
    await services.sockets.drop(player)
    return await me_of(services, player)


@router.post("/refill", responses=refusals(401, 403, 409))
async def refill(services: Said, player: Player) -> Me:
    """Fill up to 2,000 chips, wallet and all stakes counted, once each 4 hours (A30)."""
    await services.accounts.refill(player, at(services.clock.now_ms()))
    return await me_of(services, player)


@router.post("/link", responses=refusals(401, 403, 429))
async def make_link(request: Request, services: Said, limits: Limits, player: Player) -> Link:
    """A link that signs in another device, once, within ten minutes."""
    limits.changes.take(player)
    token, expires_at = await services.sessions.create_link(player, at(services.clock.now_ms()))
    url = link_to(request, f"link/{token}")
    return Link(url=url, expires_at_ms=to_ms(expires_at), qr_svg=qr_svg(url))


@router.delete("", status_code=204, responses=refusals(401, 403, 409, 422))
async def delete_me(
    body: DeleteMe, request: Request, response: Response, services: Said, player: Player
) -> None:
    """The end of the account: name, password, chips. Not while chips are on a table."""
    account = await services.accounts.get(player)
    if unicodedata.normalize("NFKC", body.confirm).strip() != account.name:
        raise NotConfirmed
    await services.accounts.delete(player, at(services.clock.now_ms()))
    await services.sockets.drop(player)
    clear_cookie(request, response)
