"""The course of a round, rule by rule (D1-D12, A29), and every refusal."""

import pytest

from patchpoker.engine.cards import DECK, cards_text, parse_cards
from patchpoker.engine.errors import (
    Bug,
    IllegalNow,
    Malformed,
    NotAllowed,
    NotOffered,
    Refusal,
    WrongSize,
)
from patchpoker.engine.patong import (
    LegalChoices,
    PatongOptions,
    Phase,
    decide,
    evolve,
    legal_choices,
    replay,
)
from patchpoker.engine.patong.commands import (
    Choice,
    Choose,
    LeaveRound,
    OpenNextStreet,
    Select,
    StartRound,
    TimeOut,
    VoidRound,
)
from patchpoker.engine.patong.events import (
    CardsExchanged,
    ChoiceSubmitted,
    RoundEnd,
    RoundFinished,
    SelectionChanged,
    Street,
    StreetOpened,
    StreetRevealed,
)
from patchpoker.engine.rake import NO_RAKE
from tests.engine.patong.rounds import BOARD, ONE, OTHER, THIRD, TIES, Round, heads_up, tied, won


def start(**changes) -> StartRound:
    fields = {
        "round_no": 1,
        "options": PatongOptions(),
        "dealer": 0,
        "seats": (0, 1),
        "ante": 0,
        "rake": NO_RAKE,
        "deck": DECK,
    }
    return StartRound(**{**fields, **changes})


# --- the deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(6, 11))
@pytest.mark.parametrize("seats", [(0, 1), (0, 2, 3), (0, 1, 2, 3)])
def test_D1_hands_in_blocks_from_the_dealers_left_then_the_board(size, seats):
    command = start(options=PatongOptions(hand_size=size), seats=seats, dealer=seats[1])
    events = decide(None, command)
    assert [type(event) for event in events][1:] == [StreetOpened]
    state = replay(events)
    order = [*seats[2:], *seats[:2]]
    for place, seat in enumerate(order):
        assert state.dealt_in(seat).cards == DECK[place * size : (place + 1) * size]
    at = len(seats) * size
    assert state.board == DECK[at : at + 3]
    assert state.awaiting == set(seats)
    assert (state.street, state.phase) == (Street.FLOP, Phase.CHOOSING)


def test_D1_two_to_four_players_and_six_to_ten_cards():
    for seats in [(0,), (0, 1, 2, 3, 4), (1, 0), (0, 0)]:
        with pytest.raises(Malformed):
            decide(None, start(seats=seats))
    with pytest.raises(Malformed):
        decide(None, start(dealer=3))
    for size in (5, 11):
        with pytest.raises(ValueError, match="6 to 10"):
            PatongOptions(hand_size=size)


def test_what_only_we_can_get_wrong_is_a_bug():
    for wrong in ({"deck": DECK[:-1]}, {"deck": (0, *DECK[:-1])}, {"multiplier_card": 7}):
        with pytest.raises(Bug):
            decide(None, start(**wrong))
    with pytest.raises(Bug):
        decide(None, start(options=PatongOptions(variable_scoring=True)))


# --- choices ----------------------------------------------------------------------------------


def test_D2_nobody_is_first_and_nothing_turns_over_before_the_last_choice():
    game = heads_up()
    assert [type(event) for event in game.play(1, "2d 3d")] == [ChoiceSubmitted]
    assert game.state.awaiting == {0}
    assert game.state.revealed == ()
    assert game.sizes == [8, 8], "the hand stays as it is until the reveal"
    events = game.play(0, "Ac Ad")
    assert [type(event) for event in events] == [ChoiceSubmitted, StreetRevealed]
    assert [(r.seat, cards_text(r.cards)) for r in events[1].reveals] == [
        (0, "Ac Ad"),
        (1, "2d 3d"),
    ]
    assert game.sizes == [6, 6]


def test_D2_a_sealed_fold_and_a_sealed_play_differ_only_in_sealed_fields():
    def public(event):
        return {
            name: getattr(event, name)
            for name in event.__dataclass_fields__
            if name not in event.SEALED
        }

    folds, plays = heads_up().fold(0), heads_up().play(0, "Ac")
    assert [type(event) for event in folds] == [type(event) for event in plays]
    assert list(map(public, folds)) == list(map(public, plays))


def test_D2_a_choice_stands():
    game = heads_up()
    game.fold(0)
    for command in (
        Choose(0, Choice.PLAY, parse_cards("Ac")),
        Choose(0, Choice.FOLD, game.hand(0)[:3]),
        Select(0, parse_cards("Ac")),
    ):
        assert game.refuse(command, IllegalNow).message == "your choice stands"


def test_D2_who_is_not_in_the_round_chooses_nothing():
    game = heads_up()
    for seat in (2, 7, -1):
        game.refuse(Choose(seat, Choice.PLAY, parse_cards("Ac")), NotAllowed)
        game.refuse(Select(seat, ()), NotAllowed)
        game.refuse(LeaveRound(seat), NotAllowed)
        assert legal_choices(game.state, seat) is None


