"""What deep checks add: archived copies, Crossref, named sources and other pages by search; and what is missing when nobody answers."""

from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.conf import LazySettings

from attribution.core.checks.existence import Fetch
from attribution.core.vocabulary import CitationWhy
from attribution.models import Citation, CitationReport
from attribution.providers.lookups import Lookup
from attribution.providers.named_work import NamedWork
from attribution.providers.wayback import ArchivedCopy, find_copy
from attribution.providers.works import find_work
from attribution.services.citations.checking import execute_report
from attribution.services.citations.inspection import Known, Visit, judge_visit
from attribution.services.citations.lifecycle import create_report
from tests.attribution.cited_rows import CLAIM
from tests.factories import make_document
from tests.stubs.cited import CitedWeb
from tests.stubs.lookups import LookupStub
from tests.stubs.server import Reply, json_reply
from verification.core.evidence import Trust
from verification.core.vocabulary import Purpose
from verification.providers.base import ProviderError
from verification.services.gateway.gateway import Work as OnBehalf
from verification.services.gateway.gateway import open_gateway

pytestmark = pytest.mark.django_db

NOWHERE = "http://news.example/nowhere/1"
COPY = f"https://web.archive.org/web/20260102030405/{NOWHERE}"
RETRACTED = {"title": ["Retail sales in Elbonia"], "updated-by": [{"type": "retraction", "DOI": "10.5555/r"}]}
DOUBTFUL = {"title": ["Retail sales in Elbonia"], "updated-by": [{"type": "expression_of_concern", "DOI": "10.5555/c"}]}


@pytest.fixture
def lookups(cited_web: CitedWeb, settings: LazySettings) -> Iterator[LookupStub]:
    works = {
        "10.5555/sales": RETRACTED,
        "10.5555/doubtful": DOUBTFUL,
        "10.5555/other": {"title": ["The mating habits of the northern mud crab"]},
    }
    titles = {"10.48550/arxiv.1706.03762": "Attention Is All You Need", "10.9999/data": "WITHDRAWN: Retail data"}
    with LookupStub(copies={NOWHERE: ["20260102030405"]}, works=works, titles=titles) as stub:
        settings.DEMO_STUBS = [*settings.DEMO_STUBS, urlsplit(stub.url).netloc]
        settings.WAYBACK_INDEX_URL, settings.WAYBACK_URL = f"{stub.url}/cdx", f"{stub.url}/wayback"
        settings.CROSSREF_URL, settings.DATACITE_URL = f"{stub.url}/works", f"{stub.url}/dois"
        yield stub


def check(text: str, depth: str = "deep") -> CitationReport:
    return execute_report(report_id=create_report(text=text, trigger="command", depth=depth, enqueue=False).pk)


def only(report: CitationReport) -> Citation:
    return report.citations.get()


def test_a_dead_link_gets_its_archived_copy(lookups: LookupStub) -> None:
    one = only(check(f"{CLAIM} (http://news.example/nowhere/1)."))
    assert (one.status, one.archive_url) == ("broken_link", COPY)
    assert only(check(f"{CLAIM} (http://news.example/gone/1).")).archive_url == ""
    assert only(check(f"{CLAIM} (http://news.example/nowhere/1).", "standard")).archive_url == ""


@pytest.mark.parametrize("reply", [Reply(503, b"", "text/plain"), Reply(200, b"["), Reply(200, b'{"archived_snapshots": 3}')])
def test_an_archive_that_fails_changes_no_verdict_and_is_named(lookups: LookupStub, reply: Reply) -> None:
    lookups.script(reply, reply, reply)
    done = check(f"{CLAIM} (http://news.example/nowhere/1).")
    assert (done.status, only(done).status, [failure["provider"] for failure in done.failures]) == ("degraded", "broken_link", ["wayback"])


def _asked(question: Callable[[Lookup], Awaitable[Any]]) -> Any:
    async def ask() -> Any:
        async with open_gateway() as gateway:
            return await question(lambda url: gateway.fetch(url, work=OnBehalf(purpose=Purpose.CITATION)))

    return async_to_sync(ask)()


