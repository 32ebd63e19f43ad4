"""Text as support reads it: every word under the form in which it is compared, single Chinese letters, and what each weighs.

A word is compared by its root ("production" and "produced" are one), irregular forms and close synonyms by one member of their group.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from verification.core.claims.synonyms import SAME_WORDS
from verification.core.claims.vocabulary import COMMON_WORDS, STOP_WORDS, VERY_COMMON_WORDS
from verification.core.language.terms import stem
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_MARKS = "\u0300-\u036f"
_TOKEN = lazy_regex(rf"\d+(?:[.,]\d+)*|[{_HAN}]|(?:[a-z]\.){{2,}}|[^\W\d_{_HAN}](?:[^\W\d_{_HAN}]|[{_MARKS}])*")
_FILLERS = frozenset("的了是在和与及或于对为由将把被从到向就也都而且其该此这那个位名种项件等中上下里并已经又还有以之所他她它们我你不说着过")
_MIN_ROOT = 4
# Longest first; what is left keeps at least four letters.
_ENDINGS = (
    "ization", "isation", "fulness", "ousness", "iveness", "ational", "ations", "ation", "ition", "itive", "ement", "ment", "ness", "ance",
    "ence", "ancy", "ency", "able", "ible", "ably", "ibly", "ally", "ical", "tion", "sion", "ity", "ive", "ous", "ism", "ist", "ian", "ial",
    "ize", "ise", "ify", "ate", "al", "ic", "er", "or", "ly", "y", "e",
)  # fmt: skip
_INITIALS = {"u.s.": "usa"}
_PLAIN_ENDINGS = ("ing", "ed")
_WEIGHTS = (0.0, 0.45, 0.75, 1.0)


def tokens_in(folded: str, start: int, end: int) -> list[str]:
    """The keys of the words, numbers and Chinese letters of a folded text between two places, in order."""
    return [key_of(token) for token in _TOKEN.findall(folded, start, end)]


def tokens_of(text: str) -> list[str]:
    """The keys of all words, numbers and Chinese letters of ``text``, in order."""
    return [key_of(token) for token in _TOKEN.findall(fold(text))]


def token_spans(text: str) -> list[tuple[str, int, int]]:
    """As ``tokens_of``, each with its place in ``text``."""
    return [(key_of(match.group()), match.start(), match.end()) for match in _TOKEN.finditer(fold(text))]


def terms_of(tokens: Sequence[str]) -> list[str]:
    """The content terms of a run of keys: words that tell something, numbers, and overlapping pairs of Chinese letters."""
    found = []
    before = ""
    for token in tokens:
        if is_han(token):
            if before:
                found.append(before + token)
            before = token
        else:
            before = ""
            if token not in STOP_WORDS:
                found.append(token)
    return found


@lru_cache(maxsize=65_536)
def key_of(token: str) -> str:
    """The form under which a folded word or number is compared."""
    if token[0].isdigit():
        return _number_key(token)
    if len(token) == 1 or token in STOP_WORDS:
        return token
    if not token.isascii():
        token = "".join(letter for letter in unicodedata.normalize("NFKD", token) if not unicodedata.combining(letter)) or token
    token = _INITIALS.get(token, token.replace(".", ""))
    if token in _CANON:
        return _CANON[token]
    root = root_of(token)
    return _CANON.get(root, root)


@lru_cache(maxsize=65_536)
def weight_of(term: str) -> float:
    """From 0 (says nothing) to 1; a pair of Chinese letters with a function letter weighs little."""
    if is_han(term[0]):
        fillers = (term[0] in _FILLERS) + (term[-1] in _FILLERS)
        return (1.0, 0.4, 0.1)[fillers]
    return _WEIGHTS[_rarity(term)]


def is_han(token: str) -> bool:
    """Whether a key is a Chinese letter or a pair of them."""
    return "\u3400" <= token[0] <= "\u9fff" or "\uf900" <= token[0] <= "\ufaff"


def root_of(word: str) -> str:
    """The root of an English word by its endings; words of other scripts and short words are their own."""
    if not word.isascii() or len(word) <= _MIN_ROOT:
        return stem(word)
    root = _without_plain_ending(stem(word))
    for _ in range(2):
        ending = next((ending for ending in _ENDINGS if root.endswith(ending) and len(root) - len(ending) >= _MIN_ROOT), None)
        if ending is None:
            break
        root = root[: -len(ending)]
    return root[:-1] if root.endswith(("ct", "ss")) and len(root) > _MIN_ROOT else root


def _without_plain_ending(word: str) -> str:
    for ending in _PLAIN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word
    return word


def _number_key(token: str) -> str:
    """Without needless zeros; with its separator, so that 1,950 is not the year 1950 (figures are compared by value, elsewhere)."""
    if "," in token:
        return token
    bare = token
    if "." in bare:
        bare = bare.rstrip("0").rstrip(".")
    return bare.lstrip("0") or "0"


def _rarity(term: str) -> int:
    if term in STOP_WORDS:
        return 0
    if term in _VERY_COMMON:
        return 1
    return 2 if term in _COMMON else 3


def _build_canon() -> dict[str, str]:
    canon: dict[str, str] = {}
    for group in SAME_WORDS:
        words = group.split()
        for word in words:
            canon.setdefault(word, words[0])
            canon.setdefault(root_of(word), words[0])
    return canon


_CANON = _build_canon()
_VERY_COMMON = frozenset(key_of(word) for word in VERY_COMMON_WORDS)
_COMMON = frozenset(key_of(word) for word in COMMON_WORDS)
