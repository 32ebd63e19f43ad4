import pytest
from bs4 import BeautifulSoup
from django.test import Client

from tests.views.rows import make_node, make_page, make_state, make_verified
from verification.models import AuditEntry, NodeFlag

FLAG = "/nodes/policy-rate/flag/"
BADGE = "/nodes/policy-rate/badge.svg"


def test_objection_is_kept_audited_and_shown_to_reviewers(analyst_client: Client, reviewer_client: Client) -> None:
    node = make_verified()
    response = analyst_client.post(FLAG, {"reason": "It is <b>4 %</b>.", "source": "https://bank.example/rate"})
    flag = NodeFlag.objects.get()
    assert (response.status_code, response["Location"]) == (302, "/nodes/policy-rate/")
    assert (flag.reason, flag.source, flag.state_id) == ("It is <b>4 %</b>.", "https://bank.example/rate", node.state_id)
    assert AuditEntry.objects.filter(verb="node.flag").count() == 1
    shown = BeautifulSoup(reviewer_client.get(FLAG).content, "html.parser")
    assert shown.select_one("#flags li p").get_text() == "It is <b>4 %</b>."
    assert b"#flags" not in analyst_client.get(FLAG).content


@pytest.mark.parametrize(("reason", "source"), [("", ""), ("   ", ""), ("x" * 2001, ""), ("wrong", "javascript:alert(1)"), ("a\x00b", "")])
def test_objection_that_says_nothing_is_refused_and_kept(analyst_client: Client, reason: str, source: str) -> None:
    make_verified()
    response = analyst_client.post(FLAG, {"reason": reason, "source": source})
    assert (response.status_code, NodeFlag.objects.count()) == (400, 0)
    page = BeautifulSoup(response.content, "html.parser")
    assert len(page.select(".stance.bad")) == 1


@pytest.mark.parametrize("address", [FLAG, "/citations/"])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_labels_of_forms_end_without_a_colon(analyst_client: Client, address: str, language: str) -> None:
    """As those of every other form do: Django's own would end in a narrow one between Chinese words."""
    make_verified()
    analyst_client.cookies["django_language"] = language
    page = BeautifulSoup(analyst_client.get(address).content, "html.parser")
    labels = {label["for"]: label.get_text() for label in page.select("main .field label")}
    assert labels
    assert {label[-1] for label in labels.values()}.isdisjoint(":：")
    assert all(page.find(id=field) for field in labels)


def test_badge_is_made_anew_only_when_it_changes(analyst_client: Client) -> None:
    node = make_verified()
    first = analyst_client.get(BADGE)
    assert first["Content-Type"] == "image/svg+xml"
    assert BeautifulSoup(first.content, "html.parser").title.get_text() == "3.5\N{NO-BREAK SPACE}%, Cross-validated"
    assert analyst_client.get(BADGE, headers={"If-None-Match": first["ETag"]}).status_code == 304
    make_state(node, number="3.75", value="3.75%")
    assert analyst_client.get(BADGE, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_badge_of_hostile_text_stays_text(analyst_client: Client) -> None:
    make_state(make_node(kind="text", unit=""), value="<script>alert(1)</script>", number="", unit="")
    assert BeautifulSoup(analyst_client.get(BADGE).content, "html.parser").select("script") == []


def test_each_source_links_to_its_own_place(analyst_client: Client) -> None:
    state = make_state(make_node(), pages=[make_page()])
    source = state.run.sources.get()
    page = BeautifulSoup(analyst_client.get("/nodes/policy-rate/").content, "html.parser")
    link = page.select_one(f"#source-{source.pk} .reason a.faint")["href"]
    assert link == f"/runs/{state.run_id}/#source-{source.pk}"
    assert f'id="source-{source.pk}"'.encode() in analyst_client.get(link.partition("#")[0]).content
