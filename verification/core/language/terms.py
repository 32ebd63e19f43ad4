"""The words of a text as the local full-text index stores them, equal on every database.

Han, kana and hangul have no spaces: a run of them becomes its overlapping pairs (利率 is one term, 基准利率 is 基准, 准利, 利率), a run of
one character stays alone; traditional Chinese is stored as simplified. Latin words are lower-case and lightly stemmed (rates and rate are
one), numbers lose their separators.
"""

import re
import unicodedata

from verification.core.language.script import to_simplified
from verification.core.patterns import lazy_regex

MAX_INDEXED_CHARACTERS = 50_000
MAX_TERM_CHARACTERS = 40

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = lazy_regex(rf"[{_UNSPACED}]+|\d+(?:[.,]\d+)*|[^\W\d_{_UNSPACED}]+")
_IS_UNSPACED = lazy_regex(rf"[{_UNSPACED}]")
_GROUPING = lazy_regex(r",(?=\d{3}(?!\d))")
_BLANK = lazy_regex(r"[是为达至约]?\s?_{2,}")

# What asks, and what every page says: neither tells one page from another.
_QUESTION_CHINESE = lazy_regex(r"是多少|为多少|有多少|多少|什么|哪些|哪个|几个|是否|请问|目前|当前|最新|现在|的|[吗呢?？]")
_STOP_WORDS = frozenset(
    {
        "a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "with", "from", "and", "or", "is", "are", "was", "were", "be", "been",
        "has", "have", "had", "do", "does", "did", "will", "would", "it", "it's", "its", "this", "that", "these", "those", "as", "than",
        "what", "which", "who", "how", "much", "many", "when", "where", "current", "currently", "latest", "now", "today", "s",
    }
)  # fmt: skip


def index_terms(text: str) -> list[str]:
    """The terms of ``text`` in their order, with repeats; nothing beyond ``MAX_INDEXED_CHARACTERS``."""
    folded = to_simplified(unicodedata.normalize("NFKC", text[:MAX_INDEXED_CHARACTERS]).lower())
    terms: list[str] = []
    for token in _TOKEN.findall(folded):
        if _IS_UNSPACED.match(token):
            terms.extend(_pairs(token))
        elif token[0].isdigit():
            terms.append(_GROUPING.sub("", token)[:MAX_TERM_CHARACTERS])
        else:
            terms.append(stem(token)[:MAX_TERM_CHARACTERS])
    return terms


def query_terms(text: str) -> tuple[str, ...]:
    """The distinct terms worth searching for, in their order: blanks, question words and stop words say nothing."""
    folded = to_simplified(unicodedata.normalize("NFKC", text).lower())
    asked = _QUESTION_CHINESE.sub(" ", _BLANK.sub(" ", folded))
    kept = " ".join(word for word in re.split(r"\s+", asked) if word.strip(".,;:!'\"()") not in _STOP_WORDS)
    return tuple(dict.fromkeys(term for term in index_terms(kept) if term not in _STOP_WORDS))


def is_unspaced(term: str) -> bool:
    """Whether a term comes from a script without spaces."""
    return _IS_UNSPACED.match(term) is not None


def stem(word: str) -> str:
    """The singular of an English word by its ending (Harman's S-stemmer): policies → policy, rates → rate, prices → price."""
    if not word.isascii() or len(word) < 4:
        return word
    if word.endswith("ies") and word[-4] not in "ae":
        return word[:-3] + "y"
    if word.endswith("es") and word[-3] not in "aeo":
        return word[:-1]
    if word.endswith("s") and word[-2] not in "us":
        return word[:-1]
    return word


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]
