"""Which cues of a sentence reach a figure or predicate in it, the outermost first."""

import re

from verification.core.language.word_tables import words
from verification.core.reading.scope_left import reaches_left
from verification.core.reading.scope_right import reaches_right
from verification.core.reading.scope_words import ENDS_WIDE, HARD, LABEL_HEAD
from verification.core.reading.segments import Opener
from verification.core.reading.sentence_reading import SentenceReading
from verification.core.reading.status_lexicon import Effect, Scope
from verification.core.reading.status_matching import Cue

_DETERMINERS = words("the a an this that his her its their our")
_LABEL_END = re.compile(
    r"(?:\s(?:number|no\.?|#\d+|of|the|day|week|check|time|\d+|one|two|three))*\s?[:：】\]|]|\s+[—–-]\s|(?:之[一二三四五六七八九十]|[一二三四五六七八九十\d]{0,2})?[:：】]"
)
# "No bank other than Palmer failed", "not a day passed before it did": what follows holds.
_CORRECTION_REACH = 160
_CORRECTION = re.compile(
    r"correct(?:ion|ed|ly)|\berror|\bmistake|erratum|misprint|typo|in error|更正|有误|勘误|笔误|订正|误[写植记]|写错", re.IGNORECASE
)


def covering(sentence: SentenceReading, start: int, end: int) -> list[Cue]:
    """The cues that reach ``text[start:end]``, the outermost first."""
    frame: list[Cue] = []
    after: list[Cue] = []
    before: list[Cue] = []
    for cue in sentence.cues:
        if cue.row.scope in {Scope.NONE, Scope.BACK} or cue.start < start < cue.end or cue.start < end <= cue.end:
            continue
        if cue.row.effect is Effect.OPINION and _CORRECTION.search(sentence.text, max(0, sentence.start - _CORRECTION_REACH), cue.start):
            # "The figure was given in error; it should be 5%": what should be, is.
            continue
        # "will cut" as one predicate: its auxiliary stands before its verb.
        is_inside = start <= cue.start and cue.end < end
        side = _side(sentence, cue, end - 1 if is_inside else start, end)
        if side is None:
            continue
        (frame if side == "frame" else after if side == "after" else before).append(cue)
    return [*frame, *reversed(after), *before]


def foreseen_beside(sentence: SentenceReading, compare: Cue) -> Cue | None:
    """The word of expectation within what a figure is held against: "above the $3.9bn analysts had forecast"."""
    begin, stop = sentence.segments.span(sentence.segments.index_at(compare.start))
    inside = (cue for cue in sentence.cues if begin <= cue.start and cue.end <= stop and cue.row.scope is not Scope.NONE)
    return next((cue for cue in inside if cue.row.effect is Effect.FORESEEN), None)


def _side(sentence: SentenceReading, cue: Cue, start: int, end: int) -> str | None:
    """Where a cue stands that reaches the place: above it all ("frame"), behind it or before it; None where it does not reach."""
    scope = cue.row.scope
    if scope in {Scope.IF, Scope.SENTENCE, Scope.LABEL, Scope.ANTECEDENT}:
        return "frame" if _frames(sentence, cue, start) else None
    if cue.start >= end:
        return "after" if reaches_left(sentence, cue, start, end) else None
    return "before" if reaches_right(sentence, cue, start) else None


def _frames(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    index = segments.index_at(cue.start)
    if cue.row.scope is Scope.LABEL:
        return start >= cue.end and _is_label(sentence, cue) and Opener.HARD not in segments.between(cue.end, start)
    if cue.row.scope is Scope.ANTECEDENT:
        return start >= cue.end and segments.index_at(start) == index
    if cue.row.scope is Scope.SENTENCE:
        return True
    is_initial = index == 0 or segments.openers[index] in HARD
    if start < cue.end:
        return False
    if is_initial or sentence.is_chinese:
        return not any(opener in HARD for opener in segments.between(cue.end, start))
    return not any(opener in ENDS_WIDE for opener in segments.between(cue.end, start))


def _is_label(sentence: SentenceReading, cue: Cue) -> bool:
    head = sentence.text[sentence.start : cue.start].strip("【[(（《“\"'# *-•")
    index = sentence.segments.index_at(cue.start)
    is_at_head = sentence.segments.openers[index] is Opener.HARD or (
        len(head) <= LABEL_HEAD if sentence.is_chinese else len(head.split()) <= 1 and head.strip().lower() not in _DETERMINERS
    )
    return is_at_head and _LABEL_END.match(sentence.text, cue.end) is not None
