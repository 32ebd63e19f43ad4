"""Annotated texts: the seed's marks, the original back exactly, and no active node in the HTML."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.citations.annotate import Judged, MarkLanguage, annotate_text, restore_html, restore_text
from attribution.core.citations.extraction import find_citations
from attribution.core.vocabulary import CitationStatus, Policy
from attribution.enums import label_of

TEXT = "物价下降[CPI](https://a.example)。利率上升https://b.example。"
HOSTILE = Path(__file__).resolve().parents[5] / "shared" / "data" / "hostile"
ATTRIBUTES = {"class", "href", "target", "rel", "hidden", "id", "data-chip"}


def _annotated(status: CitationStatus, policy: Policy, lang: MarkLanguage = MarkLanguage.CHINESE, replacement: str | None = None) -> str:
    first = find_citations(TEXT)[0]
    judged = Judged(1, first.start, first.end, status, first.anchor, first.url, replacement)
    annotated = annotate_text(TEXT, [judged], policy=policy, lang=lang)
    assert restore_text(annotated.markdown, annotated.edits) == TEXT
    return annotated.markdown.partition("。")[0]


@pytest.mark.parametrize(
    "status, policy, written",
    [
        (CitationStatus.VERIFIED, Policy.MARK, "物价下降[CPI](https://a.example) [✔]"),
        (CitationStatus.VERIFIED, Policy.REMOVE, "物价下降[CPI](https://a.example) [✔]"),
        (CitationStatus.UNVERIFIED, Policy.MARK, "物价下降[CPI](https://a.example) [❓未验证]"),
        (CitationStatus.INCONCLUSIVE, Policy.REMOVE, "物价下降[CPI](https://a.example) [❓无法验证]"),
        (CitationStatus.BROKEN_LINK, Policy.MARK, "物价下降[CPI](https://a.example) [链接失效]"),
        (CitationStatus.BROKEN_LINK, Policy.REMOVE, "物价下降[链接失效: CPI]"),
        (CitationStatus.MISINFORMATION, Policy.REMOVE, "物价下降[❗错误信息，已移除引用: CPI]"),
        (CitationStatus.MISINFORMATION, Policy.SEND_BACK, "物价下降[CPI](https://a.example) [❗错误信息]"),
        (CitationStatus.MISINFORMATION, Policy.KEEP, "物价下降[CPI](https://a.example)"),
        (CitationStatus.NOT_APPLICABLE, Policy.REMOVE, "物价下降[CPI](https://a.example)"),
    ],
)
def test_the_marks_of_the_seed(status: CitationStatus, policy: Policy, written: str) -> None:
    assert _annotated(status, policy) == written


def test_english_marks() -> None:
    assert _annotated(CitationStatus.BROKEN_LINK, Policy.REMOVE, MarkLanguage.ENGLISH) == "物价下降[broken link: CPI]"


@pytest.mark.parametrize(("lang", "code"), [(MarkLanguage.ENGLISH, "en"), (MarkLanguage.CHINESE, "zh-hans")])
def test_a_chip_says_what_pages_call_the_verdict(lang: MarkLanguage, code: str) -> None:
    with translation.override(code):
        labels = {status: label_of(CitationStatus, status.value) for status in CitationStatus}
    for status, label in labels.items():
        html = annotate_text("x", [Judged(1, 0, 1, status)], policy=Policy.KEEP, lang=lang).html
        assert html.split("</a>")[-2].rpartition(">")[2].split(" ", 2)[2] == label


def test_another_page_stands_beside_the_one_that_does_not_carry_the_claim() -> None:
    better = "https://c.example/x"
    beside = "物价下降[CPI](https://a.example) [❓未验证] [另有网页这样说](<https://c.example/x>)"
    assert _annotated(CitationStatus.UNVERIFIED, Policy.REPLACE, replacement=better) == beside
    english = _annotated(CitationStatus.BROKEN_LINK, Policy.REPLACE, MarkLanguage.ENGLISH, replacement=better)
    assert english == "物价下降[CPI](https://a.example) [broken link] [another page says it](<https://c.example/x>)"
    assert _annotated(CitationStatus.VERIFIED, Policy.REPLACE, replacement=better) == "物价下降[CPI](https://a.example) [✔]"
    for bad in ("javascript:alert(1)", "https://c.example/\nx", None):
        assert _annotated(CitationStatus.UNVERIFIED, Policy.REPLACE, replacement=bad) == "物价下降[CPI](https://a.example) [❓未验证]"


def test_a_contradicted_claim_is_given_no_other_source() -> None:
    better = "https://c.example/x"
    assert "c.example" not in _annotated(CitationStatus.MISINFORMATION, Policy.REPLACE, replacement=better)
    judged = [Judged(1, 0, 1, CitationStatus.MISINFORMATION, replacement=better)]
    assert "c.example" not in annotate_text("x", judged, policy=Policy.REPLACE, lang=MarkLanguage.ENGLISH).html


def test_a_mark_never_becomes_a_link() -> None:
    text = "https://a.example(javascript:alert(1))"
    annotated = annotate_text(text, [Judged(1, 0, 17, CitationStatus.VERIFIED)], policy=Policy.MARK, lang=MarkLanguage.ENGLISH)
    assert annotated.markdown == "https://a.example [✔] (javascript:alert(1))"


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, list[Judged]]:
    alphabet = st.sampled_from("ab <>&\"'[]()!\\`*据。\n\r\0:✔#;")
    text = draw(st.text(alphabet, max_size=60) | st.text(max_size=40))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    urls = st.sampled_from([None, "https://a.example/?a=1&b=2", "javascript:alert(1)", 'https://a.example/"><script>'])
    judged = [
        Judged(number, start, end, draw(st.sampled_from(CitationStatus)), draw(st.text(alphabet, max_size=8)), draw(urls), draw(urls))
        for number, (start, end) in enumerate(zip(cuts[::2], cuts[1::2], strict=False), start=1)
    ]
    return text, judged


@given(_cases(), st.sampled_from(Policy), st.sampled_from(MarkLanguage))
def test_the_original_comes_back_exactly(case: tuple[str, list[Judged]], policy: Policy, lang: MarkLanguage) -> None:
    text, judged = case
    annotated = annotate_text(text, judged, policy=policy, lang=lang)
    assert restore_text(annotated.markdown, annotated.edits) == text
    assert restore_html(annotated.html) == text
    if policy == Policy.KEEP:
        assert annotated.markdown == text


class _Nodes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name == "href"]


@given(_cases(), st.sampled_from(Policy))
def test_the_html_holds_text_chips_and_plain_links(case: tuple[str, list[Judged]], policy: Policy) -> None:
    text, judged = case
    nodes = _Nodes()
    nodes.feed(annotate_text(text, judged, policy=policy, lang=MarkLanguage.ENGLISH).html)
    assert nodes.tags <= {"div", "span", "a"}
    assert nodes.attributes <= ATTRIBUTES
    assert all(link.startswith(("https://a.example/", "#citation-")) for link in nodes.links)


@pytest.mark.parametrize("name", ["xss.jsonl", "naughty.jsonl", "injections.jsonl"])
def test_hostile_texts_stay_texts(name: str) -> None:
    lines = (HOSTILE / name).read_text(encoding="utf-8").strip().split("\n")
    assert len(lines) > 50
    for line in lines:
        payload = json.loads(line)["text"]
        text = f"{payload} https://a.example/{payload} [{payload}](https://b.example) {payload}"
        citations = find_citations(text)
        judged = [
            Judged(n, one.start, one.end, CitationStatus.UNVERIFIED, one.anchor, one.url, payload)
            for n, one in enumerate(citations, start=1)
        ]
        for policy in Policy:
            annotated = annotate_text(text, judged, policy=policy, lang=MarkLanguage.CHINESE)
            nodes = _Nodes()
            nodes.feed(annotated.html)
            assert nodes.tags <= {"div", "span", "a"}
            assert nodes.attributes <= ATTRIBUTES
            assert all(link.startswith(("https://", "http://", "#citation-")) for link in nodes.links)
            assert restore_text(annotated.markdown, annotated.edits) == text
            assert restore_html(annotated.html) == text
