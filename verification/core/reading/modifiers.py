"""A name that only describes another subject: "the prime rate, three points above the federal funds rate, is 7.5 percent".

What is measured against a name, tied to it or compared with it is not the thing named; the figure belongs to the other subject.
"""

import re

from verification.core.reading.labels import Asking, Frame
from verification.core.reading.places import PlacedSentence, is_generic, letters_of, subject_letters

_MIN_SUBJECT = 2
_MIN_NAME = 3
# From one of these to the name, inside one phrase, the name is what something else is held against.
_EN_GOVERNED = re.compile(
    r"\b(?:tied|linked|pegged|indexed|benchmarked|keyed|tethered|priced\s(?:off|over)|based\son|tracks?|tracking|follows?|following|mirrors?|"
    r"mirroring|shadows?|above|below|over|under|beneath|than|exceeds?|exceeding|unlike|in\sline\swith|together\swith|compared\s(?:with|to)|"
    r"relative\sto|according\sto)\s(?:[\w'’-]+\s){0,5}$",
    re.IGNORECASE,
)
# "Above the federal funds rate of 4.5 percent": the figure stands at the name itself.
_EN_AT_NAME = re.compile(r"[\s(]{0,2}(?:(?:of|at|now|currently|range|target)[\s(]{1,2}){0,3}[$€£]?")
_ZH_GOVERNING = r"(?:挂钩|锚定|盯住|参照|参考|基于|跟随|跟踪|随着?|与|跟|比|较|高于|低于|高出|低过)[\u4e00-\u9fff]{0,4}?的?$"
_ZH_GOVERNED = re.compile(_ZH_GOVERNING)
_ZH_CLAUSE = re.compile(r"[，；：。,;:]")
_ZH_PLACE = re.compile(r"^(?:美国|中国|全国|我国|英国|日本|欧元区)")


def is_only_modifier(frame: Frame, sentence: PlacedSentence, start: int) -> bool:
    """Whether the name asked for stands left of the figure at ``start`` only as what another subject is held against."""
    if frame.asking == Asking.SENTENCE:
        return False
    return _is_chinese_modifier(frame, sentence, start) if frame.is_chinese else _is_english_modifier(frame, sentence, start)


def _is_english_modifier(frame: Frame, sentence: PlacedSentence, start: int) -> bool:
    words = [word for word, _ in frame.sentence.words if not is_generic(word)]
    # The last word of a name is its head ("rate"): many things have it.
    names = words[:-1] or words
    places = [at for word, at in sentence.words if at < start and word in names]
    if not places or _EN_AT_NAME.fullmatch(sentence.text, _end_of_name(frame, sentence, places[-1], start), start):
        return False
    own = [word for word, at in sentence.words if at < start and word not in words and not is_generic(word)]
    return bool(own) and all(_is_governed(sentence.text, at) for at in places)


def _end_of_name(frame: Frame, sentence: PlacedSentence, last: int, start: int) -> int:
    """Where the name that begins before ``last`` ends: its generic head ("rate") belongs to it."""
    words = {word for word, _ in frame.sentence.words}
    end = last
    for token in sentence.tokens:
        if last <= token.start < start and (token.start == last or any(at == token.start and word in words for word, at in sentence.words)):
            end = token.end
    return end


def _is_governed(text: str, at: int) -> bool:
    phrase = re.split(r"[,;:()—–]", text[max(0, at - 80) : at])[-1]
    return _EN_GOVERNED.search(phrase) is not None


def _is_chinese_modifier(frame: Frame, sentence: PlacedSentence, start: int) -> bool:
    asked = subject_letters(letters_of(frame.sentence.skeleton(0, len(frame.sentence.text)).replace("_", "")))
    name = _ZH_PLACE.sub("", asked)
    clause = _ZH_CLAUSE.split(sentence.skeleton(0, start))[-1]
    at = clause.rfind(name)
    if len(name) < _MIN_NAME or at < 0 or not _ZH_GOVERNED.search(clause, 0, at):
        return False
    before = _ZH_GOVERNED.sub("", clause[:at])
    after = clause[at + len(name) :].partition("的")[2]
    return any(len(_foreign(part, name)) >= _MIN_SUBJECT for part in (before, after))


def _foreign(part: str, name: str) -> str:
    return "".join(letter for letter in subject_letters(letters_of(part)) if letter not in name and "\u4e00" <= letter <= "\u9fff")
