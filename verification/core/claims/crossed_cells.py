"""The figures of a claim in one language beside cells of a table in the other: the same measure by its row's name, the same value and year.

As strict as with running text (``crossing``): a head or heading that says anything else is not understood, so it carries nothing.
"""

import re
from datetime import date

from verification.core.claims.crossing import all_named, named_subject, narrowed_by, overlaps, rows_of
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.reading.measure_words import is_writing, row_of
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Form, Statement, Status
from verification.core.subjects.known import find_known
from verification.core.tables.places import Place
from verification.core.tables.sentences import years_in
from verification.core.tables.spoken import parts_in, word_keys
from verification.core.tables.written import WrittenFigure

# From which "last year" would count; a claim is held to the years that it names.
_BASE = date(2000, 1, 1)
_OF_TIME = word_keys("fiscal FY year years ended ending quarter months December 31 as of for the, 年度, 本年, 截至, 期末, 年")
_BRACKETS = lazy_regex(r"\s*[(（][^()（）]*[)）]\s*")
# Whoever writes a report is "the company" in it.
_ITSELF = lazy_regex(r"(?:the\s|our\s)?(?:company|group|firm)|我们|本?公司|本?集团", re.IGNORECASE)


class CrossedCells:
    """One claim, read once for all cells."""

    def __init__(self, claim: str) -> None:
        self._claim = claim
        self._statements = [one for one in read_statements(claim, base=_BASE) if one.value is not None]
        self._years, self._parts = years_in(claim), parts_in(claim)

    def is_told(self, figure: WrittenFigure, place: Place, document: str) -> bool:
        """Whether the cell is what the claim says of ``figure``; ``document`` is all that its document says."""
        told = next((one for one in self._statements if one.value and overlaps([(figure.start, figure.end)], *_span(one))), None)
        if told is None or told.status.status is not Status.ASSERTED or not place.states(figure):
            return False
        return self._is_of_its_time(place) and self._is_measured(told, place) and self._is_named(told, document)

    def _is_of_its_time(self, place: Place) -> bool:
        if place.heading - _OF_TIME or place.column - _OF_TIME or place.parts != self._parts:
            return False
        return len(self._years) == 1 and place.years == self._years

    def _is_measured(self, told: Statement, place: Place) -> bool:
        """Whether the row is called by the name of the claim's measure and by nothing else; a level is no change."""
        label = _BRACKETS.sub(" ", place.label_text).strip()
        row = row_of(label)
        if row is None or not is_writing(label) or narrowed_by(told):
            return False
        is_change = told.measure.form is Form.CHANGE or told.measure.direction is not None
        return is_change == (row.form is Form.CHANGE) and row.code in {one.code for one in rows_of(told, self._statements, self._claim)}

    def _is_named(self, told: Statement, document: str) -> bool:
        """Whether the document speaks of whomever the claim does."""
        head, slots = named_subject(told), [told.measure.words, told.period.words]
        if head is not None and _ITSELF.fullmatch(head.text):
            slots.append(head)
        elif head is not None and not any(name.start < head.end and head.start < name.end for name in find_known(self._claim)):
            slots.append(head)
            if fold(head.text) not in fold(document):
                return False
        return all_named(self._claim, document, [(words.start, words.end) for words in slots if words is not None])


def _span(told: Statement) -> tuple[int, int]:
    return (told.value.start, told.value.end) if told.value is not None else (told.start, told.end)
