"""Known names with one letter or sign wrong: 以得坊 for 以太坊, Bejing for Beijing.

Only words that stand nowhere are looked at, so a name that is merely like a known one stays itself wherever anybody writes it.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.terms import stem
from verification.core.language.texts import fold, is_han
from verification.core.language.typos import SHORTEST_HAN, one_letter_apart
from verification.core.subjects.known import find_known, latin_tokens
from verification.core.subjects.pieces import writings_of
from verification.core.subjects.registry import Entity, known_names

_LONGEST_CHINESE = 8
_GAP = "*"


class Meant(NamedTuple):
    """``written`` stands in the text for the thing of ``writings``, the name meant first."""

    written: str
    writings: tuple[str, ...]


def name_meant(text: str, unknown: Collection[str]) -> Meant | None:
    """The one known name that a name in ``text`` is a slip of; None where there is none, or several.

    ``unknown``: the terms of ``text`` that stand nowhere (``terms.index_terms``); the slip is in one of them.
    """
    for written, names in (*_chinese(text, unknown), *_latin(text, unknown)):
        if len(names) == 1:
            entities = _entities()[names[0]]
            return Meant(written, tuple(dict.fromkeys(name for entity in entities for name in (entities[entity], *writings_of(entity)))))
    return None


def _chinese(text: str, unknown: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Stretches with a sign of an unknown pair in which one other sign makes known names, the longest first."""
    plain = fold(to_simplified(text))
    # What begins with a known name is that and another word.
    known = [one for one in find_known(text, is_typed=True) if one.end - one.start >= SHORTEST_HAN]
    wrong = {at + step for at in range(len(plain) - 1) if plain[at : at + 2] in unknown for step in (0, 1)}
    for length in range(min(_LONGEST_CHINESE, len(plain)), SHORTEST_HAN - 1, -1):
        for start in range(len(plain) - length + 1):
            if not any(one.start <= start < one.end for one in known):
                stretch = plain[start : start + length]
                gapped = [stretch[:at] + _GAP + stretch[at + 1 :] for at in range(length) if start + at in wrong]
                if found := {name for one in gapped for name in _chinese_names().get(one, ())}:
                    yield text[start : start + length], sorted(found)


def _latin(text: str, unknown: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """English words that stand nowhere, with the known names a letter away."""
    known = find_known(text, is_typed=True)
    for token in latin_tokens(text):
        if stem(token.key) in unknown and not any(one.start <= token.start < one.end for one in known):
            yield text[token.start : token.end], [word for word in one_letter_apart(token.key) if word in _entities()]


@cache
def _entities() -> dict[str, dict[Entity, str]]:
    """What a name in lower case stands for, with its usual writing; English names of one word, Chinese ones of some length."""
    found: dict[str, dict[Entity, str]] = {}
    for name in known_names():
        is_told = SHORTEST_HAN <= len(name.text) <= _LONGEST_CHINESE if name.lang == "zh" else name.text.isalpha()
        if name.form == "name" and is_told:
            found.setdefault(fold(name.text), {})[name.entity] = name.text
    return found


@cache
def _chinese_names() -> dict[str, tuple[str, ...]]:
    """Chinese names by their signs with one left open."""
    found: dict[str, list[str]] = {}
    for name in _entities():
        if is_han(name[0]):
            for at in range(len(name)):
                found.setdefault(name[:at] + _GAP + name[at + 1 :], []).append(name)
    return {gapped: tuple(names) for gapped, names in found.items()}
