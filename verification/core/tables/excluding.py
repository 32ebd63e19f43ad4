"""What excludes a place whatever the forests say.

Of a cell: its own row has another cell of the year, or the part of a year, that a sentence asks for (on the open data this fired on
2,900 figures that were not their sentence's and on none that was); or it went the other way since the year before than the sentence says
(a thousand, nearly all in tables of our own, and none that was); or its table has a row or a column of another value, beside it, all of
whose further words the sentence says, where it says none of the cell's own (82 of 356 exchanged figures, and 3 of 1,160 that were theirs);
or it is a change with a sign, and the sentence turns it (some five hundred, nearly all in tables of our own, and none that was); or it is
what was planned, beside what came of it; or it is of a column of moves, and the sentence gives it as what something stood at (24 exchanged
figures, and none that was its sentence's); or its head says more than one beside it, and the sentence nothing of that; or it is money or a
percentage, and the sentence counts things, or tells no percentage beside an amount of the same row (these last three 22 exchanged figures
that nothing else had excluded, and none of 1,586 that were their sentence's); or it is of a part beside a whole, of which alone the
sentence says every word; or the sentence says of it only what stands above the whole table (these two 15 figures of 1,495 exchanged ones of
real tables that nothing else had excluded, and 1 of 310 right sentences). Of a figure of running text: it is by how much something
rose or fell, and the sentence speaks of nothing that did; or the sentences before it speak of another year.
"""

import re
from collections.abc import Mapping
from functools import cache

from verification.core.patterns import lazy_regex
from verification.core.reading.trend import directions_in
from verification.core.tables.heads import is_percent_head
from verification.core.tables.moves import is_how_much_moved
from verification.core.tables.naming import Named
from verification.core.tables.places import Place
from verification.core.tables.spoken import Spoken, is_loss, is_one_period, word_keys
from verification.core.tables.words import NUMBER
from verification.core.vocabulary import Trend

_MOVING = (Trend.RISING, Trend.FALLING)
_DIGITS = lazy_regex(r"\d[\d,]*(?:\.\d+)?")
_COUNTED = lazy_regex(r"\b(?:number\sof|how\smany)\b|数量|人数|股数|多少[人名家个股件台辆户]", re.IGNORECASE)
_AMOUNT = lazy_regex(r"\bthe\samounts?\sof\b|金额", re.IGNORECASE)
_THING = lazy_regex(r"\s(?P<en>[A-Za-z]+)|\s?(?P<zh>[人名家个股件台辆户])")


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
        is_of_its_kind = not _is_of_another(place, spoken) and not is_how_much_moved(place, named) and not _is_of_another_unit(place, named)
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
    that the other's heads have and those of ``place`` don't, and nowhere what only those of ``place`` have. Of rows with numbers in their
    names it is enough that it says the other's and those of its numbers alone; and of two heads, one of which says more, that it says no
    word of what that has more. What stands above the whole table tells none of its rows apart."""
    spoken, codes = named.spoken, _as_words(named.spoken.codes)
    said, beside = spoken.whole | codes, (spoken.near or spoken.whole) | codes
    shared = _of_all_columns(place, named)
    for other in named.places:
        if not other.is_cell or other.states(spoken.figure) or (other.unit == "%") != (place.unit == "%"):
            continue
        if other.line != place.line and _is_in_column(other, place):
            mine, theirs = (one.label | one.heading | _as_words(one.codes) for one in (place, other))
            if (
                _has_number_said(other, place, named)
                or _says_less(theirs, mine, other.heading == place.heading, said)
                or _is_whole(other, place, spoken, (theirs, mine), said)
            ):
                return other
        elif _is_beside(other, place) and not (place.is_move and not other.is_move and _is_told_as_move(place, spoken)):
            mine, theirs = (one.column | _as_words(one.codes) for one in (place, other))
            is_alike = _is_dated_alike(other, place) and _is_of_its_money(other, place, spoken) and not _is_told_as_move(place, spoken)
            if _says_less(theirs - _totals() - shared, mine, is_alike, said, of_itself=place.label):
                return other
        else:
            continue
        more = theirs - mine
        telling, own = more - place.over, mine - theirs
        if telling and more <= beside and not (own if telling <= place.column else own - other.over) & said:
            return other
    return None


def _of_all_columns(place: Place, named: Named) -> frozenset[str]:
    """The words that stand over all columns of a cell's row, and tell none of them apart."""
    columns = [other.column for other in named.places if other.is_cell and (other.document, other.line) == (place.document, place.line)]
    return frozenset.intersection(*columns) if columns else frozenset()


