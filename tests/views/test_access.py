"""Every page × everybody × every method × one's own and another's: who may do what; a new page without its lines here fails."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve

from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.e2e.walk import NO_PAGE, fill_pages
from tests.event_rows import make_event
from tests.views.desk import make_dispute, make_second
from tests.views.rows import make_batch, make_node, make_open_run, make_run
from tests.views.verified import make_delivery, make_somebody, make_verification
from verification.services.profiles import renew_feed
from verification.services.tokens import create_token

LOGIN = "login"
PEOPLE = ("nobody", "stranger", "analyst", "reviewer", "admin")
READ = (LOGIN, 403, 200, 200, 200)
WORK = (LOGIN, 403, 302, 302, 302)
RULE = (LOGIN, 403, 403, 302, 302)
RUN_IT = (LOGIN, 403, 403, 403, 200)
OPEN = (200, 200, 200, 200, 200)
SWITCH = (302, 302, 302, 302, 302)
WRONG_METHOD = (405, 405, 405, 405, 405)
INSIDE_WRONG_METHOD = (LOGIN, 403, 405, 405, 405)
RUN_IT_WRONG_METHOD = (LOGIN, 403, 403, 403, 405)
RULE_WRONG_METHOD = (LOGIN, 403, 403, 405, 405)
# Somebody else's, which reviewers and admins may see.
OTHERS = (LOGIN, 403, 404, 200, 200)
OTHERS_WORK = (LOGIN, 403, 404, 302, 302)
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
    ("citations", "get"): READ,
    ("citations", "post"): (LOGIN, 403, 400, 400, 400),
    ("citation-shares", "get"): READ,
    ("citation-shares", "post"): INSIDE_WRONG_METHOD,
    ("citation-shares-csv", "get"): READ,
    ("citation-shares-csv", "post"): INSIDE_WRONG_METHOD,
    ("citation-report", "get"): OTHERS,
    ("citation-report", "post"): INSIDE_WRONG_METHOD,
    ("citation-report-live", "get"): OTHERS,
    ("citation-report-live", "post"): INSIDE_WRONG_METHOD,
    ("citation-card", "get"): OTHERS_WORK,
    ("citation-card", "post"): INSIDE_WRONG_METHOD,
    ("citation-export", "get"): OTHERS,
    ("citation-export", "post"): INSIDE_WRONG_METHOD,
    ("citation-recheck", "get"): INSIDE_WRONG_METHOD,
    ("citation-recheck", "post"): OTHERS_WORK,
    ("citation-schedule", "get"): INSIDE_WRONG_METHOD,
    ("citation-schedule", "post"): OTHERS_WORK,
    ("citation-report-cancel", "get"): INSIDE_WRONG_METHOD,
    ("citation-report-cancel", "post"): OTHERS_WORK,
    ("citation-dispute", "get"): INSIDE_WRONG_METHOD,
    ("citation-dispute", "post"): OTHERS_WORK,
    ("attributions", "get"): READ,
    ("attributions", "post"): (LOGIN, 403, 400, 400, 400),
    ("attribution-figures", "get"): READ,
    ("attribution-figures", "post"): INSIDE_WRONG_METHOD,
    ("attribution", "get"): OTHERS,
    ("attribution", "post"): INSIDE_WRONG_METHOD,
    ("attribution-live", "get"): (LOGIN, 403, 404, 204, 204),
    ("attribution-live", "post"): INSIDE_WRONG_METHOD,
    ("attribution-mode", "get"): INSIDE_WRONG_METHOD,
    ("attribution-mode", "post"): OTHERS_WORK,
    ("attribution-source", "get"): OTHERS,
    ("attribution-source", "post"): INSIDE_WRONG_METHOD,
    ("attribution-mark", "get"): INSIDE_WRONG_METHOD,
    ("attribution-mark", "post"): OTHERS_WORK,
    ("events", "get"): READ,
    ("events", "post"): (LOGIN, 403, 400, 400, 400),
    ("event-calibration", "get"): READ,
    ("event-calibration", "post"): INSIDE_WRONG_METHOD,
    ("event", "get"): OTHERS,
    ("event", "post"): INSIDE_WRONG_METHOD,
    ("event-live", "get"): OTHERS,
    ("event-live", "post"): INSIDE_WRONG_METHOD,
    ("event-cancel", "get"): INSIDE_WRONG_METHOD,
    ("event-cancel", "post"): OTHERS_WORK,
    ("event-outcome", "get"): INSIDE_WRONG_METHOD,
    ("event-outcome", "post"): (LOGIN, 403, 404, 400, 400),
    ("event-node", "get"): INSIDE_WRONG_METHOD,
    ("event-node", "post"): OTHERS_WORK,
    ("verifications", "get"): READ,
    ("verifications", "post"): INSIDE_WRONG_METHOD,
    ("verification", "get"): OTHERS,
    ("verification", "post"): INSIDE_WRONG_METHOD,
    ("usage", "get"): READ,
    ("usage", "post"): INSIDE_WRONG_METHOD,
    ("usage-csv", "get"): READ,
    ("usage-csv", "post"): INSIDE_WRONG_METHOD,
    ("usage-json", "get"): READ,
    ("usage-json", "post"): INSIDE_WRONG_METHOD,
    ("operations", "get"): RUN_IT,
    ("operations", "post"): RUN_IT_WRONG_METHOD,
    ("operations-live", "get"): RUN_IT,
    ("operations-live", "post"): RUN_IT_WRONG_METHOD,
    ("second-reviews", "get"): (LOGIN, 403, 403, 200, 200),
    ("second-reviews", "post"): RULE_WRONG_METHOD,
    ("second-review", "get"): (LOGIN, 403, 403, 200, 200),
    ("second-review", "post"): (LOGIN, 403, 403, 400, 400),
    ("agreement", "get"): READ,
    ("agreement", "post"): INSIDE_WRONG_METHOD,
    ("agreement-csv", "get"): READ,
    ("agreement-csv", "post"): INSIDE_WRONG_METHOD,
    ("agreement-json", "get"): READ,
    ("agreement-json", "post"): INSIDE_WRONG_METHOD,
    ("reviews", "get"): READ,
    ("reviews", "post"): INSIDE_WRONG_METHOD,
    ("review", "get"): READ,
    ("review", "post"): (LOGIN, 403, 403, 400, 400),
    ("review-lease", "get"): READ,
    ("review-lease", "post"): INSIDE_WRONG_METHOD,
    ("review-start", "get"): RULE_WRONG_METHOD,
    ("review-start", "post"): RULE,
    ("review-claim", "get"): RULE_WRONG_METHOD,
    ("review-claim", "post"): (LOGIN, 403, 403, 302, 409),  # the reviewer before them holds it
    ("review-release", "get"): RULE_WRONG_METHOD,
    ("review-release", "post"): RULE,
    ("review-undo", "get"): RULE_WRONG_METHOD,
    ("review-undo", "post"): RULE,
    ("review-reopen", "get"): RULE_WRONG_METHOD,
    ("review-reopen", "post"): (LOGIN, 403, 403, 400, 400),
    ("review-bulk", "get"): (LOGIN, 403, 403, 200, 200),
    ("review-bulk", "post"): (LOGIN, 403, 403, 400, 400),
    ("review-moves", "get"): INSIDE_WRONG_METHOD,
    ("review-moves", "post"): WORK,
    ("webhooks", "get"): READ,
    ("webhooks", "post"): (LOGIN, 403, 400, 400, 400),
    ("webhook-again", "get"): INSIDE_WRONG_METHOD,
    ("webhook-again", "post"): (LOGIN, 403, 404, 404, 404),
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


# What other methods get (HEAD is answered as GET); pages that are not named here are inside.
OTHER_METHODS = ("put", "patch", "delete", "options")
OTHERWISE = {
    **dict.fromkeys(("account", "feed-change", "password"), OWN_WRONG_METHOD),
    **dict.fromkeys(("own-feed", "logout", "theme", "robots"), WRONG_METHOD),
    **dict.fromkeys(("review-start", "review-claim", "review-release", "review-undo", "review-reopen", "review-bulk"), RULE_WRONG_METHOD),
    **dict.fromkeys(("second-reviews", "second-review"), RULE_WRONG_METHOD),
    **dict.fromkeys(("operations", "operations-live"), RUN_IT_WRONG_METHOD),
    "language": SWITCH,
    "login": (405, 302, 302, 302, 302),  # whoever is inside already is led there
}

# Whose a thing is that a page is about: everybody's with the role, the reviewers', the owner's and the reviewers', the owner's alone, or of
# whoever knows the address.
SHARED, DESK, OVERSEEN, PRIVATE, SECRET = "shared", "desk", "overseen", "private", "secret"
OBJECTS = {
    **dict.fromkeys(("node", "node-badge", "node-flag", "compare", "node-day", "history-csv", "history-json", "node-feed"), SHARED),
    **dict.fromkeys(("verify", "watch", "unwatch", "run", "run-live", "run-cancel", "batch", "batch-live", "batch-cancel"), SHARED),
    **dict.fromkeys(("review", "review-lease"), SHARED),
    **dict.fromkeys(("review-claim", "review-release", "review-undo", "review-reopen", "second-review"), DESK),
    **dict.fromkeys(("citation-report", "citation-report-live", "citation-report-cancel"), OVERSEEN),
    **dict.fromkeys(("citation-card", "citation-export", "citation-recheck", "citation-dispute", "citation-schedule"), OVERSEEN),
    **dict.fromkeys(("attribution", "attribution-live", "attribution-mode", "attribution-source", "attribution-mark"), OVERSEEN),
    **dict.fromkeys(("event", "event-live", "event-cancel", "event-outcome", "event-node"), OVERSEEN),
    "verification": OVERSEEN,
    "token-revoke": PRIVATE,
    "webhook-again": PRIVATE,
    "own-feed": SECRET,
}


def patterns_of(patterns: list[object] | None = None) -> Iterator[URLPattern]:
    """The pages; the admin and the API are tested in places of their own."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.app_name != "admin" and not str(pattern.pattern).startswith("api/"):
            yield from patterns_of(pattern.url_patterns)


