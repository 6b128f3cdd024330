from __future__ import annotations

import os
from typing import Any, Dict, Iterator, List, Optional

from ._answer import Answer, Page, without_none
from ._ask import Ask, ask_approval
from ._events import stream_events
from ._http import Transport, quote
from .types import Result

_LOCAL_URL = "http://localhost:3000"


class Vestra:
    """A client of one Vestra Inbox. Address and key come from VESTRA_BASE_URL and VESTRA_API_KEY when not given."""

    def __init__(self, *, base_url: Optional[str] = None, api_key: Optional[str] = None, timeout: float = 20) -> None:
        self._transport = Transport(
            base_url or os.environ.get("VESTRA_BASE_URL") or _LOCAL_URL,
            api_key or os.environ.get("VESTRA_API_KEY") or None,
            timeout,
        )
        self.answer = Answer(self._transport)
        self.ask = Ask(self._transport)
        self.sessions = Sessions(self._transport)
        self.connections = Connections(self._transport)

    def ask_approval(self, *, timeout: Optional[float] = None, **fields: Any) -> Result:
        """Asks for an approval and waits; raises NotApprovedError for anything but a yes."""
        return ask_approval(self.ask, timeout=timeout, **fields)

    def events(
        self, *, interaction: Optional[str] = None, last_event_id: Optional[str] = None
    ) -> Iterator[Dict[str, Any]]:
        """Events as they happen, over broken connections too."""
        return stream_events(self._transport, interaction=interaction, last_event_id=last_event_id)


class Sessions:
    """Tokens for one user's own page."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        user_id: str,
        interactions: Optional[List[str]] = None,
        allow: Optional[List[str]] = None,
        expires_in: Optional[int] = None,
        allowed_origins: Optional[List[str]] = None,
    ) -> Dict[str, Any]:
        body = without_none(
            user_id=user_id,
            interactions=interactions,
            allow=allow,
            expires_in=expires_in,
            allowed_origins=allowed_origins,
        )
        return self._transport.call("POST", "/v1/sessions", body=body, once_per_try=True)

    def end(self, id: str) -> Dict[str, Any]:
        return self._transport.call("DELETE", f"/v1/sessions/{quote(id)}")


class Connections:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, *, user_id: str, app: str, return_url: Optional[str] = None, status: Optional[str] = None
    ) -> Dict[str, Any]:
        body = without_none(user_id=user_id, app=app, return_url=return_url, status=status)
        return self._transport.call("POST", "/v1/connections", body=body, once_per_try=True)

    def list(self, *, user_id: Optional[str] = None, app: Optional[str] = None) -> "Page[Dict[str, Any]]":
        return Page(self._transport, "/v1/connections", without_none(user_id=user_id, app=app))

    def get(self, id: str) -> Dict[str, Any]:
        return self._transport.call("GET", f"/v1/connections/{quote(id)}")

    def remove(self, id: str) -> Dict[str, Any]:
        return self._transport.call("DELETE", f"/v1/connections/{quote(id)}")
