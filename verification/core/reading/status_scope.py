"""Which cues of a sentence reach a figure or predicate in it, the outermost first."""

import re
from dataclasses import dataclass
from functools import cached_property

from verification.core.reading.segments import Opener, Segments
from verification.core.reading.status_lexicon import Effect, Scope
from verification.core.reading.status_matching import Cue, Token

_HARD = frozenset({Opener.HARD, Opener.ADVERSATIVE})
_ENDS_WIDE = frozenset({Opener.HARD, Opener.ADVERSATIVE, Opener.RELATIVE, Opener.ADJUNCT, Opener.SPEECH, Opener.COMPARE})
_VOUCHING = frozenset({Effect.CONFIRMED, Effect.ANNOUNCED})
_GOES_ON = frozenset({Opener.COMMA})
_NOT_ASSERTED_YET = frozenset({Effect.FORESEEN, Effect.SUPPOSED, Effect.OPINION, Effect.UNCONFIRMED, Effect.HEARSAY})
_ENDED_BY_COLON = frozenset({Effect.ASKED, Effect.DENIED, Effect.FORESEEN, Effect.SUPPOSED})
_SETS_SCENE = frozenset({Effect.PAST, Effect.UNCONFIRMED, Effect.FORESEEN})
_COLON_REACH = 3
_SPEECH_REACH = 16
_CLAUSE_HEADS = frozenset("that it he she they we i the a an this these those its their his her if whether".split())
# A sentence that begins so comes to its main clause behind the first comma.
_SUBORDINATE_HEADS = frozenset(
    "after before despite although though while having without instead rather following since because as when once until amid unlike "
    "contrary far beyond besides given even what asked whether".split()
)
_ANAPHOR = re.compile(
    r"\b(?:it|this|that|which|these|those|none of (?:it|this|that)|(?:the|these|those|such|both|every|each|his|her|its|their) "
    r"(?:\w+ )?(?:claims?|reports?|rumou?rs?|stor(?:y|ies)|figures?|numbers?|statements?|messages?|posts?|allegations?|suggestions?|assertions?|"
    r"news|announcements?|tweets?|notes?|articles?|documents?|letters?|e-?mails?|videos?|quotes?|words?|talk|speculation|characteri[sz]ations?|"
    r"accusations?|information|account|idea|deal|move|decision|plan|attempt|effort|change|rule|order|ban))\b",
    re.IGNORECASE,
)
_ZH_ANAPHOR = re.compile(
    r"(?:上述|该|此|这|前述|之|的|网传|所谓|以上)(?:一|则|种|个|些|条|份|篇|段)?(?:\w{0,4})?(?:消息|说法|数字|数据|报道|传闻|传言|信息|内容|全文|口径|答复|结论|报告|结果|协议|交易|任命|话|字|言论|帖子|文章|稿件|文件|"
    r"视频|截图|公告|指控|情况|声明|表述|计划|决定|措施|禁令|一字一句|提法|论断|画面|谣言)|这一点|这点|这事|这话|称内容|此说|对此|此事|之说|均|全部|悉数"
)
_BE = frozenset(
    "is are was were be been being prove proved proven proves remain remains look looks looked ring rings sound sounds seem seems turned".split()
)
_ZH_SPEECH = re.compile(
    r"称|说|表示|认为|写道|爆料|透露|指出|宣称|声称|显示|指|相信|觉得|流传|传出|喊|发文|讨论|猜测|断言|发誓|赌咒|坚持|道"
)
_EN_SPEECH = re.compile(
    r"\b(?:say|says|said|saying|tell|tells|told|claim\w*|writ\w+|wrote|insist\w*|believ\w+|think|thinks|thought|swear|swears|swore|sworn|report\w*|"
    r"alleg\w+|argu\w+|suggest\w*|show\w*|put|puts|putting|mention\w*|whisper\w*|hint\w*|assert\w*|reckon\w*|guess\w*|post\w*|shar\w+|boast\w*|mutter\w*|hear\w*|"
    r"read|reads|declare\w*|predict\w*|want\w*|bet|bets|betting|according)\b",
    re.IGNORECASE,
)
_EN_PER = re.compile(
    r"\b(?:(?:according to|per|citing|quoting|cites?|cited)\s(?:\S+\s){0,4}|(?:in|on|from)\s(?:a|an|one|some|his|her)\s(?:\S+\s){0,2})$",
    re.IGNORECASE,
)
_PREPOSITIONS = frozenset("in under on at by for with according per as during within throughout until till".split())
_ZH_HEAD_PHRASE = 16
_DETERMINERS = frozenset("the a an this that his her its their our".split())
_LABEL_END = re.compile(
    r"(?:\s(?:number|no\.?|#\d+|of|the|day|week|check|time|\d+|one|two|three))*\s?[:：】\]|]|\s+[—–-]\s|(?:之[一二三四五六七八九十]|[一二三四五六七八九十\d]{0,2})?[:：】]"
)
_ZH_SAYS_LAST = re.compile(r"(?:称|说|表示|认为|写道|爆料|透露|指出|宣称|声称|显示|道|如下|是)$")
_ZH_AS_FORESEEN = re.compile(r"(?:如|不出|与|跟|同|和|合乎|符合|超出|低于|高于|好于|按照?|根据|依)(?:市场|分析师|机构|此前|公司|原先|各方|外界|普遍|业内)?$")
_ZH_SCENE = 8
_FIGURE_WORDS = 12
_SINCE_REACH = 24
# "No bank other than Palmer failed", "not a day passed before it did": what follows holds.
_EXCEPTED = re.compile(r"\b(?:other than|except|apart from|besides|before|until)\b", re.IGNORECASE)
_LABEL_HEAD = 6
# "传闻成真：", "预测落空，": the word is told of, it does not introduce what follows.
_ZH_SETTLED = re.compile(
    r"^[^，：；]{0,8}?(?:成真|落空|应验|兑现|实现|达成|落地|验证|坐实|现实|不再|已成|结束|结论|落石出|有误|数日|多日|多时|已久|之后|过后|赢了|输了|破产|通过|生效|了结|终结|散去|消除|解除|谜底|揭晓|告一段落|平息|不攻自破|尘埃落定|相反|相符|一致|坐实)"
)
_ZH_REALIS = re.compile(r"已经?(?!知)|终于|如期|成功|正式(?!发布)")
_ZH_NEW_PREDICATE = re.compile(r"[就便却才]|[^，]地(?![区产方铁震板球块图])|而(?!非|是)")
# "所谓…，纯属捏造": a judgement without a subject of its own is of the clause before it.
_ZH_NO_SUBJECT = re.compile(
    r"(?:完全|均|都|实属|实|系|是|为|全|显然|明显|绝对|根本|却|则|其实|事后证明|后被证明|后经证实|被证实|被证明|已被)*"
)
_ZH_MEASURED = re.compile(r"打破|终结|结束|平息|粉碎|应验|验证|证明|兑现|实现|好过|落在|回应|印证|呼应|符合|一致|[高低好优弱强逊大小多少]于|超|不及|达到|未达|距|契合|吻合")
_REPLACED = re.compile(r"修正|上修|下修|改为|终值|实为|实际|correct\s|now|应为|而是|\bto\b|\bfinal\b", re.IGNORECASE)
_CORRECTION = re.compile(
    r"correct(?:ion|ed|ly)|\berror|\bmistake|erratum|misprint|typo|in error|更正|有误|勘误|笔误|订正|误[写植记]|写错", re.IGNORECASE
)
_NAMING = re.compile(
    r"\b(?:call(?:s|ed|ing)?|brand(?:s|ed|ing)?|label(?:s|led|ed|ling)?|describ(?:e|es|ed|ing)|dismiss(?:es|ed|ing)?|declar(?:e|es|ed)|deem(?:s|ed)?|denounc(?:e|es|ed))\b",
    re.IGNORECASE,
)
_SPEECH_NOUN = re.compile(
    r"\b(?:reports?|claims?|stor(?:y|ies)|articles?|statements?|tweets?|posts?|allegations?|suggestions?|rumou?rs?|words?|messages?|accusations?|assertions?|news|quotes?)\b",
    re.IGNORECASE,
)
_TAIL_WORDS = 7
_SOURCE_REACH = 60


