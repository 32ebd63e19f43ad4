"""Which words a citation is there to support."""

import pytest

from attribution.core.citations.extraction import find_citations


def _claims(text: str) -> list[str]:
    citations = find_citations(text)
    for one in citations:
        assert 0 <= one.claim_start <= one.claim_end <= len(text)
    return [one.claim for one in citations]


@pytest.mark.parametrize(
    "text, claims",
    [
        ("Rates rose. Prices fell 3% [BLS](https://a.example). Jobs grew.", ["Prices fell 3%."]),
        ("He founded [OpenAI](https://a.example). Jobs grew.", ["He founded OpenAI."]),
        ("Prices fell, the [BLS report](https://a.example) says.", ["Prices fell, the BLS report says."]),
        ("物价下降3%（来源：[统计局](https://a.example)、[央行](https://b.example)）。", ["物价下降3%。"] * 2),
        ("| Germany | **2.2%** | [Destatis](https://a.example) |", ["Germany 2.2%"]),
        ("Rates fell.[1][2]\n\nSources:\n1. https://a.example\n2. [B](https://b.example)", ["Rates fell."] * 2),
        ("Core was 2%[^2], says [A](https://a.example).\n\n[^2]: It excludes food.", ["Core was 2%, says A."]),
        ("Rates rose. Prices fell 3% ([BLS](https://a.example)). Jobs grew.", ["Prices fell 3%."]),
        ("Rates rose. Prices fell 3% (https://a.example). Jobs grew.", ["Prices fell 3%."]),
        ("Prices fell 3%. [1] Jobs grew.\n\n[1]: https://a.example", ["Prices fell 3%."]),
        ("Prices fell 3%. https://a.example", ["Prices fell 3%."]),
        ("Prices fell 3%. [The release](https://a.example) says more on jobs.", ["The release says more on jobs."]),
        ("物价下降3%。[1]就业增长。\n\n[1] 统计局 https://a.example", ["物价下降3%。"]),
        ("物价下降3%（https://a.example）。就业增长。", ["物价下降3%。"]),
        ("**物价**下降3%。[来源](https://a.example)", ["物价下降3%。"]),
        ("Prices fell 3%.\n\nSource: https://a.example", ["Prices fell 3%."]),
        ("Prices fell 3% [1][2].\n\n[1]: https://a.example\n[2]: https://b.example", ["Prices fell 3%."] * 2),
        (
            "Prices fell 3% in May ([BLS](https://a.example)), while the Fed kept its rate ([Fed](https://b.example)).",
            ["Prices fell 3% in May", "while the Fed kept its rate."],
        ),
        (
            "物价同比下降3%[1]，失业率升至5.2%[2]。\n\n[1]: https://a.example\n[2]: https://b.example",
            ["物价同比下降3%", "失业率升至5.2%。"],
        ),
        ("- Prices fell 3%. https://a.example\n- Rates rose. https://b.example", ["Prices fell 3%.", "Rates rose."]),
        ("References:\n- [Consumer prices](https://a.example)\n- https://b.example", ["Consumer prices", ""]),
        ("https://a.example", [""]),
        ("Growth in\nthe euro area was 2%, see https://a.example.", ["Growth in the euro area was 2%, see."]),
    ],
)
def test_the_claim_of_a_citation(text: str, claims: list[str]) -> None:
    assert _claims(text) == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Gold closed at $2,600.[1] The ECB kept its rate.\n\n[1] https://a.example", ["Gold closed at $2,600."]),
        ("Gold rose.[^1] The ECB kept its rate.\n\n[^1]: https://a.example", ["Gold rose."]),
        ("Gold rose 3%.[1][2] Oil fell.[3] Cash was flat.\n\n[1] https://a.example\n[2] https://b.example\n[3] https://c.example",
         ["Gold rose 3%.", "Gold rose 3%.", "Oil fell."]),
        ('He said "gold rose."[^1] Oil fell.\n\n[^1]: https://a.example', ['He said "gold rose."']),
        ("Gold rose.[Reuters](https://a.example) The ECB kept its rate.", ["Gold rose."]),
        ("Gold rose.([Reuters](https://a.example)) The ECB kept its rate.", ["Gold rose."]),
        ("The U.S.[1] economy grew.\n\n[1] https://a.example", ["The U.S. economy grew."]),
        ("Smith et al.[1] found that gold rose.\n\n[1] https://a.example", ["Smith et al. found that gold rose."]),
        ("1.[Gold](https://a.example) rose.\n2.[Oil](https://b.example) fell.", ["1.Gold rose.", "2.Oil fell."]),
    ],
)  # fmt: skip
def test_a_note_glued_to_a_full_stop_closes_its_sentence(text: str, claims: list[str]) -> None:
    assert _claims(text) == claims


def test_no_full_stop_of_an_address_ends_a_sentence() -> None:
    assert _claims("The rate (https://www.A.example/B.html?q=Dr.!Who) was kept at 4%.") == ["The rate was kept at 4%."]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Sales rose 3%. [Reuters](https://a.example/x)", "Sales rose 3%."),
        ("Sales rose 3%. [Reuters](https://a.example/x), [Sales up again in May](https://b.example/x)", "Sales rose 3%."),
        ("Sales rose 3%.\n\n[Reuters, 3 May](https://a.example/x)", "Sales rose 3%."),
        ("Prices rose by 0.2 percent [CPI](https://a.example/x).", "Prices rose by 0.2 percent."),
        ("It bought the firm for $3 billion [Reuters](https://a.example/x).", "It bought the firm for $3 billion."),
        ("It bought 3 billion [shares](https://a.example/x) in May.", "It bought 3 billion shares in May."),
        ("利率为3.95%[公告](https://a.example/x)。", "利率为3.95%。"),
        ("利率为3.95%[央行2月公告](https://a.example/x)。", "利率为3.95%。"),
        ("澜港银行暂停客户提款[核查](https://a.example/x)。", "澜港银行暂停客户提款。"),
        ("央行发布[公告](https://a.example/x)。", "央行发布公告。"),
        ("央行今天发布了一份[报告](https://a.example/x)。", "央行今天发布了一份报告。"),
        ("全年出口[增长5%](https://a.example/x)。", "全年出口增长5%。"),
        ("Prices fell. [The CPI report](https://a.example/x) shows a fall of 2%.", "The CPI report shows a fall of 2%."),
    ],
)
def test_a_label_that_only_names_the_source_is_no_word_of_the_claim(text: str, claim: str) -> None:
    assert {one.claim for one in find_citations(text)} == {claim}
