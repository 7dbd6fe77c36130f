"""What the server sends. Each frame is one JSON object with its `type` first.

Times are server epoch milliseconds. `ViewFrame` documents a frame that `codec` splices together
from parts that were encoded once; everything else is encoded as it stands here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from patchpoker.table.view import PrivateView, PublicView, ResultView


@dataclass(frozen=True, slots=True)
class PlayerFrame:
    """Who the socket's session is."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class HelloFrame:
    """The answer to `hello`. `boot` names this start of the server: versions begin again with a
    new one. A client whose `build` differs reloads between hands."""

    protocol: int
    build: str
    player: PlayerFrame | None
    now_ms: int
    boot: str
    type: Literal["hello"] = field(default="hello")


@dataclass(frozen=True, slots=True)
class ViewFrame:
    """The whole table as this viewer may see it. `version` counts this viewer's changes, per
    table and boot: a view that is not newer than the one shown is dropped by the client. `events`
    is what happened since the last one, for animation, sound and the spoken log only."""

    table: str
    version: int
    now_ms: int
    public: PublicView
    you: PrivateView | None
    events: tuple[Mapping[str, Any], ...]
    type: Literal["view"] = field(default="view")


@dataclass(frozen=True, slots=True)
class AckFrame:
    """The command `id` is durable; `version` is the viewer's version that shows it."""

    id: str
    version: int
    type: Literal["ack"] = field(default="ack")


@dataclass(frozen=True, slots=True)
class ErrorFrame:
    """A refusal, to the sender alone: nothing has changed. `code` is stable, `message` is for
    people. `id` is the command's, null when it had none."""

    id: str | None
    code: str
    message: str
    type: Literal["error"] = field(default="error")


@dataclass(frozen=True, slots=True)
class ResultFrame:
    """The answer to `last_result`; `result` null when there is none yet."""

    id: str
    result: ResultView | None
    type: Literal["result"] = field(default="result")


@dataclass(frozen=True, slots=True)
class WalletFrame:
    """The player's own wallet after a change."""

    chips: int
    type: Literal["wallet"] = field(default="wallet")


@dataclass(frozen=True, slots=True)
class ClosedFrame:
    """The table is gone; no view of it follows."""

    table: str
    reason: str
    type: Literal["closed"] = field(default="closed")


@dataclass(frozen=True, slots=True)
class PongFrame:
    """The answer to `ping`."""

    id: str
    now_ms: int
    type: Literal["pong"] = field(default="pong")


@dataclass(frozen=True, slots=True)
class ByeFrame:
    """Why the server closes the socket, just before it does."""

    code: str
    message: str
    type: Literal["bye"] = field(default="bye")


Outbound = (
    HelloFrame
    | ViewFrame
    | AckFrame
    | ErrorFrame
    | ResultFrame
    | WalletFrame
    | ClosedFrame
    | PongFrame
    | ByeFrame
)
