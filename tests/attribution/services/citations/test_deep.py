"""What deep checks add: archived copies, Crossref, named sources and other pages by search; and what is missing when nobody answers."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.conf import LazySettings

from attribution.core.checks.existence import Fetch
from attribution.models import Citation, CitationReport
from attribution.providers.crossref import CrossrefWork, find_work
from attribution.services.citations.checking import execute_report
from attribution.services.citations.inspection import Known, Visit, judge_visit
from attribution.services.citations.lifecycle import create_report
from tests.attribution.cited_rows import CLAIM
from tests.factories import make_document
from tests.stubs.cited import CitedWeb
from tests.stubs.lookups import LookupStub
from tests.stubs.server import Reply
from verification.core.evidence import Trust
from verification.core.vocabulary import Purpose
from verification.providers.base import ProviderError
from verification.services.gateway.gateway import Work as OnBehalf
from verification.services.gateway.gateway import open_gateway

pytestmark = pytest.mark.django_db

COPY = "http://web.archive.org/web/20260102030405/http://news.example/nowhere/1"
RETRACTED = {"title": ["Retail sales in Elbonia"], "updated-by": [{"type": "retraction", "DOI": "10.5555/r"}]}


@pytest.fixture
def lookups(cited_web: CitedWeb, settings: LazySettings) -> Iterator[LookupStub]:
    works = {"10.5555/sales": RETRACTED, "10.5555/other": {"title": ["The mating habits of the northern mud crab"]}}
    with LookupStub(copies={"http://news.example/nowhere/1": COPY}, works=works) as stub:
        settings.DEMO_STUBS = [*settings.DEMO_STUBS, urlsplit(stub.url).netloc]
        settings.WAYBACK_URL, settings.CROSSREF_URL = f"{stub.url}/wayback", f"{stub.url}/works"
        yield stub


def check(text: str, depth: str = "deep") -> CitationReport:
    return execute_report(report_id=create_report(text=text, trigger="command", depth=depth, enqueue=False).pk)


def only(report: CitationReport) -> Citation:
    return report.citations.get()


def test_a_dead_link_gets_its_archived_copy(lookups: LookupStub) -> None:
    one = only(check(f"{CLAIM} (http://news.example/nowhere/1)."))
    assert (one.status, one.archive_url) == ("broken_link", COPY.replace("http://", "https://", 1))
    assert only(check(f"{CLAIM} (http://news.example/gone/1).")).archive_url == ""
    assert only(check(f"{CLAIM} (http://news.example/nowhere/1).", "standard")).archive_url == ""


@pytest.mark.parametrize("reply", [Reply(503, b"", "text/plain"), Reply(200, b"[]"), Reply(200, b'{"archived_snapshots": 3}')])
def test_an_archive_that_fails_changes_no_verdict_and_is_named(lookups: LookupStub, reply: Reply) -> None:
    lookups.script(reply, reply)
    done = check(f"{CLAIM} (http://news.example/nowhere/1).")
    assert (done.status, only(done).status, [failure["provider"] for failure in done.failures]) == ("degraded", "broken_link", ["wayback"])


def test_a_copy_elsewhere_is_no_copy(lookups: LookupStub) -> None:
    lookups.copies["http://news.example/nowhere/1"] = "http://evil.example/web/1"
    assert only(check(f"{CLAIM} (http://news.example/nowhere/1).")).archive_url == ""


def _find(doi: str, base_url: str) -> CrossrefWork | None:
    async def find() -> CrossrefWork | None:
        async with open_gateway() as gateway:
            return await find_work(doi, base_url=base_url, lookup=lambda url: gateway.fetch(url, work=OnBehalf(purpose=Purpose.CITATION)))

    return async_to_sync(find)()


def test_crossref_says_what_a_doi_names(lookups: LookupStub, settings: LazySettings) -> None:
    assert _find("10.5555/sales", settings.CROSSREF_URL) == CrossrefWork("Retail sales in Elbonia", is_retracted=True)
    assert _find("10.5555/other", settings.CROSSREF_URL) == CrossrefWork("The mating habits of the northern mud crab", is_retracted=False)
    assert _find("10.5555/unknown", settings.CROSSREF_URL) is None
    lookups.script(Reply(200, b'{"message": []}'))
    with pytest.raises(ProviderError, match="in another form"):
        _find("10.5555/sales", settings.CROSSREF_URL)


@pytest.mark.parametrize(
    ("known", "verdict"),
    [
        (Known(trust=Trust(), title="Retail sales in Elbonia"), ("verified", "supported")),
        (Known(trust=Trust(), title="Retail sales in Elbonia", is_retracted=True), ("unverified", "retracted")),
    ],
)
def test_what_crossref_says_decides(known: Known, verdict: tuple[str, str]) -> None:
    fetch = Fetch("https://doi.org/10.5555/sales", "https://paper.example/sales", 200, title="Article", text=f"{CLAIM}. " * 12)
    name = "Retail sales figures in Elbonia for the spring"
    citation = Citation(kind="doi", url=fetch.url, anchor=name, text=name, claim=f"{CLAIM}.")
    found = judge_visit(citation, Visit(fetch), known).verdict
    assert (found.status, found.reasons[0].code) == verdict


def test_another_page_that_says_it_is_offered(cited_web: CitedWeb) -> None:
    make_document(
        url="https://office.example/release", title="Retail sales, May", text=f"{CLAIM}, the statistics office of Elbonia said on Thursday."
    )
    one = only(check(f"{CLAIM} (http://news.example/other/1).", "standard"))
    assert (one.status, one.replacement["url"]) == ("unverified", "https://office.example/release")
    replaced = create_report(text=f"{CLAIM} (http://news.example/other/1).", trigger="command", depth="quick", enqueue=False)
    assert only(execute_report(report_id=replaced.pk)).replacement is None


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
