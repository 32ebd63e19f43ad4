"""Generated swaps of series that are asked for by their name alone: "federal funds rate", 上证指数, Brent."""

import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from fit.judge.cases import Case
from fit.judge.swap_pages import AS_OF, GENERATED, HOSTS, page_of, read_table
from verification.core.evidence import NodeSpec, Trust
from verification.core.vocabulary import Independence, NodeKind, Stage

ROWS = 1_200
_USES = ("own", "own", "own", "range", "other", "beside", "trap", "unsaid", "three", "three_other", "three_trap")
_REFUSED = ("other", "trap", "unsaid", "three_other", "three_trap")
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


def series_cases(source: random.Random) -> Iterator[Case]:
    """One case for each draw; groups are family and language."""
    series = [_Series(f, NodeKind(k), u, (oe, oz), (en, zh)) for f, k, u, oe, oz, en, zh in read_table("swap_series")]
    patterns: dict[tuple[str, str, str], list[str]] = {}
    for lang, family, use, text in read_table("swap_series_patterns"):
        patterns.setdefault((lang, family, use), []).append(text)
    for number in range(ROWS):
        yield _case(source, series, patterns, number)


def _case(source: random.Random, series: Sequence[_Series], patterns: dict[tuple[str, str, str], list[str]], number: int) -> Case:
    at = source.randrange(2)
    lang = ("en", "zh")[at]
    mine = source.choice(series)
    other = source.choice([one for one in series if one.family == mine.family and one is not mine])
    use = source.choice(_USES)
    is_range = use == "range" and mine.family == "rate"
    value, rival = (Decimal(one) / 10 for one in source.sample(range(12, 990), 2))

    def sentence(kind: str, one: _Series, figure: Decimal) -> str:
        text = source.choice(patterns[lang, one.family, kind])
        mark = _MARKS[one.family][at]
        written = mark.format(v=figure)
        if is_range:
            written = f"{written}{('-', '至')[at]}{mark.format(v=figure + 1)}"
        said = text.format(s=one.names[at], o=one.owners[at], v=written, w=source.choice(("0.2", "0.5", "1.1")))
        return said[0].upper() + said[1:]

    told = {
        "other": lambda: [sentence("said", other, value)],
        "three_other": lambda: [sentence("said", other, value) for _ in range(3)],
        "three": lambda: [sentence("said", mine, value) for _ in range(3)],
        "beside": lambda: [" ".join((sentence("said", other, rival), sentence("said", mine, value)))],
        "unsaid": lambda: [sentence("unsaid", mine, value)],
        "trap": lambda: [sentence("trap", mine, value)],
        "three_trap": lambda: [sentence("trap", mine, value) for _ in range(3)],
    }
    sentences = told.get(use, lambda: [sentence("said", mine, value)])()
    is_votes = use.startswith("three")
    label = source.choice(patterns[lang, mine.family, "label"]).format(s=mine.names[at])
    return Case(
        key=f"series-{number}-{use}",
        source=GENERATED,
        group=f"generated/{mine.family}-{lang}",
        scenario=use,
        node=NodeSpec(label, mine.kind, unit=mine.unit or None, independence=Independence.DOMAINS),
        pages=tuple(page_of(host, number, "", text, lang, source) for host, text in zip(HOSTS, sentences, strict=False)),
        as_of=AS_OF,
        trust=Trust() if is_votes else Trust(whitelist=HOSTS),
        stage=Stage.VOTES if is_votes else Stage.WHITELIST,
        right=() if use in _REFUSED else (f"{value}..{value + 1}" if is_range else str(value),),
        is_unsigned=True,
        supports=None,
    )
