"""Who says what a sentence tells: the page itself, an official source, the party concerned, another outlet, an expert, nobody named."""

import re
from functools import lru_cache

from verification.core.patterns import lazy_regex
from verification.core.reading.speaker_nouns import kind_of
from verification.core.reading.statement import Speaker
from verification.core.reading.status.segments import Opener
from verification.core.reading.status.sentences import SentenceReading

_SUBJECT_REACH = 90
_ZH_SUBJECT_REACH = 24
_VERB = lazy_regex(
    r"\b(?:say|says|said|saying|tell|tells|told|report|reports|reported|announce[sd]?|confirm(?:s|ed)?|den(?:y|ies|ied)|claim(?:s|ed)?|state[sd]|"
    r"writes?|wrote|show(?:s|ed)|estimate[sd]?|expect(?:s|ed)?|forecasts?|predict(?:s|ed)?|project(?:s|ed)|note[sd]|argue[sd]?|insist(?:s|ed)?|believe[sd]?|"
    r"disclose[sd]|reveal(?:s|ed)|warn(?:s|ed)?|admit(?:s|ted)?|acknowledge[sd]?|quot(?:es|ed)|allege[sd]?|reject(?:s|ed)|dismiss(?:es|ed))\b",
    re.IGNORECASE,
)
_ACCORDING = lazy_regex(r"\b(?:according to|citing|quoting|data from|figures from|in a statement by)\s", re.IGNORECASE)
_PRONOUN = lazy_regex(r"\b(?:he|she|they|it)\s+(?:\w+\s+)?$", re.IGNORECASE)
_NAME = lazy_regex(r"(?<![\w.])[A-Z][\w&'’-]*")
_ZH_VERB = lazy_regex(
    r"表示|指出|认为|宣布|公布|发布|公告|披露|透露|介绍|证实|确认|否认|报道|通报|预计|预测|显示|坦言|强调|辟谣|回应|称|说|写道|流传"
)
_ZH_ACCORDING = lazy_regex(r"据(?!说|传|悉|此|了解)|来自|援引")
_ZH_NAME = lazy_regex(r"[\u4e00-\u9fffA-Za-z]{2,}")
_ZH_NO_NAME = lazy_regex(r"^(?:数据|统计|资料|记录|结果|图表|他|她|其|并|同时|此外|另外|还|也|最新|今日|昨日)*$")


def speaker_of(sentence: SentenceReading, start: int, end: int) -> Speaker | None:
    """Who is named in ``sentence`` as saying what stands at ``start``; None where nobody is, PARTY for a name of no known kind."""
    return _chinese_speaker(sentence, start, end) if sentence.is_chinese else _english_speaker(sentence, start, end)


def _english_speaker(sentence: SentenceReading, start: int, end: int) -> Speaker | None:
    text, segments = sentence.text, sentence.segments
    for found in _ACCORDING.finditer(text, sentence.start, sentence.end):
        stop = segments.span(segments.index_at(found.end()))[1]
        if Opener.HARD not in segments.between(min(found.start(), start), max(found.start(), start)):
            return kind_of(text[found.end() : min(stop, found.end() + _SUBJECT_REACH)], "en") or Speaker.PARTY
    told = _verbs_of(text, sentence.start, sentence.end)
    verbs = [found for found in told if not (found.start() < end and start < found.end())]
    before = [found for found in verbs if found.end() <= start and Opener.HARD not in segments.between(found.end(), start)]
    for found in (*reversed(before), *(found for found in verbs if found.start() >= end)):
        begin = max(segments.starts[segments.index_at(found.start())], found.start() - _SUBJECT_REACH)
        subject = text[begin : found.start()]
        if found.start() >= end and segments.index_at(found.start()) == segments.index_at(start):
            continue
        kind = kind_of(subject, "en")
        if kind is not None:
            return kind
        if _NAME.search(subject) and not _PRONOUN.search(subject):
            return Speaker.PARTY
    return None


@lru_cache(maxsize=16)
def _verbs_of(text: str, start: int, end: int) -> tuple[re.Match[str], ...]:
    """The verbs of telling of a sentence, which each of its figures asks for."""
    return tuple(_VERB.finditer(text, start, end))


def _chinese_speaker(sentence: SentenceReading, start: int, end: int) -> Speaker | None:
    text, segments = sentence.text, sentence.segments
    for found in _ZH_ACCORDING.finditer(text, sentence.start, min(start, sentence.end)):
        stop = segments.span(segments.index_at(found.end()))[1]
        kind = kind_of(text[found.end() : min(stop, start)], "zh")
        if kind is not None:
            return kind
    for found in reversed([*_ZH_VERB.finditer(text, sentence.start, sentence.end)]):
        if found.start() < end and start < found.end():
            continue
        index = segments.index_at(found.start())
        if found.start() >= end and index == segments.index_at(start):
            continue
        subject = text[max(segments.starts[index], found.start() - _ZH_SUBJECT_REACH) : found.start()]
        kind = kind_of(subject, "zh")
        if kind is not None:
            return kind
        if found.end() <= start and _ZH_NAME.search(subject) and not _ZH_NO_NAME.match(subject):
            return Speaker.PARTY
    return None
