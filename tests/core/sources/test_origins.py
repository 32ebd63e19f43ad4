"""Whom a page credits for a figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import grows_within
from verification.core.evidence import Page, Passage
from verification.core.sources.origins import OriginKind, has_official_credit, named_origin
from verification.core.sources.promotion import promotion_mark
from verification.core.vocabulary import PassageField


def origin(text, *, figure="5.25%", host="a.example", title=""):
    at = text.index(figure)
    start = max(text.rfind("。", 0, at), text.rfind(". ", 0, at)) + 1
    end = min((i + 1 for stop in ("。", ". ") if (i := text.find(stop, at)) >= 0), default=len(text))
    found = named_origin(Page(f"https://{host}/", title, text), Passage(text[start:end], PassageField.CONTENT, start, end), host)
    return found and (found.kind.value, found.key)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("据国家统计局网站消息，利率为5.25%。", ("official", "国家统计局")),
        ("根据国家统计局数据，利率为5.25%。", ("official", "国家统计局")),
        ("央行公告显示，利率为5.25%。", ("official", "央行")),
        ("江西省统计局发布数据，利率为5.25%。", ("official", "江西省统计局")),
        ("The rate was 5.25%, the Labor Department said.", ("official", "labor department")),
        ("The Bureau of Labor Statistics reported a rate of 5.25%.", ("official", "bureau of labor statistics")),
        ("According to the Federal Reserve, the rate is 5.25%.", ("official", "federal reserve")),
        ("据路透社报道，利率为5.25%。", ("news", "reuters")),
        ("据路透16日消息，利率为5.25%。", ("news", "reuters")),
        ("援引彭博社的消息，利率为5.25%。", ("news", "bloomberg")),
        ("据媒体报道，利率为5.25%。", ("news", "unnamed")),
        ("据北陆晚报报道，利率为5.25%。", ("news", "北陆晚报")),
        ("利率为5.25%。（界面新闻）", ("news", "jiemian")),
        ("The rate is 5.25%, Reuters reported.", ("news", "reuters")),
        ("The rate is 5.25%, an official told Bloomberg.", ("news", "bloomberg")),
        ("新华社北京6月18日电 利率为5.25%。", ("news", "xinhua")),
        ("WASHINGTON (AP) - no. The rate is 5.25%.", None),
        ("LONDON (Reuters) - The rate is 5.25%.", ("news", "reuters")),
        ("利率为5.25%。市场平静。（文章来源：财联社）", ("news", "cls")),
        ("利率为5.25%，市场平静。", None),
        ("The rate is 5.25%, our survey shows.", None),
        ("证据显示，利率为5.25%。", None),
        ("占据市场，利率为5.25%。", None),
    ],
)
def test_named_origin(text, expected):
    assert origin(text) == expected


def test_a_credit_closes_the_item_before_it():
    text = "油价上涨3%。（财联社）央行周三开会，利率为5.25%。（界面新闻）"
    assert origin(text) == ("news", "jiemian")


def test_an_outlet_is_not_its_own_source():
    assert origin("据财联社报道，利率为5.25%。", host="www.cls.cn") is None
    assert origin("Reuters reported a rate of 5.25%.", host="www.reuters.com") is None


@pytest.mark.parametrize(
    "text, expected", [("据海关总署统计", True), ("the Commerce Department said", True), ("据路透社报道", False), ("", False)]
)
def test_has_official_credit(text, expected):
    assert has_official_credit(text) is expected


@given(st.text(alphabet=st.sampled_from("据报道国家统计局路透社，。（）5.25% Reuters said\n来源：Department"), max_size=200))
def test_named_origin_never_raises(text):
    found = named_origin(Page("https://a.example/", text, text), Passage(text, PassageField.CONTENT, 0, len(text)), "a.example")
    assert found is None or found.kind in OriginKind


@pytest.mark.parametrize(
    "unit",
    [
        "据",
        "据报",
        "the Department ",
        "Department of ",
        "A B C ",
        "来源：",
        "（",
        "according to the ",
        "Aaaa Bbbb ",
        "sponsored ",
        "广告",
        "扫码",
    ],
)
@pytest.mark.share(4)
def test_the_marks_of_a_page_grow_with_its_length_only(unit):
    def work(times):
        text = unit * times
        page = Page("https://a.example/", text[:300], text)
        has_official_credit(text)
        promotion_mark(page)
        named_origin(page, Passage(text, PassageField.CONTENT, 0, len(text)), "a.example")

    assert grows_within(40, lambda: work(2_000), lambda: work(16_000))
