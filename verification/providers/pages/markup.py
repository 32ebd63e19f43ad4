"""HTML before it is parsed: which types it has, and how much of it is worth parsing."""

import re

from verification.core.patterns import lazy_regex

MARKUP_TYPES = frozenset({"text/html", "application/xhtml+xml"})
TEXT_TYPES = frozenset({"text/plain", "text/markdown", "text/csv", "application/json", "application/ld+json"})
_UNNAMED_TYPES = frozenset(
    {"", "application/octet-stream", "binary/octet-stream", "application/xml", "text/xml", "text/plain", "unknown/unknown"}
)
_BEGINS = lazy_regex(
    rb"(?:\xef\xbb\xbf)?\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,50})?(?:<!--.{0,500}?-->\s{0,50})?<(?:!doctype html|html|head|body)\b",
    re.I | re.S,
)
# Archives (docx, xlsx), old Office files, pictures, gzip and zstd.
_BINARY = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"RIFF")
# What people know such a file as, by a piece of its type; then by how it begins.
_FORMS = {
    "rss": "A feed (RSS)", "atom": "A feed (Atom)", "wordprocessingml": "A Word document", "msword": "A Word document",
    "spreadsheetml": "An Excel workbook", "ms-excel": "An Excel workbook", "presentationml": "A PowerPoint file",
    "ms-powerpoint": "A PowerPoint file", "opendocument": "An OpenDocument file", "epub": "An e-book",
    "image/": "A picture", "audio/": "A sound", "video/": "A video",
}  # fmt: skip
_BEGUN_FORMS = (
    (b"word/", "A Word document"), (b"xl/", "An Excel workbook"), (b"ppt/", "A PowerPoint file"), (b"<rss", "A feed (RSS)"),
    (b"http://www.w3.org/2005/Atom", "A feed (Atom)"), (b"PK\x03\x04", "An archive"),
)  # fmt: skip
PDF_TYPE, PDF_MARK = "application/pdf", b"%PDF-"
MAX_MARKUP = 1_500_000  # characters; parsing costs about a second for each million

_SCRIPT = lazy_regex(r"<(script|style|svg)\b[^>]{0,2000}>", re.IGNORECASE)
_ENDS = {name: lazy_regex(f"</{name}", re.IGNORECASE) for name in ("script", "style", "svg")}


def is_readable(media_type: str, body: bytes) -> bool:
    """Whether a body is of a form that is read: HTML, plain text, JSON or a PDF, and no binary data under such a name."""
    if media_type == PDF_TYPE or body.startswith(PDF_MARK):
        return True
    if not is_markup(media_type, body) and media_type not in TEXT_TYPES:
        return False
    return not body.startswith(_BINARY)


def form_of(media_type: str, body: bytes) -> str:
    """What a body that is not read is, in words that begin a sentence."""
    named = next((form for piece, form in _FORMS.items() if piece in media_type), "")
    head = body[:4_000]
    return named or next((form for mark, form in _BEGUN_FORMS if mark in head), "") or media_type[:60] or "This"


def is_markup(media_type: str, body: bytes) -> bool:
    """Whether a body is HTML: by its type or, where the type says nothing, by its beginning. One without any type is taken for HTML."""
    return media_type in MARKUP_TYPES or not media_type or (media_type in _UNNAMED_TYPES and _BEGINS.match(body) is not None)


def shorten_markup(markup: str) -> str:
    """A page that is too long to parse whole loses scripts, styles and drawings first, then its end."""
    if len(markup) <= MAX_MARKUP:
        return markup
    kept, at = [], 0
    while found := _SCRIPT.search(markup, at):
        end = _ENDS[found[1].lower()].search(markup, found.end())
        kept.append(markup[at : found.start()])
        at = end.start() if end else len(markup)
    kept.append(markup[at:])
    return "".join(kept)[:MAX_MARKUP]
