"""Which day a figure is of: the day its sentence names, else that of the session in which its page appeared.

A market's figures are of its own day: at noon in Shanghai New York's last session is yesterday's. Hours are from UTC, summer time left out,
which matters about midnight alone.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Grain, Period, first_day, inside_calendar
from verification.core.periods.comparing import Fit
from verification.core.periods.grammar import PeriodMention

# Before this hour what is told is the session before.
_OPENING = timedelta(hours=9)
_SHANGHAI = 8
_LONGEST_WEEK = 9
_SATURDAY, _DAYS = 5, 7
# Where a named market or country trades; of two the first.
_HOURS = (
    (
        -5,
        lazy_regex(
            r"美国|美股|美联储|美债|美油|纳斯达克|纳指|标普|道琼斯|道指|纽约|芝加哥|\b(?:COMEX|NYMEX|WTI|CBOT|Nasdaq|S&P|Dow|Wall\sStreet|New\sYork|US|Russell)\b"
            r"|\bU\.S\."
        ),
    ),
    (0, lazy_regex(r"英国|伦敦|富时|布伦特|布油|\b(?:LME|FTSE|London|Brent|UK|British)\b")),
    (1, lazy_regex(r"欧洲|欧元区|德国|法国|瑞士|意大利|西班牙|\b(?:DAX|CAC|Stoxx|Frankfurt|Paris|Euro\s?zone|German|French|European)\b")),
    (9, lazy_regex(r"日本|日经|东证|东京|韩国|首尔|\b(?:Nikkei|Topix|Tokyo|KOSPI|Seoul|Japan(?:ese)?|Korean?)\b")),
    (_SHANGHAI, lazy_regex(r"[\u4e00-\u9fff]|\b(?:China|Chinese|Shanghai|Shenzhen|Hong\sKong|Hang\sSeng)\b")),
)
_WEEKDAYS_ENGLISH = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS_CHINESE = "一二三四五六日"
_WEEKDAY = lazy_regex(rf"\b({'|'.join(_WEEKDAYS_ENGLISH)})\b|(?:周|星期|礼拜)([{_WEEKDAYS_CHINESE}天])", re.IGNORECASE)
_OTHER_DAY = lazy_regex(
    r"昨|前天|前日|隔夜|次日|明日|明天|上一?(?:交易日|周)|前一(?:交易)?日|\b(?:yesterday|tomorrow|overnight|previous\s(?:day|session|close))\b"
)


def fit_day(wanted: Period, text: str, periods: Sequence[PeriodMention], *, published_at: datetime | None, subject: str) -> Fit:
    """Whether a figure of the sentence ``text`` is of the day ``wanted``.

    Open where neither the sentence nor its page tells, and for a period that is no day.
    ``periods`` are those the sentence names, ``subject`` the label, by which the market is known.
    """
    if wanted.grain != Grain.DAY:
        return Fit.OPEN
    days = [mention for mention in periods if mention.period.grain == Grain.DAY]
    named = {mention.period for mention in days if mention.is_told}
    if named:
        return Fit.AGREES if named == {wanted} else Fit.OPEN if wanted in named else Fit.CLASHES
    if published_at is None or _OTHER_DAY.search(text):
        return Fit.OPEN
    day = first_day(wanted)
    sessions = _sessions(inside_calendar(published_at), _hours_of(subject))
    if weekdays := _weekdays_in(text):
        if day.weekday() not in weekdays or not 0 <= (max(sessions) - day).days <= _LONGEST_WEEK:
            return Fit.CLASHES
        return Fit.AGREES if len(weekdays) == 1 else Fit.OPEN
    if day not in sessions:
        return Fit.CLASHES
    return Fit.AGREES if day.weekday() == sessions[0].weekday() or sessions[0].weekday() >= _SATURDAY else Fit.OPEN


def _sessions(published_at: datetime, hours: int) -> tuple[date, ...]:
    """The days of which a page of that moment may speak, the likeliest first; a date without a time is a day already."""
    for zone in (published_at.tzinfo, UTC, timezone(timedelta(hours=_SHANGHAI))):
        local = published_at.astimezone(zone)
        if (local.hour, local.minute, local.second) == (0, 0, 0):
            day = local.date()
            return (day, day - timedelta(days=1)) if hours < _SHANGHAI else _with_friday(day)
    return _with_friday((published_at.astimezone(timezone(timedelta(hours=hours))) - _OPENING).date())


def _with_friday(day: date) -> tuple[date, ...]:
    """At the weekend the last session is Friday's."""
    return (day, day - timedelta(days=day.weekday() - _SATURDAY + 1)) if day.weekday() >= _SATURDAY else (day,)


def _hours_of(subject: str) -> int:
    return next((hours for hours, pattern in _HOURS if pattern.search(subject)), 0)


def _weekdays_in(text: str) -> frozenset[int]:
    found = set()
    for match in _WEEKDAY.finditer(text):
        if match[1]:
            found.add(_WEEKDAYS_ENGLISH.index(match[1].lower()))
        else:
            found.add(_WEEKDAYS_CHINESE.find(match[2]) % _DAYS)
    return frozenset(found)
