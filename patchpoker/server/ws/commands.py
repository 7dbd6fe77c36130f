"""Frames to the table's commands. The player comes from the session, never from the frame."""

from collections.abc import Callable, Collection, Mapping
from typing import assert_never

from patchpoker.engine.rake import NO_RAKE
from patchpoker.table import commands
from patchpoker.table.config import Clocks, Speed, TableOptions
from patchpoker.table.errors import BadOptions
from patchpoker.wire import inbound

SeatFrame = (
    inbound.Leave
    | inbound.SitOut
    | inbound.SitIn
    | inbound.TopUp
    | inbound.Act
    | inbound.Swap
    | inbound.Ready
    | inbound.Options
)


def command_of(
    frame: SeatFrame, who: str, clocks: Mapping[Speed, Clocks], games: Collection[str]
) -> Callable[[int], commands.Command]:
    """What the frame asks of the table, for the time at which it arrived there. Raises BadOptions
    for a game that isn't among the `games` dealt here."""
    match frame:
        case inbound.Act():
            return lambda now: commands.Act(now, who, frame.decision, frame.action, frame.raise_to)
        case inbound.Swap():
            return lambda now: commands.Swap(now, who, frame.decision, frame.first, frame.second)
        case inbound.Ready():
            return lambda now: commands.SetReady(now, who, frame.decision, frame.ready)
        case inbound.Leave():
            return lambda now: commands.Leave(now, who)
        case inbound.SitOut():
            return lambda now: commands.SitOut(now, who)
        case inbound.SitIn():
            return lambda now: commands.SitIn(now, who, frame.post_now)
        case inbound.TopUp():
            return lambda now: commands.TopUp(now, who, frame.chips)
        case inbound.Options():
            if frame.game not in games:
                raise BadOptions("That game isn't dealt here.")
            options = _options(frame, clocks[frame.speed])
            return lambda now: commands.ChangeOptions(now, who, options)
        case _:
            assert_never(frame)


def _options(frame: inbound.Options, clocks: Clocks) -> TableOptions:
    """A private table's: no rake (A12). The table itself checks them."""
    return TableOptions(
        game=frame.game,
        seats=frame.seats,
        small_blind=frame.small_blind,
        big_blind=frame.big_blind,
        speed=frame.speed,
        clocks=clocks,
        min_buy_in=frame.min_buy_in,
        max_buy_in=frame.max_buy_in,
        rake=NO_RAKE,
    )
