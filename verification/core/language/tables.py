"""Reads the tables that lie beside the code: rows of cells parted by tabs, behind a head of comments.

They are part of the program as its constants are: compiled by ``make data`` or written by hand, and the same on every machine.
"""

from collections.abc import Iterator
from importlib.resources import files


def read_rows(room: str, name: str) -> Iterator[tuple[str, ...]]:
    """The rows of ``verification/core/<room>/data/<name>.tsv`` in their order. FileNotFoundError where there is no such table."""
    text = files("verification.core").joinpath(room, "data", f"{name}.tsv").read_text(encoding="utf-8")
    return (tuple(line.split("\t")) for line in text.split("\n") if line and not line.startswith("#"))