_EN_ASKS = re.compile(
    r"\W*(?:so|and|then)?\s?(?:what|who|whose|why|how|when|where|which|will|would|can|could|is|are|was|were|does|do|did|has|have|should|may|might|if|suppose)\b",
    re.IGNORECASE,
)
_ZH_ASKS = re.compile(r"谁|什么|怎么|怎样|如何|为何|为什么|哪|何时|何去|几时|几何")
_ZH_ASKS_WHETHER = re.compile(
    r"吗|是否|能否|是不是|难道|说法|真的|究竟|到底|会不会|要不要|呢|^[“\"]?(?:谁|什么|怎么|怎样|如何|为何|为什么|哪|何时)"
)


@dataclass(frozen=True)
class SentenceReading:
    """One sentence with its cues and clauses. ``end`` is exclusive; all places count characters of ``text``."""

    text: str
    start: int
    end: int
    is_chinese: bool
    tokens: tuple[Token, ...]
    cues: tuple[Cue, ...]
    segments: Segments

    @cached_property
    def asked_from(self) -> int | None:
        """Where the question begins that ends this sentence; None where it asks nothing. "It fell, so who pays?" asks who pays."""
        tail = self.text[self.start : self.end].rstrip("”\"’'」』）) ")
        if not tail.endswith(("?", "？")):
            return None
        asked = self.start
        for at, opener in zip(self.segments.starts, self.segments.openers, strict=True):
            if opener in {Opener.HARD, Opener.ADVERSATIVE} or (opener is not Opener.START and self._asks_from(at)):
                asked = at
        return asked

    def _asks_from(self, at: int) -> bool:
        """Whether a new clause with a question word of its own begins at ``at``, behind one that states."""
        if self.is_chinese:
            clause = self.text[at : self.end]
            return _ZH_ASKS.search(clause) is not None and _ZH_ASKS_WHETHER.search(self.text, self.start, self.end) is None
        return _EN_ASKS.match(self.text, at, self.end) is not None and _EN_ASKS.match(self.text, self.start, self.end) is None

    def anaphor_in(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` speaks of what was said before."""
        pattern = _ZH_ANAPHOR if self.is_chinese else _ANAPHOR
        return pattern.search(self.text, start, end) is not None


def covering(sentence: SentenceReading, start: int, end: int) -> list[Cue]:
    """The cues that reach ``text[start:end]``, the outermost first."""
    frame: list[Cue] = []
    after: list[Cue] = []
    before: list[Cue] = []
    for cue in sentence.cues:
        if cue.row.scope in {Scope.NONE, Scope.BACK} or cue.start < start < cue.end or cue.start < end <= cue.end:
            continue
        if cue.row.effect is Effect.OPINION and _CORRECTION.search(sentence.text, max(0, sentence.start - _CORRECTION_REACH), cue.start):
            # "The figure was given in error; it should be 5%": what should be, is.
            continue
        # "will cut" as one predicate: its auxiliary stands before its verb.
        is_inside = start <= cue.start and cue.end < end
        side = _side(sentence, cue, end - 1 if is_inside else start, end)
        if side is None:
            continue
        (frame if side == "frame" else after if side == "after" else before).append(cue)
    return [*frame, *reversed(after), *before]


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
        return "after" if _reaches_left(sentence, cue, start, end) else None
    return "before" if _reaches_right(sentence, cue, start, end) else None


def _frames(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    index = segments.index_at(cue.start)
    if cue.row.scope is Scope.LABEL:
        return start >= cue.end and _is_label(sentence, cue) and Opener.HARD not in segments.between(cue.end, start)
    if cue.row.scope is Scope.ANTECEDENT:
        return start >= cue.end and segments.index_at(start) == index
    if cue.row.scope is Scope.SENTENCE:
        return True
    is_initial = index == 0 or segments.openers[index] in _HARD
    if start < cue.end:
        return False
    if is_initial or sentence.is_chinese:
        return not any(opener in _HARD for opener in segments.between(cue.end, start))
    return not any(opener in _ENDS_WIDE for opener in segments.between(cue.end, start))


def _is_label(sentence: SentenceReading, cue: Cue) -> bool:
    head = sentence.text[sentence.start : cue.start].strip("【[(（《“\"'# *-•")
    index = sentence.segments.index_at(cue.start)
    is_at_head = sentence.segments.openers[index] is Opener.HARD or (
        len(head) <= _LABEL_HEAD if sentence.is_chinese else len(head.split()) <= 1 and head.strip().lower() not in _DETERMINERS
    )
    return is_at_head and _LABEL_END.match(sentence.text, cue.end) is not None


def _reaches_right(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    scope = cue.row.scope
    if cue.row.effect is Effect.CORRECTED and _REPLACED.search(sentence.text, cue.end, start):
        return False
    if scope is Scope.NEXT:
        return _is_next(sentence, cue, start)
    if scope is Scope.BEFORE:
        return cue.row.words != "以来" and _is_in_head_phrase(sentence, cue, start) and "才" not in sentence.text[cue.end : start]
    if scope is Scope.COMPARE or scope is Scope.COMPARED_NOUN:
        segments = sentence.segments
        index = segments.index_at(cue.start)
        is_measured = sentence.is_chinese and _ZH_CHANGE.search(sentence.text, cue.end, start) is not None
        return segments.openers[index] is Opener.COMPARE and segments.index_at(start) == index and not is_measured
    if scope is Scope.FIGURE:
        return _tells_other_period_before(sentence, cue, start)
    if scope is Scope.SOURCE:
        return _speaks(sentence, cue, start) and _reaches_wide(sentence, cue, start)
    if scope is Scope.SPEECH_NOUN and not sentence.is_chinese and _SPEECH_NOUN.search(sentence.text, cue.end, start) is None:
        return False
    if scope is Scope.VERDICT:
        # "It is untrue that …": judged before it is said.
        return not sentence.is_chinese and sentence.text.startswith(" that ", cue.end) and _reaches_wide(sentence, cue, start)
    if scope in {Scope.WIDE, Scope.NOUN, Scope.SPEECH_NOUN}:
        return _reaches_wide(sentence, cue, start)
    if scope is Scope.AROUND and _is_in_head_phrase(sentence, cue, start):
        return True
    if scope is Scope.CLAUSE and cue.row.effect in _SETS_SCENE and _is_head_alone(sentence, cue, start):
        return True
    return scope in {Scope.CLAUSE, Scope.AROUND} and _reaches_in_clause(sentence, cue, start)


def _is_next(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    gap = sentence.text[cue.end : start]
    if sentence.is_chinese:
        reach = 2 if cue.row.effect is Effect.DENIED else 4
        return len(gap) <= reach and not re.search(r"[，。；：、\d]", gap)
    is_figure = sentence.text[start : start + 1].isdigit() or sentence.text[start : start + 1] in "$€£"
    return not is_figure and not gap.strip()


def _is_head_alone(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "从前，税率是9%": an adverb of its own before the first comma."""
    begin, stop = sentence.segments.span(0)
    alone = sentence.text[cue.end : stop].strip("，, ") == "" and len(sentence.text[begin : cue.start]) <= _LABEL_HEAD
    return alone and sentence.segments.between(cue.end, start) in {(Opener.COMMA,), (Opener.NEW_CLAUSE,)}


def _is_in_head_phrase(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "In the novel, the bank collapses": the phrase at the head sets the scene for the clause behind its comma."""
    segments = sentence.segments
    begin, stop = segments.span(0)
    if cue.end > stop or any(opener not in {Opener.COMMA, Opener.NEW_CLAUSE} for opener in segments.between(cue.end, start)):
        return False
    head = sentence.text[begin:stop]
    return len(head) <= _ZH_HEAD_PHRASE if sentence.is_chinese else head.split(" ", 1)[0].lower() in _PREPOSITIONS


def _reaches_in_clause(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    passed = segments.between(cue.end, start)
    if len(passed) > 1 and not sentence.is_chinese and sentence.text[cue.end : cue.end + 1] == ",":
        # "did not, as some wrote, close": what stands between commas is passed over.
        passed = passed[2:]
    gap = sentence.text[cue.end : start]
    if sentence.is_chinese and cue.row.effect is Effect.DENIED and _ZH_NEW_PREDICATE.search(gap):
        # "没有等待批复就裁员": the negation belongs to the first of two predicates.
        return False
    if sentence.is_chinese and cue.row.effect is Effect.FORESEEN and _ZH_REALIS.search(gap):
        return False
    if not sentence.is_chinese and cue.row.effect is Effect.DENIED and _EXCEPTED.search(gap):
        return False
    if not passed:
        return True
    if cue.row.effect not in _NOT_ASSERTED_YET or any(opener not in _GOES_ON for opener in passed):
        return False
    if not sentence.is_chinese:
        return True
    clause = sentence.text[segments.starts[segments.index_at(start)] :][:12].lstrip()
    return re.match(r"同比|环比|较|增速|增幅|其中|并|且|以及|占|约合|至", clause) is not None


def _reaches_wide(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    index = segments.index_at(cue.start)
    target = segments.index_at(start)
    if target == index:
        return not (sentence.is_chinese and cue.row.effect is Effect.FORESEEN and _ZH_REALIS.search(sentence.text, cue.end, start))
    passed = segments.openers[index + 1 : target + 1]
    if any(opener in _ENDS_WIDE for opener in passed) or _is_ended(sentence, cue, index, target):
        return False
    if segments.openers[index] in {Opener.RELATIVE, Opener.COMPARE} or (index == 0 and _is_subordinate_head(sentence)):
        return False
    if segments.openers[index] is Opener.PARENTHESIS and Opener.PARENTHESIS in passed:
        return False
    if sentence.is_chinese and not _goes_over_comma(sentence, cue, index, start):
        return False
    return not _is_replaced(sentence, cue, index, start)


def _goes_over_comma(sentence: SentenceReading, cue: Cue, index: int, start: int) -> bool:
    """ "有网友称，…" introduces what follows its comma; "质疑声中，…" and "网传裁员，股价下跌5%" do not. A forecast goes on with its changes."""
    stop = sentence.segments.span(index)[1]
    rest = sentence.text[cue.end : stop].rstrip('，,：: “"')
    if cue.row.effect is Effect.FORESEEN:
        return _ZH_AS_FORESEEN.search(sentence.text, sentence.segments.starts[index], cue.start) is None
    if cue.row.effect is Effect.DENIED:
        return False
    if not rest or (cue.row.scope is Scope.SOURCE and _ZH_SAYS_LAST.search(rest)):
        return True
    if cue.row.effect in {Effect.SUPPOSED, Effect.FICTION, Effect.ASKED, Effect.CORRECTED}:
        return len(rest) <= _ZH_SCENE
    clause = sentence.text[sentence.segments.starts[sentence.segments.index_at(start)] :][:6].lstrip()
    return re.match(r"同比|环比|较|并|且|以及|约合", clause) is not None or _ZH_SAYS_LAST.search(rest) is not None


def _is_ended(sentence: SentenceReading, cue: Cue, index: int, target: int) -> bool:
    """Whether a colon or a new predicate between cue and place begins what is told on its own."""
    segments = sentence.segments
    for between in range(index + 1, target + 1):
        at, opener = segments.starts[between], segments.openers[between]
        gap = sentence.text[cue.end : at]
        if opener is Opener.COLON and cue.row.effect in _ENDED_BY_COLON and len(gap) > (1 if cue.row.effect is Effect.DENIED else _COLON_REACH):
            return True
        if opener is Opener.COORDINATE and (_speaks_at(sentence, at) or not _takes_clause(gap)):
            return True
    clause_end = segments.span(index)[1]
    return sentence.is_chinese and _ZH_SETTLED.match(sentence.text[cue.end : clause_end]) is not None


def _speaks_at(sentence: SentenceReading, at: int) -> bool:
    """Whether the predicate that a coordinator opens is one of saying."""
    return any(at < cue.start <= at + _SPEECH_REACH and cue.row.scope is Scope.WIDE for cue in sentence.cues)


def _takes_clause(gap: str) -> bool:
    head = gap.lower().split()[:4]
    return bool(head) and (head[0] in _CLAUSE_HEADS or "that" in head)


def _is_subordinate_head(sentence: SentenceReading) -> bool:
    if sentence.is_chinese or not sentence.tokens:
        return False
    first = sentence.tokens[0].word
    return first in _SUBORDINATE_HEADS or (first.endswith("ing") and len(first) > 4 and first != "according")


def _is_replaced(sentence: SentenceReading, cue: Cue, index: int, start: int) -> bool:
    """Whether a later clause has a voucher of its own: "denied a report of delays and confirmed that …", "网传数字有误，交易所公布…"."""
    for other in sentence.cues:
        if cue.end <= other.start and other.end <= start and other.row.effect in _VOUCHING and other.row.scope is Scope.WIDE:
            own = sentence.segments.index_at(other.start)
            if own > index and sentence.segments.openers[own] is not Opener.COLON:
                return True
    if sentence.is_chinese and cue.row.effect is Effect.FORESEEN:
        clause = sentence.text[sentence.segments.starts[sentence.segments.index_at(start)] : start]
        return re.search(r"已经?(?!知)|目前为|现为|实际(?:为|达|值)|截至", clause) is not None
    return False


def _speaks(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether a source is said to say something between its name and the place."""
    if sentence.is_chinese:
        stop = min(start, cue.end + 24)
        found = _ZH_SPEECH.search(sentence.text, cue.end, stop)
        return found is not None and "，" not in sentence.text[cue.end : found.start()]
    if _EN_PER.search(sentence.text, max(sentence.start, cue.start - 50), cue.start):
        return True
    found = _EN_SPEECH.search(sentence.text, cue.end, min(start, cue.end + _SOURCE_REACH))
    return found is not None and sentence.segments.index_at(found.start()) == sentence.segments.index_at(cue.start)


def _reaches_left(sentence: SentenceReading, cue: Cue, start: int, end: int) -> bool:
    scope = cue.row.scope
    segments = sentence.segments
    passed = segments.between(end, cue.start)
    if scope is Scope.POST:
        return not passed and _stands_right_behind(sentence, cue, end)
    if scope is Scope.AROUND:
        return not passed
    if scope is Scope.BEFORE:
        return not passed and _is_since(sentence, cue, start)
    if scope is Scope.FIGURE:
        return (not passed or sentence.is_chinese) and _tells_other_period_after(sentence, cue, end)
    if scope is Scope.OUTCOME:
        return not passed and _PLAN_NOUN.search(sentence.text, segments.starts[segments.index_at(start)], start) is not None
    if scope is Scope.CORRECTS:
        return True
    if scope is Scope.LEFT:
        return _is_left_of(sentence, cue, passed)
    if scope is Scope.VERDICT:
        return is_predicative(sentence, cue) and _is_judged(sentence, cue, end, passed)
    if scope in {Scope.WIDE, Scope.SOURCE, Scope.NOUN}:
        return _is_tail(sentence, cue, start, passed)
    return False


def _is_left_of(sentence: SentenceReading, cue: Cue, passed: tuple[Opener, ...]) -> bool:
    if sentence.is_chinese:
        return not any(opener in _HARD for opener in passed)
    following = next((token.word for token in sentence.tokens if token.start >= cue.end), "")
    return not passed and following not in {"to", "that"}


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
    return sentence.anaphor_in(end if sentence.is_chinese else sentence.segments.starts[index], cue.end)


def _is_tail(sentence: SentenceReading, cue: Cue, start: int, passed: tuple[Opener, ...]) -> bool:
    """Whether who says so is named behind what is said: "…, a blogger claims", "…，专栏作者认为"; or denies it there: "…, which he denied"."""
    segments = sentence.segments
    index = segments.index_at(cue.start)
    if not passed or segments.openers[index] in {Opener.HARD, Opener.COMPARE, Opener.COORDINATE, Opener.COLON}:
        return False
    begin, stop = segments.span(index)
    rest = sentence.text[cue.end : stop].strip(' ,.，。!！”"')
    is_object = _is_anaphor_alone(sentence, cue.end, stop) or segments.openers[index] is Opener.RELATIVE
    if is_object and cue.row.effect in {Effect.DENIED, Effect.UNCONFIRMED}:
        return True
    if len(passed) > 1 or Opener.ADVERSATIVE in passed:
        return False
    if sentence.is_chinese and cue.row.scope is Scope.SOURCE:
        return _ZH_SAYS_LAST.search(rest) is not None and len(rest) <= _ZH_SCENE
    if sentence.is_chinese:
        return not rest and len(sentence.text[begin : cue.start]) <= 12 and _ZH_MEASURED.search(sentence.text, begin, cue.start) is None
    if cue.row.scope is Scope.SOURCE:
        return _EN_SPEECH.search(sentence.text, begin, stop) is not None and len(sentence.text[begin:stop].split()) <= _TAIL_WORDS + 4
    return len(rest.split()) <= 2 and not rest.startswith("to ") and len(sentence.text[begin:stop].split()) <= _TAIL_WORDS


def _is_anaphor_alone(sentence: SentenceReading, start: int, end: int) -> bool:
    rest = sentence.text[start:end].strip(' ,.，。!！”"')
    found = (_ZH_ANAPHOR if sentence.is_chinese else _ANAPHOR).match(rest)
    return found is not None and len(rest) - found.end() <= (6 if sentence.is_chinese else 24)


_EN_NO_LEVEL = re.compile(r"\b(?:from|than|over|on|with|to|versus|vs|against)\b", re.IGNORECASE)
_ZH_CHANGE = re.compile(r"增|减|升|降|涨|跌|[高低多少]于|[高低多少]出|提[高升]|便宜|贵|[快慢长短大小]|回落|扩大|收窄|翻|持平|变")


def _tells_other_period_before(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "A year ago it was 5%", "上年同期为5%"; not "较上年同期增长5%"."""
    gap = sentence.text[cue.end : start]
    if sentence.is_chinese:
        behind = sentence.text[max(sentence.start, cue.start - 4) : cue.start]
        reach = 8 if cue.row.words == "此前" else 30
        if cue.row.words == "当时" and re.search(r"(?:[为是达仅报约有]|高达)$", gap) is None:
            return False
        is_measured = re.search(r"[较比同于]", behind) is not None or _ZH_CHANGE.search(gap) is not None
        return not is_measured and len(gap) <= reach and not re.search(r"[，；。\d]", gap.lstrip("，"))
    behind = sentence.text[max(sentence.start, cue.start - 8) : cue.start]
    if _EN_NO_LEVEL.search(behind) or any(opener in _HARD for opener in sentence.segments.between(cue.end, start)):
        return False
    if re.search(r"\d", gap):
        return False
    return gap.strip() in {"", "'s", "’s", "of", "level of"} or (len(gap.split()) <= _FIGURE_WORDS and re.search(r"\b(?:was|were|had|stood|at|been|[a-z]+ed|cost|paid|sold|took)\b", gap) is not None)


def _tells_other_period_after(sentence: SentenceReading, cue: Cue, end: int) -> bool:
    """ "5% a year earlier"; not "up 5% from a year earlier"."""
    gap = sentence.text[end : cue.start]
    if sentence.is_chinese:
        return re.search(r"，(?:那|这|还|已|均|乃|都)?(?:是|为)[^，]{0,4}$", gap) is not None
    return len(gap.split()) <= 4 and not _EN_NO_LEVEL.search(gap) and not re.search(r"\d|\b(?:higher|lower|more|less|up|down)\b", gap)
