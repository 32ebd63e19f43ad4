"""A ruling holds its item, and before it the item's node: whoever comes meanwhile waits, and then finds it made."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction

from tests.databases import somebody_waits_for_us
from tests.factories import make_conflict, make_finished_run, make_node
from tests.faults.processes import wait_for
from verification.core.evidence import Why
from verification.enums import RulingDecision, SubjectKind
from verification.models import Node, NodeState, ReviewItem, Ruling, Verification
from verification.services.reviews.desk import PersonJudgement, ReviewConflict, open_review, rule_review

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.postgres("locks")]

NO = PersonJudgement(RulingDecision.REJECT, reason="No.")


@pytest.fixture
def elsewhere() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread


def _rule(item: ReviewItem, user: User) -> Ruling:
    return rule_review(item=item, user=user, version=1, judgement=NO)


def _rule_elsewhere(item: ReviewItem, user: User) -> Ruling:
    try:
        return _rule(item, user)
    finally:
        connection.close()


def _claim() -> ReviewItem:
    """No node stands behind it, whose lock would do for both."""
    row = Verification.objects.create(claim="x", mode="single", decision="needs_human")
    return open_review(subject_kind=SubjectKind.VERIFICATION, subject_id=row.pk, why=Why("no_evidence"), risk_level="low")


def _node_in_conflict() -> ReviewItem:
    make_finished_run(make_node(), make_conflict())
    return ReviewItem.objects.get()


@pytest.mark.parametrize("make", [_claim, _node_in_conflict])
def test_a_second_ruling_waits_for_the_first_and_finds_it_made(
    elsewhere: ThreadPoolExecutor, reviewer: User, admin: User, make: type
) -> None:
    item = make()
    with transaction.atomic():
        first = _rule(item, reviewer)
        late = elsewhere.submit(_rule_elsewhere, item, admin)
        wait_for(somebody_waits_for_us)
    with pytest.raises(ReviewConflict) as conflict:
        late.result(timeout=60)
    assert conflict.value.ruling == first
    assert Ruling.objects.get() == first


def test_a_ruling_holds_the_node_before_it_waits_for_the_item(elsewhere: ThreadPoolExecutor, reviewer: User) -> None:
    """As a run that ends does; in another order the two would wait for each other for ever."""
    item = _node_in_conflict()
    with transaction.atomic():
        ReviewItem.objects.select_for_update().get(pk=item.pk)
        ruling = elsewhere.submit(_rule_elsewhere, item, reviewer)
        wait_for(somebody_waits_for_us)
        if connection.features.has_select_for_update_nowait:
            with pytest.raises(OperationalError, match="could not obtain lock"), transaction.atomic():
                Node.objects.select_for_update(nowait=True).get(pk=item.node_id)
    assert NodeState.objects.filter(ruling=ruling.result(timeout=60)).count() == 1
