"""Dates and times as the reader's language writes them, in the installation's time zone, always with the exact time in ``datetime``."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from verification.kept import next_day
from verification.reads.words.days import say_day, say_period
from verification.templatetags.markup import fill

register = template.Library()

EMPTY = "–"


def _short(local: datetime, today: datetime) -> str:
    """Today's time, this year's day, otherwise the whole date."""
    if local.date() == today.date():
        return local.strftime("%H:%M")
    return _day(local, today)


def _day(local: datetime, today: datetime) -> str:
    if local.year == today.year:
        return _write_day(local.date(), pgettext("date format: day and month", "j M"), get_language())
    return _write_day(local.date(), pgettext("date format: day, month and year", "j M Y"), get_language())


@lru_cache(4096)
def _write_day(day: date, wording: str, language: str | None) -> str:
    """A page names the same days again and again; ``language`` is the one that they are written in."""
    return date_format(day, wording)


def _ago(moment: datetime, now: datetime) -> str:
    """How long ago, up to a day; then the short date."""
    passed = now - moment
    if timedelta(0) <= passed < timedelta(minutes=1):
        return gettext("just now")
    if timedelta(0) <= passed < timedelta(hours=1):
        minutes = passed // timedelta(minutes=1)
        return ngettext("%(count)d min ago", "%(count)d min ago", minutes) % {"count": minutes}
    if timedelta(0) <= passed < timedelta(days=1):
        hours = passed // timedelta(hours=1)
        return ngettext("%(count)d h ago", "%(count)d h ago", hours) % {"count": hours}
    return _short(timezone.localtime(moment), timezone.localtime(now))


def ago_until(moment: datetime, now: datetime) -> datetime:
    """The moment at which ``ago`` says something else."""
    passed = now - moment
    if passed < timedelta(0):
        return min(moment, next_day(now))
    for unit, end in ((timedelta(minutes=1), timedelta(hours=1)), (timedelta(hours=1), timedelta(days=1))):
        if passed < end:
            return moment + (passed // unit + 1) * unit
    return next_day(now)


def _span(moment: datetime, now: datetime) -> str:
    """How long something has lasted, in its largest unit."""
    passed = max(now - moment, timedelta(0))
    if passed < timedelta(minutes=1):
        return gettext("under 1 min")
    if passed < timedelta(hours=1):
        minutes = passed // timedelta(minutes=1)
        return ngettext("%(count)d min", "%(count)d min", minutes) % {"count": minutes}
    if passed < timedelta(days=1):
        hours = passed // timedelta(hours=1)
        return ngettext("%(count)d h", "%(count)d h", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", passed.days) % {"count": passed.days}


def plain_date(moment: datetime) -> str:
    """The long date as text, for sentences."""
    return written_day(timezone.localdate(moment))


def written_day(day: date) -> str:
    """The same of a day."""
    return _write_day(day, pgettext("date format: long", "j F Y"), get_language())


def _tag(local: datetime, text: str) -> SafeString:
    """The text with the exact moment behind it, for programs and for whoever points at it; in digits, which both languages read."""
    exact = local.isoformat(timespec="seconds")
    return fill('<time datetime="{}" title="{}">{}</time>', exact, exact[:19].replace("T", " "), text)


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    return _tag(timezone.localtime(moment), _ago(moment, timezone.now())) if moment else EMPTY


@register.filter
def age(moment: datetime | None) -> SafeString | str:
    return _tag(timezone.localtime(moment), _span(moment, timezone.now())) if moment else EMPTY


@register.filter
def short_date(moment: datetime | None) -> SafeString | str:
    if not moment:
        return EMPTY
    local = timezone.localtime(moment)
    return _tag(local, _short(local, timezone.localtime()))


@register.filter
def long_date(moment: datetime | None) -> SafeString | str:
    """20 November 2026; 2026年11月20日."""
    return _tag(timezone.localtime(moment), plain_date(moment)) if moment else EMPTY


@register.filter
def local_copy(moment: datetime | None) -> str:
    """Of a page that the local corpus holds: local copy of 27 July 2023, not fetched."""
    return gettext("local copy of %(day)s, not fetched") % {"day": plain_date(moment)} if moment else gettext("local copy, not fetched")


@register.filter
def published(moment: datetime | None) -> SafeString | str:
    """A page's date, with its time where the page gave one: a day alone is kept as its midnight, here or in UTC."""
    if not moment:
        return gettext("undated")
    exact = timezone.localtime(moment, UTC) if _is_midnight(timezone.localtime(moment, UTC)) else timezone.localtime(moment)
    day = _day(exact, timezone.localtime())
    if _is_midnight(exact):
        return fill('<time datetime="{}">{}</time>', exact.date().isoformat(), day)
    return _tag(timezone.localtime(moment), gettext("%(day)s, %(time)s") % {"day": day, "time": exact.strftime("%H:%M")})


def _is_midnight(moment: datetime) -> bool:
    return (moment.hour, moment.minute, moment.second, moment.microsecond) == (0, 0, 0, 0)


register.filter("day_words", say_day)
register.filter("period_words", say_period)


@register.filter
def exact_time(moment: datetime | None) -> SafeString | str:
    """2026-11-20 23:43, in columns."""
    return _tag_written(moment, "%Y-%m-%d %H:%M") if moment else EMPTY


@register.filter
def clock_time(moment: datetime | None) -> SafeString | str:
    """23:43:05, for what happens while one looks."""
    return _tag_written(moment, "%H:%M:%S") if moment else EMPTY


def _tag_written(moment: datetime, form: str) -> SafeString:
    local = timezone.localtime(moment)
    return _tag(local, local.strftime(form))
