"""view_for: a table and a viewer to what that viewer may know. Allow-lists, from nothing.

Cards come from three places only: a seat's own hole cards, the boards, and the record of what was
turned up or shown to everybody. The values are described in `table.view`.
"""

from collections.abc import Iterable
from dataclasses import replace

from patchpoker.engine.betting.events import PotAwarded, ShownHand
from patchpoker.engine.betting.legal import legal_actions
from patchpoker.engine.betting.showdown import board_shares
from patchpoker.engine.betting.state import HandState, Phase, PlayerHand
from patchpoker.engine.cards import Card, card_text
from patchpoker.engine.games import GAMES
from patchpoker.engine.limits import Sizes
from patchpoker.engine.pots import Contribution, Pot, build_pots
from patchpoker.table import view
from patchpoker.table.deadlines import rebuy_deadline_ms
from patchpoker.table.seating import free_newcomers
from patchpoker.table.state import HandRecord, Seat, TableState, Total, decision_id

Texts = tuple[str, ...]


def public_view(state: TableState) -> view.PublicView:
    """The part that is the same for everybody, a spectator's whole view."""
    identity, options = state.identity, state.options
    clock = state.clock
    return view.PublicView(
        table_id=identity.table_id,
        code=identity.code,
        host=state.host,
        game=options.game,
        game_name=GAMES[options.game].name,
        seat_count=options.seats,
        small_blind=options.small_blind,
        big_blind=options.big_blind,
        speed=options.speed.value,
        decision_ms=options.clocks.decision_ms,
        arrangement_ms=options.clocks.arrangement_ms,
        min_buy_in=options.min_buy_in,
        max_buy_in=options.max_buy_in,
        rake_bps=options.rake.rake_bps,
        rake_cap_chips=options.rake.rake_cap_chips,
        phase=_phase(state),
        closing=state.closing is not None,
        seats=tuple(None if seat is None else _seat_view(state, seat) for seat in state.seats),
        hand=_hand_view(state),
        clock=None
        if clock.deadline_ms is None
        else view.ClockView(clock.deadline_ms, clock.total_ms),
        result=result_view(state) if state.pausing else None,
        last_hand_no=0 if state.last_result is None else state.last_result.hand_no,
    )


def private_view(state: TableState, seat: int) -> view.PrivateView:
    """What the player in this seat knows beyond the public view. LookupError if it is empty."""
    taken = state.seat_at(seat)
    hand = state.hand
    player = None if hand is None else hand.player(seat)
    arranging = hand is not None and hand.phase is Phase.ARRANGING
    live = player is not None and player.live
    waiting_for = _waiting_for(state, taken)
    stack = taken.stack if player is None else player.stack
    return view.PrivateView(
        seat=seat,
        player=taken.player,
        hands=_own_hands(state, seat, player),
        decision=decision_id(state) if hand is not None and seat in hand.awaiting else None,
        legal=None if hand is None or player is None else _legal_view(hand, player),
        can_arrange=bool(arranging and live and player and not player.ready),
        ready=player.ready if arranging and live and player else None,
        sitting_out=taken.sitting_out and player is None,
        sit_out_next=taken.sitting_out and player is not None,
        leaving=taken.leaving,
        owes_blind=taken.owes_blind and player is None,
        post_choice=waiting_for == "big_blind" or (taken.post_now and player is None),
        waiting_for=waiting_for,
        queued_top_up=taken.queued_top_up,
        max_top_up=max(0, state.options.max_buy_in - stack),
        rebuy_deadline_ms=rebuy_deadline_ms(taken),
    )


def result_view(state: TableState) -> view.ResultView | None:
    """The last finished hand, shown cards only; None before the first."""
    record = state.last_result
    if record is None or record.ending is None:
        return None
    return view.ResultView(
        hand_no=record.hand_no,
        ending=record.ending.value,
        boards=tuple(card_texts(board) for board in record.boards),
        awards=tuple(map(award_view, record.awards)),
        shown=tuple(map(shown_view, record.shown)),
        returned=tuple(view.WinView(win.seat, win.chips) for win in record.returned),
        totals=tuple(
            view.TotalView(
                total.seat,
                total.player,
                total.name,
                total.won,
                total.won - total.contributed,
                total.stack,
            )
            for total in record.totals
        ),
    )


