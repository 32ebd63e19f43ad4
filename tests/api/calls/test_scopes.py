"""What a token may be used for within what its owner may do, and how often."""

from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser, Permission
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import get_resolver

from tests.views.rows import make_verified
from verification.api.calls.access import SCOPES, permissions_of
from verification.core.vocabulary import Scope
from verification.models import ApiToken
from verification.services.errors import Refused
from verification.services.operations.tokens import create_token, scopes_of

pytestmark = pytest.mark.django_db

API = "/api/v1/"
NODES = f"{API}nodes/"
EVERYTHING = [scope.value for scope in Scope]


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def program(user: AbstractBaseUser, *scopes: Scope, per_minute: int | None = None) -> Client:
    secret = create_token(user=user, name="a program", scopes=scopes or None, per_minute=per_minute).secret
    return Client(headers={"Authorization": f"Bearer {secret}"})


def post(client: Client, path: str, body: dict[str, object] | None = None) -> tuple[int, dict[str, object]]:
    response = client.post(f"{API}{path}", body or {}, content_type="application/json")
    return response.status_code, response.json()


def test_every_role_gives_its_scopes(analyst: AbstractBaseUser, reviewer: AbstractBaseUser, admin: AbstractBaseUser) -> None:
    assert [scopes_of(user) for user in (analyst, reviewer, admin)] == [EVERYTHING[:3], EVERYTHING[:4], EVERYTHING]
    assert create_token(user=reviewer, name="x").token.scope_list == EVERYTHING[:4]


def test_reading_token_reads_and_is_told_what_it_lacks(reviewer: AbstractBaseUser) -> None:
    node, client = make_verified(), program(reviewer, Scope.READ)
    assert client.get(NODES).status_code == 200
    for path, scope in ((f"nodes/{node.slug}/verify/", "verify"), (f"nodes/{node.slug}/watch/", "submit"), ("reviews/1/claim/", "rule")):
        status, problem = post(client, path)
        assert (status, problem["code"], problem["scope"], problem["scopes"]) == (403, "missing_scope", scope, ["read"])
        assert problem["detail"] == f"The token “a program” does not have the scope “{scope}”."
    refused = client.post(f"{API}reviews/1/claim/", {}, content_type="application/json")
    assert refused["WWW-Authenticate"] == 'Bearer realm="CausalFlow", error="insufficient_scope", scope="rule"'


def test_token_without_read_does_what_it_has_alone(analyst: AbstractBaseUser) -> None:
    node, client = make_verified(), program(analyst, Scope.VERIFY)
    assert client.get(NODES).json()["scope"] == "read"
    assert post(client, f"nodes/{node.slug}/verify/")[0] == 202


def test_role_that_was_taken_away_counts_before_the_scope(reviewer: AbstractBaseUser) -> None:
    client = program(reviewer, Scope.RULE)
    reviewer.groups.clear()
    status, problem = post(client, "reviews/1/claim/")
    assert (status, problem["code"], "scope" in problem) == (403, "forbidden", False)


def test_token_of_an_analyst_has_no_scope_of_reviewers(analyst: AbstractBaseUser) -> None:
    for scopes, message in (([Scope.RULE, Scope.ADMIN], "rule, admin"), ([], "Choose what")):
        with pytest.raises(Refused, match=message):
            create_token(user=analyst, name="x", scopes=scopes)
    for rate in (0, -1, 100_001):
        with pytest.raises(Refused, match="a minute"):
            create_token(user=analyst, name="x", per_minute=rate)


def test_every_permission_of_a_writing_method_has_a_scope() -> None:
    """One that had none would be open to admins' tokens alone, and nobody would know why."""
    routes = next(pattern for pattern in get_resolver().url_patterns if str(pattern.pattern) == API.lstrip("/"))
    views = [pattern.callback.view_class for pattern in routes.url_patterns if hasattr(pattern.callback, "view_class")]
    needed = {name for view in views for method, name in permissions_of(view).items() if method != "GET"}
    assert needed == set(SCOPES)
    known = {f"{each.content_type.app_label}.{each.codename}" for each in Permission.objects.select_related("content_type")}
    assert {name if "." in name else f"verification.{name}" for name in needed} <= known


def test_log_in_of_the_pages_needs_no_scope(reviewer_client: Client) -> None:
    node = make_verified()
    assert reviewer_client.post(f"{API}nodes/{node.slug}/watch/", {}, content_type="application/json").status_code == 200


