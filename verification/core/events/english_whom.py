"""Whom an English message names by a word of every day: Target, Gap and Block are known by their capital and by what stands behind it."""

from collections.abc import Iterator, Sequence

from verification.core.events.frames import Span
from verification.core.events.languages import small_words
from verification.core.language.lemmas import lemma
from verification.core.language.texts import clause_spans, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.subjects.names import name_tokens

# A label or whoever told it, and the name that follows; a coin's has two words.
_OPENS = lazy_regex(
    r"(?:[A-Za-z ]{2,30}:\s|(?:sources?|insiders?|people|reports?)\s(?:say|said|says)\s(?:that\s)?)?"
    r"(?P<name>[A-Z][a-z]+(?:\s(?:Dollar|Coin|Token))?)\s(?P<verb>[a-z]+)\b"
)
_AUXILIARY = frozenset(("is", "was", "has", "had", "will", "would", "may", "might", "could", "to"))


def everyday_names(text: str, taken: Sequence[Span]) -> Iterator[str]:
    """Words of every day that are names in folded ``text``: with a capital inside a sentence, or one thing without an article that does
    something at the head of a clause; ``taken``: what tells of the event."""
    for found in name_tokens(text):
        if " " not in found.text and not found.entities and _is_one(found.text) and not _is_taken(found.start, found.end, taken):
            yield found.text
    for start, end in split_sentences(text).spans:
        for first, last in clause_spans(text, start, end):
            opened = _OPENS.match(text, first, last)
            if opened and _is_subject(opened["name"], opened["verb"]) and not _is_taken(*opened.span("name"), taken):
                yield opened["name"]


def _is_subject(name: str, verb: str) -> bool:
    """Whether one thing does something: the verb stands in the third person or the past."""
    return _is_one(name) and (verb in _AUXILIARY or (verb != lemma(verb) and verb.endswith(("s", "ed"))))


def _is_one(name: str) -> bool:
    """Whether it is neither a plural nor a pronoun."""
    key = name.casefold()
    return lemma(key) == key and key not in small_words()


def _is_taken(start: int, end: int, taken: Sequence[Span]) -> bool:
    return any(a < end and start < b for a, b in taken)
