"""Generated swaps of series that are asked for by their name alone: "federal funds rate", 上证指数, Brent."""

import random
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from fit.judge.cases import Case
from fit.judge.swap_pages import HOSTS, case_of, other_values, page_of, read_table
from verification.core.evidence import NodeSpec
from verification.core.vocabulary import Independence, NodeKind

ROWS = 1_200
_USES = ("own", "own", "own", "range", "other", "beside", "trap", "trap", "unsaid")
_REFUSED = ("other", "trap", "unsaid")
_MARKS = {
    "rate": ("{v}%", "{v}%"),
    "growth": ("{v}%", "{v}%"),
    "price": ("${v}", "{v}美元"),
    "index": ("{v}", "{v}"),
}


class _Series(NamedTuple):
    family: str
    kind: NodeKind
    unit: str
    owners: tuple[str, str]
    names: tuple[str, str]


def told_series_case(source: random.Random, lang: str, text: str, number: int) -> Case:
    """One case of a pattern with ``{s}`` alone: ``{v}`` answers, ``{w}`` and ``{x}`` do not."""
    at = ("en", "zh").index(lang)
    mine = source.choice(_series())
    value = Decimal(source.randrange(12, 990)) / 10
    mark = _MARKS[mine.family][at]
    other, another = (mark.format(v=one) for one in other_values(source, value))
    said = text.format(s=mine.names[at], v=mark.format(v=value), w=other, x=another, t="")
    labels = _patterns()[lang, mine.family, "label"]
    node = NodeSpec(source.choice(labels).format(s=mine.names[at]), mine.kind, unit=mine.unit or None, independence=Independence.DOMAINS)
    page = page_of(HOSTS[0], number, "", said[0].upper() + said[1:], lang, source)
    right = (str(value),) if "{v}" in text else ()
    return case_of(f"series-{number}", f"generated/{text}", "series", node, page, right, source)


@cache
def _patterns() -> Mapping[tuple[str, str, str], Sequence[str]]:
    """The patterns by language, family and use."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for lang, family, use, text in read_table("swap_series_patterns"):
        found.setdefault((lang, family, use), []).append(text)
    return found


@cache
def _series() -> Sequence[_Series]:
    return [_Series(f, NodeKind(k), u, (oe, oz), (en, zh)) for f, k, u, oe, oz, en, zh in read_table("swap_series")]


def series_cases(source: random.Random) -> Iterator[Case]:
    """One case for each draw; the group is the pattern."""
    series = _series()
    patterns = _patterns()
    for number in range(ROWS):
        yield _case(source, series, patterns, number)


def _case(source: random.Random, series: Sequence[_Series], patterns: Mapping[tuple[str, str, str], Sequence[str]], number: int) -> Case:
    at = source.randrange(2)
    lang = ("en", "zh")[at]
    mine = source.choice(series)
    other = source.choice([one for one in series if one.family == mine.family and one is not mine])
    use = source.choice(_USES)
    is_range = use == "range" and mine.family == "rate"
    value, rival = (Decimal(one) / 10 for one in source.sample(range(12, 990), 2))

    drawn: list[str] = []

    def sentence(kind: str, one: _Series, figure: Decimal) -> str:
        text = source.choice(patterns[lang, one.family, kind])
        drawn.append(text)
        mark = _MARKS[one.family][at]
        written = mark.format(v=figure)
        if is_range:
            written = f"{written}{('-', '至')[at]}{mark.format(v=figure + 1)}"
        said = text.format(s=one.names[at], o=one.owners[at], v=written, w=source.choice(("0.2", "0.5", "1.1")))
        return said[0].upper() + said[1:]

    told = {
        "other": lambda: sentence("said", other, value),
        "beside": lambda: " ".join((sentence("said", other, rival), sentence("said", mine, value))),
        "unsaid": lambda: sentence("unsaid", mine, value),
        "trap": lambda: sentence("trap", mine, value),
    }
    text = told.get(use, lambda: sentence("said", mine, value))()
    label = source.choice(patterns[lang, mine.family, "label"]).format(s=mine.names[at])
    node = NodeSpec(label, mine.kind, unit=mine.unit or None, independence=Independence.DOMAINS)
    right = () if use in _REFUSED else (f"{value}..{value + 1}" if is_range else str(value),)
    page = page_of(HOSTS[0], number, "", text, lang, source)
    return case_of(f"series-{number}-{use}", f"generated/{drawn[-1]}", use, node, page, right, source)
