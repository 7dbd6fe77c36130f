"""The runtime's refusals, with stable codes, on top of `engine.errors`. Messages go to players."""

from patchpoker.engine.errors import IllegalNow, NotAllowed, Refusal


class NoSuchTable(Refusal):
    """There is none, or the player may not see it: the two are not told apart."""

    code = "no_such_table"

    def __init__(self) -> None:
        super().__init__("There is no such table.")


class Busy(Refusal):
    """The table has as many commands waiting as it takes. Nothing was done; try again."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__("The table is busy: try again.")


class Stopping(Refusal):
    """The server goes down; the table goes on when it is back."""

    code = "restarting"

    def __init__(self) -> None:
        super().__init__("The server is restarting: the table goes on in a moment.")


class TooManyTables(IllegalNow):
    code = "too_many_tables"

    def __init__(self, most: int) -> None:
        super().__init__(f"You have a seat at {most} tables already.")


class StillLeaving(IllegalNow):
    """The player's chips are on another table of the offer until its hand ends: what A19 asks back
    isn't known before."""

    code = "still_leaving"

    def __init__(self) -> None:
        super().__init__("Your last hand at these stakes is still being played: a moment.")


class SeatedAtOffer(IllegalNow):
    """One seat an offer: whoever had two could take a stack home from one of them and play on with
    less at the other (A19)."""

    code = "seated_at_offer"

    def __init__(self) -> None:
        super().__init__("You have a seat at these stakes already.")


class NotSignedIn(NotAllowed):
    code = "not_signed_in"

    def __init__(self) -> None:
        super().__init__("Pick a name first.")


class SomebodySits(Refusal):
    """The table was to close because it was empty, and isn't any more."""

    code = "not_empty"

    def __init__(self) -> None:
        super().__init__("Somebody sits here.")
