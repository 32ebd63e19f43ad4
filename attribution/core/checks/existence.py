"""Whether a cited page is there, judged from one fetch (contracts, section 5; seed 002, table of states).

Gone is what no reader would reach. What answered and can't be read by us (a wall, a riddle, a script) is unclear and never gone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

from attribution.core.vocabulary import CitationWhy, Existence
from verification.core.evidence import Params, Why
from verification.core.pages.kinds import Answer, judge_answer, paywall_mark
from verification.core.pages.signs import PageSign, speech_of
from verification.core.patterns import lazy_regex
from verification.core.sources.domains import canonical_url, host_of, registrable_domain
from verification.core.vocabulary import Fault, PageKind

_LEAST_TEXT = 40
_FRAME_MARKUP = 1_500
_END = 1_500  # characters in which a paywall stands

_GONE_STATUS = {404: CitationWhy.HTTP_NOT_FOUND, 410: CitationWhy.HTTP_GONE}
_UNCLEAR_STATUS = {
    401: CitationWhy.LOGIN_REQUIRED,
    402: CitationWhy.PAYMENT_REQUIRED,
    403: CitationWhy.ACCESS_FORBIDDEN,
    407: CitationWhy.LOGIN_REQUIRED,
    408: CitationWhy.BAD_RESPONSE,
    429: CitationWhy.TOO_MANY_REQUESTS,
    451: CitationWhy.LEGAL_BLOCK,
}
_GONE_FAULT = {
    Fault.UNKNOWN_HOST: CitationWhy.DNS_FAILURE,
    Fault.UNREACHABLE: CitationWhy.CONNECTION_REFUSED,
    Fault.BAD_CERTIFICATE: CitationWhy.TLS_FAILURE,
    Fault.TIMEOUT: CitationWhy.TIMED_OUT,
    Fault.NOT_FOUND: CitationWhy.HTTP_NOT_FOUND,
    Fault.SERVER_ERROR: CitationWhy.HTTP_SERVER_ERROR,
}
_UNCLEAR_FAULT = {
    Fault.UNAUTHORIZED: CitationWhy.LOGIN_REQUIRED,
    Fault.OUT_OF_CREDIT: CitationWhy.PAYMENT_REQUIRED,
    Fault.FORBIDDEN: CitationWhy.ACCESS_FORBIDDEN,
    Fault.RATE_LIMITED: CitationWhy.TOO_MANY_REQUESTS,
    Fault.ROBOTS: CitationWhy.ROBOTS_REFUSED,
    Fault.TOO_MANY_REDIRECTS: CitationWhy.REDIRECT_LOOP,
    Fault.TOO_LARGE: CitationWhy.TOO_LARGE,
    Fault.UNREADABLE: CitationWhy.UNREADABLE_TYPE,
    Fault.BAD_ANSWER: CitationWhy.BAD_RESPONSE,
    Fault.NOT_PUBLIC: CitationWhy.UNSAFE_URL,
    Fault.BAD_ADDRESS: CitationWhy.UNSAFE_URL,
    Fault.WALL: CitationWhy.CAPTCHA,
    Fault.CONSENT: CitationWhy.CONSENT,
    Fault.LOGIN: CitationWhy.LOGIN_REQUIRED,
    Fault.PAYWALL: CitationWhy.PAYWALL,
    Fault.MAINTENANCE: CitationWhy.UNDER_MAINTENANCE,
    Fault.NEEDS_SCRIPT: CitationWhy.NEEDS_RENDERING,
}
_UNCLEAR_PLACE = {
    PageKind.WALL: CitationWhy.CAPTCHA,
    PageKind.CONSENT: CitationWhy.CONSENT,
    PageKind.LOGIN: CitationWhy.LOGIN_REQUIRED,
    PageKind.PAYWALL: CitationWhy.PAYWALL,
    PageKind.DOWN: CitationWhy.UNDER_MAINTENANCE,
    PageKind.SCRIPT: CitationWhy.NEEDS_RENDERING,
    PageKind.MOVED: CitationWhy.NEEDS_RENDERING,
}
# The words of a server in trouble are no notice of its keepers.
_NOTICE = lazy_regex(r"mainten|back soon|be right back|维护|升级|检修|备案|order of|诈骗|suspended", re.IGNORECASE)
_STATUS_NAMES = {status.value: status.phrase.lower() for status in HTTPStatus}
_WORD = lazy_regex(r"(?!(?:error|http)\b)\b[^\W\d]+")
_HOME_PATHS = frozenset({"", "/", "/index.html", "/index.htm", "/index.php", "/index.shtml", "/default.aspx", "/home", "/main", "/index"})
_LANGUAGE_HOMES = frozenset({"en", "zh", "cn", "zh-cn", "zh-hans", "en-us", "en-gb", "us", "uk", "intl", "global", "pc", "web", "m"})


@dataclass(frozen=True, slots=True)
class Fetch:
    """What one fetch of ``url`` brought, retries done. ``status`` is None where there was no answer, and then ``fault`` says why.

    ``text`` is the visible main text; ``markup_length`` (characters of HTML, None where unknown) tells a bare frame from a short page.
    ``sign`` is what the answer was seen to be; None where only what stands here is known.
    """

    url: str
    final_url: str = ""
    status: int | None = None
    fault: Fault | None = None
    hops: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    text: str = ""
    content_type: str = ""
    markup_length: int | None = None
    sign: PageSign | None = None


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether the page is there and why. ``is_partial``: a wall ends the visible text, so that what it lacks says nothing."""

    existence: Existence
    why: Why | None = None
    is_partial: bool = False


