"""A question held against the statements of a page, slot by slot, as numbers (``reading.comparing``)."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import date
from functools import cached_property
from itertools import pairwise

from verification.core.evidence import NodeSpec
from verification.core.language import word_tables
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.comparing import Comparison, compare
from verification.core.reading.counted_names import with_counted_name
from verification.core.reading.frames.labels import BLANK, Asking, Frame
from verification.core.reading.measure_comparing import Difference, SlotComparison, SlotFit
from verification.core.reading.measure_words import is_part, narrowing_words, qualifiers_of, row_of
from verification.core.reading.questions import read_question
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Origin, Question, Statement
from verification.core.reading.whole_names import with_whole_name
from verification.core.sources.domains import country_of_host
from verification.core.subjects.gazetteer import names_of, territory_of
from verification.core.subjects.introductions import introduced_names
from verification.core.subjects.parts import Part, parts_of

_SLOTS = ("subject", "measure", "period", "status")
_IS = " is"
# The country whose figures its pages give without saying so, of English and of Chinese ones.
_HOME = {False: "US", True: "CN"}
_UNIT = lazy_regex(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
_CAPITALS = lazy_regex(r"(?:\s[A-Z][\w&]+)+")
# What narrows nothing, or is said in many other ways.
_OF_ALL = word_tables.words(
    "total overall global worldwide group company consolidated annual yearly full fiscal first second third fourth final last latest "
    "previous current new actual official headline reported quarter half year month week day common ordinary diluted basic operating net "
    "gross market commercial expected planned estimated forecast projected guided in of on at for the its and"
)
_MOST_EXTRA = 6


class ReadText:
    """Title or content of a page as the reader understands it; read when a figure of it is first asked for."""

    def __init__(self, reader: TextReader, published: date | None, introducing: str) -> None:
        self._reader, self.published, self._introducing = reader, published, introducing
        self._statements: dict[int, Statement | None] = {}

    def statement_at(self, start: int) -> Statement | None:
        """The statement of the figure at ``start``; those of its sentence or table are read with it."""
        if start not in self._statements:
            self._statements[start] = None
            self._statements.update({one.value.start: one for one in self._reader.statements_beside(start) if one.value is not None})
        return self._statements[start]

    def named_whole(self, question: Question, statement: Statement) -> Statement:
        """The statement as it reads where its sentence holds the whole name asked for, word for word or about what its figure counts."""
        whole = with_whole_name(question, statement, self._reader)
        return whole if whole is not statement else with_counted_name(question, statement, self._reader)

    @cached_property
    def introduced(self) -> Mapping[str, str]:
        return introduced_names(self._introducing)


def questions_of(frames: Sequence[Frame], node: NodeSpec, base: date) -> dict[int, Question]:
    """The question that each frame asks, by the frame's identity."""
    return {id(frame): read_question(_name_of(frame), base=base, kind=node.kind) for frame in frames}


def _name_of(frame: Frame) -> str:
    text = frame.sentence.text
    if frame.asking != Asking.NAME:
        return text
    return text.replace(BLANK, "").strip().removesuffix(_IS)


def compared_at(question: Question, text: ReadText, start: int) -> tuple[Statement | None, Comparison | None]:
    """The statement of the figure at ``start``, and how its slots stand to those asked for; None where the reader finds none."""
    statement = text.statement_at(start)
    if statement is None:
        return None, None
    statement = text.named_whole(question, statement)
    return statement, compare(question, statement, published=text.published, introduced=text.introduced)


def statement_features(question: Question, statement: Statement | None, found: Comparison | None) -> Iterator[tuple[str, float]]:
    """The slots of a figure against those asked for; all zero where there is no statement."""
    yield "statement_found", float(found is not None)
    for slot in _SLOTS:
        yield from _slot_features(slot, found)
    differences = {one.difference for one in _compared(found)} if found else set()
    for difference in Difference:
        yield f"differs_{difference}", float(difference in differences)
    yield "slots_clashing", float(len(found.clashes)) if found else 0.0
    alignment = found.alignment if found else None
    yield "statement_coverage", alignment.coverage if alignment else 1.0
    yield "statement_link", float(alignment.how or 0) if alignment else 0.0
    yield "subjects_known", float(alignment is not None and alignment.are_both_known)
    yield from _parts(found, statement)
    yield from _extra_words(question, statement)
    yield "asks_subject", float(question.subject.head is not None)
    yield "asks_measure_known", float(bool(question.measure.code))
    yield "says_measure_known", float(bool(statement and statement.measure.code))
    head = statement.subject.head if statement else None
    yield "subject_own", float(head is not None and head.origin == Origin.CLAUSE)
    yield "subject_above", float(head is not None and head.origin != Origin.CLAUSE)


