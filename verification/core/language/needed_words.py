"""Patterns of many alternatives, sieved by words: where no word that a pattern needs stands in a text it need not be tried there.

A long alternation is tried at each place of a text, which takes a hundred times as long as to look whether one of its words stands in it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# What ``re`` takes for an "i" or an "s" without case, though ``str.lower`` does not.
_OTHER_CASE = frozenset("ıİſ")
_FEWEST = 2

Words = frozenset[str]


class Sieved:
    """The alternatives ``parts``, without case; ``search`` finds what ``re.search`` finds."""

    def __init__(self, parts: Sequence[str]) -> None:
        self._pattern = _compiled(parts)
        needed = [(part, words_needed(part)) for part in parts]
        self._words = tuple(sorted(frozenset().union(*(words for _, words in needed))))
        self._others = _compiled([part for part, words in needed if not words])

    def search(self, text: str, low: str) -> re.Match[str] | None:
        """``low`` is the text in lower case."""
        return self._pattern.search(text) if self._may_stand_in(text, low) else None

    def _may_stand_in(self, text: str, low: str) -> bool:
        for word in self._words:
            if word in low:
                return True
        return self._others.search(text) is not None or not (text.isascii() or _OTHER_CASE.isdisjoint(text))


def _compiled(parts: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in parts) or r"(?!)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def words_needed(pattern: str) -> Words:
    """Words in lower case of which one stands in every text that ``pattern`` finds, without case; none where that can't be told."""
    return _needed(parser.parse(pattern, re.IGNORECASE))


def _needed(tree: Sequence[tuple[Any, Any]]) -> Words:
    """Of all that has to stand there the words that tell most: the shortest of them is the longest."""
    return max(_choices(tree), key=_telling, default=frozenset())


def _telling(words: Words) -> int:
    return min(map(len, words), default=0)


def _choices(tree: Sequence[tuple[Any, Any]]) -> Iterator[Words]:
    run = ""
    for kind, value in (*tree, (code.AT, None)):
        if kind is code.LITERAL:
            run += chr(value).lower()
            continue
        if len(run) >= _FEWEST:
            yield frozenset((run,))
        run = ""
        if kind is code.SUBPATTERN or (kind in (code.MAX_REPEAT, code.MIN_REPEAT) and value[0] > 0):
            yield _needed(value[-1])
        elif kind is code.BRANCH:
            branches = [_needed(branch) for branch in value[1]]
            yield frozenset().union(*branches) if all(branches) else frozenset()
