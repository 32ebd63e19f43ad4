"""Who did it: acts whose doer and whose object change places, and those of everybody but the one who is claimed."""

import re
from functools import lru_cache

from verification.core.claims.slots import Held, Proposition
from verification.core.language.texts import is_han
from verification.core.reading.measure_comparing import SlotFit
from verification.core.support.facts import terms_of

_MOSTLY = 0.5
_EXCEPT = (
    r"(?:except(?:\sfor|ing)?|apart\sfrom|other\sthan|but\snot|save\sfor|with\sthe\sexception\sof|excluding|rather\sthan|instead\sof|and\snot|unlike|"
    r"in\scontrast\s(?:to|with))\s(?:for\s|by\s)?(?:the\s|a\s|an\s)?"
)
_ZH_EXCEPT = r"(?:除了?|唯独|不包括|不含|而非|而不是|并非|不像|不同于)"


def swaps_roles(one: Proposition) -> bool:
    """Whether the documents tell the act the other way round: "B bought A" for "A bought B", and nowhere as it is claimed."""
    predicate, head = one.statement.predicate, one.statement.subject.head
    if predicate is None or predicate.object is None or head is None:
        return False
    doer, thing = terms_of(head.text), terms_of(predicate.object.text)
    told = [held for held in one.held if held.comparison.predicate is not None and held.comparison.predicate.fit is SlotFit.FOUND]
    if not doer or not thing or doer & thing or any(doer <= _doer(held) for held in told):
        return False
    return any(_share(thing, _doer(held)) >= _MOSTLY and _share(doer, _thing(held)) >= _MOSTLY for held in told)


def is_excepted(one: Proposition) -> bool:
    """Whether the sentence that tells the act takes the one who is claimed out of it: "everyone signed except Dr Lindqvist"."""
    head = one.statement.subject.head
    if head is None or one.statement.predicate is None:
        return False
    told = [held.stretch.sentence_of(held.statement) for held in one.held if held.is_same]
    pattern = _excepting(head.text)
    return bool(told) and all(pattern.search(sentence) is not None for sentence in told)


@lru_cache(maxsize=512)
def _excepting(name: str) -> re.Pattern[str]:
    if is_han(name[:1]):
        return re.compile(_ZH_EXCEPT + re.escape(name))
    return re.compile(rf"\b{_EXCEPT}{re.escape(name)}\b", re.IGNORECASE)


def _doer(held: Held) -> frozenset[str]:
    head = held.statement.subject.head
    return frozenset(terms_of(head.text)) if head else frozenset()


def _thing(held: Held) -> frozenset[str]:
    words = held.statement.predicate.object if held.statement.predicate else None
    return frozenset(terms_of(words.text)) if words else frozenset()


def _share(wanted: frozenset[str], found: frozenset[str]) -> float:
    return len(wanted & found) / len(wanted) if wanted else 0.0
