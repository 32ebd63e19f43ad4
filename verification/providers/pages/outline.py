"""What the source of a page tells beside its main text: all that can be seen, where it forwards to, and what it calls itself."""

import re
from collections.abc import Iterator
from typing import Any

from verification.core.pages.kinds import SOURCE, Outline
from verification.core.pages.signs import weight_of
from verification.core.patterns import lazy_regex
from verification.providers.pages.linked_data import LinkedArticle

_VISIBLE = 40_000
_UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "svg", "object", "datalist"})
_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center", "dd", "details", "div", "dl",
        "dt", "fieldset", "figcaption", "figure",
        "footer", "form", "frame", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "iframe", "label",
        "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section", "select", "summary", "table", "td", "textarea", "th", "tr",
        "ul",
    }
)  # fmt: skip
_REFRESH = lazy_regex(r"^\s{0,9}(\d{1,4})(?:\.\d{0,3})?\s{0,9}[;,]?\s{0,9}(?:url\s{0,9}=\s{0,9})?[\"']?([^\"'>]{0,2000})", re.IGNORECASE)
_LONGEST_WAIT_S = 10
_SCRIPT = 1_500  # characters that a script which only forwards may have
_LOCATION = lazy_regex(
    r"(?<![\w.])(?:(?:window|document|self|top|parent)\s?\.\s?){0,2}location(?:\s?\.\s?href)?\s{0,5}=(?!=)\s{0,5}[\"'`]([^\"'`]{1,2000})[\"'`]"
    r"|(?<![\w.])(?:(?:window|document|self|top|parent)\s?\.\s?){0,2}location\s?\.\s?(?:replace|assign)\(\s{0,5}[\"'`]([^\"'`]{1,2000})[\"'`]"
)
_PARAGRAPH = 60


def outline_page(tree: Any, markup: str, linked: LinkedArticle) -> Outline:
    """The outline of a parsed page; ``tree`` is left as it is."""
    visible = "\n".join(_visible_lines(tree))[:_VISIBLE]
    return Outline(
        visible=visible,
        noscript=" ".join(" ".join(node.itertext()) for node in tree.iter("noscript"))[:4_000],
        source=markup[:SOURCE],
        forward=_forward(tree, visible),
        asks_password=bool(tree.xpath("//input[translate(@type, 'PASWORD', 'pasword')='password']")),
        has_scripts=next(tree.iter("script"), None) is not None,
        is_article=linked.is_article or _is_article(tree),
        is_free=linked.is_free,
    )


def _visible_lines(tree: Any) -> Iterator[str]:
    """What can be read, a line for each block. A block of links alone, such as a menu, is left out."""
    words: list[str] = []
    is_text = False
    for text, is_link, is_end in _pieces(tree):
        if text.strip():
            words.append(text)
            is_text = is_text or not is_link
        if is_end:
            line = " ".join("".join(words).split())
            if line and is_text:
                yield line
            words, is_text = [], False
        elif not text.strip():
            words.append(" ")


def _pieces(tree: Any) -> Iterator[tuple[str, bool, bool]]:
    """(text, whether it is a link's, whether a block begins or ends here)."""
    unseen: Any = None
    links = 0
    for node, is_start in _walk(tree):
        tag = node.tag if isinstance(node.tag, str) else "script"
        if is_start:
            if unseen is None and tag in _UNSEEN:
                unseen = node
            if unseen is None:
                links += tag == "a"
                if tag in _BLOCKS:
                    yield "", False, True
                yield node.text or "", links > 0, False
            continue
        if unseen is node:
            unseen = None
        elif unseen is None:
            links -= tag == "a"
            if tag in _BLOCKS:
                yield "", False, True
        if unseen is None and node is not tree:
            yield node.tail or "", links > 0, False
    yield "", False, True


def _walk(tree: Any) -> Iterator[tuple[Any, bool]]:
    """Every node where it begins and where it ends, without the depth of the call stack."""
    left = [(tree, True)]
    while left:
        node, is_start = left.pop()
        yield node, is_start
        if is_start:
            left.append((node, False))
            left += [(child, True) for child in reversed(node)]


def _forward(tree: Any, visible: str) -> str:
    """Where the page leads without being asked; empty where it stays."""
    for node in tree.xpath("//meta[translate(@http-equiv, 'REFSH', 'refsh')='refresh'][not(ancestor::noscript)]/@content"):
        found = _REFRESH.match(str(node))
        if found and int(found[1]) <= _LONGEST_WAIT_S and found[2].strip():
            return found[2].strip()
    for script in tree.iter("script"):
        text = script.text or ""
        found = _LOCATION.search(text) if len(text) <= _SCRIPT else None
        if found:
            return found[1] or found[2]
    return _framed(tree, visible)


def _framed(tree: Any, visible: str) -> str:
    frames = tree.xpath("//frameset//frame[@src]")
    if frames:
        named = [frame for frame in frames if re.search("main|content|body|right", f"{frame.get('name')} {frame.get('id')}", re.IGNORECASE)]
        return str((named or frames)[-1].get("src"))
    whole = [
        frame
        for frame in tree.xpath("//iframe[@src][not(ancestor::noscript)]")
        if frame.get("width") != "0" and frame.get("height") != "0" and "none" not in (frame.get("style") or "")
    ]
    is_all = len(whole) == 1 and weight_of(visible) < _PARAGRAPH
    return str(whole[0].get("src")) if is_all and not str(whole[0].get("src")).startswith("about:") else ""


def _is_article(tree: Any) -> bool:
    if tree.xpath("//meta[@property='og:type'][@content='article']"):
        return True
    paragraphs = tree.xpath("//article//p | //*[@itemprop='articleBody']//p")
    return any(weight_of(" ".join(node.itertext())) >= _PARAGRAPH for node in paragraphs[:50])
