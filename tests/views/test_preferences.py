from urllib.parse import urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from django.test import Client, RequestFactory

from tests.hostile import hostile_texts
from tests.views.rows import make_node
from verification.views.preferences import page_to_return_to

OFF_SITE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    "\thttps://evil.example",
    "",
]


def ways_off_site() -> list[str]:
    return OFF_SITE + hostile_texts("open_redirect_next")


every_way_off_site = pytest.mark.parametrize(
    "ways", [pytest.param(OFF_SITE, id="ours"), pytest.param(ways_off_site(), id="whole", marks=pytest.mark.long)]
)


def is_on_site(location: str) -> bool:
    """Whether a browser, which reads a backslash as a slash, would stay."""
    parts = urlsplit(urljoin("http://testserver/login/", location.replace("\\", "/")))
    return (parts.scheme, parts.netloc) == ("http", "testserver")


def html(client: Client, address: str) -> BeautifulSoup:
    return BeautifulSoup(client.get(address).content, "html.parser").html


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_theme_is_written_by_the_server_and_the_page_stays(analyst_client: Client, theme: str) -> None:
    response = analyst_client.post("/theme/", {"theme": theme, "next": "/?q=rate"})
    assert (response.status_code, response["Location"]) == (302, "/?q=rate")
    assert html(analyst_client, "/")["data-theme"] == theme


def test_theme_of_the_system_forgets_the_choice(analyst_client: Client) -> None:
    analyst_client.post("/theme/", {"theme": "dark", "next": "/"})
    analyst_client.post("/theme/", {"theme": "system", "next": "/"})
    assert "data-theme" not in html(analyst_client, "/").attrs


def test_theme_cookie_of_somebody_elses_making_is_ignored(analyst_client: Client) -> None:
    analyst_client.cookies["theme"] = 'dark" onload="alert(1)'
    assert "data-theme" not in html(analyst_client, "/").attrs


def test_language_switch_keeps_the_page(analyst_client: Client) -> None:
    make_node()
    form = html(analyst_client, "/nodes/policy-rate/?before=3").select_one('form[action="/language/"]')
    assert form.select_one("input[name=next]")["value"] == "/nodes/policy-rate/?before=3"
    response = analyst_client.post("/language/", {"language": "zh-hans", "next": "/nodes/policy-rate/?before=3"})
    assert response["Location"] == "/nodes/policy-rate/?before=3"
    assert html(analyst_client, "/nodes/policy-rate/")["lang"] == "zh-Hans"
    assert html(analyst_client, "/nodes/policy-rate/").select_one("h1").get_text() == "Policy rate"


def test_no_way_is_returned_to_that_leads_off_site() -> None:
    """The one door of every ``next`` of ours; log-in has Django's own."""
    ways = [page_to_return_to(RequestFactory().post("/theme/", {"next": way}), "/kept/") for way in ways_off_site()]
    assert [way for way in ways if not is_on_site(way)] == []
    assert [page_to_return_to(RequestFactory().post("/theme/", {"next": way}), "/kept/") for way in OFF_SITE] == ["/kept/"] * len(OFF_SITE)


@every_way_off_site
def test_no_way_leads_off_site(client: Client, db: None, ways: list[str]) -> None:
    for address in ("/theme/", "/language/"):
        for way in ways:
            location = client.post(address, {"next": way, "theme": "dark", "language": "en"})["Location"]
            assert is_on_site(location), (address, way, location)


@every_way_off_site
def test_log_in_never_leads_off_site(client: Client, analyst: object, ways: list[str]) -> None:
    for way in ways:
        client.logout()
        response = client.post("/login/", {"username": "alice", "password": "correct horse battery", "next": way})
        assert response.status_code == 302
        assert is_on_site(response["Location"]), way


def test_robots_are_kept_out(client: Client) -> None:
    response = client.get("/robots.txt")
    assert (response["Content-Type"], response.content) == ("text/plain; charset=utf-8", b"User-agent: *\nDisallow: /\n")
