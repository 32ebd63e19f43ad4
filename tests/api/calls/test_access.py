"""Every route × everybody × every method; a route without a line here fails."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.event_rows import make_event
from tests.factories import make_document
from tests.views.desk import make_dispute
from tests.views.rows import make_batch, make_open_run, make_verified
from tests.views.verified import make_delivery, make_somebody, make_verification
from verification.services.events.batches import Message, request_event_batch

pytestmark = pytest.mark.django_db

API = "/api/v1/"
PEOPLE = ("nobody", "stranger", "analyst", "reviewer", "admin")
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
READ = (401, 403, 200, 200, 200)
ASK = (401, 403, 202, 202, 202)
DO = (401, 403, 200, 200, 200)
MADE = (401, 403, 201, 201, 201)
GONE = (401, 403, 204, 204, 204)
OWN = (401, 403, 404, 200, 200)  # somebody else's, which reviewers and admins may see
ADMIN = (401, 403, 403, 403, 200)
RULE = (401, 403, 403, 200, 200)
OPEN = (200,) * 5
NOWHERE = (404,) * 5
# To make people and their tokens for each route took a third of the time.
PARTS = 3
OPEN_TO_ALL = ("schema", "docs")
OPEN_WRONG = (405,) * 5
WRONG = (401, 405, 405, 405, 405)

# Somebody else's: analysts do not see it, reviewers and admins do.
EVENT = (401, 403, 404, 200, 200)
KEPT = (401, 403, 404, 409, 409)  # seen, and not theirs to delete
MATRIX = {
    "nodes": {"get": READ, "head": READ, "post": (401, 403, 403, 403, 201)},
    "node": {"get": READ, "head": READ, "patch": ADMIN, "delete": (401, 403, 403, 403, 409)},  # it has a history
    "node-runs": {"get": READ, "head": READ},
    "node-verify": {"post": ASK},
    "node-flags": {"post": MADE},
    "node-watch": {"post": DO, "delete": GONE},
    "node-names": {"get": READ, "head": READ, "post": (401, 403, 403, 403, 200)},
    "node-series": {"get": READ, "head": READ},
    "node-series-suggestions": {"get": READ, "head": READ},
    "node-history": {"get": READ, "head": READ},
    "series": {"get": READ, "head": READ, "post": (401, 403, 403, 403, 400)},  # no word is taken with a body
    "series-publishers": {"get": ADMIN, "head": ADMIN},
    "series-published": {"get": (401, 403, 403, 403, 409), "head": (401, 403, 403, 403, 409)},
    "series-tables": {"get": (401, 403, 403, 403, 409), "head": (401, 403, 403, 403, 409)},
    "run": {"get": READ, "head": READ},
    "run-cancel": {"post": DO},
    "verification-batches": {"post": ASK},
    "verification-batch": {"get": READ, "head": READ},
    "verification-batch-cancel": {"post": DO},
    "consensus": {"post": DO},
    "citation-reports": {"get": READ, "head": READ, "post": ASK},
    "citation-export": {"get": READ, "head": READ},
    "citation-report": {"get": OWN, "head": OWN, "delete": KEPT},
    "citation-recheck": {"post": (401, 403, 404, 202, 202)},
    "citation-schedule": {"get": OWN, "head": OWN, "patch": OWN},
    "citation-report-cancel": {"post": OWN},
    "citation-dispute": {"post": (401, 403, 404, 201, 201)},
    "citation-send": {"post": (401, 403, 404, 201, 201)},
    "citation-checks": {"post": ASK},
    "citation-shares": {"get": READ, "head": READ},
    "documents": {"get": READ, "head": READ, "post": ADMIN},
    "document": {"get": READ, "head": READ, "delete": (401, 403, 403, 403, 204)},
    "whitelist": {"get": READ, "head": READ},
    "reviews": {"get": READ, "head": READ},
    "review": {"get": READ, "head": READ},
    "review-agreement": {"get": READ, "head": READ},
    "review-claim": {"post": RULE},
    "review-release": {"post": RULE},
    "review-rule": {"post": RULE},
    "review-undo": {"post": (401, 403, 403, 409, 409)},  # there is nothing to undo
    "review-reopen": {"post": (401, 403, 403, 409, 409)},
    "review-bulk": {"post": RULE},
    "verifications": {"get": READ, "head": READ, "post": ASK},
    "verification": {"get": OWN, "head": OWN},
    "webhook-deliveries": {"get": READ, "head": READ},
    "webhook-redelivery": {"post": (401, 403, 404, 404, 200)},
    "webhook-settings": {"get": READ, "head": READ, "post": DO},
    "webhook-test": {"post": (401, 403, 409, 409, 409)},
    "webhook-secret": {"get": READ, "head": READ, "post": DO},
    "usage": {"get": READ, "head": READ},
    "attributions": {"get": READ, "head": READ, "post": MADE},
    "attribution-batch": {"post": DO},
    "attribution": {"get": OWN, "head": OWN, "delete": KEPT},
    "attribution-marks": {"post": OWN},
    "attribution-settings": {"get": READ, "head": READ, "patch": ADMIN},
    "attribution-figures": {"get": READ, "head": READ},
    "events": {"get": READ, "head": READ, "post": ASK},
    "event": {"get": EVENT, "head": EVENT, "delete": KEPT},
    "event-node": {"post": ADMIN},
    "event-cancel": {"post": EVENT},
    "event-batches": {"post": ASK},
    "event-batch": {"get": OWN, "head": OWN},
    "event-batch-cancel": {"post": OWN},
    "event-outcome": {"post": EVENT},
    "schema": {"get": OPEN, "head": OPEN},
    "docs": {"get": OPEN, "head": OPEN},
    "nowhere": dict.fromkeys(METHODS, NOWHERE),
}
BODIES = {
    "nodes": {"slug": "utopia-rate", "label": "Policy rate of Utopia", "kind": "percent"},
    "node": {"label": "Policy rate of Utopia"},
    "documents": {"items": [{"url": "https://paper.example/new", "text": "The rate is 3.5%."}]},
    "verification-batches": {"slugs": ["policy-rate"]},
    "verifications": {"claim": "Sales rose 3%"},
    "events": {"text": "Bybit was hacked"},
    "event-batches": {"items": [{"text": "Bybit was hacked"}]},
    "event-outcome": {"outcome": "confirmed"},
    "citation-reports": {"text": "Sales rose 3% (https://a.example/x)."},
    "citation-dispute": {"reason": "The page says so."},
    "citation-schedule": {"rhythm": "weekly"},
    "citation-checks": {"claim": "Sales rose 3%.", "url": "https://a.example/x"},
    "node-flags": {"reason": "The page says 3.6%."},
    "node-names": {"name": "政策利率", "decision": "refuse"},
    "series": {"publisher": "fred", "code": "UNRATE"},
    "review-rule": {"version": 1, "decision": "retry"},
    "review-reopen": {"reason": "Look again."},
    "review-bulk": {"items": [{"id": 1, "version": 1}], "decision": "retry"},
    "consensus": {"node": {"label": "Policy rate", "kind": "percent"}, "results": []},
    "attributions": {"answer": "Sales rose 3%.", "documents": []},
    "attribution-batch": {"items": [{"answer": "Sales rose 3%.", "documents": []}]},
    "attribution-marks": {"index": 1, "is_right": True},
}

CITED = {
    "citation-report": "",
    "citation-recheck": "recheck/",
    "citation-report-cancel": "cancel/",
    "citation-schedule": "schedule/",
    "citation-dispute": "citations/1/dispute/",
    "citation-send": "citations/5/send/",
}


def address_of(name: str) -> str:
    node = make_verified()
    paths = {
        "node": f"nodes/{node.slug}/",
        "review-bulk": "reviews/bulk/",
        "review-agreement": "reviews/agreement/",
        "node-runs": f"nodes/{node.slug}/runs/",
        "node-verify": f"nodes/{node.slug}/verify/",
        "node-flags": f"nodes/{node.slug}/flags/",
        "node-watch": f"nodes/{node.slug}/watch/",
        "document": f"documents/{make_document(text='The rate is 3.5%.').pk}/",
        "node-history": f"nodes/{node.slug}/history/",
        "node-names": f"nodes/{node.slug}/names/",
        "node-series": f"nodes/{node.slug}/series/",
        "node-series-suggestions": f"nodes/{node.slug}/series-suggestions/",
        "series": "series/?q=rate",
        "series-publishers": "series/publishers/?q=rate",
        "series-published": "series/published/?publisher=ecb&code=ICP/M",
        "series-tables": "series/tables/?publisher=ecb&table=ICP",
        "run": f"runs/{node.state.run_id}/",
        "attribution-batch": "attributions/batch/",
        "citation-export": "citation-reports/export/",
        "webhook-test": "webhook-deliveries/test/",
    }
    if name.startswith("event-batch") and name != "event-batches":
        batch = request_event_batch(messages=[Message(text="Bybit was hacked")], requested_by=make_somebody())
        return f"{API}event-batches/{batch.pk}/{'cancel/' if name.endswith('cancel') else ''}"
    if name in ("event", "event-cancel", "event-outcome", "event-node"):
        event = make_event(is_open=name == "event-cancel")
        return f"{API}events/{event.pk}/{name[6:] + '/' if name != 'event' else ''}"
    if name in ("attribution", "attribution-marks"):
        return f"{API}attributions/{make_attribution().pk}/{'marks/' if name == 'attribution-marks' else ''}"
    if name in CITED:
        report = make_report(is_open=name == "citation-report-cancel")
        return f"{API}citation-reports/{report.pk}/{CITED[name]}"
    if name.startswith("review") and name not in ("reviews", "review-bulk", "review-agreement"):
        return f"{API}reviews/{make_dispute().pk}/{name[7:] + '/' if name != 'review' else ''}"
    if name == "verification":
        return f"{API}verifications/{make_verification(make_somebody()).public_id}/"
    if name == "webhook-redelivery":
        return f"{API}webhook-deliveries/{make_delivery(make_somebody(), status='failed').pk}/redeliver/"
    if name.startswith("verification-batch-") or name == "verification-batch":
        return f"{API}verification-batches/{make_batch(node).pk}/{'cancel/' if name.endswith('cancel') else ''}"
    if name == "run-cancel":
        return f"{API}runs/{make_open_run(node).pk}/cancel/"
    return API + paths.get(name, f"{name}/")


def test_every_route_has_a_line() -> None:
    routes = next(pattern for pattern in get_resolver().url_patterns if str(pattern.pattern) == API.lstrip("/"))
    assert {pattern.name for pattern in routes.url_patterns} == set(MATRIX)


def methods_of(name: str, person: str) -> tuple[str, ...]:
    """Those that the route takes are tried by everybody, HEAD, which is answered as GET is, and one of the others by whoever may most.

    Reviewers leave out what is answered to analysts and admins alike. A method more than the line says would stand in the schema too.
    """
    taken = tuple(method for method in METHODS if method in MATRIX[name] and method != "head")
    if person == "admin":
        others = [method for method in METHODS if method not in taken and method != "head"]
        tried = {*taken, "head", *others[list(MATRIX).index(name) % max(len(others), 1) :][:1]}
        return tuple(method for method in METHODS if method in tried)
    return tuple(method for method in taken if person != "reviewer" or len(set(MATRIX[name][method][2:])) > 1)


@pytest.mark.usefixtures("unthrottled")
@pytest.mark.parametrize("is_whole", [pytest.param(False, id="brief"), pytest.param(True, id="whole", marks=pytest.mark.long)])
@pytest.mark.parametrize("part", range(PARTS))
def test_who_may_do_what(call: Callable[[str], Client], part: int, is_whole: bool) -> None:
    """Everybody finds the same rows: what one has changed is taken back before the next."""
    programs = {person: call(person) for person in PEOPLE}
    faults = []
    for name in list(MATRIX)[part::PARTS]:
        with transaction.atomic():
            faults += faults_of(name, programs, is_whole=is_whole)
            transaction.set_rollback(True)
    assert faults == []


def faults_of(name: str, programs: dict[str, Client], *, is_whole: bool) -> list[tuple[str, str, dict[str, int]]]:
    """What was answered to whom otherwise than the line of the route says."""
    address, wrong = address_of(name), OPEN_WRONG if name in OPEN_TO_ALL else WRONG
    faults = []
    for place, (person, program) in enumerate(programs.items()):
        methods = METHODS if is_whole else methods_of(name, person)
        with transaction.atomic():
            found = walk(program, address, methods, name)
            transaction.set_rollback(True)
        if found != {method: MATRIX[name].get(method, wrong)[place] for method in methods}:
            faults.append((name, person, found))
    return faults


def walk(client: Client, address: str, methods: tuple[str, ...], name: str) -> dict[str, int]:
    found = {}
    for method in methods:
        body = {"data": BODIES.get(name, {}), "content_type": "application/json"} if method in ("post", "patch") else {}
        response = getattr(client, method)(address, **body)
        found[method] = response.status_code
        assert found[method] < 400 or name == "docs" or response["Content-Type"] == "application/problem+json"
        assert found[method] != 401 or response["WWW-Authenticate"] == 'Bearer realm="CausalFlow"'
        assert found[method] != 405 or response["Allow"]
    return found


def test_a_log_in_of_the_pages_reads_and_writes_with_its_form_token(analyst: AbstractBaseUser) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(analyst)
    address = address_of("node-watch")
    assert client.get(f"{API}nodes/").status_code == 200
    refused = client.post(address, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    client.get("/account/tokens/")
    token = client.cookies["csrftoken"].value
    assert client.post(address, content_type="application/json", headers={"X-CSRFToken": token}).status_code == 200


def test_a_watch_is_ones_own(call: Callable[[str], Client]) -> None:
    address = address_of("node-watch")
    node = address.removesuffix("watch/")
    alice, bob = call("analyst"), call("reviewer")
    alice.post(address, content_type="application/json")
    assert bob.delete(address).status_code == 204
    assert (alice.get(node).json()["is_watched"], bob.get(node).json()["is_watched"]) == (True, False)
    assert alice.delete(address).status_code == 204
    assert alice.get(node).json()["is_watched"] is False


def test_a_run_that_another_asked_for_is_everybody_s_with_the_role(call: Callable[[str], Client], analyst: AbstractBaseUser) -> None:
    run = make_open_run(make_verified(), requested_by=analyst)
    for person, status in (("nobody", 401), ("stranger", 403), ("reviewer", 200)):
        client = call(person)
        assert client.get(f"{API}runs/{run.pk}/").status_code == status
        assert client.post(f"{API}runs/{run.pk}/cancel/", content_type="application/json").status_code == status
    run.refresh_from_db()
    assert run.status == "cancelled"
