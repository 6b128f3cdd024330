from __future__ import annotations

from typing import Any, Dict, Generic, Iterator, List, Optional, TypeVar

from ._http import Transport, quote
from .types import Answered, Interaction, Kind, Status, Type

T = TypeVar("T")
_ABSENT: Any = object()


class Page(Generic[T]):
    """One page, in `data`; iterating goes over every item of every page."""

    def __init__(self, transport: Transport, path: str, query: Dict[str, Any]) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        body = transport.call("GET", path, query=query)
        self.data: List[T] = body["data"]
        self.next_cursor: Optional[str] = body["next_cursor"]

    def __iter__(self) -> Iterator[T]:
        page: Page[T] = self
        while True:
            yield from page.data
            if page.next_cursor is None:
                return
            page = Page(self._transport, self._path, {**self._query, "cursor": page.next_cursor})

    def __len__(self) -> int:
        return len(self.data)


def path_of(id: str) -> str:
    return f"/v1/interactions/{quote(id)}"


def without_none(**fields: Any) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class Answer:
    """The answering side: `vestra.answer(id, approve=True)`, and `.list`, `.get`, `.cancel` on it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def __call__(
        self,
        id: str,
        *,
        approve: Optional[bool] = None,
        present_user: Optional[bool] = None,
        message: Optional[str] = None,
        nonce: Optional[str] = None,
        answers: Optional[List[str]] = None,
        done: Optional[bool] = None,
        could_not: Optional[bool] = None,
        not_now: Optional[bool] = None,
        output: Any = _ABSENT,
        error: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answered:
        """Answers it, with exactly one of approve, answers, done, could_not, not_now, output and error."""
        body = without_none(
            approve=approve,
            present_user=present_user,
            message=message,
            nonce=nonce,
            answers=answers,
            done=done,
            could_not=could_not,
            not_now=not_now,
            error=error,
        )
        if output is not _ABSENT:
            body["output"] = output
        return self._transport.call("POST", f"{path_of(id)}/answer", body=body, idempotency_key=idempotency_key)

    def list(
        self,
        *,
        user_id: Optional[str] = None,
        conversation_id: Optional[str] = None,
        task_id: Optional[str] = None,
        type: Optional[Type] = None,
        kind: Optional[Kind] = None,
        status: Optional[Status] = None,
        agent: Optional[str] = None,
        moves_money: Optional[bool] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        include: Optional[str] = None,
    ) -> "Page[Interaction]":
        """What waits; narrower with each filter."""
        query = without_none(
            user_id=user_id,
            conversation_id=conversation_id,
            task_id=task_id,
            type=type,
            kind=kind,
            status=status,
            agent=agent,
            moves_money=None if moves_money is None else str(moves_money).lower(),
            created_after=created_after,
            created_before=created_before,
            q=q,
            limit=limit,
            cursor=cursor,
            include=include,
        )
        return Page(self._transport, "/v1/interactions", query)

    def get(self, id: str, *, wait: Optional[int] = None, include: Optional[str] = None) -> Interaction:
        """One item; with `wait`, at most 50 seconds later, when it has not ended before."""
        timeout = None if wait is None else wait + 10
        query = without_none(wait=wait, include=include)
        return self._transport.call("GET", path_of(id), query=query, timeout=timeout)

    def cancel(self, id: str, *, reason: Optional[str] = None, idempotency_key: Optional[str] = None) -> Interaction:
        """Withdraws it."""
        body = None if reason is None else {"reason": reason}
        return self._transport.call("POST", f"{path_of(id)}/cancel", body=body, idempotency_key=idempotency_key)
