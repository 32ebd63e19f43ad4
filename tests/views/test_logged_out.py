"""Whoever was logged out meanwhile comes back to the page that they were on, and no page is broken by what it asks for by itself."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.attribution.cited_rows import make_report
from tests.views.desk import make_dispute
from tests.views.rows import make_node

pytestmark = pytest.mark.django_db

HERE = "http://testserver"


@pytest.mark.parametrize(
    ("sent_from", "back"),
    [
        (f"{HERE}/nodes/policy-rate/?h=1y", "/nodes/policy-rate/%3Fh%3D1y"),
        ("https://elsewhere.example/nodes/policy-rate/", "/nodes/policy-rate/verify/"),
        (None, "/nodes/policy-rate/verify/"),
    ],
)
def test_a_form_that_comes_too_late_leads_back_to_its_page(client: Client, sent_from: str | None, back: str) -> None:
    make_node()
    response = client.post("/nodes/policy-rate/verify/", headers={"Referer": sent_from} if sent_from else {})
    assert (response.status_code, response["Location"]) == (302, f"/login/?next={back}")


@pytest.mark.parametrize("address", ["/account/feed/", "/account/tokens/", "/citations/"])
def test_so_do_those_of_every_room(client: Client, address: str) -> None:
    response = client.post(address, headers={"Referer": f"{HERE}/account/"})
    assert response["Location"] == "/login/?next=/account/"


def test_a_page_that_is_opened_is_come_back_to_itself(client: Client) -> None:
    make_node()
    assert client.get("/nodes/policy-rate/", headers={"Referer": f"{HERE}/"})["Location"] == "/login/?next=/nodes/policy-rate/"


def test_a_part_of_a_page_is_not_answered_with_the_log_in_page(client: Client, reviewer: User) -> None:
    parts = [f"/reviews/{make_dispute().pk}/lease/", f"/citations/{make_report(user=reviewer).pk}/live/", "/new/reading/?label=x"]
    for address in parts:
        response = client.get(address, headers={"HX-Request": "true", "HX-Current-URL": f"{HERE}/reviews/"})
        told = (response.status_code, response.content, response["HX-Reswap"], response["HX-Trigger"])
        # htmx stops asking by the clock after this status.
        assert told == (286, b"", "none", "logged-out"), address
    client.force_login(reviewer)
    assert client.get(parts[0], headers={"HX-Request": "true"}).status_code == 200


@pytest.mark.parametrize(("language", "said"), [("en", "You are logged out."), ("zh-hans", "您已退出登录。")])
def test_pages_hold_what_they_say_then(analyst_client: Client, client: Client, language: str, said: str) -> None:
    analyst_client.cookies["django_language"] = client.cookies["django_language"] = language
    assert said in analyst_client.get("/").content.decode()
    assert said not in client.get("/login/").content.decode()
