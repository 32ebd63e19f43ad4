"""What becomes of each proposition of a claim: stated, refuted with both sides, only supposed, or not stated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verification.core.claims.claims import Claim
from verification.core.claims.contradictions import Contradiction
from verification.core.claims.reasons import Outcome, SupportCode
from verification.core.claims.slots import Held, Proposition, SlotsReading
from verification.core.claims.wording import tokens_of
from verification.core.reading.measure_comparing import Difference, SlotFit
from verification.core.reading.statement import Status, Words
from verification.core.vocabulary import PassageField

_WORST = (Outcome.REFUTED, Outcome.SUPPOSED_ONLY, Outcome.NOT_STATED, Outcome.STATED)
_TOLD = frozenset({"value", "act"})
_MET = frozenset({SlotFit.FOUND, SlotFit.COMPATIBLE})


@dataclass(frozen=True, slots=True)
class Part:
    """One proposition: ``text`` is ``claim[start:end]``; ``found`` what the documents have in its place, empty where they have nothing.

    ``how`` and ``cue``: in which way the passage holds what it only supposes, and the word that says so. ``differs`` are the slots that a
    passage has otherwise: subject, measure, period, value, status.
    """

    outcome: Outcome
    text: str
    start: int
    end: int
    found: str = ""
    document: int | None = None
    found_start: int = 0
    found_end: int = 0
    how: Status | None = None
    cue: str = ""
    differs: tuple[str, ...] = ()


def parts_of(claim: Claim, slots: SlotsReading) -> tuple[Part, ...]:
    """The parts in the order of the claim, of the same words only the worst that becomes of them. An event beside a figure of the same
    clause is no part of its own, unless it is refuted."""
    parts = [(one, _part(claim, one)) for one in slots.propositions]
    counted = {(part.start, part.end) for one, part in parts if one.is_figure}
    told = [part for one, part in parts if one.is_figure or part.outcome is Outcome.REFUTED or (part.start, part.end) not in counted]
    worst: dict[tuple[int, int], Part] = {}
    for part in told:
        known = worst.setdefault((part.start, part.end), part)
        if _WORST.index(part.outcome) < _WORST.index(known.outcome):
            worst[part.start, part.end] = part
    return tuple(worst.values())


def with_contradictions(parts: Sequence[Part], aligned: Sequence[Contradiction]) -> tuple[Part, ...]:
    """The parts, those refuted whose words the documents contradict, however that was found, unless they speak of something else."""
    return tuple(_contradicted(part, aligned) for part in parts)


def _contradicted(part: Part, aligned: Sequence[Contradiction]) -> Part:
    against = next((one for one in aligned if part.start <= one.claim_start < part.end), None)
    is_of_something_else = any(slot not in _TOLD for slot in part.differs)
    if against is None or part.outcome is Outcome.REFUTED or is_of_something_else:
        return part
    return Part(
        Outcome.REFUTED,
        part.text,
        part.start,
        part.end,
        against.found,
        against.document,
        against.start,
        against.end,
        differs=part.differs,
    )


def refuted_figures(slots: SlotsReading) -> Iterator[Contradiction]:
    """The figures for which a passage asserts another one of the same subject, measure and period, and none the claim's own."""
    for one in slots.propositions:
        best = one.best
        if best is None or not is_refuted(one) or best.statement.value is None or one.statement.value is None:
            continue
        mine, theirs = one.statement.value, best.statement.value
        start = best.stretch.start + theirs.start
        end = start + theirs.end - theirs.start
        code = SupportCode.OTHER_FIGURE
        yield Contradiction(code, mine.text, mine.start, mine.end, theirs.text, best.stretch.document, start, end)


def is_refuted(one: Proposition) -> bool:
    """Whether a statement with subject, measure and period of the proposition has another value of the same kind."""
    best = one.best
    if best is None or not one.is_figure or any(held.is_same for held in one.held) or best.comparison.clashes:
        return False
    mine, theirs = one.statement.value, best.statement.value
    if mine is None or theirs is None or best.is_in_title or (mine.kind, mine.unit) != (theirs.kind, theirs.unit):
        return False
    if mine.is_range or theirs.is_range or mine.approximation is not None or theirs.approximation is not None:
        return False
    slots = best.comparison
    is_told = slots.subject.fit is SlotFit.FOUND and slots.measure.fit is SlotFit.FOUND and slots.period.fit in (*_MET, SlotFit.OPEN)
    asks_period = one.statement.period.words is not None
    return is_told and (slots.period.fit in _MET if asks_period else best.statement.period.words is None)


def turned_acts(slots: SlotsReading) -> Iterator[Contradiction]:
    """The acts of which a passage tells the opposite, of the same subject and of what the claim's is done to."""
    for one in slots.propositions:
        best = next((held for held in one.held if is_turned(one, held)), None)
        if best is None or best.statement.predicate is None or one.statement.predicate is None:
            continue
        mine, theirs = one.statement.predicate.words, best.statement.predicate.words
        start = best.stretch.start + theirs.start
        end = start + theirs.end - theirs.start
        code = SupportCode.OPPOSITE_WORD
        yield Contradiction(code, mine.text, mine.start, mine.end, theirs.text, best.stretch.document, start, end)


