"""Rows for tests, with as little as a test needs to say."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from verification.core.evidence import (
    Candidate,
    Counts,
    Page,
    Passage,
    SourceFinding,
    TraceStep,
    Verdict,
    Why,
)
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.vocabulary import Badge, BoundBy, Confidence, PassageField, Reason, Stage, Stance, Trend
from verification.enums import RunTrigger
from verification.models import Document, Node, NodeState, VerificationRun
from verification.services.gateway.corpus import DocumentEntry, load_documents
from verification.services.nodes.summaries import summarise_nodes
from verification.services.runs.lifecycle import claim_run, request_run
from verification.services.runs.results import FoundPage, RunOutcome, finish_run

JUNE_18 = datetime(2026, 6, 18, 12, 0, tzinfo=UTC)
_numbers = count(1)


def make_node(slug: str = "", **fields: Any) -> Node:
    """A percent node; ``slug`` is made up where none is given."""
    slug = slug or f"node-{next(_numbers)}"
    return Node.objects.create(**{"slug": slug, "label": f"Rate of {slug}", "kind": "percent", "unit": "%", **fields})


def make_document(
    *, url: str = "", title: str = "", text: str = "", published_at: datetime | None = JUNE_18, lang: str = "en", source: str = ""
) -> Document:
    """A document in corpus and index."""
    url = url or f"https://paper-{next(_numbers)}.example/story"
    entry = DocumentEntry(line=1, title=title, text=text, url=url, published_at=published_at, lang=lang, source=source)
    load_documents(entries=[entry], now=timezone.now() + timedelta(days=1), actor="tests")
    return Document.objects.get(url=url, title=title, text=text)


def make_page(
    url: str = "https://a.example/1", title: str = "", content: str = "The rate is 5.25%.", at: datetime | None = JUNE_18
) -> Page:
    return Page(url=url, title=title, content=content, published_at=at)


def make_run(node: Node | None = None, **fields: Any) -> VerificationRun:
    """A queued run that nobody works on."""
    run = VerificationRun.objects.create(**{"node": node or make_node(), "as_of": timezone.now(), **fields})
    summarise_nodes(keys=[run.node_id])
    return run


def make_verdict(pages: tuple[Page, ...] = (), *, accepted: int = 0, **fields: Any) -> Verdict:
    """A verdict on ``pages`` whose first ``accepted`` carry 5.25%; without any it is an unknown for too few domains."""
    findings = tuple(
        SourceFinding(
            position=position,
            url=page.url,
            title=page.title,
            domain=page.url.split("/")[2],
            stance=Stance.SUPPORTS if position < accepted else Stance.OFF_TOPIC,
            why=Why(WhyCode.BOUND_IN_SENTENCE if position < accepted else WhyCode.OFF_TOPIC),
            story=position + 1 if position < accepted else 0,
            passage=_passage(page) if position < accepted else None,
            published_at=page.published_at,
            value="5.25%" if position < accepted else None,
            number="5.25" if position < accepted else None,
        )
        for position, page in enumerate(pages)
    )
    known = {
        "value": "5.25%" if accepted else "unknown",
        "number": "5.25" if accepted else None,
        "unit": "%" if accepted else None,
        "trend": Trend.STABLE,
        "confidence": Confidence.CROSS_VALIDATED,
        "badge": Badge.CROSS_VALIDATED if accepted else Badge.UNKNOWN,
        "reason": Reason.ACCEPTED if accepted else Reason.TOO_FEW_DOMAINS,
        "bound_by": BoundBy.RULES,
        "sources": findings[:accepted],
        "others": findings[accepted:],
        "counts": Counts(domains=accepted, stories=accepted),
        "trace": (TraceStep(TraceCode.PAGES_READ, {"pages": len(pages)}),),
    }
    return Verdict(**{**known, **fields})


def make_conflict(values: tuple[str, str] = ("5.0%", "5.5%")) -> Verdict:
    """An unknown that needs a person, for two values both qualify."""
    candidates = tuple(Candidate(value=value, number=value.rstrip("%"), domains=("a.example", "b.example"), stories=3) for value in values)
    return make_verdict(
        badge=Badge.NEEDS_HUMAN,
        reason=Reason.VALUES_DISAGREE,
        conflicts=candidates,
        candidates=candidates,
        review=Why(ReviewCode.VALUES_DISAGREE, {"values": values}),
    )


def make_outcome(verdict: Verdict, pages: tuple[Page, ...] = (), *, stage: Stage = Stage.VOTES) -> RunOutcome:
    found = tuple(FoundPage(page=page, stage=stage, provider="corpus", query="rate", rank=rank) for rank, page in enumerate(pages, 1))
    return RunOutcome(verdict=verdict, found=found, calls=1)


def make_finished_run(
    node: Node | None = None, verdict: Verdict | None = None, pages: tuple[Page, ...] = (), **request: Any
) -> VerificationRun:
    """A run that was asked for, claimed and finished with ``verdict``; by default three pages carry 5.25%."""
    if verdict is None:
        pages = pages or tuple(make_page(f"https://{name}.example/1") for name in "abc")
        verdict = make_verdict(pages, accepted=3)
    run = request_run(node=node or make_node(), trigger=RunTrigger.COMMAND, enqueue=False, **request)
    claim = claim_run(run_id=run.pk)
    assert claim is not None
    return finish_run(claim=claim, outcome=make_outcome(verdict, pages))


def make_state(node: Node | None = None, **verdict: Any) -> NodeState:
    return make_finished_run(node, **verdict).state


def _passage(page: Page) -> Passage:
    start = page.content.find("5.25%")
    return Passage(text=page.content, field=PassageField.CONTENT, start=0, end=len(page.content), figure_start=start, figure_end=start + 5)
