"""A checked text with its verdicts written in, what its writer is told, and corrections: all worked out from the rows at hand."""

from collections.abc import Iterable, Iterator, Sequence

from attribution.core.checks.feedback import Checked, Official, make_feedback
from attribution.core.checks.verdicts import CitationVerdict
from attribution.core.citations.annotate import Annotated, Judged, MarkLanguage, annotate_text
from attribution.core.citations.corrections import Correction, find_substitutions, offer_correction
from attribution.core.vocabulary import CitationStatus, Policy
from attribution.models import Citation, CitationReport
from verification.core.evidence import Why
from verification.core.series.claims import SeriesSays


def annotate_report(report: CitationReport, citations: Iterable[Citation], *, policy: str = "") -> Annotated:
    """The report's text by its policy (or ``policy``), with the edits from which the original comes back."""
    judged = [
        Judged(
            index=one.index,
            start=one.start,
            end=one.end,
            status=CitationStatus(one.status),
            label=one.anchor,
            url=one.url or None,
            replacement=one.replacement["url"] if one.replacement else None,
            official=next((said.value for said in _contradicting(one)), ""),
        )
        for one in citations
    ]
    return annotate_text(report.text, judged, policy=Policy(policy or report.policy), lang=MarkLanguage(report.lang))


def list_feedback(report: CitationReport, citations: Sequence[Citation]) -> list[dict[str, object]]:
    """What the writing agent is told: one entry for each citation that does not hold."""
    return make_feedback([_checked(report.text, one) for one in citations])


def correct_claim(text: str, citation: Citation) -> Correction | None:
    """The claim as its page has it, where only figures or words differ; offered and never applied."""
    if citation.status != CitationStatus.MISINFORMATION or not citation.aligned:
        return None
    pairs = [(pair["claimed"], pair["found"]) for pair in citation.aligned]
    found = find_substitutions(text, citation.claim_start, citation.claim_end, pairs)
    return offer_correction(text, citation.claim_start, citation.claim_end, found)


def _checked(text: str, one: Citation) -> Checked:
    reasons = tuple(Why(reason["code"], reason.get("params") or {}) for reason in one.reasons)
    return Checked(
        index=one.index,
        text=one.text,
        url=one.url or None,
        claim=one.claim,
        verdict=CitationVerdict(CitationStatus(one.status), reasons),
        passage=one.passages[0]["text"] if one.passages else "",
        archive_url=one.archive_url or None,
        replacement=one.replacement["url"] if one.replacement else None,
        correction=correct_claim(text, one),
        official=next(_contradicting(one), None),
    )


def _contradicting(one: Citation) -> Iterator[Official]:
    """The official figures that say otherwise than the claim."""
    for said in one.observations:
        if said["says"] == SeriesSays.DIFFERS:
            yield Official(said["claimed"], said["value"], said["period"], said["url"])
