"""What a page says: title, main text and date, drawn from hostile bytes.

Run as a program of its own (``python -m verification.providers.pages.text``), without Django, settings or secrets: it reads pages from
its input and writes what it found to its output, so that a page that takes too long or too much costs one small process and nothing else
(``parser`` keeps it). A request is two big-endian 32-bit lengths, a JSON object {content_type, url, asked, status, headers} and the
body; an answer is a 32-bit length and a JSON object {title, text, published_at, charset, kind, mark, is_parked, forward}, all texts.
"""

import json
import re
import resource
import struct
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from verification.core.pages.kinds import SOURCE, Answer, Outline, judge_answer
from verification.core.pages.signs import weight_of
from verification.core.patterns import lazy_regex
from verification.providers.pages.charsets import decode
from verification.providers.pages.dates import STATED, TIMES, day_in_address, find_published
from verification.providers.pages.linked_data import read_linked_article, read_state
from verification.providers.pages.markup import PDF_MARK, PDF_TYPE, is_markup, is_readable, shorten_markup
from verification.providers.pages.pdf_text import read_pdf

MAX_TITLE = 500
MAX_TEXT = 400_000
REQUEST = struct.Struct(">II")
ANSWER = struct.Struct(">I")

_MEMORY = 512 * 1024 * 1024  # of address space; a page of the longest size was seen to take 270 MB
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160), *range(0xD800, 0xE000), 0xFEFF], " ")
_TITLE = lazy_regex(r"<title[^>]{0,200}>([^<]{0,500})", re.IGNORECASE)
_FIRST = b"<html><head><title>Ready</title></head><body><p>Ready since 2026-01-01.</p></body></html>"
_IDEOGRAPHS = lazy_regex("[\u4e00-\u9fff]")
# Of letters: what is no heading or label, and how much of it an article has.
_PARAGRAPH = 120
_ARTICLE = 2_000
# Longer pages are read once: of a table, both readings take about three seconds for this much.
_LONGEST_DATA = 500_000
_TYPED_WIDTH = 60
_COLUMNS = lazy_regex(r"\S {3,}\S|\.{4,}")
_TOOLS = lazy_regex(
    r"字[号体]\s?[:：]?\s?[【\[]?\s?[大中小]|打印(?:本页|此页|文章)|[【\[]\s?(?:打印|关闭|收藏)|关闭(?:窗口|本页)|"
    r"^\W*(?:print|e-?mail|share|tweet|subscribe|download)(?:\W+(?:print|e-?mail|share|tweet|subscribe|download|pdf|(?:this )?page))+\W*$",
    re.IGNORECASE,
)
_LONGEST_TOOLS = 160
_CHINA = ZoneInfo("Asia/Shanghai")


