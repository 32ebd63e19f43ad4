"""What the pipeline asks of the outside, and how the outside says that it failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.vocabulary import Stage


class ProviderError(Exception):
    """A provider could not answer. The message is one plain sentence that may be shown; it never holds a secret.

    ``permanent``: asking again will not help (a wrong key, an empty corpus). ``retry_after``: seconds that the provider asked to wait.
    """

    def __init__(self, message: str, *, permanent: bool = False, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.permanent = permanent
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What to look for: ``phrasings`` say the same thing in several ways or languages, the best first.

    Pages published after ``as_of`` are not wanted; those of the last ``fresh_days`` (None: of any age) are preferred. ``suffixes``
    restricts the search to these hosts and their sub-domains; empty is everywhere.
    """

    phrasings: tuple[str, ...]
    as_of: datetime
    limit: int
    fresh_days: int | None = None
    suffixes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page found, ``rank`` from 1."""

    page: Page
    rank: int


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search gave, best first. ``query`` is what was really asked, for the record; ``calls`` counts what may cost money."""

    results: tuple[SearchResult, ...]
    provider: str
    query: str
    calls: int = 1


class SearchProvider(Protocol):
    """Finds pages. Raises ``ProviderError`` and nothing else; finding nothing is an answer."""

    name: str

    def search(self, query: SearchQuery) -> SearchAnswer: ...


@dataclass(frozen=True, slots=True)
class Question:
    """A node and the pages that may answer it. ``history``: the numbers of earlier verified states, oldest first."""

    node: NodeSpec
    pages: tuple[Page, ...]
    as_of: datetime
    trust: Trust
    stage: Stage | None = None
    history: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict of the engine on a proposal; ``prompt_version`` is empty where no model was asked."""

    verdict: Verdict
    calls: int = 0
    prompt_version: str = ""


class Proposer(Protocol):
    """Proposes which figure answers a question and has the engine decide. Raises ``ProviderError`` and nothing else."""

    name: str

    def answer(self, question: Question) -> Answer: ...
