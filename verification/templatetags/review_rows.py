"""The rows of the reviewer's queue, written here and not in a template: twenty-five of them were half of what the page cost to make."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from verification.core.vocabulary import Reason
from verification.enums import SubjectKind, label_of
from verification.reads.reviews.reviews import Queue
from verification.templatetags.addresses import address
from verification.templatetags.decisions import decision_done
from verification.templatetags.evidence import icon, risk
from verification.templatetags.figures import as_html, as_rivals
from verification.templatetags.markup import fill, fill_each
from verification.templatetags.moments import age, ago
from verification.templatetags.reasons import review_text
from verification.views.reviews.cards import QueueRow

register = template.Library()

NOTHING = mark_safe("")


@register.simple_tag
def review_rows(rows: Iterable[QueueRow], queue: str, may_rule: bool, csrf_token: str) -> SafeString:
    """A ``<tr>`` for each, with the six cells that the head of the table names."""
    is_decided = queue == Queue.DECIDED
    when = gettext("Decided") if is_decided else gettext("Waiting for")
    return fill_each(
        '<tr><td class="name">{}</td>\n<td class="half">{}</td>\n<td class="end">{}</td>\n<td class="half small" data-l="{}">{}</td>\n'
        '<td class="half small dim">{}{}</td>\n<td class="full end r">{}</td></tr>',
        (
            (
                _question(row, queue),
                _values(row),
                risk(row.item.risk_level),
                when,
                ago(row.item.closed_at) if is_decided else age(row.item.created_at),
                _who(row, is_decided=is_decided),
                _escalated(row, is_decided=is_decided),
                _action(row, csrf_token, is_decided=is_decided, may_rule=may_rule),
            )
            for row in rows
        ),
    )


def _question(row: QueueRow, queue: str) -> SafeString:
    item = row.item
    link = fill('<a href="{}{}"><bdi>{}</bdi></a>', address("review", item.pk), "" if queue == Queue.OPEN else f"?queue={queue}", row.title)
    flag = NOTHING
    if item.subject_kind == SubjectKind.FLAG:
        flag = fill('<span class="stance warn">{}{}</span>', icon("bell"), gettext("flag"))
    return fill("{}<span>{}{}</span>", link, flag, review_text(item.why, item.node) or label_of(Reason, item.reason))


def _values(row: QueueRow) -> SafeString:
    if row.ruling:
        decided = fill(' <span class="val sm">{}</span>', as_html(row.decided)) if row.decided else NOTHING
        return fill('<span class="small">{}</span>{}', decision_done(row.ruling.decision), decided)
    if row.candidates:
        return fill('<span class="val sm">{}</span>', as_rivals(row.candidates))
    reason = row.item.reason
    return fill('<span class="small dim">{}</span>', label_of(Reason, reason) if reason else row.item.get_subject_kind_display())


def _who(row: QueueRow, *, is_decided: bool) -> SafeString | str:
    if row.ruling:
        return fill("<bdi>{}</bdi>", row.ruling.decided_by.get_username())
    if row.lease and row.lease.is_mine:
        return gettext("you, %(minutes)s min left") % {"minutes": row.lease.minutes}
    if row.lease:
        return gettext("%(who)s, %(minutes)s min left") % {"who": row.lease.holder, "minutes": row.lease.minutes}
    return "" if is_decided else gettext("unclaimed")


def _escalated(row: QueueRow, *, is_decided: bool) -> SafeString:
    if is_decided or not row.item.is_escalated:
        return NOTHING
    return fill(' <span class="stance warn">{}{}</span>', icon("up"), gettext("Escalated"))


def _action(row: QueueRow, csrf_token: str, *, is_decided: bool, may_rule: bool) -> SafeString:
    """What whoever reads the list may do with the item."""
    item, title = row.item, {"title": row.title}
    link = '<a class="btn" href="{}{}" aria-label="{}">{}</a>'
    if is_decided or not may_rule or (row.lease and not row.lease.is_mine):
        ending = "?queue=decided" if is_decided else ""
        return fill(link, address("review", item.pk), ending, gettext("Look at %(title)s") % title, gettext("Look"))
    if row.lease:
        return fill(link, address("review", item.pk), "", gettext("Continue %(title)s") % title, gettext("Continue"))
    return fill(
        '<form method="post" action="{}"><input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<button class="btn" aria-label="{}">{}</button></form>',
        address("review-claim", item.pk),
        csrf_token,
        gettext("Claim %(title)s") % title,
        pgettext("hold an item", "Claim"),
    )
