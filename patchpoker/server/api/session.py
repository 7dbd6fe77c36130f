"""Coming and going: a new guest, a sign-in, a one-time link, signing out."""

from fastapi import APIRouter, Request, Response

from patchpoker.server.api.context import Hashing, Limits, Said, me_of, refusals
from patchpoker.server.api.models import Me, NewGuest, SignIn, UseLink
from patchpoker.server.auth import MaybePlayer, clear_cookie, end_session, start_session
from patchpoker.server.errors import AlreadySignedIn, WrongPassword
from patchpoker.server.limits import address_of
from patchpoker.storage.names import clean_name, name_key
from patchpoker.storage.times import at

router = APIRouter(prefix="/session", tags=["session"])


@router.post("/guest", status_code=201, responses=refusals(403, 409, 422, 429))
async def play_as_guest(
    body: NewGuest,
    request: Request,
    response: Response,
    services: Said,
    limits: Limits,
    player: MaybePlayer,
) -> Me:
    """Pick a name and play: a new account with the welcome chips (A30)."""
    if player is not None:
        raise AlreadySignedIn
    clean_name(body.name)  # a typo costs no try
    limits.guests.take(address_of(request.scope))
    account = await services.accounts.create_guest(body.name, at(services.clock.now_ms()))
    await start_session(request, response, account.player_id)
    return await me_of(services, account.player_id)


@router.post("", responses=refusals(401, 403, 422, 429, 503))
async def sign_in(
    body: SignIn,
    request: Request,
    response: Response,
    services: Said,
    limits: Limits,
    hashing: Hashing,
) -> Me:
    """Sign in to an account that has a password."""
    name = name_key(clean_name(body.name))
    limits.sign_ins.take(address_of(request.scope))
    limits.sign_ins_of_account.take(name)
    found = await services.accounts.find_kept(body.name)
    account, hashed = found or (None, None)
    if not await hashing.matches(body.password, hashed) or account is None:
        raise WrongPassword
    limits.sign_ins_of_account.forget(name)
    await start_session(request, response, account.player_id)
    return await me_of(services, account.player_id)


@router.post("/link", responses=refusals(403, 410, 422, 429))
async def use_link(
    body: UseLink, request: Request, response: Response, services: Said, limits: Limits
) -> Me:
    """Sign in with a link made on another device; it works once."""
    limits.sign_ins.take(address_of(request.scope))
    player = await services.sessions.use_link(body.token, at(services.clock.now_ms()))
    await start_session(request, response, player)
    return await me_of(services, player)


@router.delete("", status_code=204, responses=refusals(403))
async def sign_out(request: Request, response: Response) -> None:
    """Sign out of this browser. A guest without a password can't come back."""
    await end_session(request)
    clear_cookie(request, response)
