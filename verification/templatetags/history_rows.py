"""The points of a node's chart and the rows of its tables, written here and not in a template: there are up to 280 and 60 of them."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import cache

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from verification.core.vocabulary import Reason, RunStatus
from verification.enums import label_of
from verification.kept import Kept, Written
from verification.models import Node, NodeState
from verification.templatetags.addresses import address
from verification.templatetags.evidence import badge
from verification.templatetags.markup import fill, fill_each
from verification.templatetags.moments import exact_time
from verification.views.cards import RunLine
from verification.views.charts.history import Point
from verification.views.nodes.history import HistoryRow

register = template.Library()

# Nothing in these tables depends on the moment.
FOREVER = timedelta(days=365)
_KEPT = Kept(most=300)


@register.simple_tag
@cache
def chart_point(shape: str, tone: str) -> SafeString:
    match shape:
        case "diamond":
            return fill('<rect class="p-{}" x="-5" y="-5" width="10" height="10" transform="rotate(45)"/>', tone)
        case "triangle":
            return fill('<path class="p-{}" d="M0-7L7 6H-7z"/>', tone)
        case "square":
            return fill('<rect class="p-{}" x="-5" y="-5" width="10" height="10"/>', tone)
        case "ring":
            return fill('<circle class="p-{}" r="5"/>', tone)
    return fill('<circle class="p-{}" r="6"/>', tone)


@register.simple_tag
def chart_points(node: Node, points: Iterable[Point]) -> SafeString:
    """Each leads to its run, or to its line in the table."""
    drawn = (
        (_address(node, point.state), point.title, point.title, point.x, point.y, chart_point(point.shape, point.tone)) for point in points
    )
    return fill_each(
        '<a href="{}" aria-label="{}"><title>{}</title><svg x="{}" y="{}" overflow="visible"><circle class="hit" r="12"/>{}</svg></a>',
        drawn,
    )


@register.simple_tag
def history_rows(node: Node, rows: Sequence[HistoryRow]) -> SafeString:
    told = tuple([(row.state.pk, row.state.created_at, row.state.badge, row.state.run_id, row.figure) for row in rows])
    now = timezone.now()
    return _KEPT.get((node.slug, told), now, lambda: Written(_write_states(node, rows), now + FOREVER))


def _write_states(node: Node, rows: Sequence[HistoryRow]) -> SafeString:
    day_of, unknown, decision = address("node", node.slug), gettext("unknown"), gettext("decision")
    written = (
        (
            row.state.pk,
            day_of,
            timezone.localdate(row.state.created_at).isoformat(),
            exact_time(row.state.created_at),
            row.figure or unknown,
            badge(row.state.badge),
            _address(node, row.state),
            f"r-{row.state.run_id}" if row.state.run_id else decision,
        )
        for row in rows
    )
    return fill_each(
        '<tr id="state-{}"><td class="nowrap"><a href="{}?at={}">{}</a></td><td class="r num end">{}</td><td class="half">{}</td>'
        '<td class="end"><a href="{}">{}</a></td></tr>',
        written,
    )


@register.simple_tag
def run_rows(rows: Sequence[RunLine]) -> SafeString:
    runs = [(row.run, row.figure) for row in rows]
    told = tuple([(run.pk, run.created_at, run.badge, run.status, run.reason, run.is_replay, figure) for run, figure in runs])
    now = timezone.now()
    return _KEPT.get(told, now, lambda: Written(_write_runs(rows), now + FOREVER))


def _write_runs(rows: Sequence[RunLine]) -> SafeString:
    replay = fill(" · {}", gettext("replay"))
    written = (
        (
            exact_time(row.run.created_at),
            row.figure or "–",
            badge(row.run.badge) if row.run.badge else fill('<span class="small dim">{}</span>', label_of(RunStatus, row.run.status)),
            label_of(Reason, row.run.reason) or "–",
            replay if row.run.is_replay else mark_safe(""),
            address("run", row.run.pk),
            row.run.pk,
        )
        for row in rows
    )
    return fill_each(
        '<tr><td class="nowrap">{}</td><td class="r num end nowrap">{}</td><td class="half">{}</td>'
        '<td class="small dim wide-only">{}{}</td><td class="end"><a href="{}">r-{}</a></td></tr>',
        written,
    )


def _address(node: Node, state: NodeState) -> str:
    """What stands behind a state: its run, or its line in the table of all of them."""
    return address("run", state.run_id) if state.run_id else f"{address('node', node.slug)}?h=all#state-{state.pk}"
