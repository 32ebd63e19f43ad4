"""How well the words of a sentence name one place that holds a figure: named, bounded features, the same for cells and sentences.

Nothing here looks at the value: what a sentence names is decided before it is asked whether the figure stands there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from verification.core.language.lexicon import GENERIC_WORDS
from verification.core.reading.measure_words import row_of
from verification.core.tables.library import Library
from verification.core.tables.places import Place
from verification.core.tables.spoken import Spoken, part_kind
from verification.core.vocabulary import Trend

_GENERIC = 0.5
_LEAST = 0.2
_MOST_LEFT = 6
_MOST_CODES = 3
_LONGEST_LABEL = 120


@dataclass(frozen=True, slots=True)
class Named:
    """The places a sentence may speak of by one of its figures, with the features of each; ``text`` is the sentence."""

    spoken: Spoken
    places: tuple[Place, ...]
    features: tuple[dict[str, float], ...]
    text: str


class Naming:
    """One sentence beside a library: what its words weigh there."""

    def __init__(self, text: str, library: Library) -> None:
        self._text, self._library = text, library
        self._total = len(library.passages.units) or 1
        self._weights: dict[str, float] = {}

    def named(self, spoken: Spoken, places: Sequence[Place]) -> Named:
        """The features of every place. Beside its own, each has how far it is behind the best of all."""
        rows = [self._own(spoken, place) for place in places]
        for name in ("covered", "row_covered", "near_covered", "row_said"):
            best = max((row[name] for row in rows), default=0.0)
            for row in rows:
                row[f"{name}_behind"] = best - row[name]
        self._add_missed(spoken, places, rows)
        return Named(spoken, tuple(places), tuple(rows), self._text)

    def weight(self, key: str) -> float:
        """How much a word tells among the rows and sentences of these documents."""
        known = self._weights.get(key)
        if known is None:
            held = len(self._library.postings.get(key, ()))
            known = (_LEAST + log(1 + self._total / (1 + held))) * (_GENERIC if key in GENERIC_WORDS else 1.0)
            self._weights[key] = known
        return known

    def _share(self, keys: frozenset[str], of: frozenset[str]) -> float:
        whole = sum(map(self.weight, of))
        return sum(map(self.weight, keys & of)) / whole if whole else 0.0

    def _own(self, spoken: Spoken, place: Place) -> dict[str, float]:
        asked = spoken.whole
        near = spoken.near or asked
        held = self._library.postings
        known = frozenset(key for key in asked if key in held)
        return {
            "is_cell": float(place.is_cell),
            "asked": log(1 + len(asked)),
            "near": len(spoken.near) / max(1, len(asked)),
            "row_said": _said(place.label, asked),
            "row_said_near": _said(place.label, near),
            "row_left": float(min(_MOST_LEFT, len(place.label - asked))),
            "row_words": float(min(_MOST_LEFT, len(place.label))),
            "row_covered": self._share(place.label, asked),
            "near_covered": self._share(place.keys, near),
            "row_near_covered": self._share(place.label, near),
            "heading_said": _said(place.heading, asked),
            "heading_words": float(min(_MOST_LEFT, len(place.heading))),
            "heading_covered": self._share(place.heading, asked),
            "column_said": _said(place.column, asked),
            "column_left": float(min(_MOST_LEFT, len(place.column - asked))),
            "column_covered": self._share(place.column, asked),
            "caption_covered": self._share(place.caption, asked),
            "covered": self._share(place.keys, asked),
            "unheld": 1 - self._share(known, asked),
            "verbatim": self._verbatim(place),
            "at": place.at / max(1, place.width),
            "is_first": float(place.at == 0),
            "width": float(min(8, place.width)),
            **_period_fit(spoken, place),
            **_kind_fit(spoken, place),
            "measure": self._measure(place),
            "code": _fit(spoken.codes, place.codes),
            "codes_left": float(min(_MOST_CODES, len(place.codes - spoken.codes))),
        }

    def _add_missed(self, spoken: Spoken, places: Sequence[Place], rows: Sequence[dict[str, float]]) -> None:
        """What the sentence says and another row or column of the same unit of text holds, or another table's caption, and this place
        doesn't."""
        captions = frozenset().union(*(place.caption for place in places)) & spoken.whole
        by_block: dict[int, tuple[frozenset[str], ...]] = {}
        units = self._library.passages.units
        for place in places:
            block = units[place.unit_index].block
            labels, columns, codes = by_block.get(block, (frozenset(),) * 3)
            by_block[block] = (labels | place.label | place.heading, columns | place.column, codes | place.codes)
        for place, row in zip(places, rows, strict=True):
            labels, columns, codes = by_block[units[place.unit_index].block]
            row["row_missed"] = self._share((labels & spoken.whole) - place.keys, spoken.whole)
            row["column_missed"] = self._share((columns & spoken.whole) - place.keys, spoken.whole)
            row["caption_missed"] = self._share(captions - place.keys - place.caption, spoken.whole) if place.is_cell else 0.0
            row["codes_missed"] = float(min(_MOST_CODES, len((codes & spoken.codes) - place.codes)))

    def _verbatim(self, place: Place) -> float:
        label = place.label_text.strip(" :：*").lower()
        if not label or len(label) > _LONGEST_LABEL:
            return 0.0
        return 1.0 if label in self._text.lower() else 0.0

    def _measure(self, place: Place) -> float:
        """1 where sentence and row name one measure of the table of measures, -1 where they name two, 0 where one names none."""
        if not place.label_text:
            return 0.0
        mine, theirs = row_of(self._text[:_LONGEST_LABEL]), row_of(place.label_text[:_LONGEST_LABEL])
        if mine is None or theirs is None:
            return 0.0
        return 1.0 if mine.code == theirs.code else -1.0


