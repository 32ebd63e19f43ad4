"""The texts of a page, cut for the judge: the sentences that hold figures, the period each inherits, and what stands around them."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from datetime import date
from functools import cached_property, partial

from verification.core.evidence import Quantity
from verification.core.judging.statement_features import ReadText
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.periods.choice import is_in_other_brackets
from verification.core.periods.grammar import PeriodMention, find_periods
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.figure_slots import shifted
from verification.core.reading.frames.places import PlacedSentence
from verification.core.reading.reader import TextReader
from verification.core.tables.figures import in_table_units
from verification.core.vocabulary import PassageField, QuantityKind

MAX_FIGURES = 2_000
_EARLIER_SENTENCES = 2
_PERIOD_REACH = 3


class PageText:
    """Title or content of a page, cut into sentences, with the figures of each."""

    def __init__(self, field: PassageField, text: str, base: date, published: date | None, title: "PageText | None" = None) -> None:
        self._inherited = title.only_period() if title else None
        self._title = title
        self._published = published
        self.field = field
        self.text = text
        self.base = base
        self.is_chinese = language_of(text) == Language.CHINESE
        found = find_quantities(text, lang="zh" if self.is_chinese else "en")
        self._found = in_table_units(text, found, title=title.text if title else "")
        quantities = self._found[:MAX_FIGURES]
        self.quantities = quantities
        self.figures = len(quantities)
        self.spans = split_sentences(text).spans
        self._sentences: dict[int, PlacedSentence] = {}
        self._by_sentence = _grouped(self.spans, quantities)

    @cached_property
    def reader(self) -> TextReader:
        title = self._title.reader if self._title else None
        return TextReader(self.text, base=self.base, field=self.field, title=title, found=self._found)

    @cached_property
    def read(self) -> ReadText:
        """The statements of the text."""
        return ReadText(self.reader, self._published, f"{self._title.text}\n{self.text}" if self._title else self.text)

    def figured(self, kinds: Set[QuantityKind]) -> Iterator[tuple[int, PlacedSentence, int]]:
        """The sentences that hold a figure of one of ``kinds``, with their number and start."""
        for index, quantities in self._by_sentence.items():
            if any(quantity.kind in kinds for quantity in quantities):
                yield index, self.sentence(index), self.spans[index][0]

    def sentence(self, index: int) -> PlacedSentence:
        if index not in self._sentences:
            start, end = self.spans[index]
            text = self.text[start:end]
            self._sentences[index] = PlacedSentence(
                text,
                self._by_sentence.get(index, ()),
                self.base,
                # By sentence and not by page: a page flooded with another script still says what its sentences say.
                is_chinese=language_of(text) == Language.CHINESE,
                inherited=partial(self._period_before, index),
                in_cell=partial(self._cell_period, start) if "|" in text or "\t" in text else None,
            )
        return self._sentences[index]

    def _cell_period(self, offset: int, start: int) -> tuple[PeriodMention | None, bool] | None:
        """The period of a cell and whether its own heads name it; None outside of tables, whose rows inherit nothing from each other."""
        held = self.reader.tables.period_in_cell(offset + start)
        if held is None:
            return None
        found = held[0]
        return (replace(found, start=0, end=0), True) if found else (self._inherited, False)

    def _period_before(self, index: int) -> PeriodMention | None:
        """The period that the sentences just before set, else that of the title."""
        for at in range(index - 1, max(-1, index - 1 - _PERIOD_REACH), -1):
            told = self.sentence(at)
            found = [period for period in told.periods if _can_inherit(period) and not is_in_other_brackets(told.text, period, -1)]
            if found:
                return found[-1]
        return self._inherited

    def only_period(self) -> PeriodMention | None:
        """The one period a title names; None where it names none or several."""
        found = [p for p in find_periods(self.text, self.base, is_chinese=self.is_chinese) if _can_inherit(p)]
        return found[0] if len({p.period for p in found}) == 1 else None

    def context(self, index: int) -> Set[str]:
        """The terms of the sentences just before."""
        earlier = (self.sentence(at).terms for at in range(max(0, index - _EARLIER_SENTENCES), index))
        return frozenset().union(*earlier)

    def before(self, index: int) -> tuple[str, ...]:
        """The sentences just before, as written, nearest first."""
        return tuple(self.sentence(at).text for at in reversed(range(max(0, index - _EARLIER_SENTENCES), index)))

    def opening(self) -> Set[str]:
        """The terms of the title, or of the first sentence."""
        return self.sentence(0).terms if self.spans else frozenset()


def _can_inherit(mention: PeriodMention) -> bool:
    return not (mention.is_border or mention.is_compared or mention.period.is_daily)


def _grouped(spans: Sequence[tuple[int, int]], quantities: Sequence[Quantity]) -> dict[int, tuple[Quantity, ...]]:
    """Figures by sentence, their places counted from its start; a figure torn apart by a sentence's end is left out."""
    grouped: dict[int, list[Quantity]] = {}
    index = 0
    for quantity in quantities:
        while index < len(spans) and spans[index][1] <= quantity.start:
            index += 1
        if index == len(spans):
            break
        start, end = spans[index]
        if start <= quantity.start and quantity.end <= end:
            grouped.setdefault(index, []).append(shifted(quantity, -start))
    return {index: tuple(found) for index, found in grouped.items()}
