"""How a sentence speaks of each of its figures: the words, years and parts of the year beside it, which way it went, and in what role.

An answer's sentence and a document's are read by the same code, so that "from 43.0% to 41.3%" says the same on both sides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.patterns import lazy_regex
from verification.core.reading.trend import directions_in
from verification.core.tables.sentences import years_in
from verification.core.tables.words import NUMBER, terms_of
from verification.core.tables.written import WrittenFigure
from verification.core.vocabulary import Trend

_BOUNDARY = lazy_regex(
    r"[,，;；。、\n|]|\b(?:and|but|while|whereas|versus|vs|compared|(?<!-)(?:up|down)|from|to)\b|而|但|比上|[从由]|[增降升跌减涨]至"
)
# "Start-up costs" went nowhere.
_COMPOUND = lazy_regex(r"\b\w+-(?:up|down|out|off|in)\b", re.IGNORECASE)
# The verb, and the word that asks for any figure; a head says "Amount", and a row "Carrying amount".
_ASKS_AMOUNT = lazy_regex(r"\bamount(?:s|ed|ing)?\sto\b|\b(?:the|an)\samounts?\s(?:of|for)\b", re.IGNORECASE)
_CLAUSE = lazy_regex(r"[,，;；。、\n|]|\b(?:and|but|while|whereas)\b|[而但]", re.IGNORECASE)
_WORD = lazy_regex(r"[A-Za-z]+|[\u4e00-\u9fff]{2}")
_LONGEST_MOVE = 4
_ROLE = lazy_regex(r"(?:\b(from|to|by|of)\b|(从|由|自)|(至|到|为|达)|(以))[^\w\u4e00-\u9fff]{0,3}(?:US|RMB|HK)?$", re.IGNORECASE)
_BRACKETS = lazy_regex(r"[(（][^()（）]{1,120}[)）]")
_ROLES = ("", "from", "to", "by")
_CHANGE = lazy_regex(
    r"\b(?:chang\w*|increas\w+|decreas\w+|growth|grew|declin\w+|variation|movement|differ\w+)\b|变动|变化|增长|增减|增幅|降幅|涨幅|跌幅|增加|减少|下降|增速",
    re.IGNORECASE,
)
_TOTAL = lazy_regex(r"\b(?:total|totals|overall|combined|aggregate)\b|合计|总计|总额|总数|共计|总", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PART = lazy_regex(
    r"\b(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:\.|[a-z]{1,6})?\b(?=\.?\s?'?\d|,|\s|$)"
    r"|(?P<zh_month>(?<!\d)(?:1[0-2]|0?[1-9]))月"
    r"|(?:\b|(?<=\b20\d\d))(?:Q(?P<q>[1-4])|(?P<q2>[1-4])Q|(?P<q3>first|second|third|fourth)[\s-]quarter)"
    r"|第?(?P<zh_q>[一二三四1-4])季度?|(?:\b|(?<=\b20\d\d))(?:H(?P<h>[12])|(?P<h3>[12])H(?![a-z])|(?P<h2>first|second)[\s-]half)|(?P<zh_h>[上下])半年"
    r"|\b(?P<span>three|six|nine|3|6|9)[\s-]months?\b|(?P<zh_span>前三季度|[1１]\s?[-—–至]\s?[9９]月)"
)
_CODE = lazy_regex(r"(?<![\d.,])\d{1,4}(?![\d%]|[.,]\d)")
_IS_YEAR = lazy_regex(r"(?:19|20)\d{2}")
_DAY = lazy_regex(
    r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z.]{0,7}\s?\d{1,2}\b|\b\d{1,2}\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
    r"[a-z]{0,7}|\d{1,2}[月日]|\b(?:FY|Q|H)\s?'?\d{1,2}\b|\b\dQ\b|'\d\d\b"
)
_ORDER = {"first": "1", "second": "2", "third": "3", "fourth": "4", "一": "1", "二": "2", "三": "3", "四": "4", "上": "1", "下": "2"}
_SPANS = {"three": "3", "six": "6", "nine": "9"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """One figure as its sentence speaks of it. ``near``, ``years`` and ``parts`` are those of its own stretch of the sentence, the others
    those of all of it; ``role`` is "from", "to", "by" or empty; ``codes`` are the numbers that name something: level 1, 28nm."""

    figure: WrittenFigure
    near: frozenset[str]
    whole: frozenset[str]
    years: frozenset[int]
    all_years: frozenset[int]
    parts: frozenset[str]
    all_parts: frozenset[str]
    trend: Trend | None
    role: str
    is_change: bool
    is_total: bool
    codes: frozenset[str] = frozenset()
    all_trend: Trend | None = None


def speak_of(text: str, figures: Sequence[WrittenFigure], also: frozenset[str] = frozenset()) -> tuple[Spoken, ...]:
    """The figures of one sentence, in order; ``figures`` are those found in ``text``, ``also`` the words that its acronyms stand for."""
    spans = stretches(text, figures)
    moves = _COMPOUND.sub(_blank, text) if "-" in text else text
    whole, all_years, all_parts = word_keys(_without(text, figures)) | also, years_in(text), parts_in(text)
    listed = _listed_years(text, figures)
    brackets = _dated_brackets(text, figures)
    is_change, is_total = _CHANGE.search(text) is not None, _TOTAL.search(text) is not None
    trend = _one(directions_in(moves))
    trends = _trends(moves, figures, spans)
    found = []
    for number, (figure, (start, end)) in enumerate(zip(figures, spans, strict=True)):
        own = text[start : figure.start] + " " + text[figure.end : end]
        role = _role(text[max(start, figure.start - 8) : figure.start])
        years = frozenset((listed[number],)) if listed else years_in(own)
        beside, text_years = _years_beside(figure, brackets, text, all_years)
        if role == "from" and not beside and not listed:
            years, text_years = _years_of_base(text[figure.end : end], all_years)
        found.append(
            Spoken(
                figure,
                word_keys(own) | also,
                whole,
                beside or years,
                text_years,
                parts_in(own),
                all_parts,
                trends[number],
                role,
                is_change,
                is_total,
                codes_in(text[: figure.start] + " | " + text[figure.end :]),
                trend,
            )
        )
    return tuple(found)


def _years_of_base(behind: str, all_years: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The years of a figure from which something moved, and those of its sentence: the ones behind it, else the year before the one that
    the sentence speaks of, where no part of the year is named."""
    years = years_in(behind)
    if years or len(all_years) != 1:
        return years, all_years
    before = next(iter(all_years)) - 1
    return frozenset() if parts_in(behind) else frozenset((before,)), all_years | {before}


