"""What fact-checkers wrote about a claim, asked in deep checks where the deployment has a key; shown as evidence, deciding nothing."""

import asyncio

from django.conf import settings

from attribution.providers import fact_checks
from attribution.providers.fact_checks import ClaimReview
from verification.core.claims.judging import SourceText, SupportStatus, judge
from verification.core.quantities.grammar import guess_language
from verification.providers.registry import is_lookup_configured
from verification.services.gateway.gateway import Gateway, Work


def has_fact_checks() -> bool:
    return is_lookup_configured(fact_checks.NAME)


async def find_reviews(claim: str, *, gateway: Gateway, work: Work) -> tuple[ClaimReview, ...]:
    """The reviews of this very claim: by the rules their wording says what it says. Raises ``ProviderError``."""
    lang = "zh" if guess_language(claim) == "zh" else "en"
    request = fact_checks.make_request(claim, base_url=settings.FACT_CHECK_URL, key=settings.GOOGLE_FACT_CHECK_API_KEY, lang=lang)
    answer = await gateway.look_up(
        request, name=fact_checks.NAME, query=claim[: fact_checks.LONGEST_QUERY], work=work, classify=fact_checks.tell_fault
    )
    found = fact_checks.read_reviews(answer)
    return await asyncio.to_thread(_about, claim, found)


def _about(claim: str, found: tuple[ClaimReview, ...]) -> tuple[ClaimReview, ...]:
    return tuple(one for one in found if one.claim and judge(claim, [SourceText(one.claim)]).status == SupportStatus.VERIFIED)
