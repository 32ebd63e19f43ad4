"""Another subject excludes a figure only where less than half of the name asked for is found."""

from collections import defaultdict

import pytest

from verification.core.judging.exclusions import exclusion_of
from verification.core.reasons import WhyCode

RIVAL = {"differs_other_subject": 1.0, "chain_rival": 1.0, "slots_clashing": 1.0}


def excluded(**features: float) -> WhyCode | None:
    given = defaultdict(float, {"whole_anywhere": 1.0, "statement_coverage": 1.0, "rarest_0": 1.0}) | features
    return exclusion_of(defaultdict(float, given))


@pytest.mark.parametrize(
    "told", [{"rarest_0": 0.0}, {"name_own": 0.0}, {"differs_other_measure": 1.0, "name_own": 1.0}], ids=["nowhere", "beside", "measure"]
)
def test_another_subject_of_which_little_is_found_excludes(told: dict[str, float]) -> None:
    assert excluded(**RIVAL, **told, statement_coverage=0.0) == WhyCode.OTHER_SUBJECT
    assert excluded(**RIVAL, **told, statement_coverage=0.4) == WhyCode.OTHER_SUBJECT
    assert excluded(**RIVAL, **told, statement_coverage=0.5) is None
    assert excluded(**RIVAL, **told, statement_coverage=0.0, asks_sentence=1.0) is None


def test_a_clash_of_subjects_alone_excludes_nothing() -> None:
    assert excluded(differs_other_subject=1.0, name_own=1.0, statement_coverage=0.0) is None
