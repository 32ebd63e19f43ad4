"""How far a cue reaches to the left: judgements on what was said, who said it named behind it, later periods."""

import re
from bisect import bisect_left

from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.scope_words import EN_NO_LEVEL, EN_SPEECH, HARD, ZH_SAYS_LAST, ZH_SCENE
from verification.core.reading.status.segments import Opener
from verification.core.reading.status.sentences import SentenceReading

_BE = words(
    "is are was were be been being prove proved proven proves remain remains look looks looked ring rings sound sounds seem seems turned"
)
_SINCE_REACH = 24
_PLAN_NOUN = lazy_regex(
    r"\b(?:plans?|bids?|deals?|attempts?|efforts?|proposals?|talks|takeover|merger|moves?|offers?|bill|motion|campaign|push|drive)\b",
    re.IGNORECASE,
)
# "所谓…，纯属捏造": a judgement without a subject of its own is of the clause before it.
_ZH_NO_SUBJECT = lazy_regex(
    r"(?:完全|均|都|实属|实|系|是|为|全|显然|明显|绝对|根本|却|则|其实|事后证明|后被证明|后经证实|被证实|被证明|已被)*"
)
_ZH_SUBJECTLESS = lazy_regex(
    r"(?:但|不过|而|且|并|目前|现在?|如今|今|后来?|随后|均|都|也|全部|早|其后|此后|(?:该|其|它|这|此|上述|这些|那些|这[一项条个]|相关)?(?:规定|规则|标准|政策|税率|条款|办法|措施|制度|上限|下限|纪录|记录|法令|限制)?|[\s，])*"
)
_ZH_MEASURED = lazy_regex(
    r"打破|终结|结束|平息|粉碎|应验|验证|证明|兑现|实现|好过|落在|回应|印证|呼应|符合|一致|[高低好优弱强逊大小多少]于|超|不及|达到|未达|距|契合|吻合"
)
_NAMING = lazy_regex(
    r"\b(?:call(?:s|ed|ing)?|brand(?:s|ed|ing)?|label(?:s|led|ed|ling)?|describ(?:e|es|ed|ing)|dismiss(?:es|ed|"
    r"ing)?|declar(?:e|es|ed)|deem(?:s|ed)?|denounc(?:e|es|ed))\b",
    re.IGNORECASE,
)
# "The quote attributed to the minister, that growth was 6%, was made up": judged is what the words say.
_OF_SPEECH = lazy_regex(
    r"^\W*(?:the|a|an|that|this|his|her|their|its)\s(?:[\w-]+\s){0,2}(?:quotes?|quotations?|claims?|reports?|lines?|statements?|rumou?rs?|stor(?:y|ies)|"
    r"assertions?|remarks?|allegations?|tweets?|posts?|tales?)\b[^;.]{0,60}\bthat\s",
    re.IGNORECASE,
)
# ", and traders had priced in no change": another thing told, not who says the first.
_GOES_ON = lazy_regex(r"\s?(?:and|or|so|not)\b", re.IGNORECASE)
_TAIL_WORDS = 7
_SUBJECT_REACH = 120
_MODAL = lazy_regex(
    r"(?:will|would|could|may|might|shall)(?:\s(?:have|be|well|soon|now|also))*"
    r"|(?:(?:is|are)\s)?(?:expected|set|due|likely|poised|projected|forecast|slated|scheduled|planned)(?:\sto)?"
    r"|(?:thought|believed|said|rumou?red|alleged)\sto"
    r"|(?:(?<=is\s)|(?<=are\s)|(?<=was\s)|(?<=were\s)|(?<=been\s))(?:feared|proposed|mooted)",
    re.IGNORECASE,
)
_ZH_MODAL = lazy_regex(r"(?:或|恐|料|势|即)?将(?:会)?|可能|或许?|也许|恐怕?|有望|料")
# "1000万元|将用于|救灾": what is to be used is there, but for what it is at most.
_ZH_IS_USED = lazy_regex(r"(?:全部|主要|均|都)?用(?:于|作|来)")
_ZH_AT_MOST = lazy_regex(r"(?:至多|最[多高])\S*$")
_ZH_NOUNS = lazy_regex(r"[家户个名人辆台座起枚艘架所间套条吨]?(?!的)[\u4e00-\u9fff]{0,8}")
_ZH_NEWLY_TOLD = lazy_regex(r"(?:^|[，。；：,;:\s])(?:约|近|逾|超过?|多达|高达|至[多少]|最[多高]|另?还?仍?共?有|其中|总计|数|另外?)*$")
# Nothing but what is counted: "5,000 |jobs at two plants| could be lost".
_NOUNS = lazy_regex(
    r"(?:\s(?!(?:who|which|that|whose|is|are|was|were|has|have|had|said|says)\b)[\w’'-]+){0,6}\s(?:(?:is|are|was|were|has|have|been|being)\s){0,3}"
)
# A figure that no article, owner or noun before it takes for known.
_NEWLY_TOLD = lazy_regex(
    r"(?:^\W*|\b(?:said|says|say|warned|warns|announced|estimates?|fears?|feared|that|and|but)\s)"
    r"(?:(?:so|while|as\s(?:many|much)\sas|up\sto|at\sleast|(?:more|fewer|less)\sthan|some|about|around|nearly|almost|over|roughly|"
    r"approximately|another|an?\s(?:estimated|additional|further|extra)|a\stotal\sof|only|just|an?\s(?:[\w-]+\s){1,3}of)\s?)*[\s(]*$",
    re.IGNORECASE,
)


