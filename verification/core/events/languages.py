"""In which language a message is written: the frames of events are English and Chinese, and read nothing else."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from verification.core.language.frequency import zipf
from verification.core.language.tables import read_rows
from verification.core.patterns import lazy_regex

MAX_READ = 4_000
# Small words that names hold too (El Salvador, Banco de Chile) tell of a language where several stand there.
LEAST_WORDS, LEAST_SHARE = 2, 0.2
_LETTER = lazy_regex(r"[^\W\d_]")
# Everything but Latin letters and Chinese signs: Greek to Thai and beyond, kana, Hangul.
_FOREIGN = lazy_regex(r"[\u0370-\u1dff\u3041-\u30ff\u3130-\u318f\ua000-\ua4cf\ua840-\uabff\uac00-\ud7ff\uff66-\uff9f]")
# The particles of Japanese; の alone decorates Chinese shop signs.
_PARTICLE = lazy_regex(r"[がをはにでへも]")
_WORD = lazy_regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NO_WORD = lazy_regex(r"\S*[/@+=\d]\S*|www\.\S+")
_ELISION = lazy_regex(r"^(?:l|d|j|n|s|c|qu|dell|all|nell)['’](?=[^\W\d_]{2})", re.IGNORECASE)


def is_other_language(text: str) -> bool:
    """Whether a message is in neither English nor Chinese: by its letters, else by the small words that no sentence does without."""
    head = text[:MAX_READ]
    if _PARTICLE.search(head) or len(_FOREIGN.findall(head)) >= LEAST_SHARE * max(1, len(_LETTER.findall(head))):
        return True
    written = _WORD.findall(_NO_WORD.sub(" ", head))
    words = [word.casefold() for word in written]
    found = Counter(language for word in words for language in small_words().get(word, ()))
    found["fr"] += sum(_ELISION.match(word) is not None for word in words)
    english = found.pop("en", 0)
    if max(found.values()) >= LEAST_WORDS and max(found.values()) > english:
        return True
    return not english and any(_is_foreign(word) for word in written)


def _is_foreign(word: str) -> bool:
    """Whether a word in small letters is none of English: one with signs that English lacks, or a small one."""
    if zipf(word, "en") > 0 or not word.islower():
        return False
    return not word.isascii() or (word in small_words() and len(word) >= _TELLING)


_TELLING = 3


@cache
def small_words() -> Mapping[str, frozenset[str]]:
    """Articles, prepositions, pronouns and forms of be and have by word, with the languages that have them."""
    found: dict[str, set[str]] = {}
    for language, words, _reason in read_rows("events", "small_words"):
        for word in words.split():
            found.setdefault(word, set()).add(language)
    return {word: frozenset(languages) for word, languages in found.items()}
