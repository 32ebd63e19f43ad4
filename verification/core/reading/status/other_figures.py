"""Which words of status belong to another figure of the sentence: "5.1% (|forecast| 4.9%)", "the 4.9% |expected|, 5.1% came"."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.sentences import SentenceReading
from verification.core.subjects.known import find_known

_OPEN = frozenset({Effect.FORESEEN, Effect.UNCONFIRMED, Effect.HEARSAY, Effect.SUPPOSED})
_FIGURE = r"[$€£¥]?[+-]?\d[\d.,]*"
# "forecast 4.9%", "consensus: 4.9%", "goal of 4.9%", "talk of 4.9%".
_FIGURE_BEHIND = lazy_regex(
    rf"\.?:?\s(?:(?:for|was|is|at|of|had\sbeen|stood\sat|called\sfor|around|about|just|only|some|a|an|the)\s){{0,3}}{_FIGURE}"
)
# "the 4.9% expected", "4.9% having been the guidance"; a year is no such figure.
_FIGURE_AHEAD = lazy_regex(
    rf"(?:{_FIGURE}\s?(?:%|percent|per\scent|points?|(?:thousand|million|billion|trillion|tonnes|tons|barrels|bushels)(?:\s\w+)?)"
    rf"|the\s(?!(?:19|20)\d\d\b){_FIGURE})\s(?:(?:that\s)?(?:was|were|is|had\sbeen|has\sbeen|having\sbeen)\s)?"
    r"(?:the\s|a\s|an\s|most\s|widely\s|once\s|originally\s|analysts\s|economists\s|forecasters\s|markets?\s|some\s|we\s|they\s|had\s|it\s){0,4}$"
)
# What a label may stand behind, so that nothing but its own figure is told by it.
_HEAD = lazy_regex(
    r"(?:^|[,;:/|()–—-])\s?(?:(?:and|but|with|vs\.?|versus|against|the|a|an|our|its|market|analysts?|fy|reuters|bloomberg|street|in|than|from|own)\s){0,4}$",
    re.IGNORECASE,
)
# What says of a figure that it is the one that came.
_CAME = lazy_regex(
    r"(?:^|[,;:/|(–—-]|\band|\bbut)\s?(?:(?:the|fy|an?|its|final|official|in|fact)\s){0,3}(?:actual(?:ly)?|act\.?|outcome|result|print|final|got|reported|now)"
    r"(?:\s(?:of|at|was|is|came\sin\sat))?:?\s?$",
    re.IGNORECASE,
)
_DELIVERED = lazy_regex(r"\s(?:delivered|got|reported|printed|achieved|booked|in\sthe\sevent|actual(?:ly)?)\b", re.IGNORECASE)
# "5% in 2026 and 4% in 2027": the list of one word goes on.
_LISTED = lazy_regex(r"\W*(?:and\s|or\s|then\s)?(?:\w+\sof\s)?[$€£¥]?$")
_PARTED = lazy_regex(r"[,;:/|()–—]|\s-\s|\band\b|\bbut\b|\byet\b")
_REACH = 90


# "超过苹果的4120万台": what another has now, and no earlier or expected value of the first.
_ZH_OF_RIVAL = lazy_regex(r"(?:超过|超越|高于|多于|低于|少于|落后于|不及|逊于|好于|领先于|大幅高于)([^，。；,;、\d的]{2,12})的(?:约|近)?$")
_ZH_OF_THEN = lazy_regex(
    r"[去上前昨][年月周季日期一天]|同期|此前|之前|历史|预期|预测|预估|预计|目标|前值|当时|原|平均|过去|以往|上限|下限|门槛|标准|往年"
)


def is_of_rival(text: str, first: int, start: int) -> bool:
    """Whether the figure at ``start`` of a Chinese sentence is a rival's, by a name before 的."""
    found = _ZH_OF_RIVAL.search(text, max(first, start - 24), start)
    if found is None or _ZH_OF_THEN.search(found[1]) is not None:
        return False
    return any(entity.kind != "place" for known in find_known(found[1]) for entity in known.entities)


def is_of_other(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    """Whether a cue tells how another figure than ``text[start:end]`` came, and so nothing of this one."""
    if sentence.is_chinese or cue.row.effect not in _OPEN or cue.row.scope in {Scope.IF, Scope.SENTENCE, Scope.LABEL}:
        return False
    text = sentence.text
    if not any(sign.isdigit() for sign in text[start:end]):
        return False
    if cue.start >= end:
        return _is_told_behind(text, cue, end, sentence.end)
    return cue.end <= start and _is_told_before(sentence, cue, start, end)


def _is_told_behind(text: str, cue: Cue, end: int, stop: int) -> bool:
    gap = text[end : cue.start]
    if _PARTED.search(gap) is None:
        return False
    if _FIGURE_BEHIND.match(text, cue.end, stop) and _HEAD.search(gap):
        return True
    ahead = _FIGURE_AHEAD.search(gap)
    return ahead is not None and _PARTED.search(gap, 0, ahead.start() + 1) is not None


def _is_told_before(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    text = sentence.text
    gap = text[cue.end : start]
    if _PARTED.search(gap) is None or _LISTED.fullmatch(text[cue.end : start]):
        return False
    if _FIGURE_AHEAD.search(text, max(sentence.start, cue.start - _REACH), cue.start):
        return _LISTED.fullmatch(_last_part(gap)) is None or _DELIVERED.match(text, end) is not None
    own = _FIGURE_BEHIND.match(text, cue.end, start)
    if own is None:
        return False
    if _CAME.search(text, cue.end, start):
        return True
    return _is_noun_of(text, cue, own.end()) and _LISTED.fullmatch(_last_part(gap)) is None


def _is_noun_of(text: str, cue: Cue, stop: int) -> bool:
    """Whether the word is a noun with "of" before its figure: "hopes of 4.9%"; no verb, which may have more objects."""
    return " of " in f" {text[cue.start : stop]}" and (cue.row.words.endswith(" of") or cue.row.scope is Scope.NOUN)


def _last_part(gap: str) -> str:
    """What stands behind the last sign or conjunction."""
    return _PARTED.split(gap)[-1]
