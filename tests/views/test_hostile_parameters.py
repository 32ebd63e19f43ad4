"""Hostile words in every parameter and form of every page, and in what feeds, pictures and the newer pages show of nodes."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client

from tests.hostile import CANARIES, MISFITS, canaries_and, storable
from tests.tags import Tag, read_tags
from tests.views.access_rows import MATRIX
from tests.views.rows import make_node, make_verified
from tests.views.test_access import address_of
from tests.views.test_hostile import OURS, batches, canaries_in_turn, fill, hrefs, payloads, skeleton, tags_of
from tests.views.test_preferences import OFF_SITE, is_on_site, ways_off_site
from verification.models import Node, NodeFlag, VerificationBatch
from verification.services.operations.profiles import renew_feed
from verification.services.reviews.feedback import flag_node, watch_node

READ = (
    "q",
    "badge",
    "group",
    "stale",
    "conflict",
    "sort",
    "page",
    "a",
    "b",
    "at",
    "h",
    "day",
    "before",
    "seen",
    "next",
    "queue",
    "after",
    "ruled",
    "v",
)
WRITTEN = (
    *("next", "language", "theme", "time_zone", "email", "has_email_alerts", "action", "reason", "source", "name", "days", "query", "q"),
    *("decision", "version", "evidence", "candidate", "value", "unit", "chips", "seen", "item", "take_over", "queue", "keys", "advance"),
    *("badge", "group", "username", "password", "old_password", "new_password1", "new_password2"),
)
# Whoever logs out has no more pages to ask for.
LEFT_OUT = {"logout"}
READABLE = sorted({name for name, method in MATRIX if method == "get" and 405 not in MATRIX[name, method]} - LEFT_OUT)
WRITABLE = sorted({name for name, method in MATRIX if method == "post" and 405 not in MATRIX[name, method]} - LEFT_OUT)
FOREIGN = ("iframe", "object", "embed", "base", "img", "style", "foreignobject")
OUR_SCRIPT = re.compile(r"/static/(?:js/[a-z]+|django_htmx/htmx-2\.min)\.js")


def active_nodes(tags: list[Tag]) -> list[str]:
    """What would run, or show another's page: handlers, scripts that are not ours, frames, links that are no addresses."""
    found = [tag for tag in tags if any(name.startswith("on") for name in tag.attrs)]
    found += [tag for tag in tags if tag.name == "script" and not OUR_SCRIPT.fullmatch(tag.get("src"))]
    found += [tag for tag in tags if tag.name in FOREIGN or (tag.name == "meta" and tag.get("http-equiv"))]
    addresses = [(tag, tag.attrs[name].strip().lower()) for name in ("href", "src", "action") for tag in tags if name in tag.attrs]
    found += [tag for tag, address in addresses if not address.startswith(("/", "#", "?", "http://", "https://"))]
    return [tag.html[:120] for tag in found]


def dealt(names: list[str], every: int) -> dict[str, list[str]]:
    """Our own words for each page, and those of the public sets dealt out among the pages."""
    hands: dict[str, list[str]] = {name: list(OURS) for name in names}
    for place, text in enumerate(payloads()[::every]):
        hands[names[place % len(names)]].append(text)
    return hands


def words_for(hands: dict[str, list[str]]) -> list[object]:
    """Of each page, the canaries and one thing that is no word at all; in a long run what was dealt to it."""
    quick = [pytest.param(name, [*CANARIES, MISFITS[place % len(MISFITS)]], id=name) for place, name in enumerate(hands)]
    return quick + [pytest.param(name, texts, id=f"{name}-whole", marks=pytest.mark.long) for name, texts in hands.items()]


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "texts"), words_for(dealt(READABLE, 4)))
def test_hostile_parameters_are_answered(admin_client: Client, name: str, texts: list[str]) -> None:
    address = address_of(name)
    for text in map(storable, texts):
        response = admin_client.get(f"{address}?{urlencode(dict.fromkeys(READ, text))}")
        assert response.status_code in (200, 204, 302, 400, 404), text
        assert is_on_site(response.get("Location", "/")), text
        if response.get("Content-Type", "").startswith("text/html"):
            assert active_nodes(read_tags(response.content)) == []


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "texts"), words_for(dealt(WRITABLE, 9)))
def test_hostile_forms_are_answered(admin_client: Client, name: str, texts: list[str]) -> None:
    address = address_of(name)
    for text in map(storable, texts):
        response = admin_client.post(address, dict.fromkeys(WRITTEN, text))
        assert response.status_code in (200, 302, 400, 404, 429), text
        assert is_on_site(response.get("Location", "/")), text
        assert active_nodes(read_tags(response.content)) == []


FOLLOWING = ("login", "language", "theme", "watch", "unwatch")


NAMES = sorted({*READABLE, *WRITABLE})


