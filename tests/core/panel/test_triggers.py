"""Each rule of seed 001 fires where it should and nowhere else; the strictest wins."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.panel.triggers import DEFAULT_RULES, STRICTNESS, Site, TriggerFacts, fire, fire_for_sites, strictest_mode
from verification.core.vocabulary import RiskLevel, VerificationMode

KNOWN = TriggerFacts(domain="example.com", has_profile=True, tries=10, successes=10)


def _fired(facts: TriggerFacts) -> tuple[list[str], VerificationMode]:
    firings = fire(DEFAULT_RULES, facts)
    return [firing.rule for firing in firings], strictest_mode(firings)


@pytest.mark.parametrize(
    "changes, rules, mode",
    [
        ({}, [], VerificationMode.SINGLE),
        ({"risk_level": RiskLevel.MEDIUM}, [], VerificationMode.SINGLE),
        ({"risk_level": RiskLevel.HIGH}, ["risk_high"], VerificationMode.VOTING),
        ({"risk_level": RiskLevel.CRITICAL}, ["risk_critical"], VerificationMode.ADVERSARIAL),
        ({"action_type": "Transfer "}, ["money_moves"], VerificationMode.ADVERSARIAL),
        ({"action_type": "purchase"}, ["money_moves"], VerificationMode.ADVERSARIAL),
        ({"action_type": "payment"}, ["money_moves"], VerificationMode.ADVERSARIAL),
        ({"action_type": "delete"}, ["destructive"], VerificationMode.VOTING),
        ({"action_type": "cancel"}, ["destructive"], VerificationMode.VOTING),
        ({"action_type": "revoke"}, ["destructive"], VerificationMode.VOTING),
        ({"action_type": "read"}, [], VerificationMode.SINGLE),
        ({"amount": Decimal("999.99"), "currency": "USD"}, [], VerificationMode.SINGLE),
        ({"amount": Decimal(1000), "currency": "usd"}, ["large_amount"], VerificationMode.ADVERSARIAL),
        ({"amount": Decimal(-1000), "currency": "USD"}, ["large_amount"], VerificationMode.ADVERSARIAL),
        ({"amount": Decimal(5), "currency": "CNY"}, ["large_amount"], VerificationMode.ADVERSARIAL),
        ({"amount": Decimal(5000), "currency": "CNY", "amount_usd": Decimal(700)}, [], VerificationMode.SINGLE),
        ({"amount": Decimal(5), "currency": "BTC", "amount_usd": Decimal(500_000)}, ["large_amount"], VerificationMode.ADVERSARIAL),
        ({"tries": 5, "successes": 3}, ["poor_record"], VerificationMode.VOTING),
        ({"tries": 4, "successes": 0}, [], VerificationMode.SINGLE),
        ({"tries": 10, "successes": 7}, [], VerificationMode.SINGLE),
        ({"has_profile": False, "tries": 0, "successes": 0}, ["first_visit"], VerificationMode.VOTING),
        ({"domain": "", "has_profile": False, "tries": 0}, [], VerificationMode.SINGLE),
        ({"retry_count": 1}, [], VerificationMode.SINGLE),
        ({"retry_count": 2}, ["retried"], VerificationMode.VOTING),
        (
            {"risk_level": RiskLevel.HIGH, "action_type": "payment", "retry_count": 3},
            ["risk_high", "money_moves", "retried"],
            VerificationMode.ADVERSARIAL,
        ),
    ],
)
def test_rule_fires_on_its_own_condition_alone(changes: dict[str, object], rules: list[str], mode: VerificationMode) -> None:
    assert _fired(replace(KNOWN, **changes)) == (rules, mode)


def test_mode_asked_for_is_never_laxer_than_the_rules() -> None:
    firings = fire(DEFAULT_RULES, replace(KNOWN, risk_level=RiskLevel.HIGH))
    assert strictest_mode(firings, asked=VerificationMode.SINGLE) == VerificationMode.VOTING
    assert strictest_mode(firings, asked=VerificationMode.ADVERSARIAL) == VerificationMode.ADVERSARIAL
    assert strictest_mode((), asked=VerificationMode.VOTING) == VerificationMode.VOTING


@given(
    amount=st.decimals(allow_infinity=True, allow_nan=False),
    retries=st.integers(0, 5),
    risk=st.sampled_from(RiskLevel),
    action=st.sampled_from(["", "payment", "delete", "read"]),
)
def test_more_facts_never_make_it_laxer(amount: Decimal, retries: int, risk: RiskLevel, action: str) -> None:
    alone = _fired(replace(KNOWN, risk_level=risk))[1]
    together = _fired(replace(KNOWN, risk_level=risk, amount=amount, retry_count=retries, action_type=action))[1]
    assert STRICTNESS[together] >= STRICTNESS[alone]


SITES = tuple(Site(f"{name}.example", tries=10, successes=10) for name in "abc")


@pytest.mark.parametrize(
    ("sites", "needed", "rules"),
    [
        (SITES, 3, []),
        ((*SITES[1:], Site("new.example")), 3, []),
        ((*SITES[1:], Site("poor.example", tries=5, successes=3)), 3, ["poor_record"]),
        ((*SITES[1:], Site("few.example", tries=4, successes=0)), 3, []),
        ((Site("new.example"),), 1, []),
        ((*SITES, Site("poor.example", tries=10, successes=6)), 3, []),
        ((), 3, []),
    ],
)
def test_rules_on_records_fire_where_too_few_other_sites_are_left(sites: tuple[Site, ...], needed: int, rules: list[str]) -> None:
    firings = fire_for_sites(DEFAULT_RULES, TriggerFacts(), sites, needed=needed)
    assert [firing.rule for firing in firings] == rules
    assert {firing.mode for firing in firings} <= {VerificationMode.VOTING}


def test_other_rules_fire_for_sites_as_always() -> None:
    facts = TriggerFacts(risk_level=RiskLevel.CRITICAL, retry_count=2)
    assert [firing.rule for firing in fire_for_sites(DEFAULT_RULES, facts, SITES, needed=3)] == ["risk_critical", "retried"]
