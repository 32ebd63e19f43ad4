"""What is suggested for the whitelist: only on enough findings, and never both ways."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verification.core.sources.accuracy import Accuracy, accuracy_of
from verification.core.sources.advice import Advice, Record, advise, fit_authority, share_of

LISTED = Decimal("0.80")


def _judged(right: int, wrong: int) -> Accuracy:
    return accuracy_of([(True, 0.0, 1.0)] * right + [(False, 0.0, 1.0)] * wrong)


@pytest.mark.parametrize(
    ("record", "advice"),
    [
        (Record(carried=8), Advice.ADD),
        (Record(carried=7), None),
        (Record(carried=8, contradicted=2), None),
        (Record(carried=30, contradicted=2), Advice.ADD),
        (Record(carried=30, accuracy=_judged(0, 2)), None),
        (Record(carried=30, authority=LISTED), None),
        (Record(accuracy=_judged(0, 4), authority=LISTED), None),
        (Record(accuracy=_judged(0, 5), authority=LISTED), Advice.REMOVE),
        (Record(accuracy=_judged(5, 5), authority=LISTED), Advice.DEMOTE),
        (Record(accuracy=_judged(5, 5), authority=Decimal("0.5")), None),
        (Record(accuracy=_judged(9, 1), authority=LISTED), None),
        (Record(accuracy=_judged(5, 0), authority=Decimal("1.00")), None),
        (Record(accuracy=_judged(60, 0), authority=Decimal("1.00")), None),
        (Record(accuracy=_judged(59, 1), authority=Decimal("1.00")), Advice.DEMOTE),
    ],
)
def test_advice(record: Record, advice: Advice | None) -> None:
    assert advise(record) == advice


@example(right=5, wrong=0, authority=Decimal("1.00"))
@given(st.integers(0, 60), st.integers(0, 60), st.decimals(0, 1, places=2))
def test_what_was_never_wrong_is_never_questioned(right: int, wrong: int, authority: Decimal) -> None:
    found = advise(Record(accuracy=_judged(right, wrong), authority=authority))
    if wrong == 0 or right + wrong < 5:
        assert found is None
    if found == Advice.DEMOTE:
        assert fit_authority(_judged(right, wrong)) < authority
    assert found in (None, Advice.DEMOTE, Advice.REMOVE)


def test_weight_of_an_addition_is_never_above_what_is_given_to_strangers() -> None:
    assert fit_authority(share_of(Record(carried=100))) == Decimal("0.80")
    assert fit_authority(share_of(Record(carried=8, contradicted=8))) == Decimal("0.50")
