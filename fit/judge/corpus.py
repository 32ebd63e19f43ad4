"""The open news corpus with a plain search, so that a name stands beside the pages that would be found for it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import log
from zoneinfo import ZoneInfo

from fit.judge.cases import corpus_documents
from verification.core.evidence import Page
from verification.core.language.lemmas import lemma
from verification.core.language.texts import is_han, tokens_of
from verification.core.periods.freshness import parse_moment

_FOUND = 14
_AGE = timedelta(days=45)
_SHANGHAI = ZoneInfo("Asia/Shanghai")
_READ_LETTERS = 6_000


@dataclass(frozen=True, slots=True)
class _Article:
    page: Page
    published: datetime


class Corpus:
    """The open news corpus with what a plain search needs: which articles hold a term, and how many."""

    def __init__(self, documents: Iterable[Mapping[str, str]] | None = None) -> None:
        """Of ``documents`` as the corpus has them; None for all."""
        self._articles: list[_Article] = []
        self._holding: dict[str, list[int]] = defaultdict(list)
        self._by_url: dict[str, Page] = {}
        for document in corpus_documents() if documents is None else documents:
            self._add(document)

    def _add(self, row: Mapping[str, str]) -> None:
        published = parse_moment(row["published_at"], zone=_SHANGHAI if row["lang"] == "zh" else UTC)
        if published is None:
            return
        for term in set(_terms(f"{row['title']} {row['text'][:_READ_LETTERS]}")):
            self._holding[term].append(len(self._articles))
        page = Page(row["url"], row["title"], row["text"], published)
        self._articles.append(_Article(page, published))
        self._by_url[page.url] = page

    def page(self, url: str) -> Page:
        """The article at ``url``; ``KeyError`` where there is none."""
        return self._by_url[url]

    def pages(self, name: str, as_of: datetime, wanted: frozenset[str], *, most: int = _FOUND) -> tuple[Page, ...]:
        """The pages that were there at ``as_of`` and share the rarest words with ``name``, best first, and those that are ``wanted``."""
        score: Counter[int] = Counter()
        for term in sorted(set(_terms(name))):
            holding = self._holding.get(term, ())
            for at in holding:
                score[at] += log(1 + len(self._articles) / len(holding))  # type: ignore[assignment]
        there = [at for at in score if as_of - _AGE <= self._articles[at].published <= as_of]
        ranked = sorted(there, key=lambda at: (-score[at], at))
        chosen = [at for at in ranked if self._articles[at].page.url in wanted]
        chosen += [at for at in ranked if at not in chosen][: max(0, most - len(chosen))]
        return tuple(self._articles[at].page for at in chosen)


def _terms(text: str) -> Sequence[str]:
    tokens = tokens_of(text)
    words = [lemma(token.text) for token in tokens if not is_han(token.text[0])]
    pairs = [one.text + other.text for one, other in pairwise(tokens) if is_han(one.text[0]) and is_han(other.text[0])]
    return [*words, *pairs]