def test_rate_of_its_own_ends_a_token_before_others(analyst: AbstractBaseUser) -> None:
    slow, quick = program(analyst, per_minute=2), program(analyst)
    first = slow.get(NODES)
    assert first["RateLimit-Policy"] == '"read";q=600;w=60, "token";q=2;w=60'
    assert first["RateLimit"] == '"read";r=599;t=60, "token";r=1;t=60'
    assert [client.get(NODES).status_code for client in (slow, slow, quick)] == [200, 429, 200]
    refused = slow.get(NODES)
    assert (refused.json()["code"], refused["RateLimit"].split(", ")[1].startswith('"token";r=0;t=')) == ("throttled", True)
    assert quick.get(NODES)["RateLimit"].startswith('"read";r=598;t=')


def test_work_is_counted_apart_and_strangers_are_not_counted(analyst: AbstractBaseUser) -> None:
    node, client = make_verified(), program(analyst)
    asked = client.post(f"{API}nodes/{node.slug}/verify/", {}, content_type="application/json")
    assert (asked["RateLimit-Policy"], asked["RateLimit"]) == ('"work";q=60;w=60', '"work";r=59;t=60')
    assert "RateLimit" not in Client().get(NODES)


def test_list_links_the_page_that_follows_and_the_description(analyst: AbstractBaseUser) -> None:
    for number in range(3):
        make_verified(f"rate-{number}")
    client, about = program(analyst), '</api/v1/schema/>; rel="service-desc", </api/v1/docs/>; rel="service-doc"'
    first = client.get(f"{NODES}?limit=2&sort=slug")
    following = first["Link"].partition(">")[0].removeprefix("<")
    assert first["Link"] == f'<{following}>; rel="next", {about}'
    last = client.get(following)
    assert ([item["slug"] for item in last.json()["items"]], last["Link"]) == (["rate-2"], about)


ORIGIN = "https://app.example.com"
QUESTION = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def shared(response: object) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name.startswith("Access-Control-")}


def test_pages_of_no_origin_may_call_unless_one_is_listed(settings, analyst: AbstractBaseUser) -> None:
    client = program(analyst)
    assert shared(client.get(NODES, headers={"Origin": ORIGIN})) == {}
    assert (client.options(NODES, headers=QUESTION).status_code, shared(client.options(NODES, headers=QUESTION))) == (405, {})
    settings.CORS_ORIGINS = [ORIGIN]
    answer = client.get(NODES, headers={"Origin": ORIGIN})
    assert (answer["Access-Control-Allow-Origin"], "Origin" in answer["Vary"]) == (ORIGIN, True)
    assert "Access-Control-Allow-Credentials" not in answer
    other = client.get(NODES, headers={"Origin": "https://app.example.com.evil.example"})
    assert (shared(other), "Origin" in other["Vary"]) == ({}, True)


def test_question_before_a_request_is_answered_to_listed_origins(settings) -> None:
    settings.CORS_ORIGINS = [ORIGIN]
    answer = Client().options(NODES, headers=QUESTION)
    assert (answer.status_code, answer.content, answer["Access-Control-Allow-Methods"]) == (204, b"", "GET, HEAD, POST, PATCH, DELETE")
    assert "Authorization" in answer["Access-Control-Allow-Headers"]
    assert Client().options(NODES, headers=QUESTION | {"Origin": "null"}).status_code == 401
    assert shared(Client().options("/login/", headers=QUESTION)) == {}


def test_tokens_made_before_keep_what_their_role_gave(analyst: AbstractBaseUser, admin: AbstractBaseUser, django_user_model: type) -> None:
    nobody = django_user_model.objects.create_user("dora")
    root = django_user_model.objects.create_superuser("root")
    for user in (analyst, admin, nobody, root):
        create_token(user=user, name=user.get_username())
    ApiToken.objects.update(scopes="read")
    module = import_module("verification.migrations.0080_token_scopes")
    module.give_scopes_of_role(apps, SimpleNamespace(connection=connection))
    found = dict(ApiToken.objects.values_list("name", "scopes"))
    assert found == {
        analyst.get_username(): "read verify submit",
        admin.get_username(): "read verify submit rule admin",
        "dora": "read",
        "root": "read verify submit rule admin",
    }
