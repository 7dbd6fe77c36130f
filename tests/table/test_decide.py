"""The table's own rules around a hand: clocks, leaving, options, closing, a restart."""

from dataclasses import replace

import pytest

from patchpoker.engine.betting.commands import Action
from patchpoker.engine.betting.events import HandFinished, HandStarted
from patchpoker.engine.betting.state import Phase
from patchpoker.engine.errors import IllegalNow, Malformed, NotOffered, NotYourTurn, Stale
from patchpoker.engine.rake import NO_RAKE
from patchpoker.table import commands as c
from patchpoker.table import errors, events
from patchpoker.table.config import CLOCKS, Speed
from patchpoker.table.decide import decide
from patchpoker.table.state import decision_id
from tests.table.driver import RAKED, WALLET, Driver, options

SPEEDS = [
    (Speed.SLOW, 37_500, 180_000),
    (Speed.MID, 25_000, 120_000),
    (Speed.FAST, 12_000, 100_000),
]


def playing(players="ABC", game="patch-patch", seats=3, **kwargs):
    table = Driver(game, seats, **kwargs)
    for player in players:
        table.sit(player)
    table.deal(button="A")
    return table


def to_arrangement(table):
    while table.hand.phase is Phase.BETTING:
        table.act("check" if table.legal.check else "call")
    return table


# --- clocks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("speed", "decision_ms", "arrangement_ms"), SPEEDS)
def test_clk_01_the_clock_lengths_are_right(speed, decision_ms, arrangement_ms):
    """A11, C4, CLK-01: milliseconds as integers, 37.5 s too."""
    table = playing(speed=speed, clocks=CLOCKS[speed])
    assert table.state.clock.deadline_ms == table.now + decision_ms
    assert table.state.next_alarm_ms == table.now + decision_ms
    table.now += 3_000
    table.act("call")
    assert table.state.clock.deadline_ms == table.now + decision_ms, "a new one for the next"
    to_arrangement(table)
    assert table.state.clock.deadline_ms == table.now + arrangement_ms


def test_a11_the_clock_checks_or_folds_and_sits_out():
    table = playing()
    assert table.tick() == (), "not yet"
    table.alarm()
    assert table.hand.player(0).folded, "facing the big blind"
    assert table.seat("A").sitting_out
    table.act("call")
    table.alarm()
    assert not table.hand.player(2).folded, "the big blind checks"
    assert table.seat("C").sitting_out
    assert not table.seat("B").sitting_out
    table.finish()
    table.alarm()
    assert table.state.hand is None, "B is alone"


def test_clk_03_an_action_that_arrived_before_the_time_out_counts_alone():
    """CLK-03: the first in the log wins, the other is refused or does nothing."""
    table = playing()
    stale = decision_id(table.state)
    table.now = table.state.clock.deadline_ms + 4
    table.act("call")
    assert table.tick() == ()
    assert not table.seat("A").sitting_out
    table.now = table.state.clock.deadline_ms
    late = decision_id(table.state)
    table.tick()
    before = table.state
    for decision in (stale, late):
        with pytest.raises(Stale):
            table.do(c.Act, "B", decision, Action.CALL, None)
    assert table.state == before
    assert table.seat("B").sitting_out


def test_net_01_a_passed_decision_is_stale():
    """NET-01, NET-03: a double tap acts once; a button can't change its meaning."""
    table = playing("AB", seats=2)
    decision = decision_id(table.state)
    table.do(c.Act, "A", decision, Action.CALL, None)
    with pytest.raises(Stale):
        table.do(c.Act, "A", decision, Action.CALL, None)
    with pytest.raises(NotYourTurn):
        table.do(c.Act, "A", decision_id(table.state), Action.CHECK, None)
    assert table.to_act == "B"


@pytest.mark.parametrize("raise_to", [-20, 0, 20.5, 20.0, "40", True, None, 501, 10**30])
def test_sec_10_only_a_legal_whole_number_is_a_size(raise_to):
    table = playing("AB", game="holdem", seats=2)
    before = table.state
    with pytest.raises((Malformed, IllegalNow)):
        table.do(c.Act, "A", decision_id(before), Action.RAISE, raise_to)
    with pytest.raises(NotOffered):
        table.act("check")
    assert table.state == before


