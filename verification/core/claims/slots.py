"""The propositions of a claim held against the statements of the documents, slot by slot, by the reader that all rooms share.

Read are only the stretches around the passages that hold most of the claim or one of its figures: what decides stands there, and a long
document costs no more than a short one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from verification.core.claims.passages import DocumentsReading, PassageWindow
from verification.core.language.texts import Language, language_of
from verification.core.patterns import lazy_regex
from verification.core.reading.comparing import Comparison, compare
from verification.core.reading.measure_comparing import SlotComparison, SlotFit
from verification.core.reading.reader import TextReader, read_statements
from verification.core.reading.statement import Question, Statement, Status
from verification.core.subjects.introductions import introduced_names
from verification.core.support.facts import is_same_figure, terms_of
from verification.core.vocabulary import PassageField

# Sentences before a passage that it may hang from, and after it that may take it back.
_BEFORE, _AFTER = 4, 2
_MAX_STRETCH = 6_000
_MAX_STRETCHES = 6
MAX_PROPOSITIONS = 8
_YEAR = lazy_regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_OBJECT_SHARE = 0.5
# Where neither side names a year any will do, and the same on every machine.
_ANY_YEAR = 2026


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a document as the reader understands it; ``start`` is its place in the document's text."""

    document: int
    start: int
    text: str
    title: str
    statements: tuple[Statement, ...]
    introduced: Mapping[str, str]
    language: Language

    def sentence_of(self, statement: Statement) -> str:
        """The words of the sentence, row or title that holds a statement."""
        return (self.title if statement.field is PassageField.TITLE else self.text)[statement.start : statement.end]


@dataclass(frozen=True, slots=True)
class Held:
    """A proposition beside one statement of a document. ``is_same``: value or act are the claim's own; ``has_object``: what the act is done
    to stands in the statement's sentence."""

    proposition: Statement
    stretch: Stretch
    statement: Statement
    comparison: Comparison
    is_same: bool
    has_object: bool = True

    @property
    def is_opposed(self) -> bool:
        """Whether one side raised what the other lowered."""
        mine, theirs = self.proposition.measure.direction, self.statement.measure.direction
        return mine is not None and theirs is not None and mine is not theirs

    @property
    def is_carried(self) -> bool:
        """Whether the statement is the proposition: the same value or act, nothing otherwise, and held in the same way."""
        return self.is_same and not self.comparison.clashes and not self.is_opposed

    @property
    def is_in_title(self) -> bool:
        return self.statement.field is PassageField.TITLE

    @property
    def met(self) -> int:
        """How many of subject, measure or predicate, and period the statement has."""
        return sum(slot.fit in (SlotFit.FOUND, SlotFit.COMPATIBLE) for slot in self.slots)

    @property
    def clashing(self) -> int:
        """How many of them it has otherwise."""
        return sum(slot.fit is SlotFit.CLASHES for slot in self.slots)

    @property
    def slots(self) -> tuple[SlotComparison, SlotComparison, SlotComparison]:
        """Subject, measure or predicate, period."""
        found = self.comparison
        return (found.subject, found.predicate or found.measure, found.period)


@dataclass(frozen=True, slots=True)
class Proposition:
    """One figure or event of the claim, and the statements of the documents that may be the same, best first."""

    claim: str
    statement: Statement
    held: tuple[Held, ...]

    @property
    def best(self) -> Held | None:
        return self.held[0] if self.held else None

    @property
    def is_figure(self) -> bool:
        return self.statement.value is not None