def test_D6_folding_can_be_switched_off():
    game = heads_up(folding=False)
    assert legal_choices(game.state, 0) == LegalChoices(2, fold=False)
    game.refuse(Choose(0, Choice.FOLD, game.hand(0)[:3]), NotOffered)


def test_D6_discards_and_draws_come_with_the_reveal():
    game = heads_up(draws="Qs Qd")
    assert [type(event) for event in game.fold(0, "2c 3c 5c")] == [ChoiceSubmitted]
    assert game.hand(0) == parse_cards(ONE)
    events = game.play(1, "2d")
    assert [type(e) for e in events] == [ChoiceSubmitted, StreetRevealed, CardsExchanged]
    fold = events[1].reveals[0]
    assert (fold.choice, fold.cards, fold.hand) == (Choice.FOLD, (), None)
    assert game.hand(0) == parse_cards("Ac Ad 6c 2s 3s Qs Qd")


@pytest.mark.parametrize("size", range(6, 11))
def test_D7_at_most_two_folds_whatever_the_hand_size(size):
    game = Round("", "", "", hand_size=size)
    for one, two in ((1, 2), (2, 1)):
        assert legal_choices(game.state, 0).fold
        game.fold(0)
        game.play(one, cards_text(game.hand(one)[:1]))
        game.fold(two)
        game.next()
    assert game.sizes == [size - 2] * 3
    assert legal_choices(game.state, 0) == LegalChoices(2, fold=False)
    game.refuse(Choose(0, Choice.FOLD, game.hand(0)[:3]), NotOffered)
    assert legal_choices(game.state, 1).fold, "the others folded once"


def test_D7_no_fold_with_fewer_than_three_cards():
    game = Round("Ac Ad 2c 3c 5c 6c", "Ah As 2d 3d 5d 6d", board=BOARD, hand_size=6)
    game.street("Ac Ad", "2d 3d")
    game.street("2c 3c", "Ah As")
    assert game.sizes == [2, 2]
    assert legal_choices(game.state, 0) == LegalChoices(2, fold=False)


def test_D8_draws_go_clockwise_from_the_dealers_left():
    game = Round(ONE, OTHER, THIRD, board=BOARD, draws="Tc Td Th Ts 7c 7d", dealer=0)
    for seat in (0, 2, 1):
        game.fold(seat)
    exchanged = game.events(CardsExchanged)
    assert [(event.seat, cards_text(event.drawn)) for event in exchanged] == [
        (1, "Tc Td"),
        (2, "Th Ts"),
        (0, "7c 7d"),
    ]
    game.next()
    assert game.state.board == parse_cards("Kc 8d 4s 9h"), "set aside before the draws"


# --- the course of a round --------------------------------------------------------------------


def test_D5_two_points_end_the_round_before_the_river():
    game = won()
    finished = game.state.finished
    assert (finished.winner, finished.ending) == (0, RoundEnd.TWO_POINTS)
    assert len(game.state.board) == 4
    assert game.events(StreetOpened)[-1].street is Street.TURN
    game.refuse(OpenNextStreet(), IllegalNow)


def test_D5_tie_win_win_is_two_and_a_half():
    game = heads_up()
    game.street("2c 3c", "2d 3d")
    game.street("Ac Ad", "5d 6d")
    assert not game.state.over
    game.street("2s 5c", "2h 3h")
    assert game.half_points == [5, 1]
    assert game.state.finished.winner == 0


def test_the_next_street_waits_for_the_beat():
    game = heads_up()
    game.refuse(OpenNextStreet(), IllegalNow)
    game.play(0, "Ac")
    game.play(1, "As")
    assert game.state.phase is Phase.REVEALED
    assert game.state.awaiting == frozenset()
    game.refuse(Choose(0, Choice.PLAY, parse_cards("Ad")), IllegalNow)
    game.refuse(TimeOut(), IllegalNow)
    decision = game.state.decision
    (opened,) = game.next()
    assert (opened.street, opened.cards) == (Street.TURN, parse_cards("9h"))
    assert game.state.decision == decision + 1


def test_D9_the_tiebreak_is_one_card_and_no_folding():
    game = tied()
    assert game.half_points == [3, 3]
    assert legal_choices(game.state, 0) == LegalChoices(1, fold=False)
    game.refuse(Choose(0, Choice.PLAY, parse_cards("Ac Ad")), WrongSize)
    game.refuse(Choose(0, Choice.FOLD, (*game.hand(0), 0)), NotOffered)
    game.play(0, "Ac")
    game.play(1, "As")
    assert game.made() == {0: "high card 14,13,11,9,8", 1: "high card 14,13,11,9,8"}
    finished = game.state.finished
    assert (finished.winner, finished.ending, finished.session_points) == (None, RoundEnd.TIE, 0)
    assert game.half_points == [3, 3], "the tiebreak gives no points"


def test_D9_the_best_of_six_takes_the_round():
    game = Round("Ac Ad 2c 3c 5c 6c 2s 3s", "7h As 2d 3d 5d 6d 2h 3h", board=BOARD)
    for choices in TIES:
        game.street(*choices)
    game.play(1, "7h")
    game.play(0, "Ad")
    assert game.state.revealed[-1].board_hand.name == "King high"
    assert (game.state.finished.winner, game.state.finished.ending) == (0, RoundEnd.TIEBREAK)


