"""What checking a text would ask of the outside, before it is asked."""

import math
from dataclasses import asdict, dataclass, replace
from decimal import Decimal

from attribution.core.checks import judge_prompts
from attribution.core.citations import prompts as citation_prompts
from attribution.core.citations.extraction import find_citations
from attribution.core.citations.identifiers import doi_of
from attribution.core.vocabulary import CitationKind
from attribution.enums import Depth
from attribution.services.citations.claim_reviews import has_fact_checks
from attribution.services.citations.consulting import has_judge
from attribution.services.citations.item_facts import CALLS, has_wikidata
from attribution.services.citations.lifecycle import INLINE_TEXT, MAX_CITATIONS
from verification.models import SearchSetting
from verification.providers.base import CallUsage
from verification.services.gateway.model_profiles import list_usable_profiles

# For each citation, and one more where the answer can't be read. What else the text cites is asked once.
QUESTIONS = 2


@dataclass(frozen=True, slots=True)
class CheckEstimate:
    """At most so many: ``fetches`` of cited pages, ``lookups`` at the archive and Crossref, ``searches``, ``questions`` to a language model
    (None: none is configured), ``fact_checks`` that are looked for (None: no key), ``items``: questions to Wikidata (None: switched off),
    and what all of them may cost. ``is_rough``: so many if a long text goes on as it begins."""

    citations: int
    fetches: int
    lookups: int
    searches: int
    questions: int | None
    fact_checks: int | None
    items: int | None
    cost_usd: Decimal
    is_rough: bool = False


def estimate_check(*, text: str, depth: Depth) -> CheckEstimate:
    """An upper bound: every page is gone or says nothing of what is claimed.

    A long text, which only a worker reads to its end, is taken to go on as it begins.
    """
    begun = _estimate(text[:INLINE_TEXT], depth)
    if len(text) <= INLINE_TEXT:
        return begun
    times = math.ceil(len(text) / INLINE_TEXT)
    counts = {name: value * times for name, value in asdict(begun).items() if value is not None}
    return replace(begun, **{**counts, "citations": min(counts["citations"], MAX_CITATIONS), "is_rough": True})


def _estimate(text: str, depth: Depth) -> CheckEstimate:
    found = [one for one in find_citations(text) if one.kind != CitationKind.MEDIA]
    urls = {one.url for one in found if one.url}
    searches = 0 if depth == Depth.QUICK else len(found)
    lookups = len(urls) + sum(1 for url in urls if doi_of(url)) if depth == Depth.DEEP else 0
    dearest = SearchSetting.objects.filter(is_active=True).order_by("-request_usd").values_list("request_usd", flat=True).first()
    claims = sum(1 for one in found if one.url and one.claim) if depth == Depth.DEEP else 0
    judged = QUESTIONS * claims
    asked_first = 1 if depth == Depth.DEEP else 0
    cost_usd = searches * (dearest or Decimal(0))
    reviews = claims if has_fact_checks() else None
    items = CALLS * claims if has_wikidata() else None
    if not has_judge():
        return CheckEstimate(len(found), len(urls), lookups, searches, None, reviews, items, cost_usd)
    cost_usd += judged * _question_usd(judge_prompts.MAX_TOKENS, judge_prompts.MAX_OUTPUT_TOKENS)
    cost_usd += asked_first * _question_usd(citation_prompts.MAX_TOKENS, citation_prompts.MAX_OUTPUT_TOKENS)
    return CheckEstimate(len(found), len(urls), lookups, searches, judged + asked_first, reviews, items, cost_usd)


def _question_usd(input_tokens: int, output_tokens: int) -> Decimal:
    """What one question costs at most, by the dearest model."""
    most = CallUsage(input_tokens=input_tokens, output_tokens=output_tokens)
    return max((profile.cost_usd(most) for profile in list_usable_profiles()), default=Decimal(0))
