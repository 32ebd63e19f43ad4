"""Each figure and event of a claim is judged, and readers are told which word fits."""

import pytest

from verification.core.claims.judging import Outcome, SourceText, SupportCode, SupportStatus, judge

REVENUE = "Ostrava Glass reported revenue of 410 million euros for 2025. The kilns ran at full load all year, the annual report says."


def outcomes(claim: str, text: str) -> list[tuple[str, Outcome]]:
    return [(part.text, part.outcome) for part in judge(claim, [SourceText(text)]).parts]


def test_the_part_that_no_passage_states_is_named():
    claim = "Ostrava Glass had revenue of 410 million euros in 2025, and it hired 380 glaziers."
    found = judge(claim, [SourceText(REVENUE)])
    assert (found.status, found.why.code, found.outcome) == (SupportStatus.UNVERIFIED, SupportCode.PARTLY, Outcome.PARTLY)
    assert found.parts[0].outcome == Outcome.STATED
    assert {part.outcome for part in found.parts[1:]} == {Outcome.NOT_STATED}
    assert found.why.params == {"missing": found.parts[1].text}
    assert all(claim[part.start : part.end] == part.text for part in found.parts)
    assert all(part.text == part.text.strip() for part in found.parts)


def test_another_value_of_the_same_subject_measure_and_period_is_refuted_with_both_sides():
    found = judge("Ostrava Glass had revenue of 370 million euros in 2025.", [SourceText(REVENUE)])
    assert (found.status, found.outcome) == (SupportStatus.MISINFORMATION, Outcome.REFUTED)
    (pair,) = found.aligned
    assert (pair.claimed, pair.found, REVENUE[pair.start : pair.end]) == ("370 million euros", "410 million euros", "410 million euros")
    assert found.parts[0].outcome == Outcome.REFUTED
    assert found.parts[0].differs == ("value",)
    assert REVENUE[found.parts[0].found_start : found.parts[0].found_end] == found.parts[0].found


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("Brno Steel reported revenue of 410 million euros for 2025.", "subject"),
        ("Ostrava Glass reported net debt of 410 million euros for 2025.", "measure"),
        ("Ostrava Glass reported revenue of 410 million euros for 2019.", "period"),
    ],
)
def test_the_slot_that_a_passage_has_otherwise_is_named(text, differs):
    found = judge("Ostrava Glass had revenue of 410 million euros in 2025.", [SourceText(text)])
    assert found.status != SupportStatus.VERIFIED
    assert found.parts[0].outcome == Outcome.NOT_STATED
    assert differs in found.parts[0].differs


@pytest.mark.parametrize(
    ("text", "how", "cue"),
    [
        ("网传奥斯玻璃关停了两座熔炉。", "unconfirmed", "网传"),
        ("如果奥斯玻璃关停了两座熔炉，供货就会中断。", "supposed", "如果"),
    ],
)
def test_what_is_supposed_only_quotes_the_word_that_supposes(text, how, cue):
    found = judge("奥斯玻璃关停了两座熔炉。", [SourceText(text)])
    assert (found.status, found.outcome) == (SupportStatus.UNVERIFIED, Outcome.SUPPOSED_ONLY)
    assert found.why.params == {"how": how, "cue": cue}


def test_words_for_what_cannot_be_read_and_what_says_nothing():
    assert judge("Ostrava Glass hired 380 glaziers last spring.", [SourceText("Glass.")]).outcome == Outcome.CANNOT_BE_READ
    assert judge("…", [SourceText(REVENUE)]).outcome == Outcome.NOTHING_TO_CHECK
    assert judge("Ostrava Glass moved its head office to Brno.", [SourceText(REVENUE)]).outcome == Outcome.NOT_STATED


@pytest.mark.parametrize(
    "claim",
    ["东港银行暂停客户提款。", "东港银行周一暂停客户提款。", "昨天，东港银行暂停客户提款，引发排队。", "东港银行暂停客户提款核查。"],
)
def test_an_act_that_a_passage_denies_is_refuted_whatever_stands_beside_it(claim):
    page = "一段视频近日流传。东港银行没有暂停客户提款，当地监管部门的工作人员在现场核查后向记者表示。视频拍摄于数年前另一座城市。"
    found = judge(claim, [SourceText(page)])
    assert (found.status, found.outcome, found.aligned[0].code) == (SupportStatus.MISINFORMATION, Outcome.REFUTED, SupportCode.NEGATED)
    assert "东港银行没有暂停客户提款" in found.aligned[0].found
    assert found.score <= 0.2


def test_a_denied_act_that_is_also_asserted_or_claimed_as_denied_is_not_refuted():
    page = "东港银行没有暂停客户提款，监管部门周三表示。"
    assert judge("东港银行没有暂停客户提款。", [SourceText(page)]).status != SupportStatus.MISINFORMATION
    both = page + "周四，东港银行暂停客户提款，监管部门确认。"
    assert judge("东港银行暂停客户提款。", [SourceText(both)]).score > 0.2


def test_what_becomes_of_the_same_words_is_said_once():
    found = judge("2024年2月5年期以上LPR为3.95%。", [SourceText("央行公布报价。2024年2月5年期以上LPR为3.95%。同期公布的1年期LPR为3.45%。")])
    assert [(one.outcome, one.text) for one in found.parts] == [(Outcome.STATED, "2024年2月5年期以上LPR为3.95%。")]
    wrong = judge("2024年2月5年期以上LPR为3.85%。", [SourceText("央行公布报价。2024年2月5年期以上LPR为3.95%。同期公布的1年期LPR为3.45%。")])
    assert [(one.outcome, one.text, one.found) for one in wrong.parts] == [(Outcome.REFUTED, "2024年2月5年期以上LPR为3.85%。", "3.95%")]
