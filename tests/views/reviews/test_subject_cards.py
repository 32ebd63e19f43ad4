"""Review cards of what is about no node: a program's claim with its voters and pages, and a disputed citation with its verdicts."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from attribution.models import Citation
from attribution.services.citations.disputes import dispute_citation
from tests.attribution.cited_rows import make_report
from tests.views.verified import TEXT, make_verification
from verification.core.vocabulary import RiskLevel
from verification.models import ReviewItem, Ruling, Verification
from verification.services.reviews.evidence import gather_evidence

pytestmark = pytest.mark.django_db

READ = (("alpha", "5.25"), ("beta", "5.25"), ("gamma", "5.00"), ("delta", "5.00"))


def make_contested(user: User, claim: str = "") -> ReviewItem:
    """A claim that two pages carry and two contradict, heard by rule voters."""
    evidence = [
        {
            "url": f"https://{paper}.example/1",
            "title": f"Policy in {paper}",
            "content": TEXT.format(paper=paper).replace("5.25", value),
            "published_at": "2026-11-20T08:00:00+00:00",
        }
        for paper, value in READ
    ]
    given = {"claim": claim} if claim else {}
    row = make_verification(user, is_done=True, risk_level=RiskLevel.HIGH, evidence=evidence, action_type="transfer", **given)
    return ReviewItem.objects.get(subject_kind="verification", subject_id=row.pk)


def make_objection(user: User, index: int = 2) -> ReviewItem:
    citation = make_report(user=user).citations.get(index=index)
    return dispute_citation(citation=citation, user=user, reason="The page says 1.3 for the month.")


def soup(client: Client, item: ReviewItem) -> BeautifulSoup:
    response = client.get(f"/reviews/{item.pk}/")
    assert response.status_code == 200
    return BeautifulSoup(response.content, "lxml")


def words(page: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(found.get_text(" ").split()) for found in page.select(selector)]


def test_claim_of_a_program_stands_with_values_voters_and_pages(analyst: User, reviewer_client: Client) -> None:
    item = make_contested(analyst)
    page = soup(reviewer_client, item)
    assert words(page, "h1") == ["The Elbonian central bank kept its policy rate at 5.25%"]
    assert words(page, ".cand .fig") == ["5.00 %", "5.25 %"]
    other, carried = page.select(".cand")
    names = [name.get_text() for name in carried.select(".dom")]
    voters = ["rule voter: sentence pattern", "rule voter: nearest figure"]
    assert names == [*voters, "claimed by alice", "alpha.example", "beta.example"]
    assert [quote.get_text()[-61:] for quote in carried.select(".voice blockquote")][:1] == [TEXT.format(paper="alpha")[-61:]]
    links = [link["href"].partition("#:~:text=")[0] for link in carried.select("a")]
    assert links == [f"https://{paper}.example/1" for paper in ("alpha", "alpha", "alpha", "beta")]
    assert [mark.get_text() for mark in other.select("blockquote mark")] == ["5.00%", "5.00%"]
    assert words(page, ".crumb a") == ["To the verification"]
    assert words(page, ".facts dd")[:3] == ["adversarial", "transfer", "alice"]
    assert words(page, ".plain")[1] == "The program claims 5.25 %; no other value has more behind it."


def test_chosen_value_of_a_claim_is_ruled_and_another_is_refused(analyst: User, reviewer_client: Client) -> None:
    item = make_contested(analyst)
    form = _fill(soup(reviewer_client, item), decision="accept", candidate="9.99%")
    refused = reviewer_client.post(f"/reviews/{item.pk}/", form)
    assert (refused.status_code, Ruling.objects.count()) == (400, 0)
    ruled = reviewer_client.post(f"/reviews/{item.pk}/", form | {"candidate": "5.25%"})
    assert ruled.status_code == 302
    assert Verification.objects.get(pk=item.subject_id).ruling.value == "5.25%"


def test_citation_stands_with_its_verdict_passage_and_the_other_verdicts(analyst: User, reviewer_client: Client) -> None:
    item = make_objection(analyst)
    page = soup(reviewer_client, item)
    assert words(page, "h1 .differs") == ["3.1%"]
    assert words(page, ".plain") == [
        "alice says that the verdict is wrong: The page says 1.3 for the month.",
        "The verdict now: contradicted.",
    ]
    assert [radio["value"] for radio in page.select("input[name=candidate]")] == [
        *("misinformation", "verified", "unverified", "broken_link", "inconclusive"),
    ]
    assert page.select_one("input[checked][name=candidate]")["value"] == "misinformation"
    assert words(page, ".cand blockquote mark") == ["1.3%"]
    assert page.select_one(".cand .reason a")["href"].startswith("https://paper-1.example/1#:~:text=Retail")
    assert [option["value"] for option in page.select("#fix-value option")] == ["", *_CHOICES]
    ruled = reviewer_client.post(f"/reviews/{item.pk}/", _fill(page, decision="accept", candidate="unverified"))
    assert ruled.status_code == 302
    assert Citation.objects.get(pk=item.subject_id).status == "unverified"
    assert words(soup(reviewer_client, item), "#ruling .plain") == ["bob : Accepted unverified"]


_CHOICES = ["verified", "unverified", "broken_link", "inconclusive", "misinformation"]


def _fill(page: BeautifulSoup, **typed: str) -> dict[str, str]:
    hidden = {field["name"]: field["value"] for field in page.select("form.decision input[type=hidden]")}
    return hidden | typed


def test_what_is_another_s_is_not_shown_to_analysts(analyst: User, reviewer: User, analyst_client: Client) -> None:
    own, other = make_contested(analyst), make_contested(reviewer, claim="Nobody but bob asked whether the rate was 5.25%")
    assert words(soup(analyst_client, own), ".cand .fig") == ["5.00 %", "5.25 %"]
    page = soup(analyst_client, other)
    assert (page.select(".cand"), words(page, "h1")) == ([], [f"verification #{other.subject_id}"])
    assert b"Nobody but bob" not in analyst_client.get("/reviews/").content
    shown = analyst_client.get(f"/api/v1/reviews/{other.pk}/").json()
    assert (shown["subject"], shown["candidates"], shown["others"]) == (None, [], [])


def test_api_gives_voters_and_pages(analyst: User, reviewer_client: Client) -> None:
    item = make_contested(analyst)
    shown = reviewer_client.get(f"/api/v1/reviews/{item.pk}/", headers={"Accept-Language": "en"}).json()
    assert shown["subject"]["title"] == "The Elbonian central bank kept its policy rate at 5.25%"
    other, carried = shown["candidates"]
    assert (other["value"], other["voices"]) == ("5.00%", [])
    assert [voice["name"] for voice in carried["voices"]] == ["rules:pattern", "rules:window", "claim"]
    assert [page["domain"] for page in carried["pages"]] == ["alpha.example", "beta.example"]


def test_digest_changes_with_what_is_shown(analyst: User) -> None:
    item = make_objection(analyst)
    before = gather_evidence(items=[item])[item.pk].digest
    assert gather_evidence(items=[item])[item.pk].digest == before
    Citation.objects.filter(pk=item.subject_id).update(status="verified")
    assert gather_evidence(items=[item])[item.pk].digest != before


def test_many_subjects_take_as_many_queries_as_one(analyst: User) -> None:
    counts = []
    for times in (1, 2):
        for _time in range(times):
            make_contested(analyst)
            make_objection(analyst)
        items = list(ReviewItem.objects.select_related("node__state"))
        with CaptureQueriesContext(connection) as asked:
            gather_evidence(items=items)
        counts.append(len(asked))
    assert counts == [4, 4]


def test_subject_that_is_gone_leaves_a_card(analyst: User, reviewer_client: Client) -> None:
    item = make_objection(analyst)
    Citation.objects.filter(pk=item.subject_id).delete()
    assert words(soup(reviewer_client, item), "h1") == [f"citation #{item.subject_id}"]
