"""One class for each status, with the code, the field at fault, and the request id."""

from __future__ import annotations

from typing import Any, Dict, Optional

from .types import Result


class VestraError(Exception):
    """`status` is 0 when there was no answer."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        param: Optional[str] = None,
        details: Optional[Dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.param = param
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after


class BadRequestError(VestraError):
    pass


class AuthenticationError(VestraError):
    pass


class PermissionDeniedError(VestraError):
    pass


class NotFoundError(VestraError):
    pass


class ConflictError(VestraError):
    pass


class UnprocessableError(VestraError):
    pass


class RateLimitError(VestraError):
    pass


class ServerError(VestraError):
    pass


class ConnectionFailedError(VestraError):
    """Nobody answered: whether the server did what was asked is not known."""


_CLASSES = {
    0: ConnectionFailedError,
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableError,
    429: RateLimitError,
}


def error_class(status: int) -> "type[VestraError]":
    return _CLASSES.get(status, ServerError if status >= 500 else VestraError)


class NotApprovedError(Exception):
    """There is no yes: it was denied, withdrawn, expired, is still pending, or nobody can tell. Do not act."""

    def __init__(self, message: str, *, id: Optional[str] = None, result: Optional[Result] = None) -> None:
        super().__init__(message)
        self.id = id
        self.result = result
        self.decision = result.get("decision") if result else None
        self.note = result.get("message") if result else None
        self.reason = result.get("reason") if result else None


class WebhookVerificationError(Exception):
    """The request is not from your inbox, or too old: answer 400 and do nothing."""
