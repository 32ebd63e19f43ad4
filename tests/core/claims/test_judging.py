"""Claims judged by short documents of our own: what supports them, what contradicts them, what merely sounds alike."""

from itertools import pairwise

import pytest

from verification.core.claims.judging import Outcome, SourceText, Support, SupportCode, SupportStatus, ground_quote, judge, score_passages

HARBOUR = (
    "The harbour of Elmsund handled 4.2 million containers in 2023, the port authority said. Its director, Maria Lind, expects "
    "traffic to rise by 6% next year. The new quay cost €310 million and opened in June 2022."
)
THROUGHPUT = "临海港务局周三公布，2023年全港集装箱吞吐量达到3.2万亿吨公里，同比增长7.2%。"
PORT = THROUGHPUT + "局长林雪说，新码头总投资150万元，已于去年6月投入使用。港区现有员工860人。"
TABLE = (
    "| | 2023 | 2022 |\n| Ticket revenue | $ | 4,500 | $ | 3,600 |\n| Ferry maintenance | 820 | 910 |\n"
    "The figures above are in thousands of dollars and cover the northern and the southern line."
)


def _judge(claim: str, *texts: str) -> Support:
    return judge(claim, [SourceText(text) for text in texts])


@pytest.mark.parametrize(
    "claim",
    [
        "The harbour of Elmsund handled 4.2 million containers in 2023.",
        "The new quay cost €310 million and opened in June 2022.",
        "In 2023 the harbour of Elmsund handled 4,200,000 containers, the port authority said.",
    ],
)
def test_what_a_passage_says_is_verified(claim: str) -> None:
    found = _judge(claim, HARBOUR)
    assert found.status == SupportStatus.VERIFIED
    assert found.why.code == SupportCode.STATED
    assert found.aligned == ()
    assert all(HARBOUR[passage.start : passage.end] == passage.text for passage in found.passages)


@pytest.mark.parametrize(
    "claim",
    [
        "The harbour of Elmsund handled 4.7 million containers in 2023, the port authority said.",
        "The harbour of Elmsund handled 4.2 million containers in 2019, the port authority said.",
        "The bishop of Elmsund opened a school for sailors.",
        "Whales have returned to the bay.",
    ],
)
def test_what_no_passage_says_is_not_verified(claim: str) -> None:
    assert _judge(claim, HARBOUR).status in (SupportStatus.UNVERIFIED, SupportStatus.MISINFORMATION)


@pytest.mark.parametrize(
    "claim",
    [
        "局长林雪说，新码头总投资1,500,000元，已于去年6月投入使用。",
        "2023年全港集装箱吞吐量达到32000亿吨公里，同比增长百分之7.2。",
        "港区现有员工860人。",
    ],
)
def test_a_chinese_figure_written_otherwise_is_the_same(claim: str) -> None:
    assert _judge(claim, PORT).status == SupportStatus.VERIFIED


@pytest.mark.parametrize(
    "claim",
    [
        "局长林雪说，新码头总投资1,700,000元，已于去年6月投入使用。",
        "2023年全港集装箱吞吐量达到32000亿吨公里，同比增长百分之9.2。",
        "副市长周海在渔业大会上呼吁保护沿海湿地，并宣布成立基金。",
    ],
)
def test_a_chinese_claim_that_says_otherwise_is_not_verified(claim: str) -> None:
    assert _judge(claim, PORT).status in (SupportStatus.UNVERIFIED, SupportStatus.MISINFORMATION)


def test_another_figure_in_its_place_is_shown_with_both_sides() -> None:
    claim = "The harbour of Elmsund handled 4.7 million containers in 2023, the port authority said."
    found = _judge(claim, "Nothing here.", HARBOUR)
    assert found.status == SupportStatus.MISINFORMATION
    pair = found.aligned[0]
    assert (pair.code, pair.claimed, pair.found, pair.document) == (SupportCode.OTHER_FIGURE, "4.7 million", "4.2 million", 1)
    assert claim[pair.claim_start : pair.claim_end] == pair.claimed
    assert HARBOUR[pair.start : pair.end] == pair.found
    assert found.why.params == {"claimed": "4.7 million", "found": "4.2 million"}


def test_another_year_in_its_place_is_a_contradiction() -> None:
    found = _judge("Tarn Hollow was founded in 1923 .", "Tarn Hollow is a village that was founded in 1871 by two millers .")
    assert found.status == SupportStatus.MISINFORMATION
    assert (found.aligned[0].code, found.aligned[0].claimed, found.aligned[0].found) == (SupportCode.OTHER_NUMBER, "1923", "1871")


def test_the_opposite_word_is_a_contradiction() -> None:
    found = _judge(
        "The Vesper is one of the worst-selling novels of the decade .", "The Vesper became one of the best-selling novels of the decade ."
    )
    assert found.status == SupportStatus.MISINFORMATION
    assert (found.aligned[0].code, found.aligned[0].claimed, found.aligned[0].found) == (SupportCode.OPPOSITE_WORD, "worst", "best")


def test_a_denied_claim_is_not_verified() -> None:
    found = _judge("The council approved the bridge.", "The council never approved the bridge.")
    assert found.status != SupportStatus.VERIFIED


