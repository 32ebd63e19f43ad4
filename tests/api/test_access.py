"""Every route × everybody × every method; a route without a line here fails."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from django.urls import get_resolver

from tests.views.rows import make_open_run, make_verified

pytestmark = pytest.mark.django_db

API = "/api/v1/"
PEOPLE = ("nobody", "stranger", "analyst", "reviewer", "admin")
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
READ = (401, 403, 200, 200, 200)
REVIEWERS = (401, 403, 403, 200, 200)
ASK = (401, 403, 202, 202, 202)
DO = (401, 403, 200, 200, 200)
MADE = (401, 403, 201, 201, 201)
GONE = (401, 403, 204, 204, 204)
OPEN = (200,) * 5
NOWHERE = (404,) * 5
OPEN_TO_ALL = ("schema", "docs")
OPEN_WRONG = (405,) * 5
WRONG = (401, 405, 405, 405, 405)

MATRIX = {
    "nodes": {"get": READ, "head": READ},
    "node": {"get": READ, "head": READ},
    "node-runs": {"get": READ, "head": READ},
    "node-verify": {"post": ASK},
    "node-flags": {"post": MADE},
    "node-watch": {"post": DO, "delete": GONE},
    "run": {"get": READ, "head": READ},
    "run-cancel": {"post": DO},
    "consensus": {"post": DO},
    "whitelist": {"get": READ, "head": READ},
    "reviews": {"get": REVIEWERS, "head": REVIEWERS},
    "schema": {"get": OPEN, "head": OPEN},
    "docs": {"get": OPEN, "head": OPEN},
    "nowhere": dict.fromkeys(METHODS, NOWHERE),
}
BODIES = {
    "node-flags": {"reason": "The page says 3.6%."},
    "consensus": {"node": {"label": "Policy rate", "kind": "percent"}, "results": []},
}


def address_of(name: str) -> str:
    node = make_verified()
    paths = {
        "node": f"nodes/{node.slug}/",
        "node-runs": f"nodes/{node.slug}/runs/",
        "node-verify": f"nodes/{node.slug}/verify/",
        "node-flags": f"nodes/{node.slug}/flags/",
        "node-watch": f"nodes/{node.slug}/watch/",
        "run": f"runs/{node.state.run_id}/",
    }
    if name == "run-cancel":
        return f"{API}runs/{make_open_run(node).pk}/cancel/"
    return API + paths.get(name, f"{name}/")


def test_every_route_has_a_line() -> None:
    routes = next(pattern for pattern in get_resolver().url_patterns if str(pattern.pattern) == API.lstrip("/"))
    assert {pattern.name for pattern in routes.url_patterns} == set(MATRIX)


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("name", MATRIX)
def test_who_may_do_what(call: Callable[[str], Client], name: str, person: str) -> None:
    address, client, found = address_of(name), call(person), {}
    for method in METHODS:
        body = {"data": BODIES.get(name, {}), "content_type": "application/json"} if method == "post" else {}
        response = getattr(client, method)(address, **body)
        found[method] = response.status_code
        assert found[method] < 400 or name == "docs" or response["Content-Type"] == "application/problem+json"
        assert found[method] != 401 or response["WWW-Authenticate"] == 'Bearer realm="CausalFlow"'
        assert found[method] != 405 or response["Allow"]
    wrong = OPEN_WRONG if name in OPEN_TO_ALL else WRONG
    assert found == {method: MATRIX[name].get(method, wrong)[PEOPLE.index(person)] for method in METHODS}


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
