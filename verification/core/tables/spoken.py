"""How a sentence speaks of each of its figures: the words, years and parts of the year beside it, which way it went, and in what role.

An answer's sentence and a document's are read by the same code, so that "from 43.0% to 41.3%" says the same on both sides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.patterns import lazy_regex
from verification.core.reading.trend import directions_in
from verification.core.tables.plans import foresees
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
_YEAR_BEFORE = (
    r"(?:the\s)?(?:(?:last|prior|previous|preceding)\syear(?!s)|year\s(?:before|earlier|ago))|(?:a|one)\syear\s(?:before|earlier|ago|previously)|"
    r"(?:上年|去年|上一年|前一年)(?:度|末|底|同期|同月)?|一年前"
)
_QUARTER_BEFORE = (
    r"(?:a\squarter|three\smonths)\s(?:before|earlier|ago|previously)|the\s(?:last|prior|previous|preceding)\squarter|"
    r"[上前]一?个?季度?末?"
)
# "较上年", "than a year earlier": what something is held against.
_AGAINST = r"(?<![较比同对与])(?<!than\s)(?<!than\sin\s)(?<!over\s)(?<!on\s)(?<!since\s)"
_BEFORE = lazy_regex(rf"{_AGAINST}(?:\b|(?=[\u4e00-\u9fff]))(?:{_YEAR_BEFORE}|(?P<quarter>{_QUARTER_BEFORE}))", re.IGNORECASE)
_BEHIND = lazy_regex(rf"\s(?:in\s)?(?:{_YEAR_BEFORE}|(?P<quarter>{_QUARTER_BEFORE}))", re.IGNORECASE)
_IN_YEAR = lazy_regex(r"\s(?:in|for|during)\s(?:fiscal\s(?:year\s)?|the\syear\s)?(?:19|20)\d\d\b", re.IGNORECASE)
_ROLES = ("", "from", "to", "by")
_CHANGE = lazy_regex(
    r"\b(?:chang\w*|increas\w+|decreas\w+|growth|grew|declin\w+|variation|variance|movement|differ\w+)\b|变动|变化|增长|增减|增幅|降幅|涨幅|跌幅|增加|减少|下降|增速|[%％]\s(?:more|less|higher|lower|fewer)\b",
    re.IGNORECASE,
)
_TOTAL = lazy_regex(r"\b(?:total|totals|overall|combined|aggregate)\b|合计|总计|总额|总数|共计|总", re.IGNORECASE)
_LOSS = lazy_regex(r"\bloss(?:es)?\b|\bdeficits?\b|\boutflows?\b|亏损|赤字|流出", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PART = lazy_regex(
    r"\b(?:(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?)\b(?=\.?\s?'?\d|,|\.?\s|$)"
    r"|(?P<zh_month>(?<!\d)(?:1[0-2]|0?[1-9]))月"
    r"|(?:\b|(?<=\b20\d\d))(?:Q(?P<q>[1-4])|(?P<q2>[1-4])Q|(?P<q3>(?i:first|second|third|fourth))[\s-](?i:quarter))"
    r"|第?(?P<zh_q>[一二三四1-4])季度?|(?:\b|(?<=\b20\d\d))(?:H(?P<h>[12])|(?P<h3>[12])H(?![a-z])|(?P<h2>(?i:first|second))[\s-](?i:half))|(?P<zh_h>[上下])半年"
    r"|\b(?P<span>(?i:three|six|nine)|3|6|9)[\s-](?i:months?)\b(?!\s(?:before|earlier|ago|later|previously))|(?P<zh_span>前三季度|[1１]\s?[-—–至]\s?[9９]月)"
)
# A number inside letters is one of a formula: CO2e.
_CODE = lazy_regex(r"(?<![\d.,])(?<!CO)(?<!SO)(?<!NO)(?:(?<![A-Za-z])\d{1,4}|\d{1,4}(?![\dA-Za-z]))(?![\d%]|[.,]\d)")
_YEARS_SPELT = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "seven": "7", "ten": "10"}
_SPELT = lazy_regex(r"\b(one|two|three|four|five|seven|ten)[\s-]years?\b(?!\s(?:before|earlier|ago|later))", re.IGNORECASE)
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
    is_planned: bool = False


def speak_of(text: str, figures: Sequence[WrittenFigure], also: frozenset[str] = frozenset()) -> tuple[Spoken, ...]:
    """The figures of one sentence, in order; ``figures`` are those found in ``text``, ``also`` the words that its acronyms stand for."""
    spans = stretches(text, figures)
    moves = _COMPOUND.sub(_blank, text) if "-" in text else text
    whole, all_years, all_parts = word_keys(_without(text, figures)) | also, years_in(text), parts_in(text)
    listed, brackets = _listed_years(text, figures), _dated_brackets(text, figures)
    words = _words_beside(text, figures, spans)
    trend, trends = _one(directions_in(moves)), _trends(moves, figures, spans, [lead for lead, _ in words])
    found = []
    for number, (figure, (start, end)) in enumerate(zip(figures, spans, strict=True)):
        own = text[start : figure.start] + " " + text[figure.end : end]
        role = _role(text[max(start, figure.start - 8) : figure.start])
        parts = parts_in(own)
        years = frozenset((listed[number],)) if listed else years_in(own)
        beside, text_years = _years_beside(figure, brackets, text, all_years)
        back = _period_before(text, figure, all_years, all_parts) if not beside and not listed else None
        if back is not None:
            (years, parts), text_years = back, all_years | back[0]
        elif role == "from" and not beside and not listed:
            years, text_years = _years_of_base(text[figure.end : end], all_years)
        found.append(
            Spoken(
                figure,
                words[number][1] | also,
                whole,
                beside or years,
                text_years,
                parts,
                all_parts | parts,
                trends[number],
                role,
                is_change(text),
                is_total(text),
                codes_in(text[: figure.start] + " | " + text[figure.end :]),
                trend,
                foresees(text),
            )
        )
    return tuple(found)


def _words_beside(text: str, figures: Sequence[WrittenFigure], spans: Sequence[tuple[int, int]]) -> list[tuple[int, frozenset[str]]]:
    """The words of each figure's stretch with the number of the figure that they stand beside: where a stretch has none, it goes on with
    the one before it: "sales rose by 5, or 7 %, to 90"."""
    found: list[tuple[int, frozenset[str]]] = []
    for number, (figure, (start, end)) in enumerate(zip(figures, spans, strict=True)):
        words = word_keys(text[start : figure.start] + " " + text[figure.end : end])
        found.append((number, words) if words or not found else found[-1])
    return found


def _period_before(
    text: str, figure: WrittenFigure, all_years: frozenset[int], all_parts: frozenset[str]
) -> tuple[frozenset[int], frozenset[str]] | None:
    """The year of a figure that its own words put a year or a quarter before the only one that the sentence names ("上年亏损11.25亿元",
    "from 1.48% three months before"), and its part of the year; None where they don't. What is held against that is of this one, and so is
    what its name alone says ("settlements of prior year positions in 2022 came to 5")."""
    if len(all_years) != 1:
        return None
    begin = max((match.end() for match in _BOUNDARY.finditer(text, 0, figure.start)), default=0)
    match = _BEFORE.search(text, begin, figure.start) or _BEHIND.match(text, figure.end)
    if match is None or years_in(text[match.end() : figure.start]) or _IN_YEAR.match(text, figure.end):
        return None
    year = next(iter(all_years))
    if match["quarter"] is None:
        before = frozenset((year - 1,))
        return before, parts_in(text[begin : figure.start]) or _quarters(all_parts)
    quarters = _quarters(all_parts)
    if len(quarters) != 1:
        return None
    quarter = int(next(iter(quarters))[1:]) - 1
    before = frozenset((year if quarter else year - 1,))
    return before, frozenset((f"q{quarter or 4}",))


def _quarters(parts: frozenset[str]) -> frozenset[str]:
    return frozenset(part for part in parts if part_kind(part) == "q")


def _years_of_base(behind: str, all_years: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The years of a figure from which something moved, and those of its sentence: the ones behind it, else the year before the one that
    the sentence speaks of, where no part of the year is named."""
    years = years_in(behind)
    if years or len(all_years) != 1:
        return years, all_years
    before = next(iter(all_years)) - 1
    return frozenset() if parts_in(behind) else frozenset((before,)), all_years | {before}


