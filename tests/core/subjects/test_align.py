"""Whose figure it is: the same subject under another name, a part of it, the whole it is a part of, another one, or nobody named."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verification.core.subjects.align import Alignment, Found, align
from verification.core.subjects.gazetteer import names_of
from verification.core.subjects.likeness import How
from verification.core.subjects.registry import entries, known_names

SUBJECTS = [entry for entry in entries() if entry.entity.kind in ("company", "index", "commodity", "crypto")]
PLACES = sorted({name.entity.code for name in known_names() if name.entity.kind == "place"})
TERRITORIES = [code for code in PLACES if len(code) == 2 and code.isalpha()]


@pytest.mark.parametrize(
    ("asked", "said", "how"),
    [
        ("Peru", ["Peru"], How.EQUAL),
        ("Peru", ["Peruvian economy"], How.ALIAS),
        ("Peru", ["秘鲁"], How.TRANSLATION),
        ("peru", ["Peru"], How.EQUAL),
        ("US", ["the United States"], How.ALIAS),
        ("中国", ["全国"], How.ALIAS),
        ("上海", ["上海市"], How.ALIAS),
        ("臺灣", ["Taiwan"], How.TRANSLATION),
        ("São Paulo", ["Sao Paulo"], How.EQUAL),
        ("Tianqi Lithium", ["天齐锂业"], How.TRANSLATION),
        ("台積電", ["TSMC"], How.TRANSLATION),
        ("TSLA", ["特斯拉"], How.TICKER),
        ("600519", ["贵州茅台"], How.TICKER),
        ("0700.HK", ["Tencent Holdings"], How.TICKER),
        ("Carron Metals", ["Carron Metals Inc."], How.SUFFIX),
        ("泓川电气", ["泓川电气股份有限公司"], How.SUFFIX),
        ("宁德时代", ["宁德时代新能源科技股份有限公司"], How.ALIAS),
        ("泓川电气", ["泓川电气科技股份有限公司"], How.SUFFIX),
        ("Dunmore Oil Refining", ["DOR"], How.INITIALS),
        ("Semiconductor Manufacturing International", ["SMIC"], How.ALIAS),
        ("BoE", ["Bank of England"], How.ALIAS),
        ("Volkswagen", ["Volkwagen"], How.SPELLING),
        ("Fed", ["美国"], How.SEAT),
        ("美联储", ["US"], How.SEAT),
        ("OpenAI", ["OpenAI"], How.EQUAL),
        ("美元兑日元", ["USD/JPY"], How.TRANSLATION),
        ("標普500", ["S&P 500"], How.TRANSLATION),
        ("Shanghai", ["Shanghai", "China"], How.EQUAL),
        ("越南榴莲", ["榴莲", "越南"], How.EQUAL),
        ("特斯拉中国", ["中国", "特斯拉"], How.EQUAL),
        ("California", ["California", "US"], How.EQUAL),
        ("AWS", ["Amazon's AWS"], How.EQUAL),
        ("蔚来", ["该公司", "蔚来"], How.EQUAL),
        # where and as what a contract is traded
        ("WTI原油", ["纽约商品交易所WTI原油期货"], How.EQUAL),
        ("COMEX黄金期货", ["COMEX 12月黄金期货"], How.EQUAL),
        ("布油", ["布伦特10月原油期货"], How.ALIAS),
        ("标普500", ["标准普尔 500种股票指数"], How.ALIAS),
    ],
)
def test_the_same_subject(asked: str, said: list[str], how: How) -> None:
    assert align(asked, said) == Alignment(Found.SAME, 1.0, how)


@pytest.mark.parametrize(
    ("asked", "said", "found"),
    [
        ("China", ["上海"], Found.PART),
        ("上海", ["全国"], Found.WHOLE),
        ("US", ["California"], Found.PART),
        ("California", ["US"], Found.WHOLE),
        ("中国", ["全球"], Found.WHOLE),
        ("全球", ["中国"], Found.PART),
        ("纳斯达克", ["纳斯达克中国金龙指数"], Found.PART),
        ("纳斯达克中国金龙指数", ["Nasdaq"], Found.WHOLE),
        ("恒生指数", ["恒生科技指数"], Found.PART),
        ("Amazon", ["AWS"], Found.PART),
        ("Amazon Web Services", ["亚马逊"], Found.WHOLE),
        ("Samsung Electronics", ["Samsung"], Found.WHOLE),
        ("特斯拉", ["特斯拉上海超级工厂"], Found.PART),
        ("特斯拉中国", ["特斯拉"], Found.WHOLE),
        ("Kanbara Robotics", ["Surgical robots", "Kanbara Robotics"], Found.PART),
        ("中石油 vs 中石化", ["中石油"], Found.PART),
        ("黄金", ["COMEX黄金期货"], Found.PART),
        ("东航", ["国航、东航、南航"], Found.WHOLE),
        ("S&P 500", ["S&P 500 Equal Weight Index"], Found.PART),
        ("Peru", ["Lima", "Peru"], Found.PART),
    ],
)
def test_a_part_or_the_whole_is_another_subject(asked: str, said: list[str], found: Found) -> None:
    assert align(asked, said).found == found


@pytest.mark.parametrize(
    ("asked", "said", "how"),
    [
        ("Elbonia", ["central bank of Elbonia"], How.SEAT),
        ("Elbonia central bank", ["Elbonia"], How.SEAT),
        ("Elbonia", ["Elbonian central bank"], How.SEAT),
        ("Kenya", ["Central Bank of Kenya"], How.SEAT),
        ("肯尼亚", ["Central Bank of Kenya"], How.SEAT),
        ("埃尔博尼亚", ["埃尔博尼亚央行"], How.SEAT),
        ("埃尔博尼亚央行", ["埃尔博尼亚"], How.SEAT),
        ("埃尔博尼亚央行", ["埃尔博尼亚中央银行"], How.EQUAL),
        ("肯尼亚", ["肯尼亚央行"], How.SEAT),
        ("土耳其", ["Turkey's central bank"], How.SEAT),
    ],
)
def test_the_central_bank_of_a_place_speaks_for_it(asked: str, said: list[str], how: How) -> None:
    assert align(asked, said) == Alignment(Found.SAME, 1.0, how)


@pytest.mark.parametrize(
    ("asked", "said", "found"),
    [
        ("香港证监会", ["香港金融管理局"], Found.RIVAL),
        ("US central bank", ["US Treasury Department"], Found.RIVAL),
        ("英国国家统计局", ["英国央行"], Found.RIVAL),
        ("Elbonia", ["central bank of Freedonia"], Found.RIVAL),
        ("肯尼亚", ["埃尔博尼亚央行"], Found.RIVAL),
        ("肯尼亚", ["央行"], Found.RIVAL),
        ("中国", ["央行"], Found.SAME),
        ("US", ["unemployment rate", "A record 20.5 million jobs were lost in April as the unemployment rate jumps"], Found.OPEN),
        ("US", ["job losses", "Why economists worry about 20.5M job losses"], Found.OPEN),
        ("Peru", ["lawmakers", "Turnout surges After a long drought"], Found.OPEN),
        ("Rishi Sunak", ["approval", "Theresa May"], Found.RIVAL),
        ("Kenya", ["the central bank"], Found.OPEN),
        ("Elbonia", ["Central Bank of Elbonia governor"], Found.PART),
        ("Elbonia", ["Elbonian Airways"], Found.PART),
    ],
)
def test_no_other_bank_nor_a_bank_that_no_place_is_named_of(asked: str, said: list[str], found: Found) -> None:
    assert align(asked, said).found is found


@pytest.mark.parametrize(
    ("asked", "said", "rival"),
    [
        ("Chile", ["Peru"], "Peru"),
        ("Chile", ["Peru", "Chile"], "Peru"),
        ("天齐锂业", ["大族数控"], "大族数控"),
        ("蔚来", ["特斯拉"], "特斯拉"),
        ("OpenAI", ["Anthropic"], "Anthropic"),
        ("Brent", ["WTI"], "WTI"),
        ("越南榴莲", ["越南咖啡"], "咖啡"),
        ("Tesla China", ["Tesla Germany"], "Germany"),
        ("中国银行", ["中国人民银行"], "中国人民银行"),
        ("中国石油", ["中国石油化工股份有限公司"], "中国石油化工"),
        ("美国", ["美国钢铁"], "美国钢铁"),
        ("Tianqi Lithium", ["赣锋锂业"], "赣锋锂业"),
        ("Guinea", ["Equatorial Guinea"], "Equatorial Guinea"),
        ("USD", ["euro"], "euro"),
        ("上海", ["北京", "中国"], "北京"),
        ("Vextra", ["Credimax"], "Credimax"),
    ],
)
def test_another_subject(asked: str, said: list[str], rival: str) -> None:
    found = align(asked, said)
    assert (found.found, found.rival) == (Found.RIVAL, rival)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("蔚来", []),
        ("蔚来", ["公司"]),
        ("Vextra", ["the company"]),
        ("越南榴莲", ["榴莲"]),
        ("大族数控", ["Vextra Automation"]),
        ("", ["Peru"]),
        ("US", ["payrolls"]),
        ("中国", ["金融统计数据报告"]),
        ("中国", ["主要商品行情"]),
        ("中国", ["工业经济运行数据"]),
    ],
)
def test_what_names_nobody_leaves_it_open(asked: str, said: list[str]) -> None:
    assert align(asked, said).found == Found.OPEN


def test_coverage_is_what_was_found_of_the_name() -> None:
    assert align("特斯拉中国", ["特斯拉"]).coverage == 0.5
    assert align("Chile", ["Peru"]).coverage == 0.0


def test_a_short_form_that_the_text_introduces_is_spelt_out() -> None:
    introduced = {"Harlan": "Northwind Harlan Robotics", "KR": "Kanbara Robotics"}
    assert align("Kanbara Robotics", ["KR"], introduced=introduced) == Alignment(Found.SAME, 1.0, How.INTRODUCED)
    assert align("Kanbara Robotics", ["Harlan"], introduced=introduced).found == Found.RIVAL


@given(st.sampled_from(SUBJECTS), st.sampled_from(SUBJECTS), st.data())
def test_two_known_things_are_never_the_same(one, other, data) -> None:
    assume(one.entity.code != other.entity.code)
    asked = data.draw(st.sampled_from((*one.chinese, *one.english, *one.tickers)))
    said = data.draw(st.sampled_from((*other.chinese, *other.english, *other.tickers)))
    assert align(asked, [said]).found != Found.SAME, (asked, said)


@given(st.sampled_from(PLACES), st.sampled_from(PLACES), st.data())
def test_two_places_are_never_the_same(one: str, other: str, data) -> None:
    mine, theirs = ({place.name for place in names_of(code)} for code in (one, other))
    asked, said = data.draw(st.sampled_from(sorted(mine))), data.draw(st.sampled_from(sorted(theirs)))
    assume(one != other and not _shared(asked, said))
    assert align(asked, [said]).found != Found.SAME, (asked, said)


def _shared(one: str, other: str) -> bool:
    """Whether two names may stand for one place: Georgia and Georgia, 上海 and 沪."""
    return bool({known.code for known in _codes(one)} & {known.code for known in _codes(other)})


def _codes(name: str):
    return [place for code in PLACES_BY_NAME.get(name, ()) for place in names_of(code)]


@given(st.sampled_from(SUBJECTS), st.data())
def test_every_name_of_a_thing_is_the_same(one, data) -> None:
    asked, said = (data.draw(st.sampled_from((*one.chinese, *one.english, *one.tickers))) for _ in range(2))
    assert align(asked, [said]).found == Found.SAME, (asked, said)


@given(st.sampled_from(TERRITORIES), st.data())
def test_every_name_of_a_country_and_its_people_is_the_same(code: str, data) -> None:
    names = sorted({place.name for place in names_of(code) if place.kind in ("territory", "region", "demonym")})
    asked, said = (data.draw(st.sampled_from(names)) for _ in range(2))
    assert align(asked, [said]).found == Found.SAME, (asked, said)


PLACES_BY_NAME: dict[str, set[str]] = {}
for _name in known_names():
    if _name.entity.kind == "place":
        PLACES_BY_NAME.setdefault(_name.text, set()).add(_name.entity.code)


@pytest.mark.parametrize(
    ("asked", "said"),
    [("中国", "中国车企"), ("中国", "中国上市公司"), ("iPhone", "iPhone maker"), ("Peru", "Peru employers")],
)
def test_what_belongs_to_a_name_does_not_speak_for_it(asked: str, said: str) -> None:
    assert align(asked, [said]).found is not Found.SAME


@pytest.mark.parametrize(
    ("asked", "said"), [("奥林航运", "奥林航运董事长"), ("信和物流", "信和物流年报"), ("Halcyon", "Halcyon spokesman")]
)
def test_who_speaks_for_a_name_is_no_other_subject(asked: str, said: str) -> None:
    assert align(asked, [said]).found is Found.SAME


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("US", ["Job Growth Less Than Expected, But Unemployment Hits 5-Year Low"]),
        ("US", ["the economy", "April jobs report: Hiring picks up"]),
        ("瑞幸", ["收益", "头版头条"]),
        ("舒兰", ["此轮"]),
        ("英国央行", ["英媒"]),
    ],
)
def test_headlines_and_words_of_every_day_name_nobody(asked: str, said: list[str]) -> None:
    assert align(asked, said).found == Found.OPEN


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Borealis", ["Profit Rises At Halcyon As Sales Slow Down"]),
        ("Borealis", ["net profit", "Clinton Cuts Spending While Sales Slow Down"]),
        ("瑞幸", ["稀土"]),
    ],
)
def test_headlines_that_name_another(asked: str, said: list[str]) -> None:
    assert align(asked, said).found == Found.RIVAL


@pytest.mark.parametrize(
    ("asked", "said", "found"),
    [
        ("New Orleans daily emergency calls", ["New Orleans"], Found.WHOLE),
        ("New Orleans daily emergency calls", ["New Orleans daily emergency calls"], Found.SAME),
        ("New Orleans daily emergency calls", ["Chicago"], Found.RIVAL),
        ("daily emergency calls", ["the spending bill"], Found.OPEN),
    ],
)
def test_only_a_name_makes_another_subject_of_what_nothing_parts(asked: str, said: list[str], found: Found) -> None:
    assert align(asked, said, is_whole=True).found == found


@pytest.mark.parametrize(
    ("asked", "said", "are_both_known"),
    [
        ("Peru", ["Chile"], True),
        ("韩国央行", ["泰国央行"], True),
        ("Bank of Korea", ["泰国"], True),
        ("Bank of Korea", ["韩国"], False),
        ("Peru", ["Elbonia"], False),
        ("Carron Metals", ["Tesla"], False),
        ("蔚来", ["小鹏汽车"], True),
    ],
)
def test_whether_both_are_known_is_told_of_another_subject(asked: str, said: list[str], are_both_known: bool) -> None:
    assert align(asked, said).are_both_known is are_both_known


@pytest.mark.parametrize(("asked", "title", "found"), [
    ("US", "Weekly Petroleum Status Report", Found.OPEN),
    ("US", "Consumer Price Index Summary", Found.OPEN),
    ("Lumeo", "Pelican Motors Annual Report", Found.RIVAL),
    ("Lumeo", "Norvik Annual Report", Found.RIVAL),
    ("Lumeo", "Lumeo Weekly Status Report", Found.PART),
])  # fmt: skip
def test_the_title_of_a_document_is_no_rival(asked: str, title: str, found: Found) -> None:
    assert align(asked, [title]).found is found


def test_a_company_called_after_data_is_no_document() -> None:
    assert align("易华录", ["海量数据"]).found == Found.RIVAL
