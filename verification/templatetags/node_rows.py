"""A row of the dashboard, written here and not in a template: twenty-five of them were half of what the page cost to make."""

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from verification.core.vocabulary import Badge, NodeKind, RunStatus
from verification.enums import label_of
from verification.models import Node
from verification.templatetags.evidence import badge, icon, names_of, visible
from verification.templatetags.figures import as_html, as_rivals, is_chinese
from verification.templatetags.moments import EMPTY, ago, exact_time, short_date
from verification.views.cards import NodeLine, WhyCard

register = template.Library()

NOTHING = mark_safe("")
BREAK = mark_safe("<br> ")


@register.simple_tag
def node_row(row: NodeLine) -> SafeString:
    """``<tr>`` with the seven cells that the head of the table names."""
    cells = (_name(row.node), _value(row), _trend(row), _badge(row), _evidence(row), _as_of(row), _checked(row))
    marked = mark_safe(' class="stale-row"') if row.node.is_stale else NOTHING
    return format_html("<tr{}>{}</tr>\n", marked, format_html_join("\n", "{}", ((cell,) for cell in cells)))


def _name(node: Node) -> SafeString:
    names = names_of(node, chinese=is_chinese())
    other = format_html('<span lang="{}"><bdi>{}</bdi></span>', names.other_lang, names.other) if names.other else NOTHING
    link = '<td class="name"><a href="{}" lang="{}"><bdi>{}</bdi></a>{}</td>'
    return format_html(link, reverse("node", args=[node.slug]), names.lang, names.name, other)


def _value(row: NodeLine) -> SafeString:
    if row.figure:
        return format_html('<td class="r"><span class="val">{}</span></td>', as_html(row.figure))
    if not row.candidates:
        return format_html('<td class="r"><span class="val none">{}</span></td>', row.missing)
    return format_html('<td class="r"><span class="val">{}</span></td>', as_rivals(row.candidates))


def _trend(row: NodeLine) -> SafeString:
    spark, line, word = row.spark, NOTHING, NOTHING
    if spark:
        line = format_html(
            '<svg class="spark" viewBox="0 0 96 28" aria-hidden="true"><polyline{} points="{}"/><circle cx="{}" cy="{}" r="3"/></svg>',
            mark_safe(' class="gap"') if spark.is_gap else NOTHING,
            spark.points,
            spark.x,
            spark.y,
        )
    if row.state and row.figure and row.node.kind != NodeKind.TEXT:
        word = format_html('<span class="{}">{}</span>', "sr" if spark else "small dim nowrap", row.state.get_trend_display())
    return format_html('<td class="end">{}{}</td>', line, word)


def _badge(row: NodeLine) -> SafeString:
    if row.why:
        shown = _why(row.why)
    elif row.node.last_run_failed:
        shown = badge(Badge.FAILED.value)
    else:
        shown = format_html('<span class="small faint">{}</span>', EMPTY)
    return format_html('<td class="full">{}</td>', shown)


def _why(why: WhyCard) -> SafeString:
    """The badge, which opens what stands behind it."""
    sentence = format_html('<p class="small dim">{}</p>', why.sentence) if why.sentence else NOTHING
    facts = [(gettext("Counted"), why.counted), (gettext("Copies merged"), why.merged)]
    facts.append((gettext("Set aside"), visible(", ".join(why.rejected))))
    if why.run:
        link = format_html('<a href="{}">r-{}</a>', reverse("run", args=[why.run.pk]), str(why.run.pk))
        ended = exact_time(why.run.finished_at) if why.run.finished_at else ""
        facts.append((gettext("Run"), format_html("{} · {}", link, ended) if ended else link))
    return format_html(
        '<details class="why bare"><summary>{}</summary><div class="why-card"><h3>{}</h3>{}<dl class="facts">{}</dl></div></details>',
        badge(why.badge.value),
        gettext("Why “%(badge)s”?") % {"badge": label_of(Badge, why.badge)},
        sentence,
        format_html_join("", "<dt>{}</dt><dd>{}</dd>", (fact for fact in facts if fact[1])),
    )


def _evidence(row: NodeLine) -> SafeString:
    return format_html('<td class="small dim fit wide-only">{}</td>', row.evidence or EMPTY)


def _as_of(row: NodeLine) -> SafeString:
    return format_html('<td class="when small" data-l="{}">{}</td>', gettext("As of"), short_date(row.node.evidence_at))


def _checked(row: NodeLine) -> SafeString:
    lines = (ago(row.state.created_at) if row.state else gettext("never"), _standing(row), _staleness(row.node))
    return format_html('<td class="when small end">{}</td>', format_html_join(BREAK, "{}", ((line,) for line in lines if line)))


def _standing(row: NodeLine) -> SafeString:
    """What is going on with the node, or went wrong; one thing alone."""
    run = row.state.run if row.state else None
    if row.node.is_running:
        return format_html('<span class="faint">{}</span>', gettext("being verified"))
    if row.node.last_run_failed and row.state:
        return format_html('<span class="stance bad">{}{}</span>', icon("octagon"), gettext("last run failed"))
    if run and run.status == RunStatus.DEGRADED:
        return format_html('<span class="stance warn">{}{}</span>', icon("warn"), gettext("degraded"))
    if row.state and row.state.badge == Badge.NEEDS_HUMAN:
        return format_html('<span class="faint">{}</span>', gettext("waits for a ruling"))
    return NOTHING


def _staleness(node: Node) -> SafeString:
    if not node.is_stale:
        return NOTHING
    limit = ngettext("limit %(days)s day", "limit %(days)s days", node.fresh_days) % {"days": node.fresh_days}
    return format_html('<span class="stale">{}{}</span> <span class="faint">{}</span>', icon("clock"), gettext("stale"), limit)