def _trends(text: str, figures: Sequence[WrittenFigure], spans: Sequence[tuple[int, int]], leads: Sequence[int]) -> list[Trend | None]:
    """Which way each figure went: as its own stretch says; as the move that leads to it ("fell 5 % to 90", "fell by 5, or 5 %, to 90"), or
    as the percentage that goes on right behind it ("90, down 5 %"). What something moved from went nowhere. ``leads`` are the figures
    whose words are theirs."""
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
        elif role == "to" and leads[number] < number - 1:
            found[number] = own[leads[number]]
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
        if not parts_in(text[figure.start : figure.end]):
            at = found[-1][1]  # "for the six months 184" speaks of one figure
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
        return f"{_SPANS.get(said.lower(), said)}m"
    if kind == "zh_span":
        return "9m"
    letter = "h" if kind in ("h", "h2", "h3", "zh_h") else "q"
    return letter + _ORDER.get(said.lower(), said)


def part_kind(part: str) -> str:
    """Which kind of part of the year it is: a month ("m"), a quarter ("q"), a half ("h") or a span ("9" for its first months)."""
    return "span" if part[0].isdigit() else part[0]


def is_one_period(parts: frozenset[str]) -> bool:
    """Whether a text names a part of the year, and no two of one kind."""
    return bool(parts) and len({part_kind(part) for part in parts}) == len(parts)


def codes_in(text: str) -> frozenset[str]:
    """The short numbers of a text that are no year and no day of a month: what tells Level 1 from Level 2, and 3 to 5 years from 1 to 3."""
    bare = _DAY.sub(" ", text)
    found = {match.group() for match in _CODE.finditer(bare) if not _IS_YEAR.fullmatch(match.group())}
    return frozenset(found | {_YEARS_SPELT[match[1].lower()] for match in _SPELT.finditer(bare)})


def is_total(text: str) -> bool:
    """Whether a label or sentence speaks of a total."""
    return _TOTAL.search(text) is not None


def is_loss(text: str) -> bool:
    """Whether a label calls what lies below nought by its amount: a net loss of 5 is written (5)."""
    return _LOSS.search(text) is not None


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
