"""When a page says it was published: the day that htmldate found, to the minute where the page states one."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo
from urllib.parse import urlsplit

from verification.core.patterns import lazy_regex
from verification.core.periods.freshness import parse_moment

# What says "published" of the page itself.
STATED = (
    "//meta[@property='article:published_time' or @property='og:published_time' or @property='bytedance:published_time']/@content",
    "//meta[@itemprop='datePublished']/@content",
    "//time[@itemprop='datePublished']/@datetime",
    "//meta[@name='article:published_time' or @name='publishdate' or @name='pubdate' or @name='PubDate' or @name='date']/@content",
)
# What may belong to something else on the page, and only tells the time of a day that is known.
TIMES = "//time/@datetime"

_SEARCHED = 300_000
_LINKED_DATA = lazy_regex(r"\"datePublished\"\s{0,5}:\s{0,5}\"([^\"]{8,40})\"")
_NEW_YEAR = lazy_regex(r"0?1[-/.]0?1\b|1月1日|\bJan(?:uary)?\.? {1,2}1(?:st)?\b|\b1(?:st)? {1,2}Jan", re.IGNORECASE)
_NEIGHBOURS = timedelta(days=2)  # the same moment is another day elsewhere


# Days as sites write them into addresses: /2026/11/21/, /2026-11/21/, /n1/2026/1121/, /20261121/, t20260627_1.html, -2026-11-21-
_DAY = r"(0[1-9]|[12]\d|3[01])"
_IN_ADDRESS = lazy_regex(rf"(?<!\d)(20\d\d)(?:([/_-])(0[1-9]|1[0-2])[/_-]?{_DAY}|(0[1-9]|1[0-2]){_DAY})(?!\d)")


def day_in_address(url: str, *, now: datetime, zone: tzinfo) -> datetime | None:
    """The day that the path of an address names, at its beginning in ``zone``; None for none, several, or one that is still to come."""
    found = {(int(one[1]), int(one[3] or one[5]), int(one[4] or one[6])) for one in _IN_ADDRESS.finditer(urlsplit(url).path[:1_000])}
    if len(found) != 1:
        return None
    try:
        day = datetime(*found.pop(), tzinfo=zone)
    except ValueError:
        return None
    return day if day <= now + timedelta(days=1) else None


def find_published(day: str, *, stated: Iterable[str], times: Iterable[str], markup: str, zone: tzinfo) -> str:
    """ISO 8601 with offset, or empty. ``day`` is htmldate's, ``zone`` where a moment without one is read."""
    searched = markup[:_SEARCHED]
    known = parse_moment(day, zone=zone)
    if known and (known.month, known.day) == (1, 1) and not _NEW_YEAR.search(searched):
        # A lone year, as in a footer's copyright, is no date of publication.
        known = None
    said = [moment for text in (*stated, *_LINKED_DATA.findall(searched)) if (moment := parse_moment(text, zone=zone))]
    if known is None:
        return said[0].isoformat() if said else ""
    clocks = [moment for text in (*times, *_with_clock(known, searched)) if (moment := parse_moment(text, zone=zone))]
    near = [moment for moment in (*said, *clocks) if abs(moment - known) < _NEIGHBOURS]
    return (near[0] if near else known).isoformat()


def _with_clock(day: datetime, searched: str) -> list[str]:
    """The day as the page writes it with a time behind it ("2026年6月18日 09:30")."""
    pattern = rf"\b{day.year}[-/.年]0?{day.month}[-/.月]0?{day.day}日?[ T\u3000]{{1,3}}\d{{1,2}}:\d{{2}}(?::\d{{2}})?"
    found = re.search(pattern, searched)
    return [found[0].replace("\u3000", " ")] if found else []
