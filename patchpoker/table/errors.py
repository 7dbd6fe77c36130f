"""The table's refusals, with stable codes, on top of `engine.errors`. Messages go to players."""

from typing import ClassVar

from patchpoker.engine.errors import IllegalNow, Malformed, NotAllowed


class NotSeated(NotAllowed):
    code: ClassVar[str] = "not_seated"

    def __init__(self) -> None:
        super().__init__("You have no seat at this table.")


class NotHost(NotAllowed):
    code: ClassVar[str] = "not_host"

    def __init__(self) -> None:
        super().__init__("Only the host can change this table.")


class AlreadySeated(IllegalNow):
    code: ClassVar[str] = "already_seated"

    def __init__(self) -> None:
        super().__init__("You have a seat at this table already.")


class SeatTakenError(IllegalNow):
    code: ClassVar[str] = "seat_taken"

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat + 1} is taken.")
        self.seat = seat


class TableFull(IllegalNow):
    code: ClassVar[str] = "table_full"

    def __init__(self) -> None:
        super().__init__("All seats are taken.")


class TableIsClosing(IllegalNow):
    code: ClassVar[str] = "table_closing"

    def __init__(self) -> None:
        super().__init__("This table is closing.")


class Leaving(IllegalNow):
    code: ClassVar[str] = "leaving"

    def __init__(self) -> None:
        super().__init__("You are leaving this table.")


class BuyInOutOfRange(IllegalNow):
    """`min_chips` may exceed the table's maximum when a stack must be brought back (A19)."""

    code: ClassVar[str] = "buy_in_out_of_range"

    def __init__(self, min_chips: int, max_chips: int) -> None:
        super().__init__(f"Bring {min_chips} to {max_chips} chips.")
        self.min_chips = min_chips
        self.max_chips = max_chips


class TopUpTooLarge(IllegalNow):
    """Nothing could be added, or more than the table's maximum was asked for (A18)."""

    code: ClassVar[str] = "top_up_too_large"

    def __init__(self, max_chips: int) -> None:
        super().__init__(f"At most {max_chips} chips can be added.")
        self.max_chips = max_chips


class RebuyTooSmall(IllegalNow):
    code: ClassVar[str] = "rebuy_too_small"

    def __init__(self, min_chips: int) -> None:
        super().__init__(f"A rebuy is at least {min_chips} chips.")
        self.min_chips = min_chips


class HandRunning(IllegalNow):
    code: ClassVar[str] = "hand_running"

    def __init__(self) -> None:
        super().__init__("Wait for the end of the hand.")


class NoHandRunning(IllegalNow):
    code: ClassVar[str] = "no_hand_running"

    def __init__(self) -> None:
        super().__init__("No hand is running.")


class SeatsOccupied(IllegalNow):
    """Fewer seats were asked for than are needed by those who sit."""

    code: ClassVar[str] = "seats_occupied"

    def __init__(self) -> None:
        super().__init__("A seat that would go away is taken.")


class BadOptions(Malformed):
    code: ClassVar[str] = "bad_options"
