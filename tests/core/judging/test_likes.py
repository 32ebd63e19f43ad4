"""What tells the thing asked for from its like: a number, a side, and figures that the name itself holds."""

from collections import defaultdict
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Quantity, Trust, Verdict
from verification.core.judging.exclusions import exclusion_of
from verification.core.judging.opposed_roles import are_reversed
from verification.core.judging.opposed_words import divisions_differ, is_opposed, is_per_share
from verification.core.judging.statement_features import is_part_unnamed
from verification.core.judging.telling_numbers import is_given, numbers_differ
from verification.core.language.tables import read_rows
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.questions import read_question
from verification.core.vocabulary import NodeKind

AT = datetime(2026, 5, 8, 18, tzinfo=UTC)
HOST = "plainview.example"
NUMBER, PERCENT, CURRENCY = NodeKind.NUMBER, NodeKind.PERCENT, NodeKind.CURRENCY
SIDES = tuple(read_rows("judging", "sides"))
NUMBERED = [
    ("红魔10S Pro屏占比", PERCENT, "红魔{}正面采用悟空屏，屏占比达到95.3%。", "10S Pro", "11S Pro"),
    ("iPhone 17 Pro Max launch price", CURRENCY, "Apple's iPhone {} Pro Max starts at $1,199.", "17", "16"),
    ("GPT-5 context window tokens", NUMBER, "GPT-{} has a context window of 400,000 tokens.", "5", "4"),
    ("Unit 3 output Vogtle", NUMBER, "Vogtle's Unit {} generates 1,114 megawatts.", "3", "4"),
    ("宁德时代三期项目投资额", CURRENCY, "宁德时代{}期项目投资57.3亿元。", "三", "二"),
    ("Section 301 tariffs collected", CURRENCY, "The government collected $61.2 billion under Section {} tariffs.", "301", "232"),
    ("Terminal 5 passengers Heathrow", NUMBER, "Heathrow's Terminal {} handled 48,630 passengers in April.", "5", "3"),
    ("上海儒意受让万达投资51%股份价格", CURRENCY, "上海儒意以22.62亿元受让万达投资{}%股份。", "51", "49"),
    ("收购均胜群英12%股权对价", CURRENCY, "公司以5.1亿元收购均胜群英{}%股权。", "12", "18"),
]
OPPOSED = [
    ("Americans opposed to the inquiry", "38% of Americans {} the inquiry.", "oppose", "support"),
    ("President approval rating", "The president's {} rating was 41%.", "approval", "disapproval"),
    ("反对延迟退休的受访者比例", "调查显示，61%的受访者{}延迟退休。", "反对", "支持"),
    ("对服务不满意的客户占比", "13%的客户对服务{}。", "不满意", "满意"),
    ("NHS job vacancies filled", "The NHS had 5,418 {} vacancies in April.", "filled", "unfilled"),
    ("US non-alcoholic beverage sales change", "US {} beverage sales rose 4.1%.", "non-alcoholic", "alcoholic"),
    ("US alcoholic beverage sales change", "US {} beverage sales rose 4.1%.", "alcoholic", "non-alcoholic"),
    ("Unpaid invoices of Harlow", "Harlow had 812 {} invoices.", "unpaid", "paid"),
    ("非上市公司融资额", "{}公司融资95亿元。", "非上市", "上市"),
    ("杭州亚运会金牌数", "中国队获得40枚{}。", "金牌", "银牌"),
    ("Nurses at St Mary's", "St Mary's employs 640 {}.", "nurses", "doctors"),
    ("Ships delivered to Hapag-Lloyd", "Hapag-Lloyd has 27 ships {}.", "delivered", "on order"),
    ("Women's singles winner's prize", "The winner of the {} gets $2 million.", "women's singles", "women's doubles"),
    ("Vessels registered in Peterhead", "Peterhead has 214 registered {}.", "vessels", "fishermen"),
    ("JOLTS job openings", "There were 6.9 million {} in May.", "job openings", "layoffs"),
    ("葛卫东增持股数", "葛卫东{}兆易创新412万股。", "增持", "减持"),
    ("参展国家数", "本届展会共有155{}。", "个国家", "名裁判员"),
    ("不含税价格", "{}价格为8元。", "不含税", "含税"),
]


