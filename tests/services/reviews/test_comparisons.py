"""What the machine proposed stands beside each ruling, as it was when the person ruled."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.views.desk import make_dispute
from verification.enums import RulingDecision
from verification.models import Comparison, ReviewItem, Verification
from verification.reads.reviews.agreement import AgreementFilters, measure_agreement
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.reviews.feedback import flag_node

pytestmark = pytest.mark.django_db

FIX = {"value": "$67.00", "source_url": "https://a.example/1", "reason": "Newer"}


def _rule(item: ReviewItem, user: User, decision: RulingDecision = RulingDecision.ACCEPT, **judgement: str) -> None:
    rule_review(item=item, user=user, version=item.version, judgement=PersonJudgement(decision, **judgement))


@pytest.mark.parametrize(
    ("decision", "judgement", "is_agreed"),
    [
        (RulingDecision.ACCEPT, {"value": "$68.40"}, True),
        (RulingDecision.ACCEPT, {"value": "68.40"}, True),
        (RulingDecision.ACCEPT, {"value": "$66.90"}, False),
        (RulingDecision.FIX, FIX, False),
        (RulingDecision.FIX, {**FIX, "value": "$68.40"}, True),
        (RulingDecision.REJECT, {"reason": "Both are old"}, False),
    ],
)
def test_a_ruling_agrees_where_it_sets_the_proposed_value(
    reviewer: User, decision: RulingDecision, judgement: dict[str, str], is_agreed: bool
) -> None:
    _rule(make_dispute(), reviewer, decision, **judgement)
    found = Comparison.objects.get()
    assert (found.mode, found.value, found.domains, found.is_agreed) == (
        "",
        "$68.40",
        ["caijing.example", "meridian.example"],
        is_agreed,
    )


def test_another_try_compares_nothing(reviewer: User) -> None:
    _rule(make_dispute(), reviewer, RulingDecision.RETRY)
    assert Comparison.objects.count() == 0


def test_the_mode_is_that_of_the_voters_who_were_heard(reviewer: User) -> None:
    item = make_dispute()
    Verification.objects.create(
        run_id=item.subject_id, claim="x", mode="voting", status="finished", decision="needs_human", finished_at=timezone.now()
    )
    _rule(item, reviewer, value="$68.40")
    assert Comparison.objects.get().mode == "voting"


def test_what_a_person_had_set_is_nothing_of_the_machine(reviewer: User, analyst: User) -> None:
    item = make_dispute()
    _rule(item, reviewer, value="$66.90")
    flag_node(node=item.node, user=analyst, reason="It is older", source="https://a.example/1")
    _rule(ReviewItem.objects.get(status="open"), reviewer, value="$66.90")
    assert Comparison.objects.count() == 1


def test_what_was_taken_back_does_not_count(reviewer: User) -> None:
    item = make_dispute()
    _rule(item, reviewer, value="$68.40")
    now = timezone.now()
    found = measure_agreement(filters=AgreementFilters(), now=now)
    assert (found.whole.count, found.whole.total, [key for key, _share in found.modes]) == (1, 1, ["engine"])
    item.refresh_from_db()
    undo_ruling(item=item, user=reviewer)
    assert measure_agreement(filters=AgreementFilters(), now=now).whole.total == 0
