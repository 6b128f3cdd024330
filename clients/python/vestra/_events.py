from __future__ import annotations

import http.client
import json
import time
from typing import Any, Dict, Iterator, Optional

from ._answer import path_of
from ._http import Transport, backoff, is_passing
from .errors import VestraError

# The server writes something at least this often.
_SILENCE = 40.0


def stream_events(
    transport: Transport, *, interaction: Optional[str] = None, last_event_id: Optional[str] = None
) -> Iterator[Dict[str, Any]]:
    """Events as they happen, for ever, each with `id`, `type` and `data`; after `{"type": "reset"}` events were missed."""
    path = "/v1/events" if interaction is None else f"{path_of(interaction)}/events"
    failures = 0
    while True:
        headers = {"Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        try:
            with transport.open("GET", path, headers=headers, timeout=_SILENCE) as response:
                for event in _read_events(response):
                    failures = 0
                    last_event_id = event.get("id", last_event_id)
                    yield event
        except VestraError as error:
            if not is_passing(error):
                raise
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(backoff(failures))
        failures += 1


def _read_events(response: Any) -> Iterator[Dict[str, Any]]:
    fields: Dict[str, str] = {}
    for raw in response:
        line = raw.decode().rstrip("\r\n")
        if line:
            name, _, value = line.partition(":")
            if name:
                fields[name] = value[1:] if value.startswith(" ") else value
            continue
        event, fields = fields, {}
        if event.get("event") == "reset":
            yield {"type": "reset"}
        elif "id" in event and "event" in event:
            yield {"id": event["id"], "type": event["event"], "data": json.loads(event.get("data", "null"))}