def judge_presence(fetch: Fetch) -> Presence:
    """The fact ``exists`` of a citation."""
    if fetch.status is None:
        return _by_fault(fetch.fault) if fetch.fault is not None else _unclear(CitationWhy.NOT_FETCHED, {"fault": Fault.FAILED.value})
    sign = fetch.sign or _sign_of(fetch)
    if not 200 <= fetch.status < 300:
        is_telling = not _repeats_status(sign.mark, fetch.status) and (sign.kind != PageKind.DOWN or _NOTICE.search(sign.mark))
        return (_by_sign(sign, fetch) if is_telling else None) or _by_status(fetch.status)
    if fetch.fault is not None:
        return _by_fault(fetch.fault)
    return _by_page(fetch, sign)


def _repeats_status(mark: str, status: int) -> bool:
    """Whether the words of a page name its status and nothing more ("403 Forbidden"): then the status is the reason, and no challenge."""
    words = " ".join(_WORD.findall(mark.lower()))
    return words in ("", _STATUS_NAMES.get(status))


def _sign_of(fetch: Fetch) -> PageSign:
    """Without the source of the page: by its title, its text, its headers and its addresses."""
    headers = {name.lower(): value for name, value in fetch.headers.items()}
    final = fetch.final_url or fetch.url
    return judge_answer(Answer(fetch.status or 200, headers, url=final, asked=fetch.url, title=fetch.title, text=fetch.text))


def _by_sign(sign: PageSign, fetch: Fetch) -> Presence | None:
    """By what stands in the place of the page; None where the page itself does."""
    if sign.kind == PageKind.GONE:
        return _gone(CitationWhy.PARKED_DOMAIN if sign.is_parked else CitationWhy.SOFT_NOT_FOUND, {"mark": sign.mark})
    if sign.kind not in _UNCLEAR_PLACE:
        return None
    code = _UNCLEAR_PLACE[sign.kind]
    return _unclear(code, {"final_url": fetch.final_url} if code == CitationWhy.LOGIN_REQUIRED else {"mark": sign.mark})


def _by_status(status: int) -> Presence:
    params: Params = {"status": status}
    if status in _GONE_STATUS:
        return _gone(_GONE_STATUS[status], params)
    if status in _UNCLEAR_STATUS:
        return _unclear(_UNCLEAR_STATUS[status], params)
    if 500 <= status < 600:
        return _gone(CitationWhy.HTTP_SERVER_ERROR, params)
    return _unclear(CitationWhy.HTTP_CLIENT_ERROR if 400 <= status < 500 else CitationWhy.UNEXPECTED_STATUS, params)


def _by_fault(fault: Fault) -> Presence:
    if fault in _GONE_FAULT:
        return _gone(_GONE_FAULT[fault])
    if fault in _UNCLEAR_FAULT:
        return _unclear(_UNCLEAR_FAULT[fault])
    return _unclear(CitationWhy.NOT_FETCHED, {"fault": fault.value})


def _by_page(fetch: Fetch, sign: PageSign) -> Presence:
    stands_for = _by_sign(sign, fetch)
    if stands_for is not None:
        return stands_for
    if is_home_redirect(fetch.url, fetch.final_url or fetch.url):
        return _gone(CitationWhy.HOME_PAGE_REDIRECT, {"final_url": fetch.final_url})
    mark = paywall_mark(speech_of(fetch.text[-_END:]))
    if mark is not None:
        return Presence(Existence.THERE, Why(CitationWhy.PAYWALL, {"mark": mark}), is_partial=True)
    is_html = "html" in fetch.content_type.lower() or not fetch.content_type
    if is_html and len(fetch.text.strip()) < _LEAST_TEXT and (fetch.markup_length or 0) >= _FRAME_MARKUP:
        return _unclear(CitationWhy.NEEDS_RENDERING)
    return Presence(Existence.THERE)


def is_home_redirect(asked: str, final: str) -> bool:
    """Whether a page deep in a site led to a front page: of the same site, or of another one that a deep path can't have meant.

    A short link may well lead to a front page elsewhere.
    """
    if canonical_url(asked) is None or canonical_url(final) is None or canonical_url(asked) == canonical_url(final):
        return False
    if not _is_home(final) or urlsplit(final).query or _is_home(asked):
        return False
    asked_host, final_host = host_of(asked) or "", host_of(final) or ""
    path = urlsplit(asked).path
    if registrable_domain(asked_host) == registrable_domain(final_host):
        # "/blog" may have moved to blog.example.com as a whole.
        return asked_host == final_host or path.strip("/").count("/") > 0 or not final_host.startswith(path.strip("/").lower()[:30] + ".")
    return path.strip("/").count("/") >= 2


def _is_home(url: str) -> bool:
    path = urlsplit(url).path.lower().rstrip("/") or "/"
    return path in _HOME_PATHS or path.strip("/") in _LANGUAGE_HOMES


def _gone(code: CitationWhy, params: Params | None = None) -> Presence:
    return Presence(Existence.GONE, Why(code, params or {}))


def _unclear(code: CitationWhy, params: Params | None = None) -> Presence:
    return Presence(Existence.UNCLEAR, Why(code, params or {}))
