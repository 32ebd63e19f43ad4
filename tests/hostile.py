"""The public rows of hostile input, where they lie beside the project."""

import json
from pathlib import Path

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "hostile"


def hostile_rows(name: str) -> list[dict]:
    """Every row of a set; none on a machine without them."""
    path = SHARED / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    return [json.loads(line) for line in lines if line]
