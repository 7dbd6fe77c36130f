"""What the store answers when it can't do what was asked: a typed tree with stable codes.

`StoreRefusal`: what was asked can't be; nothing changed; fit to be shown to the player who asked.
`StoreFault`: the store itself can't go on; for the operator. Each message is one line, without a
card, a password or a value of a row in it.
"""

from typing import ClassVar


class StoreError(Exception):
    """Base of everything that storage raises on purpose."""

    code: ClassVar[str] = "store_error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


# --- refusals ---------------------------------------------------------------------------------


class StoreRefusal(StoreError):
    code = "refused"


class InsufficientChips(StoreRefusal):
    code = "insufficient_chips"

    def __init__(self) -> None:
        super().__init__("There aren't enough chips in the wallet.")


class BalanceTooLarge(StoreRefusal):
    """No balance goes above 2^53 - 1 (A1)."""

    code = "balance_too_large"

    def __init__(self) -> None:
        super().__init__("An account can't hold that many chips.")


class NameInvalid(StoreRefusal):
    code = "name_invalid"


class NameTaken(StoreRefusal):
    code = "name_taken"

    def __init__(self) -> None:
        super().__init__("This name belongs to somebody else: pick another one.")


class NoSuchAccount(StoreRefusal):
    code = "no_such_account"

    def __init__(self) -> None:
        super().__init__("There is no such account.")


class StillSeated(StoreRefusal):
    """The account has chips on a table."""

    code = "still_seated"

    def __init__(self) -> None:
        super().__init__("Leave your tables first.")


class RefillNotDue(StoreRefusal):
    """`available_at_ms`: when the next one may be taken; None: wallet and stakes are too high."""

    code = "refill_not_due"

    def __init__(self, available_at_ms: int | None) -> None:
        super().__init__(
            "You have enough chips."
            if available_at_ms is None
            else "The next refill isn't due yet: one every 4 hours."
        )
        self.available_at_ms = available_at_ms


class LinkSpent(StoreRefusal):
    code = "link_spent"

    def __init__(self) -> None:
        super().__init__("This link was used already or is too old: make a new one.")


class CodeTaken(StoreRefusal):
    """Another open table has this code: draw another one."""

    code = "code_taken"

    def __init__(self) -> None:
        super().__init__("Another open table has this code.")


class DuplicateAction(StoreRefusal):
    """This player's `action_id` was committed before, as `version`."""

    code = "duplicate_action"

    def __init__(self, version: int) -> None:
        super().__init__("This action was taken already.")
        self.version = version


# --- the table moved on without us ------------------------------------------------------------


class CommitRefused(StoreError):
    """The commit wasn't made; fold the log again before going on."""

    code = "commit_refused"


class VersionConflict(CommitRefused):
    """The table is at `version`, not where the commit expected it (None: no such table)."""

    code = "version_conflict"

    def __init__(self, table_id: str, version: int | None) -> None:
        super().__init__(f"table {table_id} is at version {version}")
        self.table_id = table_id
        self.version = version


class Fenced(CommitRefused):
    """Another owner has claimed the table, or it is no longer open: it isn't ours to write."""

    code = "fenced"

    def __init__(self, table_id: str) -> None:
        super().__init__(f"table {table_id} belongs to another owner now, or is closed")
        self.table_id = table_id


class CommitRejected(CommitRefused):
    """The database found the commit inconsistent: our bug. `reason` names the constraint."""

    code = "commit_rejected"

    def __init__(self, reason: str) -> None:
        super().__init__(f"the database rejected the commit ({reason})")
        self.reason = reason


class LogUnreadable(StoreError):
    """A table's log doesn't decode or fold: the table is to be quarantined."""

    code = "log_unreadable"


# --- faults -----------------------------------------------------------------------------------


class StoreFault(StoreError):
    code = "store_fault"


class StorageDown(StoreFault):
    """The database can't be reached. For a commit: whether it was made is unknown."""

    code = "storage_down"


class StorageFull(StoreFault):
    """The database has no room or memory left to write. Nothing changed; reading may go on."""

    code = "storage_full"

    def __init__(self, reason: str) -> None:
        super().__init__(f"the database can't write ({reason}): make room for it")
        self.reason = reason


class BadDatabaseUrl(StoreFault):
    code = "bad_database_url"


class SchemaOutdated(StoreFault):
    code = "schema_outdated"

    def __init__(self) -> None:
        super().__init__("the database is of an older version: run `patchpoker migrate`")


class SchemaNewer(StoreFault):
    code = "schema_newer"

    def __init__(self) -> None:
        super().__init__(
            "the database is of a newer version than this program: install the newer patchpoker"
        )


class ServerRunning(StoreFault):
    code = "server_running"

    def __init__(self) -> None:
        super().__init__(
            "another patchpoker server is running on this database: "
            "stop it, or start with one worker only"
        )


class SealKeyMissing(StoreFault):
    code = "seal_key_missing"

    def __init__(self, key_ids: tuple[str, ...], place: str) -> None:
        super().__init__(
            f"the database holds decks sealed with key {', '.join(key_ids)}, which isn't in "
            f"{place}: put that key back"
        )
        self.key_ids = key_ids


class SealKeyInvalid(StoreFault):
    code = "seal_key_invalid"


class SealBroken(StoreFault):
    """A sealed payload doesn't open: damaged, or moved from another row."""

    code = "seal_broken"
