"""What must hold for any pages: order, extra pages, copies, changed figures and hostile text (evidence, all steps)."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, SourceFinding, Trust, Verdict
from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import Independence, NodeKind, Stage, Stance

AS_OF = datetime(2026, 6, 18, 15, 0, tzinfo=UTC)
TRUST = Trust(whitelist=("trusted.example",), owners={"twin-a.example": "Twin", "twin-b.example": "Twin"})
NODES = (
    NodeSpec(label="Federal funds rate", kind=NodeKind.PERCENT, unit="%", aliases=("联邦基金利率",)),
    NodeSpec(label="美联储将联邦基金利率维持在____。", kind=NodeKind.PERCENT, unit="%"),
    NodeSpec(label="The economy added ____ jobs in May.", kind=NodeKind.NUMBER, independence=Independence.DOMAINS),
    NodeSpec(label="中国5月社会消费品零售总额同比", kind=NodeKind.PERCENT, unit="%", reference_period="2026-05"),
)
SENTENCES = (
    "The federal funds rate stands at {0}.5%.",
    "The Fed held the federal funds rate at {0}.25 percent on Wednesday, the central bank said.",
    "Economists expect the federal funds rate to fall to {0}%.",
    "美联储宣布，将联邦基金利率维持在{0}.5%不变。",
    "联邦基金利率从{0}.75%降至{0}.5%。",
    "5月份，社会消费品零售总额41090亿元，同比下降0.{0}%。",
    "1—5月份，社会消费品零售总额206031亿元，同比增长1.{0}%。",
    "The economy added {0}38,000 jobs in May, the Labor Department said.",
    "Employers added {0}38,000 jobs in May, up from 159,000 in April.",
    "It rained for {0} days.",
    "据路透社报道，联邦基金利率为{0}.5%。",
    "",
)
HOSTS = (
    "a.example", "b.example", "c.example", "d.example", "trusted.example", "twin-a.example", "twin-b.example", "www.a.example",
)  # fmt: skip

pages = st.builds(
    Page,
    url=st.builds("https://{}/{}".format, st.sampled_from(HOSTS), st.integers(0, 3))
    | st.sampled_from(["ftp://a.example/1", "javascript:1", "", "http://1.2.3.4/"]),
    title=st.sampled_from(["", "Markets", "Fed holds rate at 3.5%", "利率 3.5%"]) | st.text(max_size=20),
    content=st.lists(st.builds(str.format, st.sampled_from(SENTENCES), st.integers(1, 4)), max_size=4).map(" ".join),
    published_at=st.none() | st.integers(-2, 40).map(lambda days: AS_OF - timedelta(days=days)),
)
cases = st.tuples(st.sampled_from(NODES), st.lists(pages, max_size=7), st.sampled_from([None, *Stage]))


def judged(case: tuple[NodeSpec, list[Page], Stage | None]) -> Verdict:
    node, found, stage = case
    return settle(node, found, as_of=AS_OF, trust=TRUST, stage=stage)


def shape(verdict: Verdict) -> Verdict:
    """The verdict without the places of its pages in the input."""
    without = tuple(replace(finding, position=0) for finding in verdict.sources)
    return replace(verdict, sources=without, others=tuple(sorted((replace(f, position=0) for f in verdict.others), key=repr)))


@drawn(75)
@given(cases, st.randoms())
def test_the_order_of_the_pages_never_changes_the_verdict(case: tuple[NodeSpec, list[Page], Stage | None], rng: random.Random) -> None:
    node, found, stage = case
    shuffled = list(found)
    rng.shuffle(shuffled)
    assert shape(judged((node, shuffled, stage))) == shape(judged(case))


@drawn(50)
@given(cases)
def test_every_page_stands_in_sources_or_others_once(case: tuple[NodeSpec, list[Page], Stage | None]) -> None:
    verdict = judged(case)
    assert sorted(f.position for f in (*verdict.sources, *verdict.others)) == list(range(len(case[1])))
    assert (verdict.value == "unknown") == (verdict.sources == ())
    assert judged(case) == verdict


def figures_of(finding: SourceFinding) -> set[Decimal]:
    passage = finding.passage
    assert passage is not None
    assert passage.figure_start is not None
    figure = passage.text[passage.figure_start : passage.figure_end]
    return {end for quantity in find_quantities(figure) for end in (quantity.low, quantity.high, -quantity.low, -quantity.high)}


@drawn(75)
@given(cases)
def test_every_span_shown_holds_what_it_is_shown_for(case: tuple[NodeSpec, list[Page], Stage | None]) -> None:
    verdict = judged(case)
    for finding in (*verdict.sources, *verdict.others):
        passage = finding.passage
        if passage is None:
            continue
        page = case[1][finding.position]
        assert getattr(page, passage.field.value)[passage.start : passage.end] == passage.text
        if finding.number is not None:
            assert {Decimal(end) for end in finding.number.split("..")} <= figures_of(finding)


@drawn(50)
@given(cases, pages, st.sampled_from(list(Independence)))
def test_another_page_of_a_publisher_never_adds_a_vote(
    case: tuple[NodeSpec, list[Page], Stage | None], extra: Page, independence: Independence
) -> None:
    node, found, _ = case
    node = replace(node, independence=independence)
    verdict = judged((node, found, Stage.VOTES))
    if not found:
        return
    twin = replace(found[0], url=found[0].url + "?page=2", content=found[0].content)
    more = judged((node, [*found, twin], Stage.VOTES))
    assert more.counts.domains <= max(verdict.counts.domains, 1)
    assert more.is_accepted <= verdict.is_accepted or more.number == verdict.number


NORTH = (
    "Traders in the north looked at bonds and waited for the minutes. A baker in the harbour district said flour costs more than last "
    "autumn and that his two ovens run on gas. The mayor opened a bridge for cyclists, which engineers had promised for years. Two "
    "schools will share one gym until the roof is mended, and a choir from the islands sang for the guests while children sold lemonade to "
    "raise money for a new boat. Nobody at the ceremony mentioned inflation, although a banner about rents hung from a balcony nearby."
)
SOUTH = (
    "In the south shops opened late while farmers talked of rain. Grapes ripen early, they say, and pickers are rare since the "
    "camp sites filled with tourists. A museum of tractors drew more visitors than the opera, its director joked. The valley "
    "railway cancels evening trains because drivers are on leave. Pensioners play cards under plane trees and argue about football, water "
    "and the price of olives, as their grandparents did when the first post bus climbed the pass with letters from the coast."
)
WEST = (
    "Out west the ports were busy with ships from three oceans. Crane operators finished a night shift unions had threatened to skip. "
    "A freight company bought barges on credit and named them after poets. Customs men found parrots among lamps and called a "
    "veterinarian, who named the birds as well. Students surveyed the beach for plastic, counted gulls and filled sacks. The lighthouse "
    "will be painted red again, after a referendum in which white, the colour of the last decade, lost by nine votes in the old town."
)
TRUE = tuple(
    Page(f"https://{name}.example/rate", title, f"{text} {rest}", AS_OF - timedelta(hours=hours))
    for name, title, text, rest, hours in (
        ("north", "Fed stands pat", "The federal funds rate is 3.75% after the meeting.", NORTH, 5),
        ("south", "Rates unchanged", "The Fed kept the federal funds rate at 3.75%.", SOUTH, 6),
        ("west", "No change", "The central bank left the federal funds rate at 3.75 percent.", WEST, 7),
    )
)
RATE = NODES[0]


def test_the_three_true_pages_are_accepted() -> None:
    verdict = settle(RATE, TRUE, as_of=AS_OF, trust=Trust())
    assert (verdict.number, len(verdict.sources), verdict.counts.stories) == ("3.75", 3, 3)


@given(st.sampled_from(range(3)), st.sampled_from(["3.25", "4.75", "13.75", "37.5", "0.75"]))
def test_changing_the_figure_of_one_page_changes_its_stance(which: int, figure: str) -> None:
    changed = [replace(page, content=page.content.replace("3.75", figure)) if n == which else page for n, page in enumerate(TRUE)]
    verdict = settle(RATE, changed, as_of=AS_OF, trust=Trust())
    finding = next(f for f in (*verdict.sources, *verdict.others) if f.position == which)
    assert (verdict.value, finding.stance) == ("unknown", Stance.CONTRADICTS)


@drawn(30)
@given(st.sampled_from(range(3)), st.text(alphabet="abcdefgh", min_size=1, max_size=8))
def test_a_copy_on_another_domain_adds_no_story(which: int, name: str) -> None:
    two = [page for n, page in enumerate(TRUE) if n != which]
    copy = replace(two[0], url=f"https://{name}-mirror.example/x", published_at=AS_OF)
    verdict = settle(RATE, [*two, copy], as_of=AS_OF, trust=Trust())
    assert (verdict.value, verdict.counts.domains, verdict.counts.stories) == ("unknown", 3, 2)
    by_domain = settle(replace(RATE, independence=Independence.DOMAINS), [*two, copy], as_of=AS_OF, trust=Trust())
    assert (by_domain.number, by_domain.counts.stories) == ("3.75", 2)


def test_two_domains_of_one_owner_cast_one_vote() -> None:
    owned = [replace(TRUE[0], url="https://twin-a.example/1"), replace(TRUE[1], url="https://twin-b.example/1"), TRUE[2]]
    verdict = settle(RATE, owned, as_of=AS_OF, trust=TRUST)
    assert (verdict.value, verdict.counts.domains) == ("unknown", 2)


@drawn(30)
@given(st.text(max_size=300), st.text(max_size=60))
def test_any_text_is_read_without_an_error(content: str, title: str) -> None:
    stranger = Page("https://stranger.example/", title, content, AS_OF)
    for node in NODES:
        verdict = settle(node, [*TRUE, stranger], as_of=AS_OF, trust=TRUST)
        assert len(verdict.sources) + len(verdict.others) == 4
    assert settle(RATE, [*TRUE, stranger], as_of=AS_OF, trust=Trust()).number == "3.75"
