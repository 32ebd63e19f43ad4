"""In which charset a page is written: byte order mark, strict UTF-8, header, meta element, and the letters themselves, in this order.

Labels mean what the WHATWG Encoding Standard makes of them ("gb2312" is gb18030, "iso-8859-1" is windows-1252). Strict UTF-8 stands
before the labels because no other text passes for it, while labels are often wrong. No label makes us use a codec that is not listed here.
"""

import codecs
import re
from dataclasses import dataclass

from verification.core.patterns import lazy_regex
from verification.providers.pages.letters import guess_charset
from verification.providers.pages.prescan import CONTENT_CHARSET, meta_elements

SCANNED = 64 * 1024  # bytes in which a meta element may stand, and that the guess looks at

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF16_LE, "utf-16-le"))
_STARTS = ((b"\x00<", "utf-16-be"), (b"<\x00", "utf-16-le"))
_DEFAULT = "windows-1252"
# Standard name → Python's codec where it has another name, then the labels beside the name itself.
_CODECS = {
    "utf-8": "utf-8", "gb18030": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp",
    "euc-kr": "cp949", "windows-1252": "cp1252", "utf-16-be": "utf-16-be", "utf-16-le": "utf-16-le", "koi8-r": "koi8-r", "koi8-u": "koi8-u",
    "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "ibm866": "cp866", "windows-874": "cp874",
    **{f"windows-{number}": f"cp{number}" for number in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)},
    **{f"iso-8859-{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}  # fmt: skip
_LABELS = {
    "utf-8": "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-16 utf-16le utf-16be ucs-2 unicode "
    "iso-10646-ucs-2 csunicode",
    "gb18030": "gbk gb2312 gb_2312 gb_2312-80 gb2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 x-gbk cp936 ms936 windows-936 "
    "euc-cn hz-gb-2312",
    "big5": "big5-hkscs big5hkscs cn-big5 csbig5 x-x-big5 cp950 big-5",
    "shift_jis": "shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis cp932",
    "euc-jp": "x-euc-jp cseucpkdfmtjapanese eucjp",
    "iso-2022-jp": "csiso2022jp",
    "euc-kr": "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cp949 uhc",
    "windows-1252": "iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 latin1 l1 ascii us-ascii ansi_x3.4-1968 cp1252 cp819 "
    "x-cp1252 ibm819 iso-ir-100 csisolatin1 x-user-defined",
    "windows-1254": "iso-8859-9 iso8859-9 iso88599 iso_8859-9 latin5 l5 cp1254 x-cp1254 csisolatin5",
    "windows-874": "iso-8859-11 iso8859-11 iso885911 tis-620 dos-874",
    "koi8-r": "koi koi8 koi8_r cskoi8r",
    "koi8-u": "koi8-ru",
    "macintosh": "mac x-mac-roman csmacintosh",
    "x-mac-cyrillic": "x-mac-ukrainian",
    "ibm866": "866 cp866 csibm866",
    "iso-8859-2": "latin2 l2 csisolatin2",
    "iso-8859-5": "cyrillic csisolatincyrillic",
    "iso-8859-6": "arabic csisolatinarabic",
    "iso-8859-7": "greek greek8 csisolatingreek sun_eu_greek",
    "iso-8859-8": "hebrew visual csisolatinhebrew iso-8859-8-i logical",
    "iso-8859-15": "latin9 l9 csisolatin9",
}
_BY_LABEL = {name: name for name in _CODECS if not name.startswith("utf-16")}
_BY_LABEL |= {label: name for name, labels in _LABELS.items() for label in labels.split()}
_BY_LABEL |= {f"cp{number}": f"windows-{number}" for number in (1250, 1251, 1253, 1255, 1256, 1257, 1258)}
_BY_LABEL |= {
    f"{prefix}{part}": f"iso-8859-{part}"
    for prefix in ("iso8859-", "iso8859", "iso_8859-")
    for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)
}

_HEADER_CHARSET = lazy_regex(r"charset\s{0,20}=\s{0,20}[\"']?([A-Za-z0-9_:.()-]{1,40})", re.IGNORECASE)
_BROKEN_SHARE = 0.02  # of the letters beyond ASCII that may be damaged in a page whose label is still believed


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and the charset it was read in, by its standard name."""

    text: str
    charset: str


def decode(body: bytes, content_type: str) -> Decoded:
    """The text of a body; what a charset does not know becomes U+FFFD."""
    charset = find_charset(body, content_type)
    for mark, name in _MARKS:
        if name == charset and body.startswith(mark):
            body = body[len(mark) :]
    return Decoded(body.decode(_CODECS[charset], errors="replace"), charset)


def find_charset(body: bytes, content_type: str) -> str:
    """The standard name of the charset."""
    for start, name in (*_MARKS, *_STARTS):
        if body.startswith(start):
            return name
    if not body.isascii() and _is_utf8(body):
        return "utf-8"
    label = _HEADER_CHARSET.search(content_type)
    named = [charset_of(label[1]) if label else None, find_meta_charset(body[:SCANNED])]
    # Servers say iso-8859-1 for whatever they don't know, so that label alone proves nothing against the page's own or its letters.
    for label_name in named:
        if label_name and label_name != _DEFAULT and _fits(body, label_name):
            return label_name
    return guess_charset(body[:SCANNED]) or _DEFAULT


def charset_of(label: str) -> str | None:
    """The standard name for a label, None for an unknown one."""
    return _BY_LABEL.get(label.strip().lower())


def find_meta_charset(head: bytes) -> str | None:
    """What the first meta element that names a known charset says."""
    for attributes in meta_elements(head):
        label = attributes.get(b"charset")
        if label is None and attributes.get(b"http-equiv", b"").lower() == b"content-type":
            found = CONTENT_CHARSET.search(attributes.get(b"content", b""))
            label = next((group for group in found.groups() if group), None) if found else None
        name = charset_of(label.decode("latin-1")) if label else None
        if name:
            return name
    return None


def _is_utf8(body: bytes) -> bool:
    try:
        # A body that was cut may end in the middle of a letter.
        codecs.getincrementaldecoder("utf-8")().decode(body)
    except UnicodeDecodeError:
        return False
    return True


def _fits(body: bytes, charset: str) -> bool:
    text = body[: 4 * SCANNED].decode(_CODECS[charset], errors="replace")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return text.count("\ufffd") <= max(1, foreign * _BROKEN_SHARE)
