"""Statements against pages: everything has to stand in one passage."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.claims.entailment import Entailment, judge_statement
from verification.core.evidence import Page
from verification.core.reasons import WhyCode
from verification.core.support.facts import read_facts
from verification.core.vocabulary import PassageField

ENTAILED, DENIED, UNDECIDED = Entailment.ENTAILED, Entailment.DENIED, Entailment.UNDECIDED
PUBLISHED = datetime(2026, 6, 18, tzinfo=UTC)


def judge(statement, text, title=""):
    return judge_statement(statement, Page("https://a.example/", title, text, PUBLISHED))


@pytest.mark.parametrize(
    "statement, text, expected",
    [
        ("Acme Exchange was hacked", "Police say that Acme Exchange was hacked on Tuesday.", ENTAILED),
        ("Acme Exchange was hacked", "Acme Exchange was not hacked, its chief executive said.", DENIED),
        ("Acme Exchange was hacked", "Acme Exchange denied that it was hacked.", DENIED),
        ("Acme Exchange was hacked", "Acme Exchange may have been hacked, users fear.", UNDECIDED),
        ("Acme Exchange was hacked", "Borealis Exchange was hacked on Tuesday.", UNDECIDED),
        ("Acme Exchange was hacked", "Acme Exchange opened an office in Lisbon.", UNDECIDED),
        ("Acme Exchange lost $40 million", "Acme Exchange lost $40 million in the attack.", ENTAILED),
        ("Acme Exchange lost $40 million", "Acme Exchange lost $14 million in the attack.", DENIED),
        ("Acme Exchange lost $40 million", "Acme Exchange lost a large sum in the attack.", UNDECIDED),
        ("The regulator approved the Borealis fund", "On Monday the regulator approved the Borealis fund.", ENTAILED),
        ("The regulator approved the Borealis fund", "On Monday the regulator rejected the Borealis fund.", DENIED),
        ("The regulator approved the Borealis fund", "The regulator approved the Borealis fund, and banks did not object.", ENTAILED),
        ("Borealis raised its dividend", "Borealis cut its dividend.", DENIED),
        ("Acme Exchange was hacked in March 2026", "Acme Exchange was hacked in March 2019.", UNDECIDED),
        ("交易所遭到黑客攻击", "警方通报称，该交易所周二遭到黑客攻击。", ENTAILED),
        ("交易所遭到黑客攻击", "该交易所并未遭到黑客攻击，负责人表示。", DENIED),
        ("交易所遭到黑客攻击", "交易所否认遭到黑客攻击。", DENIED),
        ("交易所遭到黑客攻击", "交易所可能遭到黑客攻击，用户感到担忧。", UNDECIDED),
        ("交易所遭到黑客攻击", "交易所在上海设立了新的办事处。", UNDECIDED),
        ("监管部门批准北极光基金上市", "监管部门周一批准北极光基金上市。", ENTAILED),
        ("监管部门批准北极光基金上市", "监管部门周一否决北极光基金上市。", DENIED),
        ("公司被罚款3.2亿元", "公司被罚款32000万元。", ENTAILED),
        ("公司被罚款3.2亿元", "公司被罚款5.2亿元。", DENIED),
        # Who vouches for a denial vouches for the denial; what stands behind it in the sentence is not what is denied.
        ("兰泊银行暂停客户提款", "记者向该行客户中心核实，兰泊银行并未暂停客户提款，手机银行转账均可办理。", DENIED),
        ("兰泊银行暂停客户提款", "記者向該行核實，蘭泊銀行並未暫停客戶提款。", UNDECIDED),
        ("兰泊银行暂停客户提款", "记者向该行客户中心核实，兰泊银行已暂停客户提款，手机银行也无法转账。", ENTAILED),
        ("Acme Exchange was hacked", "The police confirmed that Acme Exchange was not hacked.", DENIED),
        ("Acme Exchange was hacked", "The police confirmed, after days of denials, that Acme Exchange was hacked.", ENTAILED),
        ("Acme Exchange was hacked", "Acme Exchange was hacked, which nobody who was asked had doubted.", ENTAILED),
        ("Acme Exchange was hacked", "Was Acme Exchange hacked?", UNDECIDED),
        ("Acme Exchange was hacked", "Rumours that Acme Exchange was hacked spread on Monday.", UNDECIDED),
        ("Acme Exchange was hacked", "Acme Exchange was hacked. The report was later withdrawn.", UNDECIDED),
        ("Acme Exchange was hacked", "In the novel, Acme Exchange was hacked.", UNDECIDED),
        ("Acme Exchange froze accounts", "Acme Exchange did not merely threaten: it froze accounts.", ENTAILED),
        ("Acme Exchange did not freeze accounts", "Acme Exchange did not freeze accounts on Monday.", ENTAILED),
        ("Acme Exchange did not close accounts", "Acme Exchange closed accounts on Monday.", DENIED),
        ("Acme Exchange plans to freeze accounts", "Acme Exchange plans to freeze accounts.", ENTAILED),
        (
            "The owner of Acme Exchange is Corvin Energy",
            "The owner of Acme Exchange is no longer the state fund, it is Corvin Energy.",
            ENTAILED,
        ),
        ("交易所冻结客户账户", "“交易所冻结客户账户”纯属子虚乌有。", DENIED),
        ("交易所冻结客户账户", "网传交易所冻结客户账户。", UNDECIDED),
        ("交易所冻结客户账户", "交易所没有等待批复，周一就冻结客户账户。", ENTAILED),
    ],
)
def test_judge_statement(statement, text, expected):
    assert judge(statement, text).entailment == expected


# True, and the price of the others: the judge of claims holds each for less likely than what is green.
@pytest.mark.parametrize(
    "statement, text",
    [
        ("Acme Exchange lost $40 million", "Acme Exchange lost $40m in the attack."),
        ("Borealis raised its dividend", "Borealis increased its dividend for a third year."),
        ("Acme Exchange was hacked in March 2026", "Acme Exchange was hacked in March."),
        ("Acme Exchange froze accounts", "Acme Exchange froze accounts without giving notice."),
        ("Acme Exchange froze accounts", "Acme Exchange has not explained why it froze accounts."),
    ],
)
def test_a_statement_whose_facts_all_stand_there_is_doubted_below_green(statement, text):
    judged = judge(statement, text)
    assert (judged.entailment, judged.why.code) == (UNDECIDED, WhyCode.STATEMENT_DOUBTED)
    assert 0 < judged.why.params["percent"] <= 80
    assert judged.passage.text == text


def test_judge_statement_gives_the_passage_and_why():
    judged = judge("Acme Exchange was hacked", "The week was calm. Police confirmed that Acme Exchange was hacked. Nobody was hurt.")
    assert judged.why.code == "entailed"
    assert judged.passage.text == "Police confirmed that Acme Exchange was hacked."
    assert judged.passage.field == PassageField.CONTENT
    assert judged.passage.start == len("The week was calm. ")
    assert judged.score > 0.9


def test_judge_statement_of_a_headline():
    judged = judge("Acme Exchange was hacked", "Details follow.", title="Acme Exchange was hacked")
    assert (judged.entailment, judged.passage.field) == (ENTAILED, PassageField.TITLE)


def test_facts_spread_over_a_page_are_no_statement():
    text = "Acme opened a new hall. The hall was full. A bank was hacked. The exchange of gifts took an hour."
    assert judge("Acme Exchange was hacked", text).entailment == UNDECIDED


def test_judge_statement_says_which_fact_differs():
    judged = judge("Acme Exchange lost $40 million", "Acme Exchange lost $14 million in the attack.")
    assert dict(judged.why.params) == {"fact": "$40 million", "found": "$14 million"}


@pytest.mark.parametrize("statement, text", [("", "Some text."), ("the of", "Some text."), ("Acme was hacked", ""), ("____", "x")])
def test_judge_statement_of_nothing_is_undecided(statement, text):
    judged = judge(statement, text)
    assert judged.entailment == UNDECIDED


def test_read_facts_of_both_languages():
    english = read_facts("The Borealis fund fell 4.1 percent in May 2026")
    assert [figure.text for figure in english.figures] == ["4.1 percent"]
    assert english.dates == {"y2026", "m5"}
    chinese = read_facts("2026年5月18日，北极光基金下跌4.1%")
    assert chinese.dates == {"y2026", "m5", "d18"}


@given(st.text(max_size=120), st.text(max_size=300))
def test_judge_statement_never_raises_and_cites_what_is_there(statement, text):
    page = Page("https://a.example/", "A title", text)
    judged = judge_statement(statement, page)
    assert 0 <= judged.score <= 1
    if judged.passage:
        assert getattr(page, judged.passage.field)[judged.passage.start : judged.passage.end] == judged.passage.text


def test_judge_statement_is_linear_in_the_page():
    text = "Acme Exchange opened an office. " * 3_000
    assert judge("Acme Exchange was hacked", text).entailment == UNDECIDED
