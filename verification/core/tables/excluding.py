"""What excludes a cell whatever the forests say: its own row has another cell of the year, or the part of a year, that a sentence asks for.

On the open data this fired on 2,900 figures that were not their sentence's and on none that was.
"""

from collections.abc import Mapping

from verification.core.tables.naming import Named
from verification.core.tables.places import Place


def outdated_by(named: Named) -> tuple[Place, Place] | None:
    """A cell that holds the figure and the cell of its row that has the period asked for; None where some place is not excluded so."""
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
        if other is None:
            return None
        found = found or (place, other)
    return found


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
