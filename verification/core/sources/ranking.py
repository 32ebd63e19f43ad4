"""Which of some candidate pages best answer a query said in several ways: by its slots, then by the rarest words, standing close together.

A page that lists fifty news items holds every word somewhere; so the best short stretch of a page counts most, then the title, then
the whole page. The order is the same on every database, for it depends on the candidates and the rarity of the terms alone.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from math import log
from types import MappingProxyType
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.terms import MAX_INDEXED_CHARACTERS, is_unspaced, query_terms, stem
from verification.core.patterns import lazy_regex

STRETCH = 160  # characters of a stretch: about two sentences of English, four clauses of Chinese
STRETCH_UNSPACED = 70
STRETCH_SHARE, TITLE_SHARE, PAGE_SHARE, FIGURE_SHARE = 0.55, 0.20, 0.15, 0.10
MIN_SCORE = 0.2
SUBJECT_WEIGHT = 3.0  # of a slot: a page about another subject answers nothing
SLOT_SHARE = 0.6  # of the score, where the query has slots
MIN_NAMED = 0.45  # of the slots, where the words are too few: more than what is measured alone

_DIGIT = lazy_regex(r"\d")


class Slot(NamedTuple):
    """One thing that a page has to name, whichever of its writings it uses; ``weight`` is what it tells beside the other slots.

    ``is_often_unsaid``: pages about the same leave it out, as they leave a period to the day on which they appear.
    """

    weight: float
    writings: tuple[str, ...]
    is_often_unsaid: bool = False


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One way of saying the query: its terms with their weights, rare ones heavier.

    ``writings``: other writings of a term, in lower case; empty where each term is its only one.
    """

    weights: Mapping[str, float]
    writings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def total(self) -> float:
        return sum(self.weights.values())

    @property
    def is_unspaced(self) -> bool:
        """Whether most of it is written without spaces."""
        return sum(is_unspaced(term) for term in self.weights) * 2 > len(self.weights)


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page that may be a result; ``key`` identifies it to the caller, ``address`` is its URL."""

    key: int
    title: str
    text: str
    address: str
    published_at: datetime | None
    is_fresh: bool


def weigh_phrasings(phrasings: Sequence[str], counts: Mapping[str, int], documents: int) -> tuple[Phrasing, ...]:
    """The phrasings with each term weighted by its rarity among ``documents``; those without a term drop out."""
    made = []
    for text in phrasings:
        weights = {term: rarity(counts.get(term, 0), documents) for term in query_terms(text)}
        if weights:
            made.append(Phrasing(weights))
    return tuple(made)


def join_slots(slots: Sequence[Slot]) -> Phrasing | None:
    """The slots as a phrasing whose terms are the slots, in whatever language they are written; None without any."""
    weights = {slot.writings[0]: slot.weight for slot in slots}
    writings = {_fold(writing): slot.writings[0] for slot in slots for writing in slot.writings}
    return Phrasing(weights, writings) if weights else None


def rarity(count: int, documents: int) -> float:
    """The inverse document frequency of BM25, never below a tenth."""
    return max(0.1, log(1 + (documents - count + 0.5) / (count + 0.5)))


def rank_candidates(
    candidates: Sequence[RankedPage], phrasings: Sequence[Phrasing], *, slots: Phrasing | None = None
) -> list[tuple[float, RankedPage]]:
    """(score from 0 to 1, candidate), best first, those that say too little left out. Fresh pages precede; ties: newest, then key."""
    scored = []
    sought, sought_slots = [_sought(phrasing) for phrasing in phrasings], _sought(slots) if slots is not None else None
    for candidate in candidates:
        title, text = _fold(candidate.title), _fold(candidate.text[:MAX_INDEXED_CHARACTERS])
        score = max((_score(title, text, one) for one in sought), default=0.0)
        is_near = score >= MIN_SCORE
        if sought_slots is not None:
            named = _score(title, text, sought_slots)
            is_near |= named >= MIN_NAMED
            score = (1 - SLOT_SHARE) * score + SLOT_SHARE * named
        if is_near:
            scored.append((round(score, 6), candidate))
    return sorted(scored, key=lambda item: (not item[1].is_fresh, -item[0], -_stamp(item[1].published_at), item[1].key))


def _fold(text: str) -> str:
    return to_simplified(unicodedata.normalize("NFKC", text).lower())


def _stamp(published_at: datetime | None) -> float:
    return published_at.timestamp() if published_at else 0.0


class _Word(NamedTuple):
    """One writing of a term as texts are searched for it: ``pattern`` is tried where ``root`` stands, which is found faster.

    ``written`` is empty where every form that ``pattern`` finds is meant.
    """

    root: str
    pattern: re.Pattern[str]
    term: str
    written: str


class _Sought(NamedTuple):
    """A phrasing made ready for many texts: its words, of two that begin at one place the longer last, and how long a stretch is."""

    words: tuple[_Word, ...]
    weights: Mapping[str, float]
    total: float
    width: int


def _sought(phrasing: Phrasing) -> _Sought:
    words = tuple(
        _Word(_root(written), _pattern(written), phrasing.writings.get(written, written), "" if phrasing.writings else written)
        for written in sorted(phrasing.writings or phrasing.weights, key=len)
    )
    return _Sought(words, phrasing.weights, phrasing.total, STRETCH_UNSPACED if phrasing.is_unspaced else STRETCH)


def _score(title: str, text: str, sought: _Sought) -> float:
    in_text = _occurrences(text, sought)
    in_title = _occurrences(title, sought)
    if not in_text and not in_title:
        return 0.0
    title_terms = {term for _, term in in_title}
    title_share = _weight(title_terms, sought) / sought.total
    stretch, has_figure = _best_stretch(text, in_text, sought)
    if title_share >= stretch:  # a headline is a stretch of its own
        stretch, has_figure = title_share, has_figure or _DIGIT.search(title) is not None
    page_share = _weight(title_terms | {term for _, term in in_text}, sought) / sought.total
    return STRETCH_SHARE * stretch + TITLE_SHARE * title_share + PAGE_SHARE * page_share + FIGURE_SHARE * stretch * has_figure


def _weight(terms: Iterable[str], sought: _Sought) -> float:
    return sum(sought.weights[term] for term in terms)


def _best_stretch(text: str, occurrences: Sequence[tuple[int, str]], sought: _Sought) -> tuple[float, bool]:
    """The share of the query's weight in the best short stretch of the text, and whether a digit stands in it."""
    held: Counter[str] = Counter()
    weight, best, best_start, first = 0.0, 0.0, 0, 0
    for position, term in occurrences:
        if not held[term]:
            weight += sought.weights[term]
        held[term] += 1
        while occurrences[first][0] < position - sought.width:
            left = occurrences[first][1]
            held[left] -= 1
            if not held[left]:
                weight -= sought.weights[left]
            first += 1
        if weight > best:
            best, best_start = weight, occurrences[first][0]
    has_figure = best > 0 and _DIGIT.search(text, best_start, best_start + sought.width) is not None
    return best / sought.total, has_figure


