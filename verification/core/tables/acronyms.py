"""What the acronyms of a sentence stand for in its documents, and its words in acronyms of theirs: R&D for "Research and development"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from verification.core.patterns import lazy_regex
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.words import NUMBER, terms_of

_ACRONYM = lazy_regex(r"\b[A-Z](?:&?[A-Z]){1,4}\b")
_MOST = 6
_MOST_WRITTEN = 40
_FEWEST_SIGNS = 3
_LONGEST = 200_000
_JOINED = r"[a-z]{2,}(?:,?\s|-)(?:(?:and|of|the|&)\s)?"
_BY_AND = r"[a-z]{2,},?\s(?:and|&)\s"


def with_acronyms(facts: Sequence[SentenceFacts], contents: Sequence[str]) -> tuple[SentenceFacts, ...]:
    """The sentences with the words that their acronyms stand for, where these stand in the documents and the acronym does not, and with
    the acronyms of the documents whose words they say."""
    known: dict[str, frozenset[str]] = {}
    written = _acronyms_of(contents)
    return tuple(_with_acronyms(sentence, contents, known, written) for sentence in facts)


def _acronyms_of(contents: Sequence[str]) -> dict[str, re.Pattern[str]]:
    """The first acronyms of the documents that no two words spell by chance, with what spells each out."""
    found = dict.fromkeys(match.group() for content in contents for match in _ACRONYM.finditer(content, 0, _LONGEST))
    telling = [acronym for acronym in found if len(acronym) >= _FEWEST_SIGNS]
    return {acronym: _spelling(acronym) for acronym in telling[:_MOST_WRITTEN]}


def _with_acronyms(
    facts: SentenceFacts, contents: Sequence[str], known: dict[str, frozenset[str]], written: Mapping[str, re.Pattern[str]]
) -> SentenceFacts:
    spelled = [acronym for acronym, words in written.items() if acronym not in facts.text and words.search(facts.text)]
    found = {term.key for acronym in spelled for term in terms_of(acronym)}
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
    words = _spelling(acronym)
    match = next((match for content in contents if (match := words.search(content, 0, _LONGEST))), None)
    terms = terms_of(match.group()) if match is not None else ()
    return frozenset(term.key for term in terms if not term.key.startswith(NUMBER))


@lru_cache(maxsize=512)
def _spelling(acronym: str) -> re.Pattern[str]:
    """The words whose first letters an acronym is."""
    return re.compile(
        r"\b" + "".join(_spelled(before, letter) for before, letter in pairwise(f" {acronym}") if letter != "&") + r"[a-z]{2,}\b"
    )
