"""A step is what its tools returned: two hundred cases, of which every other one by its hash was kept for the test."""

import hashlib
import json
from pathlib import Path

import pytest

from verification.core.steps.checking import StepEvidence, check_step
from verification.core.vocabulary import EvidenceKind

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text().splitlines()]


def decide(case: dict) -> str:
    evidence = [StepEvidence(EvidenceKind(e["kind"]), e["title"], e.get("content", ""), e.get("data")) for e in case["evidence"]]
    return check_step(case["claim"], evidence, payload=case.get("payload"), action_type=case["action_type"]).decision.value


def is_test(case: dict) -> bool:
    return hashlib.sha256(case["id"].encode()).digest()[0] % 2 == 1


@pytest.mark.parametrize("is_own", [True, False], ids=["fitted half", "test half"])
def test_steps_are_judged_right_and_no_wrong_one_is_accepted(is_own: bool) -> None:
    half = [case for case in CASES if is_test(case) != is_own]
    said = [(case, decide(case)) for case in half]
    assert [case["id"] for case, decision in said if decision == "accept" and case["expected"] == "reject"] == []
    assert sum(decision == case["expected"] for case, decision in said) / len(half) >= 0.98
