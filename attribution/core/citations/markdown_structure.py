"""The Markdown structure of a text with exact places: links, images, autolinks, definitions, HTML tags and code.

``markdown-it-py`` reads blocks and inline syntax by CommonMark; its inline rules are wrapped so that each also says where in the
source it stood. Lists and indented code are read as paragraphs: a pasted report is indented by accident far more often than it
shows code that way, and no link hides in the difference.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link
from markdown_it.token import Token

from attribution.core.vocabulary import CitationKind
from verification.core.patterns import lazy_regex

# Twelve microseconds an opening bracket, and some hundred bytes a line: above this a text is no report any more, and only its bare
# links are read.
MAX_BRACKETS = 60_000
MAX_LINES = 150_000
MAX_WRAPPED = 2

_LANGUAGELESS = frozenset({"", "text", "txt", "plain", "plaintext", "quote"})
_MARKDOWN = frozenset({"md", "markdown"})
_TAG = lazy_regex(r"<[^<>]*>")
_HIDDEN = lazy_regex(r"<!--.*?(?:-->|\Z)|<(script|style)\b[^<>]*>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class MarkdownLink:
    """A link, image or autolink; ``url`` with escapes and entities read, ``definition`` the label it refers to."""

    kind: CitationKind
    label: str
    url: str
    start: int
    end: int
    definition: str | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """``[label]: url``; the span covers its lines."""

    label: str
    url: str
    start: int
    end: int


@dataclass(slots=True)
class Structure:
    """What Markdown says of a text. ``tags`` are HTML tags; ``dark`` is what shows no prose: code of a named language, comments,
    scripts; ``code`` is code of no named language, which may show addresses."""

    links: list[MarkdownLink] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    tags: list[tuple[int, int]] = field(default_factory=list)
    dark: list[tuple[int, int]] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Read:
    """What an inline rule read. ``kind`` is None for a tag and for code."""

    kind: CitationKind | None = None
    label: str = ""
    url: str = ""
    definition: str | None = None
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where an inline rule read something; places count characters of the inline content."""

    read: _Read
    start: int
    end: int


def read_structure(text: str, *, depth: int = 0) -> Structure:
    """The structure of a whole text; a text of brackets or line ends without end has none."""
    structure = Structure()
    source = _same_length(text)
    if source.count("[") > MAX_BRACKETS or source.count("\n") > MAX_LINES:
        return structure
    lines = _Lines(source)
    env: MutableMapping[str, Any] = {}
    for token in _PARSER.parse(source, env):
        if token.map is None:
            continue
        if token.type == "inline":
            _read_inline(token, env, lines, structure)
        elif token.type == "definition":
            start, end = lines.span(token.map)
            structure.definitions.append(Definition(token.meta["id"], token.meta["url"], start, end))
        elif token.type == "html_block":
            _read_html(source, *lines.span(token.map), structure)
        elif token.type == "fence":
            _read_fence(token, lines, structure, depth)
    return structure


def is_reference_note(label: str) -> bool:
    return label.startswith("^")


def _same_length(text: str) -> str:
    """Line ends as the parser wants them, each character in its place."""
    return text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", "\ufffd")


