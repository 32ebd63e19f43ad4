"""The open half of the reports as cases, and what is made of them: another report's answer, an answer with one digit changed."""

import hashlib
import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path

from attribution.core.answers.sources import RankedDocument

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SEED = 20261121
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Case:
    """One answer over its documents. ``gold`` holds the positions that carry it; ``answers`` what it says; empty where it is another's."""

    id: str
    answer: str
    documents: tuple[RankedDocument, ...]
    gold: frozenset[int]
    answers: tuple[str, ...]
    is_calculated: bool

    @property
    def is_for_fitting(self) -> bool:
        """Which half: by a hash of the report, so that no report is in both."""
        first = self.documents[0].content if self.documents else ""
        return hashlib.sha256(first.encode()).digest()[0] % 2 == 0


def read_cases() -> list[Case]:
    """The cases in the order of the file."""
    cases = []
    golds = [json.loads(line) for line in (DATA / "attribution_reports.gold.jsonl").open(encoding="utf-8")]
    for line, gold in zip((DATA / "attribution_reports.jsonl").open(encoding="utf-8"), golds, strict=True):
        row = json.loads(line)
        documents = tuple(RankedDocument(d["content"], d["id"], None, d["metadata"]) for d in row["documents"])
        carrying = frozenset(place for place, document in enumerate(documents) if document.id in gold["gold_docs"])
        is_calculated = gold["answer_type"] == "arithmetic"
        cases.append(Case(row["id"], row["answer"], documents, carrying, tuple(gold["gold_answers"]), is_calculated))
    return cases


def foreign_cases(cases: Sequence[Case]) -> list[Case]:
    """Each case's documents with the answer of a case from another report of the same half."""
    dice = random.Random(SEED)  # noqa: S311 - a fixed seed for equal cases, nothing secret
    made = []
    for case in cases:
        others = [other for other in cases if other.documents != case.documents and other.is_for_fitting == case.is_for_fitting]
        made.append(replace(case, answer=dice.choice(others).answer, gold=frozenset(), answers=(), is_calculated=False))
    return made


def altered_cases(cases: Sequence[Case]) -> list[Case]:
    """The calculated answers with one digit of the result changed to another."""
    dice = random.Random(SEED)  # noqa: S311 - a fixed seed for equal cases, nothing secret
    made = []
    for case in cases:
        tail = case.answer.rfind(":")
        digits = [match for match in _DIGIT.finditer(case.answer) if match.start() > tail]
        if not case.is_calculated or not digits:
            continue
        place = dice.choice(digits)
        other = dice.choice([digit for digit in "0123456789" if digit != place.group()])
        answer = case.answer[: place.start()] + other + case.answer[place.end() :]
        made.append(replace(case, answer=answer, gold=frozenset(), answers=(), is_calculated=False))
    return made


def is_close(value: Decimal, answer: str) -> bool:
    """Whether a result equals an answer to the digits that the answer gives, signs aside."""
    try:
        expected = Decimal(answer.replace(",", ""))
    except InvalidOperation:
        return False
    exponent = expected.as_tuple().exponent
    digits = max(0, -exponent) if isinstance(exponent, int) else 0
    gap = abs(abs(value) - abs(expected))
    return gap <= Decimal(1).scaleb(-digits) or gap <= abs(expected) * Decimal("0.001")