@pytest.mark.parametrize("is_whole", [pytest.param(False, id="ours"), pytest.param(True, id="public", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", FOLLOWING)
def test_no_page_that_follows_leads_off_site(analyst_client: Client, name: str, is_whole: bool) -> None:
    leads_nowhere_else(analyst_client, name, ways_off_site() if is_whole else OFF_SITE)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in FOLLOWING])
@pytest.mark.share(4)
def test_no_page_leads_off_site(analyst_client: Client, name: str) -> None:
    leads_nowhere_else(analyst_client, name, OFF_SITE[:1])


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in NAMES if name not in FOLLOWING])
def test_no_page_leads_off_site_by_public_ways(analyst_client: Client, name: str) -> None:
    leads_nowhere_else(analyst_client, name, ways_off_site()[::12])


def leads_nowhere_else(client: Client, name: str, ways: list[str]) -> None:
    address = address_of(name)
    for way in map(storable, ways):
        for response in (client.get(address, {"next": way}), client.post(address, {"next": way})):
            assert is_on_site(response.get("Location", "/")), way


def fill_more(slug: str, texts: list[str], user: AbstractBaseUser) -> Node:
    """``fill`` with a cause, an objection, a batch and a watch."""
    fill(slug, texts)
    node = Node.objects.get(slug=slug)
    first = storable(texts[0])
    make_node(f"{slug}-cause", label=first[:300], group=first[:60]).links.add(node)
    flag_node(node=node, user=user, reason=first[:2000], source="https://news.example/a")
    NodeFlag.objects.create(node=node, user=user, state=node.state, reason=first[:2000], source=f"javascript:{first}"[:2000])
    batch = VerificationBatch.objects.create(query=urlencode({"q": first[:100], "group": first[:60], "badge": first}))
    batch.runs.set(node.runs.all())
    watch_node(node=node, user=user)
    return node


def pages_of(node: Node) -> Iterator[str]:
    yield from (f"/nodes/{node.slug}/compare/?a={run}&b={run}" for run in node.runs.values_list("pk", flat=True))
    yield from (f"/nodes/{node.slug}/flag/", f"/nodes/{node.slug}/?h=all", f"/batches/{node.runs.get().batches.get().pk}/")


@pytest.mark.parametrize("texts", [*canaries_in_turn(), *batches()[::3]])
def test_newer_pages_show_hostile_text_as_text(reviewer: AbstractBaseUser, admin_client: Client, texts: list[str]) -> None:
    """They hold the elements and attributes that plain words give, and no other."""
    plain = fill_more("plain", ["plain words", "利率为3.5%", "https://news.example/a"], reviewer)
    lists = ("/graph/", "/batches/", "/account/")
    expected = {address: skeleton(tags_of(admin_client, address)) for address in lists}
    hostile = fill_more("hostile", texts, reviewer)
    for like, address in zip(pages_of(plain), pages_of(hostile), strict=True):
        tags = tags_of(admin_client, address)
        assert skeleton(tags) - skeleton(tags_of(admin_client, like)) == set()
        assert active_nodes(tags) == []
    for address in lists:
        tags = tags_of(admin_client, address)
        assert skeleton(tags) - expected[address] == set()
        assert [href for href in hrefs(tags) if not href.startswith(("/", "#", "?", "http://"))] == []


@canaries_and(payloads()[::25])
def test_feeds_and_pictures_of_hostile_nodes_are_well_formed(analyst: AbstractBaseUser, analyst_client: Client, texts: list[str]) -> None:
    """One element of each sort, whatever the words."""
    own = renew_feed(user=analyst)
    shapes = set()
    for place, text in enumerate(texts):
        fill(f"n-{place}", [text])
        node = Node.objects.get(slug=f"n-{place}")
        watch_node(node=node, user=analyst)
        picture = ElementTree.fromstring(analyst_client.get(f"/nodes/{node.slug}/badge.svg").content)  # noqa: S314 - our own answer
        shapes.add(tuple((element.tag, *sorted(element.attrib)) for element in picture.iter()))
        feed = ElementTree.fromstring(analyst_client.get(f"/nodes/{node.slug}/feed/").content)  # noqa: S314 - our own answer
        assert {element.tag.rpartition("}")[2] for element in feed.iter()} <= {
            *("feed", "id", "title", "updated", "link", "entry", "summary", "subtitle", "author", "name", "published"),
        }
    assert len(shapes) == 1
    ElementTree.fromstring(Client().get(f"/feeds/{own}/").content)  # noqa: S314 - our own answer


@canaries_and(payloads()[::12])
def test_palette_answers_hostile_words_as_data(analyst_client: Client, texts: list[str]) -> None:
    make_verified(label="<script>alert(1)</script>")
    for text in texts:
        response = analyst_client.get("/palette/", {"q": storable(text)})
        assert (response.status_code, response["Content-Type"]) == (200, "application/json")
        assert b"<script" not in response.content or response["X-Content-Type-Options"] == "nosniff"
        assert all(item["href"].startswith("/") for item in response.json()["items"])
