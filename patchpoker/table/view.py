"""What a viewer may know of a table: allow-lists, built up from nothing.

`public_view` is the same for everybody; `private_view` is a seat's own part; `public_events` are
the redacted events, for animation, sound and the spoken log only. Cards are texts ("Ah").
All times are server epoch milliseconds.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MadeHandView:
    """`cards` are the five that make the hand, `name` as in "Two pair, 7s and 2s"."""

    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """`state`: waiting (for the next hand), sitting_out, busted, playing, all_in, folded.
    `bet` chips in front this street, `contributed` all streets of this hand. `card_count`: backs
    to draw, 0 when folded or not dealt in. `hands`: the shown cards, by board, at a showdown or an
    open run-out, else None. `last_action`: e.g. "call 30", "raise to 115", this street, or None.
    `ready`: only during the arrangement, else None."""

    seat: int
    player: str
    name: str
    stack: int
    state: str
    bet: int
    contributed: int
    card_count: int
    ready: bool | None
    last_action: str | None
    sit_out_next: bool
    leaving: bool
    hands: tuple[tuple[str, ...], ...] | None


@dataclass(frozen=True, slots=True)
class ClockView:
    """Remaining = `deadline_ms` - the frame's `now_ms`; count down with a monotonic clock."""

    deadline_ms: int
    total_ms: int


@dataclass(frozen=True, slots=True)
class PotView:
    """`name`: "Main pot", "Side pot 1"... `board_shares` = what each board would pay, before
    rake."""

    name: str
    chips: int
    eligible_seats: tuple[int, ...]
    board_shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """`phase`: betting, arranging, run_out, finished. `decision` names what is awaited."""

    no: int
    phase: str
    street: str
    button: int
    small_blind_seat: int
    big_blind_seat: int
    boards: tuple[tuple[str, ...], ...]
    pot_chips: int
    pots: tuple[PotView, ...]
    bet_to_match: int
    awaiting: tuple[int, ...]
    decision: str


@dataclass(frozen=True, slots=True)
class WinView:
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class ShareView:
    """`board` 0.. or None for a pot that is not split by board."""

    board: int | None
    chips: int
    winners: tuple[WinView, ...]


@dataclass(frozen=True, slots=True)
class AwardView:
    name: str
    chips: int
    rake: int
    eligible_seats: tuple[int, ...]
    shares: tuple[ShareView, ...]
    scoop: int | None


@dataclass(frozen=True, slots=True)
class ShownView:
    """`hands`: the hole cards by board, `made`: one a board."""

    seat: int
    hands: tuple[tuple[str, ...], ...]
    made: tuple[MadeHandView, ...]


@dataclass(frozen=True, slots=True)
class TotalView:
    """`won` what the pots paid, `net` won minus contributed (uncalled bets taken out)."""

    seat: int
    player: str
    name: str
    won: int
    net: int
    stack: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """`ending`: showdown, uncontested, void. `returned`: uncalled bets."""

    hand_no: int
    ending: str
    boards: tuple[tuple[str, ...], ...]
    awards: tuple[AwardView, ...]
    shown: tuple[ShownView, ...]
    returned: tuple[WinView, ...]
    totals: tuple[TotalView, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """`phase`: waiting (for players), playing, result, closed. `hand` is None only before the
    first hand or while waiting. `result` is there during the result pause only: cards of an
    earlier hand never come with a view (they are asked for: `last_result`). `last_hand_no`: the
    last finished hand, 0 if none. `host`: player id, private tables."""

    table_id: str
    code: str | None
    host: str | None
    game: str
    game_name: str
    seat_count: int
    small_blind: int
    big_blind: int
    speed: str
    decision_ms: int
    arrangement_ms: int
    min_buy_in: int
    max_buy_in: int
    rake_bps: int
    rake_cap_chips: int
    phase: str
    closing: bool
    seats: tuple[SeatView | None, ...]
    hand: HandView | None
    clock: ClockView | None
    result: ResultView | None
    last_hand_no: int


@dataclass(frozen=True, slots=True)
class SizesView:
    """Totals for the street. Pot-only: both equal."""

    min_to: int
    max_to: int


@dataclass(frozen=True, slots=True)
class LegalView:
    """What may be done now. `call` chips to add. A None is not offered."""

    fold: bool
    check: bool
    call: int | None
    call_all_in: bool
    bet: SizesView | None
    raise_to: SizesView | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """A seat's own part. `hands`: own hole cards in arranged order, by board (empty when not dealt
    in). `decision` set iff this seat owes one. `can_arrange`: swaps are accepted now. `owes_blind`
    with `post_choice`: the player may post now or wait (A15). `waiting_for`: None, big_blind,
    button, next_hand. `queued_top_up` chips. `max_top_up` chips that could be added now."""

    seat: int
    player: str
    hands: tuple[tuple[str, ...], ...]
    decision: str | None
    legal: LegalView | None
    can_arrange: bool
    ready: bool | None
    sitting_out: bool
    sit_out_next: bool
    leaving: bool
    owes_blind: bool
    post_choice: bool
    waiting_for: str | None
    queued_top_up: int
    max_top_up: int
    rebuy_deadline_ms: int | None
