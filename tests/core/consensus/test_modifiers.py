"""A name that only describes another subject binds nothing; the same name as the subject still does."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.vocabulary import NodeKind

DAY = datetime(2026, 6, 10, 12, tzinfo=UTC)
SITES = ("alder.com", "birch.com", "cedar.com")


def _settled(label: str, sentences: tuple[str, str, str]) -> Verdict:
    node = NodeSpec(label=label, kind=NodeKind.PERCENT, unit="%")
    pages = [Page(f"https://{site}/1", "", text, DAY) for site, text in zip(SITES, sentences, strict=True)]
    return settle(node, pages, as_of=DAY, trust=Trust())


@pytest.mark.parametrize(
    "sentence",
    [
        "The prime rate, three points above the federal funds rate, is 7.5 percent.",
        "Banks' prime rate, which tracks the federal funds rate, is 7.5 percent.",
        "Home-equity credit tied to the federal funds rate costs 7.5 percent.",
        "Unlike the federal funds rate, the prime rate stands at 7.5 percent.",
    ],
)
def test_name_held_against_another_subject_english_binds_nothing(sentence: str) -> None:
    assert _settled("Federal funds rate", (sentence, sentence, sentence)).number is None


@pytest.mark.parametrize(
    "sentence",
    [
        "挂钩联邦基金利率的最优惠贷款利率为7.5%。",
        "与联邦基金利率挂钩的最优惠贷款利率为7.5%。",
        "比联邦基金利率高三个百分点的最优惠贷款利率为7.5%。",
        "随联邦基金利率浮动的按揭利率升至7.5%。",
    ],
)
def test_name_held_against_another_subject_chinese_binds_nothing(sentence: str) -> None:
    assert _settled("联邦基金利率", (sentence, sentence, sentence)).number is None


def test_name_as_subject_english_still_binds() -> None:
    sentences = (
        "The federal funds rate, set by the Fed, stands at 4.5 percent.",
        "Inflation is above target, so the Fed kept the federal funds rate at 4.5 percent.",
        "Mortgages cost more than before, while the federal funds rate is 4.5 percent.",
    )
    assert _settled("Federal funds rate", sentences).number == "4.5"


def test_name_as_subject_chinese_still_binds() -> None:
    sentences = ("目前的联邦基金利率为4.5%。", "美联储把联邦基金利率维持在4.5%。", "与预期一致，联邦基金利率为4.5%。")
    assert _settled("联邦基金利率", sentences).number == "4.5"
