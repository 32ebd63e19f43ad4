"""Rows for the tests of the review desk: conflicts with the pages behind each value."""

from datetime import timedelta

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone

from tests.views.rows import make_node, make_page, make_state
from verification.enums import RulingDecision
from verification.models import ReviewItem, SecondReview
from verification.services.reviews.desk import PersonJudgement, rule_review

VALUES = ("68.40", "66.90")


def make_dispute(slug: str = "brent", risk: str = "high", **fields: object) -> ReviewItem:
    """Two values on two domains each, one page that repeats, one that is about something else."""
    node = make_node(slug, kind="currency", unit="USD", risk_level=risk, **fields)
    now = timezone.now()
    pages = [
        _page("meridian.example", "Brent crude was trading at $68.40, up 1.2% on the day.", "68.40", 7, is_whitelisted=True),
        _page("caijing.example", "布伦特原油近月合约报每桶68.40美元。", "68.40", 6, figure="68.40美元"),
        _page("portbulletin.example", "Brent at $68.40, according to Meridian.", "68.40", 5, stance="derived"),
        _page("harbour.example", "Brent for January eased to $66.90 a barrel in late trade.", "66.90", 1, stance="contradicts"),
        _page("journal.example", "Front-month Brent ended at $66.90.", "66.90", 2, stance="contradicts"),
        make_page("Copper rose.", "", domain="metals.example", stance="off_topic", is_accepted=False, published_at=now),
    ]
    domains = (["meridian.example", "caijing.example"], ["harbour.example", "journal.example"])
    values = [
        {"value": f"${number}", "number": number, "domains": names, "stories": 2} for number, names in zip(VALUES, domains, strict=True)
    ]
    review = {"code": "values_disagree", "params": {"values": list(VALUES)}}
    state = make_state(
        node,
        pages=pages,
        badge="needs_human",
        reason="values_disagree",
        value="unknown",
        number="",
        unit="USD",
        conflicts=values,
        candidates=values,
        review=review,
    )
    return ReviewItem.objects.create(
        subject_kind="run", subject_id=state.run_id, node=node, reason="values_disagree", why=review, risk_level=risk
    )


def make_second(slug: str, first: AbstractBaseUser) -> SecondReview:
    """A dispute on which ``first`` ruled and that was drawn."""
    item = make_dispute(slug)
    ruling = rule_review(item=item, user=first, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$68.40"))
    return SecondReview.objects.create(ruling=ruling, first_by=first)


def _page(domain: str, text: str, number: str, hours: int, **fields: object) -> dict[str, object]:
    figure = str(fields.pop("figure", f"${number}"))
    at = timezone.now() - timedelta(hours=hours)
    row = {"domain": domain, "url": f"https://{domain}/brent", "title": "Oil", "published_at": at, "is_accepted": False}
    return make_page(text, figure, **{**row, "value": f"${number}", "number": number, **fields})
