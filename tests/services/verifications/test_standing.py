"""What a person is told who is asked again, because the pages no longer say what a ruling was made on."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling, Verification
from verification.services.reviews.desk import PersonJudgement, rule_review
from verification.services.verifications.lifecycle import Wanted, request_verification
from verification.services.verifications.verifying import execute_verification

pytestmark = pytest.mark.django_db

CLAIM = "The Elbonian central bank kept its policy rate at 5.25%"
PAPERS = ("anvil", "beacon", "courier", "dispatch", "echo", "falcon", "gazette")


def _page(paper: str, value: str) -> dict[str, Any]:
    text = f"The Elbonian central bank kept its policy rate at {value} on Thursday, {paper} reports after the meeting of its board."
    return {"url": f"https://{paper}.example/{value}", "title": "Policy", "content": text, "published_at": None}


def _verify(user: User, *pages: dict[str, Any]) -> Verification:
    row = request_verification(wanted=Wanted(claim=CLAIM, evidence=pages), requested_by=user)
    return execute_verification(verification_id=row.pk)


def _rule(user: User) -> Ruling:
    judgement = PersonJudgement(RulingDecision.ACCEPT, value="5.25%")
    return rule_review(item=ReviewItem.objects.get(status="open"), user=user, version=1, judgement=judgement)


@pytest.mark.parametrize(("pages", "told"), [(1, 1), (4, 4), (5, 5), (6, 5), (7, 5)])
def test_up_to_five_values_and_publishers_are_named_in_the_order_of_the_pages(analyst: User, reviewer: User, pages: int, told: int) -> None:
    _verify(analyst, _page("anvil", "5.25%"))
    ruling = _rule(reviewer)
    values = [f"{rate}.75%" for rate in range(6, 6 + pages)]
    row = _verify(analyst, *(_page(paper, value) for paper, value in zip(PAPERS, values, strict=False)))
    item = ReviewItem.objects.get(status="open")
    seen = [page for page in row.result["pages"] if page["stance"] != "duplicate"]
    assert (item.subject_id, item.why["code"], item.why["params"]["ruling"]) == (row.pk, "ruling_contradicted", ruling.pk)
    assert sorted(page["domain"] for page in seen) == [f"{paper}.example" for paper in PAPERS[:pages]]
    assert item.why["params"]["domains"] == [page["domain"] for page in seen][:told]
    assert item.why["params"]["others"] == [page["value"] for page in seen][:told]
