"""A relative clause speaks of the subject before it: "the construction sector, which added 48,000 jobs"."""

from datetime import UTC, datetime

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.vocabulary import NodeKind, Stage

DAY = datetime(2026, 6, 10, 12, tzinfo=UTC)
LABEL = "Hopes rest on the construction sector, which added ____ jobs in May"


def _number(*texts: str) -> str | None:
    pages = [Page(f"https://{site}.com/1", "", text, DAY) for site, text in zip(("ash", "oak", "fir"), texts, strict=True)]
    return settle(NodeSpec(label=LABEL, kind=NodeKind.NUMBER), pages, as_of=DAY, trust=Trust(), stage=Stage.VOTES).number


def test_gain_of_the_whole_economy_is_not_that_of_a_sector() -> None:
    whole = (
        "The economy added 236,000 jobs in May, the labour office said.",
        "Employers added 236,000 jobs in May.",
        "In May the economy added 236,000 jobs, more than forecast.",
    )
    assert _number(*whole) is None


def test_gain_of_the_sector_is_accepted() -> None:
    sector = (
        "The construction sector added 48,000 jobs in May.",
        "A bright spot was the construction sector, which added 48,000 jobs in May.",
        "In May the construction sector added 48,000 jobs.",
    )
    assert _number(*sector) == "48000"