def settled(label: str, kind: NodeKind, said: str, title: str = "") -> Verdict:
    return settle(NodeSpec(label, kind), [Page(f"https://{HOST}/1", title, said, AT)], as_of=AT, trust=Trust(whitelist=(HOST,)))


@pytest.mark.parametrize(("label", "kind", "said", "own", "other"), NUMBERED)
def test_a_thing_of_another_number_is_another(label: str, kind: NodeKind, said: str, own: str, other: str) -> None:
    assert settled(label, kind, said.format(own)).is_accepted
    assert not settled(label, kind, said.format(other)).is_accepted


@pytest.mark.parametrize(("label", "said", "own", "other"), OPPOSED)
def test_who_takes_the_other_side_answers_nothing(label: str, said: str, own: str, other: str) -> None:
    assert (is_opposed(label, said.format(own)), is_opposed(label, said.format(other))) == (False, True)


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("扣非净利润", "公司上半年净利润20.55亿元。"),
        ("US exports", "Imports rose to $312 billion and exports to $280 billion."),
        ("Exports of France", "法国进口额为610亿欧元。"),
        ("Union members", "The ions number 300."),
        ("不良贷款率", "贷款总额为310亿元。"),
    ],
)
def test_no_side_is_taken_where_both_or_none_are_named(label: str, said: str) -> None:
    assert not is_opposed(label, said)


@given(st.sampled_from(["Terminal {}", "iPhone {}", "Boeing {}", "Unit {} of Vogtle", "{}号线", "第{}期专项债", "歼-{}"]), st.data())
@drawn(100)
def test_numbers_differ_only_where_the_asked_one_is_not_told(form: str, data: st.DataObject) -> None:
    one, other = data.draw(st.lists(st.integers(1, 900), min_size=2, max_size=2, unique=True))
    mine, theirs = form.format(one), form.format(other)
    assert numbers_differ(f"{mine} output", (), f"{theirs}: output was low")
    assert not numbers_differ(f"{mine} output", (), f"{mine}: output was low")
    assert not numbers_differ(f"{mine} output", (), f"{theirs}, {mine}: output was low")
    assert not numbers_differ(f"{mine} output", (), "output was low")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("第三批", "首批"),
        ("Fund III", "Fund IV"),
        ("third round", "fourth round"),
        ("三期", "2期"),
        ("M9", "M7"),
        ("Unit 3", "Unit IV"),
        ("season four", "season 5"),
        ("ten-year bond", "30-year bond"),
        ("10年期国债", "30年期国债"),
        ("五年期国债", "10年期国债"),
        ("三个月期存款", "十二个月期存款"),
        ("第二季", "第三季"),
        ("second dose", "first measles dose"),
        ("Class A shares", "Class B shares"),
        ("Series A round", "Series B round"),
        ("A轮融资", "B轮融资"),
        ("A股", "H股"),
        ("小米15 Ultra", "小米17 Ultra"),
        ("65岁以上人口", "60岁以上人口"),
        ("over-65s", "over-60s"),
        ("SU7", "YU7"),
    ],
)
def test_numbers_are_read_in_every_writing(asked: str, said: str) -> None:
    assert numbers_differ(f"{asked} size", (), f"{said} was large")
    assert not numbers_differ(f"{asked} size", (), f"{asked} was large")


def test_a_term_is_one_in_figures_and_in_numerals() -> None:
    assert not numbers_differ("十年期国债收益率", (), "10年期国债收益率为1.8%")
    assert not numbers_differ("10年期国债收益率", (), "十年期国债收益率为1.8%")


