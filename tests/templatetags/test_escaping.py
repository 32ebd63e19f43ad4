"""The doors through which text reaches a page: templates escape all of it, and so does every tag of ours that writes markup."""

import ast
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.template import Context, Engine
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from tests.environment import PROJECT
from tests.hostile import CANARIES, SHARED, hostile_texts
from tests.tags import read_tags
from verification.models import Node, Source
from verification.templatetags.evidence import outside_link, passage, reason_label, source_link, stance, visible
from verification.templatetags.figures import ShownFigure, as_html, as_rivals, make_figure

pytestmark = pytest.mark.pure

TEXTS = list(
    filter(None, [*CANARIES, "]]><![CDATA[<b>", *hostile_texts("xss", "naughty", "injections", "csv_injection", "open_redirect_next")])
)
PAGE = Engine(libraries={"evidence": "verification.templatetags.evidence"}).from_string(
    "{% load evidence %}<title>{{ text }}</title><p title=\"{{ text }}\" data-x='{{ text }}'>{{ text }}</p><textarea>{{ text }}</textarea>"
    '<a href="/?q={{ text|urlencode }}">{{ text|visible }}</a><bdi lang="{{ text|text_lang }}">{{ node|node_name }}</bdi>'
)
LINK = ("a", ("href", "rel", "target"))
ICON = [("svg", ("aria-hidden", "class")), ("use", ("href",))]
BDI = ("bdi", ("lang",))


class Words(HTMLParser):
    """What a browser shows of a page, and the values of its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.shown: list[str] = []
        self.attributes: list[str] = []
        self.feed(page)
        self.close()

    def handle_data(self, data: str) -> None:
        self.shown.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [value or "" for _name, value in attrs]


def shape(markup: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(tag.name, tuple(sorted(tag.attrs))) for tag in read_tags(markup.encode("utf-8", "replace"))]


def write(text: str) -> str:
    return PAGE.render(Context({"text": text, "node": Node(label=text, aliases=[text])}))


def test_every_row_stays_text_in_a_template() -> None:
    """As text, in both sorts of quotes, where only plain text may stand, in an address: the page is as a plain word makes it."""
    plain = shape(write("plain"))
    assert [text for text in TEXTS if shape(write(text)) != plain] == []


def test_every_row_is_shown_as_it_was_written() -> None:
    for text in TEXTS:
        read = Words(write(text))
        assert "".join(read.shown).count(text) >= 2, text
        assert read.attributes[:2] == [text, text]


def _of(text: str) -> Source:
    return Source(url=text, title=text, passage=text, figure_start=1, figure_end=min(3, len(text)))


TAGS: dict[str, tuple[Callable[[str], str], list[list[tuple[str, tuple[str, ...]]]]]] = {
    "passage": (lambda text: passage(_of(text)), [[("mark", ())], []]),
    "source_link": (lambda text: source_link(_of(text)), [[BDI], [LINK, BDI, *ICON]]),
    "outside_link": (outside_link, [[("bdi", ())], [LINK, ("bdi", ()), *ICON]]),
    "figure": (lambda text: as_html(make_figure(number="1", unit=text, kind="number")), [[("small", ())], []]),
    "written": (lambda text: as_html(make_figure(number="", unit="", kind="text", written=text)), [[]]),
    "rivals": (lambda text: as_rivals([ShownFigure(text)]), [[("span", ("class",)), ("small", ())]]),
}


@pytest.mark.parametrize("name", TAGS)
def test_every_row_stays_text_in_our_own_markup(name: str) -> None:
    render, shapes = TAGS[name]
    rendered = {text: conditional_escape(render(text)) for text in TEXTS}
    assert [(text, markup) for text, markup in rendered.items() if shape(markup) not in shapes] == []
    links = [tag.get("href") for markup in rendered.values() for tag in read_tags(markup.encode("utf-8", "replace")) if tag.name == "a"]
    assert [href for href in links if not href.startswith(("http://", "https://"))] == []


@pytest.mark.parametrize("render", [stance, reason_label, visible])
def test_what_is_no_code_of_ours_is_left_to_the_template(render: Callable[[str], str]) -> None:
    assert [text for text in TEXTS if isinstance(render(text), SafeString)] == []


def _calls(name: str) -> list[tuple[str, ast.Call]]:
    paths = [path for package in ("verification", "attribution", "causalflow") for path in sorted((PROJECT / package).rglob("*.py"))]
    sources = {path.relative_to(PROJECT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return [
        (f"{place}:{node.lineno}", node)
        for place, source in sources.items()
        if f"{name}(" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name
    ]


@pytest.mark.parametrize("name", ["mark_safe", "SafeString", "format_html", "format_html_join", "fill", "fill_each"])
def test_markup_is_written_out_in_the_code_and_never_put_together(name: str) -> None:
    """What is taken for markup is a constant; what is filled into it is escaped."""
    calls = _calls(name)
    # A constant one line above, too long for its own line; a document of ours, by a renderer that lets no HTML through.
    constants = {"link", "rendered"}
    written = [(place, call.args[1 if name == "format_html_join" else 0]) for place, call in calls]
    built = [place for place, arg in written if not isinstance(arg, ast.Constant) and getattr(arg, "id", "") not in constants]
    # The one that escapes what it fills in, as ``format_html`` does (test_markup).
    built = [place for place in built if not place.startswith("verification/templatetags/markup.py")]
    assert built == []
    assert calls or name == "SafeString"


def test_the_rows_are_read_where_they_stand() -> None:
    assert len(TEXTS) >= (1500 if SHARED.exists() else 4)
