"""Hides names that hold a word of status from the readers of status: 南非 denies nothing, 比亚迪 compares nothing.

Only names of the tables, and of them only those that hold such a word and that no longer phrase of the status lists holds.
"""

import re
from collections.abc import Iterator
from functools import cache

from verification.core.reading.status.lexicon import chinese_phrases, english_phrases
from verification.core.subjects.gazetteer import all_places
from verification.core.subjects.registry import entries

# Signs that open a comparison or an origin by rule, beside those of the status list.
_OPENING = frozenset("比较从由自距")
_PLACES = frozenset(("region", "territory", "subdivision", "city", "capital"))
# A sign that is in no row of the status list, and what becomes of a Latin word.
_HIDDEN = "埃"
_WORD = re.compile(r"[^\W\d_]+")


def hide_names(text: str) -> str:
    """``text`` (simplified) with the letters of such names replaced, so that every place stays what it was."""
    text = _chinese_names().sub(lambda found: _HIDDEN * len(found.group()), text)
    return _english_names().sub(lambda found: _WORD.sub(_hidden_word, found.group()), text)


def _hidden_word(found: re.Match[str]) -> str:
    return "X" + "x" * (len(found.group()) - 1)


@cache
def _chinese_names() -> re.Pattern[str]:
    phrases = {phrase.tokens[0] for found in chinese_phrases().values() for phrase in found}
    held_in = _OPENING | phrases
    longer = "\n".join(phrases)
    held = [name for name in set(_names("zh")) if not held_in.isdisjoint(_pieces(name)) and name not in longer]
    return re.compile(_longest_first(held))


def _pieces(name: str) -> Iterator[str]:
    """All that stands in a name beside the whole of it: 希望 of 新希望."""
    return (name[start:end] for start in range(len(name)) for end in range(start + 1, len(name) + 1) if end - start < len(name))


@cache
def _english_names() -> re.Pattern[str]:
    """Of two words or more: one alone (Target, Man) may be the word itself at the head of a sentence."""
    alone = {phrase.tokens[0] for found in english_phrases().values() for phrase in found if len(phrase.tokens) == 1}
    held = [name for name in set(_names("en")) if " " in name and not alone.isdisjoint(name.lower().split())]
    return re.compile(rf"(?<![A-Za-z])(?:{_longest_first(held)})(?![A-Za-z])")


def _longest_first(names: list[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


def _names(lang: str) -> Iterator[str]:
    yield from (place.name for place in all_places() if place.lang == lang and place.kind in _PLACES)
    for entry in entries():
        if entry.entity.kind != "measure":
            yield from entry.chinese if lang == "zh" else entry.english