def test_time_never_goes_back():
    table = playing()
    now = table.now
    table.now = now - 60_000
    table.act("call")
    assert table.state.now_ms == now


def test_c8_a_run_out_goes_on_by_beats():
    """C8, A21: flops, the arrangement under the normal clock, then a second a street."""
    table = Driver(seats=2)
    table.sit("A", chips=15)
    table.sit("B", chips=500)
    table.deal(button="A")
    table.act("raise", table.legal.raise_.max_to)
    table.act("call")
    assert table.hand.phase is Phase.ARRANGING
    table.ready(0)
    table.ready(1)
    for street in ("flop", "turn"):
        assert (table.hand.phase, table.hand.street) == (Phase.RUN_OUT, street)
        assert table.state.next_alarm_ms == table.now + 1_000
        table.alarm()
    assert table.state.hand is None, "the showdown comes with the river"
    assert table.state.next_alarm_ms == table.now + 8_000, "A28: Patch-Patch's result pause"


@pytest.mark.parametrize(("game", "pause_ms"), [("patch-patch", 8_000), ("holdem", 4_000)])
def test_a28_the_result_is_shown_and_the_next_hand_comes_by_itself(game, pause_ms):
    table = playing(game=game)
    table.fold_out()
    assert table.state.next_alarm_ms == table.now + pause_ms
    table.now += pause_ms - 1
    assert table.tick() == ()
    table.now += 1
    assert any(isinstance(event, HandStarted) for event in table.tick())


# --- the arrangement ------------------------------------------------------------------------


def test_c4_running_out_twice_in_a_row_without_input_sits_out():
    """C4: once doesn't; a swap in between starts the count again."""
    table = playing("AB", seats=2)
    for touched, idle in ((False, 1), (True, 0), (False, 1), (False, 2)):
        to_arrangement(table)
        if touched:
            table.do(c.Swap, "A", decision_id(table.state), 0, 5)
        table.ready(1)
        table.alarm()
        assert table.seat("A").idle_arrangements == (idle if idle < 2 else 0)
        assert table.seat("A").sitting_out == (idle == 2)
        assert not table.seat("B").sitting_out
        table.finish()
        if idle < 2:
            table.deal()


def test_arr_01_a_draft_is_swaps_of_two_positions():
    """ARR-01: nothing else can be said, so that it is always a permutation of the cards dealt."""
    table = to_arrangement(playing())
    cards = table.hand.player(0).hole_cards
    before = table.state
    for first, second in ((0, 12), (-1, 0), (3, 3), (0, "1"), (True, 2), (0, 1.0)):
        with pytest.raises(Malformed):
            table.do(c.Swap, "A", decision_id(table.state), first, second)
    assert table.state == before
    table.do(c.Swap, "A", decision_id(table.state), 0, 11)
    assert table.hand.player(0).hole_cards == (cards[11], *cards[1:11], cards[0])
    with pytest.raises(errors.NotSeated):
        table.do(c.Swap, "X", decision_id(table.state), 0, 11)


def test_c9_nobody_folds_by_acting_while_arranging_but_by_leaving():
    table = to_arrangement(playing())
    deadline = table.state.clock.deadline_ms
    with pytest.raises(IllegalNow):
        table.act("fold", player="A")
    table.now += 5_000
    table.do(c.Leave, "A")
    assert table.hand.player(0).folded
    assert table.hand.awaiting == {1, 2}
    assert table.state.clock.deadline_ms == deadline, "the others' clock goes on"


def test_arr_05_ready_can_be_undone_while_another_is_arranging():
    """C4, ARR-05."""
    table = to_arrangement(playing())
    table.ready(0)
    table.now += 70_000
    table.ready(0, ready=False)
    assert table.state.clock.deadline_ms == table.now + 110_000
    assert table.hand.awaiting == {0, 1, 2}


# --- leaving in the middle (A17) ------------------------------------------------------------


def test_a17_leaving_out_of_turn_folds_and_the_clock_of_the_one_to_act_goes_on():
    table = playing()
    deadline = table.state.clock.deadline_ms
    decision = decision_id(table.state)
    table.now += 1_000
    table.do(c.Leave, "B")
    assert table.hand.player(1).folded
    assert (table.to_act, table.state.clock.deadline_ms) == ("A", deadline)
    assert decision_id(table.state) == decision


