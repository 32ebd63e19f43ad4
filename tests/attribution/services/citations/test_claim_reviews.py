"""What fact-checkers wrote about a claim: shown in deep checks where there is a key, never deciding, and named where it fails."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client

from attribution.enums import Depth
from attribution.models import Citation, CitationReport
from attribution.providers.fact_checks import ClaimReview, read_reviews
from attribution.reads.reports import citation_shape
from attribution.services.citations.checking import execute_report
from attribution.services.citations.estimates import estimate_check
from attribution.services.citations.lifecycle import create_report
from causalflow.checks import check_search_addresses
from tests.attribution.cited_rows import CLAIM
from tests.stubs.cited import CitedWeb
from tests.stubs.factcheck import FactCheckStub, error_reply, reviewed
from tests.stubs.server import Reply
from verification.models import Limit, ProviderCall
from verification.providers.base import ProviderError
from verification.services.errors import Refused
from verification.services.gateway.model_profiles import check_profile
from verification.services.gateway.provider_settings import check_scope

pytestmark = pytest.mark.django_db

SAID = f"{CLAIM}."
REVIEW = {
    "claim": SAID,
    "claimant": "A newspaper",
    "rating": "False",
    "publisher": "The Checkers",
    "title": "No, sales did not rise that much",
    "url": "https://checkers.example/sales",
    "reviewed_on": "2026-06-05",
}


@pytest.fixture
def checkers(cited_web: CitedWeb, settings: LazySettings) -> Iterator[FactCheckStub]:
    with FactCheckStub({SAID: [reviewed(SAID), reviewed("The harbour of Elbonia closed for a week")]}) as stub:
        settings.GOOGLE_FACT_CHECK_API_KEY, settings.FACT_CHECK_URL = stub.key, stub.base_url
        yield stub


def check(depth: str = "deep") -> CitationReport:
    text = f"{CLAIM} (http://news.example/ok/1)."
    return execute_report(report_id=create_report(text=text, trigger="command", depth=depth, enqueue=False).pk)


def only(report: CitationReport) -> Citation:
    return report.citations.get()


def test_reviews_of_the_claim_stand_beside_its_verdict(checkers: FactCheckStub) -> None:
    done = check()
    one = only(done)
    assert (done.status, one.status, one.claim_reviews) == ("finished", "verified", [REVIEW])
    assert citation_shape(one, lang="en")["claim_reviews"] == [REVIEW]
    [call] = ProviderCall.objects.filter(provider="factcheck")
    assert (call.kind, call.purpose, call.query, call.subject) == ("lookup", "citation", SAID, f"citation-report:{done.pk}")
    assert checkers.received[0].query["languageCode"] == "en"


def test_the_key_stands_in_no_address_and_in_no_record(checkers: FactCheckStub) -> None:
    check()
    assert checkers.key not in str(checkers.received[0].query)
    assert checkers.key not in str(list(ProviderCall.objects.values()))


@pytest.mark.parametrize("depth", ["quick", "standard"])
def test_other_depths_ask_nobody(checkers: FactCheckStub, depth: str) -> None:
    assert (only(check(depth)).claim_reviews, checkers.received) == ([], [])


def test_without_a_key_nobody_is_asked(checkers: FactCheckStub, settings: LazySettings) -> None:
    settings.GOOGLE_FACT_CHECK_API_KEY = ""
    assert (only(check()).claim_reviews, checkers.received) == ([], [])


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (error_reply(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."), "unauthorized"),
        (error_reply(403, "PERMISSION_DENIED", "Quota exceeded for quota metric."), "rate_limited"),
        (error_reply(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted."), "rate_limited"),
        (error_reply(503, "UNAVAILABLE", "The service is currently unavailable."), "server_error"),
        (Reply(200, b"<html>", "text/html"), "bad_answer"),
        (Reply(200, b'{"claims": 3}'), "bad_answer"),
        (Reply(302, b"", "text/plain", headers={"Location": "https://evil.example/"}), "too_many_redirects"),
    ],
)
@pytest.mark.share(3)
def test_a_service_that_fails_changes_no_verdict_and_is_named(checkers: FactCheckStub, reply: Reply, fault: str) -> None:
    checkers.script(*[reply] * 3)
    done = check()
    assert (done.status, only(done).status, only(done).claim_reviews) == ("degraded", "verified", [])
    assert done.failures == [{"provider": "factcheck", "kind": "lookup", "fault": fault}]


def test_an_admin_may_limit_the_calls_of_a_day(checkers: FactCheckStub) -> None:
    check_scope("lookup:factcheck")
    with pytest.raises(Refused):
        check_scope("lookup:nobody")
    Limit.objects.create(scope="lookup:factcheck", amount=1)
    assert (check().status, check().status, len(checkers.received)) == ("finished", "degraded", 1)


def test_the_estimate_says_how_many_are_looked_for(checkers: FactCheckStub, settings: LazySettings) -> None:
    text = f"{CLAIM} (http://news.example/ok/1)."
    assert [estimate_check(text=text, depth=depth).fact_checks for depth in (Depth.DEEP, Depth.STANDARD)] == [1, 0]
    settings.GOOGLE_FACT_CHECK_API_KEY = ""
    assert estimate_check(text=text, depth=Depth.DEEP).fact_checks is None


def test_a_wrong_address_and_a_borrowed_key_are_refused(settings: LazySettings) -> None:
    settings.FACT_CHECK_URL = "factchecktools.googleapis.com"
    assert [message.id for message in check_search_addresses(None)] == ["causalflow.E006"]
    with pytest.raises(Refused, match="is not the key of a model"):
        check_profile(base_url="https://model.example/v1", key_variable="GOOGLE_FACT_CHECK_API_KEY")


def test_an_answer_is_read_strictly() -> None:
    assert read_reviews({}) == ()
    assert read_reviews({"claims": [1, {}, {"text": "x", "claimReview": [1, {"url": "javascript:alert(1)"}]}]}) == ()
    long = reviewed("x" * 9_000, rating="a\x00\n b")
    assert [(len(one.claim), one.rating) for one in read_reviews({"claims": [long]})] == [(500, "a b")]
    assert read_reviews({"claims": [reviewed(SAID)]}) == (ClaimReview(**REVIEW),)
    with pytest.raises(ProviderError, match="in another form"):
        read_reviews({"claims": {}})


def test_the_card_shows_rating_and_publisher_and_nothing_active(analyst_client: Client, analyst: User, checkers: FactCheckStub) -> None:
    checkers.claims[SAID] = [reviewed(SAID, rating="<script>alert(1)</script>")]
    report = create_report(text=f"{CLAIM} (http://news.example/ok/1).", trigger="page", depth="deep", enqueue=False, requested_by=analyst)
    execute_report(report_id=report.pk)
    page = analyst_client.get(f"/citations/{report.pk}/").content.decode()
    assert ("The Checkers" in page, "&lt;script&gt;alert(1)" in page, "<script>alert(1)" in page) == (True, True, False)
    assert 'href="https://checkers.example/sales"' in page
