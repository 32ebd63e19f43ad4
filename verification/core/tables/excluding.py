"""What excludes a place whatever the forests say.

Of a cell: its own row has another cell of the year, or the part of a year, that a sentence asks for (on the open data this fired on
2,900 figures that were not their sentence's and on none that was); or it went the other way since the year before than the sentence says
(a thousand, nearly all in tables of our own, and none that was). Of a figure of running text: it is by how much something rose or fell, and
the sentence speaks of nothing that did; or the sentences before it speak of another year.
"""

from collections.abc import Mapping

from verification.core.reading.trend import directions_in
from verification.core.tables.naming import Named
from verification.core.tables.places import Place
from verification.core.tables.spoken import Spoken
from verification.core.vocabulary import Trend

_MOVING = (Trend.RISING, Trend.FALLING)


def excluded(named: Named) -> tuple[Place, Place | None] | None:
    """A place that holds the figure, with the cell of its row that has the period asked for; None where some place is not excluded."""
    spoken = named.spoken
    is_of_one_year = len(spoken.all_years) == 1
    is_of_one_part = len(spoken.all_parts) == 1 and len(spoken.all_years) <= 1
    found = None
    for place, features in zip(named.places, named.features, strict=True):
        if not place.states(spoken.figure):
            continue
        other = None
        if place.is_cell and is_of_one_year and features["year"] < 0:
            other = _in_row(named, place, "year")
        if other is None and place.is_cell and is_of_one_part and features["part"] < 0:
            other = _in_row(named, place, "part")
        if other is None and not _is_of_another(place, spoken) and not _is_turned(place, spoken):
            return None
        found = found or (place, other)
    return found


def _is_turned(place: Place, spoken: Spoken) -> bool:
    """Whether a cell went the other way since the year before than the sentence says of it, where it is held against no other year. A
    percentage may itself be the change, and a loss that falls rises."""
    if not place.is_cell or place.is_change or place.value <= 0 or {spoken.trend, place.trend} != set(_MOVING):
        return False
    if directions_in(place.label_text) & set(_MOVING):
        return False  # "Gains reclassified into revenue" are called so, whichever way they went
    if spoken.role == "from" or (spoken.figure.is_percent and spoken.role != "to") or len(place.years) != 1:
        return False
    return spoken.all_years <= place.years | {min(place.years) - 1}


def _is_of_another(place: Place, spoken: Spoken) -> bool:
    """Whether a figure of running text is a growth where the sentence tells of none, or of another year."""
    if place.is_cell:
        return False
    if place.last_year is not None and len(spoken.all_years) == 1 and place.last_year not in spoken.all_years:
        return True
    is_growth = place.unit == "%" and place.trend in _MOVING and place.role != "to"
    return is_growth and spoken.all_trend is None and not spoken.is_change


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
