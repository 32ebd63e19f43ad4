"""Bare links in running text, Chinese and English: ``https://…``, ``//host``, and names without a scheme.

The grammar follows what people mean. A Chinese full stop, bracket or comma ends a link, prose may follow one directly and one may
follow a Chinese letter; closing brackets belong to a link only where it opened them; punctuation at the end belongs to the
sentence. Where twitter-text, linkify-it and CommonMark disagree, the reading that a reader would click wins. One pass, linear.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from attribution.core.citations.link_hosts import (
    CJK,
    ENDS_NO_HOST,
    STOPS,
    host_with_scheme,
    host_without_scheme,
    is_address,
    is_common,
    is_file_or_share,
    is_under_listed_suffix,
)
from verification.core.patterns import lazy_regex

MAX_LINK = 4_096
MAX_GROUP = 300

_SCHEME = r"(?:https?|ftp)://"
# Schemes of other kinds ("git://…", "ipfs://…"). One letter is the drive of a file; what runs as a program or lies on one's own disk is no
# source.
_OTHER_SCHEME = r"(?!(?:javascript|vbscript|file|data|about)://|[\w+.-]{0,31}[+.-](?:https?|ftp)://)[A-Za-z][A-Za-z0-9+.-]{1,31}://"
# Where a link may begin. Names without a scheme are single runs, so that "tar.bz2" is judged whole.
_START = lazy_regex(
    rf"(?P<scheme>{_SCHEME})|(?<![A-Za-z0-9@＠#＃$/+._-])(?P<other>{_OTHER_SCHEME})|(?<![:/\w\\.-])(?P<relative>//)(?=[^\s/])"
    rf"|(?<![A-Za-z0-9@＠#＃$_./-])(?P<www>www\.)(?=[^\x00-\x7f])"
    rf"|(?<![A-Za-z0-9@＠#＃$_./\u00c0-\u024f\u0370-\u052f-])(?P<name>[A-Za-z0-9\u00c0-\u024f\u0370-\u052f]"
    rf"[A-Za-z0-9_\u00c0-\u024f\u0370-\u052f-]*(?:\.(?!{_SCHEME})[A-Za-z0-9_\u00c0-\u024f\u0370-\u052f-]+)+)",
    re.IGNORECASE,
)
_NOT_BEFORE_SCHEME = lazy_regex(r"[A-Za-z0-9@＠#＃$/]")
_USER = lazy_regex(rf"[^\s/@?#<>\[\](){{}}\"'`|\\{CJK}{STOPS}]{{1,128}}@")
_PORT = lazy_regex(r":\d{1,5}(?!\d)")
_BEGINS_PATH = frozenset("/?#")
# What never stands in a link. Brackets are judged in pairs; a scheme behind a letter, comma or bracket is the next link.
_NOT_IN_PATH = rf"\s\x00-\x1f\x7f-\x9f<>\"`|\\{CJK}{STOPS}"
_NO_SCHEME = rf"(?!(?<=[A-Za-z0-9,;([{{]){_SCHEME})"
# The seconds of a place in the address of a map: 42°56'46.6"N.
_SECONDS = r"(?<=\d)\"(?=[NESW])"
# Markdown writes a sign of its own behind a backslash: "…/net\_income".
_ESCAPED = r"\\(?=[_*~#&+=.-])"
_PATH = lazy_regex(rf"(?:{_NO_SCHEME}(?:[^{_NOT_IN_PATH}()\[\]{{}}]|{_SECONDS}|{_ESCAPED}))+", re.IGNORECASE)
_UNESCAPE = lazy_regex(_ESCAPED)
_GROUP = lazy_regex(rf"(?:{_NO_SCHEME}[^{_NOT_IN_PATH}])+", re.IGNORECASE)
_ESCAPED_END = lazy_regex(r"&(?:lt|gt|quot|nbsp|#39|apos);", re.IGNORECASE)
# GitHub's rule: what looks like an escaped sign at the end ("…?q=x&hl;") belongs to the text. So long may one be.
_LONGEST_ESCAPED = 33
_ESCAPED_LAST = lazy_regex(rf"&[A-Za-z0-9]{{2,{_LONGEST_ESCAPED - 1}}}$")
_BRACKETS = lazy_regex(r"[()\[\]{}]")
_PARTNERS = {"(": ")", "[": "]", "{": "}"}
_TRAILING = "?!.,;:'*~\\"
_EMAIL_FOLLOWS = lazy_regex(r"[+\w.-]{0,64}@")

_HAN_RUN = lazy_regex(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff·]{1,40}")
_PAGE_WORD = lazy_regex(
    r"(?:wiki|item|view|topic|tag|search|hashtag|question|keyword|category|doc|zh|zh-cn|zh-hans|zh-hant)[/=]$"
    r"|[?&]\w{1,12}=$",
    re.IGNORECASE,
)
_PROSE = lazy_regex(
    r"[的了是在和与及或则被把将等为于从对也都就还并但这那您我你他她它们吗呢吧啊]|显示|发布|公布|指出|表明|报道|数据|统计|报告|页面|网站|官网|查看|可见|所示|获取|"
    r"下载|访问|了解|提供|介绍|说明|披露|援引|称$|说$|以及|其中|认为|来源|消息|^[上中里内]"
)


@dataclass(frozen=True, slots=True)
class BareLink:
    """A link as written: ``url`` is ``text[start:end]``, with ``&amp;`` read as ``&`` and Markdown's escapes as what they stand for."""

    url: str
    start: int
    end: int