def _copy(settings: LazySettings, near: datetime, index_url: str | None = None) -> ArchivedCopy | None:
    index = settings.WAYBACK_INDEX_URL if index_url is None else index_url
    return _asked(lambda lookup: find_copy(NOWHERE, near=near, index_url=index, availability_url=settings.WAYBACK_URL, lookup=lookup))


@pytest.mark.parametrize(("month", "taken"), [(1, "20251231000000"), (3, "20260302120000"), (11, "20261101000000")])
def test_of_several_copies_the_one_nearest_to_the_text_is_taken(
    lookups: LookupStub, settings: LazySettings, month: int, taken: str
) -> None:
    lookups.copies[NOWHERE] = ["20251231000000", "20260302120000", "20261101000000"]
    copy = _copy(settings, datetime(2026, month, 2, tzinfo=UTC))
    assert copy == ArchivedCopy(f"https://web.archive.org/web/{taken}/{NOWHERE}", taken)
    (request,) = lookups.received
    assert (request.path, request.query["filter"], request.query["sort"]) == ("/cdx", "statuscode:200", "closest")


def test_where_the_index_is_down_or_not_set_the_availability_is_asked_without_the_scheme(
    lookups: LookupStub, settings: LazySettings
) -> None:
    lookups.is_index_down = True
    near = datetime(2026, 11, 22, 8, tzinfo=UTC)
    assert _copy(settings, near) == ArchivedCopy(COPY, "20260102030405")
    assert [request.path for request in lookups.received] == ["/cdx", "/wayback"]
    assert lookups.received[1].query == {"url": "news.example/nowhere/1", "timestamp": "20261122080000"}
    assert _copy(settings, near, "") == ArchivedCopy(COPY, "20260102030405")
    lookups.script(
        json_reply({"archived_snapshots": {"closest": {"status": "200", "available": True, "url": "http://evil.example/web/1"}}})
    )
    assert _copy(settings, near, "") is None


@pytest.mark.parametrize("rows", [[["timestamp"], ["../../evil"]], [["timestamp"], [3]], [["timestamp"]], [3]])
def test_an_index_in_another_form_names_no_copy(lookups: LookupStub, settings: LazySettings, rows: list) -> None:
    settings.WAYBACK_URL = ""
    lookups.script(json_reply(rows))
    with pytest.raises(ProviderError, match="in another form"):
        _copy(settings, datetime(2026, 1, 1, tzinfo=UTC))


def _find(doi: str, settings: LazySettings) -> NamedWork | None:
    agencies = {"crossref_url": settings.CROSSREF_URL, "datacite_url": settings.DATACITE_URL, "contact": settings.CONTACT_EMAIL}
    return _asked(lambda lookup: find_work(doi, **agencies, lookup=lookup))


def test_crossref_says_what_a_doi_names(lookups: LookupStub, settings: LazySettings) -> None:
    assert _find("10.5555/sales", settings) == NamedWork("Retail sales in Elbonia", is_retracted=True)
    assert _find("10.5555/doubtful", settings) == NamedWork("Retail sales in Elbonia", has_concern=True)
    assert _find("10.5555/other", settings) == NamedWork("The mating habits of the northern mud crab")
    assert _find("10.5555/unknown", settings) is None
    lookups.script(Reply(200, b'{"message": []}'))
    with pytest.raises(ProviderError, match="in another form"):
        _find("10.5555/sales", settings)


def test_crossref_is_told_whom_to_write_to(lookups: LookupStub, settings: LazySettings) -> None:
    _find("10.5555/other", settings)
    settings.CONTACT_EMAIL = "ops@example.com"
    _find("10.5555/other", settings)
    assert [request.query for request in lookups.received] == [{}, {"mailto": "ops@example.com"}]
    assert "ops@example.com" in lookups.received[1].headers["User-Agent"]