def card_texts(cards: Iterable[Card]) -> Texts:
    return tuple(map(card_text, cards))


def shown_view(shown: ShownHand) -> view.ShownView:
    return view.ShownView(
        shown.seat,
        by_board(shown.hole_cards, len(shown.made)),
        tuple(view.MadeHandView(made.name, card_texts(made.cards)) for made in shown.made),
    )


def award_view(award: PotAwarded) -> view.AwardView:
    return view.AwardView(
        name=pot_name(award.pot),
        chips=award.chips,
        rake=award.rake,
        eligible_seats=award.eligible_seats,
        shares=tuple(
            view.ShareView(
                share.board,
                share.chips,
                tuple(view.WinView(win.seat, win.chips) for win in share.winners),
            )
            for share in award.shares
        ),
        scoop=award.scoop,
    )


def pot_name(number: int) -> str:
    return f"Side pot {number}" if number else "Main pot"


def by_board(cards: tuple[Card, ...], boards: int) -> tuple[Texts, ...]:
    """Hole cards as they play: an equal part on each board (C1), all on a single one."""
    size = len(cards) // boards
    return tuple(card_texts(cards[i * size : (i + 1) * size]) for i in range(boards))


def _phase(state: TableState) -> str:
    if state.closed:
        return "closed"
    if state.hand is not None:
        return "playing"
    return "result" if state.pausing else "waiting"


# --- seats ----------------------------------------------------------------------------------


def _seat_view(state: TableState, seat: Seat) -> view.SeatView:
    player = None if state.hand is None else state.hand.player(seat.seat)
    total = None if player is not None else _total_of(state, seat)
    arranging = state.hand is not None and state.hand.phase is Phase.ARRANGING
    live = (player is not None and player.live) or (total is not None and not total.folded)
    return view.SeatView(
        seat=seat.seat,
        player=seat.player,
        name=seat.name,
        stack=seat.stack if player is None else player.stack,
        state=_seat_state(seat, player, total),
        bet=0 if player is None else player.bet,
        contributed=_contributed(player, total),
        card_count=_card_count(state, seat.seat) if live else 0,
        ready=player.ready if player is not None and live and arranging else None,
        last_action=seat.last_action,
        sit_out_next=seat.sitting_out and player is not None,
        leaving=seat.leaving,
        hands=None if state.record is None else _shown_hands(state.record, seat.seat, live=live),
    )


def _seat_state(seat: Seat, player: PlayerHand | None, total: Total | None) -> str:
    in_hand = player if player is not None else total
    if in_hand is not None:
        if in_hand.folded:
            return "folded"
        return "all_in" if in_hand.all_in else "playing"
    if seat.busted_ms is not None:
        return "busted"
    return "sitting_out" if seat.sitting_out else "waiting"


def _card_count(state: TableState, seat: int) -> int:
    """How many backs lie there, in the hand or during the pause after it."""
    player = None if state.hand is None else state.hand.player(seat)
    if player is not None:
        return len(player.hole_cards)
    return next((len(cards) for own, cards in state.own_cards if own == seat), 0)


def _contributed(player: PlayerHand | None, total: Total | None) -> int:
    if player is not None:
        return player.contributed
    return 0 if total is None else total.contributed


def _total_of(state: TableState, seat: Seat) -> Total | None:
    """The seat's part of the hand whose result is being looked at."""
    if not state.pausing or state.record is None:
        return None
    for total in state.record.totals:
        if total.seat == seat.seat and total.player == seat.player:
            return total
    return None


def _shown_hands(record: HandRecord, seat: int, *, live: bool) -> tuple[Texts, ...] | None:
    if not live:
        return None
    for shown in record.shown:
        if shown.seat == seat:
            return by_board(shown.hole_cards, len(record.boards))
    for number, cards in record.turned_up:
        if number == seat:
            return by_board(cards, len(record.boards))
    return None


