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


def _in_groups(name: str) -> Pairs:
    """Rows that name the head of a group and a member: each word with the rest of its groups."""
    groups: dict[str, set[str]] = {}
    for head, member, *_ in read_rows("language", name):
        groups.setdefault(head, {head}).add(member)
    found: dict[str, set[str]] = {}
    for group in groups.values():
        for word in group:
            found.setdefault(word, set()).update(group - {word})
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _synonyms(lang: str) -> Pairs:
    """English pairs share one of their commonest meanings and no more; Chinese groups are ours, and hold as a whole."""
    return _in_groups("synonyms_zh") if lang == "zh" else _both_ways("synonyms_en")


@cache
def _antonyms(lang: str) -> Pairs:
    return _both_ways(f"antonyms_{lang}")


def synonyms(word: str, lang: str) -> frozenset[str]:
    """What says the same as ``word`` ("en": a lemma in lower case; "zh": simplified), without the word itself."""
    return _synonyms(lang).get(word, frozenset())


def antonyms(word: str, lang: str) -> frozenset[str]:
    """What says the opposite of ``word`` ("en": a lemma in lower case; "zh": simplified)."""
    return _antonyms(lang).get(word, frozenset())
