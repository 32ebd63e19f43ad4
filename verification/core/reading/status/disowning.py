"""Which parts of a text a lead-in, a note, a legend or a heading disowns, over the mark that ends its sentence."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from verification.core.language.texts import has_han
from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status
from verification.core.reading.status import disowning_chinese, disowning_english
from verification.core.reading.status.disowning_words import chinese_places, english_heads
from verification.core.reading.status.reach import Construction, Reached, Way, reached

_WORD = lazy_regex(r"[a-z]+")
_ANY_WORD = lazy_regex(r"[A-Za-z]+")
_MOST = 100
# A construction names its text near the head of its sentence.
_HEAD = 240
_OPTIONS = lazy_regex(r"[?？]\s{0,3}(?P<first>[(（]?[Aa][.)．）、]\s?[^?？]{1,300}?\s[(（]?[Bb][.)．）、])")
_NOT_OF_TITLES = frozenset({Way.BEHIND, Way.NOTE, Way.PROBLEM})


def parts_disowned(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Reached, ...]:
    """The parts of ``text`` that its own words disown, in the order of those words."""
    found: list[Reached] = []
    for index in sorted(_candidates(text, spans))[:_MOST]:
        start, end = spans[index]
        is_line = _is_line(text, start, end)
        construction = _construction(text[start : min(end, start + _HEAD)], is_first=_is_first(text, start), is_title=is_line)
        if construction is not None:
            found += reached(text, spans, index, construction)
    return (*found, *_options(text))


def _options(text: str) -> list[Reached]:
    """ "Which river is longest? A) the Danube, 2,850 km B) the Rhine, 1,230 km": the answers that a question lets choose."""
    parts = []
    for found in _OPTIONS.finditer(text):
        end = text.find("\n\n", found.start("first"))
        parts.append(Reached(found.start("first"), len(text) if end < 0 else end, Status.ASKED, found.start(), found.start() + 1))
    return parts


@lru_cache(maxsize=256)
def title_disowns(title: str) -> tuple[Status, int, int] | None:
    """What a title makes of all below it, with the place of its words."""
    found = _construction(title[:_HEAD], is_first=True, is_title=True)
    # What a forecast is called holds facts too.
    if found is None or found.status in {None, Status.FORESEEN} or found.way in _NOT_OF_TITLES:
        return None
    return found.status, found.start, found.end


def disowned_at(parts: Sequence[Reached], start: int, end: int) -> Reached | None:
    """The nearest words that disown ``text[start:end]``."""
    over = [part for part in parts if part.start <= start and end <= part.end]
    return min(over, key=lambda part: min(abs(start - part.cue_end), abs(part.cue_start - end)), default=None)


def _construction(sentence: str, *, is_first: bool, is_title: bool) -> Construction | None:
    if has_han(sentence):
        return disowning_chinese.construction_of(sentence, is_first=is_first, is_title=is_title)
    return disowning_english.construction_of(sentence, is_first=is_first, is_title=is_title)


def _candidates(text: str, spans: Sequence[tuple[int, int]]) -> set[int]:
    """The sentences that hold a word of some construction."""
    starts = [start for start, _end in spans]
    places: list[int] = []
    if not english_heads().isdisjoint(_WORD.findall(text.lower())):
        places += [word.start() for word in _ANY_WORD.finditer(text) if word.group().lower() in english_heads()]
    if has_han(text):
        places += chinese_places(text)
    return {index for place in places if (index := bisect_right(starts, place) - 1) >= 0}


def _is_line(text: str, start: int, end: int) -> bool:
    """Whether a sentence is a line of its own without a stop."""
    is_alone = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    return is_alone and (end >= len(text) or text[end] == "\n") and not re.search(r"[.。!！?？;；,，|]$", text[start:end])


def _is_first(text: str, start: int) -> bool:
    """Whether a sentence opens the text or a paragraph of it."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()
