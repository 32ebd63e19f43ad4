"""What Wikidata says with a claim: asked in deep checks where it is switched on and the page does not carry it, never deciding."""

import json
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from attribution.enums import Depth
from attribution.models import Citation, CitationReport
from attribution.providers.wikidata import LONGEST_TEXT, MOST_STATEMENTS, read_item, read_search
from attribution.reads.reports import citation_shape
from attribution.services.citations.checking import execute_report
from attribution.services.citations.estimates import estimate_check
from attribution.services.citations.lifecycle import create_report
from causalflow.checks import check_search_addresses
from tests.stubs.cited import CitedWeb
from tests.stubs.server import Reply
from tests.stubs.wikidata import WikidataStub, date, error_reply, item, lagging, name, quantity, unknown
from verification.core.claims.item_facts import ItemProperty, StatementKind, WikidataStatement
from verification.models import Limit, ProviderCall
from verification.providers.base import ProviderError
from verification.services.gateway.provider_settings import check_scope

pytestmark = pytest.mark.django_db

CLAIM = "Elbonia had a population of 5,213,400 in 2025"
CLAIMS = {
    "P1082": [unknown(), quantity("+5100000", year=2024), quantity("+5213400", year=2025, rank="preferred")],
    "P2046": [quantity("+42000", "Q712226")],
    "P571": [date("+1921-03-04T00:00:00Z")],
    "P1448": [name("Republic of Elbonia")],
    "P31": [{"mainsnak": {"snaktype": "value", "datavalue": {"value": {"id": "Q6256"}, "type": "wikibase-entityid"}}}],
}
ELBONIA = item("Q4200", {"en": "Elbonia", "zh-hans": "埃尔博尼亚"}, {"en": "country of mud", "zh": "泥泞之国"}, CLAIMS)
SHOWN = {
    "id": "Q4200",
    "url": "https://www.wikidata.org/wiki/Q4200",
    "label_en": "Elbonia",
    "label_zh": "埃尔博尼亚",
    "description_en": "country of mud",
    "description_zh": "泥泞之国",
    "statements": [{"property": "P1082", "kind": "quantity", "value": "5213400", "unit": "", "point_in_time": "2025"}],
}


@pytest.fixture
def stub(cited_web: CitedWeb, settings: LazySettings) -> Iterator[WikidataStub]:
    with WikidataStub(ELBONIA) as stub:
        settings.WIKIDATA_LOOKUP, settings.WIKIDATA_URL = True, stub.base_url
        yield stub


def check(depth: str = "deep", claim: str = CLAIM, page: str = "other") -> CitationReport:
    text = f"{claim} (http://news.example/{page})."
    return execute_report(report_id=create_report(text=text, trigger="command", depth=depth, enqueue=False).pk)


def only(report: CitationReport) -> Citation:
    return report.citations.get()


def test_an_item_that_agrees_stands_beside_a_verdict_that_it_does_not_change(stub: WikidataStub) -> None:
    done = check()
    one = only(done)
    assert (done.failures, one.status, one.wikidata) == ([], "unverified", SHOWN)
    [search, read] = stub.received
    assert (search.query["action"], search.query["search"], search.query["language"]) == ("wbsearchentities", "Elbonia", "en")
    assert (read.query["action"], read.query["ids"], read.query["maxlag"]) == ("wbgetentities", "Q4200", "5")
    calls = ProviderCall.objects.filter(provider="wikidata").order_by("pk")
    assert [(one.kind, one.purpose, one.query, one.status) for one in calls] == [
        ("lookup", "citation", "Elbonia", "ok"),
        ("lookup", "citation", "Q4200", "ok"),
    ]


def test_the_api_names_the_property_in_the_language_asked_for(stub: WikidataStub) -> None:
    one = only(check())
    labels = [citation_shape(one, lang=lang)["wikidata"]["statements"][0]["property_label"] for lang in ("en", "zh-hans")]
    assert labels == ["population", "人口"]
    assert citation_shape(Citation(report=one.report), lang="en")["wikidata"] is None