def test_a_figure_calculated_from_a_row_is_weak_support() -> None:
    right = _judge("Ticket revenue of the northern and southern line rose by 25% from 2022 to 2023.", TABLE)
    wrong = _judge("Ticket revenue of the northern and southern line rose by 31% from 2022 to 2023.", TABLE)
    assert right.score > wrong.score
    assert wrong.status != SupportStatus.VERIFIED


def test_a_name_that_no_document_has_is_named() -> None:
    found = _judge("Oskar Brandt, the mayor of Elmsund, opened the new quay and praised the dockers.", HARBOUR)
    assert found.status == SupportStatus.UNVERIFIED
    assert (found.why.code, found.why.params) == (SupportCode.NAME_MISSING, {"claimed": "Oskar"})


GDP = "国家统计局介绍了全年国民经济运行情况。2023年全年国内生产总值（初步核算数）为126.0582万亿元。发言人说，国民经济回升向好。"


def test_a_measure_named_by_its_acronym_is_the_one_that_a_page_writes_out() -> None:
    assert _judge("2023年中国GDP为126.0582万亿元。", GDP).status == SupportStatus.VERIFIED
    assert _judge("2023年中国GDP为121.0207万亿元。", GDP).status != SupportStatus.VERIFIED
    assert _judge("2023年中国CPI为126.0582万亿元。", GDP).status != SupportStatus.VERIFIED


def test_of_a_claim_whose_parts_all_stand_there_it_is_not_said_that_no_passage_has_it() -> None:
    found = _judge("GDP 126.0582万亿元", GDP)
    assert [part.outcome for part in found.parts] == [Outcome.STATED]
    assert (found.status, found.why.code) == (SupportStatus.UNVERIFIED, SupportCode.UNSURE)


@pytest.mark.parametrize("texts", [(), ("",), ("   \n ",), ("Log in.",)])
def test_too_little_text_is_inconclusive(texts: tuple[str, ...]) -> None:
    found = _judge("The harbour of Elmsund handled 4.2 million containers in 2023.", *texts)
    assert found.status == SupportStatus.INCONCLUSIVE
    assert found.why.code == SupportCode.THIN_DOCUMENTS
    assert found.score < 0.5


@pytest.mark.parametrize("claim", ["", "  ", "of the and", "!?", "[3]"])
def test_a_claim_that_says_nothing_is_inconclusive(claim: str) -> None:
    found = _judge(claim, HARBOUR)
    assert (found.status, found.why.code, found.passages) == (SupportStatus.INCONCLUSIVE, SupportCode.EMPTY_CLAIM, ())


def test_a_title_counts_as_context() -> None:
    claim = "The Elmsund ferry carried 12,400 passengers in May."
    text = "It carried 12,400 passengers in May, more than ever before."
    assert judge(claim, [SourceText(text, "The Elmsund ferry")]).score > judge(claim, [SourceText(text)]).score


def test_a_figure_cut_by_a_line_break_is_one_figure() -> None:
    claim = "Elmsund Shipping owed the bank $3,389,949 at the end of the year."
    found = _judge(claim, "At the end of the year Elmsund Shipping owed the bank $ 3,\n389,949 in all.")
    assert found.why.code != SupportCode.FIGURE_MISSING
    assert found.score > 0.5


def test_passages_are_ranked_and_do_not_overlap() -> None:
    passages = score_passages("Maria Lind, its director, expects traffic to rise.", [SourceText(PORT), SourceText(HARBOUR)])
    assert passages[0].document == 1
    assert passages[0].text.startswith("Its director, Maria Lind")
    spans = sorted((passage.document, passage.start, passage.end) for passage in passages)
    assert all(one[0] != two[0] or one[2] <= two[1] for one, two in pairwise(spans))
    assert [passage.score for passage in passages] == sorted((passage.score for passage in passages), reverse=True)


class _Backwards:
    """Embeddings that like the last passage best, and name one that does not exist."""

    def order(self, claim: str, passages: object) -> list[int]:
        return [99, len(list(passages)) - 1]  # type: ignore[call-overload]


def test_an_order_of_passages_moves_them_and_decides_nothing() -> None:
    claim = "The new quay cost €310 million and the harbour handled 4.2 million containers."
    plain, ordered = judge(claim, [SourceText(HARBOUR)]), judge(claim, [SourceText(HARBOUR)], order=_Backwards())
    assert (plain.status, plain.score, plain.why) == (ordered.status, ordered.score, ordered.why)
    assert ordered.passages[0] == plain.passages[-1]
    assert set(ordered.passages) == set(plain.passages)


def test_a_quotation_is_grounded_word_for_word_or_not_at_all() -> None:
    found = ground_quote(" The new quay cost €310 million ", [SourceText(PORT), SourceText(HARBOUR)])
    assert found is not None
    assert (found.document, found.text) == (1, "The new quay cost €310 million")
    assert HARBOUR[found.start : found.end] == found.text
    assert ground_quote("The new quay cost 310 million", [SourceText(HARBOUR)]) is None
    assert ground_quote("  ", [SourceText(HARBOUR)]) is None


def test_a_claim_about_something_else_is_refused_however_much_there_is_to_read() -> None:
    """Many long documents hold most words of any claim on their topic; a claim on another topic finds nothing there."""
    documents = [SourceText(HARBOUR + f" Berth {n} was dredged to {n} metres. " * 12) for n in range(10, 20)]
    found = judge("Photosynthesis in alpine mosses slows under ultraviolet light.", documents)
    assert found.status == SupportStatus.UNVERIFIED
    assert found.score < 0.3
