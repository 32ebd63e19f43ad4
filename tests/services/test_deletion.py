"""What somebody handed in is deleted by its owner alone, once it has ended, with every copy of it; over the API and on the page."""

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from attribution.core.answers.sources import RankedDocument
from attribution.models import Attribution, Citation, CitationReport
from attribution.services.answers.tracing import Request, keep_attribution, trace_answer
from attribution.services.citations.deletion import delete_report
from attribution.services.citations.disputes import dispute_citation
from attribution.services.citations.lifecycle import cancel_report, create_report
from tests.api.conftest import program_of
from verification.enums import RunTrigger
from verification.models import AuditEntry, Event, IdempotencyRecord, WebhookCallback, WebhookDelivery
from verification.services.errors import Refused
from verification.services.events.lifecycle import cancel_event, make_node, request_event
from verification.services.notices.endings import tell_ends

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("deletion")]

HOOK = "https://agent.example/hook"
TEXT = "It is so (https://a.example/1)."


def _event(user: User) -> Event:
    event = request_event(text="The SEC approves an ETF.", trigger=RunTrigger.API, requested_by=user, callback_url=HOOK)
    return cancel_event(event=event, user=user)


def _report(user: User) -> CitationReport:
    report = create_report(text=TEXT, trigger=RunTrigger.API, requested_by=user, callback_url=HOOK)
    return cancel_report(report=report, actor=user)


def _attribution(user: User) -> Attribution:
    request = Request("It is so.", (RankedDocument("It is so.", "d", 0.9, {}),), {}, "")
    return keep_attribution(traced=trace_answer(request=request), requested_by=user, callback_url=HOOK)


KINDS: dict[str, tuple[Callable[[User], Model], str, str]] = {
    "event": (_event, "events", "event.delete"),
    "citation-report": (_report, "citations", "citations.delete"),
    "attribution": (_attribution, "attributions", "attribution.delete"),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_owner_deletes_it_over_the_api_with_every_copy(kind: str, analyst: User) -> None:
    make, _list, verb = KINDS[kind]
    row = make(analyst)
    other = make(analyst) if kind != "event" else _report(analyst)
    tell_ends()
    address = reverse(f"api:{kind}", args=[row.pk])
    IdempotencyRecord.objects.create(user=analyst, key="k", fingerprint="f", answer=TEXT, location=address)
    program = program_of(analyst)
    assert (program.delete(address).status_code, program.get(address).status_code, program.delete(address).status_code) == (204, 404, 404)
    told = WebhookDelivery.objects.get()
    assert told.subject.endswith(f":{other.pk}")
    assert (WebhookCallback.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)
    assert AuditEntry.objects.get(verb=verb).actor_name == "alice"
    assert type(other)._default_manager.filter(pk=other.pk).exists()


def test_others_may_not_even_where_they_see_it(
    kind: str, analyst: User, reviewer: User, admin: User, django_user_model: type[User]
) -> None:
    row = KINDS[kind][0](analyst)
    address = reverse(f"api:{kind}", args=[row.pk])
    colleague = django_user_model.objects.create_user("colleague")
    colleague.groups.set(analyst.groups.all())
    assert [program_of(user).delete(address).status_code for user in (colleague, reviewer, admin)] == [404, 409, 409]
    assert type(row)._default_manager.filter(pk=row.pk).exists()


def test_page_says_what_goes_and_then_it_goes(kind: str, analyst: User, analyst_client: Client, reviewer_client: Client) -> None:
    make, listed, _verb = KINDS[kind]
    row = make(analyst)
    page, action = reverse(kind, args=[row.pk]), reverse(f"{kind}-delete", args=[row.pk])
    assert BeautifulSoup(reviewer_client.get(page).content, "lxml").select(f'form[action="{action}"]') == []
    assert reviewer_client.post(action).url == page
    (form,) = BeautifulSoup(analyst_client.get(page).content, "lxml").select(f'form[action="{action}"]')
    assert "This can’t be undone." in form.get_text()
    assert analyst_client.get(action).status_code == 405
    assert analyst_client.post(action).url == reverse(listed)
    assert analyst_client.get(page).status_code == 404


def test_what_is_worked_on_stays(analyst: User) -> None:
    event = request_event(text="The SEC approves an ETF.", trigger=RunTrigger.API, requested_by=analyst)
    refused = program_of(analyst).delete(f"/api/v1/events/{event.pk}/")
    assert (refused.status_code, refused.json()["code"], Event.objects.count()) == (409, "refused", 1)


def test_report_that_a_person_was_asked_about_stays(analyst: User) -> None:
    report = _report(analyst)
    Citation.objects.update(status="misinformation")
    dispute_citation(citation=Citation.objects.get(), user=analyst, reason="It does say so.")
    with pytest.raises(Refused, match="A reviewer was asked"):
        delete_report(report=report, user=analyst)
    assert CitationReport.objects.count() == 1


def test_node_that_was_made_of_an_event_stays(analyst: User, admin: User) -> None:
    event = _event(analyst)
    made = program_of(admin).post(f"/api/v1/events/{event.pk}/node/", {}, content_type="application/json").json()
    assert made["node"] == f"event-{event.pk}"
    assert program_of(analyst).post(f"/api/v1/events/{event.pk}/node/", {}, content_type="application/json").status_code == 403
    node = make_node(event=event, user=admin)
    assert program_of(analyst).delete(f"/api/v1/events/{event.pk}/").status_code == 204
    node.refresh_from_db()
    assert node.is_active