def _parts(found: Comparison | None, statement: Statement | None) -> Iterator[tuple[str, float]]:
    """Whether a part was asked for that the statement leaves unsaid, and whether its measure names one that was not asked for."""
    measure = found.measure if found else None
    words = statement.measure.words if statement else None
    missing = measure.asked if measure and measure.difference is Difference.QUALIFIER_MISSING else ""
    added = measure.said if measure and measure.difference is Difference.QUALIFIER_ADDED else ""
    yield "part_unsaid", float(is_part(missing))
    yield "part_added", float(is_part(added) and words is not None and added in qualifiers_of(words.text))


def _extra_words(question: Question, statement: Statement | None) -> Iterator[tuple[str, float]]:
    """How many words of the statement's subject and measure the question doesn't have: iPhone revenue is not revenue."""
    head = statement.subject.head if statement else None
    for slot, words in (("subject", head), ("measure", statement.measure.words if statement else None)):
        extra = _units(words.text) - _units(question.text) if words else frozenset()
        yield f"{slot}_extra", float(min(len(extra), _MOST_EXTRA))


def _units(text: str) -> frozenset[str]:
    """Words by their lemma, Chinese by its signs."""
    return frozenset(unit if is_han(unit) else lemma(unit.casefold()) for unit in _UNIT.findall(to_simplified(text)))


def share_named(name: str, text: str) -> float:
    """The share of a name's words, or of the pairs of signs of a Chinese one, that stand anywhere in a text."""
    units = [unit.casefold() for unit in _UNIT.findall(to_simplified(name))]
    parts = [unit for unit in units if not is_han(unit)] + [a + b for a, b in pairwise(units) if is_han(a) and is_han(b)]
    told = to_simplified(text).casefold()
    return sum(part in told for part in parts) / len(parts) if parts else 1.0


def is_place_unnamed(name: str, text: str, *, is_chinese: bool, url: str = "") -> bool:
    """Whether ``name`` is a place, or holds a country beside the name of another thing (Ford China), that ``text`` calls by none of its
    names, in either language; never of the country at home there, by its language or by the end of its page's host."""
    told = to_simplified(text)
    parts = [part for part in parts_of(name, is_typed=True) if part.is_place and not part.is_listed]
    asked = [part for part in parts if part.text == name.strip() or any(territory_of(code) == code for code in part.codes)]
    homes = {_HOME[is_chinese], country_of_host(url)}
    return any(_is_unnamed(part, told, homes=homes) for part in asked)


def is_part_unnamed(question: Question, text: str) -> bool:
    """Whether a company was asked for with one thing of its own right behind its name (京东物流, Berkshire Hathaway Energy), of which
    ``text`` has no word: what it tells is the company's. Initials may be written out there."""
    head = question.subject.head
    owner = next(iter(parts_of(head.text, is_typed=True)), None) if head else None
    if head is None or owner is None or {entity.kind for entity in owner.entities} != {"company"}:
        return False
    words = _words_behind(question, head.start + len(owner.text))
    told = to_simplified(text).casefold()
    return bool(words) and not any(piece in told for word in words for piece in _pieces(word))


def _words_behind(question: Question, at: int) -> list[str]:
    """The words with capitals right behind a name; else what stands between it and a known measure, if it is one word."""
    found = _CAPITALS.match(question.text, at)
    if found is not None:
        return [word for word in found.group().split() if not word.isupper() and row_of(word) is None]
    measure = question.measure.words
    words = narrowing_words(_without_period(question, at, measure.end)) if measure and question.measure.code else []
    return words if len(words) == 1 and (is_han(words[0][0]) or _narrows(words[0])) else []


def _without_period(question: Question, start: int, end: int) -> str:
    """A stretch of the name without the period that stands in it: 特斯拉|第三季度|交付量 asks for no part of the company."""
    period = question.period.words
    if period is None or not start <= period.start <= period.end <= end:
        return question.text[start:end]
    return f"{question.text[start : period.start]} {question.text[period.end : end]}"


def _narrows(word: str) -> bool:
    """Whether an English word before a measure is the thing that it is of: Tesla's |energy| revenue, not its |worldwide| deliveries."""
    return word.isalpha() and word.islower() and word not in _OF_ALL


def _pieces(word: str) -> list[str]:
    """What of a word would show it: its lemma, of a Chinese one each two signs."""
    low = to_simplified(word).casefold()
    return [a + b for a, b in pairwise(low)] if is_han(low[0]) else [lemma(low)]


def _is_unnamed(part: Part, text: str, *, homes: Set[str]) -> bool:
    names = [place for code in part.codes for place in names_of(code)]
    if homes & set(part.codes) or any(place.kind == "region" for place in names):
        return False
    return not any(_is_told(place.name, text) for place in names)


def _is_told(name: str, text: str) -> bool:
    return name in text and (is_han(name[0]) or re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text) is not None)


def _compared(found: Comparison) -> tuple[SlotComparison, ...]:
    return found.subject, found.measure, found.period, found.status


def _slot_features(slot: str, found: Comparison | None) -> Iterator[tuple[str, float]]:
    fit = getattr(found, slot).fit if found else None
    for each in SlotFit:
        yield f"{slot}_slot_{each}", float(fit == each)
