"""Watching a node, and the feeds that tell of its changes."""

from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from causalflow.accounts import create_demo_accounts
from tests.hostile import canaries_and, hostile_texts
from tests.views.rows import make_node, make_state, make_verified
from tests.views.test_preferences import every_way_off_site, is_on_site
from verification.models import Node, NodeWatch, UserProfile
from verification.services.operations.profiles import close_feed, renew_feed
from verification.services.reviews.feedback import watch_node

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client: Client, address: str) -> list[tuple[str, str]]:
    """Title and summary of each entry, newest first."""
    response = client.get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    feed = ElementTree.fromstring(response.content)  # noqa: S314 - our own answer
    return [(entry.findtext(f"{ATOM}title"), entry.findtext(f"{ATOM}summary")) for entry in feed.findall(f"{ATOM}entry")]


def make_history(slug: str = "policy-rate") -> Node:
    """Four states, of which the third repeats the second."""
    node = make_node(slug)
    make_state(node)
    make_state(node, number="3.75", value="3.75%")
    make_state(node, number="3.75", value="3.750%")
    make_state(node, badge="unknown", reason="all_stale", value="unknown", number="")
    return node


HISTORY = [
    ("Policy rate: Not enough evidence", "Before: 3.750% (Cross-validated)"),
    ("Policy rate: 3.75\N{NO-BREAK SPACE}% (Cross-validated)", "Before: 3.5% (Cross-validated)"),
    ("Policy rate: 3.5\N{NO-BREAK SPACE}% (Cross-validated)", "This is its first verdict."),
]


def test_button_watches_and_ceases_to(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    make_node()
    for words, action in (("Watch", "/nodes/policy-rate/watch/"), ("Stop watching", "/nodes/policy-rate/unwatch/")):
        form = BeautifulSoup(analyst_client.get("/nodes/policy-rate/").content, "html.parser").select_one("form[action*=watch]")
        assert (form["action"], form.select_one("button").get_text()) == (action, words)
        assert analyst_client.post(action)["Location"] == "/nodes/policy-rate/"
        assert NodeWatch.objects.filter(user=analyst).exists() is (words == "Watch")


@pytest.mark.parametrize("action", ["watch", "unwatch"])
def test_unknown_node_can_t_be_watched(analyst_client: Client, action: str) -> None:
    assert analyst_client.post(f"/nodes/nowhere/{action}/").status_code == 404


@every_way_off_site
def test_no_way_leads_off_site(analyst_client: Client, ways: list[str]) -> None:
    make_node()
    for way in ways:
        for action in ("watch", "unwatch"):
            assert is_on_site(analyst_client.post(f"/nodes/policy-rate/{action}/", {"next": way})["Location"]), way


def test_feed_of_a_node_holds_its_changes_alone(analyst_client: Client) -> None:
    make_history()
    make_verified("gold")
    assert entries(analyst_client, "/nodes/policy-rate/feed/") == HISTORY


def test_feed_of_a_person_holds_what_they_watch(client: Client, analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    watch_node(node=make_history(), user=analyst)
    watch_node(node=make_verified("gold"), user=reviewer)
    assert entries(client, f"/feeds/{renew_feed(user=analyst)}/") == HISTORY
    assert len(entries(client, f"/feeds/{renew_feed(user=reviewer)}/")) == 1


def test_feed_speaks_its_owner_s_language(client: Client, analyst: AbstractBaseUser) -> None:
    watch_node(node=make_verified(), user=analyst)
    token = renew_feed(user=analyst)
    UserProfile.objects.filter(user=analyst).update(language="zh-hans")
    assert "三方交叉验证" in entries(client, f"/feeds/{token}/")[0][0]


def test_old_closed_and_guessed_addresses_lead_nowhere(client: Client, analyst: AbstractBaseUser) -> None:
    old = renew_feed(user=analyst)
    new = renew_feed(user=analyst)
    assert old != new
    assert len(new) >= 43
    statuses = {token: client.get(f"/feeds/{token}/").status_code for token in (old, new, "x", "None", "%00")}
    assert statuses == {old: 404, new: 200, "x": 404, "None": 404, "%00": 400}
    assert close_feed(user=analyst)
    assert client.get(f"/feeds/{new}/").status_code == 404


def test_feed_of_who_lost_their_role_shows_nothing(client: Client, analyst: AbstractBaseUser) -> None:
    token = renew_feed(user=analyst)
    analyst.groups.clear()
    assert client.get(f"/feeds/{token}/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/feeds/{}/", "/feeds/{}/policy-rate.svg"])
def test_feed_of_a_demo_account_is_closed_with_it(client: Client, settings: LazySettings, address: str) -> None:
    """Its password is known to everybody, and so was the address of its feed while the demo lasted."""
    make_verified()
    settings.DEMO = True
    create_demo_accounts()
    address = address.format(renew_feed(user=User.objects.get(username="demo-analyst")))
    assert client.get(address).status_code == 200
    settings.DEMO = False
    assert client.get(address).status_code == 404


def test_feed_is_for_nobody_s_cache(client: Client, analyst: AbstractBaseUser) -> None:
    response = client.get(f"/feeds/{renew_feed(user=analyst)}/")
    assert (response["Cache-Control"], response["X-Robots-Tag"]) == ("private, no-cache", "noindex")


def test_feed_needs_no_more_queries_for_more_entries(analyst_client: Client) -> None:
    make_verified("one")
    make_history("three")
    counts = []
    for slug in ("one", "three"):
        with CaptureQueriesContext(connection) as found:
            entries(analyst_client, f"/nodes/{slug}/feed/")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 6


@canaries_and(hostile_texts("xss", "naughty")[::4], "]]><b>", "\x01\x0b\ufffe", "&lt;img src=x onerror=alert(1)&gt;")
def test_hostile_text_in_a_feed_stays_text(analyst_client: Client, texts: list[str]) -> None:
    node = make_node()
    make_state(node)
    for text in texts:
        shown = text.replace("\x00", "").encode("utf-8", "replace").decode()[:300]
        Node.objects.filter(pk=node.pk).update(label=shown or "x", aliases=[])
        for title, summary in entries(analyst_client, "/nodes/policy-rate/feed/"):
            assert BeautifulSoup(title, "html.parser").find_all(True) == []
            assert BeautifulSoup(summary, "html.parser").find_all(True) == []
