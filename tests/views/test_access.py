"""Every page × everybody: who may come in, by which method; a new page without a line here fails."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLPattern, get_resolver

from tests.views.rows import make_batch, make_node, make_open_run, make_run

LOGIN = "login"
PEOPLE = ("nobody", "stranger", "analyst", "reviewer", "admin")
READ = (LOGIN, 403, 200, 200, 200)
REVIEWS = (LOGIN, 403, 403, 200, 200)
WORK = (LOGIN, 403, 302, 302, 302)
OPEN = (200, 200, 200, 200, 200)
SWITCH = (302, 302, 302, 302, 302)
WRONG_METHOD = (405, 405, 405, 405, 405)
INSIDE_WRONG_METHOD = (LOGIN, 403, 405, 405, 405)
REVIEWS_WRONG_METHOD = (LOGIN, 403, 403, 405, 405)

NOT_THERE = (404, 404, 404, 404, 404)
OWN = (LOGIN, 200, 200, 200, 200)
OWN_WORK = (LOGIN, 302, 302, 302, 302)
OWN_WRONG_METHOD = (LOGIN, 405, 405, 405, 405)

MATRIX = {
    ("nodes", "get"): READ,
    ("nodes", "post"): INSIDE_WRONG_METHOD,
    ("nodes-csv", "get"): READ,
    ("nodes-csv", "post"): INSIDE_WRONG_METHOD,
    ("nodes-json", "get"): READ,
    ("nodes-json", "post"): INSIDE_WRONG_METHOD,
    ("node", "get"): READ,
    ("node", "post"): INSIDE_WRONG_METHOD,
    ("graph", "get"): READ,
    ("graph", "post"): INSIDE_WRONG_METHOD,
    ("node-badge", "get"): READ,
    ("node-badge", "post"): INSIDE_WRONG_METHOD,
    ("node-flag", "get"): READ,
    ("node-flag", "post"): (LOGIN, 403, 400, 400, 400),
    ("compare", "get"): READ,
    ("compare", "post"): INSIDE_WRONG_METHOD,
    ("node-day", "get"): WORK,
    ("node-day", "post"): INSIDE_WRONG_METHOD,
    ("history-csv", "get"): READ,
    ("history-csv", "post"): INSIDE_WRONG_METHOD,
    ("history-json", "get"): READ,
    ("history-json", "post"): INSIDE_WRONG_METHOD,
    ("verify", "get"): INSIDE_WRONG_METHOD,
    ("verify", "post"): WORK,
    ("watch", "get"): INSIDE_WRONG_METHOD,
    ("watch", "post"): WORK,
    ("unwatch", "get"): INSIDE_WRONG_METHOD,
    ("unwatch", "post"): WORK,
    ("node-feed", "get"): READ,
    ("node-feed", "post"): INSIDE_WRONG_METHOD,
    ("own-feed", "get"): NOT_THERE,
    ("own-feed", "post"): WRONG_METHOD,
    ("account", "get"): OWN,
    ("account", "post"): OWN_WORK,
    ("feed-change", "get"): OWN_WRONG_METHOD,
    ("feed-change", "post"): OWN_WORK,
    ("password", "get"): OWN,
    ("password", "post"): OWN,
    ("run", "get"): READ,
    ("run", "post"): INSIDE_WRONG_METHOD,
    ("run-live", "get"): READ,
    ("run-live", "post"): INSIDE_WRONG_METHOD,
    ("run-cancel", "get"): INSIDE_WRONG_METHOD,
    ("run-cancel", "post"): WORK,
    ("palette", "get"): READ,
    ("palette", "post"): INSIDE_WRONG_METHOD,
    ("batches", "get"): READ,
    ("batches", "post"): WORK,
    ("batch-new", "get"): READ,
    ("batch-new", "post"): INSIDE_WRONG_METHOD,
    ("batch", "get"): READ,
    ("batch", "post"): INSIDE_WRONG_METHOD,
    ("batch-live", "get"): READ,
    ("batch-live", "post"): INSIDE_WRONG_METHOD,
    ("batch-cancel", "get"): INSIDE_WRONG_METHOD,
    ("batch-cancel", "post"): WORK,
    ("reviews", "get"): REVIEWS,
    ("reviews", "post"): REVIEWS_WRONG_METHOD,
    ("tokens", "get"): READ,
    ("tokens", "post"): (LOGIN, 403, 400, 400, 400),
    ("token-revoke", "get"): INSIDE_WRONG_METHOD,
    ("token-revoke", "post"): (LOGIN, 403, 404, 404, 404),
    ("login", "get"): (200, 302, 302, 302, 302),
    ("login", "post"): (200, 302, 302, 302, 302),
    ("logout", "get"): WRONG_METHOD,
    ("logout", "post"): SWITCH,
    ("language", "get"): SWITCH,
    ("language", "post"): SWITCH,
    ("theme", "get"): WRONG_METHOD,
    ("theme", "post"): SWITCH,
    ("robots", "get"): OPEN,
    ("robots", "post"): WRONG_METHOD,
}


def routes(patterns: list[object] | None = None, prefix: str = "") -> Iterator[str]:
    """The names of the pages; the admin and the API are tested in places of their own."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or ""
        elif pattern.app_name != "admin" and not str(pattern.pattern).startswith("api/"):
            yield from routes(pattern.url_patterns)


