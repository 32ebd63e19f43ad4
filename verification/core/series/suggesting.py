"""Which series of the catalogue a node's name asks for, by the slots that the shared reader finds in it, and why.

A row is suggested where it explains every word of the name: a word that is left over names another thing (the young, California, an ETF).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache

from verification.core.evidence import NodeSpec
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import Language, fold, language_of
from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Period
from verification.core.periods.grammar import find_periods
from verification.core.periods.reference import parse_reference_period
from verification.core.reading.questions import MAX_NAME, read_question
from verification.core.reading.statement import Question, Status
from verification.core.series.catalogue import NONE, Adjustment, SeriesEntry, all_series
from verification.core.series.observations import fits_frequency
from verification.core.subjects.known import Known, find_known
from verification.core.vocabulary import NodeKind

MOST = 5
_WORD = lazy_regex(r"[^\W_]+")
# Qualifiers that name no other series: how often, and the whole of it.
_NEUTRAL = frozenset(("seasonally_adjusted", "unadjusted", "monthly", "quarterly", "weekly", "daily", "total", "close", "annualized"))
_TERM = ("high", "low")
# Growth of an output is told at the prices of another year, whether a name says so or not.
_REAL = frozenset(("real",))
_NUMERALS = "0123456789一二两三四五六七八九十百"
_ROLES = ("yoy", "qoq", "mom", "change", "annualized", "nsa", "sa")
_CHANGES = frozenset(("qoq", "mom"))

Span = tuple[int, int]


class SeriesSlot(StrEnum):
    """A slot in which series of the same thing differ."""

    ADJUSTMENT = "adjustment"
    BASIS = "basis"
    FREQUENCY = "frequency"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A series, the words of the name that speak for it (``found``: place, measure, mark, basis …), and what the name leaves open.

    ``asks``: slots in which another series that fits the name as well differs; a person has to say which is meant.
    """

    entry: SeriesEntry
    found: tuple[tuple[str, str], ...]
    asks: tuple[SeriesSlot, ...] = ()


@dataclass(frozen=True, slots=True)
class _Name:
    """A name as it is written, and as it is compared: simplified, folded, with what stands where in it."""

    written: str
    text: str
    question: Question
    period: Period | None
    places: tuple[tuple[str, Span], ...]
    currencies: tuple[tuple[str, Span], ...]
    stated: Mapping[str, tuple[Span, ...]]
    period_spans: tuple[Span, ...]


def suggest_series(node: NodeSpec, *, base: date) -> tuple[Suggestion, ...]:
    """The series that a node's label asks for, the likeliest first; by its first alias that asks for one where the label does not."""
    if node.kind == NodeKind.TEXT:
        return ()
    for text in (node.label, *node.aliases):
        found = _suggest(text[:MAX_NAME], node, base)
        if found:
            return found
    return ()


def explains(entry: SeriesEntry, node: NodeSpec, *, base: date) -> bool:
    """Whether the label asks for ``entry``, be there others for which it asks as well."""
    name = _read(node.label[:MAX_NAME], node, base)
    return name.question.status not in (Status.PAST, Status.DENIED) and _explain(entry, name, node) is not None


def find_role(folded: str, role: str) -> str:
    """The first words of a folded text that say a role of ``words.tsv``; empty where none does."""
    return next((folded[start:end] for start, end in _spans(folded, _words(role))), "")


def is_filler(word: str) -> bool:
    """Whether a word tells no series from another."""
    return fold(to_simplified(word)).lower() in _words("filler")


def _suggest(text: str, node: NodeSpec, base: date) -> tuple[Suggestion, ...]:
    name = _read(text, node, base)
    if name.question.status in (Status.PAST, Status.DENIED):
        return ()
    fitting = [(entry, found) for entry in all_series().values() if (found := _explain(entry, name, node)) is not None]
    if not fitting:
        return ()
    first = fitting[0][0]
    rivals = [entry for entry, _found in fitting]
    return tuple(Suggestion(entry, found, _asks(first, rivals, name) if entry is first else ()) for entry, found in fitting[:MOST])


def _read(text: str, node: NodeSpec, base: date) -> _Name:
    folded = fold(to_simplified(text)).lower()
    mentions = find_periods(text, base, is_chinese=language_of(text) is Language.CHINESE)
    stated = _stated(folded)
    question = read_question(text, base=base, kind=node.kind)
    if question.status is Status.PAST and len(folded) == len(text):
        # "A year earlier" says what a change is measured against, not when.
        question = read_question(_without(text, stated), base=base, kind=node.kind)
    known = find_known(text, is_typed=True)
    return _Name(
        written=text,
        text=folded if len(folded) == len(text) else text.lower(),
        question=question,
        period=parse_reference_period(node.reference_period) or question.period.period,
        places=tuple(_places(known)),
        currencies=tuple((entity.code, (one.start, one.end)) for one in known for entity in one.entities if entity.kind == "currency"),
        stated=stated,
        period_spans=tuple((one.start, one.end) for one in mentions),
    )