def _said(keys: frozenset[str], asked: frozenset[str]) -> float:
    return len(keys & asked) / len(keys) if keys else 0.0


def _period_fit(spoken: Spoken, place: Place) -> dict[str, float]:
    return {
        "year": _fit(spoken.years or spoken.all_years, place.years or place.all_years),
        "year_any": _fit(spoken.all_years, place.all_years | place.years),
        "year_asked": float(bool(spoken.years)) + float(bool(spoken.all_years)),
        "year_more": float(len((place.years or place.all_years) - spoken.all_years)),
        "years_asked": float(min(4, len(spoken.all_years))),
        "latest": 0.0 if place.is_latest is None else 1.0 if place.is_latest else -1.0,
        "part": _part_fit(spoken.parts or spoken.all_parts, place.parts),
        "part_asked": float(bool(spoken.parts or spoken.all_parts)),
    }


def _fit(asked: frozenset[int] | frozenset[str], held: frozenset[int] | frozenset[str]) -> float:
    """1 where all that is held is asked for, less where more is held, 0 where one side is open, -1 where nothing meets."""
    if not asked or not held:
        return 0.0
    both = len(asked & held)
    return both / len(held) if both else -1.0


def _part_fit(asked: frozenset[str], held: frozenset[str]) -> float:
    """As ``_fit``, -1 also where one kind of part clashes: three and six months ended June."""
    for kind in map(part_kind, asked):
        mine, theirs = ({part for part in parts if part_kind(part) == kind} for parts in (asked, held))
        if theirs and not mine & theirs:
            return -1.0
    return _fit(asked, held)


def _kind_fit(spoken: Spoken, place: Place) -> dict[str, float]:
    figure = spoken.figure
    role = "" if place.is_move and spoken.role == "by" else spoken.role
    falls = spoken.trend is not None and place.is_cell and place.is_change and place.value < 0
    return {
        "total": float(place.is_total) - float(spoken.is_total),
        "total_both": float(place.is_total and spoken.is_total),
        "change": float(place.is_change) - float(spoken.is_change),
        "change_both": float(place.is_change and spoken.is_change),
        "percent": float(figure.is_percent == (place.unit in ("%", "pp"))),
        "scale": _scale_fit(spoken, place),
        "role": float(role == place.role) - float(bool(role and place.role and role != place.role)),
        "role_asked": float(bool(role)),
        "by": float(place.role == "by") - float(role == "by"),
        "trend": 0.0 if _is_against_another_year(spoken, place) else _same_way(spoken.trend, place.trend),
        "all_trend": _same_way(spoken.all_trend, place.all_trend),
        "asks_trend": float(spoken.trend is not None),
        "falls": float(falls),
        "is_negative": float(place.value < 0),
    }


def _is_against_another_year(spoken: Spoken, place: Place) -> bool:
    """Whether a sentence holds a cell against another year than the one before, from which its table's move is."""
    return place.is_cell and len(place.years) == 1 and not spoken.all_years <= place.years | {min(place.years) - 1}


def _same_way(one: Trend | None, other: Trend | None) -> float:
    return 0.0 if one is None or other is None else 1.0 if one == other else -1.0


def _scale_fit(spoken: Spoken, place: Place) -> float:
    """1 where the sentence's scale is that of a cell's heads, -1 where it is another, 0 where one of them is open."""
    scale = place.scale
    if scale is None or spoken.figure.scale == 1 or spoken.figure.is_percent:
        return 0.0
    return 1.0 if scale == spoken.figure.scale else -1.0
