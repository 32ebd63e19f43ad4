"""The part of a report's page that has it checked again by itself, and the same in the API."""

from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from attribution.models import CitationReport, RecheckSchedule, ScheduledCheck
from tests.attribution.cited_rows import make_report
from verification.models import AuditEntry

pytestmark = pytest.mark.django_db


def api(report: CitationReport) -> str:
    return f"/api/v1/citation-reports/{report.pk}/schedule/"


def part(client: Client, report: CitationReport) -> BeautifulSoup:
    return BeautifulSoup(client.get(f"/citations/{report.pk}/").content, "html.parser").select_one("#changes")


def add_check(report: CitationReport, **fields: object) -> ScheduledCheck:
    now = timezone.now()
    known = {"outcome": "changed", "changes": [{"index": 4, "before": "verified", "after": "broken_link"}], "ended_at": now}
    return ScheduledCheck.objects.create(report=report, baseline=0, asked_at=now, **{**known, **fields})


def count_queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_rhythm_is_chosen_and_switched_off_on_the_page(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst)
    assert [option["value"] for option in part(analyst_client, report).select("option")] == ["off", "daily", "weekly", "monthly"]
    address = f"/citations/{report.pk}/schedule/"
    response = analyst_client.post(address, {"rhythm": "weekly"})
    assert (response.status_code, response["Location"]) == (302, f"/citations/{report.pk}/#changes")
    schedule = RecheckSchedule.objects.get()
    assert (schedule.rhythm, schedule.chosen_by) == ("weekly", analyst)
    assert timedelta(days=7) - timedelta(minutes=1) < schedule.next_at - timezone.now() <= timedelta(days=7, hours=1)
    assert part(analyst_client, report).select_one("option[selected]")["value"] == "weekly"
    analyst_client.post(address, {"rhythm": "off"})
    assert not RecheckSchedule.objects.exists()
    assert [entry.after for entry in AuditEntry.objects.filter(verb="citations.schedule").order_by("pk")] == [
        {"rhythm": "weekly"},
        {"rhythm": None},
    ]


@pytest.mark.parametrize("chosen", ["", "hourly", "\x00", "WEEKLY"])
def test_rhythm_that_nobody_knows_is_refused(analyst_client: Client, analyst: User, chosen: str) -> None:
    report = make_report(user=analyst)
    page = analyst_client.post(f"/citations/{report.pk}/schedule/", {"rhythm": chosen}, follow=True)
    assert "Choose how often the report is checked again." in page.content.decode()
    assert not RecheckSchedule.objects.exists()


def test_reviewer_may_choose_for_others_and_analysts_may_not(reviewer_client: Client, analyst_client: Client, admin: User) -> None:
    report = make_report(user=admin)
    assert analyst_client.post(f"/citations/{report.pk}/schedule/", {"rhythm": "daily"}).status_code == 404
    assert reviewer_client.post(f"/citations/{report.pk}/schedule/", {"rhythm": "daily"}).status_code == 302
    assert RecheckSchedule.objects.get().report == report


def test_official_figure_that_says_otherwise_since_is_listed(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst)
    official = {"series": "us-unemployment-rate", "period": "2026-05", "value": "4.2%", "claimed": "4.9%"}
    add_check(report, changes=[{"index": 1, "before": "verified", "after": "verified", "official": [official]}])
    add_check(report)
    newest, older = part(analyst_client, report).select(".changes li")
    said = "the official series says otherwise: US unemployment rate, seasonally adjusted, 2026-05: 4.2%"
    assert older.get_text(" ", strip=True) == f"Citation 1 verified – {said}"
    assert newest.get_text(" ", strip=True) == "Citation 4 verified → is now broken link"
    analyst_client.cookies["django_language"] = "zh-hans"
    assert "官方序列的数据不同：美国失业率（季调），2026-05：4.2%" in part(analyst_client, report).get_text()
    told = [check["changes"] for check in analyst_client.get(api(report)).json()["checks"]]
    assert told == [
        [{"index": 4, "before": "verified", "after": "broken_link", "official": []}],
        [{"index": 1, "before": "verified", "after": "verified", "official": [official]}],
    ]


def test_what_changed_since_is_listed(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst)
    add_check(report)
    add_check(report, outcome="same", changes=[])
    [change] = part(analyst_client, report).select(".changes li")
    assert change.a["href"] == f"/citations/{report.pk}/?c=4#card"
    assert [badge.text for badge in change.select(".badge")] == ["verified", "broken link"]


def test_stopped_schedule_says_so(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst)
    RecheckSchedule.objects.create(report=report, rhythm="daily", failures=3, next_at=None)
    assert "Stopped after 3 failed checks in a row." in part(analyst_client, report).select_one(".note").text


def test_api_reads_and_changes_it(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst)
    assert analyst_client.get(api(report)).json() == {"rhythm": None, "next_at": None, "is_stopped": False, "failures": 0, "checks": []}
    changed = analyst_client.patch(api(report), {"rhythm": "monthly"}, content_type="application/json")
    assert (changed.status_code, changed.json()["rhythm"]) == (200, "monthly")
    add_check(report)
    [check] = analyst_client.get(api(report)).json()["checks"]
    assert (check["outcome"], check["changes"]) == ("changed", [{"index": 4, "before": "verified", "after": "broken_link", "official": []}])
    off = analyst_client.patch(api(report), {"rhythm": None}, content_type="application/json")
    assert (off.json()["rhythm"], off.json()["next_at"]) == (None, None)


@pytest.mark.parametrize("body", [{}, {"rhythm": "hourly"}, {"rhythm": 1}, {"rhythm": "daily", "other": 1}])
def test_api_refuses_what_is_no_rhythm(analyst_client: Client, analyst: User, body: dict[str, object]) -> None:
    response = analyst_client.patch(api(make_report(user=analyst)), body, content_type="application/json")
    assert response.status_code == 400
    assert not RecheckSchedule.objects.exists()


def test_api_refuses_a_report_without_a_link(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst, text="Nothing is cited here.")
    assert analyst_client.patch(api(report), {"rhythm": "daily"}, content_type="application/json").status_code == 409


def test_queries_do_not_grow_with_the_checks(analyst_client: Client, analyst: User) -> None:
    report = make_report(user=analyst)
    add_check(report)
    addresses = (f"/citations/{report.pk}/", api(report))
    once = [count_queries(analyst_client, address) for address in addresses]
    for _more in range(2):
        add_check(report)
    assert [count_queries(analyst_client, address) for address in addresses] == once
