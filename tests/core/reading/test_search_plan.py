"""One plan of a search: the name in both languages with its period, and what a page has to name."""

from datetime import date

import pytest

from verification.core.evidence import NodeSpec
from verification.core.reading.search_plan import SearchPlan, plan_search
from verification.core.vocabulary import NodeKind

DAY = date(2026, 6, 18)


def _plan(label, *aliases, kind=NodeKind.NUMBER):
    return plan_search(NodeSpec(label=label, kind=kind, aliases=aliases), DAY)


@pytest.mark.parametrize(
    ("label", "other"),
    [
        ("US CPI May 2026 year on year", "2026年5月美国CPI同比"),
        ("中国5月PPI同比", "China PPI year on year May 2026"),
        ("Nvidia Q1 fiscal 2027 revenue", "2027财年第一季度英伟达营收"),
        ("World Cup 2026 winner prize money", "2026年世界 Cup 奖金"),  # "winner" has no Chinese here
        ("某小众公司净利润", None),  # nothing says whose it is
    ],
)
def test_label_is_asked_in_the_other_language_with_its_period(label, other):
    assert _plan(label).phrasings == ((label, other) if other else (label,))


def test_alias_in_the_other_language_is_asked_instead_of_a_translation():
    assert _plan("Nvidia revenue", "英伟达营业收入").phrasings == ("Nvidia revenue", "英伟达营业收入")


def test_slots_are_subject_measure_and_period():
    plan = _plan("Boeing May deliveries")
    assert [(slot.weight, slot.writings[0]) for slot in plan.slots] == [(3.0, "Boeing"), (2.0, "deliveries"), (1.0, "5月")]
    assert [("波音" in slot.writings, "交付量" in slot.writings, "May" in slot.writings) for slot in plan.slots] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_sentence_with_a_blank_is_asked_as_it_stands():
    label = "Boeing delivered ____ airplanes in May."
    assert _plan(label) == SearchPlan((label,))
