"""The open sets of claims as cases, and claims set against the documents of another case, which support none of them."""

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from attribution.core.support.judging import SourceText

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = ("filings", "citations", "pairs", "webpages", "answers", "chinese", "rewritten")
# How many claims of a set are also set against foreign documents.
FOREIGN = {"filings": 384, "answers": 200, "webpages": 150}
SEED = 11


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

    @property
    def is_for_fitting(self) -> bool:
        """Which half: by a hash of the first document, so that no text is in both; of the id where there is none."""
        first = self.documents[0].text if self.documents else self.id
        return hashlib.sha256(first.encode()).digest()[0] % 2 == 0


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


def foreign_cases(cases: list[Case]) -> list[Case]:
    """Some of the claims over the documents of another case, always the same for the same cases."""
    shuffled = random.Random(SEED).sample(cases, len(cases))  # noqa: S311 - a benchmark, not a secret
    found = []
    for position, case in enumerate(shuffled[: FOREIGN.get(cases[0].group, 0)]):
        others = (shuffled[(position + step) % len(shuffled)] for step in range(1, 50))
        other = next(other for other in others if _origin(other) != _origin(case))
        found.append(replace(case, group=f"foreign_{case.group}", documents=other.documents, is_supported=False))
    return found


def _origin(case: Case) -> str:
    first = case.documents[0] if case.documents else SourceText("")
    return first.url or first.title or first.text[:120]


def _lines(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)
