"""Citations of every kind, each with what it links to and the exact piece of text it is."""

import pytest

from attribution.core.citations.extraction import find_citations


def _found(text: str) -> list[tuple[str, str, str | None]]:
    citations = find_citations(text)
    assert all(one.text == text[one.start : one.end] for one in citations)
    return [(one.kind.value, one.text, one.url) for one in citations]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("[CPI报告](https://a.example/cpi)指出", ("markdown", "[CPI报告](https://a.example/cpi)", "https://a.example/cpi")),
        ("[a](https://a.example/b\\_c)", ("markdown", "[a](https://a.example/b\\_c)", "https://a.example/b_c")),
        ("[a](www.example.com)", ("markdown", "[a](www.example.com)", "www.example.com")),
        ("[https://a.example/b]()", ("markdown", "[https://a.example/b]()", "https://a.example/b")),
        ("See [1].\n\n[1]: https://a.example/x", ("reference", "[1]", "https://a.example/x")),
        ("## Sources\n[1]: https://a.example/x", ("reference", "https://a.example/x", "https://a.example/x")),
        ("Fell.[^1]\n\n[^1]: The Fed, https://a.example/x", ("footnote", "[^1]", "https://a.example/x")),
        ("下降。[1]\n\n[1] 央行报告，https://a.example/x", ("footnote", "[1]", "https://a.example/x")),
        ("下降【2】。\n\n【2】央行 https://a.example/x", ("footnote", "【2】", "https://a.example/x")),
        ("[^1]: The Fed, https://a.example/x", ("footnote", "https://a.example/x", "https://a.example/x")),
        ("`https://a.example/x`", ("bare", "https://a.example/x", "https://a.example/x")),
        ("`example.com`", ("bare", "example.com", "example.com")),
        ("```\nhttps://a.example/x\n```", ("bare", "https://a.example/x", "https://a.example/x")),
        ("<https://a.example/x>", ("autolink", "<https://a.example/x>", "https://a.example/x")),
        ("见https://a.example/x。", ("bare", "https://a.example/x", "https://a.example/x")),
        ('<a href="https://a.example/x?a=1&amp;b=2">S</a>', ("html", '<a href="https://a.example/x?a=1&amp;b=2">S</a>', "https://a.example/x?a=1&b=2")),
        ("<div>\n<a href='https://a.example'>S\n</div>", ("html", "<a href='https://a.example'>", "https://a.example")),
        ("(doi:10.1093/qje/qjx032)", ("doi", "doi:10.1093/qje/qjx032", "https://doi.org/10.1093/qje/qjx032")),
        ("见10.1016/j.jmoneco.2019.08.004。", ("doi", "10.1016/j.jmoneco.2019.08.004", "https://doi.org/10.1016/j.jmoneco.2019.08.004")),
        ("[p](https://dx.doi.org/10.3386/w25018)", ("doi", "[p](https://dx.doi.org/10.3386/w25018)", "https://dx.doi.org/10.3386/w25018")),
        ("[p](doi:10.3386/w25018)", ("doi", "[p](doi:10.3386/w25018)", "https://doi.org/10.3386/w25018")),
        ("doi.org/10.3386/w25018", ("doi", "doi.org/10.3386/w25018", "doi.org/10.3386/w25018")),
        ("arXiv:2403.12345v2 shows", ("arxiv", "arXiv:2403.12345v2", "https://arxiv.org/abs/2403.12345v2")),
        ("![c](https://a.example/c.png)", ("media", "![c](https://a.example/c.png)", "https://a.example/c.png")),
        ('<img alt="c" src="https://a.example/c.png">', ("media", '<img alt="c" src="https://a.example/c.png">', "https://a.example/c.png")),
        ("据国际货币基金组织《世界经济展望》预测，增速为3%。", ("title", "国际货币基金组织《世界经济展望》", None)),
        ("根据新出台的《管理暂行办法》，限额为百万。", ("title", "《管理暂行办法》", None)),
        ("根据中国人民银行货币政策执行报告，贷款增加。", ("title", "中国人民银行货币政策执行报告", None)),
        ("According to the IMF's World Economic Outlook, it is 3%.", ("title", "IMF's World Economic Outlook", None)),
        ("According to a Reuters report, it is 3%.", ("title", "Reuters report", None)),
    ],
)  # fmt: skip
def test_each_kind(text: str, expected: tuple[str, str, str | None]) -> None:
    assert _found(text) == [expected]


@pytest.mark.parametrize("text", ["[a](ipfs://bafy)", "<irc://a.example>", '<a href="git://a.example/b">b</a>', "at s3://bucket/a.csv."])
def test_addresses_that_no_browser_opens_are_citations(text: str) -> None:
    assert [url.partition("://")[0] in ("ipfs", "irc", "git", "s3") for _, _, url in _found(text)] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "[a](/path) [b](#part) [c](mailto:a@b.example) <mailto:a@b.example> [d](docs/readme.md) ![e](train.jpg)", "a@b.example",
        "[x](javascript:alert(1))", "[the report]()", "[https://a.example and more]()",
        "```python\nhttps://a.example\n```", "<!-- https://a.example -->", "<script>\n'https://a.example'\n</script>",
        "据报道，物价下降。据统计，物价上升。根据最新数据，持平。", "According to experts, prices fell.",
        "According to Yuji Saito, prices fell.",
        "`asyncio.run` and `logging.info`",
        "logging.info(1) and match.group(2)", "```\nmulti-user.target\n```", "根据训练数据推断。《报告》显示，下降。",
        "八部门印发《工作方案》。据数据统计，物价下降。",
        "据记者不完全统计，物价下降。据媒体报道，物价上升。", "《红楼梦》是一部小说。",
        "rose 10.1234/5 points",
        "the binary\0\x01\x02text", "", "[unclosed](", "[a", "`", "<a href=", "[[[[[[", "![](",
    ],
)  # fmt: skip
def test_what_is_no_citation(text: str) -> None:
    assert _found(text) == []


def test_one_note_is_cited_wherever_its_mark_stands() -> None:
    text = "Prices fell.[1] Rates rose.[1] Jobs grew.[2]\n\n[1] A, https://a.example\n[2] B, https://b.example and https://c.example\n"
    assert _found(text) == [
        ("footnote", "[1]", "https://a.example"),
        ("footnote", "[1]", "https://a.example"),
        ("footnote", "[2]", "https://b.example"),
        ("footnote", "https://c.example", "https://c.example"),
    ]


def test_a_note_without_a_link_names_its_source_or_explains() -> None:
    text = "Fell.[^1] Rose.[^2]\n\n[^1]: IMF, *World Economic Outlook*, April 2026.\n[^2]: Food and energy excluded.\n"
    [citation] = find_citations(text)
    assert (citation.kind.value, citation.text, citation.anchor) == ("title", "[^1]", "IMF, *World Economic Outlook*, April 2026.")


def test_a_linked_source_is_not_listed_again_by_its_name() -> None:
    assert [kind for kind, *_ in _found("根据国际货币基金组织《世界经济展望》（https://a.example/weo），增速为3%。")] == ["bare"]


def test_line_ends_of_every_kind_keep_their_places() -> None:
    text = "a\r\n[b](https://b.example)\r\rhttps://c.example\r\n\r\n> [d\r\n> e](https://d.example)"
    assert [url for *_, url in _found(text)] == ["https://b.example", "https://c.example", "https://d.example"]
