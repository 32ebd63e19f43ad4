"""What an authority publishes is evidence on what programs claim: it decides alone, or is held against what was brought."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User

from tests.factories import make_node
from tests.stubs.series import SeriesStub, Told
from tests.stubs.server import Reply
from verification.models import Node, ProviderCall, ReviewItem, SeriesObservation, Verification
from verification.reads.verifications.verifications import VotingResult
from verification.services.verifications.lifecycle import Wanted, request_verification
from verification.services.verifications.verifying import execute_verification

pytestmark = pytest.mark.django_db

TODAY = datetime.now(UTC).date()
LAST = TODAY.replace(day=1) - timedelta(days=1)
MONTH, BEFORE = f"{LAST:%Y-%m}", f"{LAST.replace(day=1) - timedelta(days=1):%Y-%m}"
IN_MONTH = f"{LAST:%B %Y}"
FIRST, REVISED = TODAY - timedelta(30), TODAY - timedelta(10)


@pytest.fixture
def publisher(settings: LazySettings) -> Iterator[SeriesStub]:
    told = [Told(BEFORE, "4.4", str(FIRST)), Told(MONTH, "4.1", str(FIRST)), Told(MONTH, "4.2", str(REVISED))]
    with SeriesStub({"fred": {"UNRATE": told}}) as stub:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = stub.urls, ("fred",), stub.key
        yield stub


@pytest.fixture
def node() -> Node:
    return make_node("us-unemployment", label="US unemployment rate", series="us-unemployment-rate")


def verify(user: User, claim: str, **wanted: Any) -> dict[str, Any]:
    row = request_verification(wanted=Wanted(**{"claim": claim, **wanted}), requested_by=user)
    return VotingResult.of(execute_verification(verification_id=row.pk), lang="en").shape()


def page(figure: str, *, papers: int = 1) -> tuple[dict[str, Any], ...]:
    said = (
        f"The US unemployment rate was {figure} in {IN_MONTH}, the government said on Friday. Few people looked for work.",
        f"Hiring slowed again, and unemployment in the United States stood at {figure} in {IN_MONTH}, according to our own reporters.",
        f"Economists had hoped for more from shops and mills. At {figure} in {IN_MONTH} the US unemployment rate surprised nobody here.",
    )
    return tuple(
        {"kind": "page", "url": f"https://p{n}.example/1", "title": "Jobs", "content": said[n], "published_at": None} for n in range(papers)
    )


@pytest.mark.parametrize(
    ("claim", "decision", "says"),
    [
        ("The US unemployment rate was 4.2% in {month}.", "accept", "agrees"),
        ("The US unemployment rate fell to 4.2% in {month}.", "accept", "agrees"),
        ("The US unemployment rate was 4.9% in {month}.", "reject", "differs"),
        ("The US unemployment rate was 4.1% in {month}.", "needs_human", "earlier"),
    ],
)
def test_the_authority_decides_before_any_page(
    publisher: SeriesStub, node: Node, analyst: User, claim: str, decision: str, says: str
) -> None:
    said = verify(analyst, claim.format(month=IN_MONTH))
    [vote] = said["individual_results"]
    assert (said["decision"], vote["voter_id"], vote["model"]) == (decision, "series:us-unemployment-rate", "rules")
    assert (vote["result"]["says"], vote["result"]["node"], vote["result"]["quote"]) == (
        says, "us-unemployment", f"{MONTH} · 4.2% · {REVISED.isoformat()}",
    )  # fmt: skip
    assert vote["result"]["sources"][0]["url"] == "https://fred.stlouisfed.org/series/UNRATE"
    assert {call.provider for call in ProviderCall.objects.all()} == {"fred"}
    assert ReviewItem.objects.count() == (1 if decision == "needs_human" else 0)


@pytest.mark.postgres("upserts")
def test_it_says_why_in_both_languages(publisher: SeriesStub, node: Node, analyst: User) -> None:
    said = verify(analyst, f"The US unemployment rate was 4.9% in {IN_MONTH}.")
    known = f"US unemployment rate, seasonally adjusted” has another value for {IN_MONTH}: 4.2% ({REVISED.day} {REVISED:%B %Y})."
    assert said["decision_reasoning"] == f"The official series “{known}"
    row = Verification.objects.get()
    assert "官方序列" in VotingResult.of(row, lang="zh-hans").shape()["decision_reasoning"]


def test_a_value_beside_the_claim_is_read_with_it(publisher: SeriesStub, node: Node, analyst: User) -> None:
    said = verify(analyst, "", query=f"US unemployment rate {IN_MONTH}", value="4.2%")
    assert (said["decision"], said["consensus"]["final_result"]) == ("accept", {"value": "4.2%"})


@pytest.mark.parametrize(
    "claim",
    [
        "The US unemployment rate rose to 4.2% in {month}.",  # it fell
        "The US unemployment rate was 4.2% in {month} because of tariffs.",
        "The US unemployment rate was 4.2%.",
        "The US unemployment rate for women was 4.9% in {month}.",
    ],
)
def test_what_says_more_or_something_else_is_not_decided_by_it(publisher: SeriesStub, node: Node, analyst: User, claim: str) -> None:
    assert verify(analyst, claim.format(month=IN_MONTH))["decision"] not in ("accept", "reject")


def test_without_a_node_nobody_is_asked_and_what_is_kept_answers(publisher: SeriesStub, analyst: User) -> None:
    claim = f"Euro area inflation was 2.1% in {IN_MONTH}."
    assert verify(analyst, claim)["decision"] == "needs_human"
    SeriesObservation.objects.create(publisher="ecb", code="ICP/M.U2.N.000000.4.ANR", period=MONTH, value="2.1", vintage=FIRST)
    assert verify(analyst, claim)["decision"] == "accept"
    assert publisher.received == []


def test_a_publisher_that_is_down_leaves_what_is_kept(publisher: SeriesStub, node: Node, analyst: User) -> None:
    SeriesObservation.objects.create(publisher="fred", code="UNRATE", period=MONTH, value="4.2", vintage=FIRST)
    publisher.script(*[Reply(503)] * 9)
    assert verify(analyst, f"The US unemployment rate was 4.2% in {IN_MONTH}.")["decision"] == "accept"


@pytest.mark.parametrize(
    ("claimed", "read", "decision", "codes"),
    [
        ("4.2%", "4.2%", "accept", "series_agrees"),
        ("4.9%", "4.9%", "needs_human", "series_differs"),  # the pages carry it, the authority does not
        ("4.2%", "4.9%", "needs_human", "series_agrees"),
        ("4.1%", "4.1%", "needs_human", "series_revised"),
    ],
)
def test_pages_that_were_brought_are_held_against_it(
    publisher: SeriesStub, node: Node, analyst: User, claimed: str, read: str, decision: str, codes: str
) -> None:
    said = verify(analyst, f"The US unemployment rate was {claimed} in {IN_MONTH}.", evidence=page(read, papers=3))
    row = Verification.objects.get()
    assert (said["decision"], row.reasons[0]["code"], len(row.reasons) > 1) == (decision, codes, True)
    assert said["individual_results"][-1]["voter_id"] == "series:us-unemployment-rate"


def test_what_brought_pages_leave_open_the_authority_settles(publisher: SeriesStub, node: Node, analyst: User) -> None:
    other = ({**page("4.2%")[0], "content": "The path begins behind the church and climbs for two hours."},)
    assert verify(analyst, f"The US unemployment rate was 4.2% in {IN_MONTH}.", evidence=other)["decision"] == "accept"
    assert verify(analyst, f"The US unemployment rate was 4.9% in {IN_MONTH}.", evidence=other)["decision"] == "reject"


@pytest.mark.parametrize(
    ("claimed", "returned", "decision"),
    [
        ("4.2%", {"rate": "nothing yet"}, "accept"),
        ("4.9%", {"rate": "nothing yet"}, "reject"),
        ("4.9%", {"rate": "4.9%", "period": IN_MONTH}, "needs_human"),
        ("4.1%", {"rate": "4.1%", "period": IN_MONTH}, "needs_human"),
    ],
)
def test_a_step_is_held_against_it(
    publisher: SeriesStub, node: Node, analyst: User, claimed: str, returned: dict[str, str], decision: str
) -> None:
    evidence = ({"kind": "tool_output", "title": "desk.note", "data": returned},)
    said = verify(analyst, f"The US unemployment rate was {claimed} in {IN_MONTH}.", evidence=evidence)
    assert (said["decision"], [one["voter_id"] for one in said["individual_results"]]) == (
        decision, ["fields", "series:us-unemployment-rate"],
    )  # fmt: skip


def test_a_step_that_sends_something_else_stays_rejected(publisher: SeriesStub, node: Node, analyst: User) -> None:
    evidence = ({"kind": "tool_output", "title": "desk.note", "data": {"rate": "4.2%", "period": IN_MONTH}},)
    said = verify(analyst, f"The US unemployment rate was 4.2% in {IN_MONTH}.", evidence=evidence, payload={"rate": "9.9%"})
    assert said["decision"] != "accept" or said["individual_results"][0]["result"]["value"] == "yes"


def test_a_step_about_something_else_hears_no_series(publisher: SeriesStub, node: Node, analyst: User) -> None:
    evidence = ({"kind": "tool_output", "title": "shop", "data": {"order_id": "4711", "status": "confirmed"}},)
    said = verify(analyst, "Order 4711 was placed.", evidence=evidence)
    assert ([one["voter_id"] for one in said["individual_results"]], publisher.received) == (["fields"], [])
