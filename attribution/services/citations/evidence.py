"""Pages that a search finds for a claim, each with what it says of it. Nothing is kept but the call in the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.utils import timezone

from verification.core.claims.judging import SourceText, Support, judge
from verification.core.evidence import Page
from verification.core.vocabulary import Purpose
from verification.providers.base import SearchAnswer, SearchQuery
from verification.services.gateway.gateway import Work, open_gateway

LONGEST_QUERY = 300


@dataclass(frozen=True, slots=True)
class FoundPage:
    page: Page
    support: Support


@dataclass(frozen=True, slots=True)
class FoundEvidence:
    """``support`` is the verdict of all pages together; ``provider`` is who was asked."""

    claim: str
    provider: str
    support: Support
    pages: Sequence[FoundPage]


def find_evidence(*, claim: str, limit: int, asked_by: str) -> FoundEvidence:
    """Search for a claim and judge what each page says of it. Raises ``ProviderError`` where nobody could be asked.

    ``asked_by`` is what the ledger names.
    """
    answer = async_to_sync(_search)(claim[:LONGEST_QUERY], limit, asked_by)
    pages = [result.page for result in answer.results]
    texts = [SourceText(page.content, page.title, page.url) for page in pages]
    found = [FoundPage(page, judge(claim, [text])) for page, text in zip(pages, texts, strict=True)]
    return FoundEvidence(claim=claim, provider=answer.provider, support=judge(claim, texts), pages=found)


async def _search(words: str, limit: int, asked_by: str) -> SearchAnswer:
    query = SearchQuery(phrasings=(words,), as_of=timezone.now(), limit=limit)
    async with open_gateway() as gateway:
        return await gateway.search(query, work=Work(Purpose.CITATION, subject=asked_by))
