from __future__ import annotations

import random
import time
from typing import Any, Dict, List, Optional

from ._answer import path_of, without_none
from ._http import Transport, backoff, is_passing
from .errors import NotApprovedError, VestraError
from .types import Interaction, Kind, Result, Verification

_SHORTEST_POLL = 20.0
_JITTER = 20.0
_MAX_FAILURES = 12


class Handle:
    """An item that was asked for."""

    def __init__(self, transport: Transport, interaction: Interaction) -> None:
        self._transport = transport
        self.interaction = interaction
        self.id = interaction["id"]

    def result(self, *, wait: Optional[int] = None) -> Result:
        """What became of it; with `wait`, at most 50 seconds later."""
        timeout = None if wait is None else wait + 10
        return self._transport.call("GET", f"{path_of(self.id)}/result", query=without_none(wait=wait), timeout=timeout)

    def wait(self, *, timeout: Optional[float] = None) -> Result:
        """Waits until it ends. After `timeout` seconds the result may still be pending; the item goes on waiting."""
        until = None if timeout is None else time.monotonic() + timeout
        failures = 0
        while True:
            left = _SHORTEST_POLL + random.random() * _JITTER
            if until is not None:
                left = min(left, max(0.0, until - time.monotonic()))
                if left < 1:
                    time.sleep(left)
                    left = 0
            try:
                result = self.result(wait=int(left))
                if result["status"] != "pending" or _is_over(until):
                    return result
                failures = 0
            except VestraError as error:
                failures += 1
                if not is_passing(error) or _is_over(until) or failures > _MAX_FAILURES:
                    raise
                time.sleep(backoff(failures))

    def verify(self, arguments: Any) -> Verification:
        """Whether these arguments are those that were shown; ask before you act on a yes."""
        return self._transport.call("POST", f"{path_of(self.id)}/verify", body={"arguments": arguments})

    def cancel(self, *, reason: Optional[str] = None) -> Interaction:
        """Withdraws it."""
        body = None if reason is None else {"reason": reason}
        return self._transport.call("POST", f"{path_of(self.id)}/cancel", body=body)


def _is_over(until: Optional[float]) -> bool:
    return until is not None and time.monotonic() >= until


class Ask:
    """The asking side: `vestra.ask(kind, ...)`, or by what is wanted, as `vestra.ask.approval(...)`.

    Every ask takes the fields of the API as keyword arguments, `summary` first; `external_id` gives the same item again,
    also after a restart.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def __call__(self, kind: Kind, *, idempotency_key: Optional[str] = None, **fields: Any) -> Handle:
        return self._open({"kind": kind, **fields}, idempotency_key)

    def approval(self, *, summary: str, tool: Optional[Dict[str, Any]] = None, **fields: Any) -> Handle:
        """Leave for one step with a tool, or another kind of approval where `kind` names one."""
        return self._open({"kind": "tool_permission", **without_none(tool=tool), "summary": summary, **fields})

    def question(self, *, summary: str, questions: List[Dict[str, Any]], **fields: Any) -> Handle:
        return self._open({"kind": "ask_question", "summary": summary, "questions": questions, **fields})

    def handoff(self, *, summary: str, instructions: Optional[str] = None, **fields: Any) -> Handle:
        """One thing that a person does and then says so."""
        own = without_none(instructions=instructions)
        return self._open({"kind": "ask_question", "type": "handoff", "summary": summary, **own, **fields})

    def connect(self, *, summary: str, app: str, **fields: Any) -> Handle:
        """An app that the user connects."""
        return self._open({"kind": "composio_auth", "summary": summary, "app": app, **fields})

    def tool_call(self, *, summary: str, tool: Dict[str, Any], **fields: Any) -> Handle:
        """A call that somebody else's code runs; the output comes back in the result."""
        return self._open({"type": "tool_call", "summary": summary, "tool": tool, **fields})

    def plan(self, *, summary: str, **fields: Any) -> Handle:
        """A plan before it starts: `plan` or `steps`."""
        return self._open({"kind": "exit_plan", "summary": summary, **fields})

    def resume(self, id: str) -> Handle:
        """The handle of an item that was opened earlier."""
        return Handle(self._transport, self._transport.call("GET", path_of(id)))

    def _open(self, body: Dict[str, Any], idempotency_key: Optional[str] = None) -> Handle:
        opened = self._transport.call("POST", "/v1/interactions", body=body, idempotency_key=idempotency_key)
        return Handle(self._transport, opened)


def ask_approval(ask: Ask, *, timeout: Optional[float], **fields: Any) -> Result:
    """The result of a yes; NotApprovedError for everything else, a network failure included (fail closed)."""
    id: Optional[str] = None
    try:
        handle = ask.approval(**fields)
        id = handle.id
        result = handle.wait(timeout=timeout)
        is_same = handle.interaction.get("digest") == result.get("digest") and result.get("id") == id
    except Exception as error:
        raise NotApprovedError(f"Not approved: {error}", id=id) from error
    is_result = result.get("object") == "interaction.result" and result.get("status") == "resolved"
    if is_same and is_result and result.get("decision") == "approved":
        return result
    note = f": {result['message']}" if result.get("message") else ""
    raise NotApprovedError(f"Not approved ({result.get('decision') or result.get('status')}){note}", id=id, result=result)
