"""What excludes a figure by its slots, and which of it yields to a judge that is sure."""

from collections import defaultdict

import pytest

from verification.core.judging.exclusions import Excluded, exclusion_of, is_open
from verification.core.reasons import WhyCode

RIVAL = {"differs_other_subject": 1.0, "chain_rival": 1.0, "slots_clashing": 1.0}


BOTH_KNOWN = {"asks_measure_known": 1.0, "says_measure_known": 1.0}


def told(**features: float) -> Excluded | None:
    given = defaultdict(float, {"whole_anywhere": 1.0, "statement_coverage": 1.0, "rarest_0": 1.0}) | features
    return exclusion_of(defaultdict(float, given))


def excluded(**features: float) -> WhyCode | None:
    found = told(**features)
    return found.code if found else None


@pytest.mark.parametrize(
    "beside", [{"rarest_0": 0.0}, {"name_own": 0.0}, {"differs_other_measure": 1.0, "name_own": 1.0}], ids=["nowhere", "beside", "measure"]
)
def test_another_subject_of_which_little_is_found_excludes(beside: dict[str, float]) -> None:
    assert excluded(**RIVAL, **beside, statement_coverage=0.0) == WhyCode.OTHER_SUBJECT
    assert excluded(**RIVAL, **beside, statement_coverage=0.4) == WhyCode.OTHER_SUBJECT
    assert excluded(**RIVAL, **beside, statement_coverage=0.5) is None
    assert excluded(**RIVAL, **beside, statement_coverage=0.0, asks_sentence=1.0) is None


def test_a_clash_of_subjects_alone_excludes_nothing() -> None:
    assert excluded(differs_other_subject=1.0, name_own=1.0, statement_coverage=0.0) is None


def test_the_same_measure_of_another_known_subject_excludes_for_good() -> None:
    known = {
        "differs_other_subject": 1.0,
        "subjects_known": 1.0,
        "subject_own": 1.0,
        "measure_slot_found": 1.0,
        "clause_rival": 1.0,
        "name_own": 1.0,
    }
    assert told(**known, statement_coverage=0.0) == Excluded(WhyCode.OTHER_SUBJECT, yields=False)
    for unmet in ("subjects_known", "subject_own", "measure_slot_found", "clause_rival"):
        assert told(**{**known, unmet: 0.0}, statement_coverage=0.0) is None
    assert told(**known, statement_coverage=0.5) is None
    assert told(**known, statement_coverage=0.0, asks_sentence=1.0) is None


def test_another_known_measure_yields_only_where_the_subject_is_not_found() -> None:
    other = {"differs_other_measure": 1.0, **BOTH_KNOWN}
    assert told(**other, subject_slot_found=1.0) == Excluded(WhyCode.OTHER_MEASURE, yields=False)
    assert told(**other) == Excluded(WhyCode.OTHER_MEASURE, yields=True)
    assert told(differs_other_measure=1.0, subject_slot_found=1.0) is None


@pytest.mark.parametrize("part", ["part_unsaid", "part_added"])
def test_a_part_is_not_the_whole_of_the_same_thing(part: str) -> None:
    assert told(**{part: 1.0}, **BOTH_KNOWN, subject_slot_found=1.0) == Excluded(WhyCode.OTHER_MEASURE, yields=False)
    assert told(**{part: 1.0}, **BOTH_KNOWN) is None
    assert told(**{part: 1.0}, subject_slot_found=1.0) is None


def test_only_what_yields_is_outweighed_and_only_by_a_judge_that_is_sure() -> None:
    sure = 0.95
    assert is_open(None, 0.0, sure)
    assert is_open(Excluded(WhyCode.OTHER_MEASURE, yields=True), sure, sure)
    assert not is_open(Excluded(WhyCode.OTHER_MEASURE, yields=True), sure - 0.01, sure)
    assert not is_open(Excluded(WhyCode.OTHER_MEASURE, yields=False), 1.0, sure)


def test_what_both_readings_find_foreseen_is_no_answer_to_a_name() -> None:
    foreseen = {"mood_differs": 1.0, "mood_forecast": 1.0}
    assert excluded(**foreseen, status_not_asserted=1.0) == WhyCode.FORECAST
    assert excluded(**foreseen) is None
    assert excluded(**foreseen, status_not_asserted=1.0, asks_sentence=1.0) is None


def test_what_the_text_does_not_vouch_for_is_no_answer_though_all_else_is_met() -> None:
    told_so = {"subject_slot_found": 1.0, "measure_slot_found": 1.0}
    assert excluded(**told_so, status_not_asserted=1.0) == WhyCode.HYPOTHETICAL
    assert excluded(**told_so, mood_differs=1.0) is None
