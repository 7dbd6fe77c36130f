"""From the constraint that the database names to our typed refusal."""

from sqlalchemy.exc import DBAPIError, IntegrityError

from patchpoker.storage.errors import (
    BalanceTooLarge,
    CodeTaken,
    CommitRejected,
    InsufficientChips,
    NameTaken,
    StoreError,
)


def name_of(error: DBAPIError) -> str:
    """The violated constraint's name, "" if the error isn't about one."""
    cause: BaseException | None = error.orig
    while cause is not None:
        name = getattr(cause, "constraint_name", None)
        if name:
            return str(name)
        cause = cause.__cause__
    return ""


def refusal_of(error: DBAPIError) -> StoreError:
    """What the error means to who asked. The original is not chained: it may quote a row."""
    match name_of(error):
        case "ck_ledger_accounts_not_negative":
            return InsufficientChips()
        case "ck_ledger_accounts_not_too_large":
            return BalanceTooLarge()
        case "uq_poker_tables_open_code":
            return CodeTaken()
        case "uq_accounts_kept_name_key":
            return NameTaken()
        case name if name:
            return CommitRejected(name)
    kind = "constraint" if isinstance(error, IntegrityError) else type(error.orig).__name__
    return CommitRejected(kind)