def test_a_chinese_claim_is_asked_in_chinese(stub: WikidataStub) -> None:
    stub.items["Q4200"] = item("Q4200", {"en": "Elbonia", "zh": "埃尔博尼亚"}, {}, CLAIMS)
    one = only(check(claim="埃尔博尼亚2025年人口为521.34万人"))
    assert (one.wikidata["label_zh"], [said["value"] for said in one.wikidata["statements"]]) == ("埃尔博尼亚", ["5213400"])
    assert stub.received[0].query["language"] == "zh"


@pytest.mark.parametrize("depth", ["quick", "standard"])
def test_other_depths_ask_nobody(stub: WikidataStub, depth: str) -> None:
    assert (only(check(depth)).wikidata, stub.received) == (None, [])


def test_switched_off_nobody_is_asked(stub: WikidataStub, settings: LazySettings) -> None:
    settings.WIKIDATA_LOOKUP = False
    assert (only(check()).wikidata, stub.received) == (None, [])


def test_a_verified_claim_needs_no_corroboration(stub: WikidataStub) -> None:
    one = only(check(claim="Retail sales in Elbonia rose 3.1% in May from a year earlier", page="ok/1"))
    assert (one.status, one.wikidata, stub.received) == ("verified", None, [])


@pytest.mark.parametrize(
    ("claim", "asked"),
    [
        ("Elbonia had a population of 7,000,000 in 2025", 2),  # another figure: nothing to show
        ("Elbonia had a population of 5,213,400 in 2024", 2),  # of another year
        ("Elbo had a population of 5,213,400 in 2025", 1),  # a longer name is another thing
        ("Ruritania had a population of 5,213,400 in 2025", 1),
        ("it rose by 5,213,400 in the end", 0),
    ],
)
def test_nothing_is_shown_of_what_does_not_agree(stub: WikidataStub, claim: str, asked: int) -> None:
    done = check(claim=claim)
    assert (only(done).wikidata, len(stub.received), done.failures) == (None, asked, [])


def test_the_same_name_is_asked_once(stub: WikidataStub) -> None:
    assert [only(check()).wikidata, only(check()).wikidata] == [SHOWN, SHOWN]
    assert len(stub.received) == 2
    assert ProviderCall.objects.filter(provider="wikidata", is_cached=True).count() == 1


@pytest.mark.parametrize(
    ("reply", "fault", "calls"),
    [
        (lagging(), "rate_limited", 2),
        (lagging(retry_after="60"), "rate_limited", 1),
        (error_reply("ratelimited", "You've exceeded your rate limit."), "rate_limited", 2),
        (error_reply("badvalue", "Unrecognized value."), "bad_request", 1),
        (Reply(429, b"Too many requests", "text/plain", headers={"Retry-After": "0"}), "rate_limited", 2),
        (Reply(503, b"<html>Our servers are busy</html>", "text/html", headers={"Retry-After": "0"}), "server_error", 2),
        (Reply(200, b"<!DOCTYPE html><title>Wikimedia Error</title>", "text/html"), "bad_answer", 2),
        (Reply(200, b'{"search": {}}'), "bad_answer", 1),
        (Reply(200, b'{"a":"' + b"x" * 8_000_001 + b'"}'), "too_large", 1),
        (Reply(302, b"", "text/plain", headers={"Location": "https://evil.example/"}), "too_many_redirects", 1),
    ],
)
@pytest.mark.share(3)
def test_a_service_that_fails_changes_no_verdict_and_is_named(stub: WikidataStub, reply: Reply, fault: str, calls: int) -> None:
    stub.script(*[reply] * 2)
    done = check()
    assert (done.status, only(done).status, only(done).wikidata) == ("degraded", "unverified", None)
    assert (done.failures, len(stub.received)) == ([{"provider": "wikidata", "kind": "lookup", "fault": fault}], calls)


def test_a_service_that_lags_for_a_moment_is_asked_once_more(stub: WikidataStub) -> None:
    stub.script(lagging())
    assert (only(check()).wikidata, len(stub.received)) == (SHOWN, 3)


def test_an_item_that_is_gone_since_the_search_is_named(stub: WikidataStub) -> None:
    found = [{"id": "Q9", "match": {"text": "Elbonia"}}]
    stub.script(Reply(200, json.dumps({"search": found}).encode()))
    assert check().failures == [{"provider": "wikidata", "kind": "lookup", "fault": "bad_request"}]


