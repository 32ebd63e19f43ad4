"""Two years of the demo's past: made by the engine from pages of then, which stay with their runs and are in no corpus."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from verification.core.consensus.engine import settle
from verification.core.evidence import Page, Trust
from verification.core.vocabulary import Stage
from verification.enums import RunTrigger
from verification.models import Node, NodeState, RunStep, VerificationRun
from verification.schemas import StrictShape, check_shape
from verification.services.history import unlock_history
from verification.services.nodes.demo import DEMO
from verification.services.nodes.summaries import summarise_nodes
from verification.services.runs.lifecycle import claim_run, request_run
from verification.services.runs.results import FoundPage, RunOutcome, finish_run
from verification.services.whitelist.trust import load_trust
from verification.strict_json import parse_json

# How long before the run its pages were published.
HOURS_BEFORE = 5


class DemoHistory(StrictShape):
    """``pages`` are hosts with a sentence that has a place for the figure; ``points`` days ago, the oldest first, with that figure."""

    slug: str
    pages: list[Annotated[tuple[str, str], Field(strict=False)]]
    points: list[Annotated[tuple[Annotated[int, Field(ge=1)], str], Field(strict=False)]]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A run of then: its pages, and when it was."""

    at: datetime
    pages: tuple[Page, ...]


def load_demo_history(*, now: datetime) -> int:
    """Give the demo's nodes that nothing is known of yet their past, the newest point as their state; how many runs that were."""
    listed = parse_json((DEMO / "history.json").read_bytes())
    if not isinstance(listed, list):
        raise TypeError("the demo's history is no list")
    entries = {entry.slug: entry for entry in (check_shape(DemoHistory, value) for value in listed)}
    nodes = Node.objects.filter(slug__in=entries, is_active=True, runs__isnull=True).order_by("pk")
    trust = load_trust()
    return sum(_remember(node, _moments(entries[node.slug], now), trust) for node in nodes)


def _moments(entry: DemoHistory, now: datetime) -> list[_Moment]:
    moments = []
    for days, figure in entry.points:
        at = now - timedelta(days=days)
        published = at - timedelta(hours=HOURS_BEFORE)
        pages = (
            Page(
                url=f"https://www.{host}/archive/{at:%Y-%m-%d}/{entry.slug}", title="", content=said.format(figure), published_at=published
            )
            for host, said in entry.pages
        )
        moments.append(_Moment(at, tuple(pages)))
    return moments


def _remember(node: Node, moments: Sequence[_Moment], trust: Trust) -> int:
    known: list[str] = []
    for moment in moments:
        run = request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False)
        claim = claim_run(run_id=run.pk)
        if claim is None:
            continue
        claim.run.as_of = moment.at
        verdict = settle(node.spec(), moment.pages, as_of=moment.at, trust=trust, history=known)
        found = (
            FoundPage(page=page, stage=Stage.VOTES, provider="demo", query=node.label, rank=rank)
            for rank, page in enumerate(moment.pages, 1)
        )
        finish_run(claim=claim, outcome=RunOutcome(verdict=verdict, found=tuple(found), calls=0))
        known += [verdict.number] if verdict.number else []
        _date_back(run, moment.at)
    summarise_nodes(keys=[node.pk])
    return len(moments)


def _date_back(run: VerificationRun, at: datetime) -> None:
    """The run and its state were made now, of pages of then; they stand in the history where those pages do."""
    moments = {"created_at": at, "started_at": at, "finished_at": at + timedelta(seconds=1), "as_of": at}
    with unlock_history():
        VerificationRun.objects.filter(pk=run.pk).update(**moments)
        RunStep.objects.filter(run=run).update(started_at=at, finished_at=at)
        NodeState.objects.filter(run=run).update(created_at=at, as_of=at)
