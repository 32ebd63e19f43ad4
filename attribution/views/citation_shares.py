"""How citations fare: shares of each verdict by domain, language or month, and how often people upheld them."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from attribution.core.checks.shares import Share, VerdictGroup, sum_groups
from attribution.core.vocabulary import CitationStatus
from attribution.enums import label_of
from attribution.forms import ShareFilterForm
from attribution.reads.shares import COLUMNS, DOMAIN, LANGUAGE, MONTH, SPANS, VERDICTS, ShareFilters, list_cells, list_groups
from attribution.views.access import needs
from attribution.views.citation_files import write_table
from verification.api.calls.files import open_to_tokens
from verification.templatetags.usage import percent

SHOWN = 50
# The class of each verdict's part of a bar; a broken link and a contradiction are told apart.
TONES = {"verified": "ok", "unverified": "warn", "broken_link": "gone", "misinformation": "bad", "inconclusive": "uk"}


@dataclass(frozen=True, slots=True)
class SharePart:
    """One verdict in a bar; ``start`` and ``width`` in per cent."""

    tone: str
    start: str
    width: str


@dataclass(frozen=True, slots=True)
class Interval:
    """A share in words, and where its mark and the ends of its interval stand, in per cent; all "" where there is none."""

    rate: str
    span: str
    at: str
    low: str
    width: str


@dataclass(frozen=True, slots=True)
class ShareRow:
    group: VerdictGroup
    name: str
    counts: tuple[int, ...]
    parts: tuple[SharePart, ...]
    verified: Interval
    upheld: Interval


@needs("view_citationreport")
@require_safe
def show_shares(request: HttpRequest) -> HttpResponse:
    form = ShareFilterForm(request.GET)
    filters = form.filters()
    groups = list_groups(user=request.user, filters=filters, now=timezone.now())
    context = {
        "form": form,
        "filters": filters,
        "spans": SPANS,
        "whole": _make_row(sum_groups(groups), filters),
        "rows": [_make_row(group, filters) for group in groups[:SHOWN]],
        "omitted": max(0, len(groups) - SHOWN),
        "verdicts": [(TONES[verdict], label_of(CitationStatus, verdict)) for verdict in VERDICTS],
        "group_label": {DOMAIN: gettext("Domain"), LANGUAGE: gettext("Language"), MONTH: gettext("Month")}[filters.by],
    }
    return render(request, "citations/shares.html", context)


@open_to_tokens
@needs("view_citationreport")
@require_safe
def export_shares(request: HttpRequest) -> HttpResponse:
    """Every group that the address filters, however many."""
    filters = ShareFilterForm(request.GET).filters()
    groups = list_groups(user=request.user, filters=filters, now=timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="citation-shares-{filters.by}.csv"', "Cache-Control": "private, no-store"}
    return HttpResponse(write_table(COLUMNS, map(list_cells, groups)), content_type="text/csv; charset=utf-8", headers=headers)


def _make_row(group: VerdictGroup, filters: ShareFilters) -> ShareRow:
    return ShareRow(
        group=group,
        name=_name(group.key, filters.by),
        counts=tuple(group.verdicts.get(verdict, 0) for verdict in VERDICTS),
        parts=_parts(group),
        verified=_interval(group.share_of("verified")),
        upheld=_interval(group.agreement),
    )


def _name(key: str, by: str) -> str:
    if by == LANGUAGE:
        return {"zh": gettext("Chinese"), "en": gettext("English")}.get(key, key)
    if by == MONTH and key:
        return date_format(date.fromisoformat(f"{key}-01"), pgettext("date format: month and year", "M Y"))
    return key or gettext("named without a link")


def _parts(group: VerdictGroup) -> tuple[SharePart, ...]:
    parts, before = [], 0
    for verdict in VERDICTS:
        count = group.verdicts.get(verdict, 0)
        if count:
            parts.append(SharePart(TONES[verdict], _at(before / group.total), _at(count / group.total)))
        before += count
    return tuple(parts)


def _interval(share: Share) -> Interval:
    if share.rate is None or share.low is None or share.high is None:
        return Interval("–", "", "", "", "")
    span = gettext("%(low)s to %(high)s") % {"low": percent(share.low), "high": percent(share.high)}
    return Interval(percent(share.rate), span, _at(share.rate), _at(share.low), _at(share.high - share.low))


def _at(rate: float) -> str:
    return f"{100 * rate:.2f}%"
