"""Official figures beside the verdict of a cited page: what is kept of a series says to the claim; the verdict stays the page's own."""

import logging
from dataclasses import replace
from datetime import date

from attribution.core.checks.verdicts import CitationVerdict
from attribution.core.vocabulary import CitationStatus, CitationWhy
from attribution.models import Citation
from attribution.services.citations.findings import Finding
from verification.core.evidence import Why
from verification.core.series.claims import SeriesSays, SeriesWord
from verification.core.series.observations import write_period
from verification.services.runs.series_claims import SeriesHearing

logger = logging.getLogger(__name__)


def hear_series(citation: Citation, finding: Finding, series: SeriesHearing, *, base: date) -> Finding:
    """``finding`` with what series say to the claim, and a reason where an authority says otherwise.

    A claim is hostile input: one that can't be read costs the citation its official figures, never its verdict.
    """
    if finding.verdict.status == CitationStatus.NOT_APPLICABLE or not citation.claim.strip():
        return finding
    try:
        words = series.hear(citation.claim, base=base)
    except Exception:
        logger.exception("Citation %s could not be held against official series.", citation.pk)
        return finding
    told = tuple(_why(word) for word in words if word.says is SeriesSays.DIFFERS)
    verdict = CitationVerdict(finding.verdict.status, (*finding.verdict.reasons, *told))
    return replace(finding, observations=words, verdict=verdict)


def _why(word: SeriesWord) -> Why:
    asked, period = word.asked, write_period(word.figure.period)
    told = {"series": asked.entry.key, "period": period, "value": word.value, "claimed": asked.claimed}
    return Why(CitationWhy.SERIES_SAYS_OTHERWISE, told)
