"""Settings: `PATCHPOKER_...` in the environment, nothing else.

`load` is the one way in. It raises `BadSetting`, whose message names the variable and what it must
be, so that nobody has to read a traceback to correct a typo.
"""

import ipaddress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "PATCHPOKER_"

_SHOWN = 60  # characters of a wrong value that are worth repeating


class Complaint(Exception):
    """One line for the operator: what is wrong, and what to do."""


class BadSetting(Complaint):
    """Names the setting and says what it must be."""


@dataclass(frozen=True, slots=True)
class Must:
    """What a setting must be, for people: the end of "PATCHPOKER_X must be ..."."""

    be: str


def _split(value: object) -> object:
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _folder(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:  # no such user
        raise ValueError from error


def _network(text: str) -> str:
    ipaddress.ip_network(text, strict=False)  # ValueError says no
    return text


def _origin(text: str) -> str:
    """`scheme://host[:port]`, without a slash at the end; empty stays empty."""
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError
    if parts.query or parts.fragment or parts.username or (parts.port or 1) < 1:
        raise ValueError
    return f"{parts.scheme}://{parts.netloc.lower()}"


_Count = Annotated[int, Field(ge=1, le=1_000_000), Must("a whole number from 1 to 1000000")]


class Settings(BaseSettings):
    """Every setting with its default. Limits are generous: a household shares one address."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="ignore"
    )

    database_url: Annotated[SecretStr, Must("a URL like postgresql://user:password@host/name")] = (
        SecretStr("")
    )
    data_dir: Annotated[Path, AfterValidator(_folder), Must("a folder")] = Path("data")
    host: Annotated[str, Field(min_length=1), Must("an address to listen on, such as 0.0.0.0")] = (
        "0.0.0.0"  # noqa: S104 (phones in the same network are the first users)
    )
    port: Annotated[int, Field(ge=1, le=65535), Must("a whole number from 1 to 65535")] = 8000
    seal_key: Annotated[SecretStr, Must("32 random bytes in base64")] = SecretStr("")
    public_url: Annotated[
        str, AfterValidator(_origin), Must("an origin like https://poker.example.org")
    ] = ""
    trusted_proxies: Annotated[
        tuple[Annotated[str, AfterValidator(_network)], ...],
        NoDecode,
        BeforeValidator(_split),
        Must("IP addresses or networks, separated by commas"),
    ] = ()
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value),
        Must("debug, info, warning or error"),
    ] = "info"
    access_log: Annotated[bool, Must("true or false")] = False

    # Limits for one address (an IPv6 network of 64 bits counts as one).
    guests_per_hour: _Count = 20
    sign_ins_per_hour: _Count = 60
    code_lookups_per_minute: _Count = 30
    requests_per_minute: _Count = 1_200
    sockets_per_address: _Count = 200
    # ... and for one account.
    sign_ins_per_account_per_hour: _Count = 20
    sockets_per_player: _Count = 8
    private_tables_per_player: _Count = 3
    changes_per_minute: _Count = 20


def load(**overrides: object) -> Settings:
    """The settings: what is given here wins over the environment. Raises BadSetting."""
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        raise BadSetting(_explain(error, given)) from None


def _explain(error: ValidationError, given: dict[str, object]) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0])
    field = Settings.model_fields[name]
    must = next((meta.be for meta in field.metadata if isinstance(meta, Must)), "something else")
    label = f"--{name.replace('_', '-')}" if name in given else PREFIX + name.upper()
    if field.annotation is SecretStr:
        return f"{label} must be {must}"
    return f"{label} must be {must}, not {str(first['input'])[:_SHOWN]!r}"
