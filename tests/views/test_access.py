"""Every page × everybody × every method × one's own and another's: who may do what; a new page without its lines here fails."""

from collections.abc import Iterator

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve

from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.e2e.walk import NO_PAGE, fill_pages
from tests.event_rows import make_event
from tests.views.access_rows import (
    DESK,
    LOGIN,
    MATRIX,
    OBJECTS,
    OTHER_METHODS,
    OTHERWISE,
    OVERSEEN,
    PEOPLE,
    PRIVATE,
    SECRET,
    SHARED,
    expected_of,
)
from tests.views.desk import make_dispute, make_second
from tests.views.rows import make_batch, make_node, make_open_run, make_run
from tests.views.verified import make_delivery, make_somebody, make_verification
from verification.services.operations.profiles import renew_feed
from verification.services.operations.tokens import create_token


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
    if name in ("own-feed", "own-badge"):
        return f"/feeds/{renew_feed(user=owner)}/{'policy-rate.svg' if name == 'own-badge' else ''}"
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
        "node-new": "/new/",
        "node-reading": "/new/reading/",
        "welcome": "/welcome/",
        "help": "/help/",
        "help-document": "/help/start/",
        "node-badge": f"/nodes/{node.slug}/badge.svg",
        "node-flag": f"/nodes/{node.slug}/flag/",
        "compare": f"/nodes/{node.slug}/compare/",
        "node-day": f"/nodes/{node.slug}/day/",
        "history-csv": f"/nodes/{node.slug}/history.csv",
        "history-json": f"/nodes/{node.slug}/history.json",
        "verify": f"/nodes/{node.slug}/verify/",
        "node-series": f"/nodes/{node.slug}/series/",
        "node-series-found": f"/nodes/{node.slug}/series/found/",
        "node-series-search": f"/nodes/{node.slug}/series/search/",
        "node-series-table": f"/nodes/{node.slug}/series/table/",
        "node-names": f"/nodes/{node.slug}/names/",
        "palette": "/palette/",
        "batches": "/batches/",
        "batch-new": "/batches/new/",
        "watch": f"/nodes/{node.slug}/watch/",
        "unwatch": f"/nodes/{node.slug}/unwatch/",
        "node-feed": f"/nodes/{node.slug}/feed/",
        "own-feed": "/feeds/nobodys/",
        "own-badge": f"/feeds/nobodys/{node.slug}.svg",
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
        "verification-new": "/verifications/new/",
        "usage-try": "/usage/try/",
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
        ending |= {
            "citation-report-cancel": "cancel/",
            "citation-report-delete": "delete/",
            "citation-dispute": "1/dispute/",
            "citation-send": "1/send/",
            "citation-schedule": "schedule/",
        }
        return f"/citations/{make_report(user=owner).pk}/{ending.get(name, '')}"
    if name in OBJECTS and name.startswith("attribution"):
        ending = {"attribution-live": "live/", "attribution-mode": "mode/", "attribution-source": "sources/1/"}
        ending |= {"attribution-mark": "sources/1/mark/", "attribution-delete": "delete/"}
        return f"/attributions/{make_attribution(user=owner).pk}/{ending.get(name, '')}"
    if name in OBJECTS and name.startswith("event"):
        return f"/events/{make_event(requested_by=owner).pk}/{name[6:] + '/' if name != 'event' else ''}"
    if name in ("verification", "second-review") or (owner and name in ("own-feed", "own-badge", "token-revoke", "webhook-again")):
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


# To make the people for each page took a fifth of the time.
PARTS = 3
EVERY_METHOD = ("get", "head", "post", *OTHER_METHODS)


def brief_walk(name: str) -> dict[str, tuple[str, ...]]:
    """Everybody reads and sends, reviewers where analysts or admins are answered otherwise; what else a browser never does, admins try."""
    walk = dict.fromkeys(PEOPLE, ("get", "post")) | {"admin": EVERY_METHOD}
    told_apart = [method for method in ("get", "post") if len({expected_of(name, method, one) for one in PEOPLE[2:]}) > 1]
    return walk | {"reviewer": tuple(told_apart)}


WHOLE_WALK = dict.fromkeys(PEOPLE, EVERY_METHOD)


