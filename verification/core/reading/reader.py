"""What a text says: one statement for every figure in it, with the words that fill its slots and where they stand.

A text is read once: its items and tables, its sentences, figures and periods. Each figure is read in its clause; what that leaves open is
told by its sentence, by the sentences before it in the same item, by the item's heading and by the title, and never by another item.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.language.texts import Language, language_of
from verification.core.periods.calendar import first_day
from verification.core.periods.choice import period_at
from verification.core.periods.grammar import PeriodMention
from verification.core.periods.roles import CONTRACT
from verification.core.reading.cell_statements import CellStatements
from verification.core.reading.chinese.events import chinese_events
from verification.core.reading.chinese.figures import name_chinese, read_chinese
from verification.core.reading.chinese.pointing import of_company, points_back
from verification.core.reading.english.events import english_events
from verification.core.reading.english.figures import name_english, read_english
from verification.core.reading.english.names import names_told
from verification.core.reading.event_clauses import EventSlots
from verification.core.reading.figure_slots import FigureSlots, Span, may_be_of, placed, shifted, taken_over
from verification.core.reading.issuers import issuer_of, speaks_of_itself, spoken_by
from verification.core.reading.layout import Item, lay_out
from verification.core.reading.measure_said import code_said, form_said
from verification.core.reading.measure_words import row_of
from verification.core.reading.placed_text import PlacedText
from verification.core.reading.stand_ins import stands_in
from verification.core.reading.statement import (
    Measure,
    Origin,
    PeriodSlot,
    Predicate,
    Statement,
    Status,
    Subject,
    Words,
    origin_of,
    place_of,
)
from verification.core.reading.status.statuses import StatusReader
from verification.core.reading.table_figures import TextTables
from verification.core.subjects.parts import is_whole_name
from verification.core.vocabulary import PassageField, QuantityKind

_EARLIER = 3
_ALSO_AFTER = 120
_BEHIND = 40
_NOTHING = (Decimal(0), Decimal(0), None, QuantityKind.NUMBER)


def read_statements(text: str, *, base: date, title: str = "") -> tuple[Statement, ...]:
    """The statements of ``text`` and of its ``title``, in the order of their figures, the title's first.

    ``base`` is the day of publication, from which "last month" is counted; where a page has none, the day it was asked about. No more than
    ``MAX_TEXT`` characters and ``MAX_FIGURES`` figures are read.
    """
    head = TextReader(title, base=base, field=PassageField.TITLE)
    body = TextReader(text, base=base, title=head)
    return (*head.statements(), *body.statements())


class TextReader(PlacedText):
    """One text made ready to be read; ``title`` is the reading of the title above it.

    ``found``: its figures, where the caller knows what ``find_quantities`` gives for it.
    """

    def __init__(
        self,
        text: str,
        *,
        base: date,
        field: PassageField = PassageField.CONTENT,
        title: "TextReader | None" = None,
        found: Sequence[Quantity] | None = None,
    ) -> None:
        super().__init__(text, base=base, field=field, found=found)
        self.title = title
        self._layout = lay_out(self.text)
        # Tells how the text stands to what it says.
        self.status = StatusReader(self.text, title=title.text if title else "", spans=self._spans)
        self._slots: dict[int, list[FigureSlots]] = {}
        self._above: FigureSlots | None = None
        self._named: dict[int, list[Span]] = {}
        self._cells = CellStatements(self, self._layout.tables)

    def statements(self) -> tuple[Statement, ...]:
        """A statement for each figure and each event, in their order."""
        return tuple(sorted((*self._cells.statements(), *self._in_sentences(), *self._events()), key=place_of))

    def statements_beside(self, start: int) -> tuple[Statement, ...]:
        """The statements of the figures in the sentence or table that holds ``start``, as ``statements`` gives them."""
        table = self.tables.at(start)
        if table is not None:
            return tuple(self._cells.of_table(table))
        number = bisect_right(self._spans, start, key=lambda span: span[0]) - 1
        return tuple(self._in_sentence(number)) if number >= 0 else ()

    @cached_property
    def tables(self) -> TextTables:
        """The tables of the text, and whose each cell is."""
        told = self.title.topic() if self.title and self.title.text else FigureSlots()
        above = told.is_noun and told.row is not None
        return TextTables(self.text, self._simple, self._layout.tables, self.periods_between, above=above, is_chinese=self.is_chinese)

    def _events(self) -> Iterator[Statement]:
        """A statement for each clause that tells of an event."""
        tables = [(table.start, table.end) for table in self._layout.tables]
        for number, (start, end) in enumerate(self._spans):
            if any(left <= start < right for left, right in tables):
                continue
            written = self.text[start:end]
            periods = self._period_spans(start, end, by=start)
            if language_of(written) is Language.CHINESE:
                events = chinese_events(self._simple[start:end], periods)
            else:
                events = english_events(written, periods, self._names(number))
            for event in events:
                yield self._event_statement(event, start, end, number)

    def _names(self, number: int) -> list[Span]:
        """The names of an English sentence, as places in it."""
        found = self._named.get(number)
        if found is None:
            start, end = self._spans[number]
            found = self._named[number] = names_told(self.text[start:end])
        return found

    def _event_statement(self, event: EventSlots, start: int, end: int, number: int) -> Statement:
        item = self._layout.item_at(start)
        place = (event.predicate[0] + start, event.predicate[1] + start)
        head = self._event_words(event.subject, start) or self._earlier_subject(number, item)
        predicate = Predicate(self.words_at(place, Origin.CLAUSE), self._event_words(event.object, start), event.is_negated)
        return Statement(
            self._field,
            start,
            end,
            Subject(head, tuple(self._chain(head, item))),
            Measure(None),
            self._period_at(place, (start, end), item, number),
            self.status.status_at(*place),
            self.status.speaker_at(*place),
            None,
            predicate,
        )

    def _event_words(self, span: Span | None, start: int) -> Words | None:
        return self.words_at((span[0] + start, span[1] + start), Origin.CLAUSE) if span else None

    def _earlier_subject(self, number: int, item: Item) -> Words | None:
        """Whose act it is where the sentence names nobody: the subject of the sentence before, of the title."""
        if number and self._spans[number - 1][0] >= item.start and (told := self._topic(number - 1)).subject is not None:
            return self.words_at(told.subject, Origin.EARLIER)
        if self.title is None or (above := self.title.topic().subject) is None:
            return None
        return self.title.words_at(above, Origin.TITLE)

    def _in_sentences(self) -> Iterator[Statement]:
        tables = [(table.start, table.end) for table in self._layout.tables]
        for number, (start, end) in enumerate(self._spans):
            quantities = self.quantities_between(start, end)
            if quantities and not any(left <= quantities[0].start < right for left, right in tables):
                yield from self._in_sentence(number)

    def _in_sentence(self, number: int) -> Iterator[Statement]:
        start, end = self._spans[number]
        item = self._layout.item_at(start)
        found = self._read(number) if self.quantities_between(start, end) else []
        for position, (quantity, slots) in enumerate(zip(self.quantities_between(start, end), found, strict=True)):
            yield self._statement(quantity, slots, (start, end), item, number, self._listed(number, position))

    def _read(self, number: int) -> list[FigureSlots]:
        """The slots of the figures of a sentence, as places in the text."""
        found = self._slots.get(number)
        if found is None:
            start, end = self._spans[number]
            quantities = [shifted(one, -start) for one in self.quantities_between(start, end)]
            periods = self._period_spans(start, end, by=start)
            written = self.text[start:end]
            if language_of(written) is Language.CHINESE:
                # The month of a contract is a part of its name: COMEX 12月黄金期货.
                told = [(one.start - start, one.end - start) for one in self.periods_between(start, end) if one.role != CONTRACT]
                local = read_chinese(self._simple[start:end], quantities, told)
            else:
                local = read_english(written, quantities, periods, self._names(number))
            found = self._slots[number] = [placed(one, start) for one in local]
        return found

    def _listed(self, number: int, position: int) -> PeriodMention | None:
        """The period of a figure where a list of periods goes before a list of figures: "in 2023, 2024 and 2025 … 8%, 3% and 11%"."""
        start, end = self._spans[number]
        quantities = self.quantities_between(start, end)
        named = [one for one in self.periods_between(start, quantities[0].start) if not one.is_border]
        if len(quantities) < 2 or len(named) != len(quantities):
            return None
        gaps = [self.text[a.end : b.start].strip(" ,，、") for a, b in pairwise(named)]
        return named[position] if all(gap in ("", "and", "和", "与", "及") for gap in gaps) else None

    def _statement(
        self, quantity: Quantity, slots: FigureSlots, span: Span, item: Item, number: int, listed: PeriodMention | None
    ) -> Statement:
        itself = self._itself(slots, span)
        slots, origins = self._inherited(slots, item, number)
        if itself is not None:
            slots, origins = replace(slots, subject=None), origins | {"subject": itself}
        period = (
            self._period_at((quantity.start, quantity.end), span, item, number)
            if listed is None
            else PeriodSlot(listed.period, self.words_at((listed.start, listed.end), Origin.SENTENCE), listed.is_fiscal)
        )
        return self.built(quantity, slots, span, period, origins, item)

    def built(
        self, quantity: Quantity, slots: FigureSlots, span: Span, period: PeriodSlot, origins: dict[str, Words], item: Item
    ) -> Statement:
        """The statement of a figure whose slots are known; ``origins`` are words that other places than its clause lend them."""
        head = origins.get("subject") or (self.words_at(slots.subject, origin_of(slots.subject, span)) if slots.subject else None)
        measured = origins.get("measure") or (self.words_at(slots.measure, origin_of(slots.measure, span)) if slots.measure else None)
        row = slots.row or (row_of(measured.text) if measured else None)
        measure = Measure(
            measured,
            slots.qualifiers,
            form_said(slots, row, quantity),
            slots.basis,
            slots.direction or quantity.direction,
            code_said(row, quantity, self.text[quantity.end : quantity.end + _BEHIND]),
        )
        chain = (*(self.words_at(one, Origin.CLAUSE) for one in slots.wholes), *self._chain(head, item))
        return Statement(
            self._field,
            span[0],
            span[1],
            Subject(head, chain),
            measure,
            period,
            self.status.status_at(quantity.start, quantity.end),
            self.status.speaker_at(quantity.start, quantity.end),
            quantity,
        )

    def _chain(self, head: Words | None, item: Item) -> Iterator[Words]:
        if item.heading is not None:
            yield self.words_at(item.heading, Origin.ITEM)
        if self.title is not None and self.title.text and not (head is not None and head.origin is Origin.TITLE):
            yield Words(self.title.text, 0, len(self.title.text), Origin.TITLE, PassageField.TITLE)

    def _inherited(self, slots: FigureSlots, item: Item, number: int) -> tuple[FigureSlots, dict[str, Words]]:
        """What the sentence leaves open, from the sentences before it in its item, its heading and the title."""
        origins: dict[str, Words] = {}
        is_own = slots.subject is not None and slots.subject != slots.measure
        is_pointing = is_own and self.is_chinese and points_back(self._simple[slice(*slots.subject or (0, 0))])  # 公司
        is_anaphor = is_pointing or (is_own and not self.is_chinese and stands_in(self.text, slots.subject))  # "the company"
        if is_own and slots.is_noun and not is_anaphor:
            return slots, origins
        # Where nobody was named before either, what is measured stands for whose it is.
        stand_in = slots.subject if is_anaphor or (slots.is_noun and not is_own) else None
        slots = replace(slots, subject=None if stand_in else slots.subject)
        had_subject = slots.subject is not None or is_anaphor
        for at in range(number - 1, max(-1, number - 1 - _EARLIER), -1):
            if self._spans[at][0] < item.start:
                break
            told = self._topic(at)
            if slots.subject is None and (itself := self._itself(told, self._spans[at])) is not None:
                # "We delivered 20 cars. Gross margin was 5%": what is told on is told of whoever spoke of himself.
                slots.subject, origins["subject"] = (itself.start, itself.end), itself
            if self.is_chinese and told.subject is not None and points_back(self._simple[slice(*told.subject)]):
                # What a sentence tells of 公司 is that of whoever is called so.
                told, is_pointing = replace(told, subject=None), True
            elif is_pointing:
                told = of_company(told, self._simple, self._spans[at])
            names_somebody = not is_anaphor or is_pointing or is_whole_name(self.text[slice(*told.subject or (0, 0))])
            names_somebody = names_somebody and self._may_have(slots, told.subject)
            for key, place in taken_over(slots, told, had_subject=had_subject, names_somebody=names_somebody):
                origins[key] = self.words_at(place, Origin.EARLIER)
            if slots.subject is not None and slots.measure is not None:
                return slots, origins
        self.fill_from_title(slots, origins)
        if (is_anaphor or is_pointing) and _is_mere_title(origins.get("subject")):
            del origins["subject"]
        slots.subject = slots.subject or (None if "subject" in origins else stand_in)
        return slots, origins

    def _may_have(self, slots: FigureSlots, subject: Span | None) -> bool:
        """Whether a measure that the sentence names without an owner may be that of whoever was told of before: lands alone have a gross
        domestic product or prices of consumers, whatever "Gasoline and clothing" did."""
        return self.is_chinese or subject is None or may_be_of(slots, self.text[slice(*subject)])

    def _itself(self, slots: FigureSlots, sentence: Span) -> Words | None:
        """Who tells a figure as his own: whoever the page is by, or is quoted."""
        if (speaker := spoken_by(self.text, sentence, slots)) is not None:
            return self.words_at(speaker, Origin.CLAUSE)
        return self._issuer if speaks_of_itself(self.text, sentence, slots) else None

    @cached_property
    def _issuer(self) -> Words | None:
        return issuer_of(self, self.title, self.title.topic().subject if self.title and self.title.text else None)

    def owns(self, slots: FigureSlots, told: FigureSlots) -> bool:
        """Whether the title's subject may have what the sentence measures; a title that names the measure alone says nothing of whose."""
        return told.subject == told.measure or self._may_have(slots, told.subject)

    def fill_from_title(self, slots: FigureSlots, origins: dict[str, Words]) -> None:
        """What neither subject nor measure has is the title\'s."""
        if self.title is None or not self.title.text:
            return
        told = self.title.topic()
        if slots.subject is None and told.subject is not None and self.title.owns(slots, told):
            origins["subject"] = self.title.words_at(told.subject, Origin.TITLE)
        if slots.measure is None and told.measure is not None:
            origins["measure"] = self.title.words_at(told.measure, Origin.TITLE)
            slots.row = slots.row or told.row
            slots.qualifiers |= told.qualifiers

    def topic(self) -> FigureSlots:
        """What the text as a whole speaks of: whose and what, by its first sentence."""
        if self._above is None:
            self._above = self.named(0, len(self.text)) if self.text.strip() else FigureSlots()
        return self._above

    def named(self, start: int, end: int) -> FigureSlots:
        """What a heading or caption names: whose and what, in whichever order they stand."""
        periods = self._period_spans(start, end, by=start)
        written = self.text[start:end]
        if language_of(written) is Language.CHINESE:
            return placed(name_chinese(self._simple[start:end], periods), start)
        return placed(name_english(written, 0, periods, is_heading=True), start)

    def _topic(self, number: int) -> FigureSlots:
        """What a sentence speaks of, whether it holds a figure or not."""
        start, end = self._spans[number]
        if self.quantities_between(start, end):
            return self._read(number)[-1]
        found = self._slots.get(number)
        if found is None:
            found = self._slots[number] = [self._figureless(start, end)]
        return found[0]

    def _figureless(self, start: int, end: int) -> FigureSlots:
        """The slots of a figure that would stand at the end of the sentence."""
        blank = Quantity("", end - start, end - start, *_NOTHING)
        periods = self._period_spans(start, end, by=start)
        written = self.text[start:end]
        if language_of(written) is Language.CHINESE:
            local = read_chinese(self._simple[start:end], [blank], periods)
        else:
            local = read_english(written, [blank], periods, self._names(self._spans.index((start, end))))
        return placed(local[0], start)

    def _period_at(self, place: Span, span: Span, item: Item, number: int) -> PeriodSlot:
        """The period of a figure or predicate; where its item names none, that of the title."""
        start = max(item.start, self._spans[max(0, number - _EARLIER)][0])
        end = min(item.end, span[1] + _ALSO_AFTER)
        mentions = [
            replace(one, start=one.start - start, end=one.end - start) for one in self.periods_between(start, end) if one.end <= end
        ]
        is_chinese = language_of(self.text[span[0] : span[1]]) is Language.CHINESE
        found = period_at(self.text[start:end], mentions, place[0] - start, place[1] - start, is_chinese=is_chinese)
        if found is not None:
            told = (found.start + start, found.end + start)
            return PeriodSlot(found.period, self.words_at(told, origin_of(told, span)), found.is_fiscal)
        return self.title_period(place)

    def title_period(self, place: Span | None = None) -> PeriodSlot:
        """The period of the title; one to come is not that of what is asserted at ``place``: "2016 poll: …", written in 2014."""
        named = [one for one in self.title.periods if not one.is_border] if self.title else []
        if place is not None and self.status.status_at(*place).status is Status.ASSERTED:
            named = [one for one in named if one.is_fiscal or first_day(one.period) <= self.base]
        if self.title is None or not named:
            return PeriodSlot(None)
        return PeriodSlot(named[0].period, self.title.words_at((named[0].start, named[0].end), Origin.TITLE), named[0].is_fiscal)


def _is_mere_title(told: Words | None) -> bool:
    """Whether the subject is the title's and no whole name, for which nothing would stand in."""
    return told is not None and told.origin is Origin.TITLE and not is_whole_name(told.text)
