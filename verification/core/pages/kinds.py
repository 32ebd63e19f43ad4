"""What one answer of the web is (contracts, section 2, task ``pages``): an article, or what stands in its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from verification.core.pages.signs import (
    PARKED,
    TOLD_WEIGHT,
    PageSign,
    Speech,
    Where,
    find_mark,
    is_report,
    said_by_title,
    said_in_speech,
    sign_weight,
    speech_of,
    told_weight,
    weight_of,
    weight_without_addresses,
)
from verification.core.sources.domains import host_of
from verification.core.vocabulary import PageKind

SOURCE = 120_000  # characters of markup in which marks are looked for
PAYWALL_WEIGHT = 1_200  # what a paywall leaves to read; a page that shows more is one to read, with its end missing
_LEAST_TEXT = 20
_TITLE_TOLD = 300
_AFTER_PAYWALL = _REPORT_TOLD = 80
_HARDLY_ANY = 200  # of text beside a mark in the source: pages that are read carry such scripts too
_LONGEST = {
    PageKind.WALL: 3_500,
    PageKind.CONSENT: 9_000,
    PageKind.LOGIN: 1_800,
    PageKind.GONE: 1_800,
    PageKind.DOWN: 2_000,
    PageKind.SCRIPT: 900,
}
_IN_PLACE = (PageKind.WALL, PageKind.GONE, PageKind.DOWN, PageKind.CONSENT, PageKind.LOGIN)
_NEVER_TITLED = 40  # of the page's weight, in percent, that has to be signs where a page marked as an article says them
_GONE_STATUS = frozenset({404, 410})
_DENIALS = frozenset({400, 403, 405, 406, 407, 409, 412, 418, 421, 423, 428, 429, 430, 444, 451, 493, 494, 499, 567, 999})
_NO_CONTENT = frozenset({204, 205, 206, 304})
_COOKIE_AND_AGAIN = ("location.reload", "location.pathname", "location.href=location", "location.href = location", "location=location")


@dataclass(frozen=True, slots=True)
class Outline:
    """What only the source of a page tells. ``visible``: its text without links, scripts and styles, a line for each block; ``forward``:
    where a refresh, a script or a frame leads; ``source``: its beginning, for the marks of those who guard pages.

    ``is_article``: the source calls it an article. ``is_free``: whether all may read it (schema.org), None where it does not say.
    """

    visible: str = ""
    noscript: str = ""
    source: str = ""
    forward: str = ""
    asks_password: bool = False
    has_scripts: bool = False
    is_article: bool = False
    is_free: bool | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: ``url`` is where it came from in the end, ``asked`` what was asked for; header names are lower-case.

    ``text`` is the main text that was read; ``outline`` is None where there was no markup or it is no longer known.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    asked: str = ""
    title: str = ""
    text: str = ""
    outline: Outline | None = None


def judge_answer(answer: Answer) -> PageSign:
    """What the answer is and the mark that shows it; an article has none, nor has what the status alone tells."""
    guarded = _by_headers(answer.headers)
    if guarded is not None:
        return guarded
    if answer.status in _GONE_STATUS:
        return PageSign(PageKind.GONE)
    speech = _speech(answer)
    if not 200 <= answer.status < 300:
        return _by_status(answer, speech)
    return _by_address(answer, speech) or read_place(answer, speech) or _by_content(answer, speech)


def is_challenge(headers: Mapping[str, str], beginning: str) -> bool:
    """Whether an answer is somebody's challenge, told by its headers and the beginning of its source, without reading the page."""
    return _by_headers(headers) is not None or find_mark(PageKind.WALL, Where.MARKUP, beginning) is not None


def _by_headers(headers: Mapping[str, str]) -> PageSign | None:
    for name, value in headers.items():
        if mark := find_mark(PageKind.WALL, Where.HEADER, f"{name.lower()}: {value}"):
            return PageSign(PageKind.WALL, mark)
    return None


def _speech(answer: Answer) -> Speech:
    said = answer.outline.visible if answer.outline else ""
    return speech_of(said if weight_of(said) >= weight_of(answer.text) else answer.text)


def _by_status(answer: Answer, speech: Speech) -> PageSign:
    status = answer.status
    said = read_place(answer, speech)
    if said is not None and said.kind in (PageKind.WALL, PageKind.DOWN, PageKind.CONSENT, PageKind.LOGIN, PageKind.PAYWALL):
        return said
    if 300 <= status < 400:
        return PageSign(PageKind.MOVED if answer.headers.get("location") else PageKind.UNREAD)
    kind = {401: PageKind.LOGIN, 402: PageKind.PAYWALL, 408: PageKind.DOWN}.get(status)
    if kind is None:
        kind = PageKind.DOWN if status >= 500 and status not in _DENIALS else PageKind.WALL
    return PageSign(kind)


def _by_address(answer: Answer, speech: Speech) -> PageSign | None:
    """What the place says that an answer came from, where another page was asked for or this one tells nothing itself."""
    if not answer.url:
        return None
    for kind in (PageKind.WALL, PageKind.CONSENT, PageKind.LOGIN):
        if mark := _kept_at(kind, answer, speech):
            return PageSign(kind, mark)
    host, asked = host_of(answer.url) or "", host_of(answer.asked) or ""
    if asked and find_mark(PARKED, Where.HOST, host) and not find_mark(PARKED, Where.HOST, asked):
        return PageSign(PageKind.GONE, host, is_parked=True)
    return None


