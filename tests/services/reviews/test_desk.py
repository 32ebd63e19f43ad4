"""The desk: one holder, one ruling, on what the person saw, with everything on record."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from tests.factories import make_conflict, make_finished_run, make_node
from verification.enums import ReviewStatus, RulingDecision
from verification.models import AuditEntry, Node, NodeState, ReviewItem, Ruling, VerificationRun
from verification.reads.nodes.nodes import get_evidence_run
from verification.services.errors import Refused
from verification.services.reviews.desk import (
    PersonJudgement,
    ReviewConflict,
    claim_review,
    escalate_review,
    latest_ruling,
    release_review,
    reopen_review,
    rule_review,
    undo_ruling,
)
from verification.services.reviews.evidence import gather_evidence
from verification.services.reviews.feedback import flag_node

pytestmark = pytest.mark.django_db

ACCEPT = PersonJudgement(RulingDecision.ACCEPT, value="5.5%", number="5.5", unit="%")
FIX = PersonJudgement(
    RulingDecision.FIX, reason="The bank's own page.", value="5.75%", number="5.75", unit="%", source_url="https://a.example/1"
)
REJECT = PersonJudgement(RulingDecision.REJECT, reason="Both are of last year.")


@pytest.fixture
def item() -> ReviewItem:
    node = make_node()
    make_finished_run(node)
    make_finished_run(node, make_conflict())
    return ReviewItem.objects.get()


def _node(item: ReviewItem) -> Node:
    return Node.objects.select_related("state__ruling").get(pk=item.node_id)


def _verbs() -> list[str]:
    return list(AuditEntry.objects.filter(verb__startswith="review.").order_by("pk").values_list("verb", flat=True))


def _rule(item: ReviewItem, user: User, judgement: PersonJudgement = ACCEPT) -> Ruling:
    item.refresh_from_db()
    return rule_review(item=item, user=user, version=item.version, judgement=judgement)


@pytest.mark.parametrize(
    "judgement, value, number, badge",
    [(ACCEPT, "5.5%", "5.5", "human_ruled"), (FIX, "5.75%", "5.75", "human_ruled"), (REJECT, "unknown", "", "unknown")],
)
def test_ruling_becomes_the_nodes_state(
    item: ReviewItem, reviewer: User, judgement: PersonJudgement, value: str, number: str, badge: str
) -> None:
    shown = gather_evidence(items=[item])[item.pk].digest
    ruling = _rule(item, reviewer, judgement)
    state = _node(item).state
    assert (state.value, state.number, state.badge, state.confidence, state.bound_by) == (value, number, badge, "human_ruled", "human")
    assert (state.ruling, state.run) == (ruling, None)
    item.refresh_from_db()
    assert (item.status, item.claimed_by, item.closed_at is not None) == (ReviewStatus.RULED, None, True)
    entry = AuditEntry.objects.get(verb="review.rule")
    assert (entry.actor_name, entry.reason) == ("bob", judgement.reason)
    assert entry.after == {"ruling": ruling.pk, "decision": judgement.decision, "value": ruling.value, "version": 1, "evidence": shown}
    assert ruling.evidence_hash == shown


@pytest.mark.postgres("dates")
def test_retry_asks_for_a_run_and_leaves_the_state(item: ReviewItem, reviewer: User) -> None:
    before = _node(item).state
    _rule(item, reviewer, PersonJudgement(RulingDecision.RETRY))
    assert _node(item).state == before
    run = VerificationRun.objects.latest("pk")
    assert (run.status, run.requested_by) == ("queued", reviewer)


@pytest.mark.parametrize(
    "judgement, message",
    [
        (PersonJudgement(RulingDecision.REJECT), "A reason is required"),
        (PersonJudgement(RulingDecision.FIX, reason="x", value="5%"), "A fixed value needs"),
        (PersonJudgement(RulingDecision.FIX, reason="x", source_url="https://a.example"), "A fixed value needs"),
        (PersonJudgement(RulingDecision.FIX, reason="x", value="5%", source_url="javascript:alert(1)"), "The source has to begin with"),
        (PersonJudgement(RulingDecision.ACCEPT), "Choose one of the values shown"),
        (PersonJudgement(RulingDecision.ACCEPT, value="7%"), "Choose one of the values shown"),
        (PersonJudgement(RulingDecision.FIX, reason="x", value="high", source_url="https://a.example"), "one figure in the node's unit"),
        (PersonJudgement(RulingDecision.FIX, reason="x", value="5 USD", source_url="https://a.example"), "one figure in the node's unit"),
        (PersonJudgement(RulingDecision.UNDO), "Decide with one of"),
    ],
)
def test_incomplete_ruling_changes_nothing(item: ReviewItem, reviewer: User, judgement: PersonJudgement, message: str) -> None:
    before = _node(item).state
    with pytest.raises(Refused, match=message):
        _rule(item, reviewer, judgement)
    assert (_node(item).state, Ruling.objects.count(), _verbs()) == (before, 0, [])
    assert ReviewItem.objects.get().status == ReviewStatus.OPEN


def test_second_ruling_is_told_who_decided_what(item: ReviewItem, reviewer: User, admin: User) -> None:
    first = _rule(item, reviewer)
    with pytest.raises(ReviewConflict, match="bob has ruled already: accept") as conflict:
        rule_review(item=item, user=admin, version=1, judgement=REJECT)
    assert conflict.value.ruling == first
    assert Ruling.objects.count() == 1


def test_ruling_on_what_has_changed_meanwhile_is_refused(item: ReviewItem, reviewer: User) -> None:
    make_finished_run(item.node, make_conflict(("5.5%", "6.0%")))
    with pytest.raises(ReviewConflict, match="no longer open"):
        rule_review(item=item, user=reviewer, version=1, judgement=ACCEPT)
    newer = ReviewItem.objects.get(status=ReviewStatus.OPEN)
    with pytest.raises(ReviewConflict, match="has changed"):
        rule_review(item=newer, user=reviewer, version=7, judgement=ACCEPT)
    assert Ruling.objects.count() == 0


@pytest.mark.postgres("rows")
def test_claim_holds_for_five_minutes_and_can_be_taken_over(item: ReviewItem, reviewer: User, admin: User) -> None:
    claim_review(item=item, user=reviewer)
    with pytest.raises(ReviewConflict, match="bob is looking"):
        claim_review(item=item, user=admin)
    with pytest.raises(ReviewConflict, match="bob is looking"):
        rule_review(item=item, user=admin, version=1, judgement=ACCEPT)
    assert claim_review(item=item, user=admin, is_taken_over=True).claimed_by == admin
    with pytest.raises(ReviewConflict, match="charlie is looking"):
        rule_review(item=item, user=reviewer, version=1, judgement=ACCEPT)
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        assert rule_review(item=item, user=reviewer, version=1, judgement=ACCEPT).decided_by == reviewer
    assert _verbs() == ["review.claim", "review.take_over", "review.rule"]


def test_extending_a_claim_is_no_second_entry(item: ReviewItem, reviewer: User) -> None:
    until = claim_review(item=item, user=reviewer).lease_until
    assert claim_review(item=item, user=reviewer).lease_until >= until
    assert _verbs() == ["review.claim"]


def test_release_and_skip_free_the_item(item: ReviewItem, reviewer: User, admin: User) -> None:
    claim_review(item=item, user=reviewer)
    assert release_review(item=item, user=admin) is False
    assert release_review(item=item, user=reviewer, is_skipped=True, reason="not my market") is True
    item.refresh_from_db()
    assert (item.claimed_by, item.lease_until) == (None, None)
    assert AuditEntry.objects.get(verb="review.skip").reason == "not my market"


@pytest.mark.postgres("rows")
def test_escalation_needs_a_reason_and_frees_the_item(item: ReviewItem, reviewer: User) -> None:
    claim_review(item=item, user=reviewer)
    with pytest.raises(Refused):
        escalate_review(item=item, user=reviewer, reason=" ")
    escalate_review(item=item, user=reviewer, reason="Needs the desk's head.")
    item.refresh_from_db()
    assert (item.is_escalated, item.claimed_by) == (True, None)


def test_item_that_somebody_looks_at_is_not_escalated_by_others(item: ReviewItem, reviewer: User, admin: User) -> None:
    claim_review(item=item, user=reviewer)
    with pytest.raises(ReviewConflict, match="bob is looking"):
        escalate_review(item=item, user=admin, reason="Needs the desk's head.")
    item.refresh_from_db()
    assert (item.is_escalated, item.claimed_by) == (False, reviewer)


def test_undo_within_ten_seconds_brings_back_what_was(item: ReviewItem, reviewer: User, admin: User) -> None:
    before = _node(item).state
    ruling = _rule(item, reviewer)
    with pytest.raises(Refused):
        undo_ruling(item=item, user=admin)
    undo = undo_ruling(item=item, user=reviewer)
    state = _node(item).state
    assert (state.value, state.badge, state.bound_by) == (before.value, before.badge, before.bound_by)
    assert (undo.undoes, undo.decision, state.ruling) == (ruling, RulingDecision.UNDO, undo)
    item.refresh_from_db()
    assert (item.status, item.version, item.claimed_by, latest_ruling(item)) == (ReviewStatus.OPEN, 3, reviewer, None)
    assert NodeState.objects.filter(node=item.node).count() == 4
    assert _rule(item, reviewer, FIX).decision == RulingDecision.FIX


def test_undo_after_ten_seconds_is_refused_and_reopening_is_not(item: ReviewItem, reviewer: User, admin: User) -> None:
    _rule(item, reviewer)
    with time_machine.travel(timezone.now() + timedelta(seconds=13), tick=False):
        with pytest.raises(Refused, match="reopen"):
            undo_ruling(item=item, user=reviewer)
        with pytest.raises(Refused, match="why"):
            reopen_review(item=item, user=admin, reason="")
        reopen_review(item=item, user=admin, reason="The bank corrected itself.")
    item.refresh_from_db()
    assert (item.status, item.claimed_by) == (ReviewStatus.OPEN, admin)
    assert _node(item).state.badge == "needs_human"


def test_undo_leaves_a_newer_state_alone(item: ReviewItem, reviewer: User) -> None:
    _rule(item, reviewer)
    make_finished_run(item.node)
    newer = _rule(ReviewItem.objects.get(status="open"), reviewer, FIX).state
    undo_ruling(item=item, user=reviewer)
    assert _node(item).state == newer


def test_undo_reaches_through_a_run_that_kept_the_ruling(item: ReviewItem, reviewer: User) -> None:
    _rule(item, reviewer)
    assert make_finished_run(item.node, make_conflict()).state.standing == "unchanged"
    undo_ruling(item=item, user=reviewer)
    assert _node(item).state.badge == "needs_human"


def test_item_can_not_be_reopened_beside_a_newer_one(item: ReviewItem, reviewer: User) -> None:
    _rule(item, reviewer)
    assert make_finished_run(item.node).state.standing == "under_review"
    with pytest.raises(Refused, match="newer item"):
        reopen_review(item=item, user=reviewer, reason="Look again.")


@pytest.mark.postgres("rows")
def test_flag_opens_one_item_and_a_second_one_joins_it(analyst: User, reviewer: User) -> None:
    node = make_node()
    make_finished_run(node)
    first = flag_node(node=node, user=analyst, reason="Yesterday's figure.")
    second = flag_node(node=node, user=reviewer, reason="I see that too.")
    item = ReviewItem.objects.get()
    assert (item.subject_kind, item.subject_id, item.node, item.version) == ("flag", first.pk, node, 2)
    assert item.why == {"code": "flagged", "params": {"who": "alice", "reason": "Yesterday's figure."}}
    assert second.review_item == item
    make_finished_run(node)
    item.refresh_from_db()
    assert (item.status, item.version) == (ReviewStatus.OPEN, 3)


def test_four_eyes_keeps_from_ruling_on_ones_own_flag(reviewer: User, admin: User, settings: object) -> None:
    node = make_node()
    make_finished_run(node)
    flag_node(node=node, user=reviewer, reason="Wrong month.")
    item = ReviewItem.objects.get()
    settings.REVIEW_FOUR_EYES = True
    with pytest.raises(Refused, match="flagged this yourself"):
        _rule(item, reviewer)
    assert _rule(item, admin, FIX).decided_by == admin


def test_ruling_on_other_evidence_than_was_shown_is_refused(item: ReviewItem, reviewer: User) -> None:
    with pytest.raises(ReviewConflict, match="has changed"):
        rule_review(item=item, user=reviewer, version=1, judgement=ACCEPT, evidence_hash="e" * 64)
    assert Ruling.objects.count() == 0
    shown = gather_evidence(items=[item])[item.pk].digest
    assert rule_review(item=item, user=reviewer, version=1, judgement=ACCEPT, evidence_hash=shown).evidence_hash == shown


def test_accepted_value_has_the_number_and_unit_of_its_candidate(item: ReviewItem, reviewer: User) -> None:
    ruling = _rule(item, reviewer, PersonJudgement(RulingDecision.ACCEPT, value="5.5%", number="999", unit="USD"))
    assert (ruling.value, ruling.number, ruling.unit) == ("5.5%", "5.5", "%")


@pytest.mark.parametrize(
    ("value", "unit"), [("5.75%", ""), ("5.75", "%"), ("5.75", ""), ("575 bp", ""), ("575", "bp"), (" 5.75 % ", "USD")]
)
def test_fixed_value_is_read_in_the_nodes_unit(item: ReviewItem, reviewer: User, value: str, unit: str) -> None:
    ruling = _rule(
        item, reviewer, PersonJudgement(RulingDecision.FIX, reason="x", value=value, unit=unit, source_url="https://a.example/1")
    )
    assert (ruling.number, ruling.unit) == ("5.75", "%")


def test_evidence_of_a_ruled_flag_is_the_run_that_was_flagged(reviewer: User) -> None:
    node = make_node()
    run = make_finished_run(node)
    for reason in ("Wrong month.", "Wrong again."):
        flag_node(node=node, user=reviewer, reason=reason)
        _rule(ReviewItem.objects.get(status=ReviewStatus.OPEN), reviewer, FIX)
    assert get_evidence_run(_node(ReviewItem.objects.first()).state) == run
