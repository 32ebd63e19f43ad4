"""What a search of the demo's corpus finds, without a database: the ranking of the local search over the files themselves."""

import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from verification.core.evidence import NodeSpec, Page
from verification.core.language.terms import index_terms
from verification.core.sources.domains import host_of, matching_suffix
from verification.core.sources.ranking import RankedPage, rank_candidates, weigh_phrasings
from verification.services.nodes.demo import read_demo_documents
from verification.services.whitelist.trust import shipped_trust

TRUST = shipped_trust()
_FIRST_DIGITS = re.compile(r"(?<![\d.,/])\d(?!/)")


def find_pages(node: NodeSpec, now: datetime) -> tuple[Page, ...]:
    """The five best pages of whitelisted hosts, then the ten best of all, each once."""
    pages = [Page(entry.url, entry.title, entry.text, entry.published_at) for entry in read_demo_documents(now=now)]
    trusted = [page for page in pages if matching_suffix(host_of(page.url) or "", TRUST.whitelist)]
    return tuple(dict.fromkeys((*_best(node, trusted, now)[:5], *_best(node, pages, now)[:10])))


def alter(page: Page, figure: str) -> Page:
    """The page with the first digit of ``figure`` (of both ends of a range) raised by one."""
    other = _FIRST_DIGITS.sub(lambda digit: str(int(digit.group()) % 9 + 1), figure)
    return replace(page, content=page.content.replace(figure, other))


def _best(node: NodeSpec, pages: list[Page], now: datetime) -> list[Page]:
    counts = Counter(term for page in pages for term in set(index_terms(f"{page.title} {page.content}")))
    phrasings = weigh_phrasings((node.label, *node.aliases), counts, len(pages))
    since = now - timedelta(days=node.fresh_days) if node.fresh_days is not None else None
    candidates = [
        RankedPage(
            key=key,
            title=page.title,
            text=page.content,
            address=page.url,
            published_at=page.published_at,
            is_fresh=since is None or page.published_at >= since,
        )
        for key, page in enumerate(pages)
    ]
    return [pages[candidate.key] for _, candidate in rank_candidates(candidates, phrasings)]
