"""How far a cue reaches to the right: its clause, its complement, what it says, the figure it is beside."""

import re
from collections.abc import Callable

from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.periods.roles import is_change
from verification.core.reading.status.figure_labels import leads_to_figure
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.other_periods import tells_other_period
from verification.core.reading.status.scope_heads import is_over_at_comma, qualifies_noun, stands_in_brackets
from verification.core.reading.status.scope_lists import CAME, CAME_OUT, HELD_AGAINST, introduces, lists_on, lists_what_is_foreseen
from verification.core.reading.status.scope_words import EN_SPEECH, ENDS_WIDE, LABEL_HEAD, ZH_SAYS_LAST, ZH_SCENE
from verification.core.reading.status.segments import Opener
from verification.core.reading.status.sentences import SentenceReading

_VOUCHING = frozenset({Effect.CONFIRMED, Effect.ANNOUNCED})
_GOES_ON = frozenset({Opener.COMMA})
_NOT_ASSERTED_YET = frozenset({Effect.FORESEEN, Effect.SUPPOSED, Effect.OPINION, Effect.UNCONFIRMED, Effect.HEARSAY})
_ENDED_BY_COLON = frozenset({Effect.ASKED, Effect.DENIED, Effect.FORESEEN})
_TOLD_IN_BRACKETS = frozenset({Effect.FORESEEN, Effect.PAST, Effect.SUPPOSED})
_SETS_SCENE = frozenset({Effect.PAST, Effect.UNCONFIRMED, Effect.FORESEEN})
_NEXT_MAIN = lazy_regex(r"\s?(?:and|so|then)\s(?:the|it|he|she|they|[A-Z])")
_ZH_GOES_ON = lazy_regex(
    r"[^，。；\d]{0,8}?(?:不超过|不低于|不高于)|同比|环比|较|增速|增幅|其中|并|且|以及|占|约合|至|将|会|达|可|年底|到|升|降|突破|有望|募集|募资"
)
_COLON_REACH = 3
_SPEECH_REACH = 16
_CLAUSE_HEADS = words("that it he she they we i the a an this these those its their his her if whether")
# A sentence that begins so comes to its main clause behind the first comma.
_SUBORDINATE_HEADS = words(
    "after before despite although though while having without instead rather following since because as when once until "
    "amid unlike contrary far beyond besides given even what asked whether"
)
_ZH_SPEECH = lazy_regex(
    r"写|飘过|喷了|涂了|涂着|刷着|贴着|印着|画着|称|说|表示|认为|写道|爆料|透露|指出|宣称|声称|显示|指|相信|觉得|流传|传出|喊|发文|讨论|猜测|断言|发誓|赌咒|坚持|道|讲|发帖|留言|发帖|嘀咕|抱怨|来信|反映"
)
_EN_PER = lazy_regex(
    r"\b(?:(?:according to|per|citing|quoting|cites?|cited)\s(?:\S+\s){0,4}|(?:in|on|from)\s(?:a|an|one|some|his|her)\s(?:\S+\s){0,2})$",
    re.IGNORECASE,
)
_PREPOSITIONS = words("in under on at by for with according per as during within throughout until till")
_ZH_HEAD_PHRASE = 16
# "旧版规定中为5%，新版中…": a clause with a figure of its own is no scene for the next.
_ZH_FULL_CLAUSE = lazy_regex(r"[为是]")
_ZH_AS_FORESEEN = lazy_regex(
    r"(?:如|不出|与|跟|同|和|合乎|符合|超出|低于|高于|好于|按照?|根据|依)(?:市场|分析师|机构|此前|公司|原先|各方|外界|普遍|业内)?$"
)
_ZH_EXPECTED = words("预期 预测 预估 预料 预判")
_EXCEPTED = lazy_regex(r"\b(?:other than|except|apart from|besides|before|until|when|because|since)\b", re.IGNORECASE)
# "传闻成真：", "预测落空，": the word is told of, it does not introduce what follows.
_ZH_SETTLED = lazy_regex(
    r"^[^，：；]{0,8}?(?:成真|落空|应验|兑现|实现|达成|落地|验证|坐实|现实|不再|已成|结束|结论|落石出|有误|数日|多日|多时|已久|之后|过后|赢了|输了|破产|通过|生效|了结|终结|"
    r"散去|消除|解除|谜底|揭晓|告一段落|平息|不攻自破|尘埃落定|相反|相符|一致|坐实)"
)
# "终结所有猜测，": what was guessed is told of as settled.
_ZH_SETTLES = lazy_regex(r"(?:终结|结束|平息|打破|打消|驱散|消除|消弭|印证|证实|坐实|支持|认可|采信)了?[^，。；]{0,6}$")
_ZH_REALIS = lazy_regex(r"已经?(?!知)|终于|如期|成功|正式(?!发布)|果然|果真|竟然")
# "即将退休的董事长周一出售股份": the future is the chairman's, the sale has a day.
_ZH_WHOSE = lazy_regex(r"的[^，。；]{1,12}?(?:(?:上?周|星期|礼拜)[一二三四五六日天末]|昨[天日晚]|今[天日早晚]|上[周月]|\d日|已)")
# "提前实现目标": an aim that was reached.
_ZH_REACHED = lazy_regex(r"(?:实现|达到|达成|完成|突破|兑现|超过|超出|践行)了?[^，。；]{0,6}$")
_ZH_NEW_PREDICATE = lazy_regex(r"[就便却才]|[^，]地(?![区产方铁震板球块图])|而(?!非|是)")
_REPLACED = lazy_regex(
    r"修正|更正后|最终|核实后|复核后|上修|下修|改为|终值|实为|实际|correct\s|now|应为|而是|\bto\b|\bfinal\b", re.IGNORECASE
)
_SPEECH_NOUN = lazy_regex(
    r"\b(?:reports?|claims?|stor(?:y|ies)|articles?|statements?|tweets?|posts?|allegations?|suggestions?|"
    r"rumou?rs?|words?|messages?|accusations?|assertions?|news|quotes?)\b",
    re.IGNORECASE,
)
_SOURCE_REACH = 60
# "路透调查显示，…": what a forecast says stands behind the comma.
_ZH_ACCORDING = lazy_regex(r"(?:按照?|根据|依照?|据|在|从|照)[^，。；：]{0,10}的?")
_ZH_IN = frozenset(("中", "里", "内", "下", "看", "来看", "是", "为", "中值", "均值", "中枢", "中位数", "值", "数", "区间"))
_ZH_SHOWS = frozenset(("显示", "表明", "指出", "称", "给出", "认为", "结果显示", "数据显示"))
_FIGURE = lazy_regex(r"\d")
# "Had threatened 50% |before settling on| 15%": what came of it.
_BEFORE_DOING = lazy_regex(r"\bbefore\s(?:\w+ly\s)?\w+ing\b")
_ZH_LABELS = ("预期", "预测", "预估", "预期值", "预测值", "预估值")
# "Went up from 4.8% at its low to |5.1%", "beat estimates at |5.1%", "more than expected to |5.1%": the comparison is over.
_PASSED_BY = lazy_regex(
    r"from\s[$€£¥]?\d[^;]{0,60}?\sto\s(?:(?:about|just|nearly|around|only|over|under|a|an|some)\s){0,2}[$€£¥]?$|"
    r"\b(?:expected|expectations?|forecasts?|estimates?|consensus|feared|hoped|predicted|anticipated|thought|views?)\s"
    r"(?:to|at|with)\b[^,;\d]{0,30}$",
    re.IGNORECASE,
)
_ZH_WRITTEN = lazy_regex(r"(?:写|贴|挂|印|刷|发|留|传|散)(?:着|了|出|发|有)?(?:一?[张条份块幅句封则])?$")
_ZH_FOUNDED = lazy_regex(
    r"(?:[建成创设立生始办产]|开业|起源|兴建|落成|诞生|发行|上市|投产|竣工)(?:于|在|自)(?:上世纪|上个世纪|二十世纪|[一二三四五六七八九十\d]{1,4})*$"
)


