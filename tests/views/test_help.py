"""Help: every document, in the language of the pages, with links that lead somewhere."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from verification.reads.documents import CHINESE, DOCUMENTS, ENGLISH, FOR_EVERYBODY, read_document


def article(client: Client, name: str, language: str) -> BeautifulSoup:
    client.cookies["django_language"] = language
    response = client.get(f"/help/{name}/")
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser").select_one("main")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_document_is_there_and_its_links_lead_somewhere(client: Client, db: None, name: str) -> None:
    for language in ("en", "zh-hans"):
        page = article(client, name, language)
        assert page.select_one("h1").get_text()
        assert page.select("script, style, img, [style], [onclick], a:not([href])") == []
        inside = {link["href"].partition("#")[0] for link in page.select("a[href^='/']")}
        assert {address: client.get(address).status_code for address in inside} == dict.fromkeys(inside, 200)
        anchors = {link["href"][1:] for link in page.select("aside a[href^='#']")}
        assert anchors <= {heading["id"] for heading in page.select("article [id]")}


@pytest.mark.parametrize("document", FOR_EVERYBODY, ids=lambda document: document.name)
def test_what_everybody_needs_is_there_in_chinese(document: object) -> None:
    assert [read_document(document.name, language).lang for language in ("zh-hans", "en")] == [CHINESE, ENGLISH]


def test_document_without_a_translation_says_so(client: Client, db: None) -> None:
    page = article(client, "mcp", "zh-hans")
    assert page.select_one(".note").get_text(strip=True) == "本文只有英文版。"
    assert page.select_one("article")["lang"] == "en"
    assert article(client, "start", "zh-hans").select(".note") == []


@pytest.mark.parametrize("name", ["nope", "openapi", "start-", "README"])
def test_what_is_no_document_is_not_there(client: Client, db: None, name: str) -> None:
    assert client.get(f"/help/{name}/").status_code == 404


def test_help_is_one_press_away_from_every_page(analyst_client: Client) -> None:
    page = BeautifulSoup(analyst_client.get("/").content, "html.parser")
    assert page.select_one(".tools a.help-btn")["href"] == "/help/"
    assert [link["href"] for link in page.select(".foot a")] == [
        "/help/how-a-verdict-is-reached/",
        "/help/badges/",
        "/api/v1/docs/",
        "/help/",
    ]
    listed = {link["href"] for link in BeautifulSoup(analyst_client.get("/help/").content, "html.parser").select("main a")}
    assert listed == {f"/help/{name}/" for name in DOCUMENTS} | {"/api/v1/docs/"}