def test_a_plural_alone_numbers_the_models_of_a_maker() -> None:
    assert numbers_differ("Boeing 737 deliveries", (), "Boeing handed over 14 of its 787s.")
    assert not numbers_differ("Boeing 737 deliveries", (), "Boeing handed over 34 of its 737s and 14 of its 787s.")
    assert not numbers_differ("Section 301 tariffs", (), "They date from the 1980s.")


def test_periods_and_known_names_number_nothing() -> None:
    assert not numbers_differ("庆余年第二季", (), "第一季度的收视率")
    assert not numbers_differ("Q3 2026 sales", [(0, 7)], "Q2 2026 sales rose")
    assert not numbers_differ("S&P 500 dividends", (), "the Russell 2000 and the S&P paid")
    assert not numbers_differ("top 10 banks' profit", (), "the top 20 banks earned")


def test_a_figure_that_the_name_holds_is_no_answer() -> None:
    said = "在25起案例中，为获取一份工作，79人人均被骗近13.5万元。"
    assert settled("25起案例中被骗人数", NUMBER, said).number in (None, "79")
    assert not is_given("25起案例中被骗人数", a_quantity(said, "79"), said)
    assert is_given("25起案例中被骗人数", a_quantity(said, "25"), said)
    assert not is_given("25起案例中被骗人数", a_quantity("共有25人被骗。", "25"), "共有25人被骗。")


def a_quantity(text: str, written: str) -> Quantity:
    return next(one for one in find_quantities(text) if one.text.startswith(written))


def test_none_of_it_yields_to_a_judge_that_is_sure() -> None:
    for name in ("number_differs", "side_differs", "roles_reversed", "division_differs", "per_share_unsaid", "figure_given"):
        given_ = defaultdict(float, {"whole_anywhere": 1.0, "statement_coverage": 1.0, "rarest_0": 1.0, name: 1.0})
        told = exclusion_of(given_)
        assert told is not None
        assert not told.yields
        assert exclusion_of(given_ | {"asks_sentence": 1.0}) is None


@pytest.mark.parametrize("column", [1, 2], ids=["zh", "en"])
@pytest.mark.parametrize("matter", sorted({row[0] for row in SIDES}))
def test_every_writing_of_a_side_is_opposed_to_every_one_of_another(matter: str, column: int) -> None:
    sides = [row[column].split("; ") for row in SIDES if row[0] == matter]
    for number, side in enumerate(sides):
        for one in side:
            assert not any(is_opposed(f"{one} 1", f"{same} 2") for same in side)
            assert all(is_opposed(f"{one} 1", f"{other} 2") for others in sides[:number] + sides[number + 1 :] for other in others)


REVERSED = [
    ("中国对美国出口 4月", "4月{}对{}出口102.8亿美元。", "中国", "美国"),
    ("腾讯持有京东股份比例", "{}持有{}5.9%的股份。", "腾讯", "京东"),
    ("SoftBank stake in Arm", "{} holds 4.7% of {}.", "SoftBank", "Arm"),
    ("US tariff on Swiss goods", "The {} tariff on {} goods is 15%.", "US", "Swiss"),
    ("Norway exports to Poland in April", "{}'s exports to {} were $4 billion in April.", "Norway", "Poland"),
]


@pytest.mark.parametrize(("label", "said", "one", "other"), REVERSED)
def test_what_the_second_does_to_the_first_is_not_what_was_asked(label: str, said: str, one: str, other: str) -> None:
    assert not are_reversed(label, said.format(one, other))
    assert are_reversed(label, said.format(other, one))
    assert not are_reversed(label, f"{said.format(other, one)} {said.format(one, other)}")


def test_a_name_without_two_parties_has_no_other_way_round() -> None:
    assert not are_reversed("Exports to Poland", "Poland's exports to Norway were $4 billion.")
    assert not are_reversed("向日葵产量", "产量向日葵主产区集中，达300万吨。")