def _occurrences(text: str, sought: _Sought) -> list[tuple[int, str]]:
    """(position, term) of every occurrence of a term, in order; of two that begin at one place the longer."""
    found: dict[int, str] = {}
    for word in sought.words:
        at = text.find(word.root)
        while at >= 0:
            match = word.pattern.match(text, at)
            if match and (not word.written or stem(match.group()) == word.written or match.group() == word.written):
                found[at] = word.term
            at = text.find(word.root, at + 1)
    return sorted(found.items())


@lru_cache(maxsize=4096)
def _pattern(written: str) -> re.Pattern[str]:
    """Matches a writing where it begins: signs of unspaced scripts anywhere, digits as a number, a Latin word with its plural."""
    if is_unspaced(written):
        return re.compile(re.escape(written))
    if written[0].isdigit():
        return re.compile(rf"(?<![\d.]){re.escape(written)}(?![\d]|\.\d)")
    ending = "[a-z]{0,3}" if len(written) > _SHORT_WORD else "s?"
    return re.compile(rf"(?<![^\W\d_]){re.escape(_root(written))}{ending}(?![^\W\d_])")


def _root(written: str) -> str:
    """What every form of a writing begins with: policy, policies."""
    return written.removesuffix("y") if len(written) > _SHORT_WORD and not is_unspaced(written) else written


_SHORT_WORD = 3
