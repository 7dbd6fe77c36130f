"""What REST answers when it can't do what was asked: always `{"error": {code, message, data?}}`.

Codes are stable, messages are for people and end up on their screens. The refusals of the layers
below keep their codes; here they only get a status.
"""

import logging
from collections.abc import Mapping
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from patchpoker.engine.errors import Bug, Malformed, NotAllowed, PokerError, Refusal
from patchpoker.runtime import errors as runtime
from patchpoker.storage.errors import (
    LinkSpent,
    NameInvalid,
    NoSuchAccount,
    RefillNotDue,
    StorageDown,
    StorageFull,
    StoreError,
    StoreRefusal,
)

log = logging.getLogger(__name__)


class ApiError(Exception):
    """Base of the server's own refusals."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str, **data: object) -> None:
        super().__init__(message)
        self.message = message
        self.data = data


class NotSignedIn(ApiError):
    status = 401
    code = "not_signed_in"

    def __init__(self) -> None:
        super().__init__("Pick a name first.")


class WrongPassword(ApiError):
    """Also for a name that nobody has: the answer is the same, and takes as long."""

    status = 401
    code = "wrong_password"

    def __init__(self) -> None:
        super().__init__("Name and password don't match.")


class ForeignOrigin(ApiError):
    status = 403
    code = "foreign_origin"

    def __init__(self) -> None:
        super().__init__("This request came from another site.")


class NotFound(ApiError):
    status = 404
    code = "not_found"


class NoSuchOffer(NotFound):
    code = "no_such_offer"

    def __init__(self) -> None:
        super().__init__("The lobby has no such table.")


class AlreadySignedIn(ApiError):
    status = 409
    code = "already_signed_in"

    def __init__(self) -> None:
        super().__init__("You are signed in already: sign out first.")


class NotConfirmed(ApiError):
    status = 409
    code = "not_confirmed"

    def __init__(self) -> None:
        super().__init__("That isn't your name: nothing was deleted.")


class TooManyPrivateTables(ApiError):
    status = 409
    code = "too_many_private_tables"

    def __init__(self, most: int) -> None:
        super().__init__(f"You host {most} private tables already.", most=most)


class BodyTooLarge(ApiError):
    status = 413
    code = "body_too_large"

    def __init__(self, most: int) -> None:
        super().__init__("The request is too large.", max_bytes=most)


class BodyTooSlow(ApiError):
    status = 408
    code = "body_too_slow"

    def __init__(self) -> None:
        super().__init__("The request took too long to arrive.")


class TooManyRequests(ApiError):
    """`retry_after_s`: whole seconds to wait."""

    status = 429
    code = "too_many_requests"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"Too many tries: wait {_duration(retry_after_s)}.")
        self.data = {"retry_after_s": retry_after_s}


class Busy(ApiError):
    status = 503
    code = "busy"

    def __init__(self) -> None:
        super().__init__("The server is busy: try again in a moment.")


def _duration(seconds: int) -> str:
    if seconds < 60:
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    minutes = -(-seconds // 60)
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


_STATUS: Mapping[type[Exception], int] = {  # the first that fits, most special first
    NameInvalid: 422,
    NoSuchAccount: 401,
    LinkSpent: 410,
    StoreRefusal: 409,
    runtime.NoSuchTable: 404,
    runtime.Busy: 503,
    runtime.Stopping: 503,
    Malformed: 422,
    NotAllowed: 403,
    Refusal: 409,
}
_BY_STATUS = {
    400: ("bad_request", "The request can't be read."),
    404: ("not_found", "There is nothing here."),
    405: ("method_not_allowed", "That can't be done here."),
}
_BUG = ("bug", "Something broke on the server. It has been noted.")


def body_of(code: str, message: str, data: Mapping[str, object] | None = None) -> dict[str, Any]:
    error: dict[str, object] = {"code": code, "message": message}
    if data:
        error["data"] = dict(data)
    return {"error": error}


def response_of(error: Exception) -> JSONResponse:
    """The answer to any exception."""
    match error:
        case ApiError():
            wait = error.data.get("retry_after_s")
            return JSONResponse(
                body_of(error.code, error.message, error.data),
                error.status,
                {"retry-after": str(wait)} if wait is not None else None,
            )
        case RequestValidationError():
            return JSONResponse(_malformed(error), 422)
        case HTTPException(__cause__=ApiError() as cause):  # FastAPI wraps what reading raises
            return response_of(cause)
        case HTTPException():
            code, message = _BY_STATUS.get(error.status_code, _BY_STATUS[400])
            return JSONResponse(body_of(code, message), error.status_code, error.headers)
        case StorageDown() | StorageFull():  # its message is for the operator
            return JSONResponse(body_of(error.code, Busy().message), 503)
        case StoreRefusal() | Refusal():
            status = next(code for kind, code in _STATUS.items() if isinstance(error, kind))
            data: dict[str, object] = {}
            if isinstance(error, RefillNotDue):
                data["available_at_ms"] = error.available_at_ms
            return JSONResponse(body_of(error.code, _sentence(error.message), data), status)
        case _:
            return JSONResponse(body_of(*_BUG), 500)


def install(app: FastAPI) -> None:
    """Every exception is answered in our shape, and what is our fault is logged."""

    async def refuse(_: Request, error: Exception) -> JSONResponse:
        if isinstance(error, Bug) or (isinstance(error, StoreError) and not _told(error)):
            log.error("request failed", exc_info=error)
        return response_of(error)

    async def fail(_: Request, error: Exception) -> JSONResponse:
        return response_of(error)  # ours: `security.Gate` logs it

    for kind in (ApiError, StoreError, PokerError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, refuse)
    app.add_exception_handler(Exception, fail)


def _told(error: StoreError) -> bool:
    return isinstance(error, StoreRefusal)


def _malformed(error: RequestValidationError) -> dict[str, Any]:
    """Names the fields that are wrong and what they must be; never what was sent (passwords)."""
    fields = [
        {
            "field": ".".join(str(part) for part in problem["loc"][1:]) or "body",
            "message": problem["msg"],
        }
        for problem in error.errors()[:10]
    ]
    first = fields[0]
    message = f"{first['field']}: {first['message']}."
    return body_of("malformed", message, {"fields": fields})


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
