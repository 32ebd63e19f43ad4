"""Passages that hold a claim without saying so: they ask, suppose, foresee, deny, pass on, take back."""

import pytest

from verification.core.claims.judging import SourceText, SupportCode, SupportStatus, judge

CLAIM = "Barlow Mining closed its copper mine in Ardenne."
ZH_CLAIM = "巴洛矿业关闭了阿登铜矿。"
BEFORE = "Copper was little changed in London on Tuesday. "


def verdict(claim, text, title=""):
    found = judge(claim, [SourceText(text, title)])
    return found.status, found.why.code


@pytest.mark.parametrize(
    "text",
    [
        "Barlow Mining closed its copper mine in Ardenne.",
        "Barlow Mining closed its copper mine in Ardenne, the ministry said. Prices rose after the news.",
        "The ministry confirmed, after weeks of rumours, that Barlow Mining closed its copper mine in Ardenne.",
        "Nobody denies that Barlow Mining closed its copper mine in Ardenne.",
        "Barlow Mining closed its copper mine in Ardenne, which no analyst had doubted.",
        "As everybody had expected, Barlow Mining closed its copper mine in Ardenne.",
        "It is not known whether others follow. Barlow Mining closed its copper mine in Ardenne.",
    ],
)
def test_what_a_passage_asserts_is_verified(text):
    assert verdict(CLAIM, BEFORE + text) == (SupportStatus.VERIFIED, SupportCode.STATED)


@pytest.mark.parametrize(
    "text",
    [
        "Has Barlow Mining closed its copper mine in Ardenne?",
        "If Barlow Mining closed its copper mine in Ardenne, prices would rise.",
        "Rumours say that Barlow Mining closed its copper mine in Ardenne.",
        "Barlow Mining may have closed its copper mine in Ardenne.",
        "Barlow Mining closed its copper mine in Ardenne. The report was later retracted.",
        "In the novel, Barlow Mining closed its copper mine in Ardenne.",
    ],
)
def test_what_a_passage_only_mentions_is_unverified(text):
    assert verdict(CLAIM, BEFORE + text) == (SupportStatus.UNVERIFIED, SupportCode.NOT_ASSERTED)


@pytest.mark.parametrize(
    "text",
    [
        "Barlow Mining denied that it closed its copper mine in Ardenne.",
        "The ministry confirmed that Barlow Mining has not closed its copper mine in Ardenne.",
        "No, Barlow Mining never closed its copper mine in Ardenne.",
    ],
)
def test_what_a_passage_denies_is_misinformation_with_both_sides(text):
    found = judge(CLAIM, [SourceText(BEFORE + text)])
    assert (found.status, found.why.code) == (SupportStatus.MISINFORMATION, SupportCode.NEGATED)
    pair = found.aligned[0]
    assert pair.claimed == CLAIM[pair.claim_start : pair.claim_end]
    assert pair.found == (BEFORE + text)[pair.start : pair.end]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("巴洛矿业周二关闭了阿登铜矿。", SupportStatus.VERIFIED),
        ("记者向公司核实，巴洛矿业并未关闭阿登铜矿。", SupportStatus.MISINFORMATION),
        ("網傳巴洛矿业关闭了阿登铜矿。", SupportStatus.UNVERIFIED),
        ("巴洛矿业关闭了阿登铜矿？", SupportStatus.UNVERIFIED),
        ("巴洛矿业预计明年关闭阿登铜矿。", SupportStatus.UNVERIFIED),
    ],
)
def test_chinese_passages(text, status):
    assert verdict(ZH_CLAIM, text)[0] == status


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Barlow Mining did not close its copper mine in Ardenne.", "Barlow Mining did not close its copper mine in Ardenne."),
        ("Barlow Mining plans to close its copper mine in Ardenne.", "Barlow Mining plans to close its copper mine in Ardenne."),
        ("巴洛矿业将关闭阿登铜矿。", "巴洛矿业表示，将关闭阿登铜矿。"),
    ],
)
def test_a_claim_that_denies_or_foresees_is_met_by_a_passage_that_does(claim, text):
    assert verdict(claim, text)[0] == SupportStatus.VERIFIED


def test_one_passage_that_asserts_is_enough():
    documents = [SourceText(f"Did it happen? Rumours say that {CLAIM}"), SourceText(CLAIM)]
    assert judge(CLAIM, documents).status == SupportStatus.VERIFIED
    assert judge(CLAIM, documents[:1]).why.code == SupportCode.NOT_ASSERTED


def test_a_heading_of_satire_takes_its_text():
    assert verdict(CLAIM, CLAIM, title="Satire: a mine in the moon") == (SupportStatus.UNVERIFIED, SupportCode.NOT_ASSERTED)
