"""Nodes by their names as a person types them: in either Chinese script, by another name of the thing, with one letter wrong."""

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan

from verification.core.language.script import to_simplified
from verification.core.language.texts import is_han
from verification.core.language.typos import near_pattern
from verification.core.subjects.known import find_known
from verification.core.subjects.pieces import writings_of
from verification.core.subjects.translate import likeliest
from verification.models import Node

Row = TypeVar("Row")
MAX_WORDS = 12  # of a search; what is typed beyond them narrows nothing
_MOST_TYPED = 200
_MOST_ENTITIES = 2
# What shorter names stand in by chance: "us" in "business".
_SHORTEST_LATIN, _SHORTEST_HAN = 3, 2


def named(nodes: QuerySet[Node], words: str, *, is_near: bool = False) -> QuerySet[Node]:
    """Those whose names hold every word, or a listed thing's name by another of its names (Fed, 美联储); ``is_near`` allows one wrong
    letter in each word and knows no other names."""
    if is_near:
        for word in words.lower().split()[:MAX_WORDS]:
            nodes = nodes.filter(search_text__regex=near_pattern(to_simplified(word)))
        return nodes
    for condition in _conditions(words):
        nodes = nodes.filter(condition)
    return nodes


def plain_words(words: str) -> tuple[str, ...] | None:
    """The words of a search that asks for nothing but them, as ``holding`` takes them; None where other names or writings count as well."""
    typed = " ".join(words.split()[:MAX_WORDS])[:_MOST_TYPED]
    if any(True for _ in find_known(typed, is_typed=True)):
        return None
    plain = tuple(typed.lower().split())
    return plain if all(to_simplified(word) == word for word in plain) else None


def holding(nodes: QuerySet[Node, Row], words: Iterable[object]) -> QuerySet[Node, Row]:
    """What ``named`` finds for plain words, in a form whose words may be given later."""
    for word in words:
        nodes = nodes.filter(GreaterThan(StrIndex("search_text", word), Value(0)))
    return nodes


def _conditions(words: str) -> Iterator[Q]:
    """One for each word or listed name, in their order."""
    typed, at = " ".join(words.split()[:MAX_WORDS])[:_MOST_TYPED], 0
    for one in find_known(typed, is_typed=True):
        yield from map(_holds, typed[at : one.start].lower().split())
        said = Q()
        for word in typed[one.start : one.end].lower().split():
            said &= _holds(word)
        entities = likeliest(one.entities)[:_MOST_ENTITIES]
        others = _any_of({name.lower() for entity in entities for name in writings_of(entity)})
        yield said | Q(search_text__regex=others) if others else said
        at = one.end
    yield from map(_holds, typed[at:].lower().split())


def _holds(word: str) -> Q:
    simple = to_simplified(word)
    return Q(search_text__contains=word) | Q(search_text__contains=simple) if simple != word else Q(search_text__contains=word)


def _any_of(names: set[str]) -> str:
    """A regular expression for any of the names, Latin ones as whole words, that both databases read alike; "" where all are too short."""
    han = sorted(re.escape(name) for name in names if any(map(is_han, name)) and len(name) >= _SHORTEST_HAN)
    latin = sorted(re.escape(name) for name in names if not any(map(is_han, name)) and len(name) >= _SHORTEST_LATIN)
    return "|".join([*han, *([f"(^|[^a-z0-9])({'|'.join(latin)})([^a-z0-9]|$)"] if latin else [])])