@pytest.mark.parametrize(
    ("label", "own", "other"),
    [
        ("New York City homicides", "New York City recorded 31 homicides.", "New York state recorded 51 homicides."),
        ("Washington state unemployment", "In Washington state it was 4.3%.", "In Washington, D.C., it was 5.3%."),
        ("吉林市常住人口", "吉林市常住人口362万人。", "吉林省常住人口2407万人。"),
    ],
)
def test_divisions_of_one_name_are_two(label: str, own: str, other: str) -> None:
    assert not divisions_differ(label, own)
    assert divisions_differ(label, other)
    assert not divisions_differ(label, f"{other} {own}")
    assert not divisions_differ(label, "It was lower.")


def test_a_market_is_no_town() -> None:
    assert not divisions_differ("吉林省物价", "吉林市场价格上涨。")


def test_what_a_share_earns_is_told_of_a_share() -> None:
    label = "Apple earnings per share Q1 2026"
    assert settled(label, CURRENCY, "Apple earned $1.65 per share in the first quarter.").number == "1.65"
    assert settled(label, CURRENCY, "Apple earned $27.5 billion in the first quarter.").number is None
    assert (is_per_share("每股收益"), is_per_share("EPS"), is_per_share("$3 a share")) == (True, True, True)
    assert not is_per_share("the share price")


@pytest.mark.parametrize(
    ("label", "own", "parent"),
    [
        ("美团优选裁员人数", "美团优选裁员310人。", "美团裁员310人。"),
        ("网易云音乐裁员人数", "网易云音乐裁员310人。", "网易裁员310人。"),
        (
            "Berkshire Hathaway Energy revenue Q1 2026",
            "Berkshire Hathaway Energy reported revenue of $5.3 billion for the first quarter.",
            "Berkshire Hathaway reported revenue of $5.3 billion for the first quarter.",
        ),
        ("Tesla energy revenue Q4 2025", "Tesla's energy business had revenue of $3.8 billion.", "Tesla's revenue fell to $24.9 billion."),
    ],
)
def test_a_page_that_never_names_a_part_tells_of_the_company(label: str, own: str, parent: str) -> None:
    question = read_question(label, base=AT.date())
    assert (is_part_unnamed(question, own), is_part_unnamed(question, parent)) == (False, True)


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Apple revenue", "It sold phones."),
        ("Tesla worldwide deliveries", "It delivered 3 cars."),
        ("UBS AM revenue", "UBS earned $2 billion."),
        ("GDP", "a"),
        ("特斯拉第三季度交付量", "特斯拉Q3交付量49.7万创纪录。"),
        ("特斯拉9月交付量", "特斯拉上月交付49.7万辆。"),
    ],
)
def test_nothing_is_a_part_where_no_more_than_a_company_is_asked_for(label: str, said: str) -> None:
    assert not is_part_unnamed(read_question(label, base=AT.date()), said)


def test_a_number_above_tells_what_a_sentence_without_one_is_about() -> None:
    said = "屏占比达到95.3%。"
    assert numbers_differ("红魔10S Pro屏占比", (), said, "红魔11S Pro系列深度体验")
    assert not numbers_differ("红魔10S Pro屏占比", (), said, "红魔11S Pro与红魔10S Pro对比")
    assert not numbers_differ("92号汽油价格", (), "汽油每升8.5元。", "自8号起调价")


def test_who_does_not_takes_the_other_side_in_its_own_clause_alone() -> None:
    said = "58 percent of Americans support the inquiry, compared to 38 percent who don't."
    assert is_opposed("Americans opposed to the inquiry", said, "58 percent of Americans support the inquiry")
    assert not is_opposed("Americans opposed to the inquiry", said, " compared to 38 percent who don't.")
    poll = settled("Americans opposed to the inquiry", PERCENT, said)
    assert poll.number in (None, "38")
