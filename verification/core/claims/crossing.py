"""A claim in one language beside documents in the other: carried by entity, measure, period and value, not by words.

Stricter than within one language: what is named in the claim has to be named in the passage, and a slot that stands open carries nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from verification.core.claims.slots import Held, Proposition, SlotsReading
from verification.core.claims.wording import key_of
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.measure_words import MeasureRow, is_exclusive, is_writing, qualifiers_of, row_of, tables
from verification.core.reading.statement import Form, Statement, Words
from verification.core.reading.trend import directions_in
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens
from verification.core.vocabulary import Approximation, Trend

_MET = frozenset({SlotFit.FOUND, SlotFit.COMPATIBLE})
_BOUNDS = frozenset({Approximation.OVER, Approximation.UNDER})
# A figure of a part, or a ceiling: no figure of the whole.
_LIMITED = lazy_regex(
    r"\b(?:excluding|except|(?:leaving|setting)\saside|apart\sfrom|without|alone|capped|cap|ceiling|ex)\b|剔除|扣除|不含|不包括|除[^。，]{1,12}外|封顶|上限|仅在",
    re.IGNORECASE,
)
_LONGEST_BETWEEN = 24
_CLOSE = frozenset({"close"})
_WORD = lazy_regex(r"[A-Za-z]+|[\u3400-\u9fff]")
_MOST_LEFT, _MOST_LEFT_HAN = 4, 4  # words, letters
_LATIN = lazy_regex(r"[A-Za-z][A-Za-z0-9&.'-]+")


def is_carried_across(slots: SlotsReading) -> bool:
    """Whether passages of the other language tell every figure of the claim, and there is one."""
    figures = [one for one in slots.propositions if one.is_figure and (one.statement.subject.head or one.statement.measure.words)]
    return bool(figures) and all(any(_is_told(slots, one, held) for held in one.held) for one in figures)


def _is_told(slots: SlotsReading, one: Proposition, held: Held) -> bool:
    if not held.is_same or held.is_opposed or held.comparison.status.fit is SlotFit.CLASHES or _is_limited(one, held):
        return False
    subject, period = held.comparison.subject.fit, held.comparison.period.fit
    if SlotFit.CLASHES in (subject, period) or (subject is not SlotFit.FOUND and not _names_nobody(one)):
        return False
    if one.statement.period.period is not None and period is not SlotFit.FOUND:
        return False
    return _meets(slots, one, held) and not _turns(one, held) and _names_all(slots.claim, one, held)


def _turns(one: Proposition, held: Held) -> bool:
    """Whether the claim tells of a rise where the passage tells of a fall alone, or the reverse: 降至 beside "rose to"."""
    mine = directions_in(one.claim) - {Trend.STABLE}
    theirs = directions_in(held.stretch.text[held.statement.start : held.statement.end]) - {Trend.STABLE}
    return len(mine) == 1 and bool(theirs) and mine.isdisjoint(theirs)


def _meets(slots: SlotsReading, one: Proposition, held: Held) -> bool:
    """Whether both sides measure the same. Where neither names a measure that is known, only a close is one (收于, closed at), or a figure
    of a claim that tells of nothing done to anything."""
    if held.comparison.measure.fit in _MET:
        return True
    narrowed = narrowed_by(one.statement)
    if narrowed != narrowed_by(held.statement):
        return False
    if narrowed and _row(one.statement) is None and _row(held.statement) is None:
        return True
    mine = set(rows_of(one.statement, [other.statement for other in slots.propositions], slots.claim))
    theirs = set(rows_of(held.statement, held.stretch.statements, held.stretch.text))
    if not mine and not theirs:
        predicates = (other.statement.predicate for other in slots.propositions)
        is_named = all(said.measure.words is not None for said in (one.statement, held.statement))
        return not (is_named or any(predicate and predicate.object for predicate in predicates))
    is_one = any(a.code == b.code or (a.family == b.family and (a.is_general or b.is_general)) for a in mine for b in theirs)
    return is_one and _are_alike(one.statement, held.statement)


def _row(said: Statement) -> MeasureRow | None:
    return row_of(said.measure.words.text) if said.measure.words else None


def _names_nobody(one: Proposition) -> bool:
    """Whether a claim speaks of a measure alone, and so of whomever its page does: hardly a word of it is left beside its slots."""
    if named_subject(one.statement) is not None or one.statement.measure.words is None:
        return False
    covered = [(words.start, words.end) for words in _slot_words(one.statement)]
    covered += [(figure.start, figure.end) for figure in find_quantities(one.claim)]
    left = [found for found in _WORD.finditer(one.claim) if not overlaps(covered, *found.span())]
    return len(left) <= (_MOST_LEFT_HAN if any(map(is_han, one.claim)) else _MOST_LEFT)


def named_subject(said: Statement) -> Words | None:
    """Whom a statement is about; a measure that opens its sentence is nobody: "Revenue was"."""
    head, measure = said.subject.head, said.measure.words
    return None if head is None or (measure is not None and overlaps([(measure.start, measure.end)], head.start, head.end)) else head


def _is_limited(one: Proposition, held: Held) -> bool:
    """Whether a passage gives its figure as a bound, or of a part only, and the claim does not."""
    mine, theirs = one.statement.value, held.statement.value
    if mine is not None and theirs is not None and mine.approximation != theirs.approximation and theirs.approximation in _BOUNDS:
        return True
    return _LIMITED.search(held.stretch.text[held.statement.start : held.statement.end]) is not None and _LIMITED.search(one.claim) is None


def rows_of(said: Statement, around: Sequence[Statement], text: str) -> Iterator[MeasureRow]:
    """The measure by its noun, else by the verb of the sentence: "delivered 300 cars" tells of deliveries, 收购 of a price. ``text``: where
    it is said; of Chinese also what it names between its subject and its figure."""
    if (row := _row(said)) is not None:
        yield row
        return
    words = said.measure.words
    told = (one.predicate.words.text for one in around if one.predicate and (one.field, one.start) == (said.field, said.start))
    for phrase in (words.text if words else "", *told):
        for word in phrase.split():
            if not is_han(word[0]):
                yield from _rows_by_root().get(key_of(word.casefold()), ())
            elif (row := row_of(word)) is not None:
                yield row
    head, value = said.subject.head, said.value
    if head is not None and value is not None and head.end <= value.start <= head.end + _LONGEST_BETWEEN:
        yield from _rows_between(text[head.end : value.start])


def _rows_between(text: str) -> Iterator[MeasureRow]:
    """The longest measure that a Chinese stretch names."""
    spans = sorted(combinations(range(len(text) + 1), 2), key=lambda span: (span[0] - span[1], span))
    found = (row_of(text[start:end]) for start, end in spans if end - start > 1 and all(map(is_han, text[start:end])))
    row = next(filter(None, found), None)
    if row is not None:
        yield row


@cache
def _rows_by_root() -> dict[str, tuple[MeasureRow, ...]]:
    """The measures that one English word names, by its root."""
    found: dict[str, tuple[MeasureRow, ...]] = {}
    for words, row in tables().english.items():
        if len(words) == 1:
            root = key_of(words[0])
            found[root] = (*found.get(root, ()), row)
    return found


def narrowed_by(said: Statement) -> frozenset[str]:
    """The qualifiers that no figure without them answers, but for those that belong to the measure's own name: net profit. A close never
    does: 结算价 is a price, and one that "settled" is that price."""
    words = said.measure.words.text if said.measure.words else ""
    own = qualifiers_of(words) - _CLOSE if words and is_writing(words) else frozenset()
    return frozenset(code for code in said.measure.qualifiers - own if is_exclusive(code))


def _are_alike(one: Statement, other: Statement) -> bool:
    """Whether neither is a level where the other is a change; a measure that is itself a change is both."""
    forms = {one.measure.form, other.measure.form}
    row = _row(one)
    return forms != {Form.LEVEL, Form.CHANGE} or (row is not None and row.form is Form.CHANGE)


def _names_all(claim: str, one: Proposition, held: Held) -> bool:
    """Whether all else that the claim names is named beside the statement: what is known in either language, the rest as it is written."""
    text = f"{held.stretch.title}\n{'' if held.is_in_title else held.stretch.text[: held.statement.end]}"
    return all_named(claim, text, [(words.start, words.end) for words in _slot_words(one.statement)])


def all_named(claim: str, text: str, compared: Sequence[tuple[int, int]]) -> bool:
    """Whether ``text`` names all that a claim in the other language names outside of its figures and of the spans ``compared`` already."""
    known = find_known(claim)
    theirs = {entity for name in find_known(text) for entity in name.entities}
    covered = [*compared, *((figure.start, figure.end) for figure in find_quantities(claim))]
    if any(theirs.isdisjoint(name.entities) for name in known if not overlaps(covered, name.start, name.end)):
        return False
    covered += [(name.start, name.end) for name in known]
    folded = fold(text)
    unknown = (name for name in _unknown_names(claim) if not overlaps(covered, *name))
    return all(fold(claim[start:end]) in folded for start, end in unknown)


def _slot_words(said: Statement) -> Iterator[Words]:
    """The words whose slots are compared already."""
    yield from (words for words in (said.subject.head, said.measure.words, said.period.words) if words is not None)


def overlaps(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(first < end and start < last for first, last in spans)


def _unknown_names(claim: str) -> Iterator[tuple[int, int]]:
    """English names by their capitals, Latin words in a Chinese claim; Chinese names without Latin letters can't be told from words."""
    if any(map(is_han, claim)):
        return (found.span() for found in _LATIN.finditer(claim))
    return ((name.start, name.end) for name in name_tokens(claim))
