"""Whose figure it is: a node that names a country, a central bank, a thing or a company is not answered by the figure of another one.

"The UK unemployment rate" shares every word but one with "the US unemployment rate", and that one decides.
"""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from verification.core.language.texts import clause_spans
from verification.core.subjects.known import Known, find_known
from verification.core.subjects.registry import WORLD, Entity

# Everybody's, or a unit: standing beside a figure they make it nobody else's.
_EVERYWHERE = frozenset((WORLD, "crude oil", "CNY"))
_NATIONWIDE = frozenset(("全国", "我国", "内地"))
_THINGS = frozenset(("crypto", "commodity", "index", "company"))
# A dateline, an outlet or a currency is no subject: "北京6月17日电", "上海证券报", "the US dollar".
_NOT_AFTER_CHINESE = re.compile(r"证券|交易所|报(?!告)|财经|日报|(?:\d{1,2}月)?\d{1,2}日(?:电|讯|消息|\s?[（(])|电[　\s]")
_NOT_AFTER_ENGLISH = re.compile(r"\s(?:dollars?|time|stocks?|shares|markets?|Daily|Times|Post|Morning)\b")
_POSSESSIVE = re.compile(r"\b([A-Z][\w.&-]*(?:\s[A-Z][\w.&-]*){0,2})['’]s\s(?:[\w-]+\s){0,4}$")
_NO_POSSESSOR = re.compile(
    r"^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Today|Yesterday|Last|This|It|That|There|Here|What|The|Let|Who)\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A known name in a text: the codes of all that it may stand for, equal for all its writings; ``start`` counts characters."""

    codes: frozenset[str]
    start: int


class _Names:
    """The names of one kind: no two of them are the same subject."""

    def __init__(self, code_of: Callable[[Entity], str]) -> None:
        self._code_of = code_of

    def mentions(self, text: str) -> Iterator[Mention]:
        for known in find_known(text):
            codes = frozenset(filter(None, map(self._code_of, known.entities))) - _EVERYWHERE
            if codes and not _is_no_subject(text, known) and not _is_everywhere(known):
                yield Mention(codes, known.start)


def _is_everywhere(known: Known) -> bool:
    """Whether places of several countries bear the name: 太平 is as good as none of them."""
    return len({entity.within for entity in known.entities if entity.kind == "place"} - {""}) > 1


def _is_no_subject(text: str, known: Known) -> bool:
    if text[known.start : known.end] in _NATIONWIDE:
        return True
    pattern = _NOT_AFTER_ENGLISH if text[known.end - 1].isascii() else _NOT_AFTER_CHINESE
    return pattern.match(text, known.end) is not None


def _jurisdiction(entity: Entity) -> str:
    """A country, or that of an institution."""
    if entity.kind == "institution":
        return entity.within
    return entity.code if entity.kind == "place" and not entity.within else ""


def _division(entity: Entity) -> str:
    """A part of a country; it tells only where one is asked for."""
    return entity.code if entity.kind == "place" and "-" in entity.code.partition("/")[0] else ""


def _town(entity: Entity) -> str:
    """A city; it tells only where one is asked for, for news are written from cities."""
    return entity.code if entity.kind == "place" and "/" in entity.code else ""


def _thing(entity: Entity) -> str:
    return entity.code if entity.kind in _THINGS else ""


_JURISDICTIONS = _Names(_jurisdiction)
_DIVISIONS = _Names(_division)
_TOWNS = _Names(_town)
_SUBJECTS = _Names(_thing)


class Identity:
    """The names that the label and the aliases of a node hold."""

    def __init__(self, names: Sequence[str]) -> None:
        self._asked: list[tuple[_Names, frozenset[str]]] = []
        for kind in (_JURISDICTIONS, _DIVISIONS, _TOWNS, _SUBJECTS):
            codes = frozenset(code for name in names for mention in kind.mentions(name) for code in mention.codes)
            # The towns of a province that is asked for are no others.
            if codes and not (kind is _TOWNS and any(asked is _DIVISIONS for asked, _ in self._asked)):
                self._asked.append((kind, codes))
        self._words = frozenset(word for name in names for word in name.replace("'s", " ").split())

    def is_other(self, text: str, start: int, end: int, backdrop: str) -> bool:
        """Whether the figure at ``text[start:end]`` is said of another country, thing or company.

        ``backdrop`` holds the title and the sentences before: they speak where the sentence itself names nobody.
        """
        if not self._asked:
            return False
        if any(_is_other(kind, codes, text, start, end, backdrop) for kind, codes in self._asked):
            return True
        named = any(not mention.codes.isdisjoint(codes) for kind, codes in self._asked for mention in kind.mentions(text))
        return not named and self._has_other_possessor(text[max(0, start - 120) : start])

    def _has_other_possessor(self, before: str) -> bool:
        """Whether a proper name that is not the node's owns the figure: "California's unemployment rate is 5.4%"."""
        found = None
        for match in re.finditer(r"['’]s\s", before):
            found = _POSSESSIVE.search(before[: match.end()]) or found
        if found is None or _NO_POSSESSOR.match(found.group(1)):
            return False
        return self._words.isdisjoint(found.group(1).split())


def _is_other(kind: _Names, asked: Set[str], text: str, start: int, end: int, backdrop: str) -> bool:
    here = list(kind.mentions(text))
    if not here:
        around = {code for mention in kind.mentions(backdrop) for code in mention.codes}
        return bool(around) and around.isdisjoint(asked)
    first, last = next((span for span in clause_spans(text, 0, len(text)) if span[0] <= start < span[1]), (0, len(text)))
    own = [mention for mention in here if first <= mention.start < last]
    if not own:
        return all(mention.codes.isdisjoint(asked) for mention in here)
    before = [mention for mention in own if mention.start < start]
    nearest = before[-1] if before else next((mention for mention in own if mention.start >= end), own[0])
    return nearest.codes.isdisjoint(asked)
