"""What a page says of itself in JSON: the linked data of search engines (schema.org) and the state of the page's own program."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verification.core.patterns import lazy_regex

_LINKED = "//script[translate(@type, 'LDJSON', 'ldjson')='application/ld+json']/text()"
_NEXT_STATE = "//script[@id='__NEXT_DATA__' or @id='__NUXT_DATA__']/text()"
_ARTICLES = lazy_regex(r"(?:Article|BlogPosting|Report|LiveBlogPosting)$")
_BODY_KEYS = frozenset({"articleBody", "body", "content", "contentHtml", "bodyHtml", "html", "text", "paragraphs", "article"})
_LONGEST_JSON = 2_000_000
_DEEPEST, _MOST_PARTS = 40, 20_000
_LEAST_BODY = 60
_TAG = lazy_regex(r"<[^<>]{1,2000}>")
_BLOCK_END = lazy_regex(r"</(?:p|div|li|h[1-6]|tr|blockquote)>|<br\s*/?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LinkedArticle:
    """What the page's JSON says of its article; ``is_free`` None where it does not say whether all may read it."""

    body: str = ""
    headline: str = ""
    is_article: bool = False
    is_free: bool | None = None


def read_linked_article(tree: Any) -> LinkedArticle:
    """Of several articles in one page the longest; nothing where the JSON is broken."""
    found = LinkedArticle()
    for text in tree.xpath(_LINKED):
        for part in _parts(_load(str(text))):
            if not _is_article(part):
                continue
            body = _plain(part.get("articleBody"))
            free = part.get("isAccessibleForFree", found.is_free)
            is_free = None if free is None else str(free).strip().lower() not in ("false", "0", "no")
            if len(body) >= len(found.body):
                found = LinkedArticle(body, _plain(part.get("headline")) or found.headline, True, is_free)
    return found


def read_state(tree: Any) -> str:
    """The longest text that the state of the page's own program holds under a name of a body, as paragraphs."""
    best = ""
    for text in tree.xpath(_NEXT_STATE):
        for part in _parts(_load(str(text))):
            for key in _BODY_KEYS & part.keys():
                body = _body_of(part[key])
                best = body if len(body) > len(best) else best
    return best if len(best) >= _LEAST_BODY else ""


def _body_of(value: object) -> str:
    if isinstance(value, str):
        return _plain(value)
    if isinstance(value, list):
        lines = [_plain(one.get("text") or one.get("content") or one.get("html") if isinstance(one, dict) else one) for one in value]
        return "\n".join(line for line in lines if line)
    return ""


def _load(text: str) -> object:
    try:
        return json.loads(text[:_LONGEST_JSON], strict=False)
    except (ValueError, RecursionError):
        return None


def _parts(value: object) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value, within bounds."""
    left: list[tuple[object, int]] = [(value, 0)]
    for _ in range(_MOST_PARTS):
        if not left:
            return
        one, depth = left.pop()
        if isinstance(one, dict):
            yield one
        inner = list(one.values()) if isinstance(one, dict) else one if isinstance(one, list) else []
        if depth < _DEEPEST:
            left += [(part, depth + 1) for part in inner if isinstance(part, dict | list)]


def _is_article(part: dict[str, Any]) -> bool:
    kinds = part.get("@type")
    return any(isinstance(kind, str) and _ARTICLES.search(kind) for kind in (kinds if isinstance(kinds, list) else [kinds]))


def _plain(value: object) -> str:
    if not isinstance(value, str):
        return ""
    lines = _TAG.sub("", _BLOCK_END.sub("\n", value)).replace("&nbsp;", " ").replace("&amp;", "&").splitlines()
    return "\n".join(line for line in (" ".join(one.split()) for one in lines) if line)
