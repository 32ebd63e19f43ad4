"""What a claim is about, and what an item of Wikidata says of it that agrees with the claim's figures, dates and names."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from verification.core.claims.claims import MAX_CLAIM, read_claim
from verification.core.claims.figures import states
from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities, guess_language

MOST_SHOWN = 5
LONGEST_SUBJECT = 100
# A bare number below this agrees with too much by chance.
_LEAST_BARE = 100
_SHORTEST_NAME = 2
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?"
    r"|Dec(?:ember)?)\b"
)
_DATE = lazy_regex(
    r"(?<![\d.,])(?:"
    r"(?P<zy>[12]\d{3})\s?年(?:\s?(?P<zm>\d{1,2})\s?月(?:\s?(?P<zd>\d{1,2})\s?[日号])?)?"
    r"|(?P<iy>[12]\d{3})-(?P<im>\d{2})-(?P<id>\d{2})"
    rf"|(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m>{_MONTH}),?\s(?P<y>[12]\d{{3}})"
    rf"|(?P<am>{_MONTH})(?:\s(?P<ad>\d{{1,2}})(?:st|nd|rd|th)?)?,?\s(?P<ay>[12]\d{{3}})"
    r"|(?P<year>[12]\d{3})"
    r")(?![\d%万亿千百]|[.,]\d|\s(?:million|billion|trillion|thousand))"
)
_ACCORDING = lazy_regex(r"(?:According to|As of|By)\s[^,]{1,100},\s|[据按截][^，,。]{1,60}[，,]")
_NAME = lazy_regex(r"[A-Z][\w.&'’-]{0,40}(?:\s(?:(?:of|the|de|la|du|van|von)\s){0,2}[A-Z][\w.&'’-]{0,40}){0,8}")
# What a capital letter says nothing of: words that sentences begin with, and months.
_OPENER = lazy_regex(
    r"(?:an?|and|a[st]|but|by|for|from|h(?:e|er|is)|i[fnt]|its|o[fn]|our|she|since|that|the(?:ir|se|y)?|th(?:is|ose)|to|we|whe?n|while|with"
    rf"|{_MONTH})",
    re.IGNORECASE,
)
_TITLED = lazy_regex(r"[《「“]([^《》「」“”]{2,40})[》」”]")
_CHINESE_OPENING = lazy_regex(
    r"(?:(?:截[至止]|早在|[到在于])?\s?\d{1,4}\s?年(?:\d{1,2}月)?(?:\d{1,2}日)?(?:[末底初]|以来)?[，,]?\s?)?(?:[其该此]|目前|如今)?"
)
_CHINESE_SUBJECT = lazy_regex(
    r"[\u4e00-\u9fff·A-Za-z]{2,30}?(?=[的是有在为于约近达超共]|[高长宽重](?=约?近?\d)|成立|建立|创立|创建|出生|去世|发布|人口|总?面积|国土|常住"
    r"|员工|营收|市值|海拔|总部|[\d，,。；、（(]|$)"
)


class ItemProperty(StrEnum):
    """The properties of Wikidata that are read: levels, dates and names that a text states of a thing."""

    POPULATION = "P1082"
    AREA = "P2046"
    ELEVATION = "P2044"
    HEIGHT = "P2048"
    LENGTH = "P2043"
    WIDTH = "P2049"
    MASS = "P2067"
    DURATION = "P2047"
    EMPLOYEES = "P1128"
    REVENUE = "P2139"
    NET_PROFIT = "P2295"
    TOTAL_ASSETS = "P2403"
    MARKET_CAPITALIZATION = "P2226"
    GDP = "P2131"
    GDP_PER_CAPITA = "P2132"
    UNEMPLOYMENT_RATE = "P1198"
    LIFE_EXPECTANCY = "P2250"
    STUDENTS = "P2196"
    SPEAKERS = "P1098"
    DEATHS = "P1120"
    COST = "P2130"
    INCEPTION = "P571"
    DISSOLVED = "P576"
    OPENED = "P1619"
    START = "P580"
    END = "P582"
    POINT_IN_TIME = "P585"
    PUBLISHED = "P577"
    BORN = "P569"
    DIED = "P570"
    OFFICIAL_NAME = "P1448"
    SHORT_NAME = "P1813"
    NATIVE_LABEL = "P1705"
    BIRTH_NAME = "P1477"


class StatementKind(StrEnum):
    QUANTITY = "quantity"
    DATE = "date"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class WikidataStatement:
    """One statement of an item. ``value``: digits, a date as far as it is known ("1889-03-31", "1889-03", "1889"), or a name; ``unit`` is
    empty for a count; ``point_in_time`` is the date that the value is of, or empty."""

    property: ItemProperty
    kind: StatementKind
    value: str
    unit: str = ""
    point_in_time: str = ""


def subject_of(claim: str) -> str:
    """The name of what the claim is about, as it is written; empty where none is seen."""
    text = claim[:MAX_CLAIM].strip()
    opening = _ACCORDING.match(text)
    text = text[opening.end() :] if opening else text
    return _chinese_subject(text) if guess_language(text) == "zh" else _english_subject(text)


def agreeing(claim: str, statements: Iterable[WikidataStatement], *, subject: str) -> tuple[WikidataStatement, ...]:
    """The statements that say what the claim says, one of each property, in the order given; at most five."""
    text = claim[:MAX_CLAIM]
    figures, dates = read_claim(text).figures, set(_dates(text))
    years = {one[:4] for one in dates}
    found: dict[ItemProperty, WikidataStatement] = {}
    for one in statements:
        if one.property in found or (years and one.point_in_time and one.point_in_time[:4] not in years):
            continue
        if _is_said(one, text, figures, dates, subject):
            found[one.property] = one
            if len(found) == MOST_SHOWN:
                break
    return tuple(found.values())


def _is_said(one: WikidataStatement, text: str, figures: tuple[Quantity, ...], dates: set[str], subject: str) -> bool:
    if one.kind == StatementKind.DATE:
        return any(one.value == date or one.value.startswith(f"{date}-") for date in dates)
    if one.kind == StatementKind.NAME:
        name = one.value.casefold()
        return len(name) >= _SHORTEST_NAME and name != subject.casefold() and name in text.casefold()
    stated = find_quantities(f"{one.value} {one.unit}".strip(), lang="en")
    return len(stated) == 1 and any(_is_same(figure, stated[0]) for figure in figures)


def _is_same(claimed: Quantity, stated: Quantity) -> bool:
    """The engine's equality between levels: of one sign and of one dimension; a count is never taken in thousands, as a table's may be."""
    if (claimed.unit is None) != (stated.unit is None) or (claimed.low < 0) != (stated.low < 0):
        return False
    if claimed.unit is None:
        mine, theirs = abs(claimed.low), abs(stated.low)
        if min(mine, theirs) < _LEAST_BARE or max(mine, theirs) > 2 * min(mine, theirs):
            return False
    return states(claimed, stated)


def _dates(text: str) -> Iterator[str]:
    for match in _DATE.finditer(text):
        group = match.groupdict()
        year = next(group[name] for name in ("zy", "iy", "y", "ay", "year") if group[name])
        month, day = ("".join(group[name] or "" for name in names) for names in (("zm", "im", "m", "am"), ("zd", "id", "d", "ad")))
        if month.isalpha():
            month = str(_MONTHS.index(month[:3].lower()) + 1)
        yield "-".join([year, *(part.zfill(2) for part in (month, day) if part)])


def _english_subject(text: str) -> str:
    runs = [(match.start(), name) for match in _NAME.finditer(text) if (name := _without_opener(match.group()))]
    if not runs:
        return ""
    start, name = runs[0]
    if start == 0 and " " not in name and len(runs) > 1 and text[: runs[1][0]].endswith((" of ", " in ", " of the ", " in the ")):
        # "Retail sales in Elbonia": a single word that a sentence begins with is a name only where no other is given.
        name = runs[1][1]
    return name[:LONGEST_SUBJECT]


def _without_opener(name: str) -> str:
    words = name.split()
    while words and _OPENER.fullmatch(words[0]):
        words = words[1:]
    return re.sub(r"['’]s$", "", " ".join(words)).rstrip(".,'’-")


def _chinese_subject(text: str) -> str:
    if titled := _TITLED.match(text):
        return titled.group(1)
    opening = _CHINESE_OPENING.match(text)
    found = _CHINESE_SUBJECT.match(text, opening.end() if opening else 0)
    return found.group() if found else ""
