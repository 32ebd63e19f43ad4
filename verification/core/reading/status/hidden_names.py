"""Hides names that hold a word of status from the readers of status: 南非 denies nothing, 比亚迪 compares nothing, "Not Co" is not "not".

Names of the tables, and English ones that their capitals give away; of both only those that hold such a word and that no longer phrase of
the status lists holds.
"""

import re
from collections.abc import Iterator
from functools import cache

from verification.core.language.capitals import Place, capital_runs, is_plain
from verification.core.language.texts import has_han, split_sentences
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.status.lexicon import Scope, chinese_phrases, english_phrases
from verification.core.subjects.gazetteer import all_places
from verification.core.subjects.registry import entries

# Signs that open a comparison or an origin by rule, beside those of the status list.
_OPENING = frozenset("比较从由自距")
_PLACES = frozenset(("region", "territory", "subdivision", "city", "capital"))
# A sign that is in no row of the status list, and what becomes of a Latin word.
_HIDDEN = "埃"
_WORD = lazy_regex(r"[^\W\d_]+")
# What is written with a capital inside a sentence only as a part of a name, whatever the name is of.
_TOLD_SMALL = words("no not never old first second third until against might could would may maybe one two three")
# "Revenue at |Wish|", "|Block|'s revenue".
_OWNED = lazy_regex(r"[A-Z](?:(?<=\b(?:at|of|by)\s[A-Z])[a-z]{2,}(?=\s[a-z]|[.,;]|['’]s\b)|(?<![\w’'][A-Z])[a-z]{2,}(?=['’]s\s[a-z]))")
_ADJECTIVES = words("old first second third")


def hide_names(text: str) -> str:
    """``text`` (simplified) with the letters of such names replaced, so that every place stays what it was."""
    text = _chinese_names().sub(lambda found: _HIDDEN * len(found.group()), text)
    text = _english_names().sub(lambda found: _WORD.sub(_hidden_word, found.group()), text)
    return text if has_han(text) else _without_everyday_names(text)


def _without_everyday_names(text: str) -> str:
    """The text without the words of status in names that only capitals give away: "|Could| Foods", "|Old| Navy"; a rubric is no name."""
    pieces, at = [], 0
    for start, end in sorted((*_in_runs(text), *_owners(text))):
        if start >= at:
            pieces += [text[at:start], "X" + "x" * (end - start - 1)]
            at = end
    return "".join((*pieces, text[at:])) if pieces else text


def _in_runs(text: str) -> Iterator[Place]:
    for run in capital_runs(text):
        if text.startswith(":", run.end) or text[run.start : run.end].lower() in _joined_phrases():
            continue
        for number, (start, end) in enumerate(run.words):
            word = text[start:end].lower()
            is_told = run.is_organisation or word in _TOLD_SMALL or (word in _sources() and number + 1 < len(run.words))
            needs_capital = run.opens and number == 0 and not run.is_organisation and word not in _ADJECTIVES
            if is_told and not needs_capital and word in _alone():
                yield start, end


def _owners(text: str) -> Iterator[Place]:
    """Words that stand as the name of whoever owns something or does it there: "revenue at |Wish|", "|Block|'s revenue"."""
    for found in _OWNED.finditer(text):
        word = found.group().lower()
        if word not in _alone():
            continue
        first, last = next(span for span in split_sentences(text).spans if span[0] <= found.start() < span[1])
        if (found.start() > first or word not in _sources()) and is_plain(text[first:last]):
            yield found.span()


def _hidden_word(found: re.Match[str]) -> str:
    return "X" + "x" * (len(found.group()) - 1)


@cache
def _alone() -> frozenset[str]:
    """The words that alone are a phrase of the English list."""
    return frozenset(phrase.tokens[0] for found in english_phrases().values() for phrase in found if len(phrase.tokens) == 1)


@cache
def _sources() -> frozenset[str]:
    """Those of them that name who does not vouch: man, source."""
    found = (phrase for phrases in english_phrases().values() for phrase in phrases if len(phrase.tokens) == 1)
    return frozenset(phrase.tokens[0] for phrase in found if all(row.scope is Scope.SOURCE for row in phrase.rows))


@cache
def _joined_phrases() -> frozenset[str]:
    return frozenset(" ".join(phrase.tokens) for found in english_phrases().values() for phrase in found)


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
    telling = _alone() | _TOLD_SMALL  # "China |Three| Gorges Renewables said": no three that nobody names
    held = [name for name in set(_names("en")) if " " in name and not telling.isdisjoint(name.lower().split())]
    return re.compile(rf"(?<![A-Za-z])(?:{_longest_first(held)})(?![A-Za-z])")


def _longest_first(names: list[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


def _names(lang: str) -> Iterator[str]:
    yield from (place.name for place in all_places() if place.lang == lang and place.kind in _PLACES)
    for entry in entries():
        if entry.entity.kind != "measure":
            yield from entry.chinese if lang == "zh" else entry.english
