"""Periods shared out over a row of figures: 2024—2025年收入分别为2亿、3亿元, "$2m and $3m in 2024 and 2025, respectively"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import MONTHS, Grain, Period, month_period, year_period
from verification.core.periods.grammar import PeriodMention

_RESPECTIVELY = lazy_regex(r"分别|\brespectively\b", re.IGNORECASE)
_SENTENCE_MARKS = "。！？!?；;\n"
_JOINED = lazy_regex(r"\s?(?:[、，,]|[和及与])?\s?(?:以及|and\s|&\s)?(?:in\s|for\s|the\s){0,2}")
_CLAUSE_MARK = lazy_regex(r"[，,：:]")
# A row of measures or of subjects shares the figures out, and no period does: 甲、乙营收分别为.
_OTHER_ROW = lazy_regex(r"[、和与及]")
# One item of a Chinese row behind 分别: a verb before the first, then figures alone.
_FIRST_ITEM = lazy_regex(r"[^\d，,、。；;]{0,8}-?\d")
_ITEM = lazy_regex(r"\s?(?:约|近|超|逾)?[-+]?[¥$€]?\d")
_ITEM_END = lazy_regex(r"、|，|,(?!\d)|和|以?及|与")
_NUMBER = lazy_regex(r"(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?")
_BETWEEN_NUMBERS = lazy_regex(r"[^\d;.]{0,24}(?:,|\band\b)[^\d;.]{0,24}", re.IGNORECASE)
_SIGN = 4
_ROW_OF_MONTHS = lazy_regex(r"月|\sand\s")
_STRETCHES = (Grain.SPAN, Grain.QUARTER, Grain.HALF)


def shared_out(text: str, mentions: Sequence[PeriodMention], start: int, *, is_chinese: bool) -> PeriodMention | None:
    """The period of the figure at ``text[start]`` in a row that shares out as many periods; None where it stands in no such row."""
    if not mentions or not _RESPECTIVELY.search(text):
        return None
    return _in_chinese(text, mentions, start) if is_chinese else _in_english(text, mentions, start)


def _in_chinese(text: str, mentions: Sequence[PeriodMention], start: int) -> PeriodMention | None:
    opening = max(text.rfind(mark, 0, start) for mark in _SENTENCE_MARKS) + 1
    word = text.rfind("分别", opening, start)
    items = _items(text, word + len("分别")) if word >= 0 else []
    index = next((index for index, (first, last) in enumerate(items) if first <= start < last), None)
    if index is None:
        return None
    group = _last_row(text, [one for one in mentions if opening <= one.start and one.end <= word])
    if not group or _OTHER_ROW.search(text, _clause_of(text, word, group[-1].end), word):
        return None
    periods = _each(text, group, len(items))
    return replace(group[-1], period=periods[index], is_relative=False) if periods else None


def _items(text: str, at: int) -> list[tuple[int, int]]:
    """Where the figures of a row that begins at ``at`` stand."""
    found: list[tuple[int, int]] = []
    while (_ITEM if found else _FIRST_ITEM).match(text, at):
        stop = min((place for mark in _SENTENCE_MARKS if (place := text.find(mark, at)) >= 0), default=len(text))
        end = _ITEM_END.search(text, at, stop)
        found.append((at, end.start() if end else stop))
        if end is None:
            break
        at = end.end()
    return found


def _clause_of(text: str, at: int, after: int) -> int:
    """Where the clause of ``text[at]`` begins, not before ``after``."""
    return max((one.end() for one in _CLAUSE_MARK.finditer(text, after, at)), default=after)


def _last_row(text: str, mentions: Sequence[PeriodMention]) -> list[PeriodMention]:
    """The last periods of ``mentions`` that stand one behind the other; none where one of them only marks a comparison."""
    row: list[PeriodMention] = []
    for one in reversed(mentions):
        if row and not _JOINED.fullmatch(text, one.end, row[0].start):
            break
        row.insert(0, one)
    return [] if any(one.is_border or one.is_compared for one in row) else row


def _each(text: str, group: Sequence[PeriodMention], count: int) -> list[Period]:
    """One period for each of ``count`` figures; none where they are not as many."""
    if len(group) == count and count > 1:
        return [one.period for one in group]
    whole = group[0].period
    if len(group) > 1 or count < 2 or whole.is_daily or whole.is_fiscal:
        return []
    months = whole.last - whole.first + 1
    if months == count * MONTHS and whole.first % MONTHS == 0:
        return [year_period(whole.first // MONTHS + number) for number in range(count)]
    # A quarter by its name has a figure for each of three things as well as one for each month.
    is_row = months == count and whole.grain in _STRETCHES and _ROW_OF_MONTHS.search(text, group[0].start, group[0].end)
    return [month_period(whole.first + number) for number in range(count)] if is_row else []


def _in_english(text: str, mentions: Sequence[PeriodMention], start: int) -> PeriodMention | None:
    word = _RESPECTIVELY.search(text, start)
    if word is None or ";" in text[start : word.start()]:
        return None
    number = _NUMBER.search(text, start, start + _SIGN + 1)
    before = _last_row(text, [one for one in mentions if one.end <= start])
    behind = _last_row(text, [one for one in mentions if start <= one.start and one.end <= word.start()])
    for group, end in ((behind, behind[0].start if behind else 0), (before, word.start())):
        row = _row_of_numbers(text, group[-1].end if group is before else 0, end) if group and number else []
        places = [one.start() for one in row]
        periods = _each(text, group, len(row)) if number and number.start() in places else []
        if number and periods:
            return replace(group[-1], period=periods[places.index(number.start())], is_relative=False)
    return None


def _row_of_numbers(text: str, at: int, end: int) -> list[re.Match[str]]:
    """The last numbers of a stretch that stand one behind the other."""
    row: list[re.Match[str]] = []
    for one in reversed(list(_NUMBER.finditer(text, at, end))):
        if row and not _BETWEEN_NUMBERS.fullmatch(text, one.end(), row[0].start()):
            break
        row.insert(0, one)
    return row