def test_dois_of_datacite_and_arxiv_are_found_there(lookups: LookupStub, settings: LazySettings) -> None:
    assert _find("10.48550/arxiv.1706.03762", settings) == NamedWork("Attention Is All You Need")
    assert [request.path for request in lookups.received] == ["/dois/10.48550%2Farxiv.1706.03762"]
    assert _find("10.9999/data", settings) == NamedWork("WITHDRAWN: Retail data", is_retracted=True)
    lookups.script(json_reply({"data": []}))
    with pytest.raises(ProviderError, match="in another form"):
        _find("10.48550/arxiv.1", settings)


@pytest.mark.parametrize(
    ("known", "verdict"),
    [
        (Known(trust=Trust(), title="Retail sales in Elbonia"), ("verified", "supported")),
        (Known(trust=Trust(), title="Retail sales in Elbonia", is_retracted=True), ("unverified", "retracted")),
        (Known(trust=Trust(), title="Retail sales in Elbonia", has_concern=True), ("verified", "supported", "concern")),
        (Known(trust=Trust(), title="Retail sales in Elbonia", is_retracted=True, has_concern=True), ("unverified", "retracted")),
    ],
)
def test_what_crossref_says_decides(known: Known, verdict: tuple[str, ...]) -> None:
    fetch = Fetch("https://doi.org/10.5555/sales", "https://paper.example/sales", 200, title="Article", text=f"{CLAIM}. " * 12)
    name = "Retail sales figures in Elbonia for the spring"
    citation = Citation(kind="doi", url=fetch.url, anchor=name, text=name, claim=f"{CLAIM}.")
    found = judge_visit(citation, Visit(fetch), known).verdict
    assert (found.status, *(reason.code for reason in found.reasons if reason.code in tuple(CitationWhy))) == verdict


def test_another_page_that_says_it_is_offered(cited_web: CitedWeb) -> None:
    make_document(
        url="https://office.example/release", title="Retail sales, May", text=f"{CLAIM}, the statistics office of Elbonia said on Thursday."
    )
    one = only(check(f"{CLAIM} (http://news.example/other/1).", "standard"))
    assert (one.status, one.replacement["url"]) == ("unverified", "https://office.example/release")
    replaced = create_report(text=f"{CLAIM} (http://news.example/other/1).", trigger="command", depth="quick", enqueue=False)
    assert only(execute_report(report_id=replaced.pk)).replacement is None


@pytest.mark.postgres("search")
def test_a_source_that_is_only_named_is_searched_for(cited_web: CitedWeb) -> None:
    make_document(
        url="https://office.example/outlook",
        title="Elbonia Statistics Office: Retail Outlook 2026",
        text="Retail Outlook 2026 of the Elbonia Statistics Office." + f" {CLAIM}, the office said. Furniture sold best." * 3,
    )
    text = f"According to the Elbonia Statistics Office's Retail Outlook 2026, {CLAIM[0].lower()}{CLAIM[1:]}."
    one = only(check(text, "standard"))
    assert (one.kind, one.status, one.matches) == ("title", "verified", "same")
    quick = only(check(text, "quick"))
    assert (quick.status, quick.reasons[0]["code"]) == ("inconclusive", "not_read")
    unknown = only(check(f"According to the Ruritania Trade Ministry's Annual Report, {CLAIM[0].lower()}{CLAIM[1:]}.", "standard"))
    assert (unknown.status, unknown.reasons[0]["code"]) == ("inconclusive", "not_found_by_search")


def test_without_a_search_a_named_source_is_undecided(cited_web: CitedWeb) -> None:
    done = check(f"According to the IMF's World Economic Outlook, {CLAIM[0].lower()}{CLAIM[1:]}.", "standard")
    assert (done.status, only(done).status, only(done).reasons[0]["code"]) == ("finished", "inconclusive", "not_fetched")


def test_a_mark_that_refers_to_nothing_is_named_and_searched_for_nowhere(cited_web: CitedWeb) -> None:
    done = check(f"{CLAIM} [7].")
    one = only(done)
    assert (one.kind, one.text, one.url, one.claim) == ("footnote", "[7]", "", f"{CLAIM}.")
    assert (done.status, one.status, one.reasons[0]["code"]) == ("finished", "inconclusive", "unresolved_mark")