def _own_hands(state: TableState, seat: int, player: PlayerHand | None) -> tuple[Texts, ...]:
    if state.record is None:
        return ()
    boards = len(state.record.boards)
    if player is not None:
        return by_board(player.hole_cards, boards)
    return next((by_board(cards, boards) for own, cards in state.own_cards if own == seat), ())


def _waiting_for(state: TableState, seat: Seat) -> str | None:
    """What keeps a seat that could play out of the running hand (A15, A16)."""
    if not seat.can_play or state.in_hand(seat.seat):
        return None
    if seat.must_wait:
        return "button"
    if not seat.entering or seat.post_now:
        return "next_hand"
    players = [
        replace(other, newcomer=False, owes_blind=False) if state.in_hand(other.seat) else other
        for other in state.taken
        if other.can_play
    ]
    new_game = all(other.entering for other in players)
    free = new_game or seat.seat in free_newcomers(players)
    return "next_hand" if free else "big_blind"


# --- the hand -------------------------------------------------------------------------------


def _hand_view(state: TableState) -> view.HandView | None:
    if state.record is None:
        return None
    if state.hand is None:
        return _finished_hand_view(state.record)
    hand = state.hand
    boards = hand.variant.boards
    return view.HandView(
        no=hand.hand_no,
        phase=hand.phase.value,
        street=hand.street.value,
        button=hand.button,
        small_blind_seat=hand.small_blind_seat,
        big_blind_seat=hand.big_blind_seat,
        boards=tuple(card_texts(board) for board in hand.boards),
        pot_chips=hand.pot_chips,
        pots=tuple(
            _pot_view(number, pot.chips, pot.eligible_seats, boards)
            for number, pot in enumerate(current_pots(hand))
        ),
        bet_to_match=hand.bet_to_match,
        awaiting=tuple(sorted(hand.awaiting)),
        decision=decision_id(state),
    )


def _finished_hand_view(record: HandRecord) -> view.HandView:
    """During the pause: the boards stay, the pots are as they were awarded."""
    streets = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
    boards = len(record.boards)
    return view.HandView(
        no=record.hand_no,
        phase=Phase.FINISHED.value,
        street=streets[len(record.boards[0])],
        button=record.button,
        small_blind_seat=record.small_blind_seat,
        big_blind_seat=record.big_blind_seat,
        boards=tuple(card_texts(board) for board in record.boards),
        pot_chips=sum(award.chips for award in record.awards),
        pots=tuple(
            _pot_view(award.pot, award.chips, award.eligible_seats, boards)
            for award in record.awards
        ),
        bet_to_match=0,
        awaiting=(),
        decision="",
    )


def _pot_view(number: int, chips: int, eligible: tuple[int, ...], boards: int) -> view.PotView:
    """One eligible player's pot isn't split by board (A13)."""
    shares = board_shares(chips, boards if len(eligible) > 1 else 1)
    return view.PotView(pot_name(number), chips, eligible, shares)


def current_pots(hand: HandState) -> tuple[Pot, ...]:
    """The pots as they would be now. While bets are open, only an all-in player's level makes a
    side pot: the others may still match what they face."""
    contributions = [Contribution(p.seat, p.contributed, p.live) for p in hand.players]
    all_in = {player.seat for player in hand.players if player.all_in}
    pots: list[Pot] = []
    before: tuple[int, ...] = ()
    for pot in build_pots(contributions):
        if pots and not all_in & (set(before) - set(pot.eligible_seats)):
            last = pots.pop()
            pots.append(Pot(last.chips + pot.chips, last.eligible_seats))
        else:
            pots.append(pot)
        before = pot.eligible_seats
    return tuple(pots)


def _legal_view(hand: HandState, player: PlayerHand) -> view.LegalView | None:
    legal = legal_actions(hand, player.seat)
    if legal is None:
        return None
    return view.LegalView(
        fold=legal.fold,
        check=legal.check,
        call=legal.call,
        call_all_in=legal.call is not None and legal.call == player.stack,
        bet=_sizes_view(legal.bet),
        raise_to=_sizes_view(legal.raise_),
    )


def _sizes_view(sizes: Sizes | None) -> view.SizesView | None:
    return None if sizes is None else view.SizesView(sizes.min_to, sizes.max_to)
