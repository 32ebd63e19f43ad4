"""A report as a file: annotated Markdown or HTML, a table for spreadsheets, or everything as JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from attribution.models import Citation, CitationReport
from attribution.reads.explanations import explain_reasons
from attribution.reads.reports import report_shape
from attribution.services.citations.annotation import annotate_report
from attribution.services.citations.lifecycle import list_visible, previous_checks
from attribution.views.access import needs
from verification.api.calls.files import open_to_tokens
from verification.spreadsheets import guard_cell

BYTE_ORDER_MARK = "\ufeff"  # without it Excel reads Chinese as Latin letters
COLUMNS = (
    "index",
    "kind",
    "text",
    "url",
    "claim",
    "status",
    "why",
    "score",
    "passage",
    "http_status",
    "final_url",
    "fetched_at",
    "archive_url",
    "official",
)
TYPES = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
_PAGE = '<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>c-{pk}</title></head><body>\n{body}\n</body></html>\n'


@open_to_tokens
@needs("view_citationreport")
@require_safe
def export_report(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    report = list_visible(user=request.user).filter(pk=pk).first()
    if report is None or ending not in TYPES:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="citations-{pk}.{ending}"', "Cache-Control": "private, no-store"}
    return HttpResponse(_write(report, ending), content_type=TYPES[ending], headers=headers)


def _write(report: CitationReport, ending: str) -> str:
    citations = list(report.citations.order_by("index"))
    if ending == "csv":
        return _write_csv(report, citations)
    if ending == "json":
        shape = report_shape(report, citations, previous_checks(report=report), lang=None)
        return json.dumps({**shape, "text": report.text}, ensure_ascii=False, indent=1)
    annotated = annotate_report(report, citations)
    if ending == "md":
        return annotated.markdown
    return _PAGE.format(lang="zh-Hans" if report.lang == "zh" else "en", pk=report.pk, body=annotated.html)


def _write_csv(report: CitationReport, citations: list[Citation]) -> str:
    rows = []
    for one in citations:
        cells = {
            **{name: getattr(one, name, "") for name in COLUMNS},
            "why": explain_reasons(one.reasons, report.lang),
            "passage": one.passages[0]["text"] if one.passages else "",
            "official": "; ".join(f"{said['period']}: {said['value']} ({said['says']})" for said in one.observations),
        }
        rows.append([cells[name] for name in COLUMNS])
    return write_table(COLUMNS, rows)


def write_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table for spreadsheets: no cell is read as a formula, None is an empty one."""
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    lines = csv.writer(out, quoting=csv.QUOTE_ALL)
    lines.writerow(columns)
    lines.writerows([guard_cell("" if cell is None else str(cell)) for cell in row] for row in rows)
    return out.getvalue()