def reaches_left(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    scope = cue.row.scope
    segments = sentence.segments
    passed = segments.between(end, cue.start)
    if scope is Scope.POST:
        return not passed and (_stands_right_behind(sentence, cue, end) or _is_of_its_subject(sentence, cue, start, end))
    if scope is Scope.AROUND:
        return not passed
    if scope is Scope.BEFORE:
        is_till = sentence.text[cue.start : cue.end] in {"直到", "直至"} and len(passed) <= 1
        return (not passed or is_till) and _is_since(sentence, cue, start)
    if scope is Scope.FIGURE:
        return (not passed or sentence.is_chinese) and _tells_other_period_after(sentence, cue, end)
    if scope is Scope.OUTCOME:
        return not passed and _PLAN_NOUN.search(sentence.text, segments.starts[segments.index_at(start)], start) is not None
    if scope is Scope.CORRECTS:
        return True
    if scope is Scope.LEFT:
        return _is_left_of(sentence, cue, passed) or _is_of_its_subject(sentence, cue, start, end)
    if scope is Scope.VERDICT:
        return is_predicative(sentence, cue) and _is_judged(sentence, cue, end, passed)
    if scope in {Scope.WIDE, Scope.SOURCE, Scope.NOUN}:
        return _is_tail(sentence, cue, start, passed)
    return scope is Scope.CLAUSE and _is_of_its_subject(sentence, cue, start, end)


def _is_of_its_subject(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    """Whether a figure is there only by what its clause supposes or foresees.

    "Some |5,000| jobs will be cut", "a fine of |$5 billion| could be imposed"; not "its |5,000| employees will get a bonus", who are there.
    """
    modal, nouns, newly = (_ZH_MODAL, _ZH_NOUNS, _ZH_NEWLY_TOLD) if sentence.is_chinese else (_MODAL, _NOUNS, _NEWLY_TOLD)
    if modal.fullmatch(sentence.text, cue.start, cue.end) is None or nouns.fullmatch(sentence.text, end, cue.start) is None:
        return False
    begin = max(sentence.start, sentence.segments.starts[sentence.segments.index_at(start)])
    told = sentence.text[begin:start]
    if sentence.is_chinese and _ZH_IS_USED.match(sentence.text, cue.end) and not _ZH_AT_MOST.search(told):
        return False
    return len(told) <= _SUBJECT_REACH and newly.search(told) is not None


def _is_left_of(sentence: SentenceReading, cue: Cue, passed: tuple[Opener, ...]) -> bool:
    if sentence.is_chinese:
        if passed and cue.row.words.startswith("的"):
            return False
        if passed and cue.row.effect is Effect.PAST and not _is_of_what_is_told(sentence, cue):
            return False
        return not any(opener in HARD for opener in passed) and not (passed and _is_governed(sentence, cue))
    following = next((token.word for token in sentence.tokens if token.start >= cue.end), "")
    return not passed and following not in {"to", "that"}


def _is_of_what_is_told(sentence: SentenceReading, cue: Cue) -> bool:
    """ "…，现已注销", "…，该规定已废止"; not "…，剩余股份已注销", which has a subject of its own."""
    begin = sentence.segments.starts[sentence.segments.index_at(cue.start)]
    said = sentence.text[begin : cue.start]
    return _ZH_SUBJECTLESS.fullmatch(said) is not None or sentence.anaphor_in(begin, cue.start)


def _is_governed(sentence: SentenceReading, cue: Cue) -> bool:
    """ "…，应当事先征求意见": a clause with a status of its own says nothing of the one before it."""
    begin = sentence.segments.starts[sentence.segments.index_at(cue.start)]
    first, last = bisect_left(sentence.cue_starts, begin), bisect_left(sentence.cue_starts, cue.start)
    return any(other.row.scope is Scope.CLAUSE and other.end <= cue.start for other in sentence.cues[first:last])


def _stands_right_behind(sentence: SentenceReading, cue: Cue, end: int) -> bool:
    gap = sentence.text[end : cue.start].strip(" 的’'")
    return len(gap.split()) <= 1 and len(gap) <= (2 if sentence.is_chinese else 14)


def _is_since(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    if not sentence.is_chinese:
        return True
    index = sentence.segments.index_at(cue.start)
    near = sentence.text[max(sentence.segments.starts[index], start - _SINCE_REACH) : start]
    return cue.row.words != "以来" or (re.search(r"[自从]", near) is not None and cue.start - start <= _SINCE_REACH)


def is_predicative(sentence: SentenceReading, cue: Cue) -> bool:
    """Whether a word of judgement is said of something: "is false", not "a false start"."""
    if sentence.is_chinese or " " in cue.row.words or "/v" in cue.row.words or cue.row.words in {"backtracked"}:
        return True
    before = [token.word for token in sentence.tokens if token.end <= cue.start][-4:]
    return any(word in _BE for word in before) or _is_named(sentence, cue)


def _is_named(sentence: SentenceReading, cue: Cue) -> bool:
    """ "The bank called the report that … nonsense": judged behind a verb of naming."""
    begin = sentence.segments.starts[sentence.segments.index_at(cue.start)]
    return _NAMING.search(sentence.text, begin, cue.start) is not None


def _is_judged(sentence: SentenceReading, cue: Cue, end: int, passed: tuple[Opener, ...]) -> bool:
    if not passed:
        return True
    if any(opener is Opener.HARD for opener in passed):
        return False
    index = sentence.segments.index_at(cue.start)
    if sentence.is_chinese and _ZH_NO_SUBJECT.fullmatch(sentence.text, segments_start := sentence.segments.starts[index], cue.start):
        return segments_start >= end
    if not sentence.is_chinese and _OF_SPEECH.search(sentence.text, sentence.start, end):
        return True
    return sentence.anaphor_in(end if sentence.is_chinese else sentence.segments.starts[index], cue.end)


def _is_tail(sentence: SentenceReading, cue: Cue, start: int, passed: tuple[Opener, ...]) -> bool:
    """Whether who says so, or denies it, is named behind what is said: "…, a blogger claims", "…，专栏作者认为", "…, which he denied"."""
    segments = sentence.segments
    index = segments.index_at(cue.start)
    if not passed or segments.openers[index] in {Opener.HARD, Opener.COMPARE, Opener.COORDINATE, Opener.COLON}:
        return False
    begin, stop = segments.span(index)
    rest = sentence.text[cue.end : stop].strip(' ,.，。!！”"')
    is_object = sentence.is_anaphor_alone(cue.end, stop) or segments.openers[index] is Opener.RELATIVE
    if is_object and cue.row.effect in {Effect.DENIED, Effect.UNCONFIRMED}:
        return True
    if len(passed) > 1 or Opener.ADVERSATIVE in passed or _GOES_ON.match(sentence.text, begin, stop):
        return False
    if sentence.is_chinese and cue.row.scope is Scope.SOURCE:
        return ZH_SAYS_LAST.search(rest) is not None and len(rest) <= ZH_SCENE
    if sentence.is_chinese:
        return not rest and len(sentence.text[begin : cue.start]) <= 12 and _ZH_MEASURED.search(sentence.text, begin, cue.start) is None
    if cue.row.scope is Scope.SOURCE:
        return EN_SPEECH.search(sentence.text, begin, stop) is not None and len(sentence.text[begin:stop].split()) <= _TAIL_WORDS + 4
    return len(rest.split()) <= 2 and not rest.startswith("to ") and len(sentence.text[begin:stop].split()) <= _TAIL_WORDS


def _tells_other_period_after(sentence: SentenceReading, cue: Cue, end: int) -> bool:
    """ "5% a year earlier"; not "up 5% from a year earlier"."""
    gap = sentence.text[end : cue.start]
    if sentence.is_chinese:
        return re.search(r"，(?:那|这|还|已|均|乃|都)?(?:是|为)[^，]{0,4}$", gap) is not None
    return len(gap.split()) <= 4 and not EN_NO_LEVEL.search(gap) and not re.search(r"\d|\b(?:higher|lower|more|less|up|down)\b", gap)