def _trends(text: str, figures: Sequence[WrittenFigure], spans: Sequence[tuple[int, int]]) -> list[Trend | None]:
    """Which way each figure went: as its own stretch says; as the move that leads to it ("fell 5 % to 90"), or as the percentage that goes
    on right behind it ("90, down 5 %"). What something moved from went nowhere."""
    pairs = list(zip(figures, spans, strict=True))
    own = [_one(directions_in(text[start : figure.start] + " " + text[figure.end : end])) for figure, (start, end) in pairs]
    if len(figures) == 1:
        return [own[0] or _one(directions_in(text))]
    found = list(own)
    for number, (figure, (start, _)) in enumerate(pairs):
        role = _role(text[max(start, figure.start - 8) : figure.start])
        if role == "from":
            found[number] = None
        elif own[number] is not None or figure.is_percent:
            continue
        elif role == "to" and number and _CLAUSE.search(text, figures[number - 1].end, figure.start) is None:
            found[number] = own[number - 1]
        elif (
            number + 1 < len(figures)
            and figures[number + 1].is_percent
            and _is_only_move(text[spans[number][1] : figures[number + 1].start])
        ):
            found[number] = own[number + 1]
    return found


def _is_only_move(lead: str) -> bool:
    """Whether what stands before a percentage has hardly room for more than which way it went: ", up", "，同比下降"."""
    words = _WORD.findall(lead)
    return len(words) <= _LONGEST_MOVE and _CLAUSE.search(lead.lstrip(",， (（")) is None


def _without(text: str, figures: Sequence[WrittenFigure]) -> str:
    """A sentence without its figures and their units."""
    edges = [0, *(at for figure in figures for at in (figure.start, figure.end)), len(text)]
    return " ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


