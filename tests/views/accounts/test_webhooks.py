"""One's own page of webhooks: the secret, the address for watched nodes, a test, and what was sent."""

import time

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_q.models import OrmQ

from tests.views.verified import make_delivery
from verification.models import AuditEntry, UserProfile, WebhookDelivery, WebhookSecret
from verification.services.notices.webhooks import get_secret, sign_body

pytestmark = pytest.mark.django_db

PAGE = "/account/webhooks/"


def soup(response: object) -> BeautifulSoup:
    return BeautifulSoup(response.content, "lxml")


def test_secret_stands_in_the_answer_to_who_asks_for_it_and_nowhere_else(analyst: User, analyst_client: Client) -> None:
    assert soup(analyst_client.get(PAGE)).select_one("#secret") is None
    assert not WebhookSecret.objects.exists()
    shown = analyst_client.post(PAGE, {"do": "show"})
    first = get_secret(user=analyst).secret
    assert soup(shown).select_one("#secret")["value"] == first
    assert "no-store" in shown["Cache-Control"]
    assert soup(analyst_client.get(PAGE)).select_one("#secret") is None
    renewed = soup(analyst_client.post(PAGE, {"do": "renew"})).select_one("#secret")["value"]
    assert renewed == get_secret(user=analyst).secret != first
    assert AuditEntry.objects.filter(verb="webhook.renew_secret", actor_id=analyst.pk).count() == 1


def test_code_on_the_page_tells_our_messages_from_others(analyst_client: Client) -> None:
    scope: dict[str, object] = {}
    exec(soup(analyst_client.get(PAGE)).select_one("#check-code").get_text(), scope)  # noqa: S102 (our own text)
    is_ours = scope["is_ours"]
    header = sign_body(body=b"{}", secret="s", at=int(time.time()))
    old = sign_body(body=b"{}", secret="s", at=int(time.time()) - 400)
    assert (is_ours(b"{}", header, "s"), is_ours(b"{} ", header, "s"), is_ours(b"{}", header, "t"), is_ours(b"{}", old, "s")) == (
        *(True, False, False, False),
    )


def test_address_is_kept_tested_and_taken_away(analyst: User, analyst_client: Client) -> None:
    assert soup(analyst_client.get(PAGE)).select("button[value=test]") == []
    analyst_client.post(PAGE, {"do": "address", "url": " https://hooks.example/x "})
    assert UserProfile.objects.get(user=analyst).watch_url == "https://hooks.example/x"
    assert analyst_client.post(PAGE, {"do": "test", "url": ""}).status_code == 302
    row = WebhookDelivery.objects.get()
    assert (row.event, row.url, row.user, OrmQ.objects.count()) == ("webhook.test", "https://hooks.example/x", analyst, 1)
    refused = soup(analyst_client.post(PAGE, {"do": "test"}))
    assert refused.select_one(".note.bad").get_text(strip=True) == "A test is under way."
    analyst_client.post(PAGE, {"do": "address", "url": ""})
    assert UserProfile.objects.get(user=analyst).watch_url == ""


@pytest.mark.parametrize("url", ["http://127.0.0.1/x", "javascript:alert(1)", "https://a.example/" + "x" * 2000, "x"])
def test_address_that_is_refused_is_kept_in_the_form(analyst_client: Client, url: str) -> None:
    response = analyst_client.post(PAGE, {"do": "address", "url": url})
    assert (response.status_code, soup(response).select_one("#id_url")["value"]) == (400, url)
    assert not UserProfile.objects.exclude(watch_url="").exists()


def test_deliveries_are_one_s_own_and_sent_again(analyst: User, reviewer: User, analyst_client: Client) -> None:
    log = [{"at": "2026-11-20T08:00:00+00:00", "status": 500, "fault": "bad_answer", "ms": 12}]
    mine, other = make_delivery(analyst, status="failed", log=log), make_delivery(reviewer, status="failed")
    page = soup(analyst_client.get(PAGE))
    assert [form["action"] for form in page.select("tbody form")] == [f"{PAGE}{mine.pk}/again/"]
    assert "500 · answer not understood · 12 ms" in page.select_one("tbody").get_text()
    assert analyst_client.post(f"{PAGE}{other.pk}/again/").status_code == 404
    shown = soup(analyst_client.post(f"{PAGE}{mine.pk}/again/", follow=True))
    assert [toast.get_text(strip=True) for toast in shown.select(".plain-note p")] == ["It is sent again, the very same body."]
    mine.refresh_from_db()
    assert (mine.status, mine.attempts) == ("pending", 0)


def test_page_takes_as_many_queries_for_three_deliveries_as_for_one(analyst: User, analyst_client: Client) -> None:
    counts = []
    for number in (1, 2):
        for _time in range(number):
            make_delivery(analyst, status="failed")
        with CaptureQueriesContext(connection) as asked:
            assert analyst_client.get(PAGE).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_what_the_address_hears_of_is_chosen(analyst: User, analyst_client: Client) -> None:
    def chosen() -> list[str]:
        return [box["value"] for box in soup(analyst_client.get(PAGE)).select("input[name=told_of][checked]")]

    assert chosen() == ["node.changed"]
    given = {"do": "address", "url": "https://hooks.example/x", "told_of": ["review.opened", "event.ended", "nothing.such"]}
    analyst_client.post(PAGE, given)
    assert chosen() == ["event.ended", "review.opened"]
    audited = AuditEntry.objects.get(verb="webhook.watch_url")
    assert audited.after == {"url": "https://hooks.example/x", "told_of": "event.ended review.opened"}


def test_message_about_work_links_to_it(analyst: User, analyst_client: Client) -> None:
    make_delivery(analyst, verification=None, event="report.ended", subject="report:17")
    assert soup(analyst_client.get(PAGE)).select_one("tbody td.name a")["href"] == "/citations/17/"


def test_settings_of_the_api(analyst_client: Client) -> None:
    address = "/api/v1/webhook-settings/"
    assert analyst_client.get(address).json() == {"watch_url": "", "told_of": ["node.changed"]}
    given = {"content_type": "application/json", "headers": {"Accept-Language": "en"}}
    bad = analyst_client.post(address, {"watch_url": "http://10.0.0.1/"}, **given)
    assert (bad.status_code, bad.json()["errors"][0]["field"]) == (400, "watch_url")
    saved = {"watch_url": "https://hooks.example/x", "told_of": ["node.changed"]}
    assert analyst_client.post(address, {"watch_url": "https://hooks.example/x"}, **given).json() == saved
    assert analyst_client.post(address, {}, **given).json() == saved
    unknown = analyst_client.post(address, {"told_of": ["everything"]}, **given)
    assert (unknown.status_code, unknown.json()["errors"][0]["field"]) == (400, "told_of.0")
    told = analyst_client.post(address, {"told_of": ["event.ended"]}, **given).json()
    assert told == {**saved, "told_of": ["event.ended"]}
    sent = analyst_client.post("/api/v1/webhook-deliveries/test/", {}, **given)
    assert (sent.json()["event"], sent.json()["verification_id"], sent.json()["node"]) == ("webhook.test", "", None)