def _is_whole(other: Place, place: Place, spoken: Spoken, words: tuple[frozenset[str], frozenset[str]], said: frozenset[str]) -> bool:
    """Whether a sentence gives a total, and another row is one of which it says every word, and of what the row of ``place`` has more it
    says none, but what stands above the whole table."""
    theirs, mine = words
    if not (spoken.is_total and other.is_total) or place.is_total or place.column & _totals():
        return False
    more = mine - theirs - other.over
    return theirs - _totals() <= said and bool(more) and not more & said


def _is_of_its_money(other: Place, place: Place, spoken: Spoken) -> bool:
    """Whether two columns are both of money or both not; a bare figure tells of no money beside what is none."""
    return other.is_money == place.is_money or (place.is_money and spoken.figure.unit is None and spoken.figure.scale == 1)


@cache
def _totals() -> frozenset[str]:
    """The words that call a column the whole of those beside it, which no sentence needs to say."""
    return word_keys("Total, totals, consolidated; 合计，总计")


def _says_less(
    theirs: frozenset[str], mine: frozenset[str], is_alike: bool, said: frozenset[str], of_itself: frozenset[str] | None = None
) -> bool:
    """Whether another head has only words that a sentence says, and one that is otherwise alike has more, none of which it says. A column
    may have no word beside its period; ``of_itself`` are words that its row says anyway."""
    more = mine - theirs - (of_itself or frozenset())
    return is_alike and theirs <= said and theirs < mine and bool(more) and not more & said and (bool(theirs) or of_itself is not None)


def _is_dated_alike(other: Place, place: Place) -> bool:
    return bool(other.columns) and (other.years, other.parts) == (place.years, place.parts)


def _is_told_as_move(place: Place, spoken: Spoken) -> bool:
    return place.is_change and (spoken.is_change or spoken.all_trend is not None or spoken.role == "by")


def _has_number_said(other: Place, place: Place, named: Named) -> bool:
    """Whether a sentence says the name of a row with all its numbers, and none of those by which the row of ``place`` is called; it speaks
    of both where it gives the other's figure, too."""
    codes = named.spoken.codes
    if not other.codes - place.codes or not other.codes <= codes or (place.codes - other.codes) & codes:
        return False
    return other.label <= word_keys(named.text) and not {f"{abs(other.value):,}", f"{abs(other.value)}"} & set(_DIGITS.findall(named.text))


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


def _is_of_another_unit(place: Place, named: Named) -> bool:
    """Whether a bare figure, which is no percentage, is read off a cell that is one beside an amount in its row, or counts things by a cell
    that is an amount of money or a percentage."""
    figure = named.spoken.figure
    if not place.is_cell or figure.unit is not None or figure.is_percent or figure.scale != 1:
        return False
    if place.unit != "%":
        return place.is_money and _counts(named)
    has_amount = any(_is_beside(other, place) and other.unit != "%" and other.years == place.years for other in named.places)
    return _counts(named) or ((has_amount or _AMOUNT.search(named.text) is not None) and not is_percent_head(named.text))


def _counts(named: Named) -> bool:
    """Whether a figure counts what its sentence names: "96,210 units", "how many units", 研发人员1,118人."""
    behind = named.text[named.spoken.figure.end :]
    thing = _THING.match(behind)
    return _COUNTED.search(named.text) is not None or (thing is not None and bool(thing["zh"] or word_keys(thing["en"])))


def _is_beside(other: Place, place: Place) -> bool:
    return other.is_cell and (other.document, other.line) == (place.document, place.line) and other.at != place.at


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
