"""The freshest statement of one publisher is its vote; what it replaced is shown as superseded, the new figure as revised."""

from datetime import UTC, datetime, timedelta

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.reasons import WhyCode
from verification.core.vocabulary import Independence, NodeKind, Stage, Stance

DAY = datetime(2026, 6, 10, 12, tzinfo=UTC)
NODE = NodeSpec(label="Harbour duty rate", kind=NodeKind.PERCENT, unit="%", independence=Independence.DOMAINS)


def _page(site: str, figure: str, days_ago: int) -> Page:
    told = {"ash.com": "the town said", "oak.com": "as the council announced on Monday", "fir.com": "and ships pay it on arrival"}
    text = f"The harbour duty rate is {figure} percent, {told[site]}."
    return Page(f"https://{site}/{figure}", "", text, DAY - timedelta(days=days_ago))


def _settled(*pages: Page) -> Verdict:
    return settle(NODE, pages, as_of=DAY, trust=Trust(), stage=Stage.VOTES)


def test_older_statement_of_a_publisher_has_no_vote() -> None:
    verdict = _settled(_page("ash.com", "4.5", 9), _page("ash.com", "4.7", 1), _page("oak.com", "4.5", 5), _page("fir.com", "4.5", 6))
    assert (verdict.number, verdict.counts.domains) == (None, 2)


def test_revision_is_shown_and_what_it_replaced_too() -> None:
    verdict = _settled(_page("ash.com", "4.5", 9), _page("ash.com", "4.7", 1), _page("oak.com", "4.7", 1), _page("fir.com", "4.7", 2))
    assert verdict.number == "4.7"
    revised = next(f for f in verdict.sources if f.domain == "ash.com")
    assert (revised.why.code, revised.why.params) == (WhyCode.REVISED, {"value": "4.7 percent", "earlier": "4.5 percent"})
    old = next(f for f in verdict.others if f.domain == "ash.com")
    assert (old.stance, old.why.code) == (Stance.PAST, WhyCode.SUPERSEDED)


def test_same_value_again_supersedes_nothing() -> None:
    verdict = _settled(_page("ash.com", "4.5", 9), _page("ash.com", "4.5", 1), _page("oak.com", "4.5", 5), _page("fir.com", "4.5", 6))
    assert verdict.number == "4.5"
    assert all(finding.why.code != WhyCode.SUPERSEDED for finding in (*verdict.sources, *verdict.others))
