"""The open sets of claims as cases, each with the group that must not leave its fold (``../shared/data/README.md``)."""

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verification.core.claims.passages import SourceText

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
OPEN = ("filings", "citations", "pairs", "webpages", "answers", "chinese", "rewritten")
TRAIN = ("train/moods_support", "train/support_factuality", "train/support_realnews", "train/support_swap")
# Names of nodes beside single pages: a statement is a claim.
STATEMENTS = "train/moods_statements"
SETS = (*(f"support_{name}" for name in OPEN), *TRAIN, STATEMENTS)
# How many claims of a set are also set against the documents of another case, which support none of them.
FOREIGN = {"support_filings": 384, "support_answers": 200, "support_webpages": 150}
SEED = 11


@dataclass(frozen=True, slots=True)
class Case:
    """One claim over its documents. ``group`` must stay on one side of every fold, and so must ``fact``, where one is told in many ways;
    ``is_of_the_act``: the documents speak of what is claimed, however they stand to it."""

    source: str
    key: str
    group: str
    claim: str
    documents: tuple[SourceText, ...]
    is_supported: bool
    is_refuted: bool
    is_of_the_act: bool = True
    fact: str = ""


def open_cases() -> list[Case]:
    """Every case of every open set, and claims over foreign documents, in a fixed order."""
    found = []
    for name in SETS:
        cases = list(_statements() if name == STATEMENTS else read_cases(name))
        found += cases
        found += _foreign(cases, FOREIGN.get(name, 0))
    return found


def read_cases(name: str) -> Iterator[Case]:
    """The cases of one set in the order of its file."""
    golds = {gold["id"]: gold for gold in _lines(DATA / f"{name}.gold.jsonl")}
    for row in _lines(DATA / f"{name}.jsonl"):
        gold = golds[row["id"]]
        documents = tuple(SourceText(d["text"], d.get("title") or "", d.get("url") or "") for d in row["documents"])
        is_refuted = gold["raw"] in ("refuted", "hallucinated")
        is_supported = gold["label"] == "supported"
        yield Case(name, row["id"], _group(gold, documents), row["claim"], documents, is_supported, is_refuted, fact=_fact(gold))


def _statements() -> Iterator[Case]:
    golds = {gold["id"]: gold for gold in _lines(DATA / f"{STATEMENTS}.gold.jsonl")}
    for row in _lines(DATA / f"{STATEMENTS}.jsonl"):
        gold = golds[row["id"]]
        if len(row["results"]) == 1:
            (page,) = row["results"]
            documents = (SourceText(page["content"], page["title"], page["url"]),)
            is_refuted = "no" in (gold["expected"], *gold.get("accept_also", ()))
            is_supported, group = gold["expected"] == "yes", _group(gold, documents)
            yield Case(STATEMENTS, row["id"], group, row["node"]["label"], documents, is_supported, is_refuted, fact=_fact(gold))


def _group(gold: dict, documents: Sequence[SourceText]) -> str:  # type: ignore[type-arg]
    """The construction of a mood, the document of an annotation, else the first document."""
    if "family" in gold:
        return f"mood/{gold['family'].split('+')[0]}"
    if gold.get("document"):
        return f"document/{gold['document']}"
    return hashlib.sha256((documents[0].text if documents else gold["id"]).encode()).hexdigest()


def _fact(gold: dict) -> str:  # type: ignore[type-arg]
    """What many constructions of a mood tell."""
    return f"moods/{gold['base']}" if "family" in gold else ""


def _foreign(cases: Sequence[Case], count: int) -> Iterator[Case]:
    """Some of the claims over the documents of another case, always the same for the same cases."""
    shuffled = random.Random(SEED).sample(list(cases), len(cases))  # noqa: S311 - a fit, not a secret
    for position, case in enumerate(shuffled[:count]):
        others = (shuffled[(position + step) % len(shuffled)] for step in range(1, 50))
        other = next(other for other in others if _origin(other) != _origin(case))
        yield replace(case, source=f"foreign_{case.source}", documents=other.documents, is_supported=False, is_refuted=False)


def _origin(case: Case) -> str:
    first = case.documents[0] if case.documents else SourceText("")
    return first.url or first.title or first.text[:120]


def _lines(path: Path) -> Iterator[dict]:  # type: ignore[type-arg]
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)
