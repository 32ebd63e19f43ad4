"""The key facts of one sentence of an answer: its figures, years, names and salient words, found without fixed lists (seed 004, 2.4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from verification.core.language.lexicon import GENERIC_WORDS
from verification.core.language.texts import split_sentences
from verification.core.patterns import lazy_regex
from verification.core.tables.words import NUMBER, Term, terms_of
from verification.core.tables.written import WrittenFigure, find_answer_figures

_YEAR = lazy_regex(r"(?<![\d.,])(?:19|20)\d{2}(?![\d%]|[.,]\d)")
_YEAR_SPAN = lazy_regex(
    r"(?<![\d.,])((?:19|20)\d{2})\s?年?\s?(?:-|–|—|~|to|and|至|到|through)\s?(?:fiscal\s)?(?:FY\s?)?((?:19|20)\d{2})(?![\d%]|[.,]\d)"
)
# FY19, fiscal 19, 2Q19, H1'19, Dec-19, '19 and 12/31/19, but no "Q4 20 million".
_SHORT_YEAR = lazy_regex(
    r"\b(?:(?:FY|F|CY|fy)\s?['’]?|[Ff]iscal\s(?:[Yy]ear\s)?['’]?(?=[0-3]\d\b(?!\s?(?:weeks|months|days)))|(?:[1-4]Q|Q[1-4]|[12]H|H[12])(?:\s?['’])?"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}(?:-|\s?['’])|\d{1,2}/\d{1,2}/)(\d{2})\b(?![.,/]\d|\s?%)"
    r"|(?<![\w'’])['’]([0-3]\d)\b(?!['’])"
)
# 31.12.2019, and 2018/19, which ends the year after.
_DAY_OF_YEAR = lazy_regex(r"(?<![\d.])\d{1,2}\.\d{1,2}\.((?:19|20)\d{2})(?!\d)")
_SPLIT_YEAR = lazy_regex(r"(?<![\d.,/])(?P<century>19|20)(?P<first>\d{2})(?P<mark>[/-])(?P<whole>19|20)?(?P<last>\d{2})(?![\d/%-]|[.,]\d)")
_FULL_NAME = lazy_regex(r"\b[A-Z][a-z]{1,30}(?:[ -](?:[A-Z]\.\s)?[A-Z][a-z]{1,30}){1,5}\b")
_CAPITAL = lazy_regex(r"[A-Z][\w&.’'-]*")
# They tell how a figure was calculated or asked for, and rarely stand in the document.
_ABOUT_FIGURES = frozenset(
    [
        "average",
        "averag",
        "mean",
        "chang",
        "change",
        "percentage",
        "percent",
        "percentag",
        "differenc",
        "difference",
        "ratio",
        "sum",
        "total",
        "respectiv",
        "respective",
        "amount",
        "valu",
        "value",
        "year",
        "rise",
        "fall",
        "add",
        "number",
        "proportion",
        "proport",
    ]
)
_GOES_ON = frozenset(":：,，;；、)）")
_ASKED = frozenset("?？")
_OPEN, _CLOSED = "(（", ")）"
_FIGURE_WEIGHT = 1.5
_NAME_WEIGHT = 1.3
_GENERIC_WEIGHT = 0.5
_ABOUT_WEIGHT = 0.3
_LONGEST_YEAR_SPAN = 30


@dataclass(frozen=True, slots=True)
class SentenceFacts:
    """What a sentence states. ``start:end`` cuts it from the answer; spans inside count characters of the answer; ``factors`` holds
    each term once, in order, with how much its kind counts; ``names`` the terms of each full name; ``also`` the words that its acronyms
    stand for."""

    start: int
    end: int
    text: str
    terms: tuple[Term, ...]
    factors: dict[str, float]
    figures: tuple[WrittenFigure, ...]
    years: frozenset[int]
    names: tuple[tuple[str, ...], ...] = ()
    also: frozenset[str] = frozenset()


def read_answer(answer: str, *, has_names: bool = True) -> tuple[SentenceFacts, ...]:
    """The facts of every sentence, in order; a blank answer has none. Without ``has_names``, names are ordinary words."""
    spans: list[tuple[int, int]] = []
    for start, end in split_sentences(answer).spans:
        if spans and (
            answer[start] in _GOES_ON
            or (answer[spans[-1][1] - 1] in _ASKED and _is_bare_figure(answer[start:end]))
            or _goes_on_in_brackets(answer[slice(*spans[-1])], answer[start:end])
        ):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(_read(answer, start, end, has_names=has_names) for start, end in spans)


def _goes_on_in_brackets(before: str, after: str) -> bool:
    """Whether a stop stands inside brackets, as that of an acronym does: "(non-U.S. GAAP measure)"."""
    is_open = max(map(before.rfind, _OPEN)) > max(map(before.rfind, _CLOSED))
    if not is_open or "\n" in before:
        return False
    closed = min((at for at in map(after.find, _CLOSED) if at >= 0), default=-1)
    opened = min((at for at in map(after.find, _OPEN) if at >= 0), default=len(after))
    return 0 <= closed < opened


def _is_bare_figure(text: str) -> bool:
    """Whether a sentence is a figure and nothing else, as answers to a question are: "$169 thousand." """
    figures = find_answer_figures(text)
    if len(figures) != 1 or figures[0].start > 0:
        return False
    return not any(letter.isalnum() for letter in text[figures[0].end :])


def _read(answer: str, start: int, end: int, *, has_names: bool) -> SentenceFacts:
    text = answer[start:end]
    terms = tuple(terms_of(text))
    figures = find_answer_figures(text)
    years = years_in(text)
    names = tuple(_full_names(text, terms)) if has_names else ()
    return SentenceFacts(start, end, text, terms, _factors(text, terms, figures, has_names=has_names), figures, years, names)


def _full_names(text: str, terms: tuple[Term, ...]) -> Iterator[tuple[str, ...]]:
    """The terms of every name of two or more words written large."""
    for match in _FULL_NAME.finditer(text):
        keys = tuple(term.key for term in terms if match.start() <= term.start < match.end())
        if len(keys) > 1:
            yield keys


@lru_cache(maxsize=8192)
def years_in(text: str) -> frozenset[int]:
    """The years that a text names, with those between the ends of a span ("2017-2019", "from 2017 to 2019")."""
    years = {int(match.group()) for match in _YEAR.finditer(text)} | {int(match[1]) for match in _DAY_OF_YEAR.finditer(text)}
    years |= {2000 + int(match[1] or match[2]) for match in _SHORT_YEAR.finditer(text)}
    for match in _SPLIT_YEAR.finditer(text):
        first = int(match["century"] + match["first"])
        if int(match["last"]) == (first + 1) % 100:
            years = (years if match["mark"] == "-" or match["whole"] else years - {first}) | {first + 1}
    for match in _YEAR_SPAN.finditer(text):
        first, last = sorted((int(match[1]), int(match[2])))
        if last <= first + _LONGEST_YEAR_SPAN:
            years |= set(range(first, last + 1))
    return frozenset(years)


def _factors(text: str, terms: tuple[Term, ...], figures: tuple[WrittenFigure, ...], *, has_names: bool) -> dict[str, float]:
    names = {match.start() for match in _CAPITAL.finditer(text) if match.start()} if has_names else set()
    stated = [(figure.start, figure.end) for figure in figures]
    factors: dict[str, float] = {}
    for term in terms:
        if term.key in _ABOUT_FIGURES:
            factor = _ABOUT_WEIGHT
        elif term.key in GENERIC_WORDS:
            factor = _GENERIC_WEIGHT
        elif term.key.startswith(NUMBER) and any(start <= term.start < end for start, end in stated):
            factor = _FIGURE_WEIGHT
        else:
            factor = _NAME_WEIGHT if term.start in names else 1.0
        factors[term.key] = max(factor, factors.get(term.key, 0.0))
    return factors
