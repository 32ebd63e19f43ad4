"""The structure that is read is CommonMark's, and every place is exact."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from attribution.core.citations.markdown_structure import read_structure
from attribution.core.vocabulary import CitationKind

PIECES = st.sampled_from(
    ["[", "]", "(", ")", "<", ">", "!", "`", "\\", "*", "_", " ", "\n", "\n\n", "> ", "# ", ":", '"', "a", "据", "[a]", "[a]: ", "https://a.example/x",
     "https://b.example", "[b](https://b.example)", "<https://c.example>", "&amp;", "\r\n", "\t", "```\n", "^1"]
)  # fmt: skip


def _plain_links(text: str) -> list[str]:
    """What an unchanged parser of the same dialect links to; images and what is in them left out."""
    parser = MarkdownIt("commonmark").disable(["emphasis", "list", "code"])
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    inline = [child for token in parser.parse(text) if token.type == "inline" for child in token.children or []]
    return [str(child.attrs["href"]) for child in inline if child.type == "link_open"]


@given(st.lists(PIECES, max_size=30).map("".join))
def test_links_are_those_of_the_parser(text: str) -> None:
    found = [link for link in read_structure(text).links if link.kind != CitationKind.MEDIA]
    assert [link.url for link in sorted(found, key=lambda link: link.start)] == _plain_links(text)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_places_cut_the_syntax(text: str) -> None:
    for link in read_structure(text).links:
        written = text[link.start : link.end]
        opening, closing = {CitationKind.AUTOLINK: ("<", ">"), CitationKind.MEDIA: ("![", ")]")}.get(link.kind, ("[", ")]"))
        assert written.startswith(opening), written
        assert written[-1] in closing


def test_a_quoted_link_over_two_lines() -> None:
    text = "> see [the\n> release](https://a.example/x) now\n"
    [link] = read_structure(text).links
    assert (link.label, text[link.start : link.end]) == ("the release", "[the\n> release](https://a.example/x)")


def test_a_fence_around_markdown_is_read_and_code_is_dark() -> None:
    text = "```markdown\n[a](https://a.example)\n```\n\n```python\nget('https://b.example')\n```\n"
    structure = read_structure(text)
    assert [link.url for link in structure.links] == ["https://a.example"]
    assert [text[start:end] for start, end in structure.dark] == ["```python\nget('https://b.example')\n```\n"]


def test_a_fence_that_never_ends_hides_nothing() -> None:
    assert read_structure("```python\nhttps://b.example\n").dark == []


def test_an_image_in_a_link_is_its_label() -> None:
    [link] = read_structure("[![chart](https://i.example/c.png)](https://a.example)").links
    assert (link.kind, link.url, link.label) == (CitationKind.MARKDOWN, "https://a.example", "chart")
