"""The shapes of REST. What comes in is strict: no unknown field, no number in a text."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from patchpoker.storage.names import LONGEST
from patchpoker.table.config import MAX_CHIPS, Speed

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 128
MOST_SETTINGS = 32

_SETTING = re.compile(r"[a-z][a-z0-9_.]{0,31}")


def _plain(text: str) -> str:
    if any(ord(char) < 32 for char in text):
        raise ValueError("no control characters")
    return text


def _named(settings: dict[str, Any]) -> dict[str, Any]:
    if not all(_SETTING.fullmatch(name) for name in settings):
        raise ValueError("names are lower-case words such as sound or four_colours")
    return settings


# Longer than a name may be: what is cut and cleaned away doesn't count, storage decides.
Name = Annotated[str, Field(min_length=1, max_length=4 * LONGEST, examples=["Ada"])]
NewPassword = Annotated[str, Field(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]
OldPassword = Annotated[str, Field(min_length=1, max_length=LONGEST_PASSWORD)]
Chips = Annotated[int, Field(ge=1, le=MAX_CHIPS)]
_Value = bool | Annotated[int, Field(ge=-MAX_CHIPS, le=MAX_CHIPS)]
Preferences = Annotated[
    dict[str, _Value | Annotated[str, Field(max_length=60), AfterValidator(_plain)]],
    Field(max_length=MOST_SETTINGS, examples=[{"sound": False}]),
    AfterValidator(_named),
]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Out(BaseModel):
    model_config = ConfigDict(frozen=True)


class NewGuest(_In):
    name: Name


class SignIn(_In):
    name: Name
    password: OldPassword


class UseLink(_In):
    token: Annotated[str, Field(min_length=1, max_length=100)]


class ChangeMe(_In):
    """What is left out stays. `settings` replaces all of them."""

    name: Name | None = None
    settings: Preferences | None = None


class SetPassword(_In):
    """`current` is needed once there is a password."""

    password: NewPassword
    current: OldPassword | None = None


class DeleteMe(_In):
    """`confirm` is the account's own name."""

    confirm: Name


class WantSeat(_In):
    offer: Annotated[str, Field(max_length=80, examples=["patch-patch.3.5-10.mid"])]


class NewTable(_In):
    """The options of a private table (A30)."""

    game: Annotated[str, Field(max_length=40, examples=["patch-patch"])]
    seats: Annotated[int, Field(ge=2, le=6)]
    small_blind: Chips
    big_blind: Chips
    speed: Annotated[Speed, Field(strict=False)]
    min_buy_in: Chips
    max_buy_in: Chips


class SeatedAt(_Out):
    """A table where the player has a seat. `stack` chips behind."""

    table_id: str
    game: str
    code: str | None
    small_blind: int
    big_blind: int
    stack: int


class Refill(_Out):
    """`eligible`: a refill to `to` may be taken now. `available_at_ms`: when the next one may be
    taken at the earliest, null if the time is no obstacle."""

    to: int
    available_at_ms: int | None
    eligible: bool


class Me(_Out):
    """The player's own account. `wallet` in chips. `guest`: no password yet."""

    id: str
    name: str
    guest: bool
    wallet: int
    at_tables: list[SeatedAt]
    refill: Refill
    settings: dict[str, bool | int | str]


class Link(_Out):
    """A link that signs in once, and its QR code as SVG."""

    url: str
    expires_at_ms: int
    qr_svg: str


class Share(_Out):
    """A link that opens the table, and its QR code as SVG."""

    url: str
    qr_svg: str


class Game(_Out):
    key: str
    name: str


class OfferTable(_Out):
    table_id: str
    seated: int
    seats: int


class OfferSummary(_Out):
    """Blinds and buy-ins in chips, clocks in ms, rake in hundredths of a percent."""

    offer: str
    game: str
    seats: int
    small_blind: int
    big_blind: int
    speed: Speed
    min_buy_in: int
    max_buy_in: int
    decision_ms: int
    arrangement_ms: int
    rake_bps: int
    players: int
    tables: list[OfferTable]


class Lobby(_Out):
    games: list[Game]
    offers: list[OfferSummary]


class Seat(_Out):
    """Sit there over the socket."""

    table_id: str


class Opened(_Out):
    table_id: str
    code: str


class TableSummary(_Out):
    """`code` only for a private table."""

    table_id: str
    code: str | None
    game: str
    game_name: str
    seats: int
    seated: int
    small_blind: int
    big_blind: int
    speed: Speed
    min_buy_in: int
    max_buy_in: int
    decision_ms: int
    arrangement_ms: int


class Version(_Out):
    """`build` is the digest of the page's files, `protocol` the socket's."""

    version: str
    build: str
    protocol: int


class Problem(_Out):
    """`code` is stable, `message` is for people, `data` depends on the code."""

    code: str
    message: str
    data: dict[str, Any] | None = None


class ErrorAnswer(_Out):
    """How every refusal looks."""

    error: Problem
