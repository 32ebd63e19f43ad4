"""What checking a text would ask of the outside, before it is asked."""

from dataclasses import dataclass
from decimal import Decimal

from attribution.core.citations import find_citations
from attribution.core.identifiers import doi_of
from attribution.core.vocabulary import CitationKind
from attribution.enums import Depth
from verification.models import SearchSetting


@dataclass(frozen=True, slots=True)
class CheckEstimate:
    """At most so many: ``fetches`` of cited pages, ``lookups`` at the archive and Crossref, ``searches`` and what they may cost."""

    citations: int
    fetches: int
    lookups: int
    searches: int
    cost_usd: Decimal


def estimate_check(*, text: str, depth: Depth) -> CheckEstimate:
    """An upper bound: every page is gone or says nothing of what is claimed."""
    found = [one for one in find_citations(text) if one.kind != CitationKind.MEDIA]
    urls = {one.url for one in found if one.url}
    searches = 0 if depth == Depth.QUICK else len(found)
    lookups = len(urls) + sum(1 for url in urls if doi_of(url)) if depth == Depth.DEEP else 0
    dearest = SearchSetting.objects.filter(is_active=True).order_by("-request_usd").values_list("request_usd", flat=True).first()
    return CheckEstimate(len(found), len(urls), lookups, searches, searches * (dearest or Decimal(0)))
