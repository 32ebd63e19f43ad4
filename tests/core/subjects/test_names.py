"""The names of a text, and the short forms that it introduces."""

import pytest

from verification.core.subjects.introductions import introduced_names, spelt_out
from verification.core.subjects.names import name_tokens


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Shares of Brentwick closed at 413.5 pence on Tuesday.", ["Brentwick"]),
        ("Petrobras, advised by Lazard, disposed of its Uruguayan stations.", ["Petrobras", "Lazard", "Uruguayan"]),
        ("Rail freight rose 12%. Prices fell in May.", []),
        ("Kobe Steel is to close its Ohio plant.", ["Kobe Steel", "Ohio"]),
        ("The Bank of Uganda leaves rates on hold.", ["Bank of Uganda"]),
        ("MORNING BRIEF", []),
        # A good or a currency written small goes on with no name, but one of its own.
        ("Nigeria crude output rose.", ["Nigeria", "crude"]),
        ("Thales won orders worth $6 billion.", ["Thales", "won"]),
        ("U.S. crude rose 2%.", ["U.S. crude"]),
        # Frequent names begin a sentence; other frequent words do not.
        ("Deutsche Bahn said its trains ran late.", ["Deutsche Bahn"]),
        ("Analysts at Bahn said so.", ["Bahn"]),
        # In a headline the words up to a legal form are a name's, and no others.
        ("Q1 Results Revenue at Ardmore Shipping Group", ["Ardmore Shipping Group"]),
        ("Ardmore Shipping Costs Rise in Winter", ["Ardmore"]),
        ("天齐锂业一季度净利润3亿元，大族数控同比增长。", ["天齐锂业", "大族数控"]),
        ("总部位于杭州的泓川电气股份有限公司公告", ["杭州", "泓川电气股份有限公司"]),
        ("《哪吒2》票房增长", ["哪吒2"]),
        ("OpenAI发布新模型", ["OpenAI"]),
        ("出口增长百分之五", []),
        ("", []),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert [name.text for name in name_tokens(text)] == names


def test_names_stand_where_they_say() -> None:
    text = "在秘鲁，Vextra 与天齐锂业（002466.SZ）签约。"
    assert all(text[name.start : name.end] == name.text for name in name_tokens(text))


@pytest.mark.parametrize(
    ("text", "introduced"),
    [
        ("Contemporary Amperex Technology (CATL) said", {"CATL": "Contemporary Amperex Technology"}),
        ("Tesla (NASDAQ: TSLA) rose", {"TSLA": "Tesla"}),
        ("Harlan Robotics Inc. (“Harlan” or the “Company”)", {"Harlan": "Harlan Robotics Inc."}),
        ("Semiconductor Manufacturing, or SMIC, said", {"SMIC": "Semiconductor Manufacturing"}),
        ("中国石油化工股份有限公司（下称中石化）公布", {"中石化": "中国石油化工股份有限公司"}),
        ("宁屿科技（688931.SH）公告", {"688931.SH": "宁屿科技", "688931": "宁屿科技"}),
        ("据悉，天齐锂业（002466）一季度", {"002466": "天齐锂业"}),
        ("在2025年（2024年为3%）", {}),
        ("LIMA (Reuters) - The rate fell", {}),
        ("Output fell (see chart).", {}),
    ],
)
def test_introduced_names(text: str, introduced: dict[str, str]) -> None:
    assert introduced_names(text) == introduced


def test_a_short_form_is_spelt_out_as_a_whole_word_only() -> None:
    introduced = {"KR": "Kanbara Robotics"}
    assert spelt_out("KR sales", introduced) == "Kanbara Robotics sales"
    assert spelt_out("KRX index", introduced) == "KRX index"