def is_turned(one: Proposition, held: Held) -> bool:
    """Whether a statement of the text tells the opposite act; none of the propositions' statements may tell the act itself."""
    slots = held.comparison
    is_opposite = slots.predicate is not None and slots.predicate.difference is Difference.OPPOSITE_MOVE
    if not is_opposite or held.is_in_title or slots.subject.fit is not SlotFit.FOUND or slots.status.fit is SlotFit.CLASHES:
        return False
    return slots.period.fit is not SlotFit.CLASHES and held.has_object and not any(other.is_same for other in one.held)


def denied_parts(claim: Claim, slots: SlotsReading) -> Iterator[Contradiction]:
    """The figures and acts that a passage denies, each side as its clause and sentence."""
    for one in slots.propositions:
        best = one.best
        if best is None or not is_denied(one):
            continue
        start, end = _span(claim, one)
        found, found_start, found_end = _sentence(best)
        yield Contradiction(SupportCode.NEGATED, claim.text[start:end], start, end, found, best.stretch.document, found_start, found_end)


def is_denied(one: Proposition) -> bool:
    """Whether the best statement is the proposition but for its denial, and none asserts it."""
    best = one.best
    if best is None or best.is_in_title or any(held.is_carried for held in one.held):
        return False
    is_only_status = best.is_same and not best.is_carried and not best.clashing and not best.is_opposed
    return is_only_status and best.statement.status.status is Status.DENIED


def is_of_other_period(one: Proposition) -> bool:
    """Whether every statement with the proposition's value or act is of another time than the one that it names, in a sentence that doesn't
    name that one too: "in 2019 and 2018, respectively"."""
    words, same = one.statement.period.words, [held for held in one.held if held.is_same]
    if words is None or not same:
        return False
    named = frozenset(tokens_of(words.text))
    return all(_is_at_another_time(held) and not named.issubset(tokens_of(held.stretch.sentence_of(held.statement))) for held in same)


def _is_at_another_time(held: Held) -> bool:
    return held.comparison.period.fit is SlotFit.CLASHES and held.statement.period.words is not None


def _part(claim: Claim, one: Proposition) -> Part:
    start, end = _span(claim, one)
    text = claim.text[start:end]
    best = one.best
    if best is None:
        return Part(Outcome.NOT_STATED, text, start, end)
    outcome = _outcome(one, best)
    if outcome is Outcome.NOT_STATED and not best.is_same:
        return Part(outcome, text, start, end)
    found, found_start, found_end = _sentence(best)
    status = best.statement.status
    is_supposed = outcome is Outcome.SUPPOSED_ONLY
    return Part(
        outcome,
        text,
        start,
        end,
        found,
        best.stretch.document,
        found_start,
        found_end,
        status.status if is_supposed else None,
        status.cue.text if is_supposed and status.cue else "",
        tuple(_differing(best)),
    )


def _outcome(one: Proposition, best: Held) -> Outcome:
    if best.is_carried:
        return Outcome.STATED
    if is_refuted(one) or is_turned(one, best):
        return Outcome.REFUTED
    only_status = best.is_same and not best.clashing and not best.is_opposed
    if only_status and best.statement.status.status is Status.DENIED:
        return Outcome.REFUTED
    is_supposed = only_status and best.statement.status.status is not Status.ASSERTED
    return Outcome.SUPPOSED_ONLY if is_supposed else Outcome.NOT_STATED


def _differing(held: Held) -> Iterator[str]:
    if not held.is_same:
        yield "value" if held.statement.value is not None else "act"
    for name, slot in zip(("subject", "measure", "period"), held.slots, strict=True):
        if slot.fit is SlotFit.CLASHES:
            yield name
    if held.is_opposed:
        yield "direction"
    if held.comparison.status.fit is SlotFit.CLASHES:
        yield "status"


def _span(claim: Claim, one: Proposition) -> tuple[int, int]:
    """The clause of the claim that holds the proposition."""
    place = _place(one)
    unit = next((unit for unit in claim.units if unit.start <= place < unit.end), None)
    start, end = (unit.start, unit.end) if unit else (one.statement.start, one.statement.end)
    text = claim.text[start:end]
    return start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))


def _place(one: Proposition) -> int:
    if one.statement.value is not None:
        return one.statement.value.start
    predicate = one.statement.predicate
    words: Words | None = predicate.words if predicate else None
    return words.start if words else one.statement.start


def _sentence(held: Held) -> tuple[str, int, int]:
    """The sentence of the statement and its place in its document; a title's place is that of no text."""
    said, stretch = held.statement, held.stretch
    if said.field is PassageField.TITLE:
        return stretch.title[said.start : said.end], 0, 0
    return stretch.text[said.start : said.end], stretch.start + said.start, stretch.start + said.end
