"""Another value on a trusted page withholds green; it takes more where two trusted publishers state the value."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from verification.core.consensus.choosing import doubting
from verification.core.consensus.source_pages import EvidenceSet, SourcePage, open_evidence_set
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.scorer import Bars
from verification.core.vocabulary import NodeKind

AS_OF = datetime(2026, 6, 20, tzinfo=UTC)
HOSTS = ("a.example", "b.example", "c.example")
BARS = Bars(trusted=0.7, vote=0.7, own=0.2, doubt=0.05, doubt_shared=0.2, sure=2.0)


def _evidence(*told: dict[str, float], trusted: tuple[str, ...] = HOSTS) -> EvidenceSet:
    """A page for each, that gives the figures with these chances."""
    texts = ["Chile's unemployment rate: " + ", then ".join(f"{value}%" for value in one) + "." for one in told]
    pages = [Page(f"https://{host}/1", "", text, AS_OF) for host, text in zip(HOSTS, texts, strict=False)]
    node = NodeSpec("Chile unemployment rate", NodeKind.PERCENT, unit="%")
    opened = open_evidence_set(node, pages, as_of=AS_OF, trust=Trust(whitelist=trusted))
    weighed = tuple(_weighed(page, one) for page, one in zip(opened.source_pages, told, strict=True))
    return replace(opened, source_pages=weighed, bars=BARS)


def _weighed(page: SourcePage, chances: dict[str, float]) -> SourcePage:
    candidates = tuple(replace(one, score=chances[str(one.value.low.normalize())], exclusion=None) for one in page.reading.candidates)
    return replace(page, reading=replace(page.reading, candidates=candidates))


def _doubts(evidence: EvidenceSet, value: str) -> list[str]:
    said = next(one.value for page in evidence.source_pages for one in page.candidates if str(one.value.low.normalize()) == value)
    return [str(one.value.low.normalize()) for _, one in doubting(said, evidence)]


@pytest.mark.parametrize(
    ("told", "doubts"),
    [
        ([{"8.2": 0.9, "9.4": 0.1}], ["9.4"]),
        ([{"8.2": 0.9, "9.4": 0.04}], []),
        ([{"8.2": 0.9}, {"8.2": 0.6, "9.4": 0.1}], []),
        ([{"8.2": 0.9}, {"8.2": 0.6, "9.4": 0.2}], ["9.4"]),
        ([{"8.2": 0.9}, {"8.2": 0.4, "9.4": 0.1}], ["9.4"]),
    ],
)
def test_two_publishers_are_doubted_later_than_one(told: list[dict[str, float]], doubts: list[str]) -> None:
    assert _doubts(_evidence(*told), "8.2") == doubts


def test_only_trusted_publishers_share_a_value_or_doubt_it() -> None:
    told = [{"8.2": 0.9, "9.4": 0.1}, {"8.2": 0.9, "7.1": 0.6}]
    assert _doubts(_evidence(*told, trusted=("a.example",)), "8.2") == ["9.4"]
