"""The words of a text as attribution compares them: stems of alphabetic scripts, pairs of Chinese letters, the digits of numbers.

A number is known by its significant digits alone ("3.2万亿" and "32,000亿" are both 32), so that it can be looked up before it is read.
"""

import re
from collections.abc import Iterator, Set
from functools import cache, lru_cache
from typing import NamedTuple

from verification.core.language.lexicon import GENERIC_WORDS, STOP_WORDS, canonical_word
from verification.core.language.tables import read_rows
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
# Initials may have stops: U.S., U.K.; what is non-vested is no more vested than what is unvested.
_WORDS = rf"(?<![^\W_])non-\s?[a-z]{{2,}}|(?<![^\W_])[a-z](?:\.[a-z])+(?![^\W_])|[^\W\d_{_HAN}]+|\d+(?:[.,]\d+)*|[{_HAN}]+"
_INITIALS = lazy_regex(r"[A-Z]{2,4}")
_NAME = lazy_regex(r"[A-Z][a-z]+(?:\s(?:of|[A-Z][a-z]+))+")
_FIRST_UNSPACED = "\u3040"
# Words that a table may have for a label.
_LABELS = frozenset(["other", "others", "total"])
_ENGLISH_FILLERS = (STOP_WORDS - _LABELS) | frozenset(["respectively", "following", "include", "included", "does"])
# Letters of which a pair of nothing else tells nothing.
_CHINESE_FILLERS = frozenset("的了是在和与及或而且也都就还又这那其之于以为有对从到被把将等个些每所由")
# An ending of nouns, what their verbs end with there, and the shortest root that is one.
_NOUN_ENDINGS = (("ization", "iz", 5), ("isation", "is", 5), ("ion", "", 5), ("ment", "", 5), ("anc", "", 4))
NUMBER = "#"


class Term(NamedTuple):
    """One term at ``start:end`` of the text; ``at`` counts the content terms before it. Numbers begin with ``NUMBER``."""

    key: str
    start: int
    end: int
    at: int


def terms_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Term]:
    """The terms of ``text[start:end]`` in their order, without words that say nothing."""
    at = 0
    for match in _pattern().finditer(fold(text), start, len(text) if end is None else end):
        word, begin = match.group(), match.start()
        if word[0] >= _FIRST_UNSPACED:
            for index in range(max(1, len(word) - 1)):
                pair = word[index : index + 2]
                if not is_filler(pair):
                    yield Term(pair, begin + index, begin + index + len(pair), at)
                at += 1
            continue
        key = term_key(word)
        if key:
            yield Term(key, begin, match.end(), at)
            at += 1


def known_terms(text: str, wanted: Set[str]) -> Iterator[Term]:
    """As ``terms_of``, only those in ``wanted``: what a long document is read for."""
    at = 0
    for match in _pattern().finditer(fold(text)):
        word, begin = match.group(), match.start()
        if word[0] < _FIRST_UNSPACED:
            key = term_key(word)
            if key:
                if key in wanted:
                    yield Term(key, begin, match.end(), at)
                at += 1
            continue
        last = max(1, len(word) - 1)
        for index in range(last):
            if (pair := word[index : index + 2]) in wanted:
                yield Term(pair, begin + index, begin + index + len(pair), at + index)
        at += last


@lru_cache(maxsize=32_768)
def term_key(word: str) -> str:
    """The form under which a folded word, number or name of a country is compared; empty where it says nothing."""
    if word[0].isdigit():
        return NUMBER + significant_digits(word)
    if word.startswith("non-"):
        word = "non" + word[4:].lstrip()
    elif " " in word:
        word = _initials()[word]
    return "" if word in _ENGLISH_FILLERS else _without_noun_ending(canonical_word(word))


def _without_noun_ending(root: str) -> str:
    """The root of a verb of which a long noun is made: operations are what operates. Words of every report stay as they are known."""
    for ending, kept, least in _NOUN_ENDINGS:
        verb = root.removesuffix(ending).removesuffix("e") + kept
        if root.endswith(ending) and len(verb) >= least and root not in GENERIC_WORDS:
            return verb
    return root


@cache
def _pattern() -> re.Pattern[str]:
    """What a term is in a folded text."""
    names = "|".join(sorted(map(re.escape, _initials()), key=len, reverse=True))
    return re.compile(rf"\b(?:{names})\b|{_WORDS}")


@cache
def _initials() -> dict[str, str]:
    """The countries that are called by initials as well, by their folded names: "united states" is "us". A name that holds that of
    another country is not among them."""
    rows = [row for table in ("places", "place_aliases") for row in read_rows("subjects", table)]
    names = {name: code for name, lang, kind, code, *_ in rows if (lang, kind) == ("en", "territory")}
    found = {}
    for name, code in names.items():
        initials = "".join(letter for letter in name if letter.isupper())
        if (
            _NAME.fullmatch(name)
            and names.get(initials) == code
            and _INITIALS.fullmatch(initials)
            and names.keys().isdisjoint(name.split())
        ):
            found[fold(name)] = initials.lower()
    return found


def is_filler(pair: str) -> bool:
    """Whether a pair of Chinese letters only joins words."""
    return all(letter in _CHINESE_FILLERS for letter in pair)


def significant_digits(number: str) -> str:
    """The digits that count: 32 for "3.2" and "32,000", 0 for "0.00"."""
    digits = number.replace(",", "").replace(".", "").strip("0")
    return digits or "0"
