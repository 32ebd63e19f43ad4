"""The demo says what it is meant to show, whichever year it is loaded in; change one figure and the verdict that rests on it changes."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from django.utils import timezone

from tests.stubs.pages import Hit, StubPage
from tests.stubs.pages import find_pages as find_played
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Verdict
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.search_plan import plan_search
from verification.core.sources.domains import host_of
from verification.core.vocabulary import QuantityKind, Stance
from verification.enums import RunTrigger
from verification.models import Document, Node
from verification.providers.base import SearchQuery, SearchResult
from verification.providers.search.plan import choose_phrasings, merge_results
from verification.services.nodes.demo import DEMO, load_demo, read_demo_documents, read_demo_nodes
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

from .figures import ANSWERS, EXPECTED, FIGURES, STATEMENTS
from .pages import TRUST, alter, find_pages

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
IN_EIGHT_YEARS = datetime(2034, 3, 2, 1, 30, tzinfo=UTC)
LINES = [json.loads(line) for line in (DEMO / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
SPECS = {entry.slug: Node(**entry.model_dump(mode="json", exclude={"links"})).spec() for entry in read_demo_nodes()}
# A failed provider, a spent budget, a missing model and a cancelled run are no matter of pages.
REASONS = {
    "accepted",
    "too_few_domains",
    "copies_only",
    "values_disagree",
    "whitelist_contradicted",
    "all_stale",
    "forecast_only",
    "past_only",
    "no_value_found",
    "off_topic",
    "promotional_only",
    "injection_suspected",
}
CARRIES = (
    Stance.SUPPORTS,
    Stance.DUPLICATE,
    Stance.DERIVED,
    Stance.CONTRADICTS,
    Stance.FORECAST,
    Stance.HYPOTHETICAL,
    Stance.PAST,
    Stance.STALE,
    Stance.PROMOTIONAL,
)
MONTH_OR_YEAR = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}月|[一二三四]季度|\b(?:January|February|March|April|June|July|August|September|October|November|December)\b"
)


def verdict_of(node: NodeSpec, pages: tuple[Page, ...], now: datetime = NOW) -> Verdict:
    return settle(node, pages, as_of=now, trust=TRUST)


@cache
def verdict_now(slug: str) -> Verdict:
    """What the demo shows of a node, which many tests hold a change against."""
    return verdict_of(SPECS[slug], find_pages(SPECS[slug], NOW))


def outcome_of(verdict: Verdict) -> tuple[str, str, str | None]:
    return verdict.badge.value, verdict.reason.value, verdict.number


def said_by(verdict: Verdict, host: str) -> list[tuple[str, str | None]]:
    """Stance and figure of the pages of a host."""
    return [(f.stance.value, f.number or f.value) for f in (*verdict.sources, *verdict.others) if is_at(f.url, host)]


def is_at(url: str, host: str) -> bool:
    return (host_of(url) or "").removeprefix("www.") == host


@pytest.fixture
def demo(db: None) -> tuple[str, ...]:
    return load_demo(now=timezone.now()).slugs


@pytest.mark.parametrize("slug", EXPECTED)
def test_demo_node_reaches_its_verdict(slug: str) -> None:
    verdict = verdict_now(slug)
    assert outcome_of(verdict) == EXPECTED[slug]
    assert verdict.value == ANSWERS.get(slug, verdict.value)


def test_demo_shows_every_badge_and_every_way_to_unknown() -> None:
    badges, reasons = ({outcome[position] for outcome in EXPECTED.values()} for position in (0, 1))
    assert badges == {"whitelist_direct", "cross_validated", "unknown", "needs_human"}
    assert reasons == REASONS


def test_pipeline_reaches_the_same_verdicts(demo: tuple[str, ...]) -> None:
    assert demo == tuple(EXPECTED)
    found = {}
    for slug in demo:
        run = request_run(node=Node.objects.get(slug=slug), trigger=RunTrigger.COMMAND, enqueue=False)
        run = execute_run(run_id=run.pk)
        found[slug] = (run.badge, run.reason, run.number or None)
    assert found == EXPECTED


def _page_of(hit: Hit) -> Page:
    return Page(hit.page.url, hit.page.title, hit.page.text, hit.page.published_at)


@pytest.mark.parametrize("slug", [slug for slug, (_badge, reason, _number) in EXPECTED.items() if reason == "accepted"])
@pytest.mark.share(3)
def test_played_search_verifies_what_the_corpus_does(slug: str) -> None:
    """With its services played (STUBS=1) the demo shows no fewer values: each phrasing's ten best pages, as the product asks for them."""
    node = SPECS[slug]
    pages = [StubPage(entry.url, entry.title, entry.text, entry.published_at) for entry in read_demo_documents(now=NOW)]
    since = NOW - timedelta(days=node.fresh_days) if node.fresh_days is not None else None
    found: dict[Page, None] = {}
    for suffixes, limit in ((tuple(TRUST.whitelist), 5), ((), 10)):
        names = plan_search(node, NOW.date()).phrasings
        query = SearchQuery(phrasings=names, as_of=NOW, limit=limit, fresh_days=node.fresh_days, suffixes=suffixes)
        lists = [
            [SearchResult(_page_of(hit), rank=rank, score=hit.score) for rank, hit in enumerate(hits[:limit], 1)]
            for phrasing in choose_phrasings(query.phrasings)
            for hits in [find_played(pages, phrasing, suffixes=suffixes, since=since)]
        ]
        found |= dict.fromkeys(result.page for result in merge_results(lists, query))
    assert outcome_of(verdict_of(node, tuple(found))) == EXPECTED[slug]


