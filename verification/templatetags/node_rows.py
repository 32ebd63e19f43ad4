"""A row of the dashboard, written here and not in a template: twenty-five of them were half of what the page cost to make."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from verification.composed import Unmade
from verification.core.vocabulary import Badge, NodeKind, RunStatus, Trend
from verification.enums import label_of
from verification.kept import Kept, Written, next_day
from verification.models import Node
from verification.reads.nodes.pages import read_states
from verification.templatetags.addresses import address
from verification.templatetags.evidence import badge, icon, names_of, visible
from verification.templatetags.figures import as_html, as_rivals, is_chinese
from verification.templatetags.markup import fill, fill_each
from verification.templatetags.moments import EMPTY, ago, ago_until, exact_time, short_date
from verification.views.cards import NodeLine, WhyCard, make_node_row

register = template.Library()

NOTHING = mark_safe("")
BREAK = mark_safe("<br> ")
_KEPT = Kept(most=2000)


@dataclass(frozen=True, slots=True)
class _Words:
    """What every row says in the reader's language, looked up once for all of them."""

    counted: str
    merged: str
    rejected: str
    run: str
    why: str
    as_of: str


@register.simple_tag
def node_rows(rows: Iterable[Unmade[Node]]) -> SafeString:
    """A ``<tr>`` for each, with the seven cells that the head of the table names."""
    words = _Words(
        gettext("Counted"), gettext("Copies merged"), gettext("Set aside"), gettext("Run"), gettext("Why “%(badge)s”?"), gettext("As of")
    )
    now = timezone.now()
    return fill_each("{}", ((_KEPT.get(row.columns, now, partial(_write, row, words, now)),) for row in rows))


def _write(unmade: Unmade[Node], words: _Words, now: datetime) -> Written:
    node = unmade.make()
    row = make_node_row(node, read_states(node.recent_states))  # type: ignore[attr-defined]
    cells = (_name(node), _value(row), _trend(row), _badge(row, words), _evidence(row), _as_of(row, words), _checked(row))
    stale = mark_safe(' class="stale-row"') if node.is_stale else NOTHING  # type: ignore[attr-defined]
    text = fill("<tr{}>{}\n{}\n{}\n{}\n{}\n{}\n{}</tr>\n", stale, *cells)
    until = next_day(now)
    return Written(text, min(until, ago_until(row.state.created_at, now)) if row.state else until)


def _name(node: Node) -> SafeString:
    names = names_of(node, chinese=is_chinese())
    other = fill('<span lang="{}"><bdi>{}</bdi></span>', names.other_lang, names.other) if names.other else NOTHING
    link = '<td class="name"><a href="{}" lang="{}"><bdi>{}</bdi></a>{}</td>'
    return fill(link, address("node", node.slug), names.lang, names.name, other)


def _value(row: NodeLine) -> SafeString:
    if row.figure:
        return fill('<td class="r"><span class="val">{}</span></td>', as_html(row.figure))
    if not row.candidates:
        return fill('<td class="r"><span class="val none">{}</span></td>', row.missing)
    return fill('<td class="r"><span class="val">{}</span></td>', as_rivals(row.candidates))


def _trend(row: NodeLine) -> SafeString:
    spark, line, word = row.spark, NOTHING, NOTHING
    if spark:
        line = fill(
            '<svg class="spark" viewBox="0 0 96 28" aria-hidden="true"><polyline{} points="{}"/><circle cx="{}" cy="{}" r="3"/></svg>',
            mark_safe(' class="gap"') if spark.is_gap else NOTHING,
            spark.points,
            spark.x,
            spark.y,
        )
    if row.state and row.figure and row.node.kind != NodeKind.TEXT:
        word = fill('<span class="{}">{}</span>', "sr" if spark else "small dim nowrap", label_of(Trend, row.state.trend))
    return fill('<td class="end">{}{}</td>', line, word)


def _badge(row: NodeLine, words: _Words) -> SafeString:
    if row.why:
        shown = _why(row.why, words)
    elif row.node.last_run_failed:
        shown = badge(Badge.FAILED.value)
    else:
        shown = fill('<span class="small faint">{}</span>', EMPTY)
    return fill('<td class="full">{}</td>', shown)


def _why(why: WhyCard, words: _Words) -> SafeString:
    """The badge, which opens what stands behind it."""
    sentence = fill('<p class="small dim">{}</p>', why.sentence) if why.sentence else NOTHING
    facts = [(words.counted, why.counted), (words.merged, why.merged)]
    facts.append((words.rejected, visible(", ".join(why.rejected))))
    if why.run:
        link = fill('<a href="{}">r-{}</a>', address("run", why.run.pk), str(why.run.pk))
        ended = exact_time(why.run.finished_at) if why.run.finished_at else ""
        facts.append((words.run, fill("{} · {}", link, ended) if ended else link))
    return fill(
        '<details class="why bare"><summary>{}</summary><div class="why-card"><h3>{}</h3>{}<dl class="facts">{}</dl></div></details>',
        badge(why.badge.value),
        words.why % {"badge": label_of(Badge, why.badge)},
        sentence,
        fill_each("<dt>{}</dt><dd>{}</dd>", (fact for fact in facts if fact[1])),
    )


def _evidence(row: NodeLine) -> SafeString:
    return fill('<td class="small dim fit wide-only">{}</td>', row.evidence or EMPTY)


def _as_of(row: NodeLine, words: _Words) -> SafeString:
    return fill('<td class="when small" data-l="{}">{}</td>', words.as_of, short_date(row.node.evidence_at))


def _checked(row: NodeLine) -> SafeString:
    lines = (ago(row.state.created_at) if row.state else gettext("never"), _standing(row), _staleness(row.node))
    return fill('<td class="when small end">{}</td>', fill_each("{}", ((line,) for line in lines if line), BREAK))


def _standing(row: NodeLine) -> SafeString:
    """What is going on with the node, or went wrong; one thing alone."""
    run = row.state.run if row.state else None
    if row.node.is_running:
        return fill('<span class="faint">{}</span>', gettext("being verified"))
    if row.node.last_run_failed and row.state:
        return fill('<span class="stance bad">{}{}</span>', icon("octagon"), gettext("last run failed"))
    if run and run.status == RunStatus.DEGRADED:
        return fill('<span class="stance warn">{}{}</span>', icon("warn"), gettext("degraded"))
    if row.state and row.state.badge == Badge.NEEDS_HUMAN:
        return fill('<span class="faint">{}</span>', gettext("waits for a ruling"))
    return NOTHING


def _staleness(node: Node) -> SafeString:
    if not node.is_stale:
        return NOTHING
    limit = ngettext("limit %(days)s day", "limit %(days)s days", node.fresh_days) % {"days": node.fresh_days}
    return fill('<span class="stale">{}{}</span> <span class="faint">{}</span>', icon("clock"), gettext("stale"), limit)
