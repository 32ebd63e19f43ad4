"""Where the passage nearest to a claim says the contrary: both sides, word for word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verification.core.claims.features import Look
from verification.core.claims.reasons import SupportCode
from verification.core.claims.signs import is_negative, negation_in, opposed_chinese, opposed_words, opposite_in
from verification.core.claims.trends import clashing_figures
from verification.core.claims.wording import token_spans
from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex

SAME_TOPIC = 0.6
_SAME_SENTENCE = 0.75
_SAME_WORDS = 0.95
_FEW_MORE = 4
_SAME_SIZE = 3
# A negation somewhere in a much longer sentence is of something else.
_AS_LONG = 2
_CALCULATED = lazy_regex(
    r"\b(?:calculated|combined|total|average|differences?|sum|ratio|savings?|growth\srate|percentage\s(?:increase|decrease|change|point)|per\scent\schange)\b"
    r"|合计|总计|共计|平均|之差|之和|增速为",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """``claimed`` is ``claim[claim_start:claim_end]``; ``found`` stands in the document's text at ``start:end``."""

    code: SupportCode
    claimed: str
    claim_start: int
    claim_end: int
    found: str
    document: int
    start: int
    end: int


def contradictions(seen: Look) -> Iterator[Contradiction]:
    """Every clear contradiction, figures first."""
    yield from vetoes(seen)
    yield from _opposites(seen)
    yield from _negations(seen)


def vetoes(seen: Look) -> Iterator[Contradiction]:
    """Those that no likeness of words outweighs: another figure, year or direction in the same place, the same words denied."""
    yield from _other_figures(seen)
    yield from _clashes(seen)
    yield from _other_numbers(seen)
    if _topic(seen) >= _SAME_WORDS and len(seen.best) <= len(seen.reading.claim.tokens) + _FEW_MORE:
        yield from _negations(seen)


def _other_figures(seen: Look) -> Iterator[Contradiction]:
    """A figure that no document states or gives, while a line about the same thing has another of its unit and size.

    A figure the claim itself calculates ("the combined …", "a difference of") is contradicted by none of its operands.
    """
    if _CALCULATED.search(seen.reading.claim.text) or _is_denial(seen):
        return
    for check in seen.checks:
        rival, line = check.rival, check.rival_line
        if not check.is_lost or check.claimed.is_range or rival is None or line is None or check.rival_context < SAME_TOPIC:
            continue
        if _is_alike(check.claimed, rival):
            yield _between(seen, SupportCode.OTHER_FIGURE, (check.claimed.start, check.claimed.end), line, (rival.start, rival.end))


def _is_denial(seen: Look) -> bool:
    """Whether only the claim denies: "did not sign in 2014" is no contradiction of "signed in 2018"."""
    return is_negative(seen.reading.claim.text) and not is_negative(seen.text)


def _is_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two figures are of one order of size."""
    mine, theirs = abs(one.low), abs(other.low)
    return mine <= theirs * _SAME_SIZE and theirs <= mine * _SAME_SIZE


def _clashes(seen: Look) -> Iterator[Contradiction]:
    """The same figure, called a rise on one side and a fall on the other."""
    for check in clashing_figures(seen.reading, seen.checks):
        if check.line is not None and check.stated is not None and check.context >= SAME_TOPIC:
            found = check.stated.start, check.stated.end
            yield _between(seen, SupportCode.OPPOSITE_DIRECTION, (check.claimed.start, check.claimed.end), check.line, found)


def _other_numbers(seen: Look) -> Iterator[Contradiction]:
    """A year, day or code that no document has, while the best line has another of its form."""
    if seen.line is None or _topic(seen) < _SAME_SENTENCE or _CALCULATED.search(seen.reading.claim.text) or _is_denial(seen):
        return
    theirs = token_spans(seen.text)
    numbers = seen.reading.claim.numbers
    for key, start, end in token_spans(seen.reading.claim.text):
        if key in numbers and key not in seen.numbers:
            rival = next((span for span in theirs if span[0][0].isdigit() and len(span[0]) == len(key) and span[0] not in numbers), None)
            if rival is not None:
                yield _between(seen, SupportCode.OTHER_NUMBER, (start, end), seen.line, rival[1:])


def _opposites(seen: Look) -> Iterator[Contradiction]:
    """A word of the claim whose opposite stands in the best line, the rest being the same."""
    if seen.line is None or _topic(seen) < SAME_TOPIC:
        return
    best = frozenset(seen.best)
    opposed = opposed_words(frozenset(seen.reading.claim.tokens), best)
    for key, start, end in token_spans(seen.reading.claim.text):
        if key in opposed:
            other = opposite_in(key, best)
            found = next(((first, last) for theirs, first, last in token_spans(seen.text) if theirs == other), None)
            if found:
                yield _between(seen, SupportCode.OPPOSITE_WORD, (start, end), seen.line, found)
    pair = opposed_chinese(seen.reading.claim.text, seen.text)
    if pair is not None:
        start, first = seen.reading.claim.text.index(pair.claimed), seen.text.index(pair.found)
        yield _between(seen, SupportCode.OPPOSITE_WORD, (start, start + len(pair.claimed)), seen.line, (first, first + len(pair.found)))


def _negations(seen: Look) -> Iterator[Contradiction]:
    """One side denies what the other says in the same words."""
    claim = seen.reading.claim
    if seen.line is None or _topic(seen) < _SAME_SENTENCE or is_negative(claim.text) == is_negative(seen.text):
        return
    if len(seen.best) > _AS_LONG * len(claim.tokens):
        return
    mine, theirs = negation_in(claim.text), negation_in(seen.text)
    claimed = mine.span() if mine else (0, len(claim.text))
    yield _between(seen, SupportCode.NEGATED, claimed, seen.line, theirs.span() if theirs and not mine else (0, len(seen.text)))


def _topic(seen: Look) -> float:
    """How much of what the claim says of its subject stands in the best line, numbers and opposites aside."""
    reading = seen.reading
    held = reading.lines[seen.line].mask if seen.line is not None else 0
    tail = reading.mask_of(reading.claim.tail) & ~reading.counts
    opposed = reading.mask_of(opposed_words(frozenset(reading.claim.tokens), frozenset(seen.best)))
    return max(reading.share_of(held | opposed, tail), reading.share(held | opposed))


def _between(seen: Look, code: SupportCode, claimed: tuple[int, int], index: int, found: tuple[int, int]) -> Contradiction:
    """Both sides of a contradiction; ``found`` counts from the start of the line."""
    reading = seen.reading
    line = reading.lines[index]
    first, last = line.start + found[0], line.start + found[1]
    text = reading.documents[line.document].text[first:last]
    return Contradiction(code, reading.claim.text[claimed[0] : claimed[1]], *claimed, text, line.document, first, last)
