"""Google's Fact Check Tools API (https://developers.google.com/fact-check/tools/api): what fact-checkers wrote about a claim.

The key goes as a header, never in the address. A review says what somebody else found; it decides nothing here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verification.core.sources.domains import canonical_url
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiRequest
from verification.providers.base import ProviderError

NAME, SERVICE = "factcheck", "Google Fact Check Tools"
KEY_HEADER = "X-Goog-Api-Key"
RESULTS = 5
LONGEST_QUERY, LONGEST_TEXT = 300, 500


@dataclass(frozen=True, slots=True)
class ClaimReview:
    """One fact-check: the claim as its writer words it, by whom it was made, and the publisher's rating in words. ``url`` is http(s)."""

    claim: str
    claimant: str
    rating: str
    publisher: str
    title: str
    url: str
    reviewed_on: str


def make_request(claim: str, *, base_url: str, key: str, lang: str) -> ApiRequest:
    """``lang``: "zh" or "en", the language that reviews are wanted in."""
    params = {"query": claim[:LONGEST_QUERY], "languageCode": lang, "pageSize": str(RESULTS)}
    return ApiRequest(SERVICE, f"{base_url}/claims:search", params=params, key_header=KEY_HEADER, key=key)


def tell_fault(status: int, text: str) -> Fault | None:
    """Google refuses a wrong key with 400, and a spent quota with 403 or 429."""
    if "api key not valid" in text or "api_key_invalid" in text:
        return Fault.UNAUTHORIZED
    return Fault.RATE_LIMITED if status == 403 and "quota" in text else None


def read_reviews(answer: Mapping[str, object]) -> tuple[ClaimReview, ...]:
    """The reviews in an answer, none where nobody reviewed it; ``ProviderError`` for an answer of another form."""
    claims = answer.get("claims", [])
    if not isinstance(claims, list):
        raise ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
    return tuple(review for entry in claims[:RESULTS] if isinstance(entry, dict) for review in _reviews(entry))


def _reviews(entry: Mapping[str, object]) -> Iterator[ClaimReview]:
    given = entry.get("claimReview")
    for one in given[:RESULTS] if isinstance(given, list) else []:
        url = canonical_url(_text(one, "url")) if isinstance(one, dict) else None
        if url is None:
            continue
        publisher = one.get("publisher")
        named = publisher if isinstance(publisher, dict) else {}
        yield ClaimReview(
            claim=_text(entry, "text"),
            claimant=_text(entry, "claimant"),
            rating=_text(one, "textualRating"),
            publisher=_text(named, "name") or _text(named, "site"),
            title=_text(one, "title"),
            url=url,
            reviewed_on=_text(one, "reviewDate")[:10],
        )


def _text(entry: Mapping[str, object], name: str) -> str:
    value = entry.get(name)
    return " ".join(value.replace("\x00", "").split())[:LONGEST_TEXT] if isinstance(value, str) else ""
