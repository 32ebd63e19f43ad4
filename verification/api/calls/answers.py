"""What the API answers: each model builds itself from the rows; those of nodes, runs and verdicts stand in ``verification.reads``."""

from typing import Annotated, Any

from pydantic import Field

from verification.models import NodeFlag, WhitelistDomain
from verification.reads.answers import Answer, Moment, local
from verification.reads.node_answers import NodeDetail as NodeDetail
from verification.reads.node_answers import NodeRow, State
from verification.reads.observations import NodeSeriesFigures as NodeSeriesFigures
from verification.reads.other_names import DecidedName as DecidedName
from verification.reads.other_names import NodeNames as NodeNames
from verification.reads.other_names import SuggestedName as SuggestedName
from verification.reads.published import PublishedOutline as PublishedOutline
from verification.reads.published import PublishedSeries as PublishedSeries
from verification.reads.published import PublisherSearch as PublisherSearch
from verification.reads.series import Series as Series
from verification.reads.series import SeriesList as SeriesList
from verification.reads.series import SeriesSuggestions as SeriesSuggestions
from verification.services.nodes.changes import NodeOutcome, WrittenNode


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


class Listed(Answer):
    """A page of a list."""

    next: Annotated[str | None, Field(description="`cursor` of the following page; null on the last.")]


class NodePage(Listed):
    items: list[NodeRow]


class StatePage(Listed):
    items: list[State]


class WhitelistPage(Listed):
    items: list[WhitelistEntry]


class NodeWritten(Answer):
    """What became of a node, or would. Of a new one `after` has every field; else both hold the fields that differ."""

    slug: str
    outcome: NodeOutcome
    is_dry_run: bool
    before: dict[str, Any]
    after: dict[str, Any]

    @classmethod
    def of(cls, written: WrittenNode, *, is_dry_run: bool) -> "NodeWritten":
        return cls(
            slug=written.slug, outcome=written.outcome, is_dry_run=is_dry_run, before=dict(written.before), after=dict(written.after)
        )