def test_demo_is_as_fresh_in_eight_years() -> None:
    found = {slug: outcome_of(verdict_of(node, find_pages(node, IN_EIGHT_YEARS), IN_EIGHT_YEARS)) for slug, node in SPECS.items()}
    assert found == EXPECTED


@pytest.mark.parametrize(("slug", "host", "figure", "badge", "reason"), FIGURES, ids=[f"{row[0]}-{row[1]}" for row in FIGURES])
@pytest.mark.share(4)
def test_altered_figure_changes_the_verdict(slug: str, host: str, figure: str, badge: str, reason: str) -> None:
    node, pages = SPECS[slug], find_pages(SPECS[slug], NOW)
    changed = tuple(alter(page, figure) if is_at(page.url, host) and figure in page.content else page for page in pages)
    assert sum(page not in pages for page in changed) == 1
    before, after = verdict_now(slug), verdict_of(node, changed)
    assert outcome_of(after)[:2] == (badge, reason)
    assert said_by(after, host) != said_by(before, host)
    if outcome_of(before)[1] == "accepted" and any(is_at(source.url, host) for source in before.sources):
        assert (after.badge, after.number, after.counts) != (before.badge, before.number, before.counts)


@pytest.mark.parametrize(
    ("slug", "host", "words", "others", "badge", "reason"), STATEMENTS, ids=[f"{row[0]}-{row[1]}" for row in STATEMENTS]
)
@pytest.mark.share(2)
def test_altered_statement_changes_the_verdict(slug: str, host: str, words: str, others: str, badge: str, reason: str) -> None:
    node, pages = SPECS[slug], find_pages(SPECS[slug], NOW)
    changed = tuple(replace(page, content=page.content.replace(words, others)) if is_at(page.url, host) else page for page in pages)
    before, after = verdict_now(slug), verdict_of(node, changed)
    assert outcome_of(after)[:2] == (badge, reason)
    assert (after.value, said_by(after, host)) != (before.value, said_by(before, host))


def test_figures_that_carry_a_verdict_are_all_altered() -> None:
    carrying = set()
    for slug in SPECS:
        verdict = verdict_now(slug)
        for finding in (*verdict.sources, *verdict.others):
            if finding.stance in CARRIES and finding.number is not None and finding.passage is not None:
                passage = finding.passage
                carrying.add((slug, host_of(finding.url).removeprefix("www."), passage.text[passage.figure_start : passage.figure_end]))
    assert {row[:3] for row in FIGURES} == carrying


