import pytest
from bs4 import BeautifulSoup
from django.test import Client, override_settings


def soup(response: object) -> BeautifulSoup:
    return BeautifulSoup(response.content, "html.parser")


def test_log_in_leads_to_the_page_asked_for(client: Client, analyst: object) -> None:
    response = client.post("/login/", {"username": "alice", "password": "correct horse battery", "next": "/nodes/gold/"})
    assert (response.status_code, response["Location"]) == (302, "/nodes/gold/")


def test_wrong_password_keeps_the_name_and_says_what_to_do(client: Client, analyst: object) -> None:
    page = soup(client.post("/login/", {"username": "alice", "password": "wrong"}))
    assert page.select_one("#id_username")["value"] == "alice"
    assert "value" not in page.select_one("#id_password").attrs
    assert page.select_one("[role=alert]").get_text() == "Name and password do not match. Your name was kept."


@pytest.mark.usefixtures("db")
def test_demo_log_ins_are_shown_in_a_demo_alone(client: Client) -> None:
    assert "demo-analyst" not in client.get("/login/").content.decode()
    with override_settings(DEMO=True):
        shown = [name.get_text() for name in soup(client.get("/login/")).select("dt")]
    assert shown == ["demo-analyst", "demo-reviewer", "demo-admin"]


def test_log_out_ends_the_session(analyst_client: Client) -> None:
    response = analyst_client.post("/logout/")
    assert (response.status_code, response["Location"]) == (302, "/login/")
    assert analyst_client.get("/").status_code == 302
