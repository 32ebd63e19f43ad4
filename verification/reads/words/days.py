"""Days and periods that are kept as digits (2026-05, 2026-Q2, 2026-05-04), in the words of the reader's language."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from verification.core.periods.calendar import MONTHS, Grain
from verification.core.series.observations import read_written

_QUARTER = 3


def say_day(text: str) -> str:
    """4 May 2026, 2026年5月4日; anything but a day as it is."""
    try:
        return _say(date.fromisoformat(text))
    except ValueError:
        return text


def say_period(text: str) -> str:
    """May 2026, Q2 2026, 2026; 2026年5月, 2026年第2季度, 2026年. Anything but a period as it is."""
    try:
        period = read_written(text)
    except ValueError:
        return text
    year, month = divmod(period.first, MONTHS)
    match period.grain:
        case _ if period.is_fiscal:
            return text
        case Grain.DAY:
            return _say(date(year, month + 1, period.day))
        case Grain.MONTH:
            return date_format(date(year, month + 1, 1), pgettext("date format: month and year", "F Y"))
        case Grain.QUARTER:
            return gettext("Q%(quarter)s %(year)s") % {"quarter": month // _QUARTER + 1, "year": year}
        case Grain.YEAR:
            return pgettext("a year by itself", "%(year)s") % {"year": year}
    return text


def _say(day: date) -> str:
    return date_format(day, pgettext("date format: long", "j F Y"))
