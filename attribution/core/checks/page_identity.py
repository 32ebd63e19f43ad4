"""Whether a page is the one that a citation names: its words against the page's title, beginning and host, Chinese and English.

``OTHER`` is said of what can't be the same: words that the page shows nowhere, or the same title of another year.
"""

import re
from collections.abc import Set

from attribution.core.citations.links import find_links
from attribution.core.vocabulary import Match
from verification.core.language.terms import index_terms, is_unspaced, query_terms
from verification.core.patterns import lazy_regex
from verification.core.sources.domains import host_of, registrable_domain

_BEGINNING = 2_000
_SAME = 0.6
_OTHER = 0.15
_LEAST_TITLE = 5  # terms of an anchor that reads like a title

_YEAR = lazy_regex(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_EDITION = lazy_regex(
    r"(?<![\w])(?:Q[1-4]|H[12])(?!\w)|\b(?:first|second|third|fourth)[- ](?:quarter|half)\b|第?[一二三四1-4]季度|[上下]半年"
    r"|\b(?:January|February|March|April|June|"
    r"July|August|September|October|November|December)\b|(?<!\d)(?:1[0-2]|[1-9])月",
    re.IGNORECASE,
)
_GENERIC = lazy_regex(
    r"[\W\d_]*(?:(?:the\s)?(?:original\s|full\s|official\s)?(?:sources?|links?|here|this|article|report|page"
    r"|website|site|pdf|data|read more|more|details|study|paper|see)"
    r"|来源|链接|原文|网页|网站|官网|详情|全文|报告|报道|文章|论文|数据|这里|此处|点击(?:这里|查看)?|查看(?:原文|详情)?)?[\W\d_]*",
    re.IGNORECASE,
)
_SMALL = frozenset(
    {"of", "and", "the", "for", "in", "on", "at", "to", "a", "an", "by", "with", "from", "report", "official", "website", "de"}
)


def match_page(anchor: str, *, url: str, title: str, text: str) -> Match:
    """``anchor`` against the page at ``url``: its ``title`` (of the page, or as Crossref gives it) and the beginning of its ``text``."""
    if _GENERIC.fullmatch(anchor) or anchor.strip() in (url, ""):
        return Match.UNNAMED
    if (shown := _shown_address(anchor)) is not None:
        return Match.SAME if _domain(shown) == _domain(url) else Match.OTHER
    if not title and not text:
        return Match.UNCLEAR
    wanted = {term for term in query_terms(anchor) if term not in _SMALL}
    if not wanted:
        return Match.UNNAMED
    if _is_host(anchor, url):
        return Match.SAME
    words = {term for term in wanted if not term[0].isdigit()} or wanted
    if _share(words, title) >= _SAME and _editions_differ(anchor, title):
        return Match.OTHER
    seen = max(_share(wanted, title), _share(wanted, f"{title}\n{text[:_BEGINNING]}"))
    if seen >= _SAME:
        return Match.SAME
    reads_like_title = len(wanted) >= _LEAST_TITLE and _same_script(wanted, f"{title} {text[:_BEGINNING]}")
    return Match.OTHER if reads_like_title and seen < _OTHER and len(text) >= _BEGINNING // 4 else Match.UNCLEAR


def _shown_address(anchor: str) -> str | None:
    """The address that a citation shows as its name ("[nasa.gov/x](https://elsewhere.example)"); None where it shows words."""
    written = anchor.strip()
    links = [link.url for link in find_links(written) if link.url == written]
    return (links[0] if "://" in links[0] else f"https://{links[0].removeprefix('//')}") if links else None


def _domain(url: str) -> str:
    host = host_of(url) or ""
    return registrable_domain(host) or host


def _share(wanted: Set[str], text: str) -> float:
    """How many of the wanted terms a text holds; an acronym is held where the initials of following words spell it."""
    held = set(index_terms(text))
    missing = [term for term in wanted if term not in held]
    initials = _initials(text) if any(2 <= len(term) <= 6 and term.isascii() and term.isalpha() for term in missing) else ""
    found = sum(1 for term in wanted if term in held) + sum(1 for term in missing if term.isalpha() and len(term) >= 3 and term in initials)
    return found / len(wanted)


def _initials(text: str) -> str:
    return "".join(word[0] for word in re.findall(r"\b[A-Z][a-z]+", text)).lower()


def _editions_differ(anchor: str, title: str) -> bool:
    """Whether both name a year, quarter or month of their own, and not the same."""
    for pattern in (_YEAR, _EDITION):
        asked = {found.lower() for found in pattern.findall(anchor)}
        shown = {found.lower() for found in pattern.findall(title)}
        if asked and shown and asked.isdisjoint(shown):
            return True
    return False


def _is_host(anchor: str, url: str) -> bool:
    """ "BLS" for bls.gov, "Reuters" for www.reuters.com, "nbs.gov.cn" for stats.nbs.gov.cn."""
    host, domain = host_of(url) or "", _domain(url)
    name = domain.partition(".")[0]
    said = re.sub(r"[\s'’.]|^the\s", "", anchor.lower())
    return bool(name) and (said == name or said == domain.replace(".", "") or said == host.removeprefix("www.").replace(".", ""))


def _same_script(wanted: Set[str], text: str) -> bool:
    """Whether words of one language are looked for in a text of the same: a translation shares none and is the same work."""
    terms = index_terms(text)
    chinese = sum(1 for term in wanted if is_unspaced(term)) * 2 > len(wanted)
    return (sum(1 for term in terms if is_unspaced(term)) * 2 > len(terms)) == chinese
