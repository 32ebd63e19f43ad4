"""The period of a figure of a text, as the tests of this room ask for it."""

from datetime import date

from verification.core.periods.choice import period_at
from verification.core.periods.grammar import find_periods

BASE = date(2026, 6, 16)


def is_chinese(text: str) -> bool:
    """Whether a text holds a Chinese sign."""
    return any("\u4e00" <= sign <= "\u9fff" for sign in text)


def period_of_figure(text: str, figure: str) -> str:
    """The period of the first ``figure`` of ``text``; empty where it has none."""
    start = text.index(figure)
    mentions = find_periods(text, BASE, is_chinese=is_chinese(text))
    found = period_at(text, mentions, start, start + len(figure), is_chinese=is_chinese(text))
    return str(found.period) if found else ""
