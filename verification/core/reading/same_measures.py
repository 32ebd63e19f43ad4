"""Whether two phrases name the very same measure: "jobless rate" and "unemployment rate", 社零 and 社会消费品零售总额.

The rows of ``measures.tsv`` are wider: one row holds whatever a general word may stand for, the output of steel and of crude oil.
"""

from functools import cache, lru_cache

from verification.core.language.tables import read_rows
from verification.core.language.texts import is_han
from verification.core.reading.measure_words import chinese_key, english_key, qualifiers_of

_Meaning = tuple[int, frozenset[str]]


def are_same(one: str, other: str) -> bool:
    """Whether both mean the same and are narrowed alike; False where the table has not both."""
    mine = _meaning(one)
    return mine is not None and mine == _meaning(other)


@cache
def _rows() -> tuple[dict[str, int], dict[tuple[str, ...], int]]:
    """By each writing the number of its row."""
    chinese: dict[str, int] = {}
    english: dict[tuple[str, ...], int] = {}
    for number, (zh, en, _reason) in enumerate(read_rows("reading", "same_measures")):
        for written in zh.split("; "):
            chinese.setdefault(chinese_key(written), number)
        for written in en.split("; "):
            english.setdefault(english_key(written), number)
            if " " not in written and written.isupper():  # GDP, EPS: both languages write them
                chinese.setdefault(chinese_key(written), number)
    return chinese, english


@lru_cache(maxsize=8192)
def _meaning(words: str) -> _Meaning | None:
    """The row of the longest writing at the end of a phrase, with what narrows it before that; None where anything else stands there."""
    chinese, english = _rows()
    found: int | None
    if any(map(is_han, words)):
        key = chinese_key(words)
        start = next((at for at in range(len(key)) if key[at:] in chinese), len(key))
        found, before = chinese.get(key[start:]), key[:start]
    else:
        keys = english_key(words)
        start = next((at for at in range(len(keys)) if keys[at:] in english), len(keys))
        found, before = english.get(keys[start:]), " ".join(keys[:start])
    narrowing = qualifiers_of(before)
    return (found, narrowing) if found is not None and (narrowing or not before) else None
