"""What the server sends. Plain dictionaries at run time."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

Kind = Literal[
    "ask_question",
    "composio_auth",
    "tool_permission",
    "credit_approval",
    "exit_plan",
    "custom",
    "hands_approval",
    "plan_limit",
]
Type = Literal["approval", "question", "connect", "handoff", "tool_call"]
Status = Literal["pending", "resolved", "cancelled", "expired"]
Decision = Literal["approved", "denied", "answered", "cancelled", "expired"]


class Option(TypedDict):
    label: str
    description: str


class Question(TypedDict):
    question: str
    header: str
    options: List[Option]
    multi_select: bool


class _Outcome(TypedDict):
    decision: Decision


class Outcome(_Outcome, total=False):
    answers: List[str]
    reason: str
    message: str


class Browser(TypedDict):
    suggested_mode: Literal["control"]
    url: Optional[str]


class _Interaction(TypedDict):
    object: Literal["interaction"]
    id: str
    user_id: Optional[str]
    task_id: Optional[str]
    conversation_id: Optional[str]
    kind: Kind
    type: Type
    status: Status
    summary: str
    moves_money: Optional[bool]
    requires_present_user: bool
    details: Dict[str, Any]
    outcome: Optional[Outcome]
    created_at: str
    expires_at: Optional[str]
    resolved_at: Optional[str]


class Interaction(_Interaction, total=False):
    nonce: str
    questions: List[Question]
    frame_url: str
    browser: Browser
    context: Dict[str, Any]
    digest: str


class Answered(TypedDict):
    id: str
    object: Literal["interaction"]
    type: Type
    status: Literal["resolved", "completed", "failed"]


class _Result(TypedDict):
    object: Literal["interaction.result"]
    id: str
    type: Type
    status: Status
    decision: Optional[Decision]
    resolved_at: Optional[str]


class Result(_Result, total=False):
    answers: List[str]
    handoff: Literal["done", "could_not", "not_now"]
    output: Any
    error: str
    reason: str
    message: str
    present_user: Optional[bool]
    answered_by: Dict[str, str]
    digest: str


class Verification(TypedDict):
    object: Literal["interaction.verification"]
    id: str
    match: bool
    status: Status
    decision: Optional[Decision]
