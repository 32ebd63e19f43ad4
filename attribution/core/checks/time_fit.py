"""Whether a page can speak of the time that a claim is about: a page of March can't report what happened in June."""

import re
from datetime import datetime

from attribution.core.vocabulary import TimeFit
from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Period
from verification.core.periods.grammar import find_periods
from verification.core.quantities.grammar import guess_language

# What looks ahead may well be older than what it is about.
_AHEAD = lazy_regex(
    r"\b(?:will|would|shall|expect(?:s|ed|ing)?|forecasts?|forecasted|project(?:s|ed|ions?)|predict(?:s|ed|ions?)?|plans?|planned|outlook|estimat(?:e|es|ed)|target(?:s|ed)?"
    r"|by\s20\d\d|due\sto|scheduled|set\sto|aims?|goals?|likely|could|may|might|budget(?:ed)?|guidance|upcoming|future)\b"
    r"|预计|预期|预测|展望|将|有望|计划|目标|规划|拟|估计|可能|或将|未来|力争|到20\d\d年|预算|即将",
    re.IGNORECASE,
)
_OWN_YEAR = lazy_regex(r"(?<!\d)(?:19|20)\d{2}(?!\d)")


def judge_time(claim: str, *, published_at: datetime | None) -> TimeFit:
    """``claim`` against the publication of the page. Periods without a year are those around the publication and always fit."""
    if published_at is None or not _OWN_YEAR.search(claim):
        return TimeFit.OPEN
    day = published_at.date()
    mentions = find_periods(claim, day, is_chinese=guess_language(claim) == "zh")
    periods = [mention.period for mention in mentions if not mention.is_border and not mention.is_compared]
    if not periods:
        return TimeFit.OPEN
    month = day.year * 12 + day.month - 1
    latest = max(periods, key=lambda period: period.first)
    if _begins_after(latest, month, day.day):
        return TimeFit.OPEN if _AHEAD.search(claim) else TimeFit.TOO_EARLY
    return TimeFit.FITS if latest.last <= month else TimeFit.OPEN


def _begins_after(period: Period, month: int, day: int) -> bool:
    """A day of grace for pages and events on two sides of the date line."""
    if period.is_daily:
        return (period.first, period.day) > (month, day + 1)
    return period.first > month
