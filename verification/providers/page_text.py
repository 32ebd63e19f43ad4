"""What a page says: title, main text and date, drawn from hostile bytes.

Run as a program of its own (``python -m verification.providers.page_text``), without Django, settings or secrets: it reads pages from
its input and writes what it found to its output, so that a page that takes too long or too much costs one small process and nothing else
(``page_parser`` keeps it). A request is two big-endian 32-bit lengths, a JSON object {content_type, url} and the body; an answer is a
32-bit length and a JSON object {title, text, published_at, charset}.
"""

import json
import resource
import struct
import sys
from datetime import UTC, datetime, tzinfo
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from verification.providers.charsets import decode
from verification.providers.markup import MARKUP_TYPES, shorten_markup
from verification.providers.page_dates import STATED, TIMES, find_published
from verification.providers.pdf_text import PDF_MARK, PDF_TYPE, read_pdf

MAX_TITLE = 500
MAX_TEXT = 400_000
REQUEST = struct.Struct(">II")
ANSWER = struct.Struct(">I")

_MEMORY = 512 * 1024 * 1024  # of address space; a page of the longest size was seen to take 270 MB
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160), *range(0xD800, 0xE000), 0xFEFF], " ")
_CHINA = ZoneInfo("Asia/Shanghai")


def read_page(body: bytes, content_type: str, url: str) -> dict[str, str]:
    """The four texts of an answer; ``published_at`` is ISO 8601 with its offset, or empty."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type == PDF_TYPE or body.startswith(PDF_MARK):
        title, text = read_pdf(body)
        found = {"title": title, "text": text, "published_at": "", "charset": ""}
    else:
        decoded = decode(body, content_type)
        found = {"title": "", "text": decoded.text, "published_at": "", "charset": decoded.charset}
        if media_type in MARKUP_TYPES or not media_type:
            found |= _read_markup(shorten_markup(decoded.text), url)
    return {
        **found,
        "title": " ".join(found["title"].translate(_CONTROLS).split())[:MAX_TITLE],
        "text": found["text"].translate(_CONTROLS).strip()[:MAX_TEXT],
    }


def _read_markup(markup: str, url: str) -> dict[str, str]:
    # Imported here: the parent only needs the formats above.
    import trafilatura
    from trafilatura.settings import Document

    tree = trafilatura.load_html(markup)
    if tree is None:
        return {"title": "", "text": "", "published_at": ""}
    stated = [str(value) for query in STATED for value in tree.xpath(query)]
    times = [str(value) for value in tree.xpath(TIMES)]
    found = trafilatura.bare_extraction(
        tree,
        url=url,
        favor_precision=True,
        include_comments=False,
        with_metadata=True,
        date_extraction_params={"original_date": True, "extensive_search": True},
    )
    if not isinstance(found, Document):
        return {"title": str(tree.findtext(".//title") or ""), "text": "", "published_at": ""}
    text = str(found.text or "")
    published = find_published(str(found.date or ""), stated=stated, times=times, markup=markup, zone=_zone_of(text))
    return {"title": str(found.title or ""), "text": text, "published_at": published}


def _zone_of(text: str) -> tzinfo:
    """A moment without a zone is local where the page is read: Chinese pages are taken to mean China's."""
    return _CHINA if sum("\u4e00" <= letter <= "\u9fff" for letter in text[:2_000]) > 100 else UTC


def answer_requests(requests: BinaryIO, answers: BinaryIO) -> None:
    """Serve until the input ends. An empty answer comes first, once everything is imported."""
    import trafilatura

    trafilatura.bare_extraction("<html><body><p>Ready since 2026-01-01.</p></body></html>", with_metadata=True)
    _write(answers, {})
    while header := requests.read(REQUEST.size):
        meta_length, body_length = REQUEST.unpack(header)
        meta = json.loads(requests.read(meta_length))
        try:
            found: dict[str, Any] = read_page(requests.read(body_length), meta["content_type"], meta["url"])
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
