"""A client of Vestra Inbox: agents ask, people answer.

    from vestra import Vestra

    vestra = Vestra()  # VESTRA_BASE_URL, VESTRA_API_KEY
    waiting = vestra.answer.list()
"""

from ._client import Vestra
from ._answer import Page
from ._ask import Handle
from .errors import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionFailedError,
    NotApprovedError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    UnprocessableError,
    VestraError,
    WebhookVerificationError,
)
from .types import Answered, Interaction, Outcome, Question, Result
from .webhook import verify_webhook

__all__ = [
    "Answered",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ConnectionFailedError",
    "Handle",
    "Interaction",
    "NotApprovedError",
    "NotFoundError",
    "Outcome",
    "Page",
    "PermissionDeniedError",
    "Question",
    "RateLimitError",
    "Result",
    "ServerError",
    "UnprocessableError",
    "Vestra",
    "VestraError",
    "WebhookVerificationError",
    "verify_webhook",
]
