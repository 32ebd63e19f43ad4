"""What a search found for a claim, as it is answered."""

from typing import Annotated, Self

from pydantic import Field

from attribution.reads.support import explain_support
from attribution.services.citations.evidence import FoundEvidence, FoundPage
from verification.core.claims.judging import Support, SupportStatus
from verification.core.quantities.grammar import guess_language
from verification.core.sources.domains import host_of, registrable_domain
from verification.reads.answers import Answer, Explanation, Moment, local_or_none


class EvidencePassage(Answer):
    """Words of the page. `start` and `end` count characters of what the search gave of it."""

    text: str
    start: int
    end: int
    score: float


class EvidencePageFound(Answer):
    url: str
    title: str
    domain: str
    published_at: Moment | None
    status: Annotated[SupportStatus, Field(description="What this page alone says of the claim.")]
    score: Annotated[float, Field(description="Probability that it supports the claim.")]
    why: Explanation
    passages: list[EvidencePassage]

    @classmethod
    def of(cls, found: FoundPage, lang: str) -> Self:
        page, host = found.page, host_of(found.page.url)
        return cls(
            url=page.url,
            title=page.title,
            domain=(registrable_domain(host) or host) if host else "",
            published_at=local_or_none(page.published_at),
            status=found.support.status,
            score=found.support.score,
            why=explain_support(found.support.why, lang=lang),
            passages=_passages(found.support),
        )


class EvidenceAnswer(Answer):
    """`status` is what all pages together say of the claim. One page is no verification: publishers are not counted here."""

    claim: str
    status: SupportStatus
    score: float
    why: Explanation
    provider: Annotated[str, Field(description="Who was asked.")]
    pages: list[EvidencePageFound]

    @classmethod
    def of(cls, found: FoundEvidence, *, lang: str | None) -> Self:
        said_in = lang or ("zh" if guess_language(found.claim) == "zh" else "en")
        return cls(
            claim=found.claim,
            status=found.support.status,
            score=found.support.score,
            why=explain_support(found.support.why, lang=said_in),
            provider=found.provider,
            pages=[EvidencePageFound.of(page, said_in) for page in found.pages],
        )


def _passages(support: Support) -> list[EvidencePassage]:
    return [EvidencePassage(text=one.text, start=one.start, end=one.end, score=one.score) for one in support.passages]
