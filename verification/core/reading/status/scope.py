"""Which cues of a sentence reach a figure or predicate in it, the outermost first."""

import re
from bisect import bisect_left

from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.other_figures import is_of_other
from verification.core.reading.status.scope_left import reaches_left
from verification.core.reading.status.scope_right import reaches_right
from verification.core.reading.status.scope_words import ENDS_WIDE, HARD, LABEL_HEAD
from verification.core.reading.status.segments import Opener
from verification.core.reading.status.sentences import SentenceReading

_DETERMINERS = words("the a an this that his her its their our")
_LABEL_END = lazy_regex(
    r"(?:\s(?:number|no\.?|#\d+|of|the|day|week|check|time|\d+|one|two|three))*\s?[:：】\]|]|\s+[—–-]\s|(?:之[一二三四五六七八九十]|[一二三四五六七八九十\d]{0,2})?[:：】]"
)
# "No bank other than Palmer failed", "not a day passed before it did": what follows holds.
_CORRECTION_REACH = 160
_CORRECTION = lazy_regex(
    r"correct(?:ion|ed|ly)|\berror|\bmistake|erratum|misprint|typo|in error|更正|有误|勘误|笔误|订正|误[写植记]|写错", re.IGNORECASE
)


# "As everybody had expected, …" tells of an expectation that came true. A word of what was expected behind it makes it one again.
_AS_WORDS = 5
_AS_ENDS = words("to it them would with and but in on at for by that they he she")
_NOT_AS = words("well such same")
# "Rose more than |expected| to 5.1%", "beat |estimates| at 5.1%": what came, held against what was foreseen.
_EXCEEDED = lazy_regex(r"\b(?:than|as)\s(?:(?:had|was|were|been|most|many|analysts|economists|widely|first)\s){0,3}$")
_DIFFERENCE = lazy_regex(
    r"[,;]\s[^,;]{0,24}\d[^,;]{0,24}\b(?:fewer|more|less|higher|lower|better|worse|above|below|up|down)\b", re.IGNORECASE
)
_AND_CAME_TO = lazy_regex(r"\s(?:to|at|with)\s(?:\w+\s){0,2}[$€£¥]?\d")
# "Confirms what investors |suspected|:", "exactly what had been |hoped|:": it came so.
_JUST_WHAT = lazy_regex(
    r"\b(?:exactly|just|precisely|roughly|much|prov\w+|confirm\w+|is|was|as)\s(?:all\s)?what\s(?:[\w’'-]+\s){1,4}$", re.IGNORECASE
)
_ENDS_PHRASE = lazy_regex(r"\s?[:,.;—–]")
_COPULA_REACH = 80
_COPULA = lazy_regex(
    r"\b(?:is|was|are|were|became|remains)\s(?:an?|the|one\sof)\s(?:(?!which|where|whose|that|who)[\w’'-]+,?\s){0,8}[\w’'-]*$",
    re.IGNORECASE,
)
_WORK = lazy_regex(
    r"\b(?:films?|movies?|series|shows?|sitcoms?|novels?|books?|plays?|comed(?:y|ies)|dramas?|characters?|protagonists?|heroes|heroines?|"
    r"songs?|albums?|musicals?|operas?|games?|comics?|franchises?|trilog(?:y|ies)|episodes?|roles?)\b",
    re.IGNORECASE,
)
# "不管别人怎么看": no question.
_ZH_WHATEVER = lazy_regex(r"(?:不管|无论|不论|任凭)[^，。；]*$")
_BEFORE_CONDITION = frozenset({Opener.COMMA, Opener.NEW_CLAUSE})
_BEHIND_CONDITION = frozenset({Opener.NEW_CLAUSE, Opener.COMMA, Opener.COORDINATE, Opener.HARD})
_JOINED_REACH = 12
# "… and if others follow, prices will rise": the condition of another thing.
_JOINED = lazy_regex(r"\b(?:and|or|but|so|then|that|as|even|especially|particularly|what|know|see|ask|sure|wonder)\s?$", re.IGNORECASE)
_PLAN_REACH = 24
_ZH_NO_PLAN = lazy_regex(r"(?:没有|并无|毫无|绝无|暂无|尚无|未有|[也从]无)[^，。；]*$")
_WHO_WORDS, _WHOM_REACH = 2, 80
_PERFECT = words("had has have was were been")


def covering(sentence: SentenceReading, start: int, end: int) -> list[Cue]:
    """The cues that reach ``text[start:end]``, the outermost first."""
    frame: list[Cue] = []
    after: list[Cue] = []
    before: list[Cue] = []
    for cue in sentence.cues:
        if cue.row.scope in {Scope.NONE, Scope.BACK} or cue.start < start < cue.end or cue.start < end <= cue.end:
            continue
        if sentence.is_chinese and start < cue.start and cue.end <= end and cue.end - cue.start == 1:
            # 林若安: a sign of a name.
            continue
        if cue.row.effect is Effect.OPINION and _CORRECTION.search(sentence.text, max(0, sentence.start - _CORRECTION_REACH), cue.start):
            # "The figure was given in error; it should be 5%": what should be, is.
            continue
        if (
            sentence.is_chinese
            and cue.row.effect is Effect.ASKED
            and _ZH_WHATEVER.search(sentence.text, max(sentence.start, cue.start - 8), cue.start)
        ):
            continue
        if (
            sentence.is_chinese
            and cue.row.words.startswith("的")
            and _ZH_NO_PLAN.search(sentence.text, max(sentence.start, start - _PLAN_REACH), start)
        ):
            # "并无收购帕默的计划": no plan is no plan.
            continue
        if _came_true(sentence, cue) or _is_of_a_work(sentence, cue, start, end) or _is_of_whom(sentence, cue, start):
            continue
        if is_of_other(sentence, cue, start, end) or _tells_difference(sentence, cue, end):
            continue
        # "will cut" as one predicate: its auxiliary stands before its verb.
        is_inside = start <= cue.start and cue.end < end
        side = _side(sentence, cue, end - 1 if is_inside else start, end)
        if side is None:
            continue
        (frame if side == "frame" else after if side == "after" else before).append(cue)
    return [*frame, *reversed(after), *before]


