"""How often people agree with the machine: over time, by mode and by domain; and how often two people agree with each other."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from verification.api.calls.files import open_to_tokens
from verification.core.operations.shares import Share
from verification.core.vocabulary import VerificationMode
from verification.enums import label_of
from verification.forms import AgreementFilterForm
from verification.reads.answers import Shape
from verification.reads.reviews.agreement import COLUMNS, ENGINE, SPANS, Agreement, list_rows, measure_agreement, measure_seconds
from verification.spreadsheets import guard_cell
from verification.templatetags.usage import percent
from verification.views.access import needs
from verification.views.files.exports import BYTE_ORDER_MARK, write_cell, write_line
from verification.views.reviews.agreement_chart import make_points

SHOWN = 50


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """``rate`` and ``span`` are in words, "–" and "" without a ruling; ``key`` is what the address filters by."""

    key: str
    name: str
    share: Share
    rate: str
    span: str


@needs("view_comparison")
@require_safe
def show_agreement(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    form = AgreementFilterForm(request.GET)
    filters = form.filters()
    found = measure_agreement(filters=filters, now=now)
    periods = [_row(day.isoformat(), _period(day, found), share) for day, share in found.periods]
    context = {
        "form": form,
        "filters": filters,
        "spans": SPANS,
        "whole": _row("", "", found.whole),
        "seconds": _row("", "", measure_seconds(filters=filters, now=now)),
        "chart": make_points([(row.name, row.share) for row in periods], label=_label(found), titles=[_title(row) for row in periods]),
        "periods": [row for row in reversed(periods) if row.share.total],
        "period_label": gettext("Month") if found.is_monthly else gettext("Week from"),
        "modes": [_row(key, _mode(key), share) for key, share in found.modes],
        "domains": [_row(key, key, share) for key, share in found.domains[:SHOWN]],
        "omitted": max(0, len(found.domains) - SHOWN),
    }
    return render(request, "reviews/agreement.html", context)


@open_to_tokens
@needs("view_comparison")
@require_safe
def export_agreement_csv(request: HttpRequest) -> StreamingHttpResponse:
    return _answer(_write_csv(_rows(request)), "text/csv; charset=utf-8", "csv")


@open_to_tokens
@needs("view_comparison")
@require_safe
def export_agreement_json(request: HttpRequest) -> StreamingHttpResponse:
    return _answer(iter([json.dumps(_rows(request), ensure_ascii=False)]), "application/json", "json")


def _rows(request: HttpRequest) -> list[Shape]:
    return [row.shape() for row in list_rows(filters=AgreementFilterForm(request.GET).filters(), now=timezone.now())]


def _answer(parts: Iterable[str], content_type: str, ending: str) -> StreamingHttpResponse:
    day = timezone.localdate().isoformat()
    headers = {"Content-Disposition": f'attachment; filename="agreement-{day}.{ending}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(parts, content_type=content_type, headers=headers)


def _write_csv(rows: Iterable[Shape]) -> Iterator[str]:
    yield BYTE_ORDER_MARK + write_line(COLUMNS)
    for row in rows:
        yield write_line(guard_cell(write_cell(row[name])) for name in COLUMNS)


def _row(key: str, name: str, share: Share) -> AgreementLine:
    span = ""
    if share.low is not None and share.high is not None:
        span = gettext("%(low)s to %(high)s") % {"low": percent(share.low), "high": percent(share.high)}
    return AgreementLine(key, name, share, percent(share.rate), span)


def _period(day: date, found: Agreement) -> str:
    pattern = pgettext("date format: month", "M Y") if found.is_monthly else pgettext("date format: day and month", "j M")
    return date_format(day, pattern)


def _mode(key: str) -> str:
    return gettext("the engine alone") if key == ENGINE else label_of(VerificationMode, key)


def _title(row: AgreementLine) -> str:
    said = {"when": row.name, "agreed": row.share.count, "n": row.share.total, "rate": row.rate, "span": row.span}
    return gettext("%(when)s: %(agreed)s of %(n)s, %(rate)s (%(span)s)") % said if row.share.total else ""


def _label(found: Agreement) -> str:
    said = {"agreed": found.whole.count, "n": found.whole.total}
    return gettext("Rulings that agree with the engine: %(agreed)s of %(n)s. The figures are in the table") % said
