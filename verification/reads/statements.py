"""What the reader understood of a text or a question, as the shape that the command and ``batch`` share, and as lines for people."""

from collections.abc import Iterator

from verification.core.quantities.conversion import number_text
from verification.core.reading.statement import Measure, PeriodSlot, Predicate, Question, Statement, Subject, Words
from verification.reads.answers import Shape

OPEN = "open"
LATEST = "latest"
_WIDTH = 60


def statement_shape(statement: Statement) -> Shape:
    """One statement as JSON: every slot with its words, and where they stand."""
    value = statement.value
    return {
        "field": statement.field.value,
        "start": statement.start,
        "end": statement.end,
        "subject": _subject(statement.subject),
        "measure": _measure(statement.measure),
        "period": _period(statement.period),
        "value": None
        if value is None
        else {
            "text": value.text,
            "start": value.start,
            "end": value.end,
            "number": number_text(value.low, value.high),
            "unit": value.unit,
            "kind": value.kind.value,
        },
        "predicate": _predicate(statement.predicate),
        "status": {"status": statement.status.status.value, "cue": _words(statement.status.cue)},
        "speaker": statement.speaker.value,
    }


def question_shape(question: Question) -> Shape:
    """A question as JSON, and as one line."""
    return {
        "subject": _subject(question.subject),
        "measure": _measure(question.measure),
        "period": _period(question.period),
        "predicate": _predicate(question.predicate),
        "status": question.status.value,
        "read_as": read_as(question),
    }


def read_as(question: Question, kind: str = "") -> str:
    """What a question was understood to ask: "Chile · unemployment rate · percent · latest"."""
    measure = question.measure
    parts = [question.subject.head.text if question.subject.head else OPEN]
    if question.predicate is not None:
        parts += [("not " if question.predicate.is_negated else "") + question.predicate.words.text]
        parts += [question.predicate.object.text] if question.predicate.object else []
    elif measure.words is not None and measure.words != question.subject.head:
        parts.append(measure.words.text)
    parts += [*sorted(measure.qualifiers), *([measure.basis.value] if measure.basis else []), *([kind] if kind else [])]
    parts.append(str(question.period.period) if question.period.period else LATEST)
    return " · ".join(parts + ([question.status.value] if question.status.value != "asserted" else []))


def lines_of(statements: tuple[Statement, ...]) -> Iterator[str]:
    """A line for each statement: what is said, of whom, what is measured, when, how sure, and who says so."""
    for statement in statements:
        told = statement.predicate.words.text if statement.predicate else statement.value.text if statement.value else ""
        if statement.predicate and statement.predicate.object:
            told = f"{told} {statement.predicate.object.text}"
        slots = (
            told,
            statement.subject.head.text if statement.subject.head else "-",
            _measured(statement.measure),
            str(statement.period.period) if statement.period.period else "-",
            statement.status.status.value,
            statement.speaker.value,
        )
        yield "\t".join(" ".join(slot.split())[:_WIDTH] for slot in slots)


def _measured(measure: Measure) -> str:
    said = measure.words.text if measure.words else "-"
    beside = [*sorted(measure.qualifiers), *(part.value for part in (measure.form, measure.basis, measure.direction) if part)]
    return f"{said} ({', '.join(beside)})" if beside else said


def _subject(subject: Subject) -> Shape:
    return {"head": _words(subject.head), "chain": [_words(words) for words in subject.chain]}


def _measure(measure: Measure) -> Shape:
    return {
        "words": _words(measure.words),
        "code": measure.code,
        "qualifiers": sorted(measure.qualifiers),
        "form": measure.form.value if measure.form else None,
        "basis": measure.basis.value if measure.basis else None,
        "direction": measure.direction.value if measure.direction else None,
    }


def _period(slot: PeriodSlot) -> Shape:
    return {"period": str(slot.period) if slot.period else None, "is_fiscal": slot.is_fiscal, "words": _words(slot.words)}


def _predicate(predicate: Predicate | None) -> Shape | None:
    if predicate is None:
        return None
    return {"words": _words(predicate.words), "object": _words(predicate.object), "is_negated": predicate.is_negated}


def _words(words: Words | None) -> Shape | None:
    if words is None:
        return None
    return {"text": words.text, "start": words.start, "end": words.end, "field": words.field.value, "origin": words.origin.value}
