"""Generated swaps: pages about one subject, measure, period or status against questions about another, from names and patterns of our own.

The open sets hold few of them and always the same kinds. Everything is drawn from one seed, so that the same data come out everywhere.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from fit.judge.cases import Case
from fit.judge.swap_pages import AS_OF, GENERATED, HOSTS, page_of, read_table
from fit.judge.swap_series import series_cases
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.subjects.gazetteer import all_places
from verification.core.vocabulary import Independence, NodeKind, Stage

SEED = 20_261_122
ROWS = 3_000
# How many pages also tell another measure of the subject, or the same of another subject.
_BESIDE = 0.5
_PERIODS = {
    "en": (" in January", " in February", " in the fourth quarter of 2025", " in 2025", " in 2019"),
    "zh": ("1月", "2月", "2025年四季度", "2025年", "2019年"),
}
_ASKED = {"en": (" in January", " in February", " Q4 2025", " 2025"), "zh": ("1月", "2月", "2025年四季度", "2025年")}
_MARKS = {"USD": {"en": "${v} million", "zh": "{v}万美元"}, "%": {"en": "{v}%", "zh": "{v}%"}, "": {"en": "{v}", "zh": "{v}"}}


_USES = (
    *("own", "own", "recent", "old", "other", "other", "list", "list", "measure", "period", "unsaid", "lead", "title", "stray"),
    *("three", "three_other"),
)
# The month before the page, which a name means that names none; and a year long gone.
_RECENT, _OLD = 1, 4


@dataclass(frozen=True, slots=True)
class _Measure:
    subjects: str
    kind: NodeKind
    unit: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Draw:
    """What one case is made of: three subjects of a kind with a value each, a measure and another one, a period and another one."""

    lang: str
    kind: str
    subjects: tuple[str, ...]
    values: tuple[Decimal, ...]
    measure: _Measure
    other: _Measure
    period: int | None


def generated_cases() -> Iterator[Case]:
    """The cases in a fixed order; the group is the kind of subject, the language and the use, so that whole kinds are held out."""
    source = random.Random(SEED)  # noqa: S311
    rows = {name: list(read_table(name)) for name in ("swap_names", "swap_measures", "swap_patterns")}
    measures = [_Measure(s, NodeKind(k), u, {"en": en, "zh": zh}) for s, k, u, en, zh, _ in rows["swap_measures"]]
    patterns = _patterns(rows["swap_patterns"])
    names = _names(rows["swap_names"])
    for number in range(ROWS):
        yield from _Maker(source, names, measures, patterns, number).cases()
    yield from series_cases(source)


class _Maker:
    """One draw and the cases that come of it."""

    def __init__(
        self,
        source: random.Random,
        names: Mapping[tuple[str, str], Sequence[str]],
        measures: Sequence[_Measure],
        patterns: Mapping[tuple[str, str], Sequence[str]],
        number: int,
    ) -> None:
        self._source, self._patterns, self._number = source, patterns, number
        lang = source.choice(("en", "zh"))
        measure = source.choice(measures)
        others = [one for one in measures if (one.subjects, one.kind) == (measure.subjects, measure.kind) and one is not measure]
        kind = source.choice(("country", "city")) if measure.subjects == "place" else measure.subjects
        self._draw = _Draw(
            lang,
            kind,
            tuple(source.sample(names[kind, lang], 3)),
            tuple(source.sample([Decimal(value) / 10 for value in range(12, 990)], 4)),
            measure,
            source.choice(others or [measure]),
            source.choice((None, 0, 1, 2, 3)),
        )

    def cases(self) -> Iterator[Case]:
        """One case of a use, drawn."""
        use = self._source.choice(_USES)
        draw = self._draw
        mine, other = draw.subjects[0], draw.subjects[1]
        right: tuple[str, ...] = (str(draw.values[0] * (self._scale())),)
        if use in ("other", "three_other"):
            pages, right = self._said("said", other, 3 if use == "three_other" else 1), ()
        elif use == "measure":
            pages, right = self._said("said", mine, 1, measure=draw.other), () if draw.other is not draw.measure else right
        elif use == "period" and draw.period is not None:
            pages, right = self._said("said", mine, 1, period=(draw.period + 1) % 4), ()
        elif use in ("recent", "old") and draw.period is None:
            pages = self._said("said", mine, 1, period=_RECENT if use == "recent" else _OLD)
            right = right if use == "recent" else ()
        elif use == "unsaid":
            pages, right = self._said("unsaid", mine, 1), ()
        elif use == "title":
            pages = [self._page(0, mine, self._sentence("said", "it" if draw.lang == "en" else "该方", draw.measure, draw.period))]
        elif use == "stray":
            pages, right = [self._page(0, mine, self._sentence("said", other, draw.measure, draw.period))], ()
        else:
            pages = self._said("list" if use == "list" else "lead" if use == "lead" else "said", mine, 3 if use == "three" else 1)
        yield self._case(use, pages, right)

    def _case(self, use: str, pages: Sequence[Page], right: tuple[str, ...]) -> Case:
        draw = self._draw
        is_votes = use.startswith("three")
        return Case(
            key=f"swap-{self._number}-{use}",
            source=GENERATED,
            group=f"generated/{draw.kind}-{draw.lang}",
            scenario=use,
            node=NodeSpec(self._label(), draw.measure.kind, unit=draw.measure.unit or None, independence=Independence.DOMAINS),
            pages=tuple(pages),
            as_of=AS_OF,
            trust=Trust() if is_votes else Trust(whitelist=HOSTS),
            stage=Stage.VOTES if is_votes else Stage.WHITELIST,
            right=right,
            is_unsigned=True,
            supports=None,
        )

    def _scale(self) -> int:
        return {"en": 1_000_000, "zh": 10_000}[self._draw.lang] if self._draw.measure.unit == "USD" else 1

    def _label(self) -> str:
        draw = self._draw
        text = self._source.choice(self._patterns[draw.lang, "label"])
        period = "" if draw.period is None else _ASKED[draw.lang][draw.period]
        words = draw.measure.words[draw.lang]
        if draw.lang == "zh":
            return text.format(s=draw.subjects[0] + (period if period else ""), m=words)
        asked = text.format(s=draw.subjects[0], m=words)
        return asked[:-1] + period + "?" if asked.endswith("?") else asked + period

    def _said(self, use: str, subject: str, count: int, *, measure: _Measure | None = None, period: int | None = None) -> list[Page]:
        draw = self._draw
        when = draw.period if period is None else period
        return [self._page(at, "", self._sentence(use, subject, measure or draw.measure, when)) for at in range(count)]

    def _sentence(self, use: str, subject: str, measure: _Measure, period: int | None, *, value: Decimal | None = None) -> str:
        draw = self._draw
        members = [(subject, draw.values[0] if value is None else value)]
        members += [(name, value) for name, value in zip((n for n in draw.subjects if n != subject), draw.values[1:], strict=False)]
        if use == "list":
            members = members[:3] if len(members) >= 3 else members
            members = self._source.sample(members, len(members))
        text = self._source.choice(self._patterns[draw.lang, use])
        if use == "list" and "{s3}" not in text and members[2][0] == subject:
            members[0], members[2] = members[2], members[0]
        fields = {"m": measure.words[draw.lang], "t": "" if period is None else _PERIODS[draw.lang][period]}
        for at, (name, value) in enumerate(members, 1):
            fields[f"s{at}"], fields[f"v{at}"] = name, self._written(value)
        sentence = text.format(s=fields["s1"], v=fields["v1"], **fields)
        return sentence[0].upper() + sentence[1:]

    def _written(self, value: Decimal) -> str:
        return _MARKS[self._draw.measure.unit][self._draw.lang].format(v=value)

    def _page(self, at: int, subject: str, sentence: str) -> Page:
        """A page with the sentence between others, about ``subject`` by its title where one is given."""
        draw, source = self._draw, self._source
        beside = ""
        if source.random() < _BESIDE:
            about, measure = source.choice(((draw.subjects[0], draw.other), (draw.subjects[2], draw.measure)))
            if measure is not draw.measure or about != draw.subjects[0]:
                beside = self._sentence("said", about, measure, draw.period, value=draw.values[3])
        title = ""
        if subject:
            title = f"{subject}: new figures" if draw.lang == "en" else f"{subject}公布新数据"
        return page_of(HOSTS[at], self._number, title, sentence, draw.lang, source, beside)


def _patterns(rows: Sequence[tuple[str, ...]]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for lang, use, text in rows:
        found.setdefault((lang, use), []).append(text)
    return found


def _names(rows: Sequence[tuple[str, ...]]) -> dict[tuple[str, str], list[str]]:
    """Names by kind and language; countries and larger cities from the gazetteer."""
    found: dict[tuple[str, str], list[str]] = {}
    for kind, en, zh in rows:
        found.setdefault((kind, "en"), []).append(en)
        found.setdefault((kind, "zh"), []).append(zh)
    for place in all_places():
        kind = {"territory": "country", "city": "city", "subdivision": "city"}.get(place.kind)
        if kind and len(place.name) > 1:
            found.setdefault((kind, place.lang), []).append(place.name)
    return {key: sorted(set(names)) for key, names in found.items()}
