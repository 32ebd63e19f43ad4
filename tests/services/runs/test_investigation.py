"""A run over live services, played on loopback: excerpts are read in full, failures are stepped over, and what was missing is said."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_finished_run, make_node, make_run
from tests.stubs.pages import StubPage
from tests.stubs.searxng import SearxngStub
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply
from tests.stubs.web import WebStub
from verification.models import Node, NodeState, VerificationRun
from verification.services.runs.execution import execute_run, execute_runs

pytestmark = pytest.mark.django_db

ARTICLES = {
    "ant.example": (
        "Bankers in the capital had waited for weeks, and so had the owners of houses with loans that float. Bread is",
        "dearer than in spring, rents stand still, and the harvest of the south came in late. Two members of the board",
        "spoke in favour of a pause last month.",
        "The central bank of Elbonia set its policy rate at 5.25% on Thursday, its ninth meeting of the year.",
        "The next meeting is in six weeks. Until then the statistics office will publish prices twice.",
    ),
    "bee.example": (
        "Savers wrote letters, unions marched, and a former minister gave a speech about patience. None of it reached",
        "the second floor of the grey building by the river, where seven people meet behind closed curtains and read",
        "charts until somebody is hungry.",
        "On Thursday the Elbonia central bank left its policy rate at 5.25%, as most observers had thought.",
        "Shares rose a little after lunch and fell a little before the bell.",
    ),
    "cow.example": (
        "Farmers borrow in March and pay back in November, which is why this season looks at interest more closely than",
        "any other. A tractor costs what a flat cost ten years ago, says a dealer in the hills, and nobody signs",
        "without asking what money will cost.",
        "Elbonia's central bank kept the policy rate at 5.25% this week, its governor told reporters.",
        "The dealer has sold four machines since Sunday.",
    ),
    "doe.example": (
        "Exporters of mud, the country's best-known good, earn abroad and pay at home. A weak currency helps them; a",
        "strict bank does not. Their association asked for relief in an open letter that filled half a page of this",
        "newspaper on Tuesday.",
        "The policy rate of the central bank of Elbonia stays at 5.25%, the bank said on Thursday evening.",
        "The association called the decision a missed chance.",
    ),
}
REFUSED = Reply(503, b"busy", "text/plain")


def _page(host: str, *, is_short: bool = False) -> StubPage:
    """An article whose figure stands behind what a search service shows of it, or ``is_short`` within."""
    article = ARTICLES[host]
    text = article[-2] if is_short else "\n".join((*article[:-2], *(line[::-1] for line in article[:-2]), *article[-2:]))
    return StubPage(f"http://{host}/rates", f"Rates in Elbonia, by {host}", text, timezone.now() - timedelta(hours=5))


PAGES = tuple(_page(host) for host in ARTICLES)


@pytest.fixture
def node() -> Node:
    return make_node("elbonia", label="Elbonia central bank policy rate")


@pytest.fixture
def web(settings: LazySettings) -> Iterator[WebStub]:
    settings.DEMO = True
    with WebStub(PAGES) as stub:
        settings.DEMO_STUBS = [urlsplit(stub.url).netloc]
        yield stub


@pytest.fixture
def serper(settings: LazySettings) -> Iterator[SerperStub]:
    with SerperStub(PAGES) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        yield stub


@pytest.fixture
def searxng(settings: LazySettings) -> Iterator[SearxngStub]:
    with SearxngStub(PAGES) as stub:
        settings.SEARXNG_URL = stub.url
        yield stub


def _verify(node: Node, **fields: object) -> VerificationRun:
    return execute_run(run_id=make_run(node, **{"from_stage": "2", **fields}).pk)


def _steps(run: VerificationRun) -> list[tuple[str, str]]:
    return [(step.name, step.status) for step in run.steps.all()]


def test_excerpts_without_the_figure_are_read_in_full(node: Node, serper: SerperStub, web: WebStub) -> None:
    run = _verify(node)
    assert (run.status, run.reason, run.number, run.domains_count) == ("finished", "accepted", "5.25", 4)
    assert _steps(run) == [("search_web", "done"), ("read_pages", "done"), ("decide_votes", "done"), ("save", "done")]
    assert run.steps.get(name="read_pages").detail == {"read": 4, "of": 4}
    source = run.sources.filter(is_accepted=True).first()
    assert source.passage == ARTICLES[source.domain][-2]
    assert source.snapshot.text[source.start : source.end] == source.passage


def test_value_of_excerpts_is_confirmed_on_the_pages(node: Node, settings: LazySettings, web: WebStub) -> None:
    """Copies of one story cut to their first sentences look like different stories."""
    with SerperStub([_page(host, is_short=True) for host in ARTICLES]) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        run = _verify(node)
    assert (run.status, run.number) == ("finished", "5.25")
    assert run.steps.get(name="read_pages").detail == {"read": 4, "of": 4}


def test_copies_are_found_behind_their_excerpts(node: Node, settings: LazySettings) -> None:
    settings.DEMO = True
    story = _page("ant.example").text
    copies = [replace(_page(host), text=story) for host in ("ant.example", "bee.example", "cow.example")]
    short = [replace(page, text=ARTICLES["ant.example"][-2]) for page in copies]
    with SerperStub(short) as stub, WebStub(copies) as web:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        settings.DEMO_STUBS = [urlsplit(web.url).netloc]
        run = _verify(node)
    assert (run.status, run.reason) == ("finished", "copies_only")


def test_replay_reads_nothing_of_the_web_of_today(node: Node, serper: SerperStub, web: WebStub) -> None:
    run = _verify(node, is_replay=True)
    assert (run.reason, web.received) == ("no_value_found", [])


def test_page_that_can_not_be_read_stays_an_excerpt(node: Node, serper: SerperStub, settings: LazySettings) -> None:
    settings.DEMO = True
    with WebStub(PAGES[:3]) as web:
        settings.DEMO_STUBS = [urlsplit(web.url).netloc]
        run = _verify(node)
    assert (run.status, run.number, run.domains_count) == ("finished", "5.25", 3)
    assert run.steps.get(name="read_pages").detail == {
        "read": 3,
        "of": 4,
        "failed": [{"provider": "doe.example", "fault": "not_found"}],
    }


def test_next_provider_takes_over_and_the_run_says_so(node: Node, serper: SerperStub, searxng: SearxngStub, web: WebStub) -> None:
    serper.script(Reply(401, b'{"message": "Unauthorized."}'))
    run = _verify(node)
    assert (run.status, run.reason, run.number) == ("degraded", "accepted", "5.25")
    assert run.failures == [{"provider": "serper", "kind": "search", "fault": "unauthorized"}]
    node.refresh_from_db()
    assert node.state.run == run


def test_lost_search_leaves_the_node_its_value(node: Node, serper: SerperStub, searxng: SearxngStub, settings: LazySettings) -> None:
    settings.DEMO = True
    before = make_finished_run(node).state
    with WebStub() as web:
        settings.DEMO_STUBS = [urlsplit(web.url).netloc]
        serper.script(*[Reply(401, b"{}")] * 20)
        searxng.script(*[REFUSED] * 20)
        run = _verify(node)
    assert (run.status, run.reason) == ("failed", "provider_failed")
    assert [failure["provider"] for failure in run.failures] == ["serper", "searxng", "corpus"]
    node.refresh_from_db()
    assert node.state == before
    assert NodeState.objects.count() == 1


def test_pages_that_all_fail_make_the_run_degraded(node: Node, serper: SerperStub, settings: LazySettings) -> None:
    settings.DEMO = True
    with WebStub() as web:
        settings.DEMO_STUBS = [urlsplit(web.url).netloc]
        run = _verify(node)
    assert (run.status, run.reason) == ("degraded", "no_value_found")
    assert {(failure["kind"], failure["fault"]) for failure in run.failures} == {("page", "not_found")}


def test_page_that_leads_to_another_host_counts_as_that_hosts(node: Node, serper: SerperStub, settings: LazySettings) -> None:
    settings.DEMO = True
    moved = {"ant.example": "http://bee.example/rates"}

    class Moved(WebStub):
        def answer(self, request: object) -> Reply:
            target = moved.get(request.headers["Host"]) if request.path != "/robots.txt" else None
            return Reply(302, headers={"Location": target}) if target else super().answer(request)

    with Moved(PAGES) as web:
        settings.DEMO_STUBS = [urlsplit(web.url).netloc]
        run = _verify(node)
    assert (run.number, run.domains_count) == ("5.25", 3)
    assert sorted(run.sources.filter(is_accepted=True).values_list("domain", flat=True)) == ["bee.example", "cow.example", "doe.example"]


def test_many_runs_share_a_batch_and_come_back_in_order(serper: SerperStub, web: WebStub) -> None:
    nodes = [make_node(f"elbonia-{number}", label="Elbonia central bank policy rate") for number in range(6)]
    ended: list[int] = []
    runs = execute_runs(run_ids=[make_run(node, from_stage="2").pk for node in nodes], when_done=ended.append)
    assert [(run.node, run.status, run.number) for run in runs] == [(node, "finished", "5.25") for node in nodes]
    assert sorted(ended) == [run.pk for run in runs]