class _Lines:
    """The lines of a text, to find the place of what was cut from them."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.texts = source.split("\n")
        self.starts = [0]
        for line in self.texts:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def span(self, lines: list[int]) -> tuple[int, int]:
        return self.starts[lines[0]], min(self.starts[min(lines[1], len(self.texts))], len(self.source))

    def origins(self, first: int, content: str) -> tuple[list[int], list[int]]:
        """Where each line of ``content`` begins in it, and in the source."""
        inside, outside = [], []
        at = 0
        for number, line in enumerate(content.split("\n"), start=first):
            written = self.texts[number] if number < len(self.texts) else ""
            bare = line.lstrip(" \t")
            column = len(written) - len(line) if written.endswith(line) else max(written.rfind(bare.rstrip()), 0) - (len(line) - len(bare))
            inside.append(at)
            outside.append(self.starts[min(number, len(self.texts))] + column)
            at += len(line) + 1
        return inside, outside


def _read_inline(token: Token, env: MutableMapping[str, Any], lines: _Lines, structure: Structure) -> None:
    marks: list[_Mark] = []
    env["marks"] = marks
    _PARSER.inline.parse(token.content, _PARSER, env, [])
    if not marks:
        return
    inside, outside = lines.origins((token.map or [0])[0], token.content)

    def place(at: int) -> int:
        line = bisect_right(inside, at) - 1
        return max(outside[line] + at - inside[line], 0)

    for mark in marks:
        start, end = place(mark.start), place(mark.end - 1) + 1
        read = mark.read
        if read.kind is not None:
            structure.links.append(MarkdownLink(read.kind, read.label, read.url, start, end, read.definition))
        elif read.is_code:
            structure.code.append((start, end))
        else:
            structure.tags.append((start, end))


def _read_html(source: str, start: int, end: int, structure: Structure) -> None:
    """The tags of a block of HTML; comments, scripts and styles show nothing."""
    at = start
    for hidden in [*_HIDDEN.finditer(source, start, end), None]:
        stop = hidden.start() if hidden else end
        structure.tags.extend(tag.span() for tag in _TAG.finditer(source, at, stop))
        if hidden:
            structure.dark.append(hidden.span())
            at = hidden.end()


def _read_fence(token: Token, lines: _Lines, structure: Structure, depth: int) -> None:
    """Code of a named language shows no citations; a fence around Markdown is a wrapper; one that never ends hides nothing."""
    first, last = token.map or [0, 0]
    info = token.info.split()[0].lower() if token.info.split() else ""
    is_closed = last - first > 1 and lines.texts[last - 1].strip(" \t>").startswith(token.markup)
    if info in _MARKDOWN and depth < MAX_WRAPPED:
        start, end = lines.span([first + 1, last - is_closed])
        _shift(read_structure(lines.source[start:end], depth=depth + 1), start, structure)
    elif is_closed:
        (structure.code if info in _LANGUAGELESS else structure.dark).append(lines.span([first, last]))


def _shift(inner: Structure, by: int, outer: Structure) -> None:
    outer.links.extend(MarkdownLink(k.kind, k.label, k.url, k.start + by, k.end + by, k.definition) for k in inner.links)
    outer.definitions.extend(Definition(d.label, d.url, d.start + by, d.end + by) for d in inner.definitions)
    outer.tags.extend((start + by, end + by) for start, end in inner.tags)
    outer.dark.extend((start + by, end + by) for start, end in inner.dark)
    outer.code.extend((start + by, end + by) for start, end in inner.code)


_Rule = Callable[[StateInline, bool], bool]
_Reader = Callable[[list[Token]], _Read | None]


def _recorded(rule: _Rule, read: _Reader) -> _Rule:
    """``rule``, which also writes down where it stood. What stands inside a link is its label and no citation of its own."""

    def recording(state: StateInline, silent: bool) -> bool:
        start, known, marks = state.pos, len(state.tokens), state.env.get("marks")
        count = len(marks) if marks is not None else 0
        if not rule(state, silent):
            return False
        if not silent and marks is not None:
            del marks[count:]
            if (found := read(state.tokens[known:])) is not None:
                marks.append(_Mark(found, start, state.pos))
        return True

    return recording


def _read_link(tokens: list[Token]) -> _Read:
    opening = next(index for index, token in enumerate(tokens) if token.type == "link_open")
    label = "".join(_words(tokens[opening + 1 :]))
    definition = tokens[opening].meta.get("label")
    if definition is None:
        kind = CitationKind.MARKDOWN
    else:
        kind = CitationKind.FOOTNOTE if is_reference_note(definition) else CitationKind.REFERENCE
    return _Read(kind, label, str(tokens[opening].attrs["href"]), definition)


def _read_image(tokens: list[Token]) -> _Read:
    token = next(token for token in tokens if token.type == "image")
    return _Read(CitationKind.MEDIA, token.content, str(token.attrs["src"]), token.meta.get("label"))


def _read_autolink(tokens: list[Token]) -> _Read:
    token = next(token for token in tokens if token.type == "link_open")
    return _Read(CitationKind.AUTOLINK, str(token.attrs["href"]), str(token.attrs["href"]))


def _read_tag(tokens: list[Token]) -> _Read:
    return _Read()


def _read_code(tokens: list[Token]) -> _Read | None:
    """None for backticks that open nothing."""
    return _Read(is_code=True) if any(token.type == "code_inline" for token in tokens) else None


def _words(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("text", "code_inline", "text_special", "image"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"inline_definitions": True, "store_labels": True})
    parser.core.ruler.enableOnly(["normalize", "block"])
    parser.disable(["emphasis", "list", "code"])
    for name, rule, read in (
        ("link", link, _read_link),
        ("image", image, _read_image),
        ("autolink", autolink, _read_autolink),
        ("html_inline", html_inline, _read_tag),
        ("backticks", backtick, _read_code),
    ):
        parser.inline.ruler.at(name, _recorded(rule, read))
    # Addresses stay as they are written; what is followed is checked at the door to the web.
    parser.normalizeLink = _as_written  # type: ignore[method-assign]
    return parser


def _as_written(url: str) -> str:
    return url


_PARSER = _parser()
