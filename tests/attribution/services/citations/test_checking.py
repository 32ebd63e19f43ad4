"""A report over pages of every kind, played on loopback: one verdict each, with the reason that decided."""

import pytest
from django.conf import LazySettings

from attribution.core.vocabulary import CitationStatus
from attribution.models import CitationCheck, CitationReport
from attribution.reads.reports import citation_shape
from attribution.services.citations.checking import execute_report
from attribution.services.citations.lifecycle import create_report, recheck_report
from tests.factories import make_document
from tests.stubs.cited import WORDS, CitedWeb, page
from tests.stubs.reader import ReaderStub
from tests.stubs.server import Reply
from verification.models import PageFetch, ProviderCall

pytestmark = pytest.mark.django_db

CLAIM = "Retail sales in Elbonia rose 3.1% in May from a year earlier"
EXPECTED = {
    "ok/1": ("verified", "supported"),
    "moved/1": ("verified", "supported"),
    "pdf/1": ("verified", "supported"),
    "text/1": ("verified", "supported"),
    "json/1": ("verified", "supported"),
    "contradicting/1": ("misinformation", "contradicted"),
    "other/1": ("unverified", "not_supported"),
    "nowhere/1": ("broken_link", "http_not_found"),
    "gone/1": ("broken_link", "http_gone"),
    "broken/1": ("broken_link", "http_server_error"),
    "soft-404/1": ("broken_link", "soft_not_found"),
    "parked/1": ("broken_link", "parked_domain"),
    "home/deep/1": ("broken_link", "home_page_redirect"),
    "wall/1": ("inconclusive", "access_forbidden"),
    "login/1": ("inconclusive", "login_required"),
    "script/1": ("inconclusive", "needs_rendering"),
    "forward/1": ("verified", "supported"),
    "challenge/1": ("inconclusive", "captcha"),
    "challenge-403/1": ("inconclusive", "captcha"),
    "challenge-503/1": ("inconclusive", "captcha"),
    "challenge-521/1": ("inconclusive", "captcha"),
    "challenge-202/1": ("inconclusive", "captcha"),
    "riddle/1": ("inconclusive", "captcha"),
    "unusual/1": ("inconclusive", "captcha"),
    "consent/1": ("inconclusive", "consent"),
    "log-in/1": ("inconclusive", "login_required"),
    "teaser/1": ("inconclusive", "paywall"),
    "maintenance/1": ("inconclusive", "under_maintenance"),
    "unlisted/1": ("inconclusive", "under_maintenance"),
    "picture/1": ("inconclusive", "unreadable_type"),
}


def make_report(*paths: str, **fields: object) -> CitationReport:
    text = "\n\n".join(f"{CLAIM} (http://news.example/{path})." for path in paths)
    return create_report(text=text, trigger="command", enqueue=False, **fields)


def verdicts(report: CitationReport) -> dict[str, tuple[str, str]]:
    found = report.citations.order_by("index")
    return {one.url.removeprefix("http://news.example/"): (one.status, one.reasons[0]["code"]) for one in found}


def test_pages_of_every_kind(cited_web: CitedWeb) -> None:
    report = make_report(*EXPECTED)
    assert (report.citations_count, report.status) == (len(EXPECTED), "queued")
    done = execute_report(report_id=report.pk)
    assert verdicts(done) == EXPECTED
    assert (done.status, done.failures, done.duration_ms is not None) == ("finished", [], True)


def test_facts_and_passages_stand_beside_the_verdict(cited_web: CitedWeb) -> None:
    report = make_report("moved/1", "contradicting/1")
    execute_report(report_id=report.pk)
    moved, contradicting = report.citations.order_by("index")
    assert (moved.existence, moved.supports, moved.http_status) == ("there", "verified", 200)
    assert (moved.final_url, moved.hops) == ("http://news.example/ok/moved-here", ["http://news.example/moved/1"])
    assert "3.1%" in moved.passages[0]["text"]
    assert moved.score >= 0.5
    [pair] = contradicting.aligned
    passage = contradicting.passages[pair["passage"]]["text"]
    assert ("3.1%" in pair["claimed"], passage[pair["start"] : pair["end"]]) == (True, pair["found"])
    assert contradicting.score < 0.25


@pytest.mark.postgres("upserts")
def test_one_address_is_asked_once_for_all_its_citations(cited_web: CitedWeb) -> None:
    report = make_report("ok/1", "ok/1", "ok/1")
    execute_report(report_id=report.pk)
    assert [request.path for request in cited_web.received] == ["/ok/1"]
    assert set(report.citations.values_list("status", flat=True)) == {CitationStatus.VERIFIED}
    assert CitationCheck.objects.count() == 3
    assert PageFetch.objects.get().url == "http://news.example/ok/1"
    call = ProviderCall.objects.get()
    assert (call.purpose, call.kind, call.subject) == ("citation", "lookup", f"citation-report:{report.pk}")


def test_a_page_that_has_not_changed_is_asked_for_in_short(cited_web: CitedWeb, django_user_model: type) -> None:
    report = make_report("tagged/1")
    execute_report(report_id=report.pk)
    first, page = report.citations.get(), PageFetch.objects.get()
    recheck_report(report=report, actor=django_user_model.objects.create_user("mei"), enqueue=False)
    execute_report(report_id=report.pk)
    second, again = report.citations.get(), PageFetch.objects.get()
    assert [request.headers.get("If-None-Match") for request in cited_web.received] == [None, '"first"']
    assert (second.status, second.http_status, second.passages) == ("verified", 200, first.passages)
    assert (again.snapshot_id, again.etag) == (page.snapshot_id, '"first"')
    assert (again.fetched_at > page.fetched_at, second.fetched_at > first.fetched_at) == (True, True)


