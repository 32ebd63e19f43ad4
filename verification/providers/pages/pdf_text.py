"""The text of a PDF document, page by page, as far as its pages and our time go. Part of ``text``, in its own process."""

import io
import time
import unicodedata

from verification.core.patterns import lazy_regex

MAX_PAGES = 300
READ_SECONDS = 5.0  # then what was read so far is the text; the process's own limit stands above

_FULL_LINE = 0.6  # of the page's longest line: a shorter one ends its paragraph
_NARROWEST = 30  # a page of nothing but short lines is a list
_WIDE = lazy_regex("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
_SENTENCE_ENDS = tuple(".!?。！？;；:：")
# Fonts draw some letters under the code of a radical or a ligature; a text that is searched has to have the letters themselves.
_DRAWN = {code: unicodedata.normalize("NFKC", chr(code)) for span in (range(0x2F00, 0x2FE0), range(0xFB00, 0xFB07)) for code in span}
_RADICALS = zip("⺠⻄⻅⻆⻉⻋⻓⻔⻘⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰⻳", "民西见角贝车长门青页风飞食马骨鬼鱼鸟麦黄齐齿龙龟", strict=True)
_DRAWN |= {ord(radical): letter for radical, letter in _RADICALS}


def read_pdf(body: bytes) -> tuple[str, str]:
    """Title (often empty) and text; lines of a paragraph are joined, for a sentence goes over many of them. Encrypted ones have no text."""
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(body), strict=False)
    if reader.is_encrypted:
        return "", ""
    ends_at = time.monotonic() + READ_SECONDS
    pages = []
    for page in reader.pages[:MAX_PAGES]:
        pages.append(join_lines(page.extract_text()))
        if time.monotonic() > ends_at:
            break
    title = reader.metadata.title if reader.metadata else ""
    return str(title or ""), "\n\n".join(text for text in pages if text)


def join_lines(text: str) -> str:
    """Each paragraph on a line of its own."""
    lines = [" ".join(line.split()) for line in text.translate(_DRAWN).splitlines()]
    full = max(_NARROWEST, _FULL_LINE * max(map(_width, lines), default=0))
    paragraphs, current = [], ""
    for line in lines:
        current = _joined(current, line)
        if current and (not line or line.endswith(_SENTENCE_ENDS) or _width(line) < full):
            paragraphs.append(current)
            current = ""
    return "\n".join([*paragraphs, current] if current else paragraphs)


def _joined(before: str, line: str) -> str:
    if not before or not line:
        return before or line
    if before.endswith("-") and before[-2:-1].islower() and line[0].islower():
        return before[:-1] + line
    is_chinese = _WIDE.match(before[-1]) and _WIDE.match(line[0])
    return before + line if is_chinese else f"{before} {line}"


def _width(line: str) -> int:
    return len(line) + len(_WIDE.findall(line))
