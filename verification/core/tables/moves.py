"""Whether a figure is by how much something moved, where its sentence gives what it stood at, or the other way round."""

import re
from functools import cache

from verification.core.language.lemmas import lemma
from verification.core.language.tables import read_rows
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import MOVES, Role
from verification.core.reading.trend import directions_in
from verification.core.tables.naming import Named
from verification.core.tables.places import Place
from verification.core.tables.spoken import is_change
from verification.core.vocabulary import Trend

_MOVING = {Trend.RISING, Trend.FALLING}
_MOVED = MOVES | {Role.MOVED}
_WORD = lazy_regex(r"[A-Za-z]+")
# What stands right before a figure and right behind it, in its clause.
_LEAD = lazy_regex(r"(?:[A-Za-z-]+[^A-Za-z,;:，；：。.]*){0,5}$|[^,;:，；：。.\n]{0,10}$")
_TAIL = lazy_regex(r"[\s-]*(?:[A-Za-z]+|[\u4e00-\u9fff]{1,3})")
_BY = lazy_regex(r"((?:[A-Za-z-]+\s){1,2})by[^\w]*(?:US|HK|RMB|A|C)?[$€£¥]?\s?$", re.IGNORECASE)
# "Came to" tells of no way.
_STOOD = lazy_regex(r"\b(?:c[ao]mes?|coming|amount(?:s|ed|ing)?)\sto\b", re.IGNORECASE)
# What moved something is told as a thing: "the increase was 5", 增幅为5.
_NOUN = lazy_regex(
    r"\b(?:increase|decrease|change|growth|decline|rise|fall|drop|gain|variation|variance|movement|difference)s?\b|变动|变化|增减|增幅|降幅|涨幅|跌幅|增速",
    re.IGNORECASE,
)


def is_how_much_moved(place: Place, named: Named) -> bool:
    """Whether ``place`` is by how much something moved, told so by its sentence ("rose by 48 to 734") or by its column, and the sentence
    that is judged doesn't give its figure as that; or is no such thing where the sentence does."""
    if place.is_cell and _names_move(place.label_text):
        return False
    if place.is_cell:
        return not _tells_how_much(named) if place.is_move else _is_moved_by(place, named)
    return place.role == "by" and place.trend in _MOVING and not _speaks_of_move(named)


def _speaks_of_move(named: Named) -> bool:
    spoken = named.spoken
    return spoken.all_trend is not None or spoken.is_change or spoken.role == "by" or _has_move(named.text)


def _tells_how_much(named: Named) -> bool:
    """Whether a sentence gives its figure as that by which something moved: "rose by 5", "up 5", "5 more", "the change was 5". Of a
    percentage it is enough that the sentence speaks of a move: "rose by 5 million, or 3 %"."""
    spoken, text = named.spoken, named.text
    lead, tail = _LEAD.search(text, max(0, spoken.figure.start - 60), spoken.figure.start), _TAIL.match(text, spoken.figure.end)
    before = lead.group() if lead else ""
    if spoken.role in ("from", "to") and _moving(before) and _STOOD.search(before) is None:
        return False
    if spoken.figure.is_percent:
        return _speaks_of_move(named)
    beside = f"{before} {tail.group() if tail else ''}"
    return spoken.role == "by" or bool(_moving(beside)) or _has_move(beside) or _NOUN.search(text) is not None


def _is_moved_by(place: Place, named: Named) -> bool:
    """Whether a sentence says that something rose or fell by a figure that is read off what it stood at."""
    spoken = named.spoken
    if spoken.role != "by" or place.is_change or spoken.figure.is_percent or place.unit == "%":
        return False
    lead = _BY.search(named.text, max(0, spoken.figure.start - 60), spoken.figure.start)
    return lead is not None and bool(_moving(lead[1]))


def _names_move(label: str) -> bool:
    return is_change(label) or bool(_moving(label))


def _moving(text: str) -> frozenset[Trend]:
    return directions_in(text) & _MOVING


def _has_move(text: str) -> bool:
    """Whether a text has any word for what moves a figure: added 7,700 jobs, 新增."""
    english, chinese = _moves()
    return any(lemma(word.lower()) in english for word in _WORD.findall(text)) or any(word in text for word in chinese)


@cache
def _moves() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words for moves, English ones by their lemma."""
    rows = [row for row in read_rows("reading", "clause_words") if row[2] in _MOVED]
    return frozenset(row[0] for row in rows if row[1] == "en"), tuple(row[0] for row in rows if row[1] == "zh")
