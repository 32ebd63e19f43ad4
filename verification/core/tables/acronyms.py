"""What the acronyms of a sentence stand for in its documents: R&D for "Research and development", EPS for "earnings per share"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from verification.core.patterns import lazy_regex
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.words import NUMBER, terms_of

_ACRONYM = lazy_regex(r"\b[A-Z](?:&?[A-Z]){1,4}\b")
_MOST = 6
_LONGEST = 200_000
_JOINED = r"[a-z]{2,}(?:,?\s|-)(?:(?:and|of|the|&)\s)?"
_BY_AND = r"[a-z]{2,},?\s(?:and|&)\s"


def with_acronyms(facts: Sequence[SentenceFacts], contents: Sequence[str]) -> tuple[SentenceFacts, ...]:
    """The sentences with the words that their acronyms stand for, where these stand in the documents and the acronym does not."""
    known: dict[str, frozenset[str]] = {}
    return tuple(_with_acronyms(sentence, contents, known) for sentence in facts)


def _with_acronyms(facts: SentenceFacts, contents: Sequence[str], known: dict[str, frozenset[str]]) -> SentenceFacts:
    found: set[str] = set()
    for acronym in list(dict.fromkeys(match.group() for match in _ACRONYM.finditer(facts.text)))[:_MOST]:
        if acronym not in known:
            known[acronym] = _spelled_out(acronym, contents)
        found |= known[acronym]
    if not found:
        return facts
    return replace(facts, factors={**facts.factors, **dict.fromkeys(sorted(found - facts.factors.keys()), 1.0)}, also=frozenset(found))


def _spelled(before: str, letter: str) -> str:
    """A letter of an acronym behind the one ``before`` it: an ampersand is spelled out too."""
    joined = "" if before == " " else _BY_AND if before == "&" else _JOINED
    return f"{joined}[{letter}{letter.lower()}]"


def _spelled_out(acronym: str, contents: Sequence[str]) -> frozenset[str]:
    if any(acronym in content for content in contents):
        return frozenset()
    words = re.compile(
        r"\b" + "".join(_spelled(before, letter) for before, letter in pairwise(f" {acronym}") if letter != "&") + r"[a-z]{2,}\b"
    )
    match = next((match for content in contents if (match := words.search(content, 0, _LONGEST))), None)
    terms = terms_of(match.group()) if match is not None else ()
    return frozenset(term.key for term in terms if not term.key.startswith(NUMBER))
