"""A person's verdict on a citation in the face of a later check: it stands until the page says something else."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.timezone import localdate

from attribution.core.vocabulary import CitationStatus
from attribution.models import Citation, CitationCheck
from verification.core.evidence import Why
from verification.core.reasons import ReviewCode
from verification.core.standing.evidence import make_stated
from verification.core.vocabulary import RiskLevel
from verification.enums import SubjectKind
from verification.models import ReviewItem
from verification.services.reviews.desk import open_review
from verification.services.runs.results import code_shape

# What only says that the page could not be judged is no evidence against anybody.
SAYS_NOTHING = (CitationStatus.INCONCLUSIVE, CitationStatus.PENDING)


def load_ruled(*, citations: Sequence[Citation]) -> dict[int, CitationCheck]:
    """The ruled verdict of each citation that has one, by the citation's key; one query."""
    ruled = [citation.pk for citation in citations if citation.ruling_id is not None]
    rows = CitationCheck.objects.filter(citation__in=ruled, ruling__isnull=False).select_related("ruling").order_by("pk")
    return {row.citation_id: row for row in rows if row.ruling is not None and row.ruling.undoes_id is None}


def fingerprint(citation: Citation) -> tuple[object, ...]:
    """What a check found of the page, whenever it was read."""
    words = tuple(make_stated(value="", domain="", published_at=None, passage=str(one["text"])).words for one in citation.passages)
    return citation.existence, citation.matches, citation.supports, citation.dates_fit, citation.is_retracted, words


def keep_verdict(*, citation: Citation, ruled: CitationCheck, before: tuple[object, ...], reasons: Sequence[Mapping[str, object]]) -> bool:
    """Give a citation that was just judged the verdict of its ruling again; whether what the page says disagrees with it now."""
    found = CitationStatus(citation.status)
    is_news = fingerprint(citation) != before and found not in SAYS_NOTHING and found != ruled.status
    citation.status, citation.reasons = ruled.status, list(reasons)
    return is_news


def ask_again(*, citation: Citation, ruled: CitationCheck, found: str, now: datetime) -> ReviewItem:
    """The one open item of a ruled citation whose page has changed; it carries the former ruling."""
    ruling = ruled.ruling
    if ruling is None:
        raise ValueError("the check follows from no ruling")
    told = {"ruling": ruling.pk, "value": ruled.status, "day": localdate(ruling.decided_at).isoformat(), "others": (found,)}
    why = Why(ReviewCode.RULING_CONTRADICTED, {**told, "domains": (citation.domain,)})
    item = open_review(subject_kind=SubjectKind.CITATION, subject_id=citation.pk, why=why, risk_level=RiskLevel.MEDIUM)
    ReviewItem.objects.filter(pk=item.pk).update(why=code_shape(why), created_at=now)
    return item
