"""Meta elements at the beginning of a page, found before its charset is known (WHATWG HTML, "prescan a byte stream")."""

import re
from collections.abc import Iterator

from verification.core.patterns import lazy_regex

_SPACE = rb"[\t\n\x0c\r ]"
_NEXT = lazy_regex(rb"<!--|<meta(?=[\t\n\x0c\r /])|</?[a-z][^\t\n\x0c\r >]*|<[!/?]", re.IGNORECASE)
_NAME = lazy_regex(rb"[\t\n\x0c\r /]*([^\t\n\x0c\r />=][^\t\n\x0c\r />=]*|>)")
_VALUE = lazy_regex(_SPACE + rb"*=" + _SPACE + rb"*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\x0c\r >\"'][^\t\n\x0c\r >]*)|(?=>))")
_EQUALS = lazy_regex(_SPACE + rb"*=")

CONTENT_CHARSET = lazy_regex(
    rb"charset[\t\n\x0c\r ]{0,20}=[\t\n\x0c\r ]{0,20}(?:\"([^\"]{1,60})\"|'([^']{1,60})'|([^\t\n\x0c\r ;\"'][^\t\n\x0c\r ;]{0,60}))",
    re.IGNORECASE,
)


def meta_elements(head: bytes) -> Iterator[dict[bytes, bytes]]:
    """The attributes of each meta element, names in lower case; comments are left out, and so is an element that does not end."""
    at = 0
    while found := _NEXT.search(head, at):
        token = found[0].lower()
        if token == b"<!--":
            # "<!-->" is a whole comment.
            at = _after(head, b"-->", found.start() + 2)
        elif token in (b"<!", b"<?", b"</"):
            at = _after(head, b">", found.end())
        else:
            at, attributes = _attributes(head, found.end())
            if token == b"<meta" and at <= len(head):
                yield attributes


def _after(head: bytes, mark: bytes, at: int) -> int:
    end = head.find(mark, at)
    return len(head) if end < 0 else end + len(mark)


def _attributes(head: bytes, at: int) -> tuple[int, dict[bytes, bytes]]:
    """Where the element ends, beyond the last byte where it does not, and its attributes; the first of each name counts."""
    attributes: dict[bytes, bytes] = {}
    while name := _NAME.match(head, at):
        at = name.end()
        if name[1] == b">":
            return at, attributes
        value = _VALUE.match(head, at)
        if value:
            at = value.end()
        elif _EQUALS.match(head, at):
            break
        attributes.setdefault(name[1].lower(), next((group for group in value.groups() if group), b"") if value else b"")
    return len(head) + 1, attributes
