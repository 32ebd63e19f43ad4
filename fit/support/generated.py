"""Claims of our own beside pages of our own: acts that a page asserts, denies, asks or supposes, and figures with one slot changed.

The open sets hold few of them. Words and patterns are none of theirs, so that slots are learnt; all is drawn from one seed.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from fit.judge.swap_pages import other_values
from fit.judge.swap_pages import read_table as read_judge_table
from fit.support.cases import Case
from verification.core.claims.passages import SourceText
from verification.core.subjects.gazetteer import all_places

SEED = 20_261_123
ACTS_OF_EACH, FIGURES, CROSSED = 2, 2_000, 900
_HERE = Path(__file__).parent
_BARE = 0.3
_SENTENCES = re.compile(r"[^.!?。！？]*\{s\}[^.!?。！？]*")
# What a sentence has that says no more than whose figure or act it tells.
_JOINING = re.compile(r"\{\w+\}|'s|\b(?:the|of|in|for|is|was|at)\b|[的为是达]|[\W_]", re.IGNORECASE)
# How often the figure that a pattern asserts is claimed, where it mentions another too.
_OF_THE_ANSWER = 0.6
# How many of the claims deny the act.
_DENYING = 0.08
# How many of the asserting pages tell the act of something else.
_OTHER_OBJECT = 0.3
_PERIODS = (
    (" in January 2026", "2026年1月", ""),
    (" in April 2025", "2025年4月", ""),
    (" in the fourth quarter of 2025", "2025年四季度", ""),
    (" in 2025", "2025年", ""),
    (" in 2019", "2019年", ""),
)
_CLAIMED = {
    "en": ("The {m} of {s} was {v}{t}.", "{s}'s {m} was {v}{t}.", "{s} had a {m} of {v}{t}."),
    "zh": ("{t}{s}{m}为{v}。", "{s}{t}的{m}是{v}。", "{t}，{s}{m}达到{v}。"),
}
_CHANGES = ("none", "none", "none", "none", "subject", "measure", "period", "value", "status", "limit", "list", "row")
_LISTS = ("list", "row")
_USES = {"status": "unsaid", "limit": "limit", "list": "list", "row": "list"}


@dataclass(frozen=True, slots=True)
class _Figure:
    """Whose figure of what, when, and how much; each name in both languages."""

    kind: str
    subjects: tuple[Mapping[str, str], ...]
    measures: tuple[Mapping[str, str], ...]
    values: tuple[Decimal, ...]
    periods: tuple[int, ...]
    unit: str


def generated_cases() -> Iterator[Case]:
    """All cases in a fixed order. The group is the pattern of the page, or the measure: whole ones are held out."""
    source = random.Random(SEED)  # noqa: S311 - a fit, not a secret
    yield from _acts(source)
    makers = _Figures(source)
    for number in range(FIGURES):
        yield makers.case(number, source.choice(("en", "zh")), is_crossed=False)
    for number in range(CROSSED):
        yield makers.case(number, source.choice(("en", "zh")), is_crossed=True)
    for number, (lang, subjects, text) in enumerate(read_judge_table("figures")):
        if subjects != "series":
            yield makers.told(number, lang, subjects, text)
    for number, (_, verdict, claim, passage) in enumerate(read_table("told")):
        yield Case("told", f"told-{number}", f"told/{claim}", claim, (SourceText(passage),), verdict == "1", verdict == "-1")


def read_table(name: str) -> list[tuple[str, ...]]:
    """The rows of a table beside this file."""
    lines = (_HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]


def _acts(source: random.Random) -> Iterator[Case]:
    acts, moods = read_table("acts"), read_table("moods")
    for number, (lang, stands, text) in enumerate(mood for mood in moods for _ in range(ACTS_OF_EACH)):
        act = source.choice([act for act in acts if act[0] == lang])
        if source.random() < _DENYING and (denial := _denied(act)):
            page = _page(told(text, act, act[2]), lang, source)
            yield Case("generated_acts", f"act-{number}", f"mood/{text}", denial, (page,), stands == "-1", stands == "1", False)
            continue
        is_other = stands == "1" and "{p}" in text and source.random() < _OTHER_OBJECT
        page = told(text, act, act[6] if is_other else act[2])
        claim = claimed(act)
        yield Case(
            "generated_acts",
            f"act-{number}",
            f"mood/{text}",
            claim,
            (_page(page, lang, source),),
            stands == "1" and not is_other,
            stands == "-1",
            not is_other and (stands == "1" or not _is_bare(text)),
        )


def _is_bare(text: str) -> bool:
    """Whether the sentence that names the act or figure has no other word, so that another one says how the page stands to it."""
    return any(not _JOINING.sub("", one) for one in _SENTENCES.findall(text))


def claimed(act: Sequence[str]) -> str:
    """The claim that an act (a row of ``acts.tsv``) was done."""
    return _sentence(f"{act[1]} {act[2]}." if act[0] == "en" else f"{act[1]}{act[2]}。")


def _denied(act: Sequence[str]) -> str:
    """The claim that an act was not done; "" of a state, whose denial has another form."""
    lang, who, past, base, *_ = act
    if lang == "en":
        return "" if base.startswith("be ") else _sentence(f"{who} did not {base}.")
    return f"{who}没有{past.replace('了', '', 1)}。" if "了" in past else ""


def told(text: str, act: Sequence[str], past: str) -> str:
    """The words of a page about an act: a row of ``moods.tsv`` with the act put in, ``past`` in its place for what was done."""
    lang, who, _, base, participle, other, _ = act
    if lang == "zh":
        base = past.replace("了", "", 1)
    return _sentence(text.format(s=who, p=past, b=base, pp=participle, o=other))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _page(sentence: str, lang: str, source: random.Random) -> SourceText:
    fillers = [text for its, use, text in read_judge_table("swap_patterns") if (its, use) == (lang, "filler")]
    if source.random() < _BARE:
        return SourceText(sentence)
    around = [text.format(v=source.randint(3, 90)) for text in source.sample(fillers, 2)]
    return SourceText((" " if lang == "en" else "").join((around[0], sentence, around[1])))


class _Figures:
    """Draws figures and the pages that tell them, as claimed or with one slot changed."""

    def __init__(self, source: random.Random) -> None:
        self._source = source
        self._patterns: dict[tuple[str, str], list[str]] = {}
        for lang, use, text in read_judge_table("swap_patterns"):
            self._patterns.setdefault((lang, use), []).append(text)
        for lang, text in read_table("limits"):
            self._patterns.setdefault((lang, "limit"), []).append(text)
        self._names: dict[str, list[Mapping[str, str]]] = {}
        for kind, en, zh in read_judge_table("swap_names"):
            self._names.setdefault(kind, []).append({"en": en, "zh": zh})
        self._names["place"] = list(_places())
        self._measures: dict[tuple[str, str, str], list[Mapping[str, str]]] = {}
        for subjects, kind, unit, en, zh, _ in read_judge_table("swap_measures"):
            self._measures.setdefault((subjects, kind, unit), []).append({"en": en, "zh": zh})

    def case(self, number: int, lang: str, *, is_crossed: bool) -> Case:
        """One claim in ``lang``, beside a page in it or, ``is_crossed``, in the other language."""
        figure, source = self._drawn(), self._source
        change = source.choice(_CHANGES)
        if change == "measure" and len(figure.measures) < 2:
            change = "value"
        claim = self._written(source.choice(_CLAIMED[lang]), lang, figure, "none")
        theirs = lang if not is_crossed else "zh" if lang == "en" else "en"
        use = _USES.get(change) or source.choice(("said", "said", "said", "lead"))
        patterns = [text for text in self._patterns[theirs, use] if use != "list" or "{s3}" in text]
        page = self._written(source.choice(patterns), theirs, figure, change)
        if change not in ("none", *_USES) and source.random() < 0.5:
            beside = self._beside(figure, theirs, change)
            page = f"{page} {beside}" if theirs == "en" else page + beside
        group = f"figure/{figure.kind}/{figure.measures[0]['en']}"
        name = "generated_crossed" if is_crossed else "generated_figures"
        return Case(name, f"{name}-{number}-{change}", group, claim, (_page(page, theirs, source),), change in ("none", "list"), False)

    def told(self, number: int, lang: str, subjects: str, text: str) -> Case:
        """A claim of the figure that a pattern of ``figures.tsv`` asserts; or of one that it only mentions, which nothing supports."""
        figure, source = self._drawn(subjects), self._source
        is_told = "{v}" in text and ("{w}" not in text or source.random() < _OF_THE_ANSWER)
        others = other_values(source, figure.values[0])
        written = dict(zip("vwx", (self._value(figure, one, lang) for one in (figure.values[0], *others)), strict=True))
        slots = {
            "m": figure.measures[0][lang],
            "s": figure.subjects[0][lang],
            "t": _PERIODS[figure.periods[0]][0 if lang == "en" else 1],
        }
        page = _sentence(text.format(**slots, **written))
        claimed = written["v" if is_told else "w"]
        untimed = {} if "{t}" in text else {"t": ""}
        claim = _sentence(source.choice(_CLAIMED[lang]).format(**{**slots, **untimed}, v=claimed)).lstrip("，")
        return Case(
            "generated_told",
            f"generated_told-{number}",
            f"told/{text}",
            claim,
            (_page(page, lang, source),),
            is_told,
            False,
            is_told or not _is_bare(text),
        )

    def _drawn(self, subjects: str = "any") -> _Figure:
        source = self._source
        subjects, kind, unit = source.choice([key for key in sorted(self._measures) if subjects in (key[0], "any")])
        measures = self._measures[subjects, kind, unit]
        return _Figure(
            subjects,
            tuple(source.sample(self._names[subjects], 3)),
            tuple(source.sample(measures, min(2, len(measures)))),
            tuple(source.sample([Decimal(value) / 10 for value in range(12, 990)], 4)),
            tuple(source.sample(range(len(_PERIODS)), 2)),
            unit,
        )

    def _written(self, text: str, lang: str, figure: _Figure, change: str) -> str:
        """The figure in the words of a pattern, ``change`` naming the slot that is another."""
        at = {slot: int(change == slot) for slot in ("subject", "measure", "value", "period")}
        fields = {
            "m": figure.measures[at["measure"]][lang],
            "t": _PERIODS[figure.periods[at["period"]]][0 if lang == "en" else 1],
            "s": figure.subjects[at["subject"]][lang],
            "v": self._value(figure, figure.values[at["value"]], lang),
        }
        if change in _LISTS:
            fields |= self._members(figure, lang, is_swapped=change == "row")
        return _sentence(text.format(**fields))

    def _members(self, figure: _Figure, lang: str, *, is_swapped: bool) -> dict[str, str]:
        """Three subjects in any order, each with its value; swapped, each with another's."""
        values = [*figure.values[1:3], figure.values[0]] if is_swapped else figure.values[:3]
        members = list(zip(figure.subjects, values, strict=True))
        self._source.shuffle(members)
        fields = {}
        for place, (subject, value) in zip(("", "2", "3"), members, strict=True):
            fields[f"s{place}"], fields[f"v{place}"] = subject[lang], self._value(figure, value, lang)
        return fields

    def _beside(self, figure: _Figure, lang: str, change: str) -> str:
        """A sentence that has the slot that was changed, with another value."""
        other = _Figure(figure.kind, figure.subjects, figure.measures, figure.values[2:] * 2, figure.periods, figure.unit)
        return self._written(self._source.choice(self._patterns[lang, "said"]), lang, other, "none" if change != "value" else "period")

    @staticmethod
    def _value(figure: _Figure, value: Decimal, lang: str) -> str:
        if figure.unit == "USD":
            return f"${value} million" if lang == "en" else f"{value * 100:f}万美元"
        return f"{value}{figure.unit if figure.unit == '%' else ''}"


def _places() -> Iterator[Mapping[str, str]]:
    """Territories by their names in both languages."""
    names: dict[str, dict[str, str]] = {}
    for place in all_places():
        if place.kind == "territory" and len(place.name) > 1:
            names.setdefault(place.code, {}).setdefault(place.lang, place.name)
    yield from (both for _, both in sorted(names.items()) if len(both) == 2)
