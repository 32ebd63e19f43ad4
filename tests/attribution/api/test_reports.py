"""The API of citation reports: shapes, waiting, keys, bad input, whose they are, export."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from attribution.models import CitationReport
from attribution.services.citations.checking import execute_report
from attribution.services.citations.lifecycle import create_report
from tests.api.conftest import call, program, unthrottled  # noqa: F401 - fixtures of the API's tests
from tests.api.schema.test_schema import assert_described
from tests.api.waiting import work_while_waiting
from tests.attribution.cited_rows import make_report as judged
from tests.stubs.cited import CitedWeb
from verification.api.calls.preferences import POLL_SECONDS
from verification.models import ReviewItem

pytestmark = pytest.mark.django_db

API = "/api/v1/"
CLAIM = "Retail sales in Elbonia rose 3.1% in May from a year earlier"
TEXT = f"{CLAIM} (http://news.example/ok/1).\n\n{CLAIM} (http://news.example/contradicting/1).\n"
Caller = Callable[[str], Client]


def post(client: Client, path: str, body: object, **headers: str) -> object:
    return client.post(f"{API}{path}", data=body, content_type="application/json", headers=headers)


LONG = f"{TEXT}\n\n" + "Harbours were busy, and ferries were late again. " * 2_500


def make_report(user: object) -> CitationReport:
    return create_report(text=TEXT, trigger="api", requested_by=user, enqueue=False)


def test_a_text_gives_its_citations_at_once_and_their_verdicts_later(program: Client, cited_web: CitedWeb) -> None:  # noqa: F811
    response = post(program, "citation-reports/", {"text": TEXT, "policy": "remove"})
    assert_described(response, "Report", "post", "citation-reports/")
    body = response.json()
    assert (response.status_code, response["Location"]) == (202, f"{API}citation-reports/{body['id']}/")
    assert (body["summary"], body["annotated"]["markdown"].count("[pending]")) == ({"pending": 2}, 2)
    execute_report(report_id=body["id"])
    response = program.get(response["Location"])
    assert_described(response, "Report", "get", "citation-reports/{id}/")
    done = response.json()
    assert (done["status"], done["summary"]) == ("finished", {"verified": 1, "misinformation": 1})
    first, second = done["citations"]
    assert TEXT[first["start"] : first["end"]] == first["text"]
    assert (first["facts"]["exists"], first["facts"]["supports"], first["http"]["status"]) == ("there", "verified", 200)
    assert second["why"].startswith("the page says something else than the text claims")
    assert [(entry["index"], entry["why"], entry["suggestion"]["action"]) for entry in done["feedback"]] == [
        (2, "contradicted", "correct_claim")
    ]
    restored = done["annotated"]["markdown"]
    for edit in reversed(done["annotated"]["edits"]):
        restored = restored[: edit["start"]] + edit["original"] + restored[edit["end"] :]
    assert restored == TEXT
    assert program.get(f"{API}citation-reports/{body['id']}/?lang=zh").json()["citations"][0]["why"] != first["why"]


@pytest.mark.postgres("rows")
def test_citations_of_a_long_text_are_found_by_the_worker(program: Client, cited_web: CitedWeb) -> None:  # noqa: F811
    response = post(program, "citation-reports/", {"text": LONG})
    body = response.json()
    assert (response.status_code, body["is_read"], body["status"], body["citations"], body["kinds"]) == (202, False, "queued", [], {})
    execute_report(report_id=body["id"])
    response = program.get(response["Location"])
    assert_described(response, "Report", "get", "citation-reports/{id}/")
    done = response.json()
    assert (done["is_read"], done["status"], done["citations_count"], done["summary"]) == (
        True,
        "finished",
        2,
        {"verified": 1, "misinformation": 1},
    )
    short = post(program, "citation-reports/", {"text": TEXT}).json()
    assert (short["is_read"], short["citations_count"]) == (True, 2)


@pytest.mark.postgres("rows")
def test_a_long_text_with_too_many_citations_ends_as_failed(program: Client) -> None:  # noqa: F811
    body = post(program, "citation-reports/", {"text": "https://a.example/1 " * 5_001}).json()
    assert (body["is_read"], body["citations_count"]) == (False, 0)
    execute_report(report_id=body["id"])
    done = program.get(f"{API}citation-reports/{body['id']}/").json()
    assert (done["status"], done["is_read"], done["error"]) == (
        "failed",
        False,
        "The text has 5001 citations; expected at most 5000. Split it.",
    )


@pytest.mark.postgres("rows")
def test_a_long_text_without_citations_is_done_when_it_was_read(program: Client) -> None:  # noqa: F811
    body = post(program, "citation-reports/", {"text": "No source at all. " * 6_000}).json()
    assert (body["is_read"], body["status"]) == (False, "queued")
    execute_report(report_id=body["id"])
    done = program.get(f"{API}citation-reports/{body['id']}/").json()
    assert (done["status"], done["is_read"], done["citations"]) == ("finished", True, [])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "  \n"}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"text": 3}, "text"),
        ({"text": "a", "depth": "abyss"}, "depth"),
        ({"text": "a", "policy": "burn"}, "policy"),
        ({"text": "a", "lang": "fr"}, "lang"),
        ({"text": "a", "title": "b"}, "title"),
    ],
)
def test_bad_fields_are_named_and_nothing_is_stored(program: Client, body: dict, field: str) -> None:  # noqa: F811
    response = post(program, "citation-reports/", body)
    assert (response.status_code, [error["field"] for error in response.json()["errors"]]) == (400, [field])
    assert not CitationReport.objects.exists()


def test_the_same_key_is_the_same_report(program: Client) -> None:  # noqa: F811
    first = post(program, "citation-reports/", {"text": TEXT}, **{"Idempotency-Key": "k-1"})
    again = post(program, "citation-reports/", {"text": TEXT}, **{"Idempotency-Key": "k-1"})
    other = post(program, "citation-reports/", {"text": TEXT + "!"}, **{"Idempotency-Key": "k-1"})
    assert (first.json(), again.json(), other.status_code) == (again.json(), first.json(), 409)
    assert CitationReport.objects.count() == 1


@pytest.mark.usefixtures("committed_db")
@pytest.mark.postgres("races")
def test_waiting_for_the_end(program: Client, cited_web: CitedWeb, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    clock = work_while_waiting(monkeypatch, lambda: execute_report(report_id=CitationReport.objects.get().pk))
    response = post(program, "citation-reports/", {"text": TEXT}, Prefer="wait=20")
    assert (response.status_code, response["Preference-Applied"]) == (200, "wait=20")
    assert response.json()["summary"] == {"verified": 1, "misinformation": 1}
    assert clock.naps == [POLL_SECONDS]


def test_one_claim_before_it_is_written(program: Client, cited_web: CitedWeb) -> None:  # noqa: F811
    response = post(program, "citation-checks/", {"claim": CLAIM, "url": "http://news.example/contradicting/1"})
    assert_described(response, "SingleCheck", "post", "citation-checks/")
    body = response.json()
    assert (body["citation"]["claim"], body["citation"]["status"]) == (CLAIM, "pending")
    execute_report(report_id=body["report"])
    [one] = program.get(response["Location"]).json()["citations"]
    assert (one["status"], one["url"]) == ("misinformation", "http://news.example/contradicting/1")
    for bad in ({"claim": " ", "url": "http://a.example/"}, {"claim": CLAIM, "url": "javascript:alert(1)"}, {"claim": CLAIM}):
        assert post(program, "citation-checks/", bad).status_code == 400


def test_reports_of_others_are_not_there(call: Caller, analyst: object, reviewer: object) -> None:  # noqa: F811
    own, foreign = make_report(analyst), make_report(reviewer)
    alice, bob = call("analyst"), call("reviewer")
    assert [row["id"] for row in alice.get(f"{API}citation-reports/").json()["items"]] == [own.pk]
    assert [row["id"] for row in bob.get(f"{API}citation-reports/").json()["items"]] == [foreign.pk, own.pk]
    assert alice.get(f"{API}citation-reports/{foreign.pk}/").status_code == 404
    assert post(alice, f"citation-reports/{foreign.pk}/recheck/", {}).status_code == 404
    assert post(alice, f"citation-reports/{foreign.pk}/citations/1/dispute/", {"reason": "No."}).status_code == 404
    assert bob.get(f"{API}citation-reports/{own.pk}/").status_code == 200


def test_list_is_paged_and_filtered(program: Client, analyst: object) -> None:  # noqa: F811
    made = [make_report(analyst).pk for _ in range(3)]
    first = program.get(f"{API}citation-reports/", {"limit": 2})
    assert_described(first, "ReportPage", "get", "citation-reports/")
    second = program.get(f"{API}citation-reports/", {"limit": 2, "cursor": first.json()["next"]}).json()
    assert [row["id"] for row in (*first.json()["items"], *second["items"])] == made[::-1]
    assert second["next"] is None
    assert program.get(f"{API}citation-reports/", {"status": "finished"}).json()["items"] == []


def test_checking_again_says_what_changed(program: Client, analyst: object, cited_web: CitedWeb) -> None:  # noqa: F811
    report = make_report(analyst)
    execute_report(report_id=report.pk)
    address = f"citation-reports/{report.pk}/recheck/"
    response = post(program, address, {"indexes": [1]})
    assert (response.status_code, response.json()["summary"]) == (202, {"pending": 1, "misinformation": 1})
    assert post(program, address, {}).status_code == 409
    cited_web.answer = lambda request: type(cited_web).answer(cited_web, request.__class__("GET", "/gone/", {}, request.headers, b""))
    execute_report(report_id=report.pk)
    first, second = program.get(f"{API}citation-reports/{report.pk}/").json()["citations"]
    assert (first["status"], first["before"]["status"], second["before"]) == ("broken_link", "verified", None)
    assert post(program, address, {"indexes": [9]}).status_code == 409
    assert post(program, address, {"indexes": [0]}).status_code == 400


def test_dispute(program: Client, analyst: object, cited_web: CitedWeb) -> None:  # noqa: F811
    report = make_report(analyst)
    address = f"citation-reports/{report.pk}/citations/2/dispute/"
    assert post(program, address, {"reason": "It is right."}).status_code == 409
    execute_report(report_id=report.pk)
    response = post(program, address, {"reason": "It is right."})
    assert_described(response, "Dispute", "post", "citation-reports/{id}/citations/{index}/dispute/")
    assert response.json() == {"review": ReviewItem.objects.get().pk, "index": 2}
    assert post(program, address, {"reason": ""}).status_code == 400
    assert post(program, address.replace("/2/", "/9/"), {"reason": "x"}).status_code == 404


def test_sending(program: Client, analyst: object) -> None:  # noqa: F811
    report = judged(user=analyst)
    address = f"citation-reports/{report.pk}/citations/5/send/"
    response = post(program, address, {})
    assert_described(response, "Dispute", "post", "citation-reports/{id}/citations/{index}/send/")
    assert response.json() == {"review": ReviewItem.objects.get().pk, "index": 5}
    assert post(program, address, {}).status_code == 409
    assert post(program, address.replace("/5/", "/1/"), {}).status_code == 409
    assert post(program, address.replace("/5/", "/9/"), {}).status_code == 404
    assert post(program, address, {"reason": "x"}).status_code == 400


def test_export_is_lines_of_what_one_may_see(call: Caller, analyst: object, reviewer: object, cited_web: CitedWeb) -> None:  # noqa: F811
    for person in (analyst, reviewer):
        execute_report(report_id=make_report(person).pk)

    def lines(person: str, **asked: object) -> list[dict]:
        response = call(person).get(f"{API}citation-reports/export/", asked, headers={"Accept": "application/x-ndjson"})
        assert (response.status_code, response["Content-Type"]) == (200, "application/x-ndjson; charset=utf-8")
        return [json.loads(line) for line in b"".join(response.streaming_content).decode().splitlines()]

    assert [line["status"] for line in lines("analyst")] == ["verified", "misinformation"]
    assert len(lines("reviewer")) == 4
    assert [line["why"] for line in lines("reviewer", kind="prompts")] == ["contradicted", "contradicted"]
    assert lines("analyst", since=10_000) == []