def test_a17_the_stack_goes_home_once_with_the_hands_last_events():
    table = playing()
    table.act("call")
    table.do(c.Leave, "A")
    table.act("fold")
    batch = table.batches[-1]
    kinds = [type(event) for event in batch]
    assert kinds.index(HandFinished) < kinds.index(events.SeatFreed)
    assert table.wallet("A") == WALLET - 10
    assert table.stack("C") == 515


def test_a17_an_all_in_player_who_leaves_stays_in_the_hand():
    table = Driver("holdem", 3)
    for player, chips in (("A", 100), ("B", 500), ("C", 500)):
        table.sit(player, chips=chips)
    table.deal(button="A")
    table.act("raise", 100)
    table.do(c.Leave, "A")
    assert not table.hand.player(0).folded
    assert table.seat("A").leaving
    table.act("call")
    table.act("fold")
    while table.state.hand is not None:
        table.alarm()
    assert table.state.seats[0] is None
    assert table.wallet("A") in (WALLET - 100, WALLET + 110, WALLET + 5)


# --- options, closing, void, restart ----------------------------------------------------------


def test_a30_the_host_changes_the_options_between_hands_only():
    table = playing()
    wanted = options("holdem", 6, small_blind=10, big_blind=20, min_buy_in=20)
    with pytest.raises(errors.HandRunning):
        table.do(c.ChangeOptions, "A", wanted)
    table.fold_out()
    with pytest.raises(errors.NotHost):
        table.do(c.ChangeOptions, "B", wanted)
    with pytest.raises(errors.SeatsOccupied):
        table.do(c.ChangeOptions, "A", options(seats=2))
    for bad in (
        options("chess"),
        options(seats=4),
        options(seats=1),
        options(small_blind=0),
        options(small_blind=11),
        options(min_buy_in=9),
        options(max_buy_in=2**53),
        options(rake=RAKED),
        options(clocks=replace(CLOCKS[Speed.SLOW], decision_ms=0)),
    ):
        with pytest.raises(errors.BadOptions):
            table.do(c.ChangeOptions, "A", bad)
    table.do(c.ChangeOptions, "A", wanted)
    assert table.do(c.ChangeOptions, "A", wanted) == ()
    table.deal()
    assert (table.hand.variant.key, table.hand.big_blind, table.state.options.seats) == (
        "holdem",
        20,
        6,
    )


def test_a12_an_operator_changes_the_rake_of_a_public_table_from_the_next_hand():
    table = playing(public=True)
    with pytest.raises(errors.HandRunning):
        table.do(c.ChangeOptions, None, options(rake=RAKED))
    assert table.hand.rake == NO_RAKE
    table.fold_out()
    with pytest.raises(errors.NotHost):
        table.do(c.ChangeOptions, "A", options(rake=RAKED))
    table.do(c.ChangeOptions, None, options(rake=RAKED))
    table.deal()
    assert table.hand.rake == RAKED


def test_closing_waits_for_the_hand_and_pays_everybody_out():
    table = playing()
    table.do(c.CloseTable, "evening")
    assert table.do(c.CloseTable, "again") == ()
    assert not table.state.closed
    table.fold_out()
    assert table.state.closed
    assert table.state.empty
    assert table.state.next_alarm_ms is None
    assert [table.wallet(p) - WALLET for p in "ABC"] == [0, -5, 5]
    with pytest.raises(IllegalNow):
        table.sit("A")


def test_closing_an_empty_table():
    table = Driver()
    table.do(c.CloseTable, "empty")
    assert table.state.closed


def test_a29_a_void_hand_gives_all_stacks_back_without_rake():
    table = playing(public=True, rake=RAKED)
    to_arrangement(table)
    table.do(c.Leave, "B")
    table.do(c.VoidHand, "it broke")
    assert (table.stack("A"), table.stack("C")) == (500, 500)
    assert table.wallet("B") == WALLET, "who left goes home with all"
    assert table.state.last_result.ending == "void"
    table.deal()
    assert table.positions()[0] == "AC"
    table.fold_out()
    with pytest.raises(errors.NoHandRunning):
        table.do(c.VoidHand, "none")


