"""What a node asks for: a name, a question, a sentence with a blank ``____`` or a statement, in the slots of a statement.

The blank, or the end of a name, is read as the place of the figure that is sought, by the code that reads the figures of pages.
"""

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache

from verification.core.evidence import Quantity
from verification.core.language.script import to_simplified
from verification.core.language.texts import Language, fold, language_of
from verification.core.patterns import lazy_regex
from verification.core.periods.choice import period_asked, period_at
from verification.core.periods.grammar import PeriodMention, find_periods
from verification.core.reading.asked_statuses import before_words, foreseen_words
from verification.core.reading.chinese.events import chinese_events
from verification.core.reading.chinese.figures import name_chinese, read_chinese
from verification.core.reading.english.events import english_events
from verification.core.reading.english.figures import name_english, read_english
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.measure_words import ANY_KIND, MeasureRow, row_of
from verification.core.reading.shorthand import written_out
from verification.core.reading.statement import Form, Measure, PeriodSlot, Predicate, Question, Status, Subject, Words
from verification.core.reading.status.statuses import StatusReader
from verification.core.reading.typed_dates import dates_written_out
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens
from verification.core.vocabulary import NodeKind, QuantityKind

MAX_NAME = 500
_BLANK = lazy_regex(r"_{2,20}|多少|几(?=[个次块枚支名位家座级天年人场届辆])")
_ASKED = lazy_regex(
    r"^\s*(?:what(?:'s|\s+(?:is|was|were|are|will\s+be))|which\s+(?:is|was)|how\s+(?:high|low|large|big)\s+(?:is|was|are|were)|who\s+(?:is|was))\s+(?:the\s+)?",
    re.IGNORECASE,
)
_MANY = lazy_regex(r"^\s*how\s+(?:many|much)\s+", re.IGNORECASE)
_TO_COME = lazy_regex(r"^[^,]*?[a-z]\sto\s[a-z]+\s(?!\d)")
_YEAR_BEFORE = lazy_regex(r"去年同期|上年同期|\b(?:year\s+ago|a\s+year\s+earlier)\b", re.IGNORECASE)
_DENIED = lazy_regex(r"没有(?!没有)|并未|未曾|并非|不会|\b(?:not|never|no\s+longer)\b|n't\b", re.IGNORECASE)
_EITHER = lazy_regex(r"有没有|是不是|是否|会不会")
# What a period leaves at the edge of the name that it stood in.
_EDGES = lazy_regex(r"^[\s,，、:：的]+|(?:\s+(?:in|for|of|at|on|as|the)(?=\s*$)|[\s,，、:：的(（]+)+$", re.IGNORECASE)
_TAIL = lazy_regex(r"(?:是真的|属实|了)?(?:吗|呢|么)?[?？。\s]*$|\bnow\?*$|\?+$")
# How a sentence may stand to what its blank holds, and still ask for it.
_OF_A_BLANK = frozenset((Status.FORESEEN, Status.PAST, Status.SUPPOSED, Status.UNCONFIRMED))
_NO_FIGURE = (Decimal(0), Decimal(0), None)
_NO_MOVES = frozenset(("target", "measure"))
_KINDS = {NodeKind.PERCENT: QuantityKind.PERCENT, NodeKind.CURRENCY: QuantityKind.CURRENCY}


@lru_cache(maxsize=512)
def read_question(text: str, *, base: date, kind: NodeKind | None = None) -> Question:
    """The slots that ``text`` states, from its first ``MAX_NAME`` characters. ``base`` is the day of asking: "last month" counts from it.

    What analysts shorten is written out first (``typed_dates``, ``shorthand``), and places count in that. A slot whose words are None is
    open. A node of kind text asks for an event: its predicate is filled, and its measure is not.
    """
    text = text[:MAX_NAME]
    is_chinese = language_of(text) is Language.CHINESE
    text = text if _BLANK.search(text) else written_out(dates_written_out(text, base))
    mentions = find_periods(text, base, is_chinese=is_chinese)
    if kind is NodeKind.TEXT and (asked := _event_asked(text, mentions, base, is_chinese=is_chinese)) is not None:
        return asked
    slots = _read(text, mentions, kind, is_chinese=is_chinese)
    status, words = _status(text, is_event=kind is NodeKind.TEXT), slots.measure
    row = slots.row or (row_of(text[slice(*words)]) if words else None)
    measure = Measure(
        _words(text, slots.measure),
        slots.qualifiers,
        slots.form if slots.direction or slots.basis or slots.grows else _form_asked(slots, row, kind),
        slots.basis,
        slots.direction,
        row.code if row else "",
    )
    return Question(text, Subject(_words(text, slots.subject)), measure, _period(text, mentions, base, is_chinese=is_chinese), status)


