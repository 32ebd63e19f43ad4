"""What a person asked for is not read by another analyst through the admin pages: lists, rows, histories and searches."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from attribution.core.checks.recheck_times import Rhythm
from attribution.models import CitationCheck
from attribution.services.answers.marks import mark_source
from attribution.services.citations.disputes import dispute_citation
from attribution.services.citations.rechecks import set_rhythm
from tests.attribution.cited_rows import make_report
from tests.attribution.rows import ANSWER, make_attribution
from tests.event_rows import STEPS, make_event
from tests.views.desk import make_dispute
from tests.views.rows import make_batch, make_verified
from tests.views.verified import make_delivery, make_voted
from verification.core.evidence import Why
from verification.enums import RulingDecision
from verification.models import Comparison, Event, EventStep, IdempotencyRecord, ReviewItem, Ruling
from verification.services.operations.tokens import create_token
from verification.services.reviews.desk import PersonJudgement, open_review, rule_review

pytestmark = pytest.mark.django_db

CANARY = "kestrel7"
PAGES = ("change", "history")
# Somebody's rows are the newest of each model.
NEWEST, HISTORIES = 8, 2
MODELS = [model for model in admin.site._registry if model._meta.app_label in ("verification", "attribution")]


@pytest.fixture
def owner(django_user_model: type[User]) -> User:
    return django_user_model.objects.create_user("somebody")


@pytest.fixture
def _rows(owner: User, reviewer: User) -> None:
    """Somebody's things, each with a word that stands in nothing else."""
    event = make_event(text=f"Harborline Pay {CANARY}", requested_by=owner)
    EventStep.objects.create(
        event=event, position=len(STEPS) + 1, state="executor", output={"keywords": CANARY}, started_at=event.created_at
    )
    make_delivery(owner, body=CANARY, url=f"https://{CANARY}.example/hook")
    claim = make_voted(owner)
    type(claim).objects.filter(pk=claim.pk).update(claim=f"{CANARY} holds", payload={"order": CANARY})
    item = open_review(subject_kind="verification", subject_id=claim.pk, why=Why("no_majority", {"values": CANARY}), risk_level="high")
    ruling = rule_review(
        item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.REJECT, reason=f"{CANARY} is not so.")
    )
    Comparison.objects.update_or_create(ruling=ruling, defaults={"value": CANARY, "domains": [CANARY], "is_agreed": False})
    report = make_report(user=owner, text=f"{CANARY} rose 3.1% in May (https://{CANARY}.example/1).")
    set_rhythm(report=report, rhythm=Rhythm.WEEKLY, user=owner)
    CitationCheck.objects.update(passage=CANARY)
    dispute_citation(citation=report.citations.get(index=1), user=owner, reason=f"It says {CANARY}.")
    mark_source(attribution=make_attribution(ANSWER + CANARY, user=owner), index=1, is_right=True, user=owner)
    create_token(user=owner, name=CANARY)
    batch = make_batch(make_verified("asked-for"), query=f"q={CANARY}")
    type(batch).objects.filter(pk=batch.pk).update(requested_by=owner)
    IdempotencyRecord.objects.create(user=owner, key=CANARY, fingerprint="0" * 64)


def name_of(model: type[Model]) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def addresses(model: type[Model]) -> Iterator[str]:
    name = name_of(model)
    yield reverse(f"{name}_changelist")
    for place, key in enumerate(model._base_manager.order_by("-pk").values_list("pk", flat=True)[:NEWEST]):
        # Histories are of one template: two of each model are enough.
        yield from (reverse(f"{name}_{page}", args=[key]) for page in (PAGES if place < HISTORIES else PAGES[:1]))


@pytest.mark.usefixtures("_rows")
def test_analysts_read_nothing_of_what_others_asked(analyst_client: Client, admin_client: Client) -> None:
    every = [address for model in MODELS for address in addresses(model)]
    assert [address for address in every if CANARY.encode() in analyst_client.get(address).content] == []
    assert any(CANARY.encode() in admin_client.get(address).content for address in every)


@pytest.mark.usefixtures("_rows")
def test_analysts_find_nothing_of_it_either(analyst_client: Client) -> None:
    searched = [model for model in MODELS if admin.site._registry[model].search_fields]
    found = [analyst_client.get(reverse(f"{name_of(model)}_changelist"), {"q": CANARY}) for model in searched]
    assert [answer.context["cl"].opts.label for answer in found if answer.status_code == 200 and answer.context["cl"].result_count] == []


@pytest.mark.usefixtures("_rows")
@pytest.mark.parametrize("model", [Event, EventStep])
def test_events_are_for_those_who_rule(analyst_client: Client, reviewer_client: Client, admin_client: Client, model: type[Model]) -> None:
    """As their pages are: analysts find their own there."""
    for address in addresses(model):
        assert [client.get(address).status_code for client in (analyst_client, reviewer_client, admin_client)] == [403, 200, 200], address


@pytest.mark.usefixtures("_rows")
@pytest.mark.parametrize("model", [ReviewItem, Ruling, Comparison])
def test_analysts_see_the_desk_of_nodes(analyst_client: Client, reviewer_client: Client, reviewer: User, model: type[Model]) -> None:
    """What people ruled of nodes is everybody's."""
    item = make_dispute("shown")
    rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$68.40"))
    name = name_of(model)
    row = model._base_manager.order_by("-pk").first()
    assert row is not None
    for page in PAGES:
        assert analyst_client.get(reverse(f"{name}_{page}", args=[row.pk])).status_code == 200
    shown = [client.get(reverse(f"{name}_changelist")).context["cl"].result_count for client in (analyst_client, reviewer_client)]
    assert shown[0] < shown[1] == model._base_manager.count()