@pytest.mark.parametrize(("used_ms", "left_ms"), [(5_000, 32_500), (30_000, 10_000)])
def test_a23_after_a_restart_a_decision_has_what_was_left_at_least_ten_seconds(used_ms, left_ms):
    """A23, ECO-03: the hand goes on at the same decision with the same cards."""
    table = playing()
    hand, decision = table.hand, decision_id(table.state)
    table.now += used_ms
    table.sit_out_b = table.do(c.SitOut, "B")
    table.now += 3_600_000
    table.do(c.Reopen)
    assert table.state.clock.deadline_ms == table.now + left_ms
    assert table.tick() == (), "nobody lost a seat or a turn while the server was down"
    assert (table.hand, decision_id(table.state)) == (hand, decision)
    table.check_replay()


@pytest.mark.parametrize(("used_ms", "left_ms"), [(70_000, 110_000), (175_000, 10_000)])
def test_a23_an_arrangement_goes_on_like_a_decision_with_its_drafts(used_ms, left_ms):
    table = to_arrangement(playing())
    table.now += used_ms
    table.do(c.Swap, "B", decision_id(table.state), 0, 11)
    hand = table.hand
    table.now += 60_000_000
    table.do(c.Reopen)
    assert table.state.clock.deadline_ms == table.now + left_ms
    assert table.hand == hand
    table.now += left_ms - 1
    assert table.tick() == ()
    table.now += 1
    assert table.tick()


def test_a23_seats_are_kept_as_long_as_if_the_server_had_never_been_away():
    """The minutes of one who sits out and of one who is busted stand still meanwhile (A18, A20)."""
    table = Driver("holdem", 3)
    for player in "ABC":
        table.sit(player)
    table.bust("C", "A", button="A")
    table.do(c.SitOut, "B")
    table.now += 20_000
    table.do(c.TopUp, "A", 1)
    table.now += 3_600_000
    table.do(c.Reopen)
    table.tick()
    assert len(table.state.taken) == 3
    table.now += 40_000
    table.tick()
    assert [seat.player for seat in table.state.taken] == ["A", "B"]
    table.now += 540_000
    table.tick()
    assert [seat.player for seat in table.state.taken] == ["A"]


def test_a23_a_pause_just_goes_on():
    table = playing()
    table.fold_out()
    table.now += 100_000
    table.do(c.Reopen)
    assert table.state.next_alarm_ms == table.now + 8_000


def test_a_table_is_opened_once_and_first():
    table = Driver()
    with pytest.raises(IllegalNow):
        table.do(c.OpenTable, table.state.identity, table.state.options, None)
    with pytest.raises(IllegalNow):
        decide(None, c.Tick(0, ()))
    with pytest.raises(errors.BadOptions):
        decide(None, c.OpenTable(0, table.state.identity, options(seats=9), None))


def test_every_batch_begins_with_the_time():
    table = playing()
    table.finish()
    for batch in table.batches[1:]:
        assert not batch or isinstance(batch[0], events.TimePassed)
        assert len(batch) != 1
    table.check_replay()


def test_tbl_18_nothing_of_the_old_hand_leaks_into_the_new_one():
    """TBL-18: a fold, a showdown, a new deal; all 52 cards are in the deck each time."""
    table = playing()
    table.fold_out()
    table.deal()
    table.finish()
    shown = table.state.last_result.shown
    assert len(shown) == 3
    table.deal()
    players = table.hand.players
    assert all(not p.folded and not p.ready and p.contributed in (0, 5, 10) for p in players)
    assert len({card for p in players for card in p.hole_cards}) == 36
    assert table.hand.boards == ((), (), ())
    assert table.state.record.shown == ()
    assert table.state.own_cards == ()


def test_a17_who_has_folded_just_goes_at_the_end():
    table = playing()
    table.act("fold")
    made = table.do(c.Leave, "A")
    assert [type(event) for event in made] == [events.TimePassed, events.LeaveRequested]
    table.act("fold")
    assert table.wallet("A") == WALLET


def test_a20_a_time_out_does_not_start_the_ten_minutes_again():
    table = playing()
    table.do(c.SitOut, "A")
    since = table.seat("A").sitting_out_ms
    table.alarm()
    assert table.hand.player(0).folded
    assert table.seat("A").sitting_out_ms == since
