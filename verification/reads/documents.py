"""The documents of ``docs/`` as pages of the product: in the reader's language where there is a translation, else in English."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

ENGLISH, CHINESE = "en", "zh-Hans"
FOLDERS = {ENGLISH: "docs", CHINESE: "docs/zh"}
# What our own notes to ourselves stand in; nothing else of HTML is let through.
_NOTE = re.compile(r"<!--.*?-->\n?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HelpDocument:
    """One document: ``name`` is its address and its file, ``about`` one line."""

    name: str
    title: str | Promise
    about: str | Promise


@dataclass(frozen=True, slots=True)
class Heading:
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A document as it is shown: ``body`` is HTML made by us alone, ``lang`` the language that it is written in."""

    title: str
    body: SafeString
    lang: str
    headings: tuple[Heading, ...]


FOR_EVERYBODY = (
    HelpDocument("start", _("Start here"), _("What a node is, and your first verified value.")),
    HelpDocument("how-a-verdict-is-reached", _("How a verdict is reached"), _("The steps from pages to a value, with an example.")),
    HelpDocument("badges", _("The badges"), _("What each badge promises, and what it does not.")),
    HelpDocument("how-to-rule", _("How to rule"), _("The review desk, key by key.")),
    HelpDocument("api", _("The API"), _("Recipes for programs.")),
)
FURTHER = (
    HelpDocument("how-texts-are-read", _("How texts are read"), _("From a sentence to whose figure it is.")),
    HelpDocument("how-citations-are-judged", _("How citations are judged"), _("The six verdicts, and what leads to each.")),
    HelpDocument("how-support-is-judged", _("How support is judged"), _("When a page carries a claim.")),
    HelpDocument("how-answers-are-traced", _("How answers are traced"), _("Sentences, passages and table cells.")),
    HelpDocument("how-events-are-believed", _("How events are believed"), _("What moves the confidence in a message.")),
    HelpDocument("mcp", _("Tools for agents"), _("The Model Context Protocol over stdio and HTTP.")),
    HelpDocument("operate", _("Operating CausalFlow"), _("Installation, worker, backups.")),
    HelpDocument("adding-a-provider", _("Adding a provider"), _("Another search engine or another model.")),
)
DOCUMENTS = {document.name: document for document in (*FOR_EVERYBODY, *FURTHER)}


@cache
def read_document(name: str, language: str) -> HelpPage:
    """The document in ``language`` (a language of the pages) or in English. Raises KeyError for a name that is none of ours."""
    DOCUMENTS[name]
    lang = CHINESE if language.startswith("zh") and _path(name, CHINESE).is_file() else ENGLISH
    text = _NOTE.sub("", _path(name, lang).read_text(encoding="utf-8"))
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    title, tokens = _take_title(tokens)
    headings = tuple(_mark_headings(tokens))
    _lead_links(tokens)
    rendered = markdown.renderer.render(tokens, markdown.options, {})
    return HelpPage(title=title, body=mark_safe(rendered), lang=lang, headings=headings)  # noqa: S308 (the renderer escapes whatever is no Markdown)


def _path(name: str, lang: str) -> Path:
    return Path(settings.BASE_DIR) / FOLDERS[lang] / f"{name}.md"


def _take_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    """The first heading, and what follows it: the page writes its own."""
    if len(tokens) > 2 and tokens[0].tag == "h1":
        return tokens[1].content, tokens[3:]
    return "", tokens


def _mark_headings(tokens: list[Token]) -> list[Heading]:
    """Gives each heading an anchor; answers those of the second level."""
    found: list[Heading] = []
    taken: set[str] = set()
    for token, inside in pairwise(tokens):
        if token.type != "heading_open":
            continue
        anchor = slugify(inside.content, allow_unicode=True) or "part"
        while anchor in taken:
            anchor += "-"
        taken.add(anchor)
        token.attrSet("id", anchor)
        if token.tag == "h2":
            found.append(Heading(anchor, inside.content.replace("`", "")))
    return found


def _lead_links(tokens: list[Token]) -> None:
    """Links to other documents lead to their pages, those outside open beside ours, those to files of the project become words."""
    for token in tokens:
        tag = "a"
        for child in token.children or ():
            if child.type == "link_open":
                _lead(child)
                tag = child.tag
            elif child.type == "link_close":
                child.tag = tag
            elif child.type == "image":
                child.type, child.content = "text", ""


def _lead(link: Token) -> None:
    target, _hash, anchor = str(link.attrGet("href") or "").partition("#")
    name = PurePosixPath(target).stem
    if target.startswith(("http://", "https://")):
        link.attrs = {"href": str(link.attrGet("href")), "target": "_blank", "rel": "noopener noreferrer"}
    elif not target:
        return
    elif target.endswith(".md") and name in DOCUMENTS:
        link.attrs = {"href": reverse("help-document", args=[name]) + (f"#{anchor}" if anchor else "")}
    else:
        link.tag, link.attrs = "span", {}