def stretches(text: str, figures: Sequence[WrittenFigure]) -> list[tuple[int, int]]:
    """The stretch of each figure: what stands before it and is no other's, and what follows up to the next clause or figure."""
    found = []
    at = 0
    for number, figure in enumerate(figures):
        following = figures[number + 1].start if number + 1 < len(figures) else len(text)
        stop = _BOUNDARY.search(text, figure.end, following)
        end = stop.start() if stop is not None else following if following == len(text) else figure.end
        if stop is not None and following == len(text):
            end = following  # nothing else is told after the last figure
        found.append((at, max(end, figure.end)))
        at = found[-1][1]
    return found


def _dated_brackets(text: str, figures: Sequence[WrittenFigure]) -> list[tuple[int, int]]:
    """The brackets that give a figure of another year: "814 million (2018: 826 million)"."""
    found = (match.span() for match in _BRACKETS.finditer(text)) if len(figures) > 1 else ()
    return [(start, end) for start, end in found if years_in(text[start:end]) and any(start < one.start < end for one in figures)]


def _years_beside(
    figure: WrittenFigure, brackets: Sequence[tuple[int, int]], text: str, all_years: frozenset[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """The years of a figure in such brackets, else none; and those of its sentence, without what such brackets say of other figures."""
    own = next((text[start:end] for start, end in brackets if start <= figure.start < end), None)
    if own is not None:
        return years_in(own), all_years
    if not brackets:
        return frozenset(), all_years
    edges = [0, *(at for span in brackets for at in span), len(text)]
    return frozenset(), years_in(" ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)))


def _listed_years(text: str, figures: Sequence[WrittenFigure]) -> list[int]:
    """The year of each figure of a list that follows or precedes a list of as many years: "20, 13 in 2019 and 2018"; else none."""
    years = sorted((text.find(str(year)), year) for year in years_in(text) if str(year) in text)
    if len(figures) < 2 or len(years) != len(figures):
        return []
    first, last = years[0][0], years[-1][0]
    is_apart = last < figures[0].start or first > figures[-1].end
    return [year for _, year in years] if is_apart else []


def word_keys(text: str) -> frozenset[str]:
    """The words of a text as terms, numbers left out."""
    said = _ASKS_AMOUNT.sub(_blank, text) if "amount" in text else text
    return frozenset(term.key for term in terms_of(said) if not term.key.startswith(NUMBER))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def parts_in(text: str) -> frozenset[str]:
    """The months (m3), quarters (q1), halves (h1) and spans from the beginning of the year (9m) that a text names."""
    return frozenset(_part(match) for match in _PART.finditer(text))


def _part(match: re.Match[str]) -> str:
    kind, said = next((name, value) for name, value in match.groupdict().items() if value)
    if kind == "month":
        return f"m{_MONTHS.index(said.lower()) + 1}"
    if kind == "zh_month":
        return f"m{int(said)}"
    if kind == "span":
        return f"{_SPANS.get(said, said)}m"
    if kind == "zh_span":
        return "9m"
    letter = "h" if kind in ("h", "h2", "h3", "zh_h") else "q"
    return letter + _ORDER.get(said, said)


def codes_in(text: str) -> frozenset[str]:
    """The short numbers of a text that are no year and no day of a month: what tells Level 1 from Level 2, and 3 to 5 years from 1 to 3."""
    bare = _DAY.sub(" ", text)
    return frozenset(match.group() for match in _CODE.finditer(bare) if not _IS_YEAR.fullmatch(match.group()))


def is_total(text: str) -> bool:
    """Whether a label or sentence speaks of a total."""
    return _TOTAL.search(text) is not None


def is_change(text: str) -> bool:
    """Whether a label or sentence speaks of a change."""
    return _CHANGE.search(text) is not None


def _role(before: str) -> str:
    match = _ROLE.search(before)
    if match is None:
        return ""
    if match[1]:
        return "" if match[1].lower() == "of" else match[1].lower()
    return _ROLES[match.lastindex - 1] if match.lastindex else ""


def _one(trends: frozenset[Trend]) -> Trend | None:
    moving = trends - {Trend.STABLE}
    return next(iter(moving)) if len(moving) == 1 else None
