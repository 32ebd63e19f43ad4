"""How far a construction reaches that disowns what stands around it: its line, what follows until something ends it, the page."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status

_LONGEST, _SENTENCES = 3_000, 8
_LONGEST_HEADING = 40
_CARRIES = lazy_regex(r"[\d|｜.。!！?？;；:：,，、]")
_OPENER = lazy_regex(r"[ \t]*(?:(?P<bullet>[-*•·●▪◆■▶►])\s|\(?\d{1,2}(?P<number>[.)、．])|(?P<circle>[①-⑳])|(?P<rubric>【))")
# What is real again: "End of exercise.", "The drill is over.", "In reality …".
_ENDS = lazy_regex(
    r"\b(?:end\sof\s(?:the\s|this\s)?\w+|(?:is|are|was)\s(?:now\s)?(?:over|finished|complete[d]?)|in\sreality|in\sactual\sfact|back\sto\sreality|in\sreal\slife)\b|"
    r"(?:演练|演习|测试|模拟|示例|引文|节选)(?:已|到此)?(?:结束|完毕)|现实中|真实情况|事实上|言归正传",
    re.IGNORECASE,
)


class Way(StrEnum):
    """Where a construction reaches."""

    SENTENCE = "sentence"
    LINE = "line"
    AHEAD = "ahead"
    BEFORE = "before"
    BEHIND = "behind"
    AROUND = "around"
    NOTE = "note"
    PROBLEM = "problem"
    PAGE = "page"
    HERE = "here"
    OWN = "own"


class Construction(NamedTuple):
    """What a sentence makes of what stands around it; ``start`` and ``end`` are places in that sentence, of the words that say so."""

    way: Way
    status: Status | None
    start: int
    end: int


class Reached(NamedTuple):
    """A part of the text, what is made of it, and the place of the words that do."""

    start: int
    end: int
    status: Status
    cue_start: int
    cue_end: int


def reached(text: str, spans: Sequence[tuple[int, int]], index: int, found: Construction) -> list[Reached]:
    """The parts of ``text`` that a construction in its sentence ``index`` reaches."""
    if found.status is None:
        return []
    start, end = spans[index]
    cue = start + found.start, start + found.end
    ahead, behind = (cue[1], _end_ahead(text, spans, index)), (_start_behind(text, spans, index), start)
    line = (cue[1], _end_of_line(text, spans, index))
    parts = {
        Way.SENTENCE: [(cue[1], end)],
        Way.LINE: [line],
        Way.AHEAD: [ahead],
        Way.BEFORE: [(spans[index - 1][0], start)] if index else [],
        Way.BEHIND: [behind],
        Way.AROUND: [behind, ahead],
        Way.NOTE: [behind] if _stands_alone(text, start, end) else [],
        Way.PROBLEM: [(cue[1], max(text.rfind("?", *line), text.rfind("？", *line)))],
        Way.PAGE: [(0, start), (cue[1], len(text))],
        # "This is a test page.", at the foot of it.
        Way.HERE: [ahead] if text[ahead[0] : ahead[1]].strip(" \n.。") else [behind],
        Way.OWN: [(start, cue[0])],
    }[found.way]
    return [Reached(first, last, found.status, *cue) for first, last in parts if first < last]


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a sentence is a line of its own, behind another."""
    return text[:start].rstrip(" \t").endswith("\n") and not text[end:].split("\n", 1)[0].strip()


def _end_of_line(text: str, spans: Sequence[tuple[int, int]], index: int) -> int:
    start = spans[index][0]
    end = text.find("\n", start)
    last = spans[min(index + _SENTENCES, len(spans) - 1)][1]
    end = last if end < 0 else min(end, last)
    return _ended(text, spans[index][1], end)


def _end_ahead(text: str, spans: Sequence[tuple[int, int]], index: int) -> int:
    """Until a heading, the next item of a list in which the sentence opens one, or a sentence that says it is over."""
    start, end = spans[index]
    own = _opener(text, text.rfind("\n", 0, start) + 1)
    at = text.find("\n", end)
    if at < 0:
        return _end_of_line(text, spans, index)
    has_content = bool(text[end:at].strip())
    while 0 <= at < min(len(text), end + _LONGEST):
        following = text.find("\n", at + 1)
        following = len(text) if following < 0 else following
        line = text[at + 1 : following].strip()
        if own is not None and _opener(text, at + 1) == own:
            break
        if not line and has_content and index:
            # Within a text a lead-in reaches its paragraph, or the one below it.
            break
        if line:
            if has_content and len(line) <= _LONGEST_HEADING and not _CARRIES.search(line):
                break
            has_content = True
        at = following
    return _ended(text, end, at)


def _ended(text: str, begin: int, end: int) -> int:
    over = _ENDS.search(text, begin, end)
    return over.start() if over else end


def _start_behind(text: str, spans: Sequence[tuple[int, int]], index: int) -> int:
    """Up to the heading above, the head of a list's item or a number of sentences; lines of a table count as one."""
    start = spans[index][0]
    at, sentences = start, 0
    while at > max(0, start - _LONGEST):
        before = text.rfind("\n", 0, at - 1) + 1
        line = text[before:at].strip()
        if line and len(line) <= _LONGEST_HEADING and not _CARRIES.search(line):
            return at
        sentences += len(re.findall(r"[.!?](?:\s|$)|[。！？]", line))
        if sentences > _SENTENCES and before < at:
            return max(before, spans[max(0, index - _SENTENCES)][0])
        at = before
        if before == 0:
            break
    return at


def _opener(text: str, start: int) -> str | None:
    found = _OPENER.match(text, start)
    return found.lastgroup if found else None
