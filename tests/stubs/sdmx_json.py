"""Messages of SDMX-JSON with one series, as its field guides of 1.0 and 2.0 have them."""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Protocol


class Said(Protocol):
    @property
    def period(self) -> str: ...

    @property
    def value(self) -> str: ...


def component(name: str, *values: str, **fields: object) -> dict[str, Any]:
    """A dimension, measure or attribute; without values it stands for itself where it is used."""
    listed = {"values": [{"id": value, "name": value} for value in values]} if values else {}
    return {"id": name, "name": name, **listed, **fields}


def write_sdmx_json(told: Iterable[Said], *, version: str = "1.0.0", is_flat: bool = False) -> dict[str, Any]:
    """1.0: one structure, figures as numbers; 2.0: a list of structures, measures with a name, figures as text."""
    said = list(told)
    is_second = version.startswith("2")
    area, times = component("REF_AREA", "ZA"), component("TIME_PERIOD", *(one.period for one in said))
    cells = {str(place): [_figure(one.value, is_text=is_second), 0, None] for place, one in enumerate(said)}
    dimensions = {"dataSet": [component("FREQ", "M")], "series": [] if is_flat else [area], "observation": [times]}
    observed: dict[str, Any] = {"series": {"0": {"attributes": [0], "observations": cells}}} if said else {"series": {}}
    if is_flat:
        dimensions["observation"] = [area, times]
        observed = {"observations": {f"0:{place}": row for place, row in cells.items()}}
    structure = {
        "dimensions": dimensions,
        "attributes": {
            "dataSet": [],
            "dimensionGroup": [],
            "series": [] if is_flat else [component("UNIT_MULT", "0")],
            "observation": [component("OBS_STATUS", "A", "M"), component("CONF_STATUS", "F")],
        },
    }
    if is_second:
        structure["measures"] = {"observation": [component("OBS_VALUE")]}
        data = {"structures": [{**structure, "dataSets": [0]}], "dataSets": [{"structure": 0, "action": "Replace", **observed}]}
    else:
        data = {"structure": structure, "dataSets": [{"action": "Information", **observed}]}
    return {"meta": {"id": "X", "prepared": "2026-11-02T08:00:00Z", "test": False, "sender": {"id": "X"}}, "data": data}


def written(value: object) -> str:
    """JSON whose decimals are written as numbers, digit for digit."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {written(item)}" for name, item in value.items()) + "}"
    return json.dumps(value)


def _figure(value: str, *, is_text: bool) -> object:
    """A missing figure is null; of the second form the text NaN stays one."""
    if value in ("", "null") or (value == "NaN" and not is_text):
        return None
    return value if is_text else Decimal(value)