def find_links(text: str) -> Iterator[BareLink]:
    """The bare links of a text in their order; they don't overlap. E-mail addresses, hash tags, handles and stock symbols are none."""
    at = 0
    while found := _START.search(text, at):
        link = _read(text, found)
        if link is not None:
            yield link
        at = link.end if link is not None else found.end()


def _read(text: str, found: re.Match[str]) -> BareLink | None:
    if found.lastgroup == "name":
        return _without_scheme(text, found)
    start = found.start()
    if found.lastgroup == "scheme" and start and not _may_precede(text, start):
        return None
    host_start = start if found.lastgroup == "www" else found.end()
    if found.lastgroup in ("scheme", "other") and (user := _USER.match(text, host_start)):
        host_start = user.end()
    host_end = host_with_scheme(text, host_start, len(text))
    if host_end is None:
        return None
    name = text[host_start:host_end]
    if found.lastgroup == "www" and not is_under_listed_suffix(name):
        return None
    if found.lastgroup == "relative" and name != "localhost" and not host_without_scheme(text, host_start, host_end):
        return None
    emphasised = start > 0 and text[start - 1] == "_"
    end = _end_of(text, start, host_end, is_international=not name.isascii())
    if emphasised:
        if text[end - 1] != "_" and text[end : end + 1] != "_":
            return None
        end = start + len(text[start:end].rstrip("_"))
    return _link(text, start, end)


def _may_precede(text: str, start: int) -> bool:
    """ "job:https://…" and "见https://…" are links, "$http://…" and "xhttp://…" are not."""
    return not _NOT_BEFORE_SCHEME.match(text, start - 1) or (text[start - 1] == "/" and text[max(start - 3, 0) : start] != "://")


def _without_scheme(text: str, found: re.Match[str]) -> BareLink | None:
    start, end = found.start(), found.start() + len(found.group().rstrip(ENDS_NO_HOST))
    name = text[start:end]
    if _EMAIL_FOLLOWS.match(text, end):
        return None
    has_path = text[end : end + 1] in _BEGINS_PATH or bool(_PORT.match(text, end))
    if is_address(name):
        is_meant = text[end : end + 1] == "/" or _PORT.match(text, end)
        return _link(text, start, _end_of(text, start, end, is_international=False)) if is_meant else None
    if not host_without_scheme(text, start, end):
        return None
    if not has_path and (is_file_or_share(name) or (text[end : end + 1] == "(" and not is_common(name))):
        return None
    return _link(text, start, _end_of(text, start, end, is_international=False))


def _end_of(text: str, start: int, at: int, *, is_international: bool) -> int:
    """Where the link ends that begins at ``start`` and whose host ends at ``at``."""
    if port := _PORT.match(text, at):
        at = port.end()
    floor = at
    if text[at : at + 1] not in _BEGINS_PATH:
        return at
    limit = min(len(text), start + MAX_LINK)
    while at < limit:
        if path := _PATH.match(text, at, limit):
            after = path.end()
        elif text[at] in _PARTNERS:
            after = _closed(text, at, limit)
        else:
            after = _path_word(text, start, at, limit, is_international=is_international)
        if after == at:
            break
        at = after
    if escaped := _ESCAPED_END.search(text, floor, at):
        at = escaped.start()
    at = floor + len(text[floor:at].rstrip(_TRAILING))
    while text[at : at + 1] == ";" and (escaped := _ESCAPED_LAST.search(text, max(floor, at - _LONGEST_ESCAPED), at)):
        at = floor + len(text[floor : escaped.start()].rstrip(_TRAILING))
    return at


def _closed(text: str, at: int, limit: int) -> int:
    """Behind the bracket that closes the one at ``at``; ``at`` where none does within reach."""
    group = _GROUP.match(text, at, min(limit, at + MAX_GROUP))
    opened: list[str] = []
    for bracket in _BRACKETS.finditer(text, at, group.end() if group else at):
        letter = bracket.group()
        if letter in _PARTNERS:
            opened.append(_PARTNERS[letter])
        elif opened.pop() != letter:
            break
        elif not opened:
            return bracket.end()
    return at


def _path_word(text: str, start: int, at: int, limit: int, *, is_international: bool) -> int:
    """Where Chinese words end that belong to the path at ``at`` (".../wiki/通货膨胀"); ``at`` where prose begins there."""
    run = _HAN_RUN.match(text, at, limit)
    if run is None or text[at - 1] not in "/=-_%":
        return at
    if is_international:
        return run.end()
    prose = _PROSE.search(run.group())
    if _PAGE_WORD.search(text, max(start, at - 24), at):
        return at + (prose.start() or len(run.group())) if prose else run.end()
    if prose or text[at - 1] not in "/_":
        return at
    return run.end()


def _link(text: str, start: int, end: int) -> BareLink:
    return BareLink(_UNESCAPE.sub("", text[start:end].replace("&amp;", "&")), start, end)