def routes() -> set[str]:
    return {pattern.name or "" for pattern in patterns_of()}


def _own_address(name: str, owner: AbstractBaseUser) -> str:
    if name == "second-review":
        return f"/reviews/second/{make_second('brent', make_somebody()).pk}/"
    if name == "own-feed":
        return f"/feeds/{renew_feed(user=owner)}/"
    if name == "token-revoke":
        return f"/account/tokens/{create_token(user=owner, name='a program').token.pk}/revoke/"
    if name == "webhook-again":
        return f"/account/webhooks/{make_delivery(owner, status='failed').pk}/again/"
    return f"/verifications/{make_verification(owner).public_id}/"


def address_of(name: str, owner: AbstractBaseUser | None = None) -> str:
    """Where a page of the route is; what it is about was asked for by ``owner`` and belongs to them."""
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
        "events": "/events/",
        "event-calibration": "/events/calibration/",
        "usage": "/usage/",
        "citations": "/citations/",
        "citation-shares": "/citations/shares/",
        "citation-shares-csv": "/citations/shares.csv",
        "attributions": "/attributions/",
        "attribution-figures": "/attributions/figures/",
        "verifications": "/verifications/",
        "usage-csv": "/usage.csv",
        "usage-json": "/usage.json",
        "operations": "/operations/",
        "operations-live": "/operations/live/",
        "second-reviews": "/reviews/second/",
        "agreement": "/reviews/agreement/",
        "agreement-csv": "/reviews/agreement.csv",
        "agreement-json": "/reviews/agreement.json",
        "reviews": "/reviews/",
        **{f"review-{page}": f"/reviews/{page}/" for page in ("start", "bulk", "moves")},
        "webhooks": "/account/webhooks/",
        "webhook-again": "/account/webhooks/999/again/",
        "tokens": "/account/tokens/",
        "token-revoke": "/account/tokens/999/revoke/",
        "login": "/login/",
        "logout": "/logout/",
        "language": "/language/",
        "theme": "/theme/",
        "robots": "/robots.txt",
    }
    if name in OBJECTS and name.startswith("citation"):
        ending = {"citation-report-live": "live/", "citation-card": "1/", "citation-export": "export.md", "citation-recheck": "recheck/"}
        ending |= {"citation-report-cancel": "cancel/", "citation-dispute": "1/dispute/", "citation-schedule": "schedule/"}
        return f"/citations/{make_report(user=owner).pk}/{ending.get(name, '')}"
    if name in OBJECTS and name.startswith("attribution"):
        ending = {"attribution-live": "live/", "attribution-mode": "mode/", "attribution-source": "sources/1/"}
        ending["attribution-mark"] = "sources/1/mark/"
        return f"/attributions/{make_attribution(user=owner).pk}/{ending.get(name, '')}"
    if name in OBJECTS and name.startswith("event"):
        return f"/events/{make_event(requested_by=owner).pk}/{name[6:] + '/' if name != 'event' else ''}"
    if name in ("verification", "second-review") or (owner and name in ("own-feed", "token-revoke", "webhook-again")):
        return _own_address(name, owner or make_somebody())
    if name in ("batch", "batch-live", "batch-cancel"):
        batch = make_batch(node)
        type(batch).objects.filter(pk=batch.pk).update(requested_by=owner)
        return f"/batches/{batch.pk}/{name[6:] + '/' if name != 'batch' else ''}"
    if name in ("review", "review-lease", "review-claim", "review-release", "review-undo", "review-reopen"):
        return f"/reviews/{make_dispute('brent').pk}/{name[7:] + '/' if name != 'review' else ''}"
    if name == "run-cancel":
        return f"/runs/{make_open_run(node, requested_by=owner).pk}/cancel/"
    if name.startswith("run"):
        return f"/runs/{make_run(node).pk}/{'live/' if name == 'run-live' else ''}"
    return addresses[name]


