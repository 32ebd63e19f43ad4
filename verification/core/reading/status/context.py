"""What the sentences around a sentence, and the title above it, make of it: they take back, answer, announce fiction."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.outright import judged_outright
from verification.core.reading.status.scope_left import is_predicative
from verification.core.reading.status.scope_words import EN_SPEECH
from verification.core.reading.status.sentences import SentenceReading

_SHORT_WORDS, _SHORT_LETTERS = 7, 12
_GENRES = frozenset({Effect.FICTION})
_YES = lazy_regex(
    r"\W*(?:[A-Z]\w+\s?:\s\W?)?(?:yes|yep|yeah|aye|correct|indeed|right|true|exactly|absolutely|certainly|"
    r"definitely|affirmative|of course|the answer is yes|(?:it|they|he|she|we) (?:is|are|did|has|have|was|were|"
    r"does|do)|that is right)\b",
    re.IGNORECASE,
)
_NO = lazy_regex(
    r"\W*(?:[A-Z]\w+\s?:\s\W?)?(?:no|the answer is no|not so|not true|wrong|false|incorrect|never|far from it|"
    r"not quite|not yet|hardly|nonsense|nope|not at all)\b(?!\s+(?:one|doubt|matter|wonder|more|fewer|longer|"
    r"less)\b)\W*",
    re.IGNORECASE,
)
_ZH_YES = lazy_regex(
    r"[“\"「]?(?:证人|[\u4e00-\u9fff]{1,4})?(?:答|回答|说|：)*[：:]?[“\"「]?(?:是的|答案是肯定的|千真万确|确有其事|属实|真的|有的|是|能|对|没错|确实|正确|的确|不错|有|会)[，。！,.]"
)
_ZH_NO = lazy_regex(
    r"[“\"「]?(?:[\u4e00-\u9fff]{1,4})?(?:答|回答|说)?[：:]?[“\"「]?(?:不是|不能|不对|没有|不|错|错误|假的|否|并非如此|非也|不会|未必|纯属谣言|假消息|"
    r"谣言|假|不实|没有的事|子虚乌有|没这回事)[，。！,.!]"
)
_ELLIPSIS = lazy_regex(
    r"\W*(?:\w+\s){0,3}?(?:it|they|he|she|that|this)\s(?:\w+\s)?(?:did|does|do|has|have|had|was|were|is|are|"
    # What somebody was not told of is no less so: "The unions said they had not been told."
    r"will)(?:n['’]t|\s(?:not|never))\b(?!\s(?:been\s)?"
    r"(?:told|informed|consulted|warned|asked|notified|aware|involved|surprised)\b)[^,;]{0,12}[.!]?$",
    re.IGNORECASE,
)
_ANNOUNCES = lazy_regex(
    r"(?:the following|as follows|like this|this one|consider this|consider the|picture this|here is|here are|"
    r":)\W*$|^(?:imagine|suppose|picture|consider)\b",
    re.IGNORECASE,
)
_ZH_ANNOUNCES = lazy_regex(r"(?:如下|以下|下面|这样|这么一|一则|一个|下列)[^。]{0,12}[。：:]$|[：:]$|^(?:设想|假设|想象|假定|试想)")
_CORRECTS = lazy_regex(r"\W*(?:corrections?|corrected|erratum|editor's note|更正|勘误|订正)\s?[:：]", re.IGNORECASE)
_ORIGINATES = lazy_regex(
    r"\b(?:com(?:es?|ing)|came|stem\w*|originat\w*|trac\w+|based|appeared|surfaced|goes back|went back|started)\b|"
    r"来自|源自|出自|源于|始于|最早|出处",
    re.IGNORECASE,
)
# A sentence that goes on from the one before it without naming what it judges: "后经核实为假。", "Hours later the paper retracted."
_RESUMES = lazy_regex(
    r"(?:后来?|随后|后经|经查|经核实|系|实为|实系|最终|结果|但|然而|不过|其实|可惜?|事后|次日|当[晚天日]|[几数一两]个?小时后|隔天|第二天|中午|下午|傍晚|当晚|事实上|实际上)[^他她它]|"
    r"(?:But|Later|Hours later|Minutes later|Days later|A day later|The next day|Then|By (?:noon|evening|night|"
    r"midday)|In fact|Actually|Afterwards|Soon after|Except)\b"
)
# "公司随后澄清：没有这回事。": an answer to what stands before it, without a subject of its own.
_ZH_ANSWERS = lazy_regex(
    r"[^，。：；]{0,14}?(?:澄清|回应|表示|称|说|否认|辟谣|声明|答复|强调|通报|发现|证实)[^，。：；]{0,4}[：:，,“]*(?:此事|这|其|均|完全|系|实属|绝对|根本)?"
)
_ZH_ELLIPSIS = lazy_regex(
    r"(?:但|可|然而|不过|其实|事实上|实际上|结果|最后|最终|可惜|当然|，|并|它|他|她|公司|他们|它们|也|都){0,4}(?:没有|没|并没有|并未|并不是|并非如此|不是)[。！了]"
)
_ZH_SAID_SO = lazy_regex(r"(?:这么|这样|如此)(?:写|说|讲|传|报)|所[写称传]")
_SINCE = lazy_regex(
    r"(?:it|they|that|this|he|she|the\s\w+)\s(?:has|have)\ssince\s(?:been\s(?:cut|raised|lowered|halved|doubled|lifted|reversed|scrapped|replaced|"
    r"revised|sold|repealed|changed|overtaken)|resigned|left|retired|died|quit|stepped\sdown|resumed|reopened|changed|fallen|risen)\b",
    re.IGNORECASE,
)
_ANSWER_REACH = 30
_PLOT = lazy_regex(
    r"\b(?:this|that|it|such|so|thus|all this)\s(?:is|was|are|were|begins?|opens?|goes|runs|ends?)\s(?:\w+\s){0,7}?"
    r"(?:plot|premise|film|novel|movie|musical|video game|sitcom|screenplay|joke|satire|dream|sketch|episode|fiction|parody)\b",
    re.IGNORECASE,
)
_ZH_PLOT = lazy_regex(
    r"(?:这|那|以上|上述|此)(?:段|个|一|则)?(?:情节|内容|故事|剧情|文字|场景|对话|桥段|画面)?(?:些|都|全|均|只|不过|其实|就)*(?:是|为|出自|来自|选自)[^，。]{0,16}(?:电影|小说|电视剧|短剧|话剧|剧情|游戏|一场梦|段子|广告|台词|漫画|剧本|虚构)"
)
_ZH_TAG = lazy_regex(r"说|称|告诉|喊|嚷|写道|表示")
# "Talk of a sale is false": false is the talk of a sale, not what stands before.
_OF_ITS_OWN = lazy_regex(r"\w\s(?:of|about|that|on)\s\w", re.IGNORECASE)
_TAG_REACH, _TAG_WORDS = 24, 14
# "It is doubtful that …" judges what follows; "the earlier figure was wrong" judges another than the one just given.
_FORWARD = lazy_regex(r"\s(?:that|whether|if|to|how|why|what)\b", re.IGNORECASE)
_EARLIER = lazy_regex(
    r"\b(?:earlier|previous|first|old|initial|original|other|preliminary)\b|此前|早前|先前|旧版|原|初|网传", re.IGNORECASE
)


def taken_back(following: SentenceReading) -> tuple[Cue | None, Status] | None:
    """What the next sentence says of the one before it: a status with the cue that says so, None where it says nothing of it."""
    own = following.text[following.start : following.end]
    if (_ZH_ELLIPSIS if following.is_chinese else _ELLIPSIS).match(own):
        return None, Status.DENIED
    back = next((cue for cue in following.cues if cue.row.scope is Scope.BACK), None) or _denying_answer(following)
    if back is not None:
        return back, Status(back.row.effect.value)
    if not following.is_chinese and _SINCE.match(own):
        return None, Status.PAST
    if (outright := judged_outright(own, is_chinese=following.is_chinese)) is not None:
        return None, outright
    if not following.anaphor_in(following.start, following.end) and not _is_short(following) and _RESUMES.match(own) is None:
        return None
    begins_correction = _CORRECTS.match(own) is not None and _EARLIER.search(own) is None
    if begins_correction:
        return None, Status.CORRECTED
    for cue in following.cues:
        effect = _judgement(following, cue)
        if effect is Effect.CONFIRMED:
            return cue, Status.ASSERTED
        if effect is not None:
            return cue, Status.UNCONFIRMED if effect is Effect.HEARSAY else Status(effect.value)
    return None


def _denying_answer(following: SentenceReading) -> Cue | None:
    """The judgement that an answer consists of: "对此，公司回应称纯属捏造。"; who only passes it on: "帖子里是这么写的。"."""
    if not following.is_chinese:
        return None
    begin = following.start + _greeting(following)
    for cue in following.cues:
        scope, effect = cue.row.scope, cue.row.effect
        is_judgement = scope is Scope.VERDICT and effect in {Effect.DENIED, Effect.CORRECTED}
        if is_judgement and cue.start - begin <= _ANSWER_REACH and _ZH_ANSWERS.fullmatch(following.text, begin, cue.start):
            return cue
        if scope is Scope.SOURCE and effect is Effect.UNCONFIRMED and _ZH_SAID_SO.search(following.text, cue.end, following.end):
            return cue
    return None


def _greeting(following: SentenceReading) -> int:
    """The length of "对此，" at the head."""
    return 3 if following.text.startswith("对此，", following.start) else 0


def named_as_fiction(sentence: SentenceReading, start: int) -> bool:
    """Whether ``text[start:]`` of a sentence says that what stood before is a plot, a game or a dream: "So opens the novel."."""
    return (_ZH_PLOT if sentence.is_chinese else _PLOT).search(sentence.text, start, sentence.end) is not None


def spoken_by(following: SentenceReading) -> Cue | None:
    """Who is named as the speaker of a quotation that ended with its stop: “…!” somebody shouted."""
    if not _is_tag(following):
        return None
    tags = (cue for cue in following.cues if cue.row.scope is Scope.SOURCE and cue.start - following.start <= _TAG_REACH)
    return next(tags, None)


def _is_tag(sentence: SentenceReading) -> bool:
    own = sentence.text[sentence.start : sentence.end]
    if sentence.is_chinese:
        return len(own) <= _TAG_REACH and _ZH_TAG.search(own) is not None
    return len(sentence.tokens) <= _TAG_WORDS and EN_SPEECH.search(own) is not None


def answered(following: SentenceReading) -> Status | None:
    """The answer a sentence gives to the question before it."""
    own = following.text[following.start : following.end]
    if not following.is_chinese and _ELLIPSIS.match(own):
        return Status.DENIED
    yes, no = (_ZH_YES, _ZH_NO) if following.is_chinese else (_YES, _NO)
    if no.match(own):
        return Status.DENIED
    return Status.ASSERTED if yes.match(own) else None


def announced(previous: SentenceReading) -> tuple[Cue, Status] | None:
    """What the sentence before announces: "Imagine the following.", "One rumour runs like this:"."""
    own = previous.text[previous.start : previous.end]
    pattern = _ZH_ANNOUNCES if previous.is_chinese else _ANNOUNCES
    if pattern.search(own.strip()) is None:
        return None
    for cue in previous.cues:
        effect = cue.row.effect
        if effect in {
            Effect.SUPPOSED,
            Effect.FICTION,
            Effect.UNCONFIRMED,
            Effect.HEARSAY,
            Effect.OPINION,
            Effect.FORESEEN,
        } and cue.row.scope not in {Scope.CLAUSE, Scope.IF, Scope.NEXT}:
            return cue, Status.UNCONFIRMED if effect is Effect.HEARSAY else Status(effect.value)
    return None


def genre_of(heading: SentenceReading) -> Cue | None:
    """The word of a title or first line that makes all below it fiction or advertisement."""
    for cue in heading.cues:
        if cue.row.effect in _GENRES and cue.row.scope is Scope.LABEL and _opens(heading, cue):
            return cue
    return None


def _opens(heading: SentenceReading, cue: Cue) -> bool:
    following = heading.text[cue.end : cue.end + 12]
    is_whole = cue.end >= heading.end - 1
    head = heading.text[heading.start : cue.start].strip("【[(（《“\"'# ")
    return len(head) <= 4 and (is_whole or re.match(r"[^，。,.!?？]{0,8}?[:：】\]|]|\s+[—–-]\s", following) is not None)


def _is_short(sentence: SentenceReading) -> bool:
    length = sentence.end - sentence.start
    return length <= _SHORT_LETTERS if sentence.is_chinese else len(sentence.tokens) <= _SHORT_WORDS


def _judgement(sentence: SentenceReading, cue: Cue) -> Effect | None:
    row = cue.row
    index = sentence.segments.index_at(cue.start)
    begin, stop = sentence.segments.span(index)
    if row.scope is Scope.VERDICT and is_predicative(sentence, cue):
        own = sentence.text[sentence.start : sentence.end]
        is_short = _is_short(sentence) and (sentence.is_chinese or _OF_ITS_OWN.search(sentence.text, begin, cue.start) is None)
        if not sentence.anaphor_in(begin, stop) and not is_short and _RESUMES.match(own) is None:
            return None
        if _FORWARD.match(sentence.text, cue.end) or _EARLIER.search(sentence.text, begin, cue.start):
            return None
        return row.under_negation if is_negated(sentence, cue) else row.effect
    if row.scope is Scope.SPEECH_NOUN and sentence.anaphor_in(cue.end, stop):
        return row.effect
    if row.scope is Scope.SOURCE and _ORIGINATES.search(sentence.text, begin, stop) and sentence.anaphor_in(sentence.start, cue.start):
        return row.effect
    is_speech = row.scope is Scope.WIDE and row.effect in {Effect.DENIED, Effect.CONFIRMED, Effect.CORRECTED, Effect.UNCONFIRMED}
    if is_speech and sentence.anaphor_in(cue.end, min(stop, cue.end + 24)) and _ends_in_anaphor(sentence, cue, stop):
        return row.under_negation if is_negated(sentence, cue) else row.effect
    return None


def _ends_in_anaphor(sentence: SentenceReading, cue: Cue, stop: int) -> bool:
    rest = sentence.text[cue.end : stop].strip(" ,.，。!！")
    return len(rest) <= 10 if sentence.is_chinese else len(rest.split()) <= 4 and sentence.is_anaphor_alone(cue.end, stop)


def is_negated(sentence: SentenceReading, cue: Cue) -> bool:
    """Whether a judgement is itself denied in its clause: "is not true", "none of this is true"."""
    begin = sentence.segments.starts[sentence.segments.index_at(cue.start)]
    found = 0
    for other in sentence.cues:
        is_negation = (
            other.row.effect is Effect.DENIED
            and other.row.under_negation is Effect.ASSERTED
            and other.row.scope in {Scope.CLAUSE, Scope.NEXT}
        )
        if is_negation and begin <= other.start and other.end <= cue.start:
            gap = cue.start - other.end
            if other.row.scope is Scope.CLAUSE or gap <= 1:
                found += 1
    return found % 2 == 1
