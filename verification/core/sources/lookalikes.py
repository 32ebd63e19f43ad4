"""Names that read like a trusted one: what a person has to look at before a domain joins the whitelist.

Compared is the name that somebody registered: ``notreuters`` of notreuters.com. Nothing here says that a name is bad; it says why
a reader could take it for another. Letters that look alike follow Unicode's confusables (UTS 39), cut down to those that occur in
domain names.
"""

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from verification.core.sources.domains import matches_suffix, registrable_domain

MIN_NEIGHBOUR = 5  # shorter names have too many honest neighbours: sse and szse, cnbc and cnbb
MIN_CONTAINED = 5


class NameLikeness(StrEnum):
    """How a name is like a listed one, the most telling first."""

    CONFUSABLE = "confusable"
    MIXED_SCRIPTS = "mixed_scripts"
    EMBEDDED = "embedded"
    OTHER_ENDING = "other_ending"
    NEIGHBOUR = "neighbour"
    CONTAINED = "contained"
    NESTED = "nested"
    COVERS = "covers"


class Lookalike(NamedTuple):
    """``listed`` is the domain of the whitelist that the name is like; empty where the name is odd by itself."""

    likeness: NameLikeness
    listed: str


_CONFUSABLES = str.maketrans(
    {
        "а": "a", "ɑ": "a", "α": "a", "в": "b", "ь": "b", "с": "c", "ϲ": "c", "ԁ": "d", "е": "e", "ё": "e", "є": "e", "ε": "e",
        "ғ": "f", "ƒ": "f", "ɡ": "g", "ց": "g", "һ": "h", "հ": "h", "н": "h", "і": "i", "ї": "i", "ı": "i", "ι": "i", "ɩ": "i",
        "ј": "j", "к": "k", "κ": "k", "ӏ": "l", "ł": "l", "м": "m", "п": "n", "η": "n", "ո": "n", "о": "o", "ο": "o", "σ": "o",
        "օ": "o", "ø": "o", "р": "p", "ρ": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "τ": "t", "υ": "u", "ս": "u", "ц": "u",
        "ν": "v", "ѵ": "v", "ѡ": "w", "ω": "w", "ԝ": "w", "х": "x", "χ": "x", "у": "y", "γ": "y", "ү": "y", "ʏ": "y", "ᴢ": "z",
        "đ": "d", "ħ": "h", "ŧ": "t", "0": "o", "1": "l", "i": "l", "3": "e", "5": "s", "8": "b", "9": "g", "6": "b", "4": "a",
        "7": "t", "2": "z",
    }
)  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("-", ""), ("_", ""))


def find_lookalikes(host: str, listed: Iterable[str]) -> tuple[Lookalike, ...]:
    """Each listed domain that ``host`` (lower-case ASCII) could be taken for, or stands in or above; the most telling first.

    A domain that is listed itself is like nothing.
    """
    known = tuple(dict.fromkeys(listed))
    if host in known:
        return ()
    found = [Lookalike(NameLikeness.MIXED_SCRIPTS, "")] if _mixes_scripts(host) else []
    for other in known:
        likeness = _likeness(host, other)
        if likeness is not None:
            found.append(Lookalike(likeness, other))
    order = list(NameLikeness)
    return tuple(sorted(found, key=lambda one: (order.index(one.likeness), one.listed)))


def _likeness(host: str, other: str) -> NameLikeness | None:
    if matches_suffix(host, other):
        return NameLikeness.NESTED
    if matches_suffix(other, host):
        return NameLikeness.COVERS
    own, theirs = registrable_domain(host), registrable_domain(other)
    if own is None or theirs is None or own == theirs:
        return None
    if f".{other}." in f".{host}" or f".{theirs}." in f".{host}":
        return NameLikeness.EMBEDDED
    return _compare_names(own, theirs)


def _compare_names(own: str, theirs: str) -> NameLikeness | None:
    """Of two registered domains, by the name before the public suffix."""
    name, known = own.partition(".")[0], theirs.partition(".")[0]
    if name == known:
        return NameLikeness.OTHER_ENDING
    if _skeleton(name) == _skeleton(known):
        return NameLikeness.CONFUSABLE
    if len(known) >= MIN_NEIGHBOUR and _is_one_letter_off(_readable(name), known):
        return NameLikeness.NEIGHBOUR
    if len(known) >= MIN_CONTAINED and (known in name or _skeleton(known) in _skeleton(name)):
        return NameLikeness.CONTAINED
    return None


def foreign_letters_in(host: str) -> str:
    """``host`` with its Punycode decoded, where a label mixes plain letters with others (``fderalreserveʗ.gov``); else empty."""
    labels = [_readable(label) for label in host.split(".")]
    mixed = [label for label in labels if any(map(_is_plain, label)) and any(sign.isalpha() and not _is_plain(sign) for sign in label)]
    return ".".join(labels) if mixed else ""


def _is_plain(sign: str) -> bool:
    return sign.isascii() and sign.isalpha()


def _readable(label: str) -> str:
    """A label as a browser may show it: Punycode is decoded."""
    if not label.startswith("xn--"):
        return label
    try:
        return label.encode("ascii").decode("idna")
    except UnicodeError:
        return label


@lru_cache(maxsize=8_192)
def _skeleton(label: str) -> str:
    """What a label looks like: without accents, look-alike letters and digits as one, hyphens dropped."""
    decomposed = unicodedata.normalize("NFKD", _readable(label)).lower()
    text = "".join(character for character in decomposed if not unicodedata.combining(character))
    text = text.translate(_CONFUSABLES)
    for written, seen in _PAIRS:
        text = text.replace(written, seen)
    return text


def _is_one_letter_off(a: str, b: str) -> bool:
    """Whether one letter put in, left out, changed, or swapped with its neighbour makes ``a`` of ``b``."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    rest_a, rest_b = a[start:], b[start:]
    if len(a) == len(b):
        swapped = rest_a[:2] == rest_b[1::-1] and rest_a[2:] == rest_b[2:]
        return rest_a[1:] == rest_b[1:] or (len(rest_b) > 1 and swapped)
    return rest_a[1:] == rest_b if len(a) > len(b) else rest_a == rest_b[1:]


def _mixes_scripts(host: str) -> bool:
    """Whether one label holds letters of Latin and of a script that is written to look like it (Cyrillic, Greek, Armenian, Cherokee)."""
    for label in host.split("."):
        scripts = {unicodedata.name(character, "").partition(" ")[0] for character in _readable(label) if character.isalpha()}
        if "LATIN" in scripts and scripts & {"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}:
            return True
    return False
