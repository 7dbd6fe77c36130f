"""The redacted events: what everybody may know of what happened.

For animation, sound and the spoken log only; the truth is in the view. An allow-list: an event
that isn't named here gives nothing, as a draft doesn't (C4). Cards are texts ("Ah").
"""

from collections.abc import Iterable
from dataclasses import dataclass

from patchpoker.engine.betting import events as hand_events
from patchpoker.engine.betting.events import HandEvent
from patchpoker.table import events as table_events
from patchpoker.table.evolve import Event
from patchpoker.table.view import AwardView, ShownView
from patchpoker.table.view_for import award_view, card_texts, shown_view


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: int
    player: str
    name: str
    chips: int
    type: str = "seat_taken"


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """`reason` as in `table.events.SeatFreed`."""

    seat: int
    player: str
    reason: str
    type: str = "seat_freed"


@dataclass(frozen=True, slots=True)
class SatOut:
    seat: int
    reason: str
    type: str = "sat_out"


@dataclass(frozen=True, slots=True)
class SatIn:
    seat: int
    type: str = "sat_in"


@dataclass(frozen=True, slots=True)
class ToppedUp:
    seat: int
    chips: int
    type: str = "topped_up"


@dataclass(frozen=True, slots=True)
class HandStarted:
    hand_no: int
    button: int
    seats: tuple[int, ...]
    type: str = "hand_started"


@dataclass(frozen=True, slots=True)
class BlindPosted:
    """`post`: small_blind, big_blind, entry."""

    seat: int
    post: str
    chips: int
    type: str = "blind_posted"


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """`chips` from the stack, `bet` the seat's total on the street."""

    seat: int
    action: str
    chips: int
    bet: int
    all_in: bool
    timed_out: bool
    type: str = "action"


@dataclass(frozen=True, slots=True)
class SeatLeftHand:
    seat: int
    folds: bool
    type: str = "seat_left_hand"


@dataclass(frozen=True, slots=True)
class StreetDealt:
    """`cards`: the new ones of each board."""

    street: str
    cards: tuple[tuple[str, ...], ...]
    run_out: bool
    type: str = "street_dealt"


@dataclass(frozen=True, slots=True)
class ArrangementStarted:
    seats: tuple[int, ...]
    type: str = "arrangement_started"


@dataclass(frozen=True, slots=True)
class ReadySet:
    seat: int
    ready: bool
    type: str = "ready_set"


@dataclass(frozen=True, slots=True)
class ArrangementEnded:
    timed_out: tuple[int, ...]
    type: str = "arrangement_ended"


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    seat: int
    chips: int
    type: str = "uncalled_returned"


@dataclass(frozen=True, slots=True)
class TurnedUp:
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandsTurnedUp:
    hands: tuple[TurnedUp, ...]
    type: str = "hands_turned_up"


@dataclass(frozen=True, slots=True)
class HandsShown:
    """In the order of A22."""

    shown: tuple[ShownView, ...]
    type: str = "hands_shown"


@dataclass(frozen=True, slots=True)
class PotAwarded:
    award: AwardView
    type: str = "pot_awarded"


@dataclass(frozen=True, slots=True)
class HandFinished:
    type: str = "hand_finished"


@dataclass(frozen=True, slots=True)
class HandVoided:
    reason: str
    type: str = "hand_voided"


@dataclass(frozen=True, slots=True)
class TableClosing:
    reason: str
    type: str = "table_closing"


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    type: str = "options_changed"


@dataclass(frozen=True, slots=True)
class HostChanged:
    player: str
    type: str = "host_changed"


PublicEvent = (
    SeatTaken
    | SeatFreed
    | SatOut
    | SatIn
    | ToppedUp
    | HandStarted
    | BlindPosted
    | ActionTaken
    | SeatLeftHand
    | StreetDealt
    | ArrangementStarted
    | ReadySet
    | ArrangementEnded
    | UncalledReturned
    | HandsTurnedUp
    | HandsShown
    | PotAwarded
    | HandFinished
    | HandVoided
    | TableClosing
    | OptionsChanged
    | HostChanged
)


def public_events(events: Iterable[Event]) -> tuple[PublicEvent, ...]:
    """What everybody may know of these events, in order."""
    public = (
        _of_hand(event) if isinstance(event, HandEvent) else _of_table(event) for event in events
    )
    return tuple(event for event in public if event is not None)


def _of_table(event: table_events.TableEvent) -> PublicEvent | None:
    match event:
        case table_events.SeatTaken(seat, player, name, chips):
            return SeatTaken(seat, player, name, chips)
        case table_events.SeatFreed(seat, player, _, reason):
            return SeatFreed(seat, player, reason)
        case table_events.SatOut(seat, reason):
            return SatOut(seat, reason)
        case table_events.SatIn(seat):
            return SatIn(seat)
        case table_events.ToppedUp(seat, chips) if chips:
            return ToppedUp(seat, chips)
        case table_events.TableClosing(reason) | table_events.TableClosed(reason):
            return TableClosing(reason)
        case table_events.OptionsChanged():
            return OptionsChanged()
        case table_events.HostChanged(player):
            return HostChanged(player)
        case _:
            return None


def _of_hand(event: HandEvent) -> PublicEvent | None:
    match event:
        case hand_events.HandStarted(hand_no=hand_no, button=button, entrants=entrants):
            return HandStarted(hand_no, button, tuple(entrant.seat for entrant in entrants))
        case hand_events.BlindPosted(seat, post, chips):
            return BlindPosted(seat, post.value, chips)
        case hand_events.ActionTaken(seat, action, chips, bet, all_in, _, timed_out):
            return ActionTaken(seat, action.value, chips, bet, all_in, timed_out)
        case hand_events.SeatLeftHand(seat, folds):
            return SeatLeftHand(seat, folds)
        case hand_events.StreetDealt(street, cards, run_out):
            boards = tuple(card_texts(board) for board in cards)
            return StreetDealt(street.value, boards, run_out)
        case hand_events.ArrangementStarted(seats):
            return ArrangementStarted(seats)
        case hand_events.ReadySet(seat, ready):
            return ReadySet(seat, ready)
        case hand_events.ArrangementEnded(timed_out):
            return ArrangementEnded(timed_out)
        case _:
            return _of_hand_end(event)


def _of_hand_end(event: HandEvent) -> PublicEvent | None:
    match event:
        case hand_events.UncalledBetReturned(seat, chips):
            return UncalledReturned(seat, chips)
        case hand_events.HandsTurnedUp(hands):
            return HandsTurnedUp(tuple(TurnedUp(seat, card_texts(cards)) for seat, cards in hands))
        case hand_events.HandsShown(hands):
            return HandsShown(tuple(map(shown_view, hands)))
        case hand_events.PotAwarded():
            return PotAwarded(award_view(event))
        case hand_events.HandFinished():
            return HandFinished()
        case hand_events.HandVoided(reason):
            return HandVoided(reason)
        case _:
            return None
