"""A node's history: what its page shows of it, what was known on a day, and all of it as a file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from verification.api.calls.files import open_to_tokens
from verification.core.vocabulary import Badge
from verification.enums import label_of
from verification.models import Node, NodeState
from verification.reads.nodes import history as history_queries
from verification.reads.nodes import nodes as queries
from verification.reads.runs.rulings import COLUMNS as RULING_COLUMNS
from verification.reads.runs.rulings import StandingRuling, ruling_cells
from verification.spreadsheets import guard_cell
from verification.templatetags.figures import ShownFigure, parse_number, state_figure
from verification.templatetags.moments import plain_date
from verification.views.access import needs
from verification.views.charts.history import FEWEST, make_chart
from verification.views.charts.series_line import find_line
from verification.views.files.exports import BYTE_ORDER_MARK, OF_A_VALUE, write_cell, write_line

PERIODS = {"1y": 365, "2y": 730, "all": None}
DEFAULT_PERIOD = "2y"
TABLE_ROWS = 60
VALUE_COLUMNS = ("badge", "value", "number", "unit", "trend", "confidence")
COLUMNS = ("checked_at", *VALUE_COLUMNS, "as_of", "evidence_at", "reason", "run", "decision", *RULING_COLUMNS)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One state in the table, or one change in the list of events (then with what was before)."""

    state: NodeState
    figure: ShownFigure | None
    before_badge: str = ""
    before: ShownFigure | None = None


@dataclass(frozen=True, slots=True)
class _Before:
    """What a state says of the one before it; ``figure`` is the number, where there is one."""

    badge: str
    value: str
    figure: str
    unit: str

    @property
    def number(self) -> str:
        return self.figure if parse_number(self.figure) else ""


@dataclass(frozen=True, slots=True)
class HistorySpan:
    code: str
    label: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Past:
    """What the page is asked to show: the end of ``day``, between ``first`` and ``today``; ``offset`` counts days from ``first``."""

    first: date
    today: date
    day: date
    moment: datetime | None

    @property
    def offset(self) -> int:
        return (self.day - self.first).days

    @property
    def length(self) -> int:
        return (self.today - self.first).days


def describe_history(*, request: HttpRequest, node: Node, now: datetime) -> dict[str, object]:
    """The chart, its table and the changes, for the period that the address asks for."""
    wanted = request.GET.get("h", "")
    code = wanted if wanted in PERIODS else DEFAULT_PERIOD
    days = PERIODS[code]
    since = now - timedelta(days=days) if days else None
    states = history_queries.list_points(node=node, since=since)
    line = find_line(node=node, since=since, now=now) if states else None
    names = {"1y": gettext("1 y"), "2y": gettext("2 y"), "all": gettext("All")}
    return {
        "chart": make_chart(node=node, states=states, since=since, now=now, line=line),
        "line": line,
        "few": _describe_few(node, states),
        "since_change": _describe_change(node, states),
        "history": [HistoryRow(state, state_figure(state, node.kind)) for state in reversed(states[-TABLE_ROWS:])],
        "changes": [_make_change(node, state) for state in _find_changes(node, states)],
        "periods": [HistorySpan(known, names[known], known == code) for known in PERIODS],
    }


def _find_changes(node: Node, states: Sequence[NodeState]) -> list[NodeState]:
    return history_queries.find_changes(node=node, points=states, first_at=node.first_state_at)


def _describe_few(node: Node, states: Sequence[NodeState]) -> str:
    """In the place of a chart that would be one or two dots."""
    if not 0 < len(states) < FEWEST:
        return ""
    told = [_told(node, state) for state in states]
    return gettext("So far: %(states)s.") % {"states": gettext(", ").join(dict.fromkeys(told))}


def _told(node: Node, state: NodeState) -> str:
    figure = state_figure(state, node.kind)
    return gettext("%(figure)s on %(day)s") % {"figure": figure or label_of(Badge, state.badge), "day": plain_date(state.created_at)}


def _describe_change(node: Node, states: Sequence[NodeState]) -> str:
    """What the newest state changed: 44,300 USD → 45,000 USD, since a day."""
    if len(states) < FEWEST:
        return ""
    before, now = states[-2], states[-1]
    was, is_now = (state_figure(state, node.kind) for state in (before, now))
    if str(was) == str(is_now):
        return ""
    told = {
        "before": was or label_of(Badge, before.badge),
        "now": is_now or label_of(Badge, now.badge),
        "day": plain_date(before.created_at),
    }
    return gettext("Since %(day)s: %(before)s → %(now)s") % told


