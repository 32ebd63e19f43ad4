"""Citation reports for tests, judged without asking anybody."""

from typing import Any

from django.utils import timezone

from attribution.models import Citation, CitationCheck, CitationReport
from attribution.services.citations.lifecycle import create_report

CLAIM = "Retail sales in Elbonia rose 3.1% in May from a year earlier"
PASSAGE = "Retail sales in Elbonia rose 1.3% in May from a year earlier, the office said in its release."
VERDICTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("verified", "supported", {"existence": "there", "matches": "same", "supports": "verified", "dates_fit": "fits", "score": 0.91}),
    ("misinformation", "contradicted", {"existence": "there", "matches": "unnamed", "supports": "misinformation", "score": 0.04}),
    ("unverified", "not_supported", {"existence": "there", "matches": "other", "supports": "unverified", "score": 0.3}),
    ("broken_link", "http_not_found", {"existence": "gone", "http_status": 404, "archive_url": "https://web.archive.org/web/2026/x"}),
    ("inconclusive", "needs_rendering", {"existence": "unclear"}),
)


def make_report(*, is_open: bool = False, user: Any = None, text: str = "", **fields: Any) -> CitationReport:
    """A report with a citation of each verdict; ``is_open``: nobody has checked it yet."""
    text = text or "# Retail in spring\n\n" + "\n\n".join(f"{CLAIM} (https://paper-{n}.example/{n})." for n in range(len(VERDICTS)))
    report = create_report(text=text, trigger="page", requested_by=user, enqueue=False)
    if is_open:
        return report
    for one in report.citations.order_by("index"):
        status, code, given = VERDICTS[(one.index - 1) % len(VERDICTS)]
        judge(one, **{"status": status, "reasons": [{"code": code, "params": {}}], **given, **fields})
    CitationReport.objects.filter(pk=report.pk).update(status="finished", finished_at=timezone.now(), duration_ms=900)
    report.refresh_from_db()
    return report


def judge(citation: Citation, **fields: Any) -> None:
    """Give a citation a verdict, as a check would."""
    start, at = PASSAGE.index("1.3%"), citation.claim.find("3.1%")
    known = {
        "passages": [{"start": 0, "end": len(PASSAGE), "text": PASSAGE, "score": 0.8, "url": citation.url}],
        "http_status": 200,
        "final_url": citation.url,
        "page_title": "Retail sales in Elbonia, May",
        "fetched_at": timezone.now(),
        "checked_at": timezone.now(),
    }
    if fields.get("status") == "misinformation" and at >= 0:
        pair = {"code": "other_figure", "claimed": "3.1%", "claim_start": at, "claim_end": at + 4, "found": "1.3%"}
        known["aligned"] = [{**pair, "passage": 0, "start": start, "end": start + 4}]
    for name, value in {**known, **fields}.items():
        setattr(citation, name, value)
    citation.save()
    CitationCheck.objects.create(citation=citation, status=citation.status, reasons=citation.reasons, checked_at=timezone.now())
