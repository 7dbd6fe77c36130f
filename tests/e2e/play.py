"""Playing by what the phones show: whoever has buttons presses one."""

import time
from collections.abc import Callable, Sequence

from patchpoker.engine.betting.showdown import award_pots
from patchpoker.engine.cards import parse_card
from patchpoker.engine.evaluator import omaha
from patchpoker.engine.pots import Pot
from patchpoker.engine.rake import NO_RAKE
from tests.e2e.phone import Board, Phone, Shown

Choice = Callable[[Phone, Shown], str | None]


def passive(_: Phone, shown: Shown) -> str | None:
    """Check, else call; ready at once."""
    if shown.arranging:
        return "I'm Ready"
    return shown.button("Check") or shown.button("Call")


def pushing(_: Phone, shown: Shown) -> str | None:
    """As much as the panel offers."""
    if shown.arranging:
        return "I'm Ready"
    return shown.button("Bet") or shown.button("Raise") or passive(_, shown)


def play_until(
    phones: Sequence[Phone],
    done: Callable[[Shown], object],
    choose: Choice = passive,
    seconds: float = 90,
) -> list[Shown]:
    """Let the phones act until every one shows what is `done`. `choose` may return None: wait."""
    deadline = time.monotonic() + seconds
    while True:
        shows = [phone.look() for phone in phones]
        if all(map(done, shows)):
            return shows
        if time.monotonic() > deadline:
            raise AssertionError(f"after {seconds} s: {shows}")
        for phone, shown in zip(phones, shows, strict=True):
            mine = (shown.deciding or shown.arranging) and not shown.deaf
            wanted = choose(phone, shown) if mine else None
            if wanted is not None:
                phone.press(wanted)
                break
        else:
            phones[0].page.wait_for_timeout(60)


def to_arrangement(phones: Sequence[Phone]) -> None:
    def choose(phone: Phone, shown: Shown) -> str | None:
        return None if shown.arranging else passive(phone, shown)

    play_until(phones, lambda shown: shown.arranging, choose)


def to_showdown(phones: Sequence[Phone], choose: Choice = passive) -> dict[str, Shown]:
    """Play the hand to its result: what each phone shows then."""
    shows = play_until(phones, lambda shown: shown.result, choose)
    return {phone.name: shown for phone, shown in zip(phones, shows, strict=True)}


def until_broke(phones: Sequence[Phone]) -> Phone:
    """Play until one is out of chips: that one."""
    deadline = time.monotonic() + 150
    while time.monotonic() < deadline:
        for phone in phones:
            shown = phone.look()
            if shown.button("Rebuy"):
                return phone
            wanted = passive(phone, shown) if shown.deciding or shown.arranging else None
            if wanted is not None and not shown.deaf:
                phone.press(wanted)
        phones[0].page.wait_for_timeout(100)
    raise AssertionError("nobody went broke")


def dealt_in(shown: Shown) -> bool:
    return len(shown.cards) == 12 and not any(shown.community) and not shown.result


def next_hand(phones: Sequence[Phone]) -> None:
    """To the next hand that all of them are dealt in to; one that isn't is given up."""

    def give_up(_: Phone, shown: Shown) -> str | None:
        if all(map(dealt_in, (phone.look() for phone in phones))):
            return None
        return "Fold" if shown.button("Call") else passive(_, shown)

    play_until(phones, dealt_in, give_up)


def number(text: str) -> int:
    """The first number of a text: "Main 1,300" is 1300, "−45" is -45."""
    sign = -1 if "−" in text else 1
    digits = "".join(c for c in text.replace(",", "").split("·")[0] if c.isdigit())
    return sign * int(digits)


def expected_shares(
    viewer: str, shown: Shown, pots: Sequence[tuple[int, Sequence[str]]]
) -> list[dict[str, int]]:
    """What each board pays to whom, worked out by the engine from the cards on one phone.
    `pots`: (chips, names of who can win it), main pot first."""
    table = [viewer, *(other.name for other in shown.opponents if other.name)]  # clockwise
    on_button = viewer if shown.dealer else next(o.name for o in shown.opponents if o.dealer)
    first = (table.index(on_button) + 1) % len(table)
    clockwise = [*range(first, len(table)), *range(first)]
    ranks: dict[int, tuple[int, ...]] = {}
    for seat, name in enumerate(table):
        hands = [hand_of(name, viewer, board) for board in shown.boards]
        if all(hands):
            ranks[seat] = tuple(
                omaha([parse_card(c) for c in hand], [parse_card(c) for c in board.community])
                for hand, board in zip(hands, shown.boards, strict=True)
            )
    built = [Pot(chips, tuple(sorted(map(table.index, names)))) for chips, names in pots]
    paid: list[dict[str, int]] = [{}, {}, {}]
    for award in award_pots(built, ranks, clockwise, NO_RAKE, flop_dealt=True):
        for share in award.shares:
            for win in share.winners if share.board is not None else ():
                name = table[win.seat]
                paid[share.board][name] = paid[share.board].get(name, 0) + win.chips
    return paid


def hand_of(name: str, viewer: str, board: Board) -> list[str]:
    if name == viewer:
        return board.own
    return next((hand["cards"] for hand in board.hands if hand["name"] == name), [])


def shown_shares(viewer: str, shown: Shown) -> list[dict[str, int]]:
    """What each board paid to whom, as one phone shows it."""
    told = []
    for board in shown.boards:
        won = {
            viewer if hand["name"] == "You" else hand["name"]: number(hand["prize"])
            for hand in board.hands
            if hand["prize"]
        }
        assert sum(won.values()) == number(board.paid)
        told.append(won)
    return told
