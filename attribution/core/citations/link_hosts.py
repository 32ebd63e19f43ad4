"""Hosts as people write them in running text: where one begins, where it ends, and whether it is one.

A host is read as one run of letters of any script, digits, dots, hyphens and underscores. Chinese, Japanese and Korean prose may
follow an ASCII host directly ("example.com的数据"); inside a host of those scripts ("例子.中国") it belongs to it.
"""

import ipaddress
import unicodedata
from functools import lru_cache

from verification.core.patterns import lazy_regex
from verification.core.sources.domains import has_listed_suffix

MAX_HOST = 253
# What may stand inside a host and not at its end: "www.example.org_".
ENDS_NO_HOST = "-_"
# Letters of scripts without spaces, and the wide forms of Latin ones.
CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3040-\u30ff\u3130-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff00-\uffef"
)
# Punctuation outside ASCII that ends whatever link stands before it.
STOPS = (
    "\u2014\u2015\u2018-\u201f\u2026\u2028-\u202f\u2066-\u2069\u200b\u2060\ufeff\u3000-\u3004\u3008-\u3020\u3030\u30fb\uff01-\uff0f"
    "\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u00ab\u00bb"
)
# A joiner between two signs makes one sign of them.
_LETTER = rf"(?:[A-Za-z0-9_-]|(?<=[^\x00-\x7f])\u200d(?=[^\x00-\x7f])|[^\x00-\x7f\s\x80-\xa0{STOPS}\u2000-\u2027\u2030-\u205e])"
HOST_RUN = lazy_regex(rf"{_LETTER}+(?:\.{_LETTER}+)*")
_ASCII_HOST = lazy_regex(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_IS_CJK = lazy_regex(f"[{CJK}]")
_NUMERIC = lazy_regex(r"[\d.]+")
_WITH_DIGIT = lazy_regex(r"(?=.*[a-z])(?=.*\d)")
_TICKER = lazy_regex(r"[A-Z0-9]{1,6}\.[A-Z]{2}")
_LITERAL = lazy_regex(r"\[(?P<address>[0-9A-Fa-f:.]{2,45})\]")
# Letters, marks, numbers, and pictures ("✪df.ws"), which registries of some countries sell; other symbols are let in one by one.
_IN_NAMES = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "So"))

# Endings of files that are also endings of domains: "README.md" and "run.sh" are named far more often than Moldovan or Saint
# Helenian sites. A path, "www." or a scheme still makes a link of them.
_FILE_ENDINGS = frozenset({"md", "py", "sh", "rs", "pl", "ps", "zip", "mov", "cab", "do", "cpp"})

_COMMON = frozenset({"com", "org", "net", "edu", "gov", "int", "cn", "uk", "de", "jp", "eu"})


def host_with_scheme(text: str, start: int, end: int) -> int | None:
    """Where the host ends that begins at ``start`` behind a scheme; None where there is none."""
    if literal := _LITERAL.match(text, start, min(end, start + MAX_HOST)):
        return literal.end() if _is_ipv6(literal.group("address")) else None
    run = HOST_RUN.match(text, start, min(end, start + MAX_HOST))
    if run is None:
        return None
    name = text[start : _without_prose(text, start, run.end())].rstrip(ENDS_NO_HOST)
    if name.startswith(("-", "_")) or not _is_plausible(name):
        return None
    return start + len(name)


def host_without_scheme(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]``, a run of ASCII or accented letters, is a name under a known top-level domain."""
    name = text[start:end]
    if "." not in name or len(name) > MAX_HOST or not _is_plausible(name):
        return False
    labels = name.split(".")
    last = labels[-1]
    if last.istitle() and last.lower() not in _COMMON and labels[-2][0].islower():
        return False  # "prices.It", "lead.Here": a full stop without a space
    # "www." says that a link is meant, whatever the endings known today; so GitHub reads it.
    is_meant = labels[0].lower() == "www" and len(labels) > 2 and last.isalpha()
    return is_meant or (is_registrable(name.lower()) and name.lower() != "www")


def is_file_or_share(name: str) -> bool:
    """Whether a bare name without a path more likely names a file ("README.md"), a share ("000408.SZ") or an hour."""
    if _TICKER.fullmatch(name):
        return True
    *labels, last = name.lower().split(".")
    is_time_or_word = last == "am" and not _WITH_DIGIT.match(labels[-1])  # "7.am", "here I.am"
    return labels[0] != "www" and (last in _FILE_ENDINGS or is_time_or_word)


def is_common(name: str) -> bool:
    """Whether a name stands under a domain that is hardly a word of a program ("logging.info", "asyncio.run")."""
    return name.lower().rpartition(".")[2] in _COMMON


def is_under_listed_suffix(name: str) -> bool:
    """Whether the last label of a name of any script is listed as a public suffix."""
    return name.count(".") > 1 and is_registrable(f"a.{name.rpartition('.')[2].lower()}")


@lru_cache(maxsize=8_192)
def is_registrable(name: str) -> bool:
    """Whether a lower-case name stands under a public suffix that is listed, and is not one itself."""
    try:
        ascii_name = name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return False
    return has_listed_suffix(ascii_name)


def is_address(name: str) -> bool:
    """Whether a name is an IPv4 address in its common writing."""
    if not _NUMERIC.fullmatch(name):
        return False
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True


def _is_ipv6(address: str) -> bool:
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return True


def _without_prose(text: str, start: int, end: int) -> int:
    """The end of a host that Chinese prose may follow directly: an ASCII name under a known suffix is whole as it stands."""
    ascii_run = _ASCII_HOST.match(text, start, end)
    if ascii_run is None or ascii_run.end() == end or not _IS_CJK.match(text, ascii_run.end()):
        return end
    name = ascii_run.group()
    if "." in name and (is_registrable(name.lower()) or is_address(name)):
        return ascii_run.end()
    if name == "localhost":
        return ascii_run.end()
    return end


def _is_plausible(name: str) -> bool:
    """Labels as registries allow them; an underscore only in front of the registered name (twitter-text has the same rule)."""
    labels = name.split(".")
    for place, label in enumerate(reversed(labels)):
        if not label or len(label) > 63 or label[0] == "-" or label[-1] == "-":
            return False
        if "_" in label and (place < 2 or label[0] == "_" or label[-1] == "_"):
            return False
        if not label.isascii() and (label.lower().startswith("xn--") or not _is_written_with_letters(label)):
            return False
    return not _NUMERIC.fullmatch(name) or is_address(name)


def _is_written_with_letters(label: str) -> bool:
    """Letters, marks, numbers and pictures, and at most as many other symbols."""
    others = sum(1 for letter in label if unicodedata.category(letter) not in _IN_NAMES and letter not in "-_")
    return 2 * others <= len(label)
