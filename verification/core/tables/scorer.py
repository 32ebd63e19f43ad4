"""The fitted judge of cells: its forests, its bar, and the file they come from (``make fit-cells`` writes it)."""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from verification.core.judging.forest import Forest, parse_forest
from verification.core.judging.scorer import FittedFileError

FORMAT = 1
_FILE, _DIGEST = "cells.json", "cells.sha256"


@dataclass(frozen=True, slots=True)
class CellJudge:
    """``named`` weighs how well a place is named, ``carried`` whether a figure is that of its sentence; from ``bar`` on it counts.
    ``data`` is the digest of what it was fitted on."""

    named: Forest
    carried: Forest
    bar: float
    data: str = ""


@cache
def shipped_cells() -> CellJudge:
    """The judge that is shipped. ``FittedFileError`` where its file can't be trusted."""
    return parse_cells(*read_fitted())


def read_fitted() -> tuple[bytes, str]:
    """The fitted file and the digest that it was shipped with."""
    folder = files("verification.core").joinpath("tables", "data")
    try:
        return folder.joinpath(_FILE).read_bytes(), folder.joinpath(_DIGEST).read_text(encoding="ascii").strip()
    except OSError as problem:
        raise FittedFileError(f"{problem.filename or _FILE} can't be read: install the product again, or run `make fit-cells`") from problem


def parse_cells(content: bytes, digest: str) -> CellJudge:
    """The judge of a fitted file, refused where it is not the one of ``digest`` (SHA-256, hexadecimal) or of another format."""
    if sha256(content).hexdigest() != digest:
        raise FittedFileError(f"{_FILE} is not the file that {_DIGEST} names: install the product again, or run `make fit-cells`")
    shape = json.loads(content)
    if shape.get("format") != FORMAT:
        raise FittedFileError(f"{_FILE} has format {shape.get('format')}, this version reads {FORMAT}: run `make fit-cells`")
    return CellJudge(parse_forest(shape["named"]), parse_forest(shape["carried"]), float(shape["bar"]), str(shape["data"]))
