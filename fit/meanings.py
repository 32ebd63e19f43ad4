"""Opposites and synonyms among common English words, from WordNet."""

from collections.abc import Iterator

from fit import wordnet
from fit.tables import Table, distinct
from fit.words import COMMON, zipf
from fit.words import SOURCE as FREQUENCY

_SENSES = 3  # a word's senses come in the order of how common they are
_SOURCES = (wordnet.SOURCE, f"filtered by {FREQUENCY}")


def _is_common(word: str) -> bool:
    return word.isalpha() and word.islower() and zipf("en").get(word, 0) >= COMMON


def _is_early(word: str, key: str) -> bool:
    """Whether the meaning is one of the first of the word."""
    return key in wordnet.senses(key[0]).get(word, ())[:_SENSES]


def _opposed() -> Iterator[tuple[str, str, str]]:
    for part in wordnet.PARTS:
        for key, synset in wordnet.synsets(part).items():
            for sign, other, own, their in synset.pointers:
                if sign != "!" or not own:
                    continue
                one, two = synset.words[own - 1], wordnet.synsets(other[0])[other].words[their - 1]
                if _is_common(one) and _is_common(two) and _is_early(one, key) and _is_early(two, other):
                    yield one, two, part


def antonyms() -> Table:
    """Both directions of each pair."""
    return Table("language", "antonyms_en", ("word", "antonym", "part"), _SOURCES, wordnet.LICENCE, distinct(_opposed()))


def _alike() -> Iterator[tuple[str, str, str]]:
    for part in ("n", "v"):
        for key, synset in wordnet.synsets(part).items():
            common = sorted(word for word in set(synset.words) if _is_common(word) and _is_early(word, key))
            yield from ((one, two, part) for one in common for two in common if one < two)


def synonyms() -> Table:
    """Each pair once, in the order of the alphabet: verbs and nouns that share one of the first meanings of both."""
    return Table("language", "synonyms_en", ("word", "synonym", "part"), _SOURCES, wordnet.LICENCE, distinct(_alike()))