def _stated(text: str) -> dict[str, tuple[Span, ...]]:
    """Where a name says what a change is measured against, and whether the seasons are taken out."""
    spans = {role: _spans(text, _words(role)) for role in _ROLES}
    said = [span for found in spans.values() for span in found]
    kept = {role: tuple(span for span in found if not _is_part(span, said)) for role, found in spans.items()}
    return {role: found for role, found in kept.items() if found}


def _without(text: str, stated: Mapping[str, tuple[Span, ...]]) -> str:
    """A name with spaces in the place of what says how it is measured."""
    holes = [range(*span) for spans in stated.values() for span in spans]
    return "".join(" " if any(at in hole for hole in holes) else sign for at, sign in enumerate(text))


def _is_part(span: Span, of: Iterable[Span]) -> bool:
    """Whether it stands inside a longer one."""
    return any(start <= span[0] and span[1] <= end and span != (start, end) for start, end in of)


def _places(known: Iterable[Known]) -> Iterator[tuple[str, Span]]:
    """The territories that a name names, itself or by its central bank; a city or a state is another place than its country."""
    for one in known:
        for entity in one.entities:
            if entity.kind == "place" and entity.code.isalpha() and not entity.within:
                yield entity.code, (one.start, one.end)
            elif entity.kind in ("institution", "market") and entity.within:
                yield entity.within, (one.start, one.end)


def _explain(entry: SeriesEntry, name: _Name, node: NodeSpec) -> tuple[tuple[str, str], ...] | None:
    """The words that speak for a series, by their slot; None where a slot clashes, is missing, or a word is left over."""
    if not _fits_kind(entry, node) or (name.period is not None and not fits_frequency(entry, name.period)):
        return None
    if name.question.status == Status.FORESEEN and entry.measure != "policy_rate":
        return None
    marks = _find_marks(entry, name)
    places = [span for code, span in name.places if code == entry.place]
    measures = _spans(name.text, _measure_words(entry.measure)) if entry.measure != NONE else ()
    currencies = [span for code, span in name.currencies if code in (entry.unit, _MONEY.get(entry.place))]
    if marks is None or not _has_subject(entry, places, (*measures, *(currencies if entry.measure == "price" else ())), marks):
        return None
    if not _fits_qualifiers(entry, name, (*measures, *marks)) or not _fits_basis(entry, name) or not _fits_adjustment(entry, name):
        return None
    qualifiers = _spans(name.text, _qualifier_words(entry.qualifiers))
    if entry.qualifiers and not qualifiers:
        return None
    if entry.measure == "gdp":
        qualifiers += _spans(name.text, (*_qualifier_words(_REAL), *_words("real")))
    said = [span for spans in name.stated.values() for span in spans]
    explained = (*places, *measures, *marks, *qualifiers, *currencies, *said, *name.period_spans)
    explained += (
        *_spans(name.text, _marks_of(entry)),
        *_spans(name.text, _words("filler")),
        *_spans(name.text, _words(f"by {entry.provider}")),
    )
    if _left_over(name.text, explained):
        return None
    found = (("place", places), ("measure", measures), ("mark", marks), ("qualifier", qualifiers), ("change", said))
    return tuple((slot, name.written[slice(*max(spans, key=lambda span: span[1] - span[0]))]) for slot, spans in found if spans)


# A place may be named by its money where its money market is meant.
_MONEY = {"HK": "HKD", "GB": "GBP", "US": "USD"}


def _has_subject(entry: SeriesEntry, places: list[Span], measures: tuple[Span, ...], marks: tuple[Span, ...]) -> bool:
    if entry.place != NONE and not places and not entry.is_place_implied:
        return False
    # A pair of currencies is a rate without the word; what its marks name alone needs no other word either.
    return bool(measures) or entry.measure == "exchange_rate" or (entry.measure in (NONE, "debt") and bool(marks))


def _fits_kind(entry: SeriesEntry, node: NodeSpec) -> bool:
    if node.unit and entry.unit and node.unit != entry.unit:
        return False
    alike = {NodeKind.NUMBER, NodeKind.CURRENCY}
    return entry.kind == node.kind or (bool(entry.unit) and {entry.kind, node.kind} <= alike and entry.measure == "exchange_rate")


def _find_marks(entry: SeriesEntry, name: _Name) -> tuple[Span, ...] | None:
    """Where the marks stand, one of each group and each behind the one before; None where one is missing."""
    found: list[Span] = []
    for group in entry.marks:
        spans = _spans(name.text, _lower(group))
        after = [span for span in spans if not found or span[0] >= found[-1][1]]
        if not after:
            return None
        found.append(after[0])
    if len(entry.marks) == 1:
        return _spans(name.text, _lower(entry.marks[0]))
    return tuple(found)


