"""Whose page it is, and whose the figures are that it tells as its own."""

from datetime import date

import pytest

from verification.core.reading.reader import read_statements

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)


def _subject(text: str, figure: str, title: str) -> str:
    told = next(
        one for one in read_statements(text, base=BASE, title=title) if one.value and one.value.text == figure and one.field == "content"
    )
    return told.subject.head.text if told.subject.head else ""


@pytest.mark.parametrize(("title", "text", "figure", "subject"), [
    ("Lumeo Third Quarter 2026 Results", "Rivian fell behind. We produced 4,470 vehicles.", "4,470", "Lumeo"),
    ("Lumeo Third Quarter 2026 Results", "Rivian fell behind. Our revenue was $5 million.", "$5 million", "Lumeo"),
    ("Apple reports fourth quarter results", "Samsung's profit fell. The Company posted revenue of $5 million.", "$5 million", "Apple"),
    ("HSBC Holdings plc 3Q 2026 Earnings Release", "The Group's loan book stood at $80 billion.", "$80 billion", "HSBC Holdings"),
    ("Results for the quarter", "Lumeo, Inc. (NYSE: LUM) today announced its results. Rivian fell. Our revenue was $5 million.",
     "$5 million", "Lumeo, Inc"),
    ("Lumeo Third Quarter 2026 Results", "Rivian fell. The Company posted revenue of $5 million. Gross margin was 20%.", "20%", "Lumeo"),
    ("Lumeo Third Quarter 2026 Results", "Rivian fell behind. We sold 30 cars. Gross margin was 20%.", "20%", "Lumeo"),
    ("百度公布2026年第三季度业绩", "腾讯的营收为60亿元。我们的净利润为5亿元。毛利率为45%。", "45%", "百度"),
    ("百度公布2026年第三季度业绩", "腾讯的营收为60亿元。我们的净利润为5亿元。", "5亿元", "百度"),
    ("招商银行：2026年第三季度报告", "工商银行净利润下降。本行净利润为5亿元。", "5亿元", "招商银行"),
])  # fmt: skip
def test_what_a_page_tells_as_its_own_is_the_issuers(title: str, text: str, figure: str, subject: str) -> None:
    assert _subject(text, figure, title) == subject


@pytest.mark.parametrize(("title", "text", "figure", "subject"), [
    # whoever was named last, as the company or by "its"
    ("Lumeo Third Quarter 2026 Results", "Palmer's profit fell. The company's revenue was $5 million.", "$5 million", "Palmer"),
    ("Lumeo Third Quarter 2026 Results", "We fell behind. Rivian sold cars. Its revenue was $5 million.", "$5 million", "Rivian"),
    # a subsidiary and a rival have names of their own
    ("Lumeo Third Quarter 2026 Results", "Our Norvik subsidiary delivered 20 cars.", "20", "Norvik subsidiary"),
    ("Lumeo Third Quarter 2026 Results", "We fell behind, and Rivian's revenue was $5 million.", "$5 million", "Rivian"),
    ("Lumeo Third Quarter 2026 Results", "We sold 30 cars. Rivian sold 20 cars. Gross margin was 20%.", "20%", "Rivian"),
    # who is quoted speaks of himself
    ("Lumeo Third Quarter 2026 Results", "“We sold 20 cars,” said Rivian.", "20", "Rivian"),
    ("Lumeo Third Quarter 2026 Results", "“Our revenue was $5 million,” said Jane Roe, Apple's CEO.", "$5 million", "Apple"),
    ("百度公布2026年第三季度业绩", "腾讯表示：“我们的营收为8亿元。”", "8亿元", "腾讯"),
    # a page about two is by neither
    ("Lumeo and Norvik Announce Merger", "Palmer fell. The Company's revenue was $5 million.", "$5 million", "Palmer"),
    ("Apple sues Samsung", "Samsung's profit fell. The Company's revenue was $5 million.", "$5 million", "Samsung"),
    ("Lumeo and Norvik Announce Merger", "Lumeo today announced a merger. Palmer fell. The Company's revenue was $5 million.",
     "$5 million", "Palmer"),
    ("腾讯入股百度", "百度的净利润下降。本公司净利润为5亿元。", "5亿元", "百度"),
    # nor is it by the land that it tells of
    ("US job growth slows", "Palmer hired staff. Our revenue was $5 million.", "$5 million", "Palmer"),
])  # fmt: skip
def test_what_others_have_is_theirs(title: str, text: str, figure: str, subject: str) -> None:
    assert _subject(text, figure, title) == subject


@pytest.mark.parametrize(("title", "rows", "subject"), [
    ("Lumeo Third Quarter 2026 Deliveries", ("Saloons | 400", "Vans | 80", "Total | 497"), "Lumeo"),
    ("Lumeo Third Quarter 2026 Deliveries", ("Saloons | 400", "Total | 480", "Vans | 497"), "Vans"),
    ("Oil majors: deliveries in the third quarter", ("Shell | 400", "BP | 80", "Total | 497"), "Total"),
    ("百度2026年第三季度交付量", ("轿车 | 400", "货车 | 80", "合计 | 497"), "百度"),
])  # fmt: skip
def test_a_row_that_sums_up_is_whoever_the_page_tells_of(title: str, rows: tuple[str, ...], subject: str) -> None:
    head = "车型 | 交付量" if "百度" in title else "Model | Deliveries"
    assert _subject("\n".join(f"| {row} |" for row in (head, *rows)), "497", title) == subject