def _make_change(node: Node, state: NodeState) -> HistoryRow:
    marks = vars(state)
    before = _Before(*(marks[f"before_{name}"] or "" for name in ("badge", "value", "figure", "unit")))
    return HistoryRow(state, state_figure(state, node.kind), before_badge=before.badge, before=state_figure(before, node.kind))


def find_past(*, request: HttpRequest, node: Node, now: datetime) -> Past | None:
    """The day that ``at`` names, kept between the first state and today; None for a node without states. Nonsense is today.

    ``node`` is one that was read with ``first_state_at``.
    """
    if node.first_state_at is None:
        return None
    first, today = timezone.localdate(node.first_state_at), timezone.localdate(now)
    wanted = _parse_day(request.GET.get("at", ""))
    if wanted is None or wanted > today:
        return Past(first, today, today, None)
    end = datetime.combine(wanted + timedelta(days=1), time.min, tzinfo=timezone.get_current_timezone())
    return Past(first, today, max(wanted, first), min(end, now) if wanted >= first else end)


def _parse_day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1900 <= day.year <= 9000 else None


def show_as_known(*, node: Node, moment: datetime) -> None:
    """Let the node (in memory alone) hold the state it had at ``moment``, judged for age as of then."""
    node.state = history_queries.get_state_at(node=node, moment=moment)
    evidence = (node.state.evidence_at or node.state.as_of) if node.state else None
    node.evidence_at = evidence
    node.is_stale = bool(evidence and node.fresh_days is not None and evidence + timedelta(days=node.fresh_days) < moment)
    node.last_run_failed = False


@needs("view_node")
@require_safe
def go_to_day(request: HttpRequest, slug: str) -> HttpResponse:
    """The slider without script: ``day`` counts from the first state; the answer is the page of that day."""
    node = _get_node(slug)
    first = history_queries.get_first_moment(node=node)
    offset = request.GET.get("day", "")
    address = reverse("node", args=[node.slug])
    if first is None or not (offset.isascii() and offset.isdigit() and len(offset) <= 5):
        return redirect(address)
    day = min(timezone.localdate(first) + timedelta(days=int(offset)), timezone.localdate())
    return redirect(address if day == timezone.localdate() else f"{address}?at={day.isoformat()}")


def _get_node(slug: str) -> Node:
    node = queries.get_node(slug=slug, now=timezone.now())
    if node is None:
        raise Http404
    return node


@open_to_tokens
@needs("view_node")
@require_safe
def export_history_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    node = _get_node(slug)
    return _answer(_write_csv(_rows(node)), "text/csv; charset=utf-8", f"{node.slug}-history.csv")


@open_to_tokens
@needs("view_node")
@require_safe
def export_history_json(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    node = _get_node(slug)
    return _answer(_write_json(_rows(node)), "application/json", f"{node.slug}-history.json")


def _answer(parts: Iterable[str], content_type: str, name: str) -> StreamingHttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(parts, content_type=content_type, headers=headers)


def _rows(node: Node) -> Iterator[dict[str, object]]:
    """Each state, oldest first; moments in UTC, so that two readers' files are the same."""
    for state in history_queries.iterate_states(node=node):
        plain = {name: getattr(state, name) for name in VALUE_COLUMNS}
        if state.badge not in queries.VERIFIED:
            plain |= dict.fromkeys(OF_A_VALUE)
        yield {
            **plain,
            "checked_at": _moment(state.created_at),
            "as_of": _moment(state.as_of),
            "evidence_at": _moment(state.evidence_at),
            "reason": state.run.reason if state.run and state.kept_ruling_id is None else None,
            "run": state.run_id,
            "decision": state.decided_by.pk if state.decided_by else None,
            **ruling_cells(_ruled(state)),
        }


def _ruled(state: NodeState) -> dict[str, object] | None:
    said = StandingRuling.made(state.decided_by, state.standing)
    return {**dict(said), "decided_at": _moment(said.decided_at), "expires_at": _moment(said.expires_at)} if said else None


def _moment(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else None


def _write_csv(rows: Iterable[dict[str, object]]) -> Iterator[str]:
    yield BYTE_ORDER_MARK + write_line(COLUMNS)
    for row in rows:
        yield write_line(guard_cell(write_cell(row[name])) for name in COLUMNS)


def _write_json(rows: Iterable[dict[str, object]]) -> Iterator[str]:
    opening = "[\n"
    for row in rows:
        yield opening + json.dumps({name: row[name] for name in COLUMNS}, ensure_ascii=False)
        opening = ",\n"
    yield "\n]\n" if opening != "[\n" else "[]\n"
