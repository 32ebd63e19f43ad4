"""The admin in our own frame: five doors by what a person may do, a way back, the person's language, colours and dates."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from causalflow.bundles import BUNDLES
from causalflow.site import BEHIND_DOORS, DOORS
from verification.models import SourceGroup

pytestmark = pytest.mark.django_db

WHITELIST = ["Whitelist domains", "Source groups", "Whitelist proposals"]
RULES = ["Trigger rules", "Review settings", "Event rules", "Event entities", "Attribution settings"]
WORDS = re.compile(r"<[^>]+>")


def doors(client: Client, address: str = "/admin/") -> dict[str, list[str]]:
    return {str(door.label): [room.label for room in door.rooms] for door in client.get(address).context["doors"]}


def drawer(client: Client) -> list[str]:
    return [room.label for room in client.get("/admin/").context["drawer"]]


def test_admins_find_five_doors(admin_client: Client) -> None:
    assert doors(admin_client) == {
        "Whitelist": [*WHITELIST, "Site profiles"],
        "Nodes": ["Nodes", "Documents", "Flags"],
        "Providers and budgets": ["Search providers", "Model profiles", "Limits", "Health of the providers"],
        "Rules": RULES,
        "People": ["API tokens", "Audit entries"],
    }


def test_reviewers_and_analysts_find_what_they_may_read(reviewer_client: Client, analyst_client: Client) -> None:
    assert doors(reviewer_client) == {
        "Whitelist": WHITELIST,
        "Nodes": ["Nodes", "Documents", "Flags"],
        "Rules": ["Event rules", "Event entities", "Attribution settings"],
    }
    assert doors(analyst_client) == {
        "Whitelist": ["Whitelist domains", "Source groups"],
        "Nodes": ["Nodes", "Documents"],
        "Rules": ["Event rules", "Event entities", "Attribution settings"],
    }
    added = [room.add for door in analyst_client.get("/admin/").context["doors"] for room in door.rooms]
    assert added == [""] * 7


def test_every_list_lies_behind_one_door_or_in_the_drawer(admin_client: Client) -> None:
    names = [name for _label, _sentence, models in DOORS for name in models]
    assert sorted(names) == sorted(set(names))
    assert {model.__name__ for model in admin.site._registry} >= BEHIND_DOORS
    behind = [room for rooms in doors(admin_client).values() for room in rooms]
    kept = drawer(admin_client)
    assert (kept, [name for name in kept if name in behind]) == (sorted(kept), [])
    apps = admin_client.get("/admin/").context["available_apps"]
    assert sorted([*behind, *kept]) == sorted(model["name"] for app in apps for model in app["models"])


@pytest.mark.parametrize(
    ("address", "open_doors", "open_rooms"),
    [
        ("/admin/", [], []),
        ("/admin/verification/", [], []),
        ("/admin/verification/whitelistdomain/add/", ["Whitelist"], ["Whitelist domains"]),
        ("/admin/verification/limit/", ["Providers and budgets"], ["Limits"]),
        ("/admin/verification/worker/", [], []),
    ],
)
def test_the_door_one_stands_in_is_marked(admin_client: Client, address: str, open_doors: list[str], open_rooms: list[str]) -> None:
    found = [door for door in admin_client.get(address).context["doors"] if door.is_here]
    assert [str(door.label) for door in found] == open_doors
    assert [room.label for door in found for room in door.rooms if room.is_here] == open_rooms


@pytest.mark.parametrize("address", ["/admin/", "/admin/verification/node/add/", "/admin/verification/auditentry/"])
def test_frame_is_ours(admin_client: Client, address: str) -> None:
    """Our bar with the way back, our stylesheet before Django's for forms, none of Django's own frame."""
    admin_client.cookies.load({"theme": "dark", "django_language": "zh-hans"})
    page = admin_client.get(address).content.decode()
    sheets = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', page)
    ours = [re.sub(r"\.[0-9a-f]{12}\.css", ".css", sheet) for sheet in sheets]
    assert ours[0] == "css/causalflow.css"
    assert BUNDLES.get(ours[-1], ours)[-1] == "css/office.css"
    assert [sheet for sheet in ours if sheet.startswith(("admin/css/base", "admin/css/dark_mode", "admin/css/responsive"))] == []
    assert page.count('<html lang="zh-Hans" dir="ltr" data-theme="dark">') == 1
    assert page.count('<a class="brand" href="/">') == 1
    assert page.count('aria-current="page"') == {"/admin/": 1}.get(address, 1)
    assert "theme.js" not in page


def test_strangers_see_no_door(client: Client, stranger_client: Client) -> None:
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert stranger_client.get("/admin/").status_code == 302


def test_dates_are_written_as_on_the_pages() -> None:
    moment = datetime(2026, 11, 22, 18, 35, tzinfo=UTC)
    said = {}
    for language in ("en", "zh-hans"):
        with translation.override(language):
            said[language] = [date_format(moment, kind) for kind in ("DATETIME_FORMAT", "DATE_FORMAT", "SHORT_DATE_FORMAT")]
    assert said == {
        "en": ["22 Nov 2026 18:35", "22 Nov 2026", "22 Nov 2026"],
        "zh-hans": ["2026-11-22 18:35", "2026年11月22日", "2026年11月22日"],
    }


@pytest.mark.parametrize(
    ("slug", "description", "english", "chinese"),
    [
        ("china_media", "中国财经媒体 · Chinese financial media", "Chinese financial media", "中国财经媒体"),
        ("local_papers", "Papers of the region", "local papers", "local papers"),
        ("local_papers", "a · b · c", "local papers", "local papers"),
        ("papers", "", "papers", "papers"),
    ],
)
def test_groups_have_names(slug: str, description: str, english: str, chinese: str) -> None:
    group = SourceGroup(slug=slug, description=description)
    names = []
    for language in ("en", "zh-hans"):
        with translation.override(language):
            names.append(str(group))
    assert names == [english, chinese]
