"""A name as a page would write it: by other writings of the same thing, and never by another measure."""

import pytest

from verification.core.language.tables import read_rows
from verification.core.reading.page_wording import in_page_words

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("name", "sentence", "told"),
    [
        ("DXY", "The dollar index dropped to 95.77.", "dollar index"),
        ("UK CPI", "Britain's inflation fell to 3.6%.", "UK CPI"),
        ("WTI price", "U.S. crude fell to $81.84.", "US crude price"),
        ("WTI price", "WTI, or U.S. crude, fell to $81.84.", "WTI price"),
        ("Peru jobless rate", "Unemployment is 5%.", "Peru jobless rate"),
        ("Kelter profit", "Kelter earnings rose to $5 million.", "Kelter profit"),
        ("", "Exports rose 5%.", ""),
    ],
)
def test_a_name_in_the_words_of_a_page(name: str, sentence: str, told: str) -> None:
    assert in_page_words(name, [sentence], is_chinese=False) == told


def test_a_page_without_sentences_says_nothing() -> None:
    assert in_page_words("US jobless rate", [], is_chinese=False) == "US jobless rate"
    assert in_page_words("7月社融", [], is_chinese=True) == "7月社融"


@pytest.mark.parametrize(
    ("name", "sentence", "told"),
    [
        ("7月社融", "7月社会融资规模为2731亿元", "7月社会融资规模"),
        ("7月社融", "7月社融2731亿元", "7月社融"),
        ("8月规上工业增加值同比", "规模以上工业增加值同比增长6.9%", "8月规模以上工业增加值同比"),
        ("茅台Q3归母净利", "归属于上市公司股东的净利润为192亿元", "茅台Q3归属于上市公司股东的净利润"),
        ("茅台Q3净利润", "净利润为192亿元", "茅台Q3净利润"),
        ("茅台Q3净利率", "净利润为192亿元", "茅台Q3净利率"),
        ("上汽大众12月销量", "上汽集团12月销量为40万辆", "上汽大众12月销量"),
        ("恒科指收盘", "恒生科技指数报5841点", "恒生科技指数收盘"),
        ("标普500指数收盘", "标普500指数报6978点", "标普500指数收盘"),
        ("上证综指收盘", "沪指报3020点", "沪指收盘"),
        ("上证综指收盘", "上证综指(沪指)报3020点", "上证综指收盘"),
        ("工行NIM", "工商银行净息差为1.43%", "工商银行净息差"),
        ("TENIMO销量", "净息差为1.43%", "TENIMO销量"),
        ("台積電Q4 EPS", "每股盈餘19.5元", "台积电Q4 每股盈余"),
        ("12月末外储", "外国储备品不足30%", "12月末外储"),
    ],
)
def test_a_chinese_name_in_the_words_of_a_page(name: str, sentence: str, told: str) -> None:
    assert in_page_words(name, [sentence], is_chinese=True) == told


def test_every_row_writes_out_what_no_longer_row_holds() -> None:
    rows = list(read_rows("reading", "shorthand_zh"))
    assert len({short for short, *_ in rows}) == len(rows)
    for short, longs, _unless, _reason in rows:
        for long in longs.split("; "):
            assert in_page_words(short, [long], is_chinese=True) == long
