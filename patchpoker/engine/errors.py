"""Refusals and faults of the pure core: a typed tree with stable codes.

A refusal (`Refusal` and below) is the caller's doing: it changes nothing and is always answered
with its `code` and `message`. A `Bug` is ours: the hand that met it is void (A29).
Messages never hold a card.
"""

from typing import ClassVar


class PokerError(Exception):
    """Base of everything that the pure core raises."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Refusal(PokerError):
    """The command can't be taken; the state is as it was."""

    code = "refused"


class Malformed(Refusal):
    """The command makes no sense in any state (a size of -20, a swap with position 12)."""

    code = "malformed"


class IllegalNow(Refusal):
    """A command that exists but isn't offered in this state."""

    code = "illegal_now"


class NotYourTurn(IllegalNow):
    code = "not_your_turn"


class NotOffered(IllegalNow):
    """The action isn't among the legal ones (a check when facing a bet)."""

    code = "not_offered"


class WrongSize(IllegalNow):
    """A bet or raise outside the sizes offered."""

    code = "wrong_size"


class Stale(Refusal):
    """The command names a decision that has passed."""

    code = "stale_decision"


class NotAllowed(Refusal):
    """This player may not do that here (not seated, not the host)."""

    code = "not_allowed"


class Bug(PokerError):
    """An invariant broke: our fault, never the player's."""

    code = "bug"