@pytest.mark.usefixtures("bare_refusals", "cookie_sessions")
@pytest.mark.parametrize("is_whole", [pytest.param(False, id="brief"), pytest.param(True, id="whole", marks=pytest.mark.long)])
@pytest.mark.parametrize("part", range(PARTS))
def test_who_may_do_what(people: dict[str, AbstractBaseUser], part: int, is_whole: bool) -> None:
    faults = []
    for name in sorted(routes())[part::PARTS]:
        with transaction.atomic():
            faults += faults_of(name, people, WHOLE_WALK if is_whole else brief_walk(name))
            transaction.set_rollback(True)
    assert faults == []


@pytest.fixture
def people(
    stranger: AbstractBaseUser, analyst: AbstractBaseUser, reviewer: AbstractBaseUser, admin: AbstractBaseUser
) -> dict[str, AbstractBaseUser]:
    return {"stranger": stranger, "analyst": analyst, "reviewer": reviewer, "admin": admin}


def faults_of(name: str, people: dict[str, AbstractBaseUser], walk: dict[str, tuple[str, ...]]) -> list[tuple[str, str, str, object]]:
    """What was answered to whom otherwise than the lines of the page say."""
    address, faults = address_of(name), []
    for person, methods in walk.items():
        client = Client()
        for method in methods:
            # Some pages end the session.
            if person != "nobody" and SESSION_KEY not in client.session:
                client.force_login(people[person], backend="causalflow.accounts.AccountBackend")
            response = getattr(client, method)(address)
            is_sent_to_log_in = (response.status_code, response.get("Location")) == (302, f"/login/?next={address}")
            found = LOGIN if is_sent_to_log_in else response.status_code
            if found != expected_of(name, method, person):
                faults.append((name, person, method, found))
    return faults


@pytest.mark.usefixtures("bare_refusals", "cookie_sessions")
def test_what_is_another_s(analyst: AbstractBaseUser, analyst_client: Client, reviewer_client: Client, stranger_client: Client) -> None:
    """Alice's: what Bob, who has every right of hers, gets, then what she gets herself, and what somebody without a role gets."""
    faults = []
    for name in sorted(OBJECTS):
        with transaction.atomic():
            address = address_of(name, analyst)
            method = "post" if expected_of(name, "get", "reviewer") == 405 or name in ("token-revoke", "webhook-again") else "get"
            found = [getattr(client, method)(address).status_code for client in (reviewer_client, analyst_client, stranger_client)]
            transaction.set_rollback(True)
        if found != expected_among(name, method):
            faults.append((name, found))
    assert faults == []


def expected_among(name: str, method: str) -> list[object]:
    as_told, as_reviewer = (expected_of(name, method, person) for person in ("analyst", "reviewer"))
    return {
        SHARED: [as_told, as_told, 403],
        DESK: [as_reviewer, 403, 403],
        OVERSEEN: [as_reviewer, as_reviewer, 403],
        PRIVATE: [404, 302, 403],
        SECRET: [200, 200, 200],
    }[OBJECTS[name]]


def test_rooms_in_the_menu_are_those_one_may_enter(
    stranger_client: Client, analyst_client: Client, reviewer_client: Client, admin_client: Client
) -> None:
    def rooms(client: Client) -> list[str]:
        html = client.get("/nowhere/").content.decode()
        return [word for word in ("Facts", "Nodes", "Checks", "Desk", "Reviews", "Operations", "Admin") if f'">{word}' in html]

    assert [rooms(client) for client in (stranger_client, analyst_client, reviewer_client, admin_client)] == [
        [],
        ["Facts", "Nodes", "Checks", "Desk", "Reviews"],
        ["Facts", "Nodes", "Checks", "Desk", "Reviews", "Admin"],
        ["Facts", "Nodes", "Checks", "Desk", "Reviews", "Operations", "Admin"],
    ]


def test_forms_are_refused_without_their_token(analyst: AnonymousUser) -> None:
    make_node()
    client = Client(enforce_csrf_checks=True)
    client.force_login(analyst)
    response = client.post("/nodes/policy-rate/verify/")
    assert response.status_code == 403
    assert b"The form was too old" in response.content
