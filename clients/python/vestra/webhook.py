from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Union

from .errors import WebhookVerificationError


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    *,
    secret: str,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Checks a webhook's signature (Standard Webhooks) over the body as it arrived, and reads it."""
    given = {name.lower(): value for name, value in headers.items()}
    try:
        id, timestamp, signatures = (given[f"webhook-{part}"] for part in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise WebhookVerificationError(f"The header {error} is missing.") from None
    moment = time.time() if now is None else now
    if not timestamp.isdigit() or abs(moment - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The webhook is too old or too early.")
    if not secret.startswith("whsec_"):
        raise WebhookVerificationError("The secret must begin with whsec_.")
    raw = body.encode() if isinstance(body, str) else body
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True)
    except binascii.Error:
        raise WebhookVerificationError("The secret must be base64.") from None
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures.split(" ")):
        raise WebhookVerificationError("No signature of the webhook is right.")
    event = json.loads(raw)
    if not isinstance(event, dict):
        raise WebhookVerificationError("The webhook is no JSON object.")
    return {**event, "id": id}
