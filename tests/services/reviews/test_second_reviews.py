"""Second reviews: drawn once, decided blind by another person, arbitrated by a third where the two differ."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from tests.views.desk import make_dispute, make_second
from verification.enums import RulingDecision
from verification.models import AuditEntry, ReviewItem, ReviewSetting, SecondReview
from verification.reads.reviews.agreement import AgreementFilters, measure_seconds
from verification.services.errors import Refused
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.reviews.second_reviews import decide_second, draw_second_reviews, list_waiting, save_setting

pytestmark = pytest.mark.django_db

ALIKE = PersonJudgement(RulingDecision.ACCEPT, value="$68.40")
OTHERWISE = PersonJudgement(RulingDecision.ACCEPT, value="$66.90")


def _set(percent: int) -> None:
    save_setting(setting=ReviewSetting(second_percent=percent), actor="tests")


def _rule(item: ReviewItem, user: User, judgement: PersonJudgement = ALIKE) -> None:
    rule_review(item=item, user=user, version=item.version, judgement=judgement)


@pytest.mark.postgres("upserts")
def test_rulings_that_stand_are_drawn_once(reviewer: User) -> None:
    later = timezone.now() + timedelta(minutes=5)
    assert ReviewSetting.objects.get().second_percent == 5
    _set(100)
    item, undone, retried = (make_dispute(slug) for slug in ("brent", "wti", "dubai"))
    for each in (item, undone):
        _rule(each, reviewer)
    undone.refresh_from_db()
    undo_ruling(item=undone, user=reviewer)
    _rule(retried, reviewer, PersonJudgement(RulingDecision.RETRY))
    assert draw_second_reviews(now=timezone.now()) == 0
    assert (draw_second_reviews(now=later), draw_second_reviews(now=later)) == (1, 0)
    assert SecondReview.objects.get().ruling.review_item == item


@pytest.mark.postgres("locks")
def test_a_share_of_none_draws_none(reviewer: User) -> None:
    _set(0)
    _rule(make_dispute(), reviewer)
    assert draw_second_reviews(now=timezone.now() + timedelta(minutes=5)) == 0
    assert AuditEntry.objects.filter(verb="review.setting").count() == 1


@pytest.mark.postgres("rows")
def test_two_who_agree_are_done(reviewer: User, admin: User) -> None:
    second = make_second("brent", reviewer)
    assert decide_second(second=second, user=admin, judgement=ALIKE).is_agreed
    assert (ReviewItem.objects.filter(status="open").count(), list(list_waiting(user=admin))) == (0, [])
    found = measure_seconds(filters=AgreementFilters(), now=timezone.now())
    assert (found.count, found.total) == (1, 1)
    with pytest.raises(Refused):
        decide_second(second=second, user=admin, judgement=OTHERWISE)


@pytest.mark.parametrize("judgement", [OTHERWISE, PersonJudgement(RulingDecision.REJECT, reason="Both are old")])
def test_a_disagreement_is_arbitrated_by_a_third(reviewer: User, admin: User, analyst: User, judgement: PersonJudgement) -> None:
    second = decide_second(second=make_second("brent", reviewer), user=admin, judgement=judgement)
    item = ReviewItem.objects.get(status="open")
    assert (second.is_agreed, second.arbitration, item.subject_kind, item.why["code"]) == (False, item, "second", "second_disagrees")
    for party in (reviewer, admin):
        with pytest.raises(Refused):
            _rule(item, party)
    _rule(item, analyst, OTHERWISE)
    item.node.refresh_from_db()
    assert (item.node.state.value, item.node.state.badge) == ("$66.90", "human_ruled")


@pytest.mark.postgres("constraints")
def test_nobody_decides_on_their_own_ruling(reviewer: User) -> None:
    second = make_second("brent", reviewer)
    assert list(list_waiting(user=reviewer)) == []
    with pytest.raises(Refused):
        decide_second(second=second, user=reviewer, judgement=ALIKE)
    with pytest.raises(IntegrityError), transaction.atomic():
        SecondReview.objects.filter(pk=second.pk).update(decided_by=reviewer, decided_at=timezone.now(), is_agreed=True, decision="accept")


def test_what_was_taken_back_waits_no_more(reviewer: User, admin: User) -> None:
    second = make_second("brent", reviewer)
    undo_ruling(item=second.ruling.review_item, user=reviewer)
    assert list(list_waiting(user=admin)) == []
    with pytest.raises(Refused):
        decide_second(second=second, user=admin, judgement=ALIKE)


@pytest.mark.parametrize(
    "judgement",
    [
        PersonJudgement(RulingDecision.RETRY),
        PersonJudgement(RulingDecision.REJECT),
        PersonJudgement(RulingDecision.ACCEPT, value="$1"),
        PersonJudgement(RulingDecision.FIX, value="five"),
    ],
)
def test_what_makes_no_sense_changes_nothing(reviewer: User, admin: User, judgement: PersonJudgement) -> None:
    second = make_second("brent", reviewer)
    with pytest.raises(Refused):
        decide_second(second=second, user=admin, judgement=judgement)
    second.refresh_from_db()
    assert (second.decided_by, second.decision) == (None, "")


@pytest.mark.postgres("rows")
def test_the_card_shows_the_pages_and_not_the_decision(reviewer: User, admin_client: Client, reviewer_client: Client) -> None:
    item = make_dispute()
    reason, name = "Settled on the exchange", "zebedee"
    User.objects.filter(pk=reviewer.pk).update(username=name)
    ruling = rule_review(
        item=item,
        user=reviewer,
        version=1,
        judgement=PersonJudgement(RulingDecision.FIX, reason, value="$67.77", source_url="https://a.example/1"),
    )
    second = SecondReview.objects.create(ruling=ruling, first_by=reviewer)
    page = f"/reviews/second/{second.pk}/"
    text = admin_client.get(page).content.decode()
    assert [word in text for word in ("66.90", "67.77", reason, name)] == [True, False, False, False]
    assert reviewer_client.get(page).status_code == 404
    kept = admin_client.post(page, {"decision": "reject", "reason": ""})
    assert kept.status_code == 400
    done = admin_client.post(page, {"decision": "accept", "candidate": "$66.90"})
    assert (done.status_code, done["Location"], admin_client.get(page).status_code) == (302, "/reviews/second/", 404)


def test_the_list_takes_as_many_queries_for_three_as_for_one(reviewer: User, admin: User, django_assert_num_queries: object) -> None:
    make_second("brent", reviewer)
    for expected in (1, 3):
        with django_assert_num_queries(1):
            found = [row.ruling.review_item.node.slug for row in list_waiting(user=admin)]
        assert len(found) == expected
        if expected == 1:
            make_second("wti", reviewer)
            make_second("dubai", reviewer)
