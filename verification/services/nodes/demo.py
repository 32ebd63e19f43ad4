"""The demo: nodes and pages written by us, loaded so that they stay as fresh as on the first day (``verification/demo``)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Annotated

from django.conf import settings
from pydantic import Field, model_validator

from verification.core.periods.freshness import parse_moment
from verification.models import Node
from verification.schemas import DocumentLine, NodeEntry, check_shape
from verification.services.gateway.corpus import DocumentEntry, LoadReport, load_documents, zone_of_language
from verification.services.nodes.nodes import NodesReport, load_nodes, node_fields
from verification.strict_json import parse_json, parse_object, read_lines

DEMO = Path(__file__).resolve().parents[2] / "demo"
ACTOR = "demo"


class DemoLine(DocumentLine):
    """One page of the demo, either with its true date or with one that moves: ``days_ago`` before the load, at ``clock`` in the zone of
    its ``lang``."""

    published_at: str | None = None
    days_ago: Annotated[int, Field(ge=1)] | None = None
    clock: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = "12:00"

    @model_validator(mode="after")
    def _dated_once(self) -> "DemoLine":
        if (self.published_at is None) == (self.days_ago is None):
            raise ValueError("expected either published_at or days_ago")
        return self


@dataclass(frozen=True, slots=True)
class DemoReport:
    """``slugs`` are the demo's nodes, in the order of the file; ``nodes`` and ``documents`` say what was new."""

    slugs: tuple[str, ...]
    nodes: NodesReport
    documents: LoadReport


def load_demo(*, now: datetime) -> DemoReport:
    """Load what is missing of the demo. A node that is there stays as people left it; pages with relative dates move with ``now``."""
    entries = read_demo_nodes()
    known = set(Node.objects.filter(slug__in=[entry.slug for entry in entries]).values_list("slug", flat=True))
    nodes = load_nodes(entries=[node_fields(entry) for entry in entries if entry.slug not in known], actor=ACTOR)
    documents = load_documents(entries=read_demo_documents(now=now), now=now, actor=ACTOR)
    return DemoReport(tuple(entry.slug for entry in entries), nodes, documents)


def read_demo_nodes() -> tuple[NodeEntry, ...]:
    """The demo's nodes, as ``load_nodes`` takes them; with those on official series where publishers may be asked."""
    names = ("nodes.json", "series.json") if settings.SERIES_PROVIDERS else ("nodes.json",)
    return tuple(check_shape(NodeEntry, value) for name in names for value in _read_list(name))


def _read_list(name: str) -> list[object]:
    listed = parse_json((DEMO / name).read_bytes())
    if not isinstance(listed, list):
        raise TypeError(f"{name} is no list")
    return listed


def read_demo_documents(*, now: datetime) -> Iterator[DocumentEntry]:
    """The demo's pages, each with its date as of ``now`` (aware)."""
    with (DEMO / "corpus.jsonl").open("rb") as file:
        for number, line in read_lines(file):
            yield _entry(number, check_shape(DemoLine, parse_object(line)), now)


def _entry(number: int, line: DemoLine, now: datetime) -> DocumentEntry:
    return DocumentEntry(
        line=number,
        title=line.title,
        text=line.text,
        url=line.url,
        published_at=_published_at(line, now),
        source=line.source,
        lang=line.lang,
    )


def _published_at(line: DemoLine, now: datetime) -> datetime | None:
    zone = zone_of_language(line.lang)
    if line.days_ago is None:
        return parse_moment(line.published_at, zone=zone)
    day = now.astimezone(zone).date() - timedelta(days=line.days_ago)
    return datetime.combine(day, time.fromisoformat(line.clock), tzinfo=zone)
