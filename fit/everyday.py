"""Words of every day that are rarer than the tables of frequency go, and frequent words that are names: what tells a name from a word."""

import calendar
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution, version
from pathlib import Path

import simplemma

from fit import wordnet
from fit.tables import Table, distinct
from fit.words import COMMON, zipf
from fit.words import SOURCE as FREQUENCY

# Zipf: one in ten million Chinese words and one in a million English ones; rarer ones make names: Halcyon. So do Chinese nouns: 稀土, 奶白.
_RAREST = {"en": 3.0, "zh": 2.0}
_RAREST_NOUN = 3.0
_LONGEST = 4
# Shorter ones are abbreviations oftener than names.
_SHORTEST = 4
_SOURCE = f"dictionary of jieba {version('jieba')} (parts of speech)"
# What names a person, a place, a body or a brand.
_NAMES = ("nr", "ns", "nt", "nz")
_NOUN = "n"
_DATES = frozenset(map(str.lower, (*calendar.month_name, *calendar.day_name)))


def tables() -> list[Table]:
    """The words of every day of both languages, and the frequent English names."""
    licence = f"{wordnet.LICENCE} AND CC-BY-SA-4.0"
    english = (wordnet.SOURCE, f"filtered by {FREQUENCY}")
    return [
        Table("language", "everyday_en", ("word",), english, licence, distinct((word,) for word in _rare("en") if _is_english_word(word))),
        Table("language", "everyday_zh", ("word",), (_SOURCE, f"filtered by {FREQUENCY}"), "MIT AND CC-BY-SA-4.0", distinct(_chinese())),
        Table("language", "names_en", ("word",), english, licence, distinct(_english_names())),
    ]


def _rare(lang: str) -> Iterator[str]:
    return (word for word, value in zipf(lang).items() if _RAREST[lang] <= value < COMMON)


@cache
def _written(*, is_small: bool) -> frozenset[str]:
    """The words of the dictionary: those written small, or the parts of what it writes with capitals."""
    entries = {word for part in wordnet.PARTS for synset in wordnet.synsets(part).values() for word in synset.words}
    if is_small:
        return frozenset(word for word in entries if word.islower() and word.isalpha())
    return frozenset(part.lower() for entry in entries for part in entry.split() if part.istitle() and part.isalpha())


def _is_english_word(word: str) -> bool:
    small = _written(is_small=True)
    return word.isalpha() and (word in small or simplemma.lemmatize(word, lang="en").lower() in small)


def _english_names() -> Iterator[tuple[str]]:
    """Frequent words that the dictionary has with a capital alone; days and months are no names of anybody."""
    for word, value in zipf("en").items():
        if value >= COMMON and len(word) >= _SHORTEST and word in _written(is_small=False) - _DATES and not _is_english_word(word):
            yield (word,)


def _chinese() -> Iterator[tuple[str]]:
    rare = frozenset(_rare("zh"))
    for line in _dictionary().read_text(encoding="utf-8").splitlines():
        word, _, part = line.split(" ")
        is_told = word in rare and 1 < len(word) <= _LONGEST and not part.startswith(_NAMES)
        if is_told and (zipf("zh")[word] >= _RAREST_NOUN or not part.startswith(_NOUN)):
            yield (word,)


def _dictionary() -> Path:
    """The file of the package, which need not be imported: it would read all of it."""
    return Path(str(distribution("jieba").locate_file("jieba/dict.txt")))
