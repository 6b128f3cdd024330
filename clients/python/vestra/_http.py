from __future__ import annotations

import http.client
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Mapping, Optional

from .errors import ConnectionFailedError, VestraError, error_class

_MAX_RETRIES = 2
_FIRST_DELAY = 0.3
_LONGEST_DELAY = 30.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send an answer somewhere else, or again as a GET."""

    def redirect_request(self, *_args: Any) -> None:
        return None


class Transport:
    def __init__(self, base_url: str, api_key: Optional[str], timeout: float) -> None:
        # Paths begin at the root of the inbox; many name the address of the API instead.
        self._base_url = re.sub(r"/v1$", "", base_url.rstrip("/"))
        self._api_key = api_key
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        once_per_try: bool = False,
        timeout: Optional[float] = None,
    ) -> Any:
        """Sends one call, and again after a fault that may pass; a write keeps its one Idempotency-Key over its tries."""
        headers: Dict[str, str] = {}
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or new_idempotency_key()
        attempt = 0
        while True:
            try:
                with self.open(method, path, query=query, body=body, headers=headers, timeout=timeout) as response:
                    return _read(response)
            except VestraError as error:
                if attempt == _MAX_RETRIES or not _may_pass(error, once_per_try):
                    raise
                time.sleep(max(backoff(attempt), min(error.retry_after or 0, 10)))
                attempt += 1

    def open(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        params = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + ("?" + urllib.parse.urlencode(params) if params else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, method=method)
        request.add_header("Vestra-Client", "sdk")
        if self._api_key is not None:
            request.add_unredirected_header("Authorization", f"Bearer {self._api_key}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            return self._opener.open(request, timeout=timeout or self._timeout)
        except urllib.error.HTTPError as error:
            raise _to_error(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise _connection_failed() from error


def _read(response: Any) -> Any:
    try:
        return json.loads(response.read())
    except ValueError:
        raise VestraError(
            f"The server answered {response.status} with what is not JSON.",
            status=response.status,
            code="unexpected_response",
        ) from None
    except (OSError, http.client.HTTPException) as error:
        raise _connection_failed() from error


def _connection_failed() -> ConnectionFailedError:
    return ConnectionFailedError("The server did not answer.", status=0, code="connection_failed")


def _to_error(response: urllib.error.HTTPError) -> VestraError:
    with response:
        try:
            body = json.loads(response.read()).get("error", {})
        except (ValueError, AttributeError, OSError, http.client.HTTPException):
            body = {}
    retry_after = response.headers.get("Retry-After")
    return error_class(response.code)(
        body.get("message", f"The server answered {response.code}."),
        status=response.code,
        code=body.get("code", "unexpected_response"),
        param=body.get("param"),
        details=body.get("details"),
        request_id=body.get("request_id") or response.headers.get("X-Request-Id"),
        retry_after=float(retry_after) if retry_after and retry_after.isdigit() else None,
    )


def _may_pass(error: VestraError, once_per_try: bool) -> bool:
    if error.status == 429 or error.code == "idempotency_in_progress":
        return True
    return not once_per_try and is_passing(error)


def is_passing(error: VestraError) -> bool:
    """Whether waiting longer makes sense: nobody has refused anything."""
    return error.status in (0, 408, 429) or error.status >= 500


def backoff(attempt: int) -> float:
    """Twice as long each time, give or take half, so that many clients do not come back at once."""
    return min(_FIRST_DELAY * 2**attempt, _LONGEST_DELAY) * (0.5 + random.random())


def new_idempotency_key() -> str:
    return secrets.token_hex(16)


def quote(part: str) -> str:
    return urllib.parse.quote(part, safe="")