def address_of(name: str) -> str:
    node = make_node()
    addresses = {
        "nodes": "/",
        "nodes-csv": "/nodes.csv",
        "nodes-json": "/nodes.json",
        "node": f"/nodes/{node.slug}/",
        "graph": "/graph/",
        "node-badge": f"/nodes/{node.slug}/badge.svg",
        "node-flag": f"/nodes/{node.slug}/flag/",
        "compare": f"/nodes/{node.slug}/compare/",
        "node-day": f"/nodes/{node.slug}/day/",
        "history-csv": f"/nodes/{node.slug}/history.csv",
        "history-json": f"/nodes/{node.slug}/history.json",
        "verify": f"/nodes/{node.slug}/verify/",
        "palette": "/palette/",
        "batches": "/batches/",
        "batch-new": "/batches/new/",
        "watch": f"/nodes/{node.slug}/watch/",
        "unwatch": f"/nodes/{node.slug}/unwatch/",
        "node-feed": f"/nodes/{node.slug}/feed/",
        "own-feed": "/feeds/nobodys/",
        "account": "/account/",
        "feed-change": "/account/feed/",
        "password": "/account/password/",
        "reviews": "/reviews/",
        "tokens": "/account/tokens/",
        "token-revoke": "/account/tokens/999/revoke/",
        "login": "/login/",
        "logout": "/logout/",
        "language": "/language/",
        "theme": "/theme/",
        "robots": "/robots.txt",
    }
    if name in ("batch", "batch-live", "batch-cancel"):
        return f"/batches/{make_batch(node).pk}/{name[6:] + '/' if name != 'batch' else ''}"
    if name == "run-cancel":
        return f"/runs/{make_open_run(node).pk}/cancel/"
    if name.startswith("run"):
        return f"/runs/{make_run(node).pk}/{'live/' if name == 'run-live' else ''}"
    return addresses[name]


def test_every_page_has_a_line() -> None:
    assert {name for name, _method in MATRIX} == set(routes())


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize(("name", "method"), MATRIX)
def test_who_may_do_what(request: pytest.FixtureRequest, db: None, name: str, method: str, person: str) -> None:
    client = Client() if person == "nobody" else request.getfixturevalue(f"{person}_client")
    expected = MATRIX[name, method][PEOPLE.index(person)]
    address = address_of(name)
    response = getattr(client, method)(address)
    if expected == LOGIN:
        assert (response.status_code, response["Location"]) == (302, f"/login/?next={address}")
    else:
        assert response.status_code == expected


def test_rooms_in_the_menu_are_those_one_may_enter(
    stranger_client: Client, analyst_client: Client, reviewer_client: Client, admin_client: Client
) -> None:
    def rooms(client: Client) -> list[str]:
        html = client.get("/nowhere/").content.decode()
        return [word for word in ("Nodes", "Reviews", "Admin") if f'">{word}' in html]

    assert [rooms(client) for client in (stranger_client, analyst_client, reviewer_client, admin_client)] == [
        [],
        ["Nodes"],
        ["Nodes", "Reviews", "Admin"],
        ["Nodes", "Reviews", "Admin"],
    ]


def test_forms_are_refused_without_their_token(analyst: AnonymousUser) -> None:
    make_node()
    client = Client(enforce_csrf_checks=True)
    client.force_login(analyst)
    response = client.post("/nodes/policy-rate/verify/")
    assert response.status_code == 403
    assert b"The form was too old" in response.content
