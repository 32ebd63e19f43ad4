"""Nodes of risk: voters are asked after the engine, and can only send an accepted value to a person, with words of a page."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from tests.factories import make_document, make_node
from tests.services.gateway.asking import make_profile
from tests.services.verifications.test_lifecycle import Behave, _ballot
from tests.stubs.chat import ChatStub, answer_json, fail
from verification.enums import RunTrigger
from verification.models import Node, ReviewItem, SiteProfile, Verification, VerificationRun
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

pytestmark = pytest.mark.django_db

LABEL = "Elbonia central bank policy rate"
TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, the {paper} reports after the meeting of its board."


@pytest.fixture
def pages() -> None:
    for paper in ("a.example", "b.example", "c.example"):
        make_document(url=f"https://{paper}/policy", text=TEXT.format(paper=paper), published_at=timezone.now() - timedelta(hours=2))


@pytest.fixture
def models() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def _seat(models: ExitStack, *behaviours: Behave) -> None:
    for place, behave in enumerate(behaviours):
        stub = models.enter_context(ChatStub(behave))
        make_profile(stub.base_url, f"m{place}", vendor=f"V{place}", model=f"model-{place}", position=place)


def _run(risk: str) -> VerificationRun:
    run = request_run(node=make_node("elbonia", label=LABEL, risk_level=risk), trigger=RunTrigger.COMMAND, enqueue=False, extractor="rules")
    return execute_run(run_id=run.pk)


@pytest.mark.parametrize(("risk", "mode"), [("low", None), ("medium", None), ("high", "voting"), ("critical", "adversarial")])
def test_without_models_and_conflict_every_verdict_stays(pages: None, risk: str, mode: str | None) -> None:
    run = _run(risk)
    assert (run.value, run.badge, run.reason) == ("5.25%", "cross_validated", "accepted")
    assert ("hear_voters" in [step.name for step in run.steps.all()]) == (mode is not None)
    assert [(row.run_id, row.mode, row.decision) for row in Verification.objects.all()] == ([(run.pk, mode, "accept")] if mode else [])
    assert not ReviewItem.objects.exists()


def test_models_that_agree_leave_the_value(pages: None, models: ExitStack) -> None:
    _seat(models, _ballot(), _ballot(), _ballot())
    run = _run("high")
    assert (run.value, run.badge, run.cost_usd) == ("5.25%", "cross_validated", 0)
    assert Verification.objects.get().result["consensus"]["agreement_ratio"] == 1.0


FALL = "2023年全年，全国工业生产者出厂价格（PPI）同比下降3.0%。（{paper}）"


def test_bare_figure_of_a_fall_is_the_fall_that_its_quote_tells(models: ExitStack) -> None:
    for paper in ("a.example", "b.example", "c.example"):
        make_document(url=f"https://{paper}/ppi", text=FALL.format(paper=paper), published_at=timezone.now() - timedelta(hours=2))
    _seat(models, *[_ballot("3.0%")] * 3)
    node = make_node("ppi", label="2023年全年工业生产者出厂价格（PPI）同比", reference_period="2023", fresh_days=None, risk_level="high")
    run = execute_run(run_id=request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False, extractor="rules").pk)
    assert (run.number, run.badge) == ("-3", "cross_validated")
    heard = Verification.objects.get()
    assert (heard.decision, [vote["is_grounded"] for vote in heard.result["votes"]]) == ("accept", [True] * 3)


RIVAL = "Elbonia's central bank told the gazette that its policy rate is 5.75%, more than the papers wrote."


@pytest.fixture
def rival(pages: None) -> None:
    """One page that says otherwise; it overturns nothing by itself."""
    make_document(url="https://gazette.example/policy", text=RIVAL, published_at=timezone.now() - timedelta(hours=1))


def _doubt(evidence: str, severity: str = "high") -> Behave:
    said = {"type": "data_accuracy", "severity": severity, "claim": "It is another.", "evidence": evidence}
    return lambda body: answer_json({"challenges": [said]})


def _uphold(body: Mapping) -> str:
    return answer_json({"rulings": [{"challenge_id": "c1", "ruling": "upheld", "reason": "So it is."}]})


KINDS = ("honest", "lying", "dead", "not responding")
# Without a model there is no kind of it. Every kind meets every count and both risks; what more there is runs long.
SEATED = [(risk, 0, KINDS[0]) for risk in ("high", "critical")] + [
    pytest.param(risk, count, kind, marks=[] if (at + place + count) % 2 else [pytest.mark.long])
    for at, risk in enumerate(("high", "critical"))
    for place, kind in enumerate(KINDS)
    for count in (1, 2, 3)
]


@pytest.mark.parametrize(("risk", "count", "kind"), SEATED)
@pytest.mark.share(4)
def test_no_models_take_a_right_value_away(pages: None, models: ExitStack, risk: str, count: int, kind: str) -> None:
    answers = {
        "honest": _ballot(),
        "lying": _ballot("9.99%", quoted="5.25%"),
        "dead": lambda body: fail(500),
        "not responding": _ballot(None),
    }
    _seat(models, *[answers[kind]] * count)
    run = _run(risk)
    assert (run.value, run.badge, run.reason) == ("5.25%", "cross_validated", "accepted")
    assert not ReviewItem.objects.exists()
    seats = Verification.objects.get().result["seats"]
    assert seats["models"] + seats["rules"] == 3
    # A challenger or an arbiter cannot read a ballot: its seat is a rule's.
    if risk == "high":
        assert seats["models"] == (count if kind in ("honest", "not responding") else 0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_three_models_whose_words_stand_in_a_page_send_a_value_to_a_person(rival: None, models: ExitStack, count: int) -> None:
    _seat(models, *[_ballot("5.75%")] * count)
    run = _run("high")
    assert run.badge == ("needs_human" if count == 3 else "cross_validated")
    assert ReviewItem.objects.count() == (count == 3)
    if count == 3:
        assert [entry["value"] for entry in run.conflicts] == ["5.25%", "5.75%"]
        assert run.sources.filter(stance="supports").count() == 3


def test_two_of_three_are_a_majority_and_one_is_none(rival: None, models: ExitStack) -> None:
    _seat(models, _ballot("5.75%"), _ballot("5.75%"), _ballot())
    assert _run("high").badge == "needs_human"


def test_one_of_three_is_no_majority(rival: None, models: ExitStack) -> None:
    _seat(models, _ballot("5.75%"), _ballot(), _ballot())
    assert _run("high").badge == "cross_validated"


@pytest.mark.parametrize(
    ("evidence", "badge"), [(RIVAL, "needs_human"), ("The bank cut it to 4.75%.", "cross_validated"), ("its board", "cross_validated")]
)
def test_a_challenge_overturns_with_words_that_a_page_says_against_the_value(
    rival: None, models: ExitStack, evidence: str, badge: str
) -> None:
    _seat(models, _ballot(), _doubt(evidence), _uphold)
    assert _run("critical").badge == badge


def test_words_of_the_past_are_nothing_against_the_present(pages: None, models: ExitStack) -> None:
    make_document(
        url="https://gazette.example/past",
        text="A year ago the policy rate of Elbonia's central bank was 6.5%.",
        published_at=timezone.now() - timedelta(hours=1),
    )
    _seat(models, *[_ballot("6.5%")] * 3)
    assert _run("high").badge == "cross_validated"


@pytest.mark.postgres("search")
def test_an_unknown_is_not_voted_on() -> None:
    make_document(url="https://a.example/policy", text=TEXT.format(paper="a"), published_at=timezone.now() - timedelta(hours=2))
    assert (_run("high").badge, Verification.objects.count(), Node.objects.count()) == ("unknown", 0, 1)


def _fired(run: VerificationRun) -> list[str]:
    row = Verification.objects.filter(run=run).first()
    return [entry["rule"] for entry in row.triggers] if row else []


def test_sites_with_a_poor_record_are_heard_on(pages: None, analyst_client: Client) -> None:
    now = timezone.now()
    SiteProfile.objects.create(domain="a.example", tries=10, successes=6, first_seen_at=now, last_seen_at=now)
    run = _run("low")
    assert (run.badge, _fired(run)) == ("cross_validated", ["poor_record"])
    page = BeautifulSoup(analyst_client.get(f"/runs/{run.pk}/").content, "lxml")
    assert [" ".join(line.get_text(" ").split()) for line in page.select("#panel li")] == [
        "Of 10 tries a.example succeeded in 6. poor_record"
    ]


@pytest.mark.postgres("rows")
def test_sites_with_a_poor_record_do_not_matter_where_enough_others_carry_the_value(pages: None) -> None:
    now = timezone.now()
    make_document(url="https://d.example/policy", text=TEXT.format(paper="d.example"), published_at=now - timedelta(hours=3))
    SiteProfile.objects.create(domain="a.example", tries=10, successes=6, first_seen_at=now, last_seen_at=now)
    assert _fired(_run("low")) == []


@pytest.mark.parametrize(("failed", "rules"), [(1, []), (2, ["retried"])])
def test_value_that_was_tried_before_is_heard_on(pages: None, failed: int, rules: list[str]) -> None:
    node = make_node("elbonia", label=LABEL, risk_level="low")
    for _time in range(failed):
        VerificationRun.objects.create(node=node, status="failed", as_of=timezone.now(), finished_at=timezone.now())
    run = request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False, extractor="rules")
    assert _fired(execute_run(run_id=run.pk)) == rules


def test_sites_that_are_new_are_what_a_search_finds(pages: None) -> None:
    assert (_run("low").badge, _fired(VerificationRun.objects.get()), SiteProfile.objects.count()) == ("cross_validated", [], 0)