def test_a_page_that_has_changed_is_read_again(cited_web: CitedWeb, django_user_model: type) -> None:
    report = make_report("tagged/1")
    execute_report(report_id=report.pk)
    cited_web.script(page("Retail sales in Elbonia, May", f"{CLAIM.replace('3.1', '1.3')}, the office said in its release on Thursday."))
    recheck_report(report=report, actor=django_user_model.objects.create_user("mei"), enqueue=False)
    execute_report(report_id=report.pk)
    assert report.citations.get().status == "misinformation"
    assert "1.3%" in PageFetch.objects.get().snapshot.text


def test_not_modified_from_another_address_is_no_word_about_the_page(cited_web: CitedWeb, django_user_model: type) -> None:
    report = make_report("tagged/1")
    execute_report(report_id=report.pk)
    cited_web.script(Reply(302, b"", "text/plain", headers={"Location": "/tagged/elsewhere"}), Reply(304, b"", "text/html"))
    recheck_report(report=report, actor=django_user_model.objects.create_user("mei"), enqueue=False)
    execute_report(report_id=report.pk)
    sent = [(request.path, request.headers.get("If-None-Match")) for request in cited_web.received]
    assert sent == [("/tagged/1", None), ("/tagged/1", '"first"'), ("/tagged/elsewhere", '"first"'), ("/tagged/1", None)]
    assert report.citations.get().status == "verified"


@pytest.mark.postgres("search")
def test_a_page_of_the_local_corpus_is_not_asked_for(cited_web: CitedWeb) -> None:
    make_document(url="http://news.example/nowhere/1", text=f"{CLAIM}, the office said in its release on Thursday.")
    report = make_report("nowhere/1", "gone/1")
    execute_report(report_id=report.pk)
    local, asked = report.citations.order_by("index")
    assert [request.path for request in cited_web.received] == ["/gone/1"]
    assert (local.status, local.http_status, local.fetched_at, local.is_local_copy) == ("verified", None, None, True)
    assert (asked.status, asked.is_local_copy) == ("broken_link", False)
    assert [citation_shape(one, lang="en")["is_local_copy"] for one in (local, asked)] == [True, False]


def test_checked_again_the_address_is_asked_and_the_copy_stands_in_for_silence(cited_web: CitedWeb, django_user_model: type) -> None:
    mei = django_user_model.objects.create_user("mei")
    for place, host in enumerate(("news.example", "127.0.0.1:9")):  # the second answers nothing
        make_document(url=f"http://{host}/gone/{place}", text=f"{CLAIM}, the office said in its release on Thursday.")
    text = f"{CLAIM} (http://news.example/gone/0).\n\n{CLAIM} (http://127.0.0.1:9/gone/1)."
    report = create_report(text=text, trigger="command", enqueue=False)
    execute_report(report_id=report.pk)
    assert {one.status for one in report.citations.all()} == {"verified"}
    recheck_report(report=report, actor=mei, enqueue=False)
    execute_report(report_id=report.pk)
    first, second = report.citations.order_by("index")
    assert [request.path for request in cited_web.received] == ["/gone/0"]
    assert (first.status, first.is_local_copy, second.status, second.is_local_copy) == ("broken_link", False, "verified", True)


def test_a_server_in_trouble_is_asked_twice(cited_web: CitedWeb) -> None:
    execute_report(report_id=make_report("broken/1").pk)
    assert len(cited_web.received) == 2


def test_quick_asks_whether_the_page_is_there_and_no_more(cited_web: CitedWeb) -> None:
    report = make_report("ok/1", "nowhere/1", depth="quick")
    execute_report(report_id=report.pk)
    assert verdicts(report) == {"ok/1": ("inconclusive", "not_read"), "nowhere/1": ("broken_link", "http_not_found")}


def test_addresses_inside_our_own_network_are_not_touched(cited_web: CitedWeb) -> None:
    report = create_report(text=f"{CLAIM} (http://127.0.0.1:1/x) and http://10.0.0.1/y.", trigger="command", enqueue=False)
    execute_report(report_id=report.pk)
    assert [one.reasons[0]["code"] for one in report.citations.all()] == ["unsafe_url"] * 2
    assert cited_web.received == []


@pytest.mark.postgres("rows")
def test_what_time_was_too_short_for_goes_on_later(cited_web: CitedWeb, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    report = make_report("ok/1", "nowhere/1")
    monkeypatch.setattr("attribution.services.citations.checking.LAST_CALL_S", 0.0)
    settings.RUN_DEADLINE_SECONDS = 0
    waiting = execute_report(report_id=report.pk)
    assert (waiting.status, waiting.attempts) == ("queued", 0)
    assert set(report.citations.values_list("status", flat=True)) == {"pending"}
    monkeypatch.undo()
    settings.RUN_DEADLINE_SECONDS = 100
    done = execute_report(report_id=report.pk)
    assert (done.status, set(verdicts(done).values())) == ("finished", {("verified", "supported"), ("broken_link", "http_not_found")})


@pytest.mark.parametrize(("text", "verdict"), [(WORDS, ("verified", "supported")), ("", ("inconclusive", "needs_rendering"))])
def test_a_page_that_only_a_browser_draws_is_read_where_a_reader_is_named(
    cited_web: CitedWeb, settings: LazySettings, text: str, verdict: tuple[str, str]
) -> None:
    url = "http://news.example/script/1"
    with ReaderStub({url: ("Retail sales in Elbonia, May", text)}) as reader:
        settings.PAGE_READER_URL = reader.url
        report = create_report(text=f"{CLAIM} ({url}).", trigger="command", depth="standard", enqueue=False)
        one = execute_report(report_id=report.pk).citations.get()
    assert (one.status, one.reasons[0]["code"]) == verdict