def test_an_admin_may_limit_the_calls_of_a_day(stub: WikidataStub) -> None:
    check_scope("lookup:wikidata")
    Limit.objects.create(scope="lookup:wikidata", amount=1)
    assert (check().status, len(stub.received)) == ("degraded", 1)


def test_the_estimate_says_how_often_it_is_asked(stub: WikidataStub, settings: LazySettings) -> None:
    text = f"{CLAIM} (http://news.example/other)."
    assert [estimate_check(text=text, depth=depth).items for depth in (Depth.DEEP, Depth.STANDARD)] == [2, 0]
    settings.WIKIDATA_LOOKUP = False
    assert estimate_check(text=text, depth=Depth.DEEP).items is None


def test_a_wrong_address_is_refused(settings: LazySettings) -> None:
    settings.WIKIDATA_URL = "www.wikidata.org"
    assert [message.id for message in check_search_addresses(None)] == ["causalflow.E006"]


def test_a_search_is_read_strictly() -> None:
    hits = [1, {"id": "P31", "label": "x"}, {"id": "Q1/../x", "label": "x"}, {"id": "Q2", "label": 5, "aliases": [3, "X"]}]
    assert (read_search({"search": hits}, name="x"), read_search({"search": []}, name="x")) == ("Q2", None)
    with pytest.raises(ProviderError, match="in another form"):
        read_search({}, name="x")


def test_an_item_is_read_strictly() -> None:
    odd = [1, {}, {"mainsnak": 3}, quantity("1e9"), quantity("+5", "Q1"), quantity("+7", rank="deprecated"), date("-0044-03-15T00:00:00Z")]
    century = [date("+1900-00-00T00:00:00Z", precision=7), date("+1900-05-00T00:00:00Z", precision=10)]
    claims = {"P1082": odd, "P571": century, "P1448": [name("a\x00\n b" + "x" * 9_000)], "P2046": 3}
    got = read_item({"entities": {"Q1": item("Q1", {"en": "<b>"}, {"zh-cn": "国"}, claims)}}, item_id="Q1")
    assert got.statements[0] == WikidataStatement(ItemProperty.INCEPTION, StatementKind.DATE, "1900-05")
    assert [(len(one.value), one.value[:4]) for one in got.statements[1:]] == [(LONGEST_TEXT, "a bx")]
    assert (got.label_en, got.label_zh, got.description_zh) == ("<b>", "", "国")
    many = read_item({"entities": {"Q1": item("Q1", {}, {}, {"P1082": [quantity("+1")] * 999})}}, item_id="Q1")
    assert len(many.statements) == MOST_STATEMENTS
    gone = read_item({"entities": {"Q1": {"id": "Q1", "missing": ""}}}, item_id="Q1")
    assert (gone.label_en, gone.statements) == ("", ())
    for answer in ({}, {"entities": []}, {"entities": {"Q2": {}}}):
        with pytest.raises(ProviderError, match="in another form"):
            read_item(answer, item_id="Q1")


def test_every_property_has_a_name() -> None:
    assert [one.value for one in ItemProperty] == [one.value for one in ItemProperty]


def test_the_card_shows_item_and_figure_in_both_languages_and_nothing_active(
    analyst_client: Client, analyst: User, stub: WikidataStub
) -> None:
    stub.items["Q4200"] = item("Q4200", {"en": "Elbonia"}, {"en": "<script>alert(1)</script>", "zh": "泥泞之国"}, CLAIMS)
    report = create_report(text=f"{CLAIM} (http://news.example/other).", trigger="page", depth="deep", enqueue=False, requested_by=analyst)
    execute_report(report_id=report.pk)
    page = analyst_client.get(f"/citations/{report.pk}/").content.decode()
    shown = (
        "Wikidata says" in page,
        "<dt>population</dt><dd><strong><bdi>5,213,400</bdi>" in page,
        'href="https://www.wikidata.org/wiki/Q4200"' in page,
    )
    assert (*shown, "&lt;script&gt;alert(1)" in page, "<script>alert(1)" in page) == (True, True, True, True, False)
    with translation.override("zh-hans"):
        page = analyst_client.get(f"/citations/{report.pk}/", headers={"Accept-Language": "zh-hans"}).content.decode()
    assert ("维基数据" in page, "泥泞之国" in page) == (True, True)