def _kept_at(kind: PageKind, answer: Answer, speech: Speech) -> str | None:
    """The host or path that is kept for such pages, unless it was asked for and shows something else."""
    host, asked = host_of(answer.url) or "", host_of(answer.asked) or ""
    if find_mark(kind, Where.HOST, host) and not find_mark(kind, Where.HOST, asked) and (host != asked or not speech.prose):
        return host
    parts = urlsplit(answer.url)
    mark = find_mark(kind, Where.PATH, f"{parts.path}?{parts.query}" if parts.query else parts.path)
    if not mark:
        return None
    is_led_here = bool(answer.asked) and not find_mark(kind, Where.PATH, urlsplit(answer.asked).path)
    asks_password = kind == PageKind.LOGIN and answer.outline is not None and answer.outline.asks_password
    is_bare = told_weight(kind, speech, is_article=False) <= TOLD_WEIGHT
    return mark if is_led_here or asks_password or is_bare else None


def read_place(answer: Answer, speech: Speech | None = None) -> PageSign | None:
    """What a page shows in the place of content; None for one that shows some."""
    said = speech or _speech(answer)
    outline = answer.outline or Outline()
    if outline.source and said.prose < _HARDLY_ANY and (mark := _guarded(outline)):
        return PageSign(PageKind.WALL, mark)
    for kind in _IN_PLACE:
        if mark := _stands_for(kind, answer, said, outline):
            return PageSign(kind, mark)
        if kind == PageKind.GONE and (mark := _parked(answer, said, outline)):
            return PageSign(PageKind.GONE, mark, is_parked=True)
    if outline.forward and told_weight("moved", said, is_article=False) <= _HARDLY_ANY:
        return PageSign(PageKind.MOVED, outline.forward)
    if outline.asks_password and said.prose < TOLD_WEIGHT and not outline.is_article:
        return PageSign(PageKind.LOGIN, "password")
    return _drawn_by_script(answer, said, outline) or _cut_short(said, answer, outline)


def _guarded(outline: Outline) -> str | None:
    if mark := find_mark(PageKind.WALL, Where.MARKUP, outline.source):
        return mark
    sets_cookie = "document.cookie" in outline.source and any(again in outline.source for again in _COOKIE_AND_AGAIN)
    return "document.cookie" if sets_cookie else None


def _stands_for(kind: PageKind, answer: Answer, said: Speech, outline: Outline) -> str | None:
    """The words by which a page says that it stands for another one, where it says hardly anything else."""
    if said.weight > _LONGEST[kind]:
        return None
    titled, spoken = said_by_title(kind, answer.title), said_in_speech(kind, said)
    if titled is None and spoken is None:  # nearly every page: what it tells of others need not be weighed
        return None
    told = told_weight(kind, said, is_article=outline.is_article)
    if is_report(said) and told > _REPORT_TOLD:
        return None
    if titled is not None and told <= _TITLE_TOLD and not (outline.is_article and told > TOLD_WEIGHT):
        return titled
    if told > TOLD_WEIGHT or spoken is None:
        return None
    is_its_own = sign_weight(kind, said) * 100 >= said.weight * _NEVER_TITLED
    return spoken if is_its_own or not outline.is_article else None


def _parked(answer: Answer, said: Speech, outline: Outline) -> str | None:
    if said.weight > 2_500 or (mark := said_by_title(PARKED, answer.title) or said_in_speech(PARKED, said)) is None:
        return None
    return mark if told_weight(PARKED, said, is_article=outline.is_article) <= 2 * TOLD_WEIGHT else None


def _drawn_by_script(answer: Answer, said: Speech, outline: Outline) -> PageSign | None:
    if mark := _stands_for(PageKind.SCRIPT, answer, said, outline):
        return PageSign(PageKind.SCRIPT, mark)
    if answer.outline is None or said.prose or weight_of(answer.text) >= _HARDLY_ANY:
        return None
    spoken = said_in_speech(PageKind.SCRIPT, speech_of(outline.noscript))
    shell = spoken or find_mark(PageKind.SCRIPT, Where.SHELL, outline.source)
    if not shell and outline.has_scripts and weight_without_addresses(answer.text) < _LEAST_TEXT:
        shell = "script"
    return PageSign(PageKind.SCRIPT, shell[:80]) if shell else None


def _cut_short(said: Speech, answer: Answer, outline: Outline) -> PageSign | None:
    """A paywall: its words stand behind the beginning of the article, and little can be read before them."""
    mark = paywall_mark(said)
    if mark is None:
        if outline.is_free is False and (weight_of(answer.text) <= _HARDLY_ANY or answer.text.rstrip().endswith(("…", "..."))):
            return PageSign(PageKind.PAYWALL, "isAccessibleForFree")
        return None
    shown = told_weight("paywall", said, is_article=True)
    return PageSign(PageKind.PAYWALL, mark) if shown <= PAYWALL_WEIGHT else None


def paywall_mark(said: Speech) -> str | None:
    """The words of a paywall that ends what can be read: nothing told comes after them."""
    told_after = 0
    for at in range(len(said.sentences) - 1, -1, -1):
        one = Speech(said.sentences[at : at + 1], said.weights[at : at + 1])
        if told_weight("paywall", one, is_article=True):
            told_after += one.weight
        elif mark := said_in_speech("paywall", one):
            return mark
        if told_after > _AFTER_PAYWALL:
            return None
    return None


def _by_content(answer: Answer, speech: Speech) -> PageSign:
    if answer.status in _NO_CONTENT:
        return PageSign(PageKind.UNREAD)
    if answer.text.strip() and not (answer.status == 202 and not speech.prose):
        return PageSign(PageKind.ARTICLE)
    if answer.status == 202:
        return PageSign(PageKind.WALL)
    return PageSign(PageKind.UNREAD)
