"""What the API answers about nodes; what most of it is built from stands in ``verification.reads``."""

from typing import Annotated, Any

from pydantic import Field

from verification.api.calls.answers import Listed
from verification.models import NodeFlag
from verification.reads.answers import Answer, Moment, local
from verification.reads.nodes.answers import NodeDetail as NodeDetail
from verification.reads.nodes.answers import NodeRow as NodeRow
from verification.reads.nodes.answers import State
from verification.reads.nodes.other_names import DecidedName as DecidedName
from verification.reads.nodes.other_names import NodeNames as NodeNames
from verification.reads.nodes.other_names import SuggestedName as SuggestedName
from verification.reads.series.observations import NodeSeriesFigures as NodeSeriesFigures
from verification.reads.series.published import PublishedOutline as PublishedOutline
from verification.reads.series.published import PublishedSeries as PublishedSeries
from verification.reads.series.published import PublisherSearch as PublisherSearch
from verification.reads.series.series import Series as Series
from verification.reads.series.series import SeriesList as SeriesList
from verification.reads.series.series import SeriesSuggestions as SeriesSuggestions
from verification.services.nodes.changes import NodeOutcome, WrittenNode


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


class NodePage(Listed):
    items: list[NodeRow]


class StatePage(Listed):
    items: list[State]


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
