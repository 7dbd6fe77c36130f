"""The leak check of these tests sees a leak: one planted in a frame, a page, the server's log."""

import orjson
import pytest

from tests.e2e.conftest import Party
from tests.e2e.house import check_pages
from tests.e2e.play import next_hand, to_arrangement
from tests.leaks import LeakChecker

SPELLINGS = {
    "h": "hearts",
    "d": "diamonds",
    "c": "clubs",
    "s": "spades",
}


def test_a_planted_leak_is_found(party: Party) -> None:
    bob, cat = phones = party.seated(("Bob", 300), ("Cat", 300))
    next_hand(phones)
    to_arrangement(phones)
    assert not party.check().leaks
    (table,) = party.tables
    truth = party.house.truth(table)
    theirs = cat.look().cards[0]

    frame = orjson.loads(next(text for text in reversed(bob.frames) if '"view"' in text))
    for planted in (theirs, f"{theirs[0]} of {SPELLINGS[theirs[1]]}", f"card-{theirs}"):
        frame["public"]["seats"][0]["last_action"] = planted
        checker = LeakChecker()
        truth.check(checker, bob.player, [orjson.dumps(frame).decode()])
        assert checker.leaks, planted

    bob.page.evaluate("card => { document.querySelector('.board').title = card }", theirs)
    bob.look()
    checker = LeakChecker()
    check_pages(truth, checker, bob)
    assert checker.leaks
    bob.pages.pop()

    party.house.logs.append(f"INFO dealt {theirs}")
    assert party.check().leaks
    party.house.logs.pop()
    with pytest.raises(AssertionError):
        checker.assert_none()
