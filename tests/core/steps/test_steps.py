"""A step is what its tools returned: 200 cases made by rule and eighty told one by one; every other one by its hash is the test."""

import hashlib
import json
from pathlib import Path

import pytest

from verification.core.steps.checking import StepEvidence, check_step
from verification.core.vocabulary import EvidenceKind

FILES = ("cases", "told_cases")
CASES = {name: [json.loads(line) for line in (Path(__file__).parent / f"{name}.jsonl").read_text().splitlines()] for name in FILES}


def decide(case: dict) -> str:
    evidence = [StepEvidence(EvidenceKind(e["kind"]), e["title"], e.get("content", ""), e.get("data")) for e in case["evidence"]]
    return check_step(case["claim"], evidence, payload=case.get("payload"), action_type=case["action_type"]).decision.value


def is_test(case: dict) -> bool:
    return hashlib.sha256(case["id"].encode()).digest()[0] % 2 == 1


@pytest.mark.parametrize("is_own", [True, False], ids=["fitted half", "test half"])
def test_steps_are_judged_right_and_no_wrong_one_is_accepted(is_own: bool) -> None:
    half = [case for cases in CASES.values() for case in cases if is_test(case) != is_own]
    said = [(case, decide(case)) for case in half]
    assert [case["id"] for case, decision in said if decision == "accept" and case["expected"] == "reject"] == []
    assert sum(decision == case["expected"] for case, decision in said) / len(half) >= 0.98


def returned(claim: str, data: dict, action_type: str = "report") -> str:
    return decide({"claim": claim, "action_type": action_type, "evidence": [{"kind": "tool_output", "title": "tool", "data": data}]})


TRANSFER = "300 EUR were sent from account 11-2041 to account 11-7735."


@pytest.mark.parametrize(
    ("claim", "data", "decision"),
    [
        # Both accounts are there, on the wrong sides.
        (TRANSFER, {"source_account": "11-2041", "target_account": "11-7735", "amount": 300, "currency": "EUR"}, "accept"),
        (TRANSFER, {"source_account": "11-7735", "target_account": "11-2041", "amount": 300, "currency": "EUR"}, "reject"),
        # The amount and the currency are there, and not of each other.
        ("The fee was 90 CHF.", {"fee": {"amount": 90, "currency": "CHF"}, "in_dollars": {"amount": 100, "currency": "USD"}}, "accept"),
        ("The fee was 90 USD.", {"fee": {"amount": 90, "currency": "CHF"}, "in_dollars": {"amount": 100, "currency": "USD"}}, "reject"),
        # The price of one, and of all.
        ("Four seats at 25 GBP each.", {"quantity": 4, "unit_price": 25, "total": 100, "currency": "GBP"}, "accept"),
        ("Four seats at 100 GBP each.", {"quantity": 4, "unit_price": 25, "total": 100, "currency": "GBP"}, "reject"),
        # Cents, and figures in thousands.
        ("The charge was 12.50 USD.", {"charge_cents": 1250, "currency": "USD"}, "accept"),
        ("The charge was 1,250 USD.", {"charge_cents": 1250, "currency": "USD"}, "reject"),
        ("Revenue was 4 million USD.", {"revenue_in_thousands": 4000, "currency": "USD"}, "accept"),
        # Units of one family are converted, and those of another confirm nothing.
        ("The parcel weighs 1.5 kg.", {"weight": {"value": 1500, "unit": "g"}}, "accept"),
        ("The parcel weighs 1.5 kg.", {"weight": {"value": 1.5, "unit": "g"}}, "reject"),
        ("The parcel weighs 1.5 kg.", {"length": {"value": 1.5, "unit": "m"}}, "needs_human"),
        # A currency that nobody says, and an outcome in a word that nobody knows.
        ("The fee was 90 CHF.", {"fee": 90}, "needs_human"),
        ("Ticket QA-81 was moved.", {"id": "QA-81", "status": "frobnicated"}, "needs_human"),
        ("Ticket QA-81 was moved.", {"id": "QA-81", "error": "no such board"}, "reject"),
        ("Ticket QA-81 was moved.", {"id": "QA-81", "error": None, "errors": []}, "accept"),
    ],
)
def test_what_stands_in_another_place_confirms_nothing(claim: str, data: dict, decision: str) -> None:
    assert returned(claim, data) == decision


@pytest.mark.parametrize(
    ("claim", "data", "decision"),
    [
        ("The order GX-310 was cancelled.", {"order": "GX-310", "status": "CANCELED"}, "accept"),
        ("订单GX-310已取消。", {"order": "GX-310", "cancelled": True}, "accept"),
        ("订单GX-310已取消。", {"order": "GX-310", "cancelled": False}, "reject"),
        ("The order GX-310 was cancelled.", {"order": "GX-310", "结果": "取消失败"}, "reject"),
        ("The order GX-310 was cancelled.", {"order": "GX-310"}, "needs_human"),
    ],
)
def test_a_cancellation_is_done_when_the_tool_says_cancelled(claim: str, data: dict, decision: str) -> None:
    assert returned(claim, data, "cancel") == decision
