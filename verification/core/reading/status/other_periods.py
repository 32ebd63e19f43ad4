"""Figures of another time, by the word before them: "a year ago it was 5%", 上年同期为5%; not what is held against it."""

import re

from verification.core.patterns import lazy_regex
from verification.core.periods.roles import is_change
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.scope_words import EN_NO_LEVEL, HARD
from verification.core.reading.status.sentences import SentenceReading

_ENGLISH_WORDS = 12
_CHINESE_SIGNS, _SHORTLY = 30, 8
_ZH_LEVEL = lazy_regex(r"(?:[为是有报仅]|达到?|处于|录得)(?:约|近)?$")
# 10年期国债: how long it runs, no figure of its own.
_TERM = lazy_regex(r"\d+(?:年|个?月|天|日)期")


def tells_other_period(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "A year ago it was 5%", "上年同期为5%"; not "较上年同期增长5%"."""
    gap = sentence.text[cue.end : start]
    if sentence.is_chinese:
        behind = sentence.text[max(sentence.start, cue.start - 4) : cue.start]
        # 此前，公司宣布裁员500人 tells what was done before today, 此前，公司有员工500人 how it was.
        reach = _SHORTLY if cue.row.words == "此前" and not _ZH_LEVEL.search(gap) else _CHINESE_SIGNS
        if cue.row.words == "当时" and re.search(r"(?:[为是达仅报约有]|高达)$", gap) is None:
            return False
        # 上年同期增长率为5% is the level of a change, then; 与上年同期相比，增长率为5% is today's.
        is_basis = re.search(r"[较比同于]", behind) is not None or "相比" in gap or "相较" in gap
        is_measured = is_basis or (is_change(gap) and not _ZH_LEVEL.search(gap))
        return not is_measured and len(gap) <= reach and not re.search(r"[，；。\d]", _TERM.sub("", gap.lstrip("，")))
    behind = sentence.text[max(sentence.start, cue.start - 8) : cue.start]
    if EN_NO_LEVEL.search(behind) or any(opener in HARD for opener in sentence.segments.between(cue.end, start)):
        return False
    if re.search(r"\d", gap) or _has_own_figure(sentence, cue, start):
        return False
    return gap.strip() in {"", "'s", "’s", "of", "level of"} or (
        len(gap.split()) <= _ENGLISH_WORDS
        and re.search(r"\b(?:was|were|had|stood|at|been|[a-z]+ed|cost|paid|sold|took)\b", gap) is not None
    )


def _has_own_figure(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether the phrase that names the other period tells its figure too: "after 4.8% a year earlier, it was |5.1%"."""
    segments = sentence.segments
    index = segments.index_at(cue.start)
    return segments.index_at(start) > index and re.search(r"\d", sentence.text[segments.starts[index] : cue.start]) is not None
