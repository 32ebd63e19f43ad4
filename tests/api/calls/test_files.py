"""The pages' files and a node's history for programs that come with a token."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.conftest import program_of
from tests.attribution.cited_rows import make_report
from tests.views.rows import make_node, make_state, make_verified
from tests.views.verified import make_somebody
from verification.core.vocabulary import Scope
from verification.models import NodeState
from verification.services.history import unlock_history
from verification.services.operations.profiles import close_feed, renew_feed
from verification.services.operations.tokens import create_token

pytestmark = pytest.mark.django_db

FILES = {
    "/nodes.csv?badge=cross_validated": "text/csv; charset=utf-8",
    "/nodes.json": "application/json",
    "/nodes/policy-rate/history.csv": "text/csv; charset=utf-8",
    "/nodes/policy-rate/history.json": "application/json",
    "/nodes/policy-rate/badge.svg": "image/svg+xml",
    "/nodes/policy-rate/feed/": "application/atom+xml; charset=utf-8",
    "/usage.csv": "text/csv; charset=utf-8",
    "/usage.json": "application/json",
    "/reviews/agreement.csv": "text/csv; charset=utf-8",
    "/reviews/agreement.json": "application/json",
    "/citations/shares.csv": "text/csv; charset=utf-8",
}


def body_of(response: object) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.parametrize("address", FILES)
def test_token_opens_the_file_that_a_person_is_given(address: str, analyst: AbstractBaseUser, analyst_client: Client) -> None:
    make_verified()
    found = program_of(analyst).get(address)
    assert (found.status_code, found["Content-Type"]) == (200, FILES[address])
    assert found["RateLimit"].startswith('"read";r=599;t=')
    assert body_of(found) == body_of(analyst_client.get(address))
    stranger = Client().get(address)
    assert (stranger.status_code, stranger["Location"].partition("?")[0]) == (302, "/login/")


@pytest.mark.parametrize("ending", ["md", "html", "csv", "json"])
def test_report_is_a_file_of_its_owner(ending: str, analyst: AbstractBaseUser) -> None:
    own, other = make_report(user=analyst), make_report(user=make_somebody())
    program = program_of(analyst)
    assert program.get(f"/citations/{own.pk}/export.{ending}").status_code == 200
    refused = program.get(f"/citations/{other.pk}/export.{ending}")
    assert (refused.status_code, refused["Content-Type"], refused.json()["code"]) == (404, "application/problem+json", "not_found")


def test_what_a_token_may_not_open_is_told_as_the_api_tells_it(analyst: AbstractBaseUser) -> None:
    make_verified()
    address = "/nodes/policy-rate/history.json"

    def told(secret: str) -> tuple[int, str]:
        response = Client(headers={"Authorization": f"Bearer {secret}"}).get(address)
        assert response["Content-Type"] == "application/problem+json"
        return response.status_code, response.json()["code"]

    narrow = create_token(user=analyst, name="x", scopes=[Scope.VERIFY]).secret
    slow = create_token(user=analyst, name="y", per_minute=1).secret
    wide = create_token(user=analyst, name="z").secret
    assert Client(headers={"Authorization": f"Bearer {slow}"}).get(address).status_code == 200
    assert [told("cf_nobodys"), told(narrow), told(slow)] == [(401, "bad_token"), (403, "missing_scope"), (429, "throttled")]
    analyst.groups.clear()
    assert told(wide) == (403, "forbidden")
    analyst.is_active = False
    analyst.save()
    assert told(wide) == (401, "bad_token")


def test_token_of_another_scheme_is_no_token_of_ours() -> None:
    response = Client(headers={"Authorization": "Basic YTpi"}).get("/nodes.csv")
    assert (response.status_code, response["Location"].partition("?")[0]) == (302, "/login/")


def test_file_writes_nothing_with_a_token(analyst: AbstractBaseUser) -> None:
    assert program_of(analyst).post("/nodes.csv").status_code == 403  # no form token


def make_past() -> list[NodeState]:
    """Three states of a node, in June, July and August."""
    node = make_node()
    states = []
    for month, number in ((6, "3.5"), (7, "3.75"), (8, "4")):
        state = make_state(node, number=number, value=f"{number}%")
        with unlock_history():
            NodeState.objects.filter(pk=state.pk).update(created_at=datetime(2026, month, 10, 23, 0, tzinfo=UTC))
        states.append(state)
    return states


def values(program: Client, query: str = "") -> list[str]:
    return [each["value"] for each in program.get(f"/api/v1/nodes/policy-rate/history/?{query}").json()["items"]]


def test_history_tells_what_was_known_and_when(program: Client) -> None:
    make_past()
    assert values(program) == ["4%", "3.75%", "3.5%"]
    # In the installation's zone, where the state of 10 July 23:00 UTC is one of the 11th.
    assert values(program, "at=2026-07-11") == ["3.75%", "3.5%"]
    assert values(program, "at=2026-07-10") == ["3.5%"]
    assert values(program, "since=2026-07-11") == ["4%", "3.75%"]
    assert values(program, "at=2026-07-11&since=2026-07-11") == ["3.75%"]
    for query in ("at=0001-01-01", "since=9999-12-31"):
        assert values(program, query) == []
    for query in ("at=9999-12-31", "since=0001-01-01"):
        assert len(values(program, query)) == 3


def test_history_says_what_the_files_say(program: Client) -> None:
    make_past()
    told = program.get("/api/v1/nodes/policy-rate/history/").json()["items"][::-1]
    rows = list(csv.DictReader(io.StringIO(body_of(program.get("/nodes/policy-rate/history.csv")).decode("utf-8-sig"), newline="")))
    names = ("badge", "value", "number", "unit", "trend", "confidence", "reason")
    assert [[str(each[name]) for name in names] for each in told] == [[row[name] for name in names] for row in rows]
    assert [datetime.fromisoformat(each["checked_at"]) for each in told] == [datetime.fromisoformat(row["checked_at"]) for row in rows]
    whole = json.loads(body_of(program.get("/nodes/policy-rate/history.json")))
    assert [each["run"] for each in told] == [row["run"] for row in whole]


def test_history_goes_on_page_by_page_in_so_many_queries(program: Client) -> None:
    make_past()
    first = program.get("/api/v1/nodes/policy-rate/history/?limit=2").json()
    assert values(program, f"limit=2&cursor={first['next']}") == ["3.5%"]
    counts = []
    for query in ("limit=1", "limit=3"):
        with CaptureQueriesContext(connection) as captured:
            values(program, query)
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("query", "field"), [("at=yesterday", "at"), ("since=1719792000", "since"), ("h=1y", "h")])
def test_bad_day_of_a_history_is_named(program: Client, query: str, field: str) -> None:
    make_node()
    response = program.get(f"/api/v1/nodes/policy-rate/history/?{query}")
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, field)


def test_badge_stands_under_the_secret_address_of_a_feed(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    node = make_verified()
    secret = renew_feed(user=analyst)
    address = f"/feeds/{secret}/{node.slug}.svg"
    found = Client().get(address)
    assert (found.status_code, found["Content-Type"], found["X-Robots-Tag"]) == (200, "image/svg+xml", "noindex")
    assert found.content == analyst_client.get(f"/nodes/{node.slug}/badge.svg").content
    assert Client(headers={"If-None-Match": found["ETag"]}).get(address).status_code == 304
    assert f"/feeds/{secret}/SLUG.svg" in analyst_client.get("/account/").content.decode()
    assert [Client().get(other).status_code for other in (f"/feeds/nobodys/{node.slug}.svg", f"/feeds/{secret}/nowhere.svg")] == [404, 404]
    analyst.groups.clear()
    assert Client().get(address).status_code == 404


def test_badge_of_a_closed_feed_is_gone(analyst: AbstractBaseUser) -> None:
    node, secret = make_verified(), renew_feed(user=analyst)
    close_feed(user=analyst)
    assert Client().get(f"/feeds/{secret}/{node.slug}.svg").status_code == 404


def test_badge_is_in_its_owners_language(analyst: AbstractBaseUser) -> None:
    node, secret = make_verified(), renew_feed(user=analyst)
    analyst.profile.language = "zh-hans"
    analyst.profile.save()
    assert "三方交叉验证" in Client(headers={"Accept-Language": "en"}).get(f"/feeds/{secret}/{node.slug}.svg").content.decode()


def test_days_of_a_history_may_lie_ahead(program: Client) -> None:
    make_past()
    assert len(values(program, f"at={timezone.localdate().isoformat()}")) == 3
