"""Words that mean the same or the opposite: WordNet for English, a list of our own for Chinese."""

from functools import cache

from verification.core.language.tables import read_rows

Pairs = dict[str, frozenset[str]]


def _both_ways(name: str) -> Pairs:
    found: dict[str, set[str]] = {}
    for one, other, *_ in read_rows("language", name):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _synonyms(lang: str) -> Pairs:
    return _both_ways(f"synonyms_{lang}")


@cache
def _antonyms(lang: str) -> Pairs:
    return _both_ways(f"antonyms_{lang}")


def synonyms(word: str, lang: str) -> frozenset[str]:
    """What says the same as ``word`` ("en": a lemma in lower case; "zh": simplified), without the word itself."""
    return _synonyms(lang).get(word, frozenset())


def antonyms(word: str, lang: str) -> frozenset[str]:
    """What says the opposite of ``word`` ("en": a lemma in lower case; "zh": simplified)."""
    return _antonyms(lang).get(word, frozenset())
