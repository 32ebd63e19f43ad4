"""The critic's checks: each stated, passed, failed or not applicable."""

import pytest

from tests.factories import make_page, make_verdict
from verification.core.evidence import NodeSpec
from verification.core.panel.critique import CheckName, criticise, is_plausible
from verification.core.vocabulary import NodeKind, Reason

NODE = NodeSpec(label="Policy rate", kind=NodeKind.PERCENT, unit="%")
PAGES = tuple(make_page(f"https://{name}.example/1") for name in "abc")


def _failed(**given: object) -> list[str]:
    known = {"node": NODE, "pages": PAGES, "value": "5.25%", "quote": "The rate is 5.25%.", "verdict": make_verdict(PAGES, accepted=3)}
    return [check.name for check in criticise(**{**known, **given}) if check.is_passed is False]


@pytest.mark.parametrize(
    ("given", "failed"),
    [
        ({}, []),
        ({"is_readable": False}, ["schema"]),
        ({"quote": "The rate is 9%."}, ["span"]),
        ({"quote": " "}, ["span"]),
        ({"value": "5.25 dollars"}, ["unit_and_kind"]),
        ({"value": "high"}, ["unit_and_kind"]),
        ({"verdict": make_verdict(PAGES, reason=Reason.PAST_ONLY)}, ["period", "independence"]),
        ({"verdict": make_verdict(PAGES, reason=Reason.ALL_STALE)}, ["freshness", "independence"]),
        ({"history": ("5.00", "5.05", "5.10", "5.15", "5.20")}, []),
        ({"history": ("1.00", "1.01", "1.02", "1.01", "1.00")}, ["plausibility"]),
        ({"verdict": make_verdict(PAGES)}, ["independence"]),
    ],
)
def test_each_check_fails_on_its_own_ground(given: dict[str, object], failed: list[str]) -> None:
    assert _failed(**given) == failed


def test_there_are_seven_checks_and_what_is_not_there_at_all_is_fatal() -> None:
    checks = criticise(node=NODE, pages=PAGES, value="5.25%", quote="", verdict=make_verdict(PAGES))
    assert [check.name for check in checks] == [name.value for name in CheckName]
    assert [check.name for check in checks if check.is_fatal] == ["schema", "span", "unit_and_kind"]


@pytest.mark.parametrize(
    ("value", "history", "fits"),
    [
        ("5.25%", (), None),
        ("5.25%", ("5.00",), None),
        ("5.25%", ("5.00", "5.25"), True),
        ("525 bp", ("5.00", "5.25"), True),
        ("525%", ("5.00", "5.25"), False),
        ("5.25%", ("500", "500", "5.0", "5.1", "5.2", "5.2", "5.2"), True),
        ("high", ("5.00", "5.25"), None),
        ("3.50%-3.75%", ("3.75", "3.50..3.75"), True),
    ],
)
def test_plausibility_looks_at_the_last_five_states(value: str, history: tuple[str, ...], fits: bool | None) -> None:
    assert is_plausible(value, history, unit="%") is fits
