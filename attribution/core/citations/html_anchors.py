"""Links and media in HTML tags: ``<a href=…>…</a>``, ``<img src=…>``, ``<video>``, ``<iframe>``."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from verification.core.patterns import lazy_regex

MAX_ANCHOR = 4_000

_NAME = lazy_regex(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
_ATTRIBUTE = lazy_regex(r"[\s\"'/]([A-Za-z][\w-]*)\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_EMBEDDED = frozenset({"img", "video", "audio", "source", "iframe", "embed"})
_TAGS = lazy_regex(r"<[^<>]*>")
_SPACE = lazy_regex(r"\s+")


@dataclass(frozen=True, slots=True)
class HtmlLink:
    """An anchor with what stands between its tags, or one embedding tag."""

    url: str
    label: str
    start: int
    end: int
    is_media: bool


def find_anchors(text: str, tags: Sequence[tuple[int, int]]) -> list[HtmlLink]:
    """What the given tags of ``text`` (in order) link to or embed. Without an end tag an anchor is its start tag."""
    found: list[HtmlLink] = []
    opened: tuple[int, int, str] | None = None
    for start, end in tags:
        closing, name = _name(text, start, end)
        if name == "a" and not closing:
            if opened:
                found.append(_anchor(text, opened, opened[1], opened[1]))
            address = _attribute(text[start:end], "href")
            opened = (start, end, address) if address else None
        elif name == "a" and opened:
            found.append(
                _anchor(text, opened, start, end) if end - opened[0] <= MAX_ANCHOR else _anchor(text, opened, opened[1], opened[1])
            )
            opened = None
        elif name in _EMBEDDED and not closing and not opened and (address := _attribute(text[start:end], "src")):
            found.append(HtmlLink(address, _attribute(text[start:end], "alt"), start, end, is_media=True))
    if opened:
        found.append(_anchor(text, opened, opened[1], opened[1]))
    return found


def _anchor(text: str, opened: tuple[int, int, str], label_end: int, end: int) -> HtmlLink:
    start, label_start, address = opened
    label = _SPACE.sub(" ", unescape(_TAGS.sub(" ", text[label_start:label_end]))).strip()
    return HtmlLink(address, label, start, end, is_media=False)


def _name(text: str, start: int, end: int) -> tuple[bool, str]:
    found = _NAME.match(text, start, end)
    return (bool(found.group(1)), found.group(2).lower()) if found else (False, "")


def _attribute(tag: str, name: str) -> str:
    for found in _ATTRIBUTE.finditer(tag):
        if found.group(1).lower() == name:
            return unescape(found.group(2) or found.group(3) or found.group(4) or "").strip()
    return ""
