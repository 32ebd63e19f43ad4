"""``callback_url`` of whatever is asked for: kept with the work, refused where the door would refuse it."""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from tests.views.rows import make_node
from verification.models import WebhookCallback

pytestmark = pytest.mark.django_db

HOOK = "https://agent.example/hook"


def post(program: Client, path: str, body: dict[str, object]) -> HttpResponse:
    return program.post(f"/api/v1/{path}", body, content_type="application/json")


ASKED = {
    "run": ("nodes/bank-rate/verify/", {}),
    "batch": ("verification-batches/", {"slugs": ["bank-rate"]}),
    "event": ("events/", {"text": "The SEC approves an ETF."}),
    "report": ("citation-reports/", {"text": "It is so (https://a.example/1)."}),
    "attribution": ("attributions/", {"answer": "It is so.", "documents": [{"content": "It is so."}]}),
}


@pytest.mark.parametrize(("path", "body"), ASKED.values(), ids=ASKED)
def test_callback_is_kept_and_a_private_one_refused(
    analyst: User, program: Client, path: str, body: dict[str, object], request: pytest.FixtureRequest
) -> None:
    make_node("bank-rate")
    kind = request.node.callspec.id
    assert post(program, path, {**body, "callback_url": HOOK}).status_code in (201, 202)
    assert [(row.kind, row.user, row.url) for row in WebhookCallback.objects.all()] == [(kind, analyst, HOOK)]
    refused = post(program, path, {**body, "callback_url": "http://169.254.169.254/latest"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "callback_url")
    assert WebhookCallback.objects.count() == 1


def test_check_of_one_claim_and_a_second_check_take_one_too(program: Client) -> None:
    asked = post(program, "citation-checks/", {"claim": "It is so.", "url": "https://a.example/1", "callback_url": HOOK})
    report = WebhookCallback.objects.get().key
    post(program, f"citation-reports/{report}/cancel/", {})
    WebhookCallback.objects.all().delete()
    again = post(program, f"citation-reports/{report}/recheck/", {"callback_url": HOOK})
    assert (asked.status_code, again.status_code) == (202, 202)
    assert [(row.kind, row.key) for row in WebhookCallback.objects.all()] == [("report", report)]


def test_each_of_many_attributions_has_its_own(program: Client) -> None:
    good = {"answer": "It is so.", "documents": [{"content": "It is so."}], "callback_url": HOOK}
    said = post(program, "attributions/batch/", {"items": [good, {**good, "callback_url": "http://10.0.0.1/"}]}).json()
    assert [item["error"] and item["error"]["errors"][0]["field"] for item in said["items"]] == [None, "items.1.callback_url"]
    assert WebhookCallback.objects.count() == 1