def _came_true(sentence: SentenceReading, cue: Cue) -> bool:
    """ "…, just as everyone had predicted": how it came, no forecast of it."""
    if sentence.is_chinese or cue.row.effect not in {Effect.FORESEEN, Effect.UNCONFIRMED}:
        return False
    if _EXCEEDED.search(sentence.text, sentence.start, cue.start) and _AND_CAME_TO.match(sentence.text, cue.end):
        return True
    if _JUST_WHAT.search(sentence.text, sentence.start, cue.start) and _ENDS_PHRASE.match(sentence.text, cue.end, sentence.end):
        return True
    at, following = _tokens_around(sentence, cue)
    if following is not None and following[:1].isalnum() and following not in _AS_ENDS:
        return False
    before = [token.word for token in sentence.tokens[max(0, at - _AS_WORDS) : at]]
    if cue.row.effect is Effect.UNCONFIRMED and (not before or before[-1] not in _PERFECT):  # "as most had thought", not "as is alleged"
        return False
    if "as" not in before or not (before[-1] in _PERFECT or sentence.text[cue.start : cue.end].lower().endswith("ed")):
        return False
    head = len(before) - 1 - before[::-1].index("as")
    is_comparison = head > 0 and before[head - 1] in _NOT_AS
    return not is_comparison and all(word[0].isalpha() for word in before[head:])


def _tells_difference(sentence: SentenceReading, cue: Cue, end: int) -> bool:
    """ "Recorded 1,084 robberies, 61 fewer than |the year before|": what another figure is held against."""
    is_behind = not sentence.is_chinese and cue.row.effect is Effect.PAST and cue.start > end
    return is_behind and _DIFFERENCE.search(sentence.text, end, cue.start) is not None


def _is_of_a_work(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    """ "Sancho is a character in the novel", "it is a fantasy series": what is said of a work or its people, not what happens in it."""
    if sentence.is_chinese or cue.row.effect is not Effect.FICTION:
        return False
    begin = max(sentence.segments.starts[sentence.segments.index_at(start)], start - _COPULA_REACH)
    told = _COPULA.search(sentence.text, begin, start)
    return told is not None and _WORK.search(sentence.text, told.end(), min(end + _COPULA_REACH, sentence.end)) is not None


def _is_of_whom(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "Nobody who knew the firm doubted that …": the verb of a relative clause says of whom, a later one says what."""
    if sentence.is_chinese or cue.row.scope is not Scope.WIDE:
        return False
    at, _following = _tokens_around(sentence, cue)
    if "who" not in [token.word for token in sentence.tokens[max(0, at - _WHO_WORDS) : at]]:
        return False
    first = bisect_left(sentence.cue_starts, cue.end)
    last = bisect_left(sentence.cue_starts, min(start, cue.end + _WHOM_REACH))
    return any(other.row.scope is Scope.WIDE for other in sentence.cues[first:last])


def _tokens_around(sentence: SentenceReading, cue: Cue) -> tuple[int, str | None]:
    """The index of the cue's first token, and the word behind its last."""
    starts = sentence.token_starts
    at, behind = bisect_left(starts, cue.start), bisect_left(starts, cue.end)
    return at, sentence.tokens[behind].word if behind < len(starts) else None


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
        return not sentence.is_chinese and start < cue.start and _is_conditioned(sentence, cue, start)
    if is_initial or sentence.is_chinese:
        return not any(opener in HARD for opener in segments.between(cue.end, start))
    return not any(opener in ENDS_WIDE for opener in segments.between(cue.end, start))


def _is_conditioned(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "Barlow closes the mine unless a buyer appears": a condition behind, and nothing behind that for it to be the condition of."""
    segments = sentence.segments
    last = cue.end - 1
    if cue.row.scope is not Scope.IF or any(opener not in _BEFORE_CONDITION for opener in segments.between(start, last)):
        return False
    if _JOINED.search(sentence.text, max(start, cue.start - _JOINED_REACH), cue.start):
        return False
    first = bisect_left(sentence.cue_starts, cue.end)
    near = sentence.cues[first : bisect_left(sentence.cue_starts, cue.end + _WHOM_REACH)]
    if any(other.row.scope is Scope.WIDE and other.row.effect is Effect.UNCONFIRMED for other in near):
        # "…, if the rumours are to be believed": unconfirmed, by that word.
        return False
    return not any(opener in _BEHIND_CONDITION for opener in segments.openers[segments.index_at(last) + 1 :])


def _is_label(sentence: SentenceReading, cue: Cue) -> bool:
    head = sentence.text[sentence.start : cue.start].strip("【[(（《“\"'# *-•")
    index = sentence.segments.index_at(cue.start)
    is_at_head = sentence.segments.openers[index] is Opener.HARD or (
        len(head) <= LABEL_HEAD if sentence.is_chinese else len(head.split()) <= 1 and head.strip().lower() not in _DETERMINERS
    )
    return is_at_head and _LABEL_END.match(sentence.text, cue.end) is not None
