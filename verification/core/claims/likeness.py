"""How much of an English claim's words a passage has, in the same or in other words: each word counts by how rare it is in the language.

Chinese is compared by pairs of letters (``passages``) and gets zeros here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.lexicon import STOP_WORDS
from verification.core.language.relations import antonyms, synonyms
from verification.core.patterns import lazy_regex

_WORD = lazy_regex(r"[a-z][a-z'’-]*[a-z]|[a-z]", re.IGNORECASE)
# A word that stands in every text has about 7 of these points, one that nobody knows 0.
_COMMONEST = 7.0
_BY_SYNONYM, _BY_STEM = 0.8, 0.6
_STEM = 5
_MOST = 6


@lru_cache(maxsize=65_536)
def rarity(word: str) -> float:
    """From 0 for the commonest words to 1."""
    return max(0.0, 1 - zipf(word, "en") / _COMMONEST)


def words_of(text: str) -> frozenset[str]:
    """The lemmas of the words that tell something."""
    return frozenset(lemma(word.casefold()) for word in _WORD.findall(text)) - STOP_WORDS


def likeness_features(claim: str, passage: str, elsewhere: str) -> dict[str, float]:
    """The words of ``claim`` in the nearest ``passage`` and in all that was read around (``elsewhere``)."""
    wanted = {word: rarity(word) for word in words_of(claim)}
    near, around = words_of(passage), words_of(elsewhere)
    close = dict(_met(wanted, near))
    anywhere = dict(_met(wanted, near | around))
    missing = [weight for word, weight in wanted.items() if not close[word]]
    return {
        "like_near": _share(wanted, close),
        "like_around": _share(wanted, anywhere),
        "like_exact": _share(wanted, {word: float(word in near) for word in wanted}),
        "unlike_most": max(missing, default=0.0),
        "unlike_around": max((weight for word, weight in wanted.items() if not anywhere[word]), default=0.0),
        "unlike_sum": min(float(_MOST), sum(missing)),
        "unlike_contrary": float(sum(bool(antonyms(word, "en") & near) for word in wanted if word not in near)),
        "like_back": _share({word: rarity(word) for word in near}, dict(_met(dict.fromkeys(near, 1.0), frozenset(wanted)))),
    }


def _met(wanted: Iterable[str] | Mapping[str, float], held: frozenset[str]) -> Iterator[tuple[str, float]]:
    """How well each word is met: by itself, by a synonym, by a word of its stem."""
    stems = {word[:_STEM] for word in held if len(word) > _STEM}
    for word in wanted:
        if word in held:
            yield word, 1.0
        elif synonyms(word, "en") & held:
            yield word, _BY_SYNONYM
        else:
            yield word, _BY_STEM if len(word) > _STEM and word[:_STEM] in stems else 0.0


def _share(weights: Mapping[str, float], met: Mapping[str, float]) -> float:
    whole = sum(weights.values())
    return sum(weight * met[word] for word, weight in weights.items()) / whole if whole else 0.0
