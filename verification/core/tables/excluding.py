"""What excludes a place whatever the forests say.

Of a cell: its own row has another cell of the year, or the part of a year, that a sentence asks for (on the open data this fired on
2,900 figures that were not their sentence's and on none that was); or it went the other way since the year before than the sentence says
(a thousand, nearly all in tables of our own, and none that was); or its table has a row or a column of another value, beside it, all of
whose further words the sentence says, where it says none of the cell's own (82 of 356 exchanged figures, and 3 of 1,160 that were theirs);
or it is a change with a sign, and the sentence turns it (some five hundred, nearly all in tables of our own, and none that was); or it is
what was planned, beside what came of it; or it is of a column of moves, and the sentence speaks of none (24 exchanged figures, and none
that was its sentence's). Of a figure of running text: it is by how much something rose or fell, and the sentence speaks of nothing that
did; or the sentences before it speak of another year.
"""

from collections.abc import Mapping
from functools import cache

from verification.core.language.lemmas import lemma
from verification.core.language.tables import read_rows
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import MOVES, Role
from verification.core.reading.trend import directions_in
from verification.core.tables.naming import Named
from verification.core.tables.places import Place
from verification.core.tables.spoken import Spoken, is_change, is_loss, is_one_period
from verification.core.tables.words import NUMBER
from verification.core.vocabulary import Trend

_MOVING = (Trend.RISING, Trend.FALLING)
_MOVED = MOVES | {Role.MOVED}
_WORD = lazy_regex(r"[A-Za-z]+")


def excluded(named: Named) -> tuple[Place, Place | None] | None:
    """A place that holds the figure, with the cell of its row that has the period asked for; None where some place is not excluded."""
    spoken = named.spoken
    is_of_one_year = len(spoken.all_years) == 1
    is_of_one_part = is_one_period(spoken.all_parts) and len(spoken.all_years) <= 1
    found = None
    for place, features in zip(named.places, named.features, strict=True):
        if not place.states(spoken.figure):
            continue
        other = None
        if place.is_cell and is_of_one_year and features["year"] < 0:
            other = _in_row(named, place, "year")
        if other is None and place.is_cell and is_of_one_part and features["part"] < 0:
            other = _in_row(named, place, "part")
        if other is None and place.is_cell:
            other = _neighbour(named, place) or _happened(named, place)
        is_of_its_kind = not _is_of_another(place, spoken) and not _is_how_much_moved(place, named)
        if other is None and is_of_its_kind and not _is_turned(place, spoken) and not _has_other_sign(named, place):
            return None
        found = found or (place, other)
    return found


def _is_turned(place: Place, spoken: Spoken) -> bool:
    """Whether a cell went the other way since the year before than the sentence says of it, where it is held against no other year. A
    percentage may itself be the change, and a loss that falls rises."""
    if not place.is_cell or place.is_change or {spoken.trend, place.trend} != set(_MOVING):
        return False
    if place.value <= 0 and not is_loss(place.label_text):
        return False
    if directions_in(place.label_text) & set(_MOVING):
        return False  # "Gains reclassified into revenue" are called so, whichever way they went
    if spoken.role == "from" or (spoken.figure.is_percent and spoken.role != "to") or len(place.years) != 1:
        return False
    return spoken.all_years <= place.years | {min(place.years) - 1}


def _has_other_sign(named: Named, place: Place) -> bool:
    """Whether a cell is a change in percent that went the other way than the sentence says: below nought for a rise, or above it for a fall
    where its column writes falls with their sign."""
    if not place.is_cell or not place.value or directions_in(place.label_text) & set(_MOVING):
        return False
    if place.value < 0:
        return named.spoken.trend is Trend.RISING and (place.is_change or place.unit in ("%", "pp"))
    if named.spoken.trend is not Trend.FALLING or not place.is_change:
        return False
    return any(other.value < 0 for other in named.places if _is_in_column(other, place))


def _neighbour(named: Named, place: Place) -> Place | None:
    """A cell of another value in the same column, or the same row, that the sentence names instead: beside the figure it says all
    that the other's heads have and those of ``place`` don't, and nowhere what only those of ``place`` have."""
    codes = _as_words(named.spoken.codes)
    said, beside = named.spoken.whole | codes, (named.spoken.near or named.spoken.whole) | codes
    for other in named.places:
        if not other.is_cell or other.states(named.spoken.figure) or (other.unit == "%") != (place.unit == "%"):
            continue
        if other.line != place.line and _is_in_column(other, place):
            mine, theirs = (one.label | one.heading | _as_words(one.codes) for one in (place, other))
        elif (other.document, other.line) == (place.document, place.line) and other.at != place.at:
            mine, theirs = (one.column | _as_words(one.codes) for one in (place, other))
        else:
            continue
        if theirs - mine and theirs - mine <= beside and not (mine - theirs) & said:
            return other
    return None


def _happened(named: Named, place: Place) -> Place | None:
    """What came of a plan, beside it in its row, for a sentence that speaks of no plan: budget and outturn of a year."""
    if not place.is_planned or named.spoken.is_planned:
        return None
    line = (place.document, place.line)
    return next((other for other in named.places if other.is_cell and not other.is_planned and (other.document, other.line) == line), None)


def _is_in_column(other: Place, place: Place) -> bool:
    return other.is_cell and (other.document, other.columns, other.at) == (place.document, place.columns, place.at)


def _as_words(codes: frozenset[str]) -> frozenset[str]:
    return frozenset(NUMBER + code for code in codes)


def _is_of_another(place: Place, spoken: Spoken) -> bool:
    """Whether a figure of running text is a growth where the sentence tells of none, or of another year."""
    if place.is_cell:
        return False
    if place.last_year is not None and len(spoken.all_years) == 1 and place.last_year not in spoken.all_years:
        return True
    is_growth = place.unit == "%" and place.trend in _MOVING and place.role != "to"
    return is_growth and spoken.all_trend is None and not spoken.is_change


def _is_how_much_moved(place: Place, named: Named) -> bool:
    """Whether a figure is by how much something moved, told so by its sentence ("rose by 48 to 734") or by its column, where the sentence
    speaks of nothing that did."""
    spoken = named.spoken
    if spoken.all_trend is not None or spoken.is_change or spoken.role == "by" or _tells_move(named.text):
        return False
    if not place.is_cell:
        return place.role == "by" and place.trend in _MOVING
    return place.is_move and not is_change(place.label_text) and not directions_in(place.label_text) & set(_MOVING)


def _tells_move(text: str) -> bool:
    """Whether a sentence has any word for what moves a figure: added 7,700 jobs, 新增."""
    english, chinese = _moves()
    return any(lemma(word.lower()) in english for word in _WORD.findall(text)) or any(word in text for word in chinese)


@cache
def _moves() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words for moves, English ones by their lemma."""
    rows = [row for row in read_rows("reading", "clause_words") if row[2] in _MOVED]
    return frozenset(row[0] for row in rows if row[1] == "en"), tuple(row[0] for row in rows if row[1] == "zh")


def _in_row(named: Named, place: Place, kind: str) -> Place | None:
    return next(
        (
            other
            for other, features in zip(named.places, named.features, strict=True)
            if other.is_cell and (other.document, other.line) == (place.document, place.line) and _is_of(features, kind)
        ),
        None,
    )


def _is_of(features: Mapping[str, float], kind: str) -> bool:
    return features[kind] > 0 and features["year"] >= 0
