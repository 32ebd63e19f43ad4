"""The dashboard's nodes as a file: exactly those that the address filters, in its order, in one query however many there are."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import UTC

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from verification.api.calls.files import open_to_tokens
from verification.forms import NodeFilterForm
from verification.models import Node, Source
from verification.reads.answers import Shape
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.answers import NodeRow
from verification.reads.nodes.counts import widen_filters
from verification.reads.runs.rulings import COLUMNS, ruling_cells
from verification.spreadsheets import guard_cell
from verification.views.access import needs

CHUNK = 500
BYTE_ORDER_MARK = "\ufeff"  # without it Excel reads Chinese as Latin letters
NODE_COLUMNS = ("slug", "label", "aliases", "group", "kind", "reference_period", "risk_level")
STATE_COLUMNS = ("badge", "value", "number", "unit", "trend", "confidence", "bound_by", "reason")
MOMENT_COLUMNS = ("as_of", "evidence_at", "checked_at", "run")
FLAG_COLUMNS = ("is_stale", "is_conflict", "is_running", "last_run_failed")
SOURCE_COLUMNS = ("source", "quote")
CSV_COLUMNS = (*NODE_COLUMNS, *STATE_COLUMNS, *SOURCE_COLUMNS, *MOMENT_COLUMNS, *FLAG_COLUMNS, *COLUMNS)
# What says how well a value is known means nothing where none is.
OF_A_VALUE = ("trend", "confidence")


@open_to_tokens
@needs("view_node")
@require_safe
def export_nodes_csv(request: HttpRequest) -> StreamingHttpResponse:
    return _answer(_write_csv(_rows(request)), "text/csv; charset=utf-8", "csv")


@open_to_tokens
@needs("view_node")
@require_safe
def export_nodes_json(request: HttpRequest) -> StreamingHttpResponse:
    return _answer(_write_json(_rows(request)), "application/json", "json")


def _answer(parts: Iterable[str], content_type: str, ending: str) -> StreamingHttpResponse:
    day = timezone.localdate().isoformat()
    headers = {"Content-Disposition": f'attachment; filename="nodes-{day}.{ending}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(parts, content_type=content_type, headers=headers)


def _nodes(request: HttpRequest) -> QuerySet[Node]:
    now = timezone.now()
    return queries.list_nodes(filters=widen_filters(filters=NodeFilterForm(request.GET).filters(), now=now), now=now)


def _rows(request: HttpRequest) -> Iterator[Shape]:
    """With the first page that carries the value, and its sentence."""
    run = Coalesce(OuterRef("state__restores__run"), OuterRef("state__run"))
    first = Source.objects.filter(run=run, is_accepted=True).order_by("position")
    nodes = _nodes(request).annotate(source=Subquery(first.values("url")[:1]), quote=Subquery(first.values("passage")[:1]))
    for node in nodes.iterator(chunk_size=CHUNK):
        yield {**_shape(node), "source": node.source, "quote": node.quote}


def _shape(node: Node) -> Shape:
    """Moments in UTC, so that two readers' files are the same, as in the files of a node's history."""
    with timezone.override(UTC):
        shape = NodeRow.of(node).shape()
    if shape["state"] and shape["state"]["badge"] not in queries.VERIFIED:
        shape["state"] |= dict.fromkeys(OF_A_VALUE)
    return shape


def _write_csv(rows: Iterable[Shape]) -> Iterator[str]:
    yield BYTE_ORDER_MARK + write_line(CSV_COLUMNS)
    for row in rows:
        state = row["state"] or {"badge": "", "unit": row["unit"]}
        told = {name: state.get(name) for name in (*STATE_COLUMNS, *MOMENT_COLUMNS)}
        cells = {**row, **told, **ruling_cells(state.get("ruled"))}
        yield write_line(guard_cell(write_cell(cells[name])) for name in CSV_COLUMNS)


def write_cell(value: object) -> str:
    """A value as text; lists joined, yes and no as 1 and 0."""
    if isinstance(value, list):
        return " | ".join(map(str, value))
    if isinstance(value, bool):
        return "1" if value else "0"
    return "" if value is None else str(value).replace("\x00", "")


def write_line(cells: Iterable[str]) -> str:
    """Every cell quoted, so that no separator of somebody's own begins a cell in another program."""
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerow(list(cells))
    return out.getvalue()


def _write_json(rows: Iterable[Shape]) -> Iterator[str]:
    """One array, a node a line."""
    opening = "[\n"
    for row in rows:
        yield opening + json.dumps(row, ensure_ascii=False)
        opening = ",\n"
    yield "\n]\n" if opening != "[\n" else "[]\n"
