"""What is drawn from a body in the reader's own process: PDF documents, control characters, long pages, and pages made to break it."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.growth import grows_within
from tests.stubs.pdf import make_pdf
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.pages.markup import MAX_MARKUP, shorten_markup
from verification.providers.pages.parser import PageParser, PageText
from verification.providers.pages.pdf_text import join_lines
from verification.providers.pages.text import MAX_TEXT, MAX_TITLE, read_page

LINES = [
    "Policy rate",
    "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, as nearly all econo-",
    "mists had expected it to, and said that inflation had come down to 2.6% in May from",
    "2.9% in April.",
]


def _parse(*bodies: tuple[bytes, str]) -> list[PageText | Fault]:
    async def parse() -> list[PageText | Fault]:
        parser = PageParser()
        found: list[PageText | Fault] = []
        for body, content_type in bodies:
            try:
                found.append(await parser.parse(body, content_type=content_type, url="http://a.test/"))
            except ProviderError as error:
                found.append(error.fault)
        await parser.close()
        return found

    return asyncio.run(parse())


@pytest.mark.parametrize("content_type", ["application/pdf", "application/pdf; qs=0.1", "text/html", ""])
def test_a_pdf_is_read_by_its_paragraphs(content_type: str) -> None:
    found = read_page(make_pdf([LINES, ["Annex", "Nothing."]], title="Monetary report"), content_type, "http://a.test/")
    assert found == {
        "title": "Monetary report",
        "text": "Policy rate\nThe central bank of Elbonia kept its policy rate at 5.25% on Thursday, as nearly all economists had expected "
        "it to, and said that inflation had come down to 2.6% in May from 2.9% in April.\n\nAnnex\nNothing.",
        "published_at": "",
        "charset": "",
        "kind": "article",
        "mark": "",
        "is_parked": "",
        "forward": "",
    }


def test_chinese_lines_are_joined_without_a_space_and_drawn_letters_are_letters() -> None:
    text = "埃尔博尼亚央⾏周四宣布，将政策利率维持在5.25%不变，符合绝⼤多数经济\n学家此前的预期，⾏⻓表⽰没有必要急于⾏动。\nThe ﬁnal rate"
    assert (
        join_lines(text)
        == "埃尔博尼亚央行周四宣布，将政策利率维持在5.25%不变，符合绝大多数经济学家此前的预期，行长表示没有必要急于行动。\nThe final rate"
    )


def test_broken_documents_are_unreadable_and_the_next_one_is_read() -> None:
    whole = make_pdf([LINES])
    found = _parse(
        (b"%PDF-1.7", "application/pdf"),
        (whole[:200], "application/pdf"),
        (b"no pdf at all", "application/pdf"),
        (whole, "application/pdf"),
    )
    assert found[:3] == [Fault.UNREADABLE] * 3
    assert isinstance(found[3], PageText)
    assert "5.25%" in found[3].text


def test_control_characters_and_lone_surrogates_do_not_get_through() -> None:
    html = (
        "<html><head><title>A&#0;B\x1b[31m&#xD800;</title></head><body><article><p>"
        + "Rate\x00 5.25%&#8;. " * 30
        + "</p></article></body></html>"
    )
    found = read_page(html.encode(), "text/html; charset=utf-8", "http://a.test/")
    assert [letter for letter in found["title"] + found["text"] if ord(letter) < 32 and letter not in "\n\t"] == []
    assert (found["title"] + found["text"]).encode("utf-8")


def test_titles_and_texts_have_an_end() -> None:
    paragraphs = "".join(f"<p>{f'Sentence {number} of the page. ' * 400}</p>" for number in range(50))
    html = f"<html><head><title>{'t' * 10_000}</title></head><body><article>{paragraphs}</article></body></html>"
    found = read_page(html.encode(), "text/html", "http://a.test/")
    assert (len(found["title"]), len(found["text"])) == (MAX_TITLE, MAX_TEXT)
    assert len(read_page(b"a" * 1_000_000, "text/plain", "http://a.test/")["text"]) == MAX_TEXT


def test_a_long_page_loses_its_scripts_before_its_end() -> None:
    script = "<SCRIPT type=x>" + "var a;" * 300_000 + "</script>"
    assert shorten_markup(f"<p>first</p>{script}<p>last</p>") == "<p>first</p></script><p>last</p>"
    assert len(shorten_markup("<p>" + "İ" * 2 * MAX_MARKUP)) == MAX_MARKUP
    assert shorten_markup("<p>short</p><script>1</script>") == "<p>short</p><script>1</script>"


@pytest.mark.share(2)
@pytest.mark.parametrize("opening", ["<script>", "<script "])
def test_unclosed_scripts_cost_little(opening: str) -> None:
    small, large = opening * 250_000, opening * 1_000_000
    assert grows_within(8, lambda: shorten_markup(small), lambda: shorten_markup(large))


def test_the_reader_knows_nothing_of_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def environment() -> str:
        parser = PageParser()
        parser.prepare()
        reader = await parser._readers[0]
        found = await asyncio.to_thread(Path(f"/proc/{reader.pid}/environ").read_text)
        await parser.close()
        return found

    monkeypatch.setenv("OPENAI_API_KEY", "canary-key")
    assert "canary-key" not in asyncio.run(environment())


@settings(max_examples=40)
@given(st.binary(max_size=400), st.sampled_from(["text/html", "text/plain", "", "application/json"]))
def test_any_body_has_an_answer(body: bytes, content_type: str) -> None:
    if not body.startswith(b"%PDF-"):
        assert set(read_page(body, content_type, "http://a.test/")) == {
            *("title", "text", "published_at", "charset", "kind", "mark", "is_parked", "forward")
        }


def _text_of(body: str) -> str:
    return read_page(f"<html><head><title>Rates</title></head><body>{body}</body></html>".encode(), "text/html", "http://a.test/")["text"]


_STORY = "<p>" + "The central bank of Elbonia kept its rate on Thursday, as nearly all economists had expected it to. " * 6 + "</p>"


def test_a_page_that_is_no_article_is_read_with_its_boxes_and_lists() -> None:
    box = "<div class='quote'><span>Last</span> <b>41.87</b></div><ul><li>PMI at 50.4 (October: 50.0)</li><li>Output at 51.9</li></ul>"
    text = _text_of(f"<main>{box}<table><tr><th>Open</th><td>42.20</td></tr><tr><th>High</th><td>42.31</td></tr></table></main>")
    assert all(figure in text for figure in ("41.87", "50.4", "51.9", "42.20"))
    side = "<aside class='sidebar'><ul><li><a href='/x'>Elbonia's neighbour raised its rate to 9.75%</a></li></ul></aside>"
    assert "9.75" not in _text_of(f"<article>{_STORY * 5}</article>{side}")


def test_what_a_reader_may_do_with_a_page_is_no_text_of_it() -> None:
    told = "10月末，广义货币余额362.05万亿元，同比增长7.9%。"
    above, below = "<p>[字体：大 中 小] 来源：统计司 [打印]</p>", "<p>Print | Share | Email</p>"
    assert _text_of(f"<div>{above}<p>{told}</p>{below}</div>") == told
    printed = "3D打印 市场规模达5亿元"
    assert printed in _text_of(f"<div><p>{printed}</p><p>{told}</p></div>")


def test_typewritten_paragraphs_are_one_line_and_columns_stay() -> None:
    told = (
        "In October, average hourly earnings for all employees on private payrolls rose by 10 cents,\n"
        "or 0.3 percent, to $38.04.\n\n"
        "Category                          Sept.      Oct.     Change from Sept.-Oct.\n"
        "Civilian labor force            171,000   171,400            400 and a half\n"
    )
    lines = [line for line in _text_of(f"<div><pre>{told}</pre></div>").split("\n") if line.strip()]
    assert lines[0].endswith("rose by 10 cents, or 0.3 percent, to $38.04.")
    assert [line.split()[0] for line in lines[1:]] == ["Category", "Civilian"]