@pytest.mark.parametrize("figure", sorted({row[1:3] for row in FIGURES}))
def test_figure_stands_once_on_its_page(figure: tuple[str, str]) -> None:
    host, text = figure
    pages = [line for line in LINES if is_at(line["url"], host) and text in line["title"] + line["text"]]
    assert [(line["title"] + line["text"]).count(text) for line in pages] == [1]


def test_only_true_figures_stand_under_real_hosts() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (DEMO / "PROVENANCE.md").read_text(encoding="utf-8").splitlines()
        if re.match(r"\|\s*\d+\s*\|", line)
    ]
    assert 0 < len(rows) <= 14
    stated: dict[str, set[str]] = {}
    for _number, _fact, figure, url, *_rest in rows:
        stated.setdefault(url.strip("<>"), set()).update([figure.strip("`")] if figure.startswith("`") else [])
    real = [line for line in LINES if not (host_of(line["url"]) or "").endswith(".example")]
    assert {line["url"] for line in real} <= stated.keys()
    for line in real:
        figures = {q.text for q in find_quantities(line["text"]) if q.kind in (QuantityKind.PERCENT, QuantityKind.CURRENCY)}
        assert figures == stated[line["url"]], line["url"]
        assert "published_at" in line


def test_pages_with_moving_dates_name_no_month_and_no_year() -> None:
    named = {line["url"]: MONTH_OR_YEAR.findall(line["title"] + line["text"]) for line in LINES if "days_ago" in line}
    assert {url: found for url, found in named.items() if found} == {}


def test_corpus_is_written_like_news_in_both_languages() -> None:
    assert {line["url"]: len(line["text"]) for line in LINES if not 300 <= len(line["text"]) <= 1500} == {}
    assert len({line["url"] for line in LINES}) == len(LINES)
    languages = [line["lang"] for line in LINES]
    assert min(languages.count("zh"), languages.count("en")) > len(languages) / 3


def test_nodes_are_labelled_half_in_chinese_and_half_in_english() -> None:
    nodes = read_demo_nodes()
    chinese = [node for node in nodes if re.search("[\u4e00-\u9fff]", node.label)]
    assert len(nodes) >= 14
    assert abs(2 * len(chinese) - len(nodes)) <= 3
    for node in nodes:
        assert any(bool(re.search("[\u4e00-\u9fff]", alias)) != (node in chinese) for alias in node.aliases), node.slug
    assert {node.kind.value for node in nodes} == {"percent", "currency", "number", "text"}
    assert {node.group for node in nodes} == {"Rates", "China", "World", "Prices", "Crypto", "Events"}


def test_every_page_of_the_demo_is_dated_in_the_past() -> None:
    for now in (NOW, IN_EIGHT_YEARS):
        assert [entry.url for entry in read_demo_documents(now=now) if entry.published_at is None or entry.published_at > now] == []


@pytest.mark.django_db
def test_loading_again_adds_nothing_and_keeps_what_people_changed() -> None:
    now = timezone.now()
    load_demo(now=now)
    Node.objects.filter(slug="gold-price").update(label="Gold", is_active=False)
    again = load_demo(now=now)
    assert (again.nodes.created, again.documents.added, again.documents.updated) == (0, 0, 0)
    assert Node.objects.values_list("label", "is_active").get(slug="gold-price") == ("Gold", False)


@pytest.mark.django_db
def test_loading_a_week_later_moves_the_dates_of_invented_pages_alone() -> None:
    now = timezone.now()
    load_demo(now=now)
    before = dict(Document.objects.values_list("url", "published_at"))
    later = load_demo(now=now + timedelta(days=7))
    moved = {url: at - before[url] for url, at in Document.objects.values_list("url", "published_at")}
    assert (later.documents.added, len(moved)) == (0, len(before))
    assert {moved[line["url"]] for line in LINES if "days_ago" in line} == {timedelta(days=7)}
    assert {moved[line["url"]] for line in LINES if "published_at" in line} == {timedelta(0)}
