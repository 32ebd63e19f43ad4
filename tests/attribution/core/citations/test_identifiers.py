"""Works that are named by a number: each where its number can be one, and nowhere else."""

import pytest

from attribution.core.citations.extraction import find_citations


@pytest.mark.parametrize(
    ("text", "kind", "cited", "url"),
    [
        ("The drug halves it (PMID: 31978945).", "pubmed", "PMID: 31978945", "https://pubmed.ncbi.nlm.nih.gov/31978945/"),
        ("该药使死亡率减半（PMID 31978945）。", "pubmed", "PMID 31978945", "https://pubmed.ncbi.nlm.nih.gov/31978945/"),
        ("As PMC7095418 shows, it spreads.", "pubmed", "PMC7095418", "https://pmc.ncbi.nlm.nih.gov/articles/PMC7095418/"),
        ("ISBN-13: 978-0-306-40615-7 describes it.", "isbn", "ISBN-13: 978-0-306-40615-7", None),
        ("方法见 ISBN 0-8044-2957-X。", "isbn", "ISBN 0-8044-2957-X", None),
    ],
)
def test_a_number_names_a_work(text: str, kind: str, cited: str, url: str | None) -> None:
    assert [(one.kind.value, one.text, one.url) for one in find_citations(text)] == [(kind, cited, url)]


@pytest.mark.parametrize(
    "text",
    [
        "ISBN 978-0-306-40615-8 has a wrong check digit.",
        "ISBN 978-0-306-40615 is cut.",
        "The PMI was 50.1, the PMID of nobody.",
        "PMID: 0123 begins with a nought, and PMC12 is short.",
        "PMID 123456789012 is too long.",
    ],
)
def test_other_numbers_name_none(text: str) -> None:
    assert find_citations(text) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("据央视新闻消息，台风今晨登陆。", "央视新闻消息"),
        ("国家统计局数据显示，7月出口增长5%。", "国家统计局数据"),
        ("会议昨日结束。新华社报道称，双方达成一致。", "新华社报道"),
        ("According to Reuters, Apple will buy back shares.", "Reuters"),
        ("According to the IMF, World Economic Outlook report, growth slows.", "IMF, World Economic Outlook report"),
    ],
)
def test_a_publisher_that_is_named_is_cited(text: str, name: str) -> None:
    assert [(one.kind.value, one.text, one.url) for one in find_citations(text)] == [("title", name, None)]


@pytest.mark.parametrize(
    "text",
    ["据可靠消息，双方达成一致。", "数据显示，7月出口增长5%。", "最新数据显示，出口增长。", "According to Mary Smith, Apple will buy."],
)
def test_nobody_is_no_source(text: str) -> None:
    assert find_citations(text) == ()
