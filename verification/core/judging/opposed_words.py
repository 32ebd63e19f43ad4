"""The word that tells a thing from its opposite: who supports and who opposes, arrivals and departures, alcoholic and non-alcoholic."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import fold, has_han
from verification.core.patterns import lazy_regex

Side = frozenset[str]
_WORD = lazy_regex(r"[a-z]+(?:-[a-z]+)*")
_OWNING = lazy_regex(r"[’']s\b")
_NEGATED = lazy_regex(r"(?:non-?|un)([a-z]{4,})")
_CHINESE_NEGATED = lazy_regex(r"(?<!扣)([非未])([\u3400-\u9fff]{2})")
# 吉林省 and 吉林市, New York state and New York City.
_DIVISION = lazy_regex(
    r"(?P<place>[\u3400-\u9fff]{2})(?P<kind>[省市县州])(?![场值价政民级长府])|(?P<name>[A-Z][\w.]*)\s(?P<division>[Cc]ity|[Ss]tate|[Cc]ounty|[Pp]rovince|D\.?C\b)"
)
_EARNINGS_PER_SHARE = lazy_regex(
    r"每股(?:收益|盈利|净利|亏损|净资产|股利|股息)|\b(?:earnings|profit|loss|income|dividend) per (?:\w+ )?share\b|\bEPS\b", re.IGNORECASE
)
# "Who don't" takes the other side without a word for it.
_NOT = lazy_regex(r"\bnot\b|n[’']t\b", re.IGNORECASE)
_PER_SHARE = lazy_regex(
    r"每股|[/／]股|每单位|每ADS|\b(?:per|a|each)[ -](?:diluted\s|ordinary\s|basic\s|common\s)?(?:share|unit|ads|adr)\b|\beps\b|\bapiece\b",
    re.IGNORECASE,
)
# As rare a word is no word: "union" is no negated "ion".
_WORD_AT_ALL = 2.0


class Sides(NamedTuple):
    """The writings of the sides of one matter, in both languages."""

    english: tuple[Side, ...]
    chinese: tuple[Side, ...]


def is_opposed(name: str, told: str, clause: str | None = None) -> bool:
    """Whether ``told`` takes another side than the one that ``name`` asks for, and not that one too; ``clause`` of it is the figure's."""
    if has_han(name) != has_han(told) or (_NOT.search(told if clause is None else clause) and not _NOT.search(name)):
        return False
    return _negates(name, told) or _negates(told, name) or _take_sides(name, told)


def divisions_differ(name: str, told: str) -> bool:
    """Whether ``told`` names the division of another kind that bears the same name, and not the one asked for."""
    asked, said = _divisions(name), _divisions(told)
    heads = {head for head, _ in said}
    return any(head in heads and (head, kind) not in said for head, kind in asked)


def asks_per_share(name: str) -> bool:
    """Whether a name asks for what one share earns or is paid. Of a price nobody says that it is a share's."""
    return _EARNINGS_PER_SHARE.search(to_simplified(name)) is not None


def is_per_share(text: str) -> bool:
    """Whether a text tells what one share has."""
    return _PER_SHARE.search(to_simplified(text)) is not None


def _divisions(text: str) -> set[tuple[str, str]]:
    found = _DIVISION.finditer(to_simplified(text).replace(", D.C", " D.C"))
    return {(one["place"] or one["name"], (one["kind"] or one["division"]).lower().replace(".", "")) for one in found}


def _take_sides(name: str, told: str) -> bool:
    """Whether of a matter of which ``name`` names one side ``told`` names others alone."""
    mine, theirs = _sides_taken(name), _sides_taken(told)
    return any(len(sides) == 1 and matter in theirs and not sides & theirs[matter] for matter, sides in mine.items())


