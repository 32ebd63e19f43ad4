"""Stage 0: the authority's own series answers before any page, as known at the moment asked about; whatever is wrong, pages go on."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_node, make_run
from tests.services.gateway.asking import make_profile
from tests.services.verifications.test_lifecycle import Behave
from tests.stubs.chat import ChatStub, answer_json
from tests.stubs.pages import StubPage
from tests.stubs.series import SeriesStub, Told
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply
from verification.core.evidence import TraceStep
from verification.core.reasons import TraceCode
from verification.models import CachedAnswer, Node, NodeState, ReviewItem, SeriesObservation, Verification, VerificationRun
from verification.reads.words.explanations import explain_trace
from verification.services.runs.execution import execute_run
from verification.services.runs.replay import replay_runs
from verification.services.runs.schedules import enqueue_due

pytestmark = pytest.mark.django_db

TODAY = datetime.now(UTC).date()
FIRST, SECOND, THIRD = TODAY - timedelta(30), TODAY - timedelta(20), TODAY - timedelta(10)
LAST_DAY = TODAY.replace(day=1) - timedelta(days=1)
MONTH, BEFORE = f"{LAST_DAY:%Y-%m}", f"{LAST_DAY.replace(day=1) - timedelta(days=1):%Y-%m}"
DUE = TODAY + timedelta(days=12)


def told(*figures: tuple[str, str, object]) -> list[Told]:
    return [Told(period, value, str(vintage)) for period, value, vintage in figures]


@pytest.fixture
def publishers(settings: LazySettings) -> Iterator[SeriesStub]:
    known = told((BEFORE, "4.0", TODAY - timedelta(60)), (MONTH, "4.1", FIRST), (MONTH, "4.3", SECOND), (MONTH, "4.2", THIRD))
    with SeriesStub({"fred": {"UNRATE": known}}, releases={"UNRATE": [DUE.isoformat()]}) as stub:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = stub.urls, ("fred", "ecb", "bls"), stub.key
        yield stub


@pytest.fixture
def node() -> Node:
    return make_node("us-jobless", label="US unemployment rate", unit="%", series="us-unemployment-rate", reference_period=MONTH)


@pytest.fixture(autouse=True)
def news(settings: LazySettings) -> Iterator[Callable[[str], None]]:
    """A search that finds one report of a trusted paper with the sentence given."""
    with SerperStub([]) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url

        def write(sentence: str) -> None:
            page = StubPage("https://www.reuters.com/us-jobs", "US unemployment rate", sentence, timezone.now() - timedelta(hours=4))
            stub.pages = [page]

        yield write


def verify(node: Node, **fields: object) -> VerificationRun:
    return execute_run(run_id=make_run(node, **{"from_stage": "1", **fields}).pk)


def codes(run: VerificationRun) -> list[str]:
    return [step["code"] for step in run.trace]


def trace_of(run: VerificationRun, lang: str) -> list[str]:
    return explain_trace([TraceStep(step["code"], step["params"]) for step in run.trace], lang)


def test_the_observation_is_a_source_of_its_authority(publishers: SeriesStub, node: Node) -> None:
    run = verify(node)
    assert (run.status, run.stage, run.badge, run.bound_by, run.reason) == ("finished", "0", "whitelist_direct", "series", "accepted")
    assert (run.value, run.number, run.unit, run.trend) == ("4.2%", "4.2", "%", "rising")
    source = run.sources.get()
    assert (source.domain, source.url, source.provider, source.query) == (
        "stlouisfed.org", "https://fred.stlouisfed.org/series/UNRATE", "fred", "fred:UNRATE",
    )  # fmt: skip
    assert (source.stance, source.is_whitelisted, source.published_at.date()) == ("supports", True, THIRD)
    assert source.passage == f"{MONTH} · 4.2% · {THIRD.isoformat()}"
    assert source.passage[source.figure_start : source.figure_end] == "4.2%"
    assert source.snapshot.text[source.start : source.end] == source.passage
    state = NodeState.objects.get()
    assert (state.value, state.badge, state.bound_by, state.evidence_at) == ("4.2%", "whitelist_direct", "series", run.as_of)
    assert [(step.name, step.status) for step in run.steps.all()][:1] == [("ask_series", "done")]


def test_three_days_give_three_figures_each_as_it_was_known(publishers: SeriesStub, node: Node) -> None:
    days = (FIRST, SECOND, THIRD)
    runs = [verify(node, is_replay=True, as_of=datetime(day.year, day.month, day.day, 18, tzinfo=UTC)) for day in days]
    assert [(run.value, run.sources.first().passage.split(" · ")[2]) for run in runs] == [
        ("4.1%", FIRST.isoformat()), ("4.3%", SECOND.isoformat()), ("4.2%", THIRD.isoformat()),
    ]  # fmt: skip
    assert not NodeState.objects.exists()


def test_a_later_vintage_is_a_revision_and_no_conflict(publishers: SeriesStub, node: Node) -> None:
    publishers.series["fred"]["UNRATE"] = told((MONTH, "4.1", FIRST))
    verify(node)
    publishers.series["fred"]["UNRATE"] = told((MONTH, "4.1", FIRST), (MONTH, "4.3", TODAY))
    CachedAnswer.objects.all().delete()
    run = verify(node)
    assert (run.badge, run.conflicts, ReviewItem.objects.count()) == ("whitelist_direct", [], 0)
    assert [state.value for state in NodeState.objects.order_by("pk")] == ["4.1%", "4.3%"]


def test_the_revision_is_told(publishers: SeriesStub, node: Node) -> None:
    run = verify(node)
    assert TraceCode.SERIES_REVISED.value in codes(run)
    assert f"The authority revised its figure for {LAST_DAY:%B %Y}: 4.3%, now 4.2% ({THIRD.day} {THIRD:%B %Y})." in trace_of(run, "en")
    assert any("4.3%" in line and "修订" in line for line in trace_of(run, "zh-hans"))


def test_news_that_disagrees_is_shown_and_overturns_nothing(publishers: SeriesStub, node: Node, news: Callable[[str], None]) -> None:
    month = LAST_DAY.strftime("%B %Y")
    news(f"The US unemployment rate was 4.9% in {month}, the government said on Friday.")
    run = verify(node)
    contradicting = run.sources.get(stance="contradicts")
    assert (run.value, run.badge, run.review) == ("4.2%", "whitelist_direct", None)
    assert (contradicting.domain, contradicting.value, contradicting.is_accepted) == ("reuters.com", "4.9%", False)
    assert contradicting.why == {"code": "series_says_otherwise", "params": {"value": "4.9%", "official": "4.2%"}}
    assert {entry["number"] for entry in run.candidates} == {"4.2", "4.9"}
    assert TraceCode.SERIES_DISSENT.value in codes(run)


@pytest.mark.parametrize(("written", "stance"), [("4.3%", "past"), ("4.2%", "supports")])
def test_news_of_an_earlier_vintage_is_past_and_of_the_same_figure_supports(
    publishers: SeriesStub, node: Node, news: Callable[[str], None], written: str, stance: str
) -> None:
    news(f"The US unemployment rate was {written} in {LAST_DAY:%B %Y}, the government said on Friday.")
    run = verify(node)
    assert (run.value, run.sources.get(domain="reuters.com").stance) == ("4.2%", stance)


def test_no_figure_yet_tells_the_day_and_the_pages_go_on(publishers: SeriesStub, node: Node) -> None:
    publishers.series["fred"]["UNRATE"] = told((BEFORE, "4.0", FIRST))
    run = verify(node)
    assert (run.stage, run.badge, codes(run)[0]) == ("2", "unknown", "series_not_yet")
    assert run.trace[0]["params"]["due"] == DUE.isoformat()
    node.refresh_from_db()
    assert node.next_due_at == datetime(DUE.year, DUE.month, DUE.day, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"reference_period": "1999-05"}, "series_no_period"),
        ({"reference_period": "2025"}, "series_other_length"),
        ({"unit": "bp"}, "series_wrong_unit"),
        ({"series": "no-such-series"}, "series_unknown"),
        ({"series": "us-unemployment-rate-nsa"}, "series_unanswered"),
        ({"series": "ea-hicp-yoy"}, "series_unanswered"),
    ],
)
@pytest.mark.postgres("rows")
def test_whatever_is_wrong_is_told_and_the_pages_go_on(publishers: SeriesStub, node: Node, fields: dict[str, str], code: str) -> None:
    Node.objects.filter(pk=node.pk).update(**fields)
    run = verify(node)
    assert (run.badge, run.bound_by, codes(run)[0]) == ("unknown", "rules", code)
    assert [step.name for step in run.steps.all()][:2] == ["ask_series", "search_whitelist"]
    for language in ("en", "zh-hans"):
        assert "…" not in trace_of(run, language)[0]


@pytest.mark.postgres("upserts")
def test_a_series_that_is_no_longer_kept_is_no_latest_figure(publishers: SeriesStub, node: Node) -> None:
    Node.objects.filter(pk=node.pk).update(reference_period="")
    publishers.series["fred"]["UNRATE"] = told((f"{TODAY.year - 2}-05", "4.0", TODAY - timedelta(500)))
    assert codes(verify(node))[0] == "series_stopped"


def test_a_publisher_that_is_down_degrades_the_run_alone(publishers: SeriesStub, node: Node) -> None:
    publishers.script(*[Reply(503)] * 4)
    run = verify(node)
    assert (run.status, run.failures) == ("degraded", [{"provider": "fred", "kind": "lookup", "fault": "server_error"}])


def test_nobody_switched_on_is_no_outage(publishers: SeriesStub, node: Node, settings: LazySettings) -> None:
    settings.SERIES_PROVIDERS = ()
    run = verify(node)
    assert (run.status, run.trace[0]["params"]["fault"], publishers.received) == ("finished", "not_configured", [])


def test_a_publisher_without_vintages_gets_them_from_what_was_read(publishers: SeriesStub, node: Node) -> None:
    Node.objects.filter(pk=node.pk).update(series="us-unemployment-rate-bls")
    publishers.series["bls"] = {"LNS14000000": told((MONTH, "4.1", FIRST))}
    observation = {"publisher": "bls", "code": "LNS14000000", "period": MONTH, "is_exact_vintage": False}
    SeriesObservation.objects.create(value="3.9", vintage=SECOND, **observation)
    past = verify(node, is_replay=True, as_of=timezone.now() - timedelta(days=5))
    assert (past.value, past.sources.first().published_at.date()) == ("3.9%", SECOND)
    assert verify(node).value == "4.1%"
    assert sorted(SeriesObservation.objects.values_list("value", "vintage")) == [("3.9", SECOND), ("4.1", TODAY)]
    unseen = verify(node, is_replay=True, as_of=timezone.now() - timedelta(days=25))
    assert codes(unseen)[0] == "series_no_vintage"


def test_what_an_official_series_answered_is_not_judged_anew(publishers: SeriesStub, node: Node) -> None:
    verify(node)
    replayed = next(iter(replay_runs(since=timezone.now() - timedelta(hours=1))))
    assert (replayed.is_changed, replayed.hindrance) == (False, "an official series answered")


@pytest.mark.postgres("dates")
def test_it_comes_by_the_calendar_and_not_by_the_clock(publishers: SeriesStub, node: Node) -> None:
    Node.objects.filter(pk=node.pk).update(schedule="*/5 * * * *", planned_schedule="*/5 * * * *", next_due_at=timezone.now())
    assert enqueue_due(now=timezone.now()) == 1
    execute_run(run_id=VerificationRun.objects.get().pk)
    node.refresh_from_db()
    assert node.next_due_at == datetime(DUE.year, DUE.month, DUE.day, 14, tzinfo=UTC)
    assert enqueue_due(now=timezone.now() + timedelta(hours=5)) == 0


def seat(models: ExitStack, *behaviours: Behave) -> None:
    for place, behave in enumerate(behaviours):
        stub = models.enter_context(ChatStub(behave))
        make_profile(stub.base_url, f"m{place}", vendor=f"V{place}", model=f"model-{place}", position=place)


def ballot(value: str, quote: str) -> Behave:
    said = {"value": value, "quote": quote, "sources": [], "confidence": 0.9, "reasoning": "It says so."}
    return lambda body: answer_json(said)


@pytest.fixture
def models() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


ROW = f"{MONTH} · 4.2% · {THIRD.isoformat()}"


@pytest.mark.parametrize(("risk", "mode"), [("low", ""), ("high", "voting"), ("critical", "adversarial")])
def test_a_node_of_risk_has_its_panel_on_the_observation_too(publishers: SeriesStub, node: Node, risk: str, mode: str) -> None:
    Node.objects.filter(pk=node.pk).update(risk_level=risk)
    run = verify(node)
    assert (run.value, run.badge, run.bound_by, run.sources.first().provider) == ("4.2%", "whitelist_direct", "series", "fred")
    assert ("hear_voters" in [step.name for step in run.steps.all()]) == bool(mode)
    assert [(panel.mode, panel.decision) for panel in Verification.objects.filter(run=run)] == ([(mode, "accept")] if mode else [])


@pytest.mark.postgres("rows")
def test_three_models_read_the_observation_and_agree(publishers: SeriesStub, node: Node, models: ExitStack) -> None:
    Node.objects.filter(pk=node.pk).update(risk_level="high")
    seat(models, *[ballot("4.2%", ROW)] * 3)
    run = verify(node)
    panel = Verification.objects.get(run=run)
    assert (run.value, run.badge, panel.decision, panel.result["seats"]) == (
        "4.2%",
        "whitelist_direct",
        "accept",
        {"models": 3, "rules": 0},
    )


@pytest.mark.parametrize("quote", ["The rate is 4.9% as everybody knows.", ROW])
def test_three_models_without_words_of_a_page_take_nothing_away(publishers: SeriesStub, node: Node, models: ExitStack, quote: str) -> None:
    Node.objects.filter(pk=node.pk).update(risk_level="high")
    seat(models, *[ballot("4.9%", quote)] * 3)
    run = verify(node)
    assert (run.value, run.badge, ReviewItem.objects.count()) == ("4.2%", "whitelist_direct", 0)


@pytest.mark.parametrize(("count", "badge"), [(2, "whitelist_direct"), (3, "needs_human")])
def test_words_of_a_trusted_page_in_three_mouths_go_to_a_person(
    publishers: SeriesStub, node: Node, models: ExitStack, news: Callable[[str], None], count: int, badge: str
) -> None:
    Node.objects.filter(pk=node.pk).update(risk_level="high")
    said = f"The US unemployment rate was 4.9% in {LAST_DAY:%B %Y}, the government said on Friday."
    news(said)
    seat(models, *[ballot("4.9%", said)] * count)
    run = verify(node)
    assert (run.badge, [entry["value"] for entry in run.conflicts]) == (badge, ["4.2%", "4.9%"] if count == 3 else [])