def _is_mended(text: str, end: int, start: int) -> bool:
    """Whether what stands behind a word of correction took the place of an error; not "wrongly said that the rate fell |to|"."""
    found = _REPLACED.search(text, end, start)
    return found is not None and not (found.group().lower() == "to" and " that " in text[end : found.start()])


def reaches_right(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether a cue that stands before the place at ``start`` reaches it."""
    if cue.row.effect is Effect.CORRECTED and _is_mended(sentence.text, cue.end, start):
        return False
    if sentence.is_chinese and cue.row.effect is Effect.PAST and _ZH_FOUNDED.search(sentence.text, sentence.start, cue.start):
        return False  # 建于上世纪九十年代的纺织厂
    if cue.row.effect is Effect.FORESEEN and (
        is_over_at_comma(sentence, cue, start) or _BEFORE_DOING.search(sentence.text, cue.end, start)
    ):
        return False
    if cue.row.effect in _TOLD_IN_BRACKETS and stands_in_brackets(sentence, cue, start):
        return True
    reaches = _BY_SCOPE.get(cue.row.scope)
    return reaches is not None and (introduces(sentence, cue, start) or reaches(sentence, cue, start))


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
    alone = sentence.text[cue.end : stop].strip("，, ") == "" and len(sentence.text[begin : cue.start]) <= LABEL_HEAD
    return alone and sentence.segments.between(cue.end, start) in {(Opener.COMMA,), (Opener.NEW_CLAUSE,)}


def _is_in_head_phrase(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "In the novel, the bank collapses": the phrase at the head sets the scene for the clause behind its comma."""
    segments = sentence.segments
    begin, stop = segments.span(0)
    if cue.end > stop or any(opener not in {Opener.COMMA, Opener.NEW_CLAUSE} for opener in segments.between(cue.end, start)):
        return False
    head = sentence.text[begin:stop]
    if sentence.is_chinese and _ZH_FULL_CLAUSE.search(sentence.text, cue.end, stop):
        return False
    return len(head) <= _ZH_HEAD_PHRASE if sentence.is_chinese else head.split(" ", 1)[0].lower() in _PREPOSITIONS


def _reaches_in_clause(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    passed = segments.between(cue.end, start)
    if len(passed) > 1 and not sentence.is_chinese and sentence.text[cue.end : cue.end + 1] == ",":
        # "did not, as some wrote, close": what stands between commas is passed over.
        passed = passed[2:]
    gap = sentence.text[cue.end : start]
    is_negation = cue.row.effect is Effect.DENIED and cue.row.under_negation is not Effect.DENIED
    if sentence.is_chinese and is_negation and _ZH_NEW_PREDICATE.search(gap):
        # "没有等待批复就裁员": the negation belongs to the first of two predicates.
        return False
    if sentence.is_chinese and cue.row.effect is Effect.FORESEEN and (_ZH_REALIS.search(gap) or _ZH_WHOSE.search(gap)):
        return False
    if (
        sentence.is_chinese
        and cue.row.effect is Effect.FORESEEN
        and _ZH_REACHED.search(sentence.text, segments.starts[segments.index_at(cue.start)], cue.start)
    ):
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
    return _ZH_GOES_ON.match(clause) is not None


def _reaches_wide(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    index = segments.index_at(cue.start)
    target = segments.index_at(start)
    if target == index:
        return not (sentence.is_chinese and cue.row.effect is Effect.FORESEEN and _ZH_REALIS.search(sentence.text, cue.end, start))
    passed = segments.openers[index + 1 : target + 1]
    if _is_held_beside(sentence, cue):
        return False
    if lists_what_is_foreseen(sentence, cue, start):
        return True
    if any(opener in ENDS_WIDE for opener in passed) or _is_ended(sentence, cue, index, start):
        return False
    if segments.openers[index] in {Opener.RELATIVE, Opener.COMPARE} or (index == 0 and _is_subordinate_head(sentence)):
        return False
    if segments.openers[index] is Opener.PARENTHESIS and Opener.PARENTHESIS in passed:
        return False
    if sentence.is_chinese and not _goes_over_comma(sentence, cue, index, start):
        return False
    return not _is_replaced(sentence, cue, index, start)


def _is_held_beside(sentence: SentenceReading, cue: Cue) -> bool:
    """ "营收925亿元，市场预期821亿元，同比增长21%；净利润359亿元": what was expected of the figure before it, and of no other."""
    if not sentence.is_chinese or cue.row.effect is not Effect.FORESEEN or not leads_to_figure(sentence.text, cue.end):
        return False
    part = max(sentence.start, sentence.text.rfind("；", sentence.start, cue.start) + 1)
    return _FIGURE.search(sentence.text, part, cue.start) is not None and cue.row.words.endswith(_ZH_LABELS)


def _goes_over_comma(sentence: SentenceReading, cue: Cue, index: int, start: int) -> bool:
    """ "有网友称，…" introduces what follows its comma; "质疑声中，…" and "网传裁员，股价下跌5%" do not.

    A forecast goes on with its changes.
    """
    stop = sentence.segments.span(index)[1]
    rest = sentence.text[cue.end : stop].rstrip('，,：: “"')
    if cue.row.effect is Effect.FORESEEN:
        return _goes_on_foreseen(sentence, cue, index, start, rest)
    if cue.row.effect is Effect.DENIED:
        return False
    if not rest or (cue.row.scope is Scope.SOURCE and ZH_SAYS_LAST.search(rest)):
        return True
    if cue.row.effect in {Effect.SUPPOSED, Effect.FICTION, Effect.ASKED}:
        return len(rest) <= ZH_SCENE
    clause = sentence.text[sentence.segments.starts[sentence.segments.index_at(start)] :][:6].lstrip()
    if re.match(r"同比|环比|较|并|且|以及|约合", clause) or ZH_SAYS_LAST.search(rest):
        return True
    return lists_on(sentence, cue, start)


def _goes_on_foreseen(sentence: SentenceReading, cue: Cue, index: int, start: int, rest: str) -> bool:
    """Whether what is foreseen goes on behind the comma; ``rest`` is what stands before that, behind the cue."""
    if _ZH_ACCORDING.match(sentence.text, sentence.segments.starts[index], cue.start) and rest in ("", *_ZH_IN):
        return True
    if _ZH_AS_FORESEEN.search(sentence.text, sentence.segments.starts[index], cue.start) is not None:
        return False
    if HELD_AGAINST.search(sentence.text, sentence.segments.starts[index], cue.start) is not None:
        return False  # 远超预期的5万人，|失业率升至4.4%
    if not rest and cue.row.words in _ZH_EXPECTED and sentence.text[cue.start - 1 : cue.start] == "的":
        # "已消化不变的预期，": an expectation told of.
        return False
    if sentence.text[cue.end : start].endswith(("：", ":")):
        return True
    head = sentence.text[sentence.segments.starts[sentence.segments.index_at(start)] : start + 1]
    return (
        not rest
        or rest in _ZH_SHOWS
        or rest in _ZH_IN
        or re.search(r"\d", rest) is not None
        or _ZH_GOES_ON.match(head.lstrip()) is not None
    )


def _is_ended(sentence: SentenceReading, cue: Cue, index: int, start: int) -> bool:
    """Whether a colon or a new predicate between cue and place begins what is told on its own."""
    segments = sentence.segments
    for between in range(index + 1, segments.index_at(start) + 1):
        at, opener = segments.starts[between], segments.openers[between]
        gap = sentence.text[cue.end : at]
        # "预期秘鲁失业率：|5.2%": a label with its figure.
        is_figure_next = cue.row.effect is Effect.FORESEEN and not sentence.text[at:start].strip("：: $€£¥")
        if (
            opener is Opener.COLON
            and not is_figure_next
            and cue.row.effect in _ENDED_BY_COLON
            and len(gap) > (1 if cue.row.effect is Effect.DENIED else _COLON_REACH)
        ):
            return True
        if opener is Opener.NEW_CLAUSE and cue.row.effect in _ENDED_BY_COLON and _NEXT_MAIN.match(sentence.text, at):
            return True
        if opener is Opener.COORDINATE and (_speaks_at(sentence, at) or not _takes_clause(gap)):
            return True
    clause_start, clause_end = segments.span(index)
    if sentence.is_chinese and cue.row.effect in _NOT_ASSERTED_YET and _ZH_SETTLES.search(sentence.text, clause_start, cue.start):
        return True
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
    second = sentence.tokens[1].word if len(sentence.tokens) > 1 else ""
    if first.endswith("ed") and second in {"by", "with", "from", "in"}:
        # "Undeterred by critics, …"
        return True
    return first in _SUBORDINATE_HEADS or (first.endswith("ing") and len(first) > 4 and first != "according")


def _is_replaced(sentence: SentenceReading, cue: Cue, index: int, start: int) -> bool:
    """Whether a later clause has a voucher of its own: "denied a report of delays and confirmed that …", "网传数字有误，交易所公布…"."""
    for other in sentence.cues:
        if cue.end <= other.start and other.end <= start and other.row.effect in _VOUCHING and other.row.scope is Scope.WIDE:
            own = sentence.segments.index_at(other.start)
            if own > index and sentence.segments.openers[own] is not Opener.COLON:
                return True
    if sentence.is_chinese and cue.row.effect in {Effect.FORESEEN, Effect.PAST}:
        clause = sentence.text[sentence.segments.starts[sentence.segments.index_at(start)] : start]
        return (CAME if cue.row.effect is Effect.FORESEEN else CAME_OUT).search(clause) is not None
    return False


def _speaks(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether a source is said to say something between its name and the place."""
    if sentence.is_chinese:
        if _ZH_WRITTEN.search(sentence.text, sentence.start, cue.start) and sentence.text[cue.end : cue.end + 1] in "：:":
            return True  # 贴着字条：…
        stop = min(start, cue.end + 24)
        found = _ZH_SPEECH.search(sentence.text, cue.end, stop)
        return found is not None and "，" not in sentence.text[cue.end : found.start()]
    if sentence.text[cue.end : cue.end + 1] == ":" or sentence.text.startswith((" was that ", " is that "), cue.end):
        return True
    if _EN_PER.search(sentence.text, max(sentence.start, cue.start - 50), cue.start):
        return True
    found = EN_SPEECH.search(sentence.text, cue.end, min(start, cue.end + _SOURCE_REACH))
    return found is not None and sentence.segments.index_at(found.start()) == sentence.segments.index_at(cue.start)


def _compares(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    segments = sentence.segments
    index = segments.index_at(cue.start)
    if not sentence.is_chinese and _PASSED_BY.search(sentence.text, cue.start, start):
        return False
    is_measured = sentence.is_chinese and is_change(sentence.text[cue.end : start])
    return segments.openers[index] is Opener.COMPARE and segments.index_at(start) == index and not is_measured


def _lasts_till(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "Until 2019, Barlow owned the mill"; not "直到周一才关闭"."""
    return cue.row.words != "以来" and _is_in_head_phrase(sentence, cue, start) and "才" not in sentence.text[cue.end : start]


def _comes_from(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    return _speaks(sentence, cue, start) and _reaches_wide(sentence, cue, start)


def _takes_back(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "Withdrew the report that …": only with a word for what is said; the Chinese lists have looked for it already."""
    has_noun = sentence.is_chinese or _SPEECH_NOUN.search(sentence.text, cue.end, start) is not None
    return has_noun and _reaches_wide(sentence, cue, start)


def _judges_ahead(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "It is untrue that …": judged before it is said; 未能证实已收购: what no one could confirm."""
    if sentence.is_chinese:
        is_open = cue.row.effect is Effect.UNCONFIRMED and not sentence.text.startswith("的", cue.end)
        return is_open and sentence.segments.index_at(cue.start) == sentence.segments.index_at(start)
    return sentence.text.startswith(" that ", cue.end) and _reaches_wide(sentence, cue, start)


def _reaches_around(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    return _is_in_head_phrase(sentence, cue, start) or _reaches_in_clause(sentence, cue, start)


def _reaches_clause(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    sets_scene = cue.row.effect in _SETS_SCENE and _is_head_alone(sentence, cue, start)
    return sets_scene or _reaches_in_clause(sentence, cue, start)


_BY_SCOPE: dict[Scope, Callable[[SentenceReading, Cue, int], bool]] = {
    Scope.NEXT: _is_next,
    Scope.HEAD: qualifies_noun,
    Scope.BEFORE: _lasts_till,
    Scope.COMPARE: _compares,
    Scope.COMPARED_NOUN: _compares,
    Scope.FIGURE: tells_other_period,
    Scope.SOURCE: _comes_from,
    Scope.SPEECH_NOUN: _takes_back,
    Scope.VERDICT: _judges_ahead,
    Scope.WIDE: _reaches_wide,
    Scope.NOUN: _reaches_wide,
    Scope.AROUND: _reaches_around,
    Scope.CLAUSE: _reaches_clause,
}