def _marks_of(entry: SeriesEntry) -> tuple[str, ...]:
    """Of all groups: a currency may be named twice (欧元参考汇率：1欧元兑美元)."""
    return tuple(mark for group in entry.marks for mark in _lower(group))


def _lower(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.lower() for word in words)


def _fits_qualifiers(entry: SeriesEntry, name: _Name, named: tuple[Span, ...]) -> bool:
    """Whether the name narrows what is measured to nothing else; what is a part of its own words (国内 of 国内生产总值) narrows nothing."""
    told = name.question.measure.qualifiers - entry.qualifiers - _NEUTRAL
    told = frozenset(code for code in told if not _stands_within(_qualifier_words(frozenset((code,))), name, named))
    if entry.measure == "gdp":
        told -= _REAL
    if entry.measure == "vacancies":
        told -= {"open"}
    if entry.marks and entry.measure != "price":
        told -= set(_TERM)
    return not told


def _stands_within(words: tuple[str, ...], name: _Name, named: tuple[Span, ...]) -> bool:
    spans = _spans(name.text, words)
    return bool(spans) and all(any(start <= span[0] and span[1] <= end for start, end in named) for span in spans)


def _fits_basis(entry: SeriesEntry, name: _Name) -> bool:
    stated = {role for role in ("yoy", "qoq", "mom", "annualized") if role in name.stated}
    if "annualized" in stated:
        return entry.basis == "annualized"
    if stated:
        return entry.basis in stated or (entry.basis == NONE and entry.frequency.value == "A")
    if "change" in name.stated:
        return entry.basis in _CHANGES
    return True


def _fits_adjustment(entry: SeriesEntry, name: _Name) -> bool:
    if "nsa" in name.stated:
        return entry.adjustment == Adjustment.UNADJUSTED
    return "sa" not in name.stated or entry.adjustment == Adjustment.ADJUSTED


def _asks(first: SeriesEntry, rivals: list[SeriesEntry], name: _Name) -> tuple[SeriesSlot, ...]:
    """The slots that the name leaves open and in which series of the same thing differ."""
    differs: dict[SeriesSlot, Callable[[SeriesEntry], object]] = {
        SeriesSlot.ADJUSTMENT: lambda entry: entry.adjustment,
        SeriesSlot.BASIS: lambda entry: entry.basis,
        SeriesSlot.FREQUENCY: lambda entry: entry.frequency,
    }
    asked: list[SeriesSlot] = []
    for slot, value in differs.items():
        alike = [
            entry
            for entry in rivals
            if all(other is slot or of(entry) == of(first) for other, of in differs.items()) and value(entry) != value(first)
        ]
        if alike:
            asked.append(slot)
    if not asked and any(entry.basis != first.basis for entry in rivals):
        asked.append(SeriesSlot.BASIS)
    return tuple(asked)


def _left_over(text: str, spans: Iterable[Span]) -> bool:
    """Whether a letter or figure of a name stands in no span."""
    covered = bytearray(len(text))
    for start, end in spans:
        covered[start:end] = b"\x01" * (end - start)
    return any(not covered[at] for word in _WORD.finditer(text) for at in range(*word.span()))


def _spans(text: str, writings: tuple[str, ...]) -> tuple[Span, ...]:
    pattern = _pattern(writings)
    return tuple(match.span(1) for match in pattern.finditer(text)) if pattern is not None else ()


@lru_cache(maxsize=512)
def _pattern(writings: tuple[str, ...]) -> re.Pattern[str] | None:
    """The writings at every place, the longest first; those in Latin letters stand by themselves, in the plural too."""
    parts = [
        rf"(?<![a-z0-9]){re.escape(one)}s?(?![a-z0-9])" if one.isascii() else _chinese(one)
        for one in sorted(writings, key=len, reverse=True)
        if one
    ]
    return re.compile(rf"(?=({'|'.join(parts)}))") if parts else None


def _chinese(writing: str) -> str:
    """A term such as 十年期 is none inside a longer one (三十年期)."""
    return (f"(?<![{_NUMERALS}])" if writing[0] in _NUMERALS else "") + re.escape(writing)


@cache
def _words(role: str) -> tuple[str, ...]:
    return tuple(word for row in read_rows("series", "words") if row[0] == role for cell in row[1:3] for word in cell.split("; ") if word)


@cache
def _measure_words(code: str) -> tuple[str, ...]:
    return (*_writings("measures", code, 4), *_words(code))


@cache
def _qualifier_words(codes: frozenset[str]) -> tuple[str, ...]:
    return tuple(word for code in sorted(codes) for word in _writings("qualifiers", code, 3))


def _writings(table: str, code: str, column: int) -> tuple[str, ...]:
    """The writings in both languages of a row of the reader's tables, folded as names are."""
    rows = (row for row in read_rows("reading", table) if row[0] == code)
    return tuple(
        fold(to_simplified(word)).lower() for row in rows for cell in row[column : column + 2] for word in cell.split("; ") if word
    )
