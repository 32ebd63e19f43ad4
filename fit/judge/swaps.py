"""Generated swaps: pages about one subject, measure, period or status against questions about another, from names and patterns of our own.

The open sets hold few of them and always the same kinds. Everything is drawn from one seed, so that the same data come out everywhere.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from fit.judge.cases import Case
from fit.judge.swap_pages import COUNTED, HOSTS, UNSEEN, case_of, other_values, page_of, read_table
from fit.judge.swap_series import series_cases, told_series_case
from verification.core.evidence import NodeSpec, Page
from verification.core.subjects.gazetteer import all_places
from verification.core.vocabulary import Independence, NodeKind

SEED = 20_261_122
ROWS = 4_000
# How many cases each pattern makes that is never learnt from.
UNSEEN_ROWS = 6
# How many cases each pattern of a figure makes, and each word before a measure.
FIGURE_ROWS = 2
MODIFIER_ROWS = 10
# How many pages also tell another measure of the subject, or the same of another subject.
_BESIDE = 0.5
_PERIODS = {
    "en": (" in January", " in February", " in the fourth quarter of 2025", " in 2025", " in 2019"),
    "zh": ("1月", "2月", "2025年四季度", "2025年", "2019年"),
}
_ASKED = {"en": (" in January", " in February", " Q4 2025", " 2025"), "zh": ("1月", "2月", "2025年四季度", "2025年")}
_MARKS = {"USD": {"en": "${v} million", "zh": "{v}万美元"}, "%": {"en": "{v}%", "zh": "{v}%"}, "": {"en": "{v}", "zh": "{v}"}}


_USES = (
    *("own", "own", "own", "recent", "recent", "old", "other", "other", "list", "list"),
    *("measure", "period", "unsaid", "unsaid", "unsaid", "lead", "title", "stray", "trap", "trap", "trap", "trap", "implied", "implied"),
)
# How many subjects bear a name that no table knows, and how many such names each kind has in either language.
_INVENTED = 0.4
_INVENTIONS = 60
_SYLLABLES = {
    "en": (
        "ba",
        "cor",
        "del",
        "el",
        "fen",
        "gar",
        "hal",
        "ith",
        "jor",
        "kel",
        "lum",
        "mar",
        "nor",
        "or",
        "pel",
        "quin",
        "ros",
        "sol",
        "tar",
        "vel",
    ),
    "zh": tuple("埃尔博尼亚哈塞维诺科兰卡斯德罗米特拉巴索丹贝加齐"),
}
_ENDINGS = {
    ("country", "en"): ("ia", "land", "stan", "ania"),
    ("city", "en"): ("ville", "port", "ham", "burg"),
    ("company", "en"): (" Systems", " Energy", " Holdings", " Foods"),
    ("country", "zh"): ("亚", "国", "兰", "斯坦"),
    ("city", "zh"): ("市", "港", "堡", "城"),
    ("company", "zh"): ("科技", "能源", "控股", "食品"),
}
# The country that a Chinese page means where it names none.
_HOME = "中国"
_AT_HOME = 0.7
_TIMELESS = 0.7
# The month before the page, which a name means that names none; and a year long gone.
_RECENT, _OLD = 1, 4


_Names = Mapping[tuple[str, str], Sequence[str]]


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
    """The cases in a fixed order; the group is the pattern, so that each fold meets wording that its judge has never seen."""
    source = random.Random(SEED)  # noqa: S311
    rows = {name: list(read_table(name)) for name in ("swap_names", "swap_measures", "swap_patterns")}
    measures = [_Measure(s, NodeKind(k), u, {"en": en, "zh": zh}) for s, k, u, en, zh, _ in rows["swap_measures"]]
    patterns = _patterns(rows["swap_patterns"])
    names = _names(rows["swap_names"])
    for number in range(ROWS):
        yield _Maker(source, names, measures, patterns, number).case()
    yield from series_cases(source)
    yield from _unseen_cases(source, names, measures)
    yield from _figure_cases(source, names, measures, "figures")
    yield from _modified_cases(source, names, measures, patterns)


def counted_cases() -> Iterator[Case]:
    """The cases of the ways that are only counted (``figures_counted.tsv``)."""
    rows = {name: list(read_table(name)) for name in ("swap_names", "swap_measures")}
    measures = [_Measure(s, NodeKind(k), u, {"en": en, "zh": zh}) for s, k, u, en, zh, _ in rows["swap_measures"]]
    for case in _figure_cases(random.Random(SEED), _names(rows["swap_names"]), measures, "figures_counted"):  # noqa: S311
        yield replace(case, source=COUNTED, scenario=f"counted {case.scenario}")


def _unseen_cases(source: random.Random, names: _Names, measures: Sequence[_Measure]) -> Iterator[Case]:
    """Cases of patterns that are only there to be counted."""
    labels = {key: found for key, found in _patterns(list(read_table("swap_patterns"))).items() if key[1] == "label"}
    number = ROWS
    for lang, kind, text in read_table("unseen_patterns"):
        use, _, subjects = kind.partition("_")
        mine = [one for one in measures if one.subjects == subjects or not subjects]
        for _ in range(UNSEEN_ROWS):
            number += 1
            told = {**labels, (lang, "said" if use == "said" else "trap"): [text]}
            maker = _Maker(source, names, mine, told, number, only=lang, is_timeless=use == "said" and "{t}" not in text)
            found = maker.case("own" if use == "said" else "trap", beside=0.0)
            yield replace(found, source=UNSEEN, scenario=use)


def _figure_cases(source: random.Random, names: _Names, measures: Sequence[_Measure], table: str) -> Iterator[Case]:
    """Cases of the patterns in which a figure answers, ``{v}``, or none does: some tell other figures, ``{w}`` and ``{x}``, too."""
    labels = {key: found for key, found in _patterns(list(read_table("swap_patterns"))).items() if key[1] == "label"}
    number = ROWS * 2
    for lang, subjects, text in read_table(table):
        use = "own" if "{v}" in text else "trap"
        mine = [one for one in measures if subjects in (one.subjects, "any")]
        for _ in range(FIGURE_ROWS):
            number += 1
            if subjects == "series":
                found = told_series_case(source, lang, text, number)
            else:
                told = {**labels, (lang, "said" if use == "own" else "trap"): [text]}
                maker = _Maker(source, names, mine, told, number, only=lang, is_timeless=use == "own" and "{t}" not in text)
                found = maker.case(use, beside=0.0)
            yield replace(found, scenario="figures" if use == "own" else "figures that do not answer")


def _modified_cases(
    source: random.Random, names: _Names, measures: Sequence[_Measure], patterns: Mapping[tuple[str, str], Sequence[str]]
) -> Iterator[Case]:
    """Cases of plain sentences with a word before the measure: one that narrows it, so that nothing answers, or one that does not. Its
    fold is that of the word."""
    number = ROWS * 10
    for lang, narrows, text in read_table("swap_modifiers"):
        mine = [one for one in measures if text not in one.words[lang]]
        for _ in range(MODIFIER_ROWS):
            number += 1
            maker = _Maker(source, names, mine, patterns, number, only=lang)
            found = maker.case("narrowed" if narrows == "yes" else "own", beside=0.0, modifier=text)
            yield replace(found, group=f"generated/{text}", scenario="narrowed" if narrows == "yes" else "own")


class _Maker:
    """One draw and the cases that come of it."""

    def __init__(
        self,
        source: random.Random,
        names: _Names,
        measures: Sequence[_Measure],
        patterns: Mapping[tuple[str, str], Sequence[str]],
        number: int,
        *,
        only: str = "",
        is_timeless: bool = False,
    ) -> None:
        self._source, self._patterns, self._number = source, patterns, number
        self._beside, self._pattern, self._modifier = _BESIDE, "", ""
        lang = only or source.choice(("en", "zh"))
        measure = source.choice(measures)
        others = [one for one in measures if (one.subjects, one.kind) == (measure.subjects, measure.kind) and one is not measure]
        kind = source.choice(("country", "city")) if measure.subjects == "place" else measure.subjects
        known = "invented " if (kind, lang) in _ENDINGS and source.random() < _INVENTED else ""
        self._draw = _Draw(
            lang,
            kind,
            tuple(source.sample(names[known + kind, lang], 3)),
            tuple(source.sample([Decimal(value) / 10 for value in range(12, 990)], 4)),
            measure,
            source.choice(others or [measure]),
            # Who asks for a period is not answered by a sentence that can't name one.
            None if is_timeless else source.choice((None, 0, 1, 2, 3)),
        )

    def case(self, use: str = "", *, beside: float = _BESIDE, modifier: str = "") -> Case:
        """A case of a use, drawn where none is given; ``beside``: how often the page tells something else of the kind too; ``modifier``
        stands before the measure on the page."""
        use = use or self._source.choice(_USES)
        self._modifier = modifier
        self._beside = beside
        draw = self._draw = self._drawn_for(use)
        mine, other = draw.subjects[0], draw.subjects[1]
        right: tuple[str, ...] = (str(draw.values[0] * (self._scale())),)
        if use == "other":
            page, right = self._said("said", other), ()
        elif use == "measure":
            page, right = self._said("said", mine, measure=draw.other), () if draw.other is not draw.measure else right
        elif use == "period" and draw.period is not None:
            page, right = self._said("said", mine, period=(draw.period + 1) % 4), ()
        elif use in ("recent", "old") and draw.period is None:
            page = self._said("said", mine, period=_RECENT if use == "recent" else _OLD)
            right = right if use == "recent" else ()
        elif use in ("unsaid", "trap"):
            page, right = self._said(use, mine), ()
        elif use == "narrowed":
            page, right = self._said("said", mine), ()
        elif use == "title":
            page = self._page(mine, self._sentence("said", "it" if draw.lang == "en" else "该方", draw.measure, draw.period))
        elif use == "stray":
            page, right = self._page(mine, self._sentence("said", other, draw.measure, draw.period)), ()
        elif use == "implied" and draw.lang == "zh":
            page = self._said("implied", mine)
            right = right if mine == _HOME else ()
        else:
            page = self._said("list" if use == "list" else "lead" if use == "lead" else "said", mine)
        return self._case(use, page, right)

    def _drawn_for(self, use: str) -> _Draw:
        """What was drawn, about the country at home where the page is to leave it unsaid; what is not said seldom names a period too,
        which would tell it by itself."""
        draw = self._draw
        if use in ("unsaid", "trap") and self._source.random() < _TIMELESS:
            return replace(draw, period=None)
        is_place = draw.measure.subjects == "place" and draw.lang == "zh" and _HOME not in draw.subjects
        if use == "implied" and is_place and self._source.random() < _AT_HOME:
            return replace(draw, kind="country", subjects=(_HOME, *draw.subjects[1:]))
        return draw

    def _case(self, use: str, page: Page, right: tuple[str, ...]) -> Case:
        draw = self._draw
        node = NodeSpec(self._label(), draw.measure.kind, unit=draw.measure.unit or None, independence=Independence.DOMAINS)
        return case_of(f"swap-{self._number}-{use}", f"generated/{self._pattern}", use, node, page, right, self._source)

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

    def _said(self, use: str, subject: str, *, measure: _Measure | None = None, period: int | None = None) -> Page:
        draw = self._draw
        when = draw.period if period is None else period
        return self._page("", self._sentence(use, subject, measure or draw.measure, when))

    def _sentence(self, use: str, subject: str, measure: _Measure, period: int | None, *, value: Decimal | None = None) -> str:
        draw = self._draw
        members = [(subject, draw.values[0] if value is None else value)]
        members += [(name, value) for name, value in zip((n for n in draw.subjects if n != subject), draw.values[1:], strict=False)]
        if use == "list":
            members = members[:3] if len(members) >= 3 else members
            members = self._source.sample(members, len(members))
        text = self._source.choice(
            (*self._patterns[draw.lang, use], *self._patterns.get((draw.lang, f"{use}_{draw.measure.subjects}"), ()))
        )
        if value is None:
            self._pattern = text
        if use == "list" and "{s3}" not in text and members[2][0] == subject:
            members[0], members[2] = members[2], members[0]
        joined = f"{self._modifier} " if self._modifier and draw.lang == "en" else self._modifier
        fields = {"m": joined + measure.words[draw.lang], "t": "" if period is None else _PERIODS[draw.lang][period]}
        for at, (name, value) in enumerate(members, 1):
            fields[f"s{at}"], fields[f"v{at}"] = name, self._written(value)
        fields["w"], fields["x"] = (self._written(one) for one in other_values(self._source, draw.values[0]))
        sentence = text.format(s=fields["s1"], v=fields["v1"], **fields)
        return sentence[0].upper() + sentence[1:]

    def _written(self, value: Decimal) -> str:
        return _MARKS[self._draw.measure.unit][self._draw.lang].format(v=value)

    def _page(self, subject: str, sentence: str) -> Page:
        """A page with the sentence between others, about ``subject`` by its title where one is given."""
        draw, source = self._draw, self._source
        beside = ""
        if source.random() < self._beside:
            about, measure = source.choice(((draw.subjects[0], draw.other), (draw.subjects[2], draw.measure)))
            if measure is not draw.measure or about != draw.subjects[0]:
                beside = self._sentence("said", about, measure, draw.period, value=draw.values[3])
        title = ""
        if subject:
            title = f"{subject}: new figures" if draw.lang == "en" else f"{subject}公布新数据"
        return page_of(HOSTS[0], self._number, title, sentence, draw.lang, source, beside)


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
    for (kind, lang), endings in _ENDINGS.items():
        found[f"invented {kind}", lang] = list(_invented(lang, endings))
    return {key: sorted(set(names)) for key, names in found.items()}


def _invented(lang: str, endings: Sequence[str]) -> Iterator[str]:
    """Names that no table has, the same on every machine."""
    source = random.Random(SEED)  # noqa: S311
    for number in range(_INVENTIONS):
        stem = "".join(source.sample(_SYLLABLES[lang], source.choice((2, 3))))
        yield stem.capitalize() + endings[number % len(endings)]
