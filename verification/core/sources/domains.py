"""Who published a page: canonical URLs, hosts, registrable domains and suffixes on label borders.

The public suffix list is the one bundled with ``publicsuffixlist``, private suffixes included; nothing is fetched at run time.
"""

import ipaddress
import re
from collections.abc import Container
from functools import cache, lru_cache
from urllib.parse import SplitResult, parse_qsl, quote, urlsplit, urlunsplit

from publicsuffixlist import PublicSuffixList

from verification.core.patterns import lazy_regex

MAX_URL_LENGTH = 8_192
MAX_HOST_LENGTH = 253

_DEFAULT_PORTS = {"http": 80, "https": 443}
_TRACKING_PREFIXES = ("utm_", "mtm_", "pk_", "at_campaign", "at_medium")
_TRACKING_NAMES = frozenset(
    {
        "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "twclid", "ttclid", "igshid", "igsh", "mc_cid",
        "mc_eid", "_ga", "_gl", "_hsenc", "_hsmi", "mkt_tok", "vero_id", "oly_anon_id", "oly_enc_id", "spm", "scm", "share_token",
        "wickedid", "s_kwcid", "ref_src", "ref_url", "cmpid", "ncid", "guccounter", "guce_referrer", "guce_referrer_sig", "taid",
    }
)  # fmt: skip
_FORBIDDEN = lazy_regex(r"[\x00-\x1f\x7f-\x9f\\]")
_SCHEME = lazy_regex(r"(https?)://", re.IGNORECASE)
_AUTHORITY_END = lazy_regex(r"[/?#]")
_HOST = lazy_regex(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?){0,126}")
_NUMERIC_LABEL = lazy_regex(r"(?:\d+|0x[0-9a-f]*)")

_PATH_SAFE = "/%:@!$&'()*+,;=-._~"
_QUERY_SAFE = _PATH_SAFE + "?[]|{}"


@cache
def _suffixes() -> PublicSuffixList:
    """Ten thousand rules, read where a domain is first asked for: a process that reads one page asks for none."""
    return PublicSuffixList()


def canonical_url(url: str) -> str | None:
    """The one spelling under which a page is known, or None for what is not a plain http(s) URL.

    Fragment, tracking parameters and default port are dropped, the host is lower-case IDNA. Backslashes, control characters and
    user-info are refused before anything is parsed, because parsers disagree on them.
    """
    parts = _split(url)
    host = _ascii_host(parts) if parts else None
    if parts is None or host is None:
        return None
    scheme, port = parts.scheme.lower(), parts.port
    netloc = f"[{host}]" if ":" in host else host
    if port is not None and port != _DEFAULT_PORTS[scheme]:
        netloc = f"{netloc}:{port}"
    path = quote(parts.path, safe=_PATH_SAFE) or "/"
    return urlunsplit((scheme, netloc, path, _without_tracking(parts.query), ""))


_COUNTRY = 2
# What anybody may register tells of no country.
_SOLD_TO_ALL = frozenset(("ai", "cc", "co", "eu", "fm", "gg", "io", "la", "ly", "me", "sh", "to", "tv", "vc", "ws"))


def host_of(url: str) -> str | None:
    """The lower-case ASCII host of an http(s) URL, None where ``canonical_url`` is None."""
    parts = _split(url)
    return _ascii_host(parts) if parts else None


@lru_cache(maxsize=4_096)
def registrable_domain(host: str) -> str | None:
    """The domain its owner registered ("finance.yahoo.com" → "yahoo.com"); None for IP addresses, bare suffixes and single labels."""
    name = host.strip(".").lower()
    if not _HOST.fullmatch(name) or len(name) > MAX_HOST_LENGTH:
        return None
    # A last label that is a number makes the whole host an IP address, however it is written (WHATWG URL, host parsing).
    if _NUMERIC_LABEL.fullmatch(name.rpartition(".")[2]):
        return None
    found = _suffixes().privatesuffix(name)
    return str(found) if found else None


def country_of_host(url: str) -> str:
    """The ISO code of the country that a page's host ends in: GB of https://www.ons.gov.uk/; "" where it ends in none."""
    last = (host_of(url) or "").rpartition(".")[2]
    return "" if len(last) != _COUNTRY or last in _SOLD_TO_ALL else {"uk": "GB"}.get(last, last.upper())


def has_listed_suffix(name: str) -> bool:
    """Whether an ASCII name stands under a suffix of the list, and is not one itself."""
    return _suffixes().privatesuffix(name, accept_unknown=False) is not None


def matches_suffix(host: str, suffix: str) -> bool:
    """Whether ``host`` is ``suffix`` or one of its sub-domains; borders are label borders."""
    return bool(suffix) and (host == suffix or host.endswith("." + suffix))


def matching_suffix(host: str, suffixes: Container[str]) -> str | None:
    """The longest of ``suffixes`` that ``host`` ends with on a label border. Pass a set or mapping: cost is the host's labels."""
    rest = host
    while rest:
        if rest in suffixes:
            return rest
        rest = rest.partition(".")[2]
    return None


def _split(url: str) -> SplitResult | None:
    text = url.strip(" ")
    if len(text) > MAX_URL_LENGTH or _FORBIDDEN.search(text):
        return None
    scheme = _SCHEME.match(text)
    if not scheme:
        return None
    authority = _AUTHORITY_END.split(text[scheme.end() :], maxsplit=1)[0]
    if not authority or "@" in authority or "%" in authority or " " in authority:
        return None
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - reading it is what refuses a port that is no number from 0 to 65535
    except ValueError:
        return None
    return parts


def _ascii_host(parts: SplitResult) -> str | None:
    name = parts.hostname
    if not name:
        return None
    if ":" in name:
        return _ipv6(name)
    try:
        ascii_name = name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return None
    ascii_name = ascii_name.lower().removesuffix(".")
    if len(ascii_name) > MAX_HOST_LENGTH or not _HOST.fullmatch(ascii_name):
        return None
    return ascii_name


def _ipv6(name: str) -> str | None:
    try:
        return str(ipaddress.IPv6Address(name))
    except ValueError:
        return None


def _without_tracking(query: str) -> str:
    if not query:
        return ""
    kept = []
    for pair in query.split("&"):
        name = parse_qsl(pair, keep_blank_values=True)
        key = name[0][0].lower() if name else ""
        if pair and key not in _TRACKING_NAMES and not key.startswith(_TRACKING_PREFIXES):
            kept.append(quote(pair, safe=_QUERY_SAFE))
    return "&".join(kept)
