"""What the API answers: each model builds itself from the rows; those of nodes, runs and verdicts stand in ``verification.reads``."""

from typing import Annotated

from pydantic import Field

from verification.core.evidence import Why
from verification.core.vocabulary import Reason, RiskLevel
from verification.enums import ReviewStatus
from verification.models import NodeFlag, ReviewItem, VerificationRun, WhitelistDomain
from verification.reads.answers import Answer, Conflict, Explanation, Moment, local, local_or_none
from verification.reads.explanations import explain_review, language_of
from verification.reads.node_answers import NodeDetail as NodeDetail
from verification.reads.node_answers import NodeRow
from verification.reads.verdicts import Consensus as Consensus
from verification.reads.verdicts import EvidencePage as EvidencePage
from verification.reads.verdicts import Run as Run
from verification.reads.verdicts import RunRow


class FieldProblem(Answer):
    field: Annotated[str, Field(description="Path of the field.", examples=["results.0.url"])]
    code: Annotated[str, Field(examples=["missing"])]
    detail: str


class Problem(Answer):
    """An error (RFC 9457). `code` is stable, `title` and `detail` are for people."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(examples=["invalid_request"])]
    errors: Annotated[list[FieldProblem], Field(default_factory=list, description="Bad fields; absent where it is not about fields.")]


class Flag(Answer):
    id: int
    node: str
    state: Annotated[int | None, Field(description="The state objected to.")]
    reason: str
    source: str | None
    created_at: Moment

    @classmethod
    def of(cls, flag: NodeFlag) -> "Flag":
        return cls(
            id=flag.pk,
            node=flag.node.slug,
            state=flag.state_id,
            reason=flag.reason,
            source=flag.source or None,
            created_at=local(flag.created_at),
        )


class Watch(Answer):
    node: str
    is_watched: bool


class WhitelistEntry(Answer):
    """A host suffix whose pages are trusted."""

    domain: str
    groups: list[str]
    owner: Annotated[str | None, Field(description="Domains of one owner share a vote.")]
    tier: int
    authority: float
    is_official: bool
    is_active: bool

    @classmethod
    def of(cls, domain: WhitelistDomain) -> "WhitelistEntry":
        """Of a row whose listings were prefetched with their groups."""
        return cls(
            domain=domain.domain,
            groups=[listing.group.slug for listing in domain.listings.all()],
            owner=domain.owner or None,
            tier=domain.tier,
            authority=float(domain.authority),
            is_official=domain.is_official,
            is_active=domain.is_active,
        )


class NodeName(Answer):
    slug: str
    label: str


class ReviewEntry(Answer):
    id: int
    status: ReviewStatus
    reason: Annotated[Reason | None, Field(description="Null where a person objected.")]
    why: Explanation
    risk_level: RiskLevel
    node: NodeName | None
    run: int | None
    conflicts: list[Conflict]
    created_at: Moment
    closed_at: Moment | None

    @classmethod
    def of(cls, item: ReviewItem, run: VerificationRun | None, *, lang: str | None) -> "ReviewEntry":
        node = item.node
        said_in = lang or (language_of(node.label) if node else "en")
        return cls(
            id=item.pk,
            status=ReviewStatus(item.status),
            reason=Reason(item.reason) if item.reason else None,
            why=explain_review(Why(str(item.why.get("code", "")), item.why.get("params", {})), said_in),
            risk_level=RiskLevel(item.risk_level),
            node=NodeName(slug=node.slug, label=node.label) if node else None,
            run=run.pk if run else None,
            conflicts=[Conflict(value=entry["value"], domains=entry["domains"]) for entry in run.conflicts] if run else [],
            created_at=local(item.created_at),
            closed_at=local_or_none(item.closed_at),
        )


class Listed(Answer):
    """A page of a list."""

    next: Annotated[str | None, Field(description="`cursor` of the following page; null on the last.")]


class NodePage(Listed):
    items: list[NodeRow]


class RunPage(Listed):
    items: list[RunRow]


class WhitelistPage(Listed):
    items: list[WhitelistEntry]
