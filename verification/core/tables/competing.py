"""What tells whether a figure is that of its sentence: the best place that holds its value, and the best places that hold another.

The first forest says how well each place is named; here the places compete.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from verification.core.tables.naming import Named
from verification.core.tables.places import Place

_LEAST = 0.0005
_OWN = (
    *("is_cell", "row_said", "row_left", "row_words", "row_covered", "near_covered", "heading_covered", "column_said", "column_left"),
    *("column_covered", "covered", "unheld", "verbatim", "year", "year_any", "year_asked", "year_more", "part", "part_asked", "total"),
    *(
        "total_both",
        "change",
        "change_both",
        "percent",
        "scale",
        "role",
        "trend",
        "all_trend",
        "asks_trend",
        "falls",
        "row_missed",
        "column_missed",
        "codes_missed",
        "covered_behind",
        "caption_covered",
        "caption_missed",
        "latest",
    ),
    *("row_covered_behind", "near_covered_behind", "asked", "measure", "role_asked", "years_asked", "near", "code", "codes_left", "by"),
)
_COMPARED = (
    *("row_covered", "row_said", "row_left", "covered", "near_covered", "column_covered", "heading_covered"),
    *("year", "part", "trend", "role", "total", "code", "codes_left", "codes_missed", "column_left", "row_missed", "column_missed"),
    *("caption_covered", "caption_missed", "latest", "change", "by"),
)


@dataclass(frozen=True, slots=True)
class Contest:
    """The best place that holds the value, the best of all that hold another, and what tells between them; None where there is none."""

    place: Place | None
    rival: Place | None
    features: dict[str, float]


def contest(named: Named, chances: Sequence[float]) -> Contest:
    """How the places stand to the figure; ``chances`` are those of the first forest, in the order of the places."""
    figure = named.spoken.figure
    order = sorted(range(len(named.places)), key=lambda at: (-chances[at], not named.places[at].is_cell, named.places[at].start))
    holding = [at for at in order if named.places[at].states(figure)]
    if not holding:
        return Contest(None, named.places[order[0]] if order else None, {})
    mine = holding[0]
    place = named.places[mine]
    held = set(holding)
    others = [at for at in order if at not in held and _is_alike(named.places[at], place)]
    features = {f"own_{name}": named.features[mine][name] for name in _OWN}
    features |= {"chance": _odds(chances[mine]), "places": log(1 + len(named.places)), "held": float(min(5, len(holding)))}
    features |= {"digits": float(min(8, len(figure.digits))), "small": float(figure.is_small_count), "percent": float(figure.is_percent)}
    kinds: dict[str, Callable[[Place], bool]] = {
        "any": lambda other: True,
        "row": lambda other: other.line == place.line and other.document == place.document,
        "column": lambda other: place.is_cell and other.columns == place.columns and other.at == place.at and other.line != place.line,
        "text": lambda other: not other.is_cell,
    }
    for kind, is_kind in kinds.items():
        best = next((at for at in others if is_kind(named.places[at])), None)
        features |= _against(kind, named.features, chances, mine, best)
    rival = next((at for at in others if chances[at] > _LEAST), None)
    return Contest(place, named.places[rival] if rival is not None else None, features)


def _is_alike(other: Place, place: Place) -> bool:
    """Whether two places hold figures of one kind: a percentage is no rival of an amount."""
    return (other.unit == "%") == (place.unit == "%")


def _against(
    kind: str, features: Sequence[Mapping[str, float]], chances: Sequence[float], mine: int, other: int | None
) -> dict[str, float]:
    if other is None:
        return {f"{kind}_lead": 9.0, **{f"{kind}_{name}": 0.0 for name in _COMPARED}}
    found = {f"{kind}_{name}": features[mine][name] - features[other][name] for name in _COMPARED}
    return {f"{kind}_lead": _odds(chances[mine]) - _odds(chances[other]), **found}


def _odds(chance: float) -> float:
    bounded = min(max(chance, _LEAST), 1 - _LEAST)
    return log(bounded / (1 - bounded))