class SlotsReading:
    """A claim's propositions beside the documents'."""

    def __init__(self, reading: DocumentsReading, windows: Sequence[PassageWindow], lines: Sequence[int]) -> None:
        self._reading = reading
        self._places = [(window.first, window.last) for window in windows] + [(line, line) for line in lines]

    @property
    def claim(self) -> str:
        return self._reading.claim.text

    @cached_property
    def propositions(self) -> tuple[Proposition, ...]:
        """Those of the claim, in its order."""
        claim = self._reading.claim.text
        base = self._base
        stretches = list(self._stretches()) if claim.strip() else []
        stated = [one for one in read_statements(claim, base=base) if one.value is not None or one.predicate is not None]
        language = language_of(claim)
        return tuple(Proposition(claim, one, _held(one, stretches, base, language)) for one in stated[:MAX_PROPOSITIONS])

    @cached_property
    def periods(self) -> tuple[tuple[int, int], ...]:
        """Where the claim names the times that it tells of."""
        told = (one.statement.period.words for one in self.propositions)
        return tuple({(words.start, words.end) for words in told if words is not None})

    @cached_property
    def is_crossed(self) -> bool:
        """Whether the passages are in another language than the claim."""
        mine = language_of(self._reading.claim.text)
        return bool(self._places) and all(language_of(self._text_of(place)) is not mine for place in self._places)

    def _text_of(self, place: tuple[int, int]) -> str:
        first, last = self._reading.lines[place[0]], self._reading.lines[place[1]]
        return self._reading.documents[first.document].text[first.start : last.end]

    @cached_property
    def _base(self) -> date:
        """The day from which "May" counts: the end of the latest year that either side names."""
        texts = [self._reading.claim.text, *(self._text_of(place) for place in self._places)]
        years = [int(year) for text in texts for year in _YEAR.findall(text)]
        return date(max(years, default=_ANY_YEAR), 12, 31)

    def _stretches(self) -> Iterator[Stretch]:
        seen: list[tuple[int, int, int]] = []
        for first, last in self._places:
            if len(seen) == _MAX_STRETCHES:
                return
            document, start, end = self._around(first, last)
            if any(document == other and left <= start and end <= right for other, left, right in seen):
                continue
            seen.append((document, start, end))
            yield self._stretch(document, start, end)

    def _around(self, first: int, last: int) -> tuple[int, int, int]:
        lines = self._reading.lines
        document = lines[first].document
        begin = first
        while begin > max(0, first - _BEFORE) and lines[begin - 1].document == document:
            begin -= 1
        stop = last
        while stop < min(len(lines) - 1, last + _AFTER) and lines[stop + 1].document == document:
            stop += 1
        start = max(lines[begin].start, lines[last].end - _MAX_STRETCH)
        return document, start, min(lines[stop].end, start + _MAX_STRETCH)

    def _stretch(self, document: int, start: int, end: int) -> Stretch:
        source = self._reading.documents[document]
        text = source.text[start:end]
        title = TextReader(source.title, base=self._base, field=PassageField.TITLE)
        reader = TextReader(text, base=self._base, title=title)
        return Stretch(
            document, start, text, source.title, (*title.statements(), *reader.statements()), introduced_names(text), language_of(text)
        )


def _held(stated: Statement, stretches: Sequence[Stretch], base: date, language: Language) -> tuple[Held, ...]:
    question = Question("", stated.subject, stated.measure, stated.period, _own_status(stated), stated.predicate)
    found = []
    for stretch in stretches:
        for statement in stretch.statements:
            if (statement.value is None) != (stated.value is None):
                continue
            compared = compare(question, statement, published=base, introduced=stretch.introduced)
            has_object = _has_object(stated, stretch.sentence_of(statement))
            found.append(Held(stated, stretch, statement, compared, has_object and _is_same(stated, statement, compared), has_object))
    return tuple(sorted(found, key=_rank))


def _own_status(stated: Statement) -> Status:
    """How the claim itself stands to it. A capital inside a sentence makes a word part of a name: an "Economic Outlook" is no forecast."""
    cue = stated.status.cue
    is_name = cue is not None and cue.text[:1].isupper() and cue.start > stated.start
    return Status.ASSERTED if is_name else stated.status.status


def _is_same(stated: Statement, statement: Statement, compared: Comparison) -> bool:
    if stated.value is not None and statement.value is not None:
        mine, theirs = stated.value, statement.value
        return mine.kind == theirs.kind and (mine.unit == theirs.unit or None in (mine.unit, theirs.unit)) and is_same_figure(mine, theirs)
    return compared.predicate is not None and compared.predicate.fit is SlotFit.FOUND


def _has_object(stated: Statement, sentence: str) -> bool:
    """Whether what the act is done to stands in the sentence that tells it."""
    words = stated.predicate.object if stated.predicate else None
    if words is None:
        return True
    wanted = terms_of(words.text)
    return not wanted or len(wanted & terms_of(sentence)) >= _OBJECT_SHARE * len(wanted)


def _rank(held: Held) -> tuple[bool, int, int, bool, int]:
    is_other_status = held.comparison.status.fit is SlotFit.CLASHES
    return (not held.is_same, held.clashing + held.is_opposed, -held.met, is_other_status, held.stretch.start + held.statement.start)
