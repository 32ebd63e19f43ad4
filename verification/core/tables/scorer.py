"""The fitted judge of cells: its forests, its bar, and the file they come from (``make fit-cells`` writes it)."""

from dataclasses import dataclass
from functools import cache

from verification.core.fitted.files import FittedFile
from verification.core.fitted.forest import Forest, parse_forest

FORMAT = 1
FILE = FittedFile("verification.core.tables", "cells", FORMAT, "make fit-cells")


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
    return parse_cells(*FILE.read())


def parse_cells(content: bytes, digest: str) -> CellJudge:
    """The judge of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    shape = FILE.parse(content, digest)
    return CellJudge(parse_forest(shape["named"]), parse_forest(shape["carried"]), float(shape["bar"]), str(shape["data"]))