@lru_cache(maxsize=4096)
def _sides_taken(text: str) -> Mapping[int, frozenset[int]]:
    """The sides that a text names, by the matter; of one that it doesn't touch nothing."""
    words, plain = (frozenset(), to_simplified(text)) if has_han(text) else (_terms(text), "")
    met = frozenset().union(*(_english_matters().get(word, ()) for word in words), *(_chinese_matters_at(plain)))
    taken = {}
    for number in met:
        matter = _matters()[number]
        sides = range(len(matter.english))
        found = [one for one in sides if (_stands_in_chinese(matter.chinese, one, plain) if plain else matter.english[one] & words)]
        if found:
            taken[number] = frozenset(found)
    return taken


def _chinese_matters_at(text: str) -> Iterator[frozenset[int]]:
    """The matters of the writings that stand in a text."""
    starts = _chinese_starts()
    for at, sign in enumerate(text):
        for writing, matters in starts.get(sign, {}).items():
            if text.startswith(writing, at):
                yield matters


def _stands_in_chinese(sides: tuple[Side, ...], number: int, text: str) -> bool:
    """Whether a writing of a side stands in ``text`` where no longer one of another side holds it."""
    longer = [one for other, side in enumerate(sides) if other != number for one in side]
    for one in sides[number]:
        rest = text
        for other in longer:
            rest = rest.replace(other, "|") if one in other else rest
        if one in rest:
            return True
    return False


@lru_cache(maxsize=4096)
def _terms(text: str) -> frozenset[str]:
    """The words of an English text as written and by their lemma, alone and in pairs."""
    low = [one.group() for one in _WORD.finditer(_OWNING.sub("", fold(text)))]
    words = [lemma(word) for word in low]
    heads = zip(low, words[1:], strict=False)  # "used", and no form of "use"
    pairs = (*pairwise(low), *pairwise(words), *heads)
    return frozenset((*low, *words, *map(" ".join, pairs)))


def _negates(plain: str, negated: str) -> bool:
    """Whether ``negated`` holds a word of ``plain`` with a negation (unpaid, 非上市), and never without; ``plain`` has it without."""
    if has_han(plain):
        words = set(_chinese_negated(negated)).difference(_chinese_negated(plain))
        return any(word in plain and not _stands_alone(word, negated) and _stands_alone(word, plain) for word in words)
    mine, theirs = _terms(plain), _terms(negated)
    return any(word in mine and word not in theirs for word in set(_english_negated(negated)).difference(_english_negated(plain)))


def _stands_alone(word: str, text: str) -> bool:
    return re.search(rf"(?<![非未不无没])(?<!没有){word}", to_simplified(text)) is not None


def _chinese_negated(text: str) -> Iterator[str]:
    return (one.group(2) for one in _CHINESE_NEGATED.finditer(to_simplified(text)))


def _english_negated(text: str) -> Iterator[str]:
    for word in _terms(text):
        found = _NEGATED.fullmatch(word)
        if found and zipf(found.group(1), "en") >= _WORD_AT_ALL:
            yield found.group(1)


@cache
def _matters() -> tuple[Sides, ...]:
    sides = groupby(read_rows("judging", "sides"), key=lambda row: row[0])
    rows = [list(side) for _, side in sides]
    return tuple(Sides(tuple(_writings(row[2]) for row in side), tuple(_writings(row[1]) for row in side)) for side in rows)


@cache
def _english_matters() -> Mapping[str, frozenset[int]]:
    return _matters_of([matter.english for matter in _matters()])


@cache
def _chinese_starts() -> Mapping[str, Mapping[str, frozenset[int]]]:
    """The Chinese writings by their first sign, each with its matters."""
    starts: defaultdict[str, dict[str, frozenset[int]]] = defaultdict(dict)
    for writing, matters in _matters_of([matter.chinese for matter in _matters()]).items():
        starts[writing[0]][writing] = matters
    return dict(starts)


def _matters_of(every: Sequence[tuple[Side, ...]]) -> Mapping[str, frozenset[int]]:
    """The numbers of the matters by each writing of their sides."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for number, sides in enumerate(every):
        for writing in frozenset().union(*sides):
            found[writing].add(number)
    return {writing: frozenset(numbers) for writing, numbers in found.items()}


def _writings(cell: str) -> Side:
    return frozenset(cell.split("; "))
