"""Writes what a fit found: the file that the product ships, beside its digest."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from verification.core.fitted.files import FittedFile
from verification.core.fitted.forest import Forest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def write_fitted(file: FittedFile, shape: Mapping[str, object]) -> None:
    """``shape`` with the format of the file, in one order of keys, and its SHA-256 as hexadecimal."""
    folder = Path(str(files(file.package))) / "data"
    content = (json.dumps({"format": file.format, **shape}, separators=(",", ":"), sort_keys=True) + "\n").encode()
    (folder / f"{file.name}.json").write_bytes(content)
    (folder / f"{file.name}.sha256").write_text(sha256(content).hexdigest() + "\n", encoding="ascii")


def shape_of(forest: Forest) -> dict[str, object]:
    """A forest as JSON, as ``parse_forest`` reads it."""
    return {"names": forest.names, "base": forest.base, "trees": [(t.feature, t.value, t.left, t.right) for t in forest.trees]}


def digest_of_data(sets: Iterable[str], tables: Path, others: Iterable[str] = ()) -> str:
    """One digest over the open sets, ``others`` of the files beside them and the tables of a folder, so that a judge names what it was
    fitted on."""
    digest = sha256()
    for name in (*(f"{name}{ending}" for name in sets for ending in (".jsonl", ".gold.jsonl")), *others):
        digest.update((DATA / name).read_bytes())
    for table in sorted(tables.glob("*.tsv")):
        digest.update(table.read_bytes())
    return digest.hexdigest()
