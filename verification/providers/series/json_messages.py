"""SDMX-JSON, as of 1.0 and of 2.0: the observations of one series, digit for digit.

A message tells its components once and refers to their values by place: a place that is none, a second series, or a structure that is not
there makes it unreadable. Attributes count wherever they stand, for one of them may be the magnitude of the figures.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import member, read_exactly, rows_in

TIME, VALUE = "TIME_PERIOD", "OBS_VALUE"
MOST_CELL = 10_000
_PLACE = lazy_regex(r"[0-9]{1,7}")
# Codes of the standard, and those of HTTP, with which an office says that it has nothing, or too much.
_FAULTS = {100: Fault.NOT_FOUND, 404: Fault.NOT_FOUND, 130: Fault.TOO_LARGE, 413: Fault.TOO_LARGE, 510: Fault.TOO_LARGE}
_SAID = {Fault.NOT_FOUND: "has no such series", Fault.TOO_LARGE: "has more to answer than it sends at once"}


def read_json_message(service: str, body: bytes) -> Iterator[dict[str, object]]:
    """The observations of the one series of a message, by the names of the standard; ``BAD_ANSWER`` for anything else."""
    message = read_exactly(service, body)
    if not isinstance(message, Mapping):
        raise unreadable(service, "something else than a message of data")
    # The first drafts, which some offices send still, have no ``data`` around it.
    data = message.get("data", message)
    _raise_fault(service, message, data)
    sets = rows_in(service, data, "dataSets")
    if len(sets) > 1:
        raise unreadable(service, "more than one set of data")
    for found in sets:
        if not isinstance(found, Mapping) or found.get("action") == "Delete":
            raise unreadable(service, "another form than is documented")
        yield from _Set(service, found, _structure_of(service, data, found)).rows()


@dataclass(frozen=True, slots=True)
class _Set:
    """One set of data and the structure that its places refer to."""

    service: str
    data: Mapping[str, Any]
    structure: Mapping[str, Any]

    def rows(self) -> Iterator[dict[str, object]]:
        base = self._key("dataSet", ":".join("0" * len(self._components("dimensions", "dataSet"))))
        base |= self._attributes("dataSet", self.data.get("attributes"))
        for entries in _values_of(self.service, self.data.get("dimensionGroupAttributes")):
            base = self._join(base, self._told("dimensionGroup", entries))
        base = self._defaults("dimensionGroup") | base
        if "series" not in self.data:
            yield from self._observations(base, self.data.get("observations"))
            return
        series = self.data["series"]
        if not isinstance(series, Mapping):
            raise self._other_form()
        if len(series) > 1:
            raise unreadable(self.service, "more than one series")
        for key, one in series.items():
            if not isinstance(one, Mapping):
                raise self._other_form()
            own = self._key("series", key) | self._attributes("series", one.get("attributes"))
            yield from self._observations(base | own, one.get("observations"))

    def _observations(self, base: dict[str, object], found: object) -> Iterator[dict[str, object]]:
        if not isinstance(found, Mapping | None):
            raise self._other_form()
        measures = self._components("measures", "observation") or [{"id": VALUE}]
        names = [one["id"] for one in measures]
        if VALUE not in names:
            raise unreadable(self.service, f"a message without {VALUE}")
        places, others = names.index(VALUE), set()
        for key, cells in (found or {}).items():
            if not isinstance(cells, list | None):
                raise self._other_form()
            row = base | self._key("observation", key)
            others.add(tuple(sorted((name, str(value)) for name, value in row.items() if name != TIME)))
            if len(others) > 1:
                raise unreadable(self.service, "more than one series")
            if TIME not in row:
                raise unreadable(self.service, "an observation of no period")
            cells = cells or []
            figure = self._value(measures[places], cells[places]) if len(cells) > places else None
            yield {**row, **self._attributes("observation", cells[len(names) :]), VALUE: figure}

    def _key(self, level: str, key: str) -> dict[str, object]:
        """The dimensions that a key such as ``0:3:1`` names."""
        components, places = self._components("dimensions", level), key.split(":") if key else []
        is_told = len(places) == len(components) and all(one.get("values") for one in components)
        if not is_told or not all(map(_PLACE.fullmatch, places)):
            raise unreadable(self.service, "other dimensions than it tells")
        return {one["id"]: self._value(one, int(place)) for one, place in zip(components, places, strict=True)}

    def _attributes(self, level: str, entries: object) -> dict[str, object]:
        return self._defaults(level) | self._told(level, entries)

    def _defaults(self, level: str) -> dict[str, object]:
        return {one["id"]: one["default"] for one in self._components("attributes", level) if one.get("default") is not None}

    def _told(self, level: str, entries: object) -> dict[str, object]:
        """Those that are neither null nor left out at the end; annotations follow and are not read."""
        if not isinstance(entries, list | None):
            raise self._other_form()
        told = zip(self._components("attributes", level), entries or [], strict=False)
        return {one["id"]: self._value(one, cell) for one, cell in told if cell is not None}

    def _join(self, row: dict[str, object], more: dict[str, object]) -> dict[str, object]:
        """With one series in the set, whatever holds for a part of its key holds for it."""
        if any(row.get(name, value) != value for name, value in more.items()):
            raise unreadable(self.service, "more than one series")
        return row | more

    def _components(self, sort: str, level: str) -> Sequence[Mapping[str, Any]]:
        levels = self.structure.get(sort) or {}
        found = (levels.get(level) or []) if isinstance(levels, Mapping) else None
        if not isinstance(found, list) or not all(isinstance(one, Mapping) and isinstance(one.get("id"), str) for one in found):
            raise self._other_form()
        return found

    def _value(self, component: Mapping[str, Any], cell: object) -> object:
        """What a cell says: the value at that place where the component lists its values, else itself."""
        listed = component.get("values")
        if listed and cell is not None:
            if not isinstance(listed, list) or isinstance(cell, bool) or not isinstance(cell, int) or not 0 <= cell < len(listed):
                raise unreadable(self.service, "a place where no value is")
            one = listed[cell]
            cell = one.get("id", one.get("value")) if isinstance(one, Mapping) else None
            if not isinstance(cell, str | int | Decimal):
                raise self._other_form()
        if isinstance(cell, str) and len(cell) > MOST_CELL:
            raise unreadable(self.service, "a message without end")
        return cell

    def _other_form(self) -> ProviderError:
        return unreadable(self.service, "another form than is documented")


def _structure_of(service: str, data: object, found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of 1.0 the one structure, of 2.0 the one that the set names."""
    if isinstance(data, Mapping) and "structures" in data:
        place = found.get("structure", 0)
        is_place = isinstance(place, int) and not isinstance(place, bool) and place >= 0
        structure = member(service, data, "structures", place if is_place else "")
    else:
        structure = member(service, data, "structure")
    if not isinstance(structure, Mapping) or not isinstance(structure.get("dimensions"), Mapping):
        raise unreadable(service, "a message without its structure")
    return structure


def _raise_fault(service: str, message: Mapping[str, Any], data: object) -> None:
    """An office may tell its errors with status 200; the words are not repeated."""
    errors = message.get("errors")
    if not errors or (isinstance(data, Mapping) and data.get("dataSets")):
        return
    codes = [one.get("code") for one in errors if isinstance(one, Mapping)] if isinstance(errors, list) else []
    fault = next((_FAULTS[code] for code in codes if isinstance(code, int) and code in _FAULTS), None)
    if fault is None:
        raise unreadable(service, "an error of its own")
    raise ProviderError(f"{service} {_SAID[fault]}.", permanent=True, fault=fault, http_status=200)


def _values_of(service: str, found: object) -> Iterable[object]:
    if not isinstance(found, Mapping | None):
        raise unreadable(service, "another form than is documented")
    return found.values() if found else ()
