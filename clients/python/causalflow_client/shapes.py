"""What the API answers, as far as most programs read it. Answers hold more (``docs/openapi.yaml``), and more may come: leave it alone."""

from typing import Any, Literal, TypedDict

Status = Literal["queued", "running", "finished", "degraded", "failed", "cancelled"]
Badge = Literal["whitelist_direct", "cross_validated", "unknown", "needs_human", "human_ruled", "failed"]
Decision = Literal["accept", "reject", "needs_human", "needs_retry"]


class Source(TypedDict):
    title: str
    url: str
    domain: str
    passage: str | None
    published_at: str | None
    stance: str


class NodeState(TypedDict):
    value: str
    number: str | None
    unit: str | None
    badge: Badge
    as_of: str


class Node(TypedDict):
    """As a list has it."""

    slug: str
    label: str
    kind: str
    state: NodeState | None


class NodeDetail(Node):
    """As it is read by itself, with what carries its value, and what speaks against it."""

    sources: list[Source]
    others: list[Source]


class Run(TypedDict):
    run: int
    status: Status
    badge: Badge | None
    value: str | None
    number: str | None
    unit: str | None


class WrittenDocument(TypedDict):
    id: int | None
    url: str
    outcome: Literal["added", "changed", "unchanged"]
    replaced: list[int]


class WrittenDocuments(TypedDict):
    is_dry_run: bool
    items: list[WrittenDocument]


class Batch(TypedDict):
    batch: int
    total: int
    queued: int
    running: int
    ended: int
    failed: int
    cancelled: int
    is_over: bool


class VotingResult(TypedDict):
    verification_id: str
    status: Status
    mode: str
    decision: Decision | None
    decision_reasoning: str
    consensus: dict[str, Any]
    individual_results: list[dict[str, Any]]
    retry_after: int | None


class Citation(TypedDict):
    index: int
    text: str
    url: str | None
    status: str


class Report(TypedDict):
    id: int
    status: Status
    citations: list[Citation]


class Sentence(TypedDict):
    start: int
    end: int
    supported: bool
    state: str
    sources: list[dict[str, Any]]


class Attribution(TypedDict):
    id: int
    status: Status
    sources: list[dict[str, Any]]
    sentences: list[Sentence]


class Event(TypedDict):
    event_id: int
    status: Status
    confidence: float | None


class EventBatch(TypedDict):
    batch: int
    total: int
    queued: int
    running: int
    ended: int
    failed: int
    cancelled: int
    is_over: bool
    items: list[dict[str, Any]]


class Message(TypedDict):
    """The body of a webhook."""

    event: str
    sent_at: str
    data: dict[str, Any]
