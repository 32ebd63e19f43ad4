"""The open sets of claims as cases."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verification.core.claims.judging import SourceText

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = ("filings", "citations", "pairs", "webpages", "answers", "chinese", "rewritten")


@dataclass(frozen=True, slots=True)
class Case:
    """One claim over its documents."""

    group: str
    id: str
    claim: str
    documents: tuple[SourceText, ...]
    is_supported: bool
    subset: str
    is_numeric: bool
    is_refuted: bool


def read_cases(group: str) -> list[Case]:
    """The cases of one set in the order of its file."""
    golds = {gold["id"]: gold for gold in _lines(DATA / f"support_{group}.gold.jsonl")}
    cases = []
    for row in _lines(DATA / f"support_{group}.jsonl"):
        gold = golds[row["id"]]
        documents = tuple(SourceText(d["text"], d.get("title") or "", d.get("url") or "") for d in row["documents"])
        is_supported, is_refuted = gold["label"] == "supported", gold["raw"] in ("refuted", "hallucinated")
        cases.append(
            Case(group, row["id"], row["claim"], documents, is_supported, gold.get("subset") or "", bool(gold.get("numeric")), is_refuted)
        )
    return cases


def _lines(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)
