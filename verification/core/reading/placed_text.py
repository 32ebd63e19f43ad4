"""A text with its figures, periods and sentences, found once and looked up by where they stand."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date

from verification.core.evidence import Quantity
from verification.core.language.script import to_simplified
from verification.core.language.texts import Language, fold, language_of, split_sentences
from verification.core.periods.grammar import PeriodMention, find_periods
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.figure_slots import Span
from verification.core.reading.statement import Origin, Words
from verification.core.subjects.known import stands_in_name
from verification.core.vocabulary import PassageField

MAX_TEXT = 500_000
MAX_FIGURES = 20_000


class PlacedText:
    """One text, at most ``MAX_TEXT`` letters of it.

    ``found``: its figures, where the caller knows what ``find_quantities`` gives for it. Figures and periods that belong to names
    are none.
    """

    def __init__(self, text: str, *, base: date, field: PassageField, found: Sequence[Quantity] | None) -> None:
        self.text = text[:MAX_TEXT]
        self.base = base
        self._field = field
        self.is_chinese = language_of(self.text) is Language.CHINESE
        self._simple = fold(to_simplified(self.text))
        if found is None:
            found = find_quantities(self.text, lang="zh" if self.is_chinese else "en") if self.text else ()
        self.quantities = [one for one in found[:MAX_FIGURES] if not stands_in_name(self._simple, one.start, one.end)]
        named = find_periods(self.text, base, is_chinese=self.is_chinese) if self.text else ()
        self.periods = tuple(one for one in named if not stands_in_name(self._simple, one.start, one.end))
        self._spans = split_sentences(self.text).spans
        self._starts = [one.start for one in self.quantities]
        self._period_starts = [one.start for one in self.periods]

    def quantities_between(self, start: int, end: int) -> Sequence[Quantity]:
        """The figures of a stretch, without those of its periods."""
        left, right = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return [one for one in self.quantities[left:right] if one.end <= end and not self._in_period(one)]

    def _in_period(self, quantity: Quantity) -> bool:
        at = bisect_right(self._period_starts, quantity.start) - 1
        return at >= 0 and quantity.end <= self.periods[at].end

    def periods_between(self, start: int, end: int) -> list[PeriodMention]:
        """The periods named in a stretch."""
        left, right = bisect_left(self._period_starts, start), bisect_left(self._period_starts, end)
        return list(self.periods[left:right])

    def words_at(self, span: Span, origin: Origin) -> Words:
        return Words(self.text[span[0] : span[1]], span[0], span[1], origin, self._field)

    def opening(self) -> str:
        """The first sentence, and what stands before it."""
        return self.text[: self._spans[0][1]] if self._spans else ""

    def _period_spans(self, start: int, end: int, *, by: int = 0) -> list[Span]:
        return [(one.start - by, one.end - by) for one in self.periods_between(start, end)]
