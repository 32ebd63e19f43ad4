from urllib.parse import urlsplit

import pytest
from django.utils.translation import override

from verification.models import Node, Source
from verification.templatetags.evidence import badge, names_of, passage, safe_url, sentence_link, source_link, stance, text_lang, visible


def source(**fields: object) -> Source:
    return Source(**{"url": "https://news.example/a", "title": "Rates", "passage": "It is 3.5%.", **fields})


def test_figure_is_marked_inside_its_sentence() -> None:
    assert passage(source(figure_start=6, figure_end=10)) == "It is <mark>3.5%</mark>."


@pytest.mark.parametrize(("start", "end"), [(None, None), (4, 4), (8, 99), (10, 6)])
def test_span_that_fits_nowhere_marks_nothing(start: int | None, end: int | None) -> None:
    assert passage(source(figure_start=start, figure_end=end)) == "It is 3.5%."


def test_passage_is_escaped_on_both_sides_of_the_mark() -> None:
    text = "<b>3.5%</b><script>"
    shown = passage(source(passage=text, figure_start=3, figure_end=7))
    assert shown == "&lt;b&gt;<mark>3.5%</mark>&lt;/b&gt;&lt;script&gt;"


def test_long_passage_is_cut_and_its_figure_stays() -> None:
    text = "a" * 5000 + "3.5%" + "b" * 5000
    shown = passage(source(passage=text, figure_start=5000, figure_end=5004))
    assert shown == f"…{'a' * 600}<mark>3.5%</mark>{'b' * 600}…"


def test_marks_that_turn_the_text_around_are_made_visible() -> None:
    assert visible("abc\u202edef\u200b\x00") == "abc\N{REPLACEMENT CHARACTER}def\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
    assert visible("3.50%至3.75% −0.6") == "3.50%至3.75% −0.6"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "//news.example/a",
        "/a",
        "https://",
        "https://user:pass@news.example/",
        "https://news.example\\@evil.example/",
        "https://news.example/\u202e",
        "https://news.example/ a",
        'https://news.example/"onclick=',
        "https://news.example:port/",
        "https://[::1",
        "vbscript:x",
        "",
    ],
)
def test_address_that_is_no_plain_web_link_is_never_linked(url: str) -> None:
    assert safe_url(url) is None
    assert "href" not in source_link(source(url=url))


def test_link_opens_at_the_sentence() -> None:
    assert sentence_link("https://news.example/a", "It is 3.5%, as-is & so") == (
        "https://news.example/a#:~:text=It%20is%203.5%25%2C%20as%2Dis%20%26%20so"
    )


def test_link_to_a_long_sentence_names_both_its_ends() -> None:
    sentence = "The committee left its benchmark at 3.50%–3.75%, saying that it would wait for more labour data before moving again."
    fragment = urlsplit(sentence_link("https://news.example/a", sentence) or "").fragment
    assert fragment == ":~:text=The%20committee%20left%20its,data%20before%20moving%20again."


def test_link_keeps_the_fragment_of_the_page() -> None:
    assert sentence_link("https://news.example/a#top", "x") == "https://news.example/a#top:~:text=x"


def test_link_is_closed_to_the_other_page() -> None:
    shown = source_link(source())
    assert 'target="_blank" rel="noopener noreferrer nofollow"' in shown


@pytest.mark.parametrize(("text", "lang"), [("利率为3.5%", "zh-Hans"), ("The rate", "en"), ("金利は", "ja"), ("3.5%", "en")])
def test_language_of_a_passage(text: str, lang: str) -> None:
    assert text_lang(text) == lang


def test_names_follow_the_readers_language() -> None:
    node = Node(slug="lpr", label="贷款市场报价利率", aliases=["China loan prime rate", "LPR"])
    english, chinese = names_of(node, chinese=False), names_of(node, chinese=True)
    assert (english.name, english.lang, english.other, english.other_lang) == ("China loan prime rate", "en", "贷款市场报价利率", "zh-Hans")
    assert (chinese.name, chinese.lang, chinese.other, chinese.other_lang) == ("贷款市场报价利率", "zh-Hans", "China loan prime rate", "en")


def test_name_without_a_translation_stands_alone() -> None:
    names = names_of(Node(slug="gold", label="Gold, spot"), chinese=True)
    assert (names.name, names.other) == ("Gold, spot", "")


def test_badge_is_icon_word_and_colour() -> None:
    with override("en"):
        shown = badge("unknown")
    assert shown == ('<span class="badge uk"><svg class="i" aria-hidden="true"><use href="#i-unknown"/></svg>Not enough evidence</span>')


def test_unknown_codes_are_shown_as_text() -> None:
    assert badge("nonsense") == ""
    assert stance("<i>") == "<i>"
