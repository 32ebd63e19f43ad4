"""A table compiled from open data: its file, what it was made from, and the manifest that holds its hash."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
MANIFEST = PROJECT / "fit" / "manifest.tsv"
CORE = Path("verification/core")
GENERATED = "# Compiled by `make data`; changes are lost."
MANIFEST_HEAD = "# Compiled by `make data`: every table with its hash (SHA-256), its rows, where it is from and under which licence."


@dataclass(frozen=True, slots=True)
class Table:
    """``room/name.tsv`` of the core: rows of as many texts as ``columns``. ``sources`` name project and version, ``licence`` is in SPDX."""

    room: str
    name: str
    columns: tuple[str, ...]
    sources: tuple[str, ...]
    licence: str
    rows: tuple[tuple[str, ...], ...]

    @property
    def path(self) -> Path:
        """Where it lies, from the project's root."""
        return CORE / self.room / "data" / f"{self.name}.tsv"

    def text(self) -> str:
        """The file's content. ValueError where a row has another width, or a cell a tab, a line end or the sign of a comment."""
        lines = [GENERATED, *(f"# source: {source}" for source in self.sources), f"# licence: {self.licence}"]
        lines.append("# columns: " + " ".join(self.columns))
        for row in self.rows:
            if len(row) != len(self.columns) or row[0].startswith("#") or any(set(cell) & set("\t\r\n") for cell in row):
                raise ValueError(f"{self.path}: no row of a table: {row!r}")
            lines.append("\t".join(row))
        return "\n".join(lines) + "\n"


def distinct(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The rows sorted by code point, each once, so that two runs write the same bytes."""
    return tuple(sorted(set(rows)))


def write(tables: Sequence[Table]) -> None:
    """Write the tables and the manifest."""
    lines = [MANIFEST_HEAD, "# columns: path sha256 rows licence sources"]
    for table in sorted(tables, key=lambda one: one.path.as_posix()):
        content = table.text().encode()
        path = PROJECT / table.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        lines.append("\t".join((table.path.as_posix(), digest, str(len(table.rows)), table.licence, "; ".join(table.sources))))
    MANIFEST.write_text("\n".join(lines) + "\n", encoding="utf-8")


def faults() -> list[str]:
    """What is wrong with the committed tables: a hash that no longer holds, a table that is gone, one that the manifest does not name."""
    found: list[str] = []
    rows = [line.split("\t") for line in MANIFEST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for name, digest, *_ in rows:
        path = PROJECT / name
        if not path.is_file():
            found.append(f"{name} is named in the manifest and is not there")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            found.append(f"{name} is not what `make data` compiled; make data writes it again")
    named = {name for name, *_ in rows}
    for path in sorted((PROJECT / CORE).glob("*/data/*.tsv")):
        name = path.relative_to(PROJECT).as_posix()
        if name not in named and path.read_text(encoding="utf-8").startswith(GENERATED):
            found.append(f"{name} is compiled and the manifest does not name it")
    return found
