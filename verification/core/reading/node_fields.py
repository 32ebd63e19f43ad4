"""What a node's name says of its other fields: kind, unit, period and age limit, each left open where the name does."""

import re
from dataclasses import dataclass
from datetime import date

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import MONTHS, Grain, Period
from verification.core.reading.measure_words import MeasureRow, row_of
from verification.core.reading.questions import read_question
from verification.core.reading.statement import Form, Predicate, Question
from verification.core.vocabulary import NodeKind

# Days after which a figure is taken for old where the name does not say which period it is of.
PRICE_DAYS, RATE_DAYS, OTHER_DAYS = 7, 45, 60
_PRICES = frozenset(("price", "stock"))
_RATES = frozenset(("rate", "interbank_rate", "yield"))
_YES_OR_NO = lazy_regex(
    r"^\s*(?:was|were|is|are|did|does|do|has|have|had|will|can)\b|\?\s*$|？\s*$|是否|有没有|是不是|会不会|吗[?？]?\s*$", re.IGNORECASE
)
_FIGURE_ASKED = lazy_regex(r"\b(?:what|which|how)\b|多少|几|_{2,}", re.IGNORECASE)

# Names of amounts, where a verb before them belongs to a clause ("泄露的客户账户数量").
_AMOUNT = lazy_regex(r"(?:数量?|人数|金额|[率价额量费值])$|\b(?:number|amount|total|toll|rate|price|cost|fee)s?\b", re.IGNORECASE)
_GROWTH = lazy_regex(r"增速|增幅|增长率|\b(?:growth|rate)\b", re.IGNORECASE)
_NOUNS_TOO = frozenset(("price", "prices", "yield", "estimate", "range", "return", "cost", "output", "supply", "trade", "rate",
                        "close", "fixing", "limit", "cap", "target", "manufacturing"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class NodeFields:
    """``kind`` is None where only the pages can tell; ``unit`` and ``period`` are empty where the name leaves them open.

    ``fresh_days`` is None where no age limit makes sense: the figure of a period that is over stays what it is.
    """

    question: Question
    kind: NodeKind | None
    unit: str
    period: str
    fresh_days: int | None


def suggest_fields(name: str, *, today: date) -> NodeFields:
    """The fields that ``name`` (a name, a question, a sentence with a blank, in English or Chinese) stands for on the day ``today``."""
    question = read_question(name, base=today)
    row = row_of(question.measure.words.text) if question.measure.words else None
    event = read_question(name, base=today, kind=NodeKind.TEXT)
    is_event = event.predicate is not None and not _FIGURE_ASKED.search(name) and _is_event(question, event.predicate, row)
    kind = NodeKind.TEXT if is_event else _kind(question, row)
    period = question.period.period
    if period is not None and question.period.is_relative and period.grain is not Grain.YEAR:
        period = None  # "today" and "last month" move on, and are read from the name at each run
    return NodeFields(
        question=event if is_event else question,
        kind=kind,
        unit="%" if kind == NodeKind.PERCENT else "",
        period=_written(period),
        fresh_days=None if period is not None and _is_over(period, today) else _limit(row),
    )


def _is_event(question: Question, predicate: Predicate, row: MeasureRow | None) -> bool:
    """Whether the verb is what is asked: "Halcyon Exchange was hacked", not "Bitcoin price", not "accounts exposed in the breach"."""
    if _YES_OR_NO.search(question.text):
        return True
    words, verb = question.measure.words, predicate.words
    if row is None:
        return not (_AMOUNT.search(question.text) or verb.text.lower() in _NOUNS_TOO)
    # Chinese writes nouns with verbs in them (国内生产总值); English marks the verb.
    return words is not None and verb.text.isascii() and words.start < verb.end and verb.start < words.end and verb.text not in _NOUNS_TOO


def _kind(question: Question, row: MeasureRow | None) -> NodeKind | None:
    measure = question.measure
    if row is not None and row.kind == NodeKind.NUMBER and row.form is Form.CHANGE and not (measure.basis or _GROWTH.search(question.text)):
        return NodeKind.NUMBER  # jobs added are counted
    if measure.basis is not None or measure.form in (Form.CHANGE, Form.SHARE):
        return NodeKind.PERCENT
    return NodeKind(row.kind) if row is not None and row.kind in set(NodeKind) else None


def _written(period: Period | None) -> str:
    """The period as a node's field takes it; weeks and other days in a row have no writing there."""
    return "" if period is None or period.grain == Grain.DAYS else str(period)


def _is_over(period: Period, today: date) -> bool:
    """Whether its last month, or its day, lies before today."""
    if period.is_fiscal:
        return period.first // MONTHS < today.year
    this_month = today.year * MONTHS + today.month - 1
    return period.last < this_month or (period.last == this_month and bool(period.day) and (period.end_day or period.day) < today.day)


def _limit(row: MeasureRow | None) -> int:
    if row is None:
        return OTHER_DAYS
    if row.family in _PRICES:
        return PRICE_DAYS
    return RATE_DAYS if row.family in _RATES else OTHER_DAYS
