"""What a client may send: one closed set of frames, strict in every field.

Integers are integers (no true, "10", 10.0 or NaN), unknown keys are refused, texts are bounded.
`decode` is the one way in; it raises `BadFrame`, whose message never echoes what was sent.
"""

from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.errors import Malformed
from patchpoker.table.config import Speed

PROTOCOL = 1
MAX_FRAME_BYTES = 4096
MAX_CHIPS = 2**53 - 1

Chips = Annotated[int, Field(ge=1, le=MAX_CHIPS)]
Id = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.-]+$")]
Position = Annotated[int, Field(ge=0, le=11)]


class BadFrame(Malformed):
    """A text that is no frame. `action_id` is its id when that much could be read, else None."""

    code = "bad_frame"

    def __init__(self, message: str, action_id: str | None = None) -> None:
        super().__init__(message)
        self.action_id = action_id


class _Frame(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Frame):
    """The first frame, within 5 s. `build` is the digest of the page that the client runs."""

    type: Literal["hello"]
    protocol: int
    build: Annotated[str, Field(max_length=80)] = ""


class Subscribe(_Frame):
    """Watch a table: a `view` comes at once, then one for every change. One table at a time; a
    private table needs its `code` or a seat."""

    type: Literal["subscribe"]
    table: Id
    code: Annotated[str, Field(max_length=8)] | None = None


class Unsubscribe(_Frame):
    """No more views of this table."""

    type: Literal["unsubscribe"]
    table: Id


class _Command(_Frame):
    """`id` is made by the client, new for each action: a resend gets the first answer."""

    id: Id
    table: Id


class Sit(_Command):
    """Take a seat (null: any) with `chips` from the wallet. `code` as in `subscribe`."""

    type: Literal["sit"]
    seat: Annotated[int, Field(ge=0, le=9)] | None
    chips: Chips
    code: Annotated[str, Field(max_length=8)] | None = None


class Leave(_Command):
    """Go; in the middle of a hand that folds, unless all-in (A17)."""

    type: Literal["leave"]


class SitOut(_Command):
    """Sit out from the next hand on (A11)."""

    type: Literal["sit_out"]


class SitIn(_Command):
    """Back. `post_now` posts a big blind that is owed instead of waiting for it (A15)."""

    type: Literal["sit_in"]
    post_now: bool


class TopUp(_Command):
    """Add chips from the wallet, queued during a hand (A18)."""

    type: Literal["top_up"]
    chips: Chips


class Act(_Command):
    """A betting decision. `decision` is the one on the screen; `raise_to` is the total for the
    street with bet and raise, else null."""

    type: Literal["act"]
    decision: Id
    action: Annotated[Action, Field(strict=False)]
    raise_to: Chips | None = None


class Swap(_Command):
    """Swap the cards at two positions of the own arrangement (C4)."""

    type: Literal["swap"]
    decision: Id
    first: Position
    second: Position


class Ready(_Command):
    """Done arranging, or not after all (C4)."""

    type: Literal["ready"]
    decision: Id
    ready: bool


class Options(_Command):
    """The host changes a private table between hands (A30)."""

    type: Literal["options"]
    game: Id
    seats: Annotated[int, Field(ge=2, le=6)]
    small_blind: Chips
    big_blind: Chips
    speed: Annotated[Speed, Field(strict=False)]
    min_buy_in: Chips
    max_buy_in: Chips


class LastResult(_Command):
    """The result of the last finished hand; answered with a `result` frame."""

    type: Literal["last_result"]


class Ping(_Frame):
    """Are you there? Answered with `pong` at once."""

    type: Literal["ping"]
    id: Id


TableCommand = Sit | Leave | SitOut | SitIn | TopUp | Act | Swap | Ready | Options | LastResult
Inbound = Hello | Subscribe | Unsubscribe | Ping | TableCommand

INBOUND: TypeAdapter[Inbound] = TypeAdapter(Annotated[Inbound, Field(discriminator="type")])


def decode(text: str | bytes) -> Inbound:
    """The frame of `text`. Raises BadFrame."""
    try:
        raw = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise BadFrame("That is not JSON.") from None
    if not isinstance(raw, dict):
        raise BadFrame("A frame is a JSON object.")
    try:
        return INBOUND.validate_python(raw)
    except ValidationError as error:
        raise BadFrame(_explain(error), _id_of(raw)) from None


def _explain(error: ValidationError) -> str:
    """Names the first field that is wrong, by our own names only: never a value of theirs."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] in ("union_tag_invalid", "union_tag_not_found"):
        return "There is no frame of that type."
    if first["type"] == "extra_forbidden":
        return "The frame has a field that does not belong there."
    where = ".".join(str(part) for part in first["loc"][1:]) or "the frame"
    return f"{where}: {first['msg']}."


def _id_of(raw: dict[str, object]) -> str | None:
    value = raw.get("id")
    if isinstance(value, str) and 0 < len(value) <= 40 and value.isascii() and value.isprintable():
        return value
    return None