def test_D9_nobody_with_a_card_is_a_tie():
    game = Round("2c 3c 5c 6c 2s 3s", "2d 3d 5d 6d 2h 3h", board=BOARD, hand_size=6)
    for choices in TIES:
        game.street(*choices)
    assert game.sizes == [0, 0]
    assert game.state.finished.ending is RoundEnd.TIE
    assert game.state.revealed[-1].reveals == ()


def test_D9_who_has_no_card_sits_the_tiebreak_out():
    one, other = "2c 3c 5c 6c 2s Ac", "2d 3d 5d 6d 2h 3h"
    game = Round(one, other, board=BOARD, hand_size=6)
    for choices in [("2c 3c", "2d 3d"), ("5c 6c", "5d 6d"), ("2s", "2h 3h")]:
        game.street(*choices)
    assert game.sizes == [1, 0]
    assert game.state.awaiting == {0}
    game.refuse(Choose(1, Choice.PLAY, parse_cards("3h")), IllegalNow)
    game.play(0, "Ac")
    assert game.state.finished.winner == 0

    low = Round(one.replace("Ac", "3s"), other, board=BOARD, hand_size=6)
    for choices in [("2c 3c", "2d 3d"), ("5c 6c", "5d 6d"), ("2s", "2h 3h")]:
        low.street(*choices)
    low.play(0, "3s")
    assert low.state.finished.winner is None, "a lone player must still beat the board"


# --- the clock --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("selected", "played"),
    [
        ("", "2c"),
        ("5c", "5c"),
        ("Ac Ad", "Ac Ad"),
        ("Ac Ad 6c", "2c"),
    ],
)
def test_D11_what_is_selected_is_played_and_three_are_no_fold(selected, played):
    game = heads_up()
    (changed,) = game.select(0, "3s")
    assert isinstance(changed, SelectionChanged)
    game.select(0, selected)
    game.play(1, "2d")
    game.time_out()
    first = game.state.revealed[0].reveals[0]
    assert (first.choice, cards_text(first.cards), first.timed_out) == (Choice.PLAY, played, True)


def test_D11_equal_ranks_go_by_suit_and_an_ace_is_high():
    game = Round("2s 2h 2d As Ac Kd Kh Ks", "")
    game.time_out()
    assert cards_text(game.state.revealed[0].reveals[0].cards) == "2d"


def test_D11_the_same_in_the_tiebreak():
    for selected, played in (("Ad", "Ad"), ("Ac Ad", "Ac")):
        game = tied()
        game.select(0, selected)
        game.time_out()
        assert cards_text(game.state.revealed[-1].reveals[0].cards) == played


def test_D11_a_selection_counts_for_its_street_alone():
    game = heads_up()
    game.select(0, "Ac Ad")
    game.play(0, "2c")
    game.play(1, "2d")
    game.next()
    assert game.state.dealt_in(0).selection == ()
    game.time_out()
    assert cards_text(game.state.revealed[-1].reveals[0].cards) == "2s"


def test_D11_a_selection_holds_at_most_three_of_ones_cards():
    game = heads_up()
    game.refuse(Select(0, parse_cards("Ac Ad 2c 3c")), Malformed)
    game.refuse(Select(0, parse_cards("Ac Ac")), Malformed)
    game.refuse(Select(0, parse_cards("As")), NotOffered)


def test_D12_any_order_of_seats_and_no_clock_give_the_same_reveal():
    """Pass-and-play: the phone goes round as it likes, and each submit touches its seat alone."""
    reveals = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        game = Round(ONE, OTHER, THIRD, board=BOARD)
        choices = {0: "Ac", 1: "As 2d", 2: "Kd Kh Ks"}
        for seat in order:
            before = game.state
            cards = parse_cards(choices[seat])
            command = Choose(seat, Choice.FOLD if len(cards) == 3 else Choice.PLAY, cards)
            after = evolve(before, decide(before, command)[0])
            assert [p for p in before.players if p.seat != seat] == [
                p for p in after.players if p.seat != seat
            ]
            game.do(command)
        reveals.append((game.state.revealed, [game.hand(seat) for seat in range(3)]))
    assert reveals[0] == reveals[1] == reveals[2]


def test_A29_a_void_round_gives_nothing():
    game = heads_up(ante=20)
    game.do(VoidRound("the table's log is broken"))
    assert game.state.over
    assert game.state.finished is None
    assert game.state.void == "the table's log is broken"


def test_a_round_that_is_over_takes_nothing_but_a_new_one():
    game = heads_up()
    with pytest.raises(IllegalNow):
        decide(game.state, start())
    game.leave(0)
    for command in (TimeOut(), OpenNextStreet(), LeaveRound(1), VoidRound("late"), Select(1, ())):
        game.refuse(command, IllegalNow)
    assert isinstance(game.log[-1], RoundFinished)
    assert decide(game.state, start())
    with pytest.raises(Refusal):
        decide(None, TimeOut())
