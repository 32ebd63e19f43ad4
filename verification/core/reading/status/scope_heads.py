"""What an adjective makes of the figure of its noun: "the previous rate of Peru was |5%", "Expected rate: |5%", "rate (prior) |5%"."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.scope_words import EN_SPEECH
from verification.core.reading.status.segments import Opener
from verification.core.reading.status.sentences import SentenceReading

# What may stand before an adjective that belongs to the first noun of its clause.
_OPENS_NOUN = lazy_regex(
    r"(?:^|(?:that|said|says|reported|showed|shows|and|but|while),?\s|[,:;(“\"\[]\s?)"
    r"(?:(?:the|its|their|his|her|our|this|an?|(?:[\w.-]+\s){0,3}(?:[\w.-]+)(?:['’]s|s['’])))?$",
    re.IGNORECASE,
)
# "The previous month", "the former minister's": what the adjective itself belongs to.
_OF_ANOTHER = lazy_regex(
    r"\s(?:(?:\w+\s)?(?:months?|years?|quarters?|weeks?|days?|seasons?|sessions?|meetings?|periods?|times?|governments?|administrations?|owners?|"
    r"ministers?|presidents?|chiefs?|version|editions?|reports?|articles?|posts?)\b|(?:[\w-]+\s){0,2}(?:[\w-]+)['’]s\s)",
    re.IGNORECASE,
)
_TO_FIGURE = lazy_regex(
    r"\s(?:(?!(?:and|but|while|whereas|that|which|who|to|from|than|now|if|not)\s)[\w'’&./-]+\s){0,8}?"
    r"(?:[\w'’&./-]+:\s?|(?:[\w'’&./-]+,\s)?(?:is|was|were|are|has been|had been|stood at|stands at|came to|comes to|came in at|"
    r"comes in at|amounted to|amounts to|totalled|totaled|totals|ran at|runs at|reads|read|at|of)\s)"
    r"(?:(?:about|only|just|still|an?|nearly|almost|roughly)\s)?[$€£¥]?$",
    re.IGNORECASE,
)
_AS = lazy_regex(r"\W*(?:(?:just|exactly|much|precisely)\s)?as\b", re.IGNORECASE)
_CLOSES = lazy_regex(r"\s?[)\]）】]\s?[:：]?\s?[$€£¥]?$")


def qualifies_noun(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether an English adjective belongs to the noun whose figure begins at ``start``."""
    gap = sentence.text[cue.end : start]
    if stands_in_brackets(sentence, cue, start):
        return True
    begin = sentence.segments.starts[sentence.segments.index_at(cue.start)]
    before = sentence.text[begin : cue.start].strip()
    if before and _OPENS_NOUN.search(before) is None:
        return False
    return _OF_ANOTHER.match(gap) is None and _TO_FIGURE.match(gap) is not None and EN_SPEECH.search(gap) is None


def stands_in_brackets(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether a cue stands alone in brackets before its figure: "rate (expected) |5%", 失业率（前值）|5%."""
    is_open = sentence.text[cue.start - 1 : cue.start] in tuple("([（【")
    return is_open and _CLOSES.fullmatch(sentence.text, cue.end, start) is not None


def is_over_at_comma(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether a phrase between commas keeps its cue to itself: "Guided to 47%, the margin was |48%", "turnout, projected at 60%, was
    |57%", "as all had foreseen, it is |5%"."""
    segments = sentence.segments
    index = segments.index_at(cue.start)
    begin, stop = segments.span(index)
    if sentence.is_chinese or start < stop:
        return False
    told = sentence.text[cue.end : stop]
    is_phrase = index == 0 or segments.openers[index] is Opener.COMMA
    has_own_figure = is_phrase and not sentence.text[begin : cue.start].strip(" ,") and any(sign.isdigit() for sign in told)
    return has_own_figure or (_AS.match(sentence.text, begin, stop) is not None and not told.strip(" ,"))
