"""Which of two things came first: "A before B" is what "after A, B" says, and "after B, A" says otherwise. In both languages."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from verification.core.claims.wording import terms_of, tokens_of
from verification.core.language.script import to_simplified
from verification.core.language.texts import has_han, split_sentences
from verification.core.patterns import lazy_regex

_FIRST = lazy_regex(r"\s*first,?\s(?P<early>.{3,}?)[,;]?\s(?:and\s)?(?:then|later|afterwards)\s(?P<late>.{3,})", re.IGNORECASE | re.DOTALL)
_THEN = lazy_regex(
    r"(?P<early>.{3,}?)[,;]?\s(?:and\s(?:only\s)?(?:then|later|afterwards)|only\sto)\s(?P<late>.{3,})", re.IGNORECASE | re.DOTALL
)
_HEADED = lazy_regex(r"\s*(?P<word>before|after)\s(?P<own>[^,]{3,}),\s(?P<rest>.{3,})", re.IGNORECASE | re.DOTALL)
_BETWEEN = lazy_regex(r"\b(before|after)\b", re.IGNORECASE)
_ZH_FIRST = lazy_regex(r"先(?P<early>.{2,}?)[，,、；;]?(?:后来|随后|然后|之后|接着|继而|再|才|后)(?P<late>.{2,})")
_ZH_THEN = lazy_regex(r"(?P<early>.{4,}?)[，,；;。](?:后来|随后|然后|之后|接着|继而)(?P<late>.{2,})")
_ZH_BETWEEN = lazy_regex(
    r"在?(?P<own>[^，。；在]{2,}?)(?P<word>之前|之后|以前|以后|前(?=，?[\u3400-\u9fff])|后(?=，?[\u3400-\u9fff]))(?P<rest>.{2,})"
)
# "Three days ago", "at present", "at last" tell of no second thing.
_ZH_NO_THING = lazy_regex(r"[目此日最当以先]$|[\d一二三四五六七八九十两几]\s?个?(?:天|日|周|月|年|小时|分钟)$")
# Of what came first, and of what came next, so much has to be the same.
_SAME, _SURELY = 0.5, 0.6


class Order(NamedTuple):
    """The words of what came first and of what came next."""

    early: frozenset[str]
    late: frozenset[str]


def orders_differ(claim: str, told: Iterable[str]) -> bool:
    """Whether sentences (``told``) tell two things of ``claim`` in the other order, and none as it is claimed."""
    mine = [order for start, end in split_sentences(claim).spans for order in _orders(claim[start:end])]
    theirs = [order for sentence in told for order in _orders(sentence)] if mine else []
    return any(not any(_fits(one, its) >= _SAME for its in theirs) and any(_crosses(one, its) for its in theirs) for one in mine)


def _fits(one: Order, other: Order) -> float:
    return min(_share(one.early, other.early), _share(one.late, other.late))


def _crosses(one: Order, other: Order) -> bool:
    return min(_share(one.early, other.late), _share(one.late, other.early)) >= _SURELY


def _share(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 0.0


def _orders(sentence: str) -> list[Order]:
    pairs = _chinese(to_simplified(sentence)) if has_han(sentence) else _english(sentence)
    return [Order(_terms(early), _terms(late)) for early, late in pairs]


def _terms(text: str) -> frozenset[str]:
    return frozenset(terms_of(tokens_of(text)))


def _english(sentence: str) -> Iterator[tuple[str, str]]:
    for form in (_FIRST, _THEN):
        if found := form.match(sentence):
            yield found["early"], found["late"]
    if found := _HEADED.match(sentence):
        yield _as_told(found["word"].lower() == "before", found["own"], found["rest"])
    for word in _BETWEEN.finditer(sentence, 1):
        yield _as_told(word.group().lower() == "before", sentence[word.end() :], sentence[: word.start()])


def _chinese(sentence: str) -> Iterator[tuple[str, str]]:
    for form in (_ZH_FIRST, _ZH_THEN):
        if found := form.search(sentence):
            yield sentence[: found.start()] + found["early"], found["late"]
    for found in _ZH_BETWEEN.finditer(sentence):
        if not _ZH_NO_THING.search(found["own"]):
            yield _as_told(found["word"].endswith("前"), found["own"], sentence[: found.start()] + found["rest"])


def _as_told(is_before: bool, own: str, rest: str) -> tuple[str, str]:
    """``own`` is what "before" or "after" stand with."""
    return (rest, own) if is_before else (own, rest)
