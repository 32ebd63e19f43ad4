"""English words and names with their Chinese ones, and the reverse."""

from collections.abc import Iterator, Sequence
from functools import cache

from verification.core.language.lemmas import lemma
from verification.core.language.tables import read_rows

LONGEST_CHINESE = 10
LONGEST_ENGLISH = 4
_MOST = 12


def _rows() -> Iterator[tuple[list[str], list[str]]]:
    """English and Chinese words that stand for each other, those written by hand first."""
    for chinese, english, _ in read_rows("language", "news_words"):
        yield english.split("; "), chinese.split("; ")
    for words, others in read_rows("language", "dictionary"):
        yield [words], others.split("; ")


@cache
def _chinese() -> dict[tuple[str, ...], tuple[str, ...]]:
    """By the lemmas of English words in lower case, and by names as they are written."""
    found: dict[tuple[str, ...], list[str]] = {}
    for english, chinese in _rows():
        for words in english:
            found.setdefault(_key(words), []).extend(word for word in chinese if len(word) > 1)
    return {key: tuple(dict.fromkeys(words))[:_MOST] for key, words in found.items() if key and words}


def _key(words: str) -> tuple[str, ...]:
    pieces = words.replace("-", " ").replace("'s", " s").split()
    return tuple(piece if piece[0].isupper() else lemma(piece) for piece in pieces)


@cache
def _english() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for english, chinese in _rows():
        for word in chinese:
            found.setdefault(word, []).extend(english)
    return {word: tuple(dict.fromkeys(words))[:_MOST] for word, words in found.items()}


def chinese_of(words: Sequence[str]) -> tuple[str, ...]:
    """The Chinese words for English ones as they are written, the commonest first; () where none is known.

    Words with capitals may be a name or begin a sentence; a name is never written without.
    """
    plain = _chinese().get(tuple(lemma(word.lower()) for word in words), ())
    return plain or _chinese().get(tuple(words), ())


def english_of(word: str) -> tuple[str, ...]:
    """The English words for a Chinese one in simplified signs; () where none is known. The first is "" where English says nothing."""
    return _english().get(word, ())


def written_as(name: str) -> tuple[str, ...]:
    """How dictionaries write a name in the other language ("Trump" as 特朗普, 特朗普 as "Trump"); () where they have it as no name.

    ``name``: in Chinese in simplified signs, in English with its capitals.
    """
    english = english_of(name)
    if english:
        return english if all(word[:1].isupper() for word in english) else ()
    return _chinese().get(tuple(name.split()), ()) if name[:1].isupper() else ()