def read_page(body: bytes, content_type: str, url: str, seen: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The texts of an answer; ``published_at`` is ISO 8601 with its offset, or empty. ``seen``: {asked, status, headers} of the answer."""
    media_type = content_type.partition(";")[0].strip().lower()
    outline = None
    if not is_readable(media_type, body):
        found = {"title": "", "text": "", "published_at": "", "charset": ""}
    elif media_type == PDF_TYPE or body.startswith(PDF_MARK):
        title, text = read_pdf(body)
        found = {"title": title, "text": text, "published_at": "", "charset": ""}
    else:
        decoded = decode(body, content_type)
        found = {"title": "", "text": decoded.text, "published_at": "", "charset": decoded.charset}
        if is_markup(media_type, body):
            markup, outline = _read_markup(shorten_markup(decoded.text), url)
            found |= markup
    found["title"] = " ".join(found["title"].translate(_CONTROLS).split())[:MAX_TITLE]
    found["text"] = found["text"].translate(_CONTROLS).strip()[:MAX_TEXT]
    if found["text"] and not found["published_at"]:
        day = day_in_address(url, now=datetime.now(UTC), zone=_zone_of(found["text"]))
        found["published_at"] = day.isoformat() if day else ""
    return {**found, **_judge(found, outline, url, seen or {})}


def _judge(found: Mapping[str, str], outline: Outline | None, url: str, seen: Mapping[str, Any]) -> dict[str, str]:
    answer = Answer(
        status=seen.get("status", 200),
        headers=seen.get("headers", {}),
        url=url,
        asked=seen.get("asked", ""),
        title=found["title"],
        text=found["text"],
        outline=outline,
    )
    sign = judge_answer(answer)
    is_parked = "yes" if sign.is_parked else ""
    return {"kind": sign.kind.value, "mark": sign.mark, "is_parked": is_parked, "forward": outline.forward if outline else ""}


def _read_markup(markup: str, url: str) -> tuple[dict[str, str], Outline]:
    # Imported here: the parent only needs the formats above.
    import trafilatura
    from trafilatura.settings import Document

    from verification.providers.pages.outline import outline_page

    tree = trafilatura.load_html(markup)
    if tree is None:
        # Too little for the library; a challenge may be no more than its title.
        named = _TITLE.search(markup[:SOURCE])
        return {"title": named[1] if named else "", "text": "", "published_at": ""}, Outline(source=markup[:SOURCE])
    stated = [str(value) for query in STATED for value in tree.xpath(query)]
    times = [str(value) for value in tree.xpath(TIMES)]
    linked = read_linked_article(tree)
    outline = outline_page(tree, markup, linked)
    state = read_state(tree)
    own_title = str(tree.findtext(".//title") or "")
    found = trafilatura.bare_extraction(
        _unwrap(tree),
        url=url,
        favor_precision=True,
        include_comments=False,
        with_metadata=True,
        date_extraction_params={"original_date": True, "extensive_search": True},
    )
    day = str(found.date or "") if isinstance(found, Document) else ""
    text = str(found.text or "") if isinstance(found, Document) else ""
    if not _is_prose(text) and len(markup) <= _LONGEST_DATA:
        text = _wider_text(markup) or text
    for other in (linked.body, state):
        # What a script would draw stands in the page as data.
        if weight_of(other) > 2 * weight_of(text):
            text = other
    title = (str(found.title or "") if isinstance(found, Document) else "") or own_title or linked.headline
    published = find_published(day, stated=stated, times=times, markup=markup, zone=_zone_of(text)) if day or stated or text else ""
    return {"title": title, "text": text, "published_at": published}, outline


def _wider_text(markup: str) -> str:
    """The text of a page with what stands around an article: its lists and boxes."""
    import trafilatura
    from trafilatura.settings import Document

    # The library takes apart the tree that it is given.
    found = trafilatura.bare_extraction(_unwrap(trafilatura.load_html(markup)), favor_recall=True, include_comments=False)
    return _without_tools(str(found.text or "")) if isinstance(found, Document) else ""


def _unwrap(tree: Any) -> Any:
    for block in tree.iter("pre"):
        block.text = _unwrapped(block.text)
        for part in block:
            part.tail = _unwrapped(part.tail)
    return tree


def _unwrapped(text: str | None) -> str:
    """Typewritten text with each paragraph on one line; columns, which gaps tell apart, stay lines."""
    lines: list[str] = []
    for line in (text or "").split("\n"):
        before = lines[-1] if lines else ""
        goes_on = len(before) >= _TYPED_WIDTH and not before.rstrip().endswith((".", ":", ";")) and bool(line.strip()) and line[:1] != " "
        if goes_on and not _COLUMNS.search(before.strip()) and not _COLUMNS.search(line.strip()):
            lines[-1] = f"{before.rstrip()} {line}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _without_tools(text: str) -> str:
    """The text without lines of what a reader may do with the page: its size of letters, printing, sharing."""
    return "\n".join(line for line in text.split("\n") if len(line) > _LONGEST_TOOLS or not _TOOLS.search(line))


def _is_prose(text: str) -> bool:
    """Whether a text is an article. On other pages (a release of highlights and tables, a quote, a table of rates) what is read with care
    leaves out the very lists and boxes that hold the figures."""
    lines = (line for line in text.split("\n") if not line.startswith(("|", "-")))
    return sum(weight for line in lines if (weight := weight_of(line)) >= _PARAGRAPH) >= _ARTICLE


def _zone_of(text: str) -> tzinfo:
    """A moment without a zone is local where the page is read: Chinese pages are taken to mean China's."""
    return _CHINA if len(_IDEOGRAPHS.findall(text[:2_000])) > 100 else UTC


def answer_requests(requests: BinaryIO, answers: BinaryIO) -> None:
    """Serve until the input ends. An empty answer comes first, once all is loaded that a page is read with: no page's time pays for it."""
    read_page(_FIRST, "text/html", "")
    _write(answers, {})
    while header := requests.read(REQUEST.size):
        meta_length, body_length = REQUEST.unpack(header)
        meta = json.loads(requests.read(meta_length))
        try:
            found: dict[str, Any] = read_page(requests.read(body_length), meta["content_type"], meta["url"], meta)
        except Exception as error:
            # The libraries fail in many ways on pages made to break them; the page is unreadable then, whatever the way.
            found = {"problem": type(error).__name__}
        _write(answers, found)


def parse_published(text: str) -> datetime | None:
    """The moment of an answer."""
    return datetime.fromisoformat(text) if text else None


def _write(answers: BinaryIO, found: dict[str, Any]) -> None:
    data = json.dumps(found).encode()
    answers.write(ANSWER.pack(len(data)) + data)
    answers.flush()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    answer_requests(sys.stdin.buffer, sys.stdout.buffer)
