"""How many words about a figure nothing explains: neither asked for, nor what joins a figure to its measure, nor who says it.

A text may keep a figure from being the answer in more ways than any list knows ("was drawn up with a rate of 5 % in mind"). Where every
word is known, nothing of the kind can stand there.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from verification.core.judging.asked_terms import AskedTerms, Part
from verification.core.judging.word_features import SentenceTerms
from verification.core.language.lemmas import lemma
from verification.core.language.lexicon import GENERIC_WORDS
from verification.core.language.script import to_simplified
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role, chinese_marks, english_words
from verification.core.reading.frames.places import Place, PlacedSentence
from verification.core.reading.speaker_nouns import is_speaker, speaker_spans

_MOST = 8
# What these do in a clause leaves its figure what it is, or is told by a slot; another measure would not.
_PLAIN = frozenset(Role) - {Role.MEASURE}
# Who says it, behind a comma or before one: "…, the town said".
_SEGMENT = lazy_regex(r"[^,;]+")
_SAYING = lazy_regex(r"\b(?:said|says|according|announced|confirmed|reported)\b", re.IGNORECASE)
_LINKS = frozenset((Role.IS, Role.TO, Role.UP, Role.DOWN, Role.EITHER, Role.MOVED))
# Occasions on which figures are told.
_OCCASIONS = frozenset(("meeting", "decision", "session", "statement", "filing", "release", "trading", "close", "update"))
_KNOWN = GENERIC_WORDS | _OCCASIONS
_SMALL_CHINESE = frozenset("的了在和与及以之其这那个也就而把被由于从对等均各同约仍最新数据点元周一二三四五六日上下月年公开方面")


class _Word(NamedTuple):
    start: int
    is_asked: bool
    is_strange: bool
    is_link: bool


class StrangeWords:
    """The words of one sentence against those of one question, sorted once for all its figures; ``question`` is its text."""

    def __init__(self, asked: AskedTerms, question: str, sentence: PlacedSentence) -> None:
        if sentence.is_chinese:
            self._words = list(_chinese_words(sentence, _simple(question)))
        else:
            self._words = list(_english_words(sentence, asked.parts[Part.WHOLE].keys()))
        self._starts = [word.start for word in self._words]

    def features(self, terms: SentenceTerms, place: Place) -> Iterator[tuple[str, float]]:
        """How many stand in each stretch, to eight: words, or signs of a Chinese text. ``strange_link``: between what is asked for and the
        figure; ``strange_inside``: among the words asked for, where what narrows a measure stands; ``strange_lead``: in its clause before
        what is asked for; ``link_told``: a verb joins the two."""
        own, clause = terms.own_at(place.start, place.end), terms.clause_at(place.start)
        before = self._between(0, place.start)
        asked = [at for at, word in enumerate(before) if word.is_asked]
        link = before[asked[-1] + 1 :] if asked else self._between(clause[0], place.start)
        inside = self._between(*clause)
        first = next((at for at, word in enumerate(inside) if word.is_asked), 0)
        yield "strange_own", _count(self._between(*own))
        yield "strange_clause", _count(inside)
        yield "strange_sentence", _count(self._words)
        yield "strange_link", _count(link)
        yield "strange_inside", _count(before[asked[0] : asked[-1]] if asked else ())
        yield "strange_lead", _count(inside[:first])
        yield "strange_behind", _count(self._between(place.end, own[1]))
        yield "link_told", float(any(word.is_link for word in link))

    def _between(self, start: int, end: int) -> Sequence[_Word]:
        return self._words[bisect_left(self._starts, start) : bisect_left(self._starts, end)]


def _count(words: Sequence[_Word]) -> float:
    return float(min(sum(word.is_strange for word in words), _MOST))


def _is_within(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= place < last for first, last in spans)


def _english_words(sentence: PlacedSentence, asked: Set[str]) -> Iterator[_Word]:
    roles, _ = english_words()
    written = {token.start: token.text for token in sentence.tokens}
    spoken = list(_attributions(sentence))
    for term, start in sentence.words:
        word = written.get(start, term)
        role = roles.get(lemma(word))
        is_told = is_speaker(word) or _is_within(start, spoken)
        is_plain = role in _PLAIN or not {term, word}.isdisjoint(_KNOWN) or is_told
        yield _Word(start, term in asked, term not in asked and not is_plain, role in _LINKS)


def _attributions(sentence: PlacedSentence) -> Iterator[tuple[int, int]]:
    for found in _SEGMENT.finditer(sentence.text):
        if _SAYING.search(found.group()) and not any(found.start() <= one.start < found.end() for one in sentence.quantities):
            yield found.span()


def _chinese_words(sentence: PlacedSentence, question: str) -> Iterator[_Word]:
    """Sign by sign, without those of figures and periods. Another word for the measure that is asked for is asked for too."""
    text = _simple(sentence.text)
    rows = [mark.row for mark in chinese_marks(question, 0, len(question)) if mark.row is not None]
    marks = {at: mark for mark in chinese_marks(text, 0, len(text)) for at in range(mark.start, mark.end)}
    # 16至24岁的失业率: an age narrows whom a figure counts.
    spans = [(one.start, one.end) for one in sentence.quantities if not one.text.endswith("岁")] + [
        (one.start, one.end) for one in sentence.periods
    ]
    hidden = {at for start, end in spans for at in range(start, end)}
    spoken = {at for start, end in speaker_spans(text, "zh") for at in range(start, end)}
    for at, sign in enumerate(text):
        if at in hidden or not is_han(sign):
            continue
        mark = marks.get(at)
        role = mark.role if mark else None
        is_asked = (sign in question and role not in _LINKS) or (mark is not None and mark.row in rows)
        is_plain = role in _PLAIN or sign in _SMALL_CHINESE or at in spoken
        yield _Word(at, is_asked, not is_asked and not is_plain, role in _LINKS)


def _simple(text: str) -> str:
    return to_simplified(text).lower()
