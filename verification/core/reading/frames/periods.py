"""The period of one figure among those that its sentence names, and whether the figure's own clause names it."""

import re
from collections.abc import Sequence

from verification.core.patterns import lazy_regex
from verification.core.periods.choice import is_counted_to, leading
from verification.core.periods.grammar import PeriodMention

_BEHIND = 12
_JOINED = lazy_regex(r"(?:[^,;:.—–]|\.\d|\.(?=[a-zA-Z])){0,60}")
# "226,000 a month |from January through March": a stretch with both its ends.
_STRETCH = lazy_regex(r"\bfrom\s(?=\S+\s(?:\d{4}\s)?(?:through|to)\s)")
_PARTED = lazy_regex(r"\b(?:after|while|when|but|and|as|compared|than|from)\b")


def chinese_period(text: str, named: Sequence[PeriodMention], start: int, end: int) -> tuple[PeriodMention | None, bool]:
    """That of the figure at ``text[start:end]``: the day up to which it was counted, else the last before it that is no day, one right
    behind it, else the last day."""
    before = [p for p in named if p.end <= start]
    if before and is_counted_to(text, before[-1]) and not re.search("[。；]", text[before[-1].end : start]):
        return before[-1], True
    longer = [p for p in before if not p.period.is_daily]
    if longer:
        chosen = leading(text, longer, start) or longer[-1]
        return chosen, "。" not in text[chosen.end : start]
    after = [p for p in named if p.start >= end and p.start - end < _BEHIND and not re.search("[，；。]", text[end : p.start])]
    if after:
        return after[0], True
    return (before[-1], True) if before else (None, False)


def english_period(text: str, named: Sequence[PeriodMention], start: int, end: int, next_figure: int) -> tuple[PeriodMention | None, bool]:
    """That of the figure at ``text[start:end]``: the first behind it, before the next figure, that no clause parts from it, else the last
    before; a day comes last."""
    after = [p for p in named if p.start >= end and not p.period.is_daily]
    close = [p for p in after if p.start < next_figure and _is_joined(_STRETCH.sub("", text[end : p.end])[: p.start - p.end])]
    if close:
        return close[0], True
    before = [p for p in named if p.end <= start and not p.period.is_daily and not p.is_compared]
    if before:
        return before[-1], ";" not in text[before[-1].end : start]
    if after and not after[0].is_compared:
        return after[0], False
    days = [p for p in named if p.end <= start] or [p for p in named if not p.is_compared]
    return (days[-1] if days else None), False


def _is_joined(gap: str) -> bool:
    """Whether a period after a figure still belongs to it: no clause ends between them."""
    return _JOINED.fullmatch(gap) is not None and not _PARTED.search(gap)