def name_asked(question: Question) -> str:
    """The name of a figure that a question asks for, without its period and what asks; empty where it asks in a sentence."""
    text, period = question.text, question.period.words
    if _BLANK.search(text) or question.predicate is not None or question.status is not Status.ASSERTED:
        return ""
    tail, lead = _TAIL.search(text), _ASKED.match(text)
    start, end = lead.end() if lead else 0, tail.start() if tail else len(text)
    if period is not None and start <= period.start and period.end <= end:
        parts = [text[start : period.start], text[period.end : end]]
    else:
        parts = [text[start:end]]
    told = [part for part in (_EDGES.sub("", one) for one in parts) if part]
    return told[0] if len(told) == 1 else text[start:end].strip()


def _form_asked(slots: FigureSlots, row: MeasureRow | None, kind: NodeKind | None) -> Form | None:
    """What form of its measure a name asks for: prices in money are asked for themselves, where their rate would be a change; and what is
    told in money or pieces is asked for in percent by how far it moved (GDP, exports, orders)."""
    form = slots.form or (row.form if row else None)
    if form is Form.LEVEL and kind is NodeKind.PERCENT and row is not None and row.kind == ANY_KIND and row.family not in _NO_MOVES:
        return Form.CHANGE
    return Form.LEVEL if form is Form.CHANGE and kind is NodeKind.CURRENCY else form


def _event_asked(text: str, mentions: tuple[PeriodMention, ...], base: date, *, is_chinese: bool) -> Question | None:
    """The question for an event; None where the text holds no predicate."""
    periods = [(one.start, one.end) for one in mentions]
    if is_chinese:
        events = chinese_events(fold(to_simplified(text)), periods)
    else:
        known = [(one.start, one.end) for one in find_known(text, is_typed=True)]
        events = english_events(text, periods, [*((one.start, one.end) for one in name_tokens(text)), *known], is_typed=True)
    if not events:
        return None
    event = next((one for one in events if one.subject), events[0])
    predicate = Predicate(Words(text[slice(*event.predicate)], *event.predicate), _words(text, event.object), event.is_negated)
    subject = Subject(_words(text, event.subject))
    return Question(
        text, subject, Measure(None), _period(text, mentions, base, is_chinese=is_chinese), _status(text, is_event=True), predicate
    )


def _read(text: str, mentions: tuple[PeriodMention, ...], kind: NodeKind | None, *, is_chinese: bool) -> FigureSlots:
    periods: list[Span] = [(one.start, one.end) for one in mentions]
    periods += [*foreseen_words(text), *before_words(text), *(found.span() for found in _YEAR_BEFORE.finditer(text))]
    blank = _BLANK.search(text)
    if blank is not None:
        end = blank.end() + (1 if text[blank.end() : blank.end() + 1] == "%" else 0)
        figure = Quantity(
            text[blank.start() : end], blank.start(), end, *_NO_FIGURE, _KINDS.get(kind or NodeKind.NUMBER, QuantityKind.NUMBER)
        )
        names = [(one.start, one.end) for one in name_tokens(text)]
        if is_chinese:
            return read_chinese(fold(to_simplified(text)), [figure], sorted(periods))[0]
        return read_english(text, [figure], sorted(periods), names)[0]
    tail = _TAIL.search(text)
    end = tail.start() if tail else len(text)
    if is_chinese:
        return name_chinese(fold(to_simplified(text))[:end], sorted(periods))
    lead = _ASKED.match(text) or _MANY.match(text)
    return name_english(text[:end], lead.end() if lead else 0, sorted(periods))


def _period(text: str, mentions: tuple[PeriodMention, ...], base: date, *, is_chinese: bool) -> PeriodSlot:
    blank = _BLANK.search(text)
    chosen = period_asked(mentions, base)
    if blank is not None and len(mentions) > 1:
        found = period_at(text, mentions, blank.start(), blank.end(), is_chinese=is_chinese)
        chosen = found.period if found else chosen
    if chosen is None:
        return PeriodSlot(None)
    near = next((one for one in mentions if one.period == chosen), mentions[0])
    return PeriodSlot(chosen, _words(text, (near.start, near.end)), chosen.is_fiscal, near.is_relative)


def _status(text: str, *, is_event: bool) -> Status:
    blank = _BLANK.search(text)
    if blank is not None:
        # A sentence tells of its blank as a page's does of its figure: "Profit beat forecasts; sales were ____" asks for what was.
        told = StatusReader(text).status_at(blank.start(), blank.end()).status
        return told if told in _OF_A_BLANK else Status.ASSERTED
    if foreseen_words(text) or (is_event and _TO_COME.search(text)):
        return Status.FORESEEN
    if _YEAR_BEFORE.search(text) or before_words(text):
        return Status.PAST
    if is_event and _DENIED.search(_EITHER.sub("", text)):
        return Status.DENIED
    return Status.ASSERTED


def _words(text: str, span: Span | None) -> Words | None:
    return Words(text[span[0] : span[1]], span[0], span[1]) if span else None