def expected_of(name: str, method: str, person: str) -> str | int:
    row = OTHERWISE.get(name, INSIDE_WRONG_METHOD) if method in OTHER_METHODS else MATRIX[name, "get" if method == "head" else method]
    return row[PEOPLE.index(person)]


def test_every_page_has_its_lines() -> None:
    assert {name for name, _method in MATRIX} == routes()
    assert {method for _name, method in MATRIX} == {"get", "post"}
    assert len(MATRIX) == 2 * len(routes())
    assert set(OTHERWISE) <= routes()
    assert set(OBJECTS) == {pattern.name for pattern in patterns_of() if pattern.pattern.converters}


def test_every_page_is_walked_in_the_browser(admin: AbstractBaseUser) -> None:
    """A new page is given an address in tests/e2e/walk.py, or named there as none to look at."""
    walked = {resolve(address.partition("?")[0]).url_name for address in fill_pages(admin) if address != "/nowhere/"}
    assert routes() - {"login"} == (walked - {"docs"}) | NO_PAGE


@pytest.mark.parametrize("name", sorted({name for name, _method in MATRIX}))
def test_who_may_do_what(request: pytest.FixtureRequest, db: None, name: str) -> None:
    address = address_of(name)
    found, expected = {}, {}
    for person in PEOPLE:
        for method in ("get", "head", "post", *OTHER_METHODS):
            client = Client()
            if person != "nobody":
                client.force_login(request.getfixturevalue(person), backend="causalflow.accounts.AccountBackend")
            response = getattr(client, method)(address)
            is_sent_to_log_in = (response.status_code, response.get("Location")) == (302, f"/login/?next={address}")
            found[person, method] = LOGIN if is_sent_to_log_in else response.status_code
            expected[person, method] = expected_of(name, method, person)
    assert found == expected


@pytest.mark.parametrize("name", sorted(OBJECTS))
def test_what_is_another_s(
    analyst: AbstractBaseUser, analyst_client: Client, reviewer_client: Client, stranger_client: Client, name: str
) -> None:
    """Alice's: what Bob, who has every right of hers, gets, then what she gets herself, and what somebody without a role gets."""
    address = address_of(name, analyst)
    method = "post" if expected_of(name, "get", "reviewer") == 405 or name in ("token-revoke", "webhook-again") else "get"
    found = [getattr(client, method)(address).status_code for client in (reviewer_client, analyst_client, stranger_client)]
    as_told = expected_of(name, method, "analyst")
    as_reviewer = expected_of(name, method, "reviewer")
    expected = {
        SHARED: [as_told, as_told, 403],
        DESK: [as_reviewer, 403, 403],
        OVERSEEN: [as_reviewer, as_reviewer, 403],
        PRIVATE: [404, 302, 403],
        SECRET: [200, 200, 200],
    }
    assert found == expected[OBJECTS[name]]


def test_rooms_in_the_menu_are_those_one_may_enter(
    stranger_client: Client, analyst_client: Client, reviewer_client: Client, admin_client: Client
) -> None:
    def rooms(client: Client) -> list[str]:
        html = client.get("/nowhere/").content.decode()
        return [word for word in ("Nodes", "Reviews", "Admin") if f'">{word}' in html]

    assert [rooms(client) for client in (stranger_client, analyst_client, reviewer_client, admin_client)] == [
        [],
        ["Nodes", "Reviews"],
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
