"""How a passage states a figure: as it is now, as it was, as it is foreseen, supposed, or denied (evidence, step 4).

Read from the words of the figure's own clause; a word of the next clause ("better than economists predicted") says nothing of this figure.
"""

import re
from enum import StrEnum

from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import CHINESE_FROM
from verification.core.vocabulary import Mood

_REACH = 90
_AFTER = 48


class MoveEnd(StrEnum):
    """Which end of a move a figure is: "from 35 percent to 21", "从5.5%降至5.25%"."""

    ORIGIN = "from"
    GOAL = "to"


_EN_FORECAST = lazy_regex(
    r"\b(?:expect(?:s|ed|ing|ations?)?|forecast(?:s|ed|ing|ers)?|predict(?:s|ed|ing|ions?)?|project(?:s|ed|ing|ions?)|anticipat(?:e|es|ed|ing)|"
    r"(?:economists|analysts)\s(?:had\s)?(?:thought|looked|hoped)|outlook|consensus|estimate[sd]?\sfor|on\s(?:pace|track)\sto|likely\sto|"
    # "Prices in Britain" are no forecast.
    r"pric(?:ed|ing)\sin|(?:markets?|traders|investors|futures|swaps)\s(?:\w+\s){0,2}prices?\sin|"
    r"bets?\s(?:on|that)|(?:analysts|economists|traders|investors)\ssee)\b",
    re.IGNORECASE,
)
# Words that only put a decision before its execution.
_EN_PLANNED = lazy_regex(
    # "Will remain unchanged at 2 %": it stands there already.
    r"\b(?:will(?!\s(?:remain|stay|be\s(?:kept|left|held|maintained))\sunchanged\b)|would|plans?(?:ned)?\sto|aim(?:s|ed|ing)?\s(?:to|for|at)|going\sto|set\sto|poised\sto|hopes?\sto|target(?:s|ed|ing)?(?!\s(?:range|band|rate)\b)|propos(?:e|es|ed|ing|als?)|"
    r"threat(?:s|en|ens|ened|ening)?|seek(?:s|ing)?|call(?:s|ed|ing)?\sfor|plan|consider(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_EN_SUPPOSED = lazy_regex(
    # "In May the sector added": the month, not the verb.
    r"(?<!\bin\s)(?<!\bof\s)(?<!\bfor\s)(?<!\bby\s)(?<!\bto\s)(?<!\bfrom\s)(?<!\blast\s)(?<!\bsince\s)(?<!\buntil\s)(?<!\bthrough\s)\bmay\b(?!\s\d)|"
    r"\b(?:if|could|might|should|unless|were\sto|suggest(?:s|ed|ing)?|potential(?:ly)?|possib(?:le|ly)|hypothetical|scenario|what\sif|"
    r"suppos(?:e|ing)|assum(?:e|es|ing)|imagine|demand(?:s|ed|ing)\s(?:a|an|that|the)|urg(?:e|es|ed|ing)|"
    r"(?:discuss|debat|weigh)(?:es|ed|ing|s)?\s(?:a|an|raising|cutting|lowering|lifting|hiking))\b",
    re.IGNORECASE,
)
# "Better than economists predicted" is no forecast of this figure.
_EN_COMPARED = lazy_regex(
    r"\b(?:below|above|beat(?:s|ing)?|exceed(?:s|ed|ing)?|than|topping|topped|miss(?:ed|ing)?|short\sof|from|despite|defied|matching|matched|in\sline\swith)[\s-]"
    r"(?:[\w'’-]+\s){0,4}?(?:forecast\w{0,4}|expect\w{0,6}|estimat\w{0,4}|predict\w{0,5}|project\w{0,5}|anticipated)['’]?(?:\s(?:estimates|expectations|forecasts))?",
    re.IGNORECASE,
)
_EN_DENIED = lazy_regex(
    r"\b(?:(?:not\s(?:true|correct|at|been|be)|isn't|wasn't|aren't|weren't|never|no\slonger|instead\sof|rather\sthan)\s(?:\w+\s){0,6}|"
    r"(?:den(?:y|ies|ied|ying)|false(?:ly)?|rumou?rs?|hoax|debunk\w*|refut\w+)\s(?:\w+\s){0,10})$",
    re.IGNORECASE,
)
# "Claims that the rate is 5.5% are false"; "is not 5.5%".
_EN_DENIED_AFTER = lazy_regex(r"^[^,;.]{0,12}\b(?:is|are|was|were)\s(?:false|untrue|wrong|incorrect|fake|a\shoax|a\smyth)\b", re.IGNORECASE)
_EN_NOT_AT = lazy_regex(r"\b(?:is|are|was|were)\snot\s(?:at\s)?[$€£]?$|\b(?:wrongly|falsely|mistakenly)\s(?:\w+\s){0,9}$", re.IGNORECASE)
_EN_WOULD_AFTER = lazy_regex(r"^\s(?:\w+\s){0,2}would\b", re.IGNORECASE)
_EN_PAST = lazy_regex(
    r"(?:\b(?:from|versus|vs\.?|compared\s(?:with|to)|previously|formerly|earlier|last\syear's|year-ago|originally|used\sto\sbe|had\s(?:been|stood\sat))\s"
    r"(?:(?:a|an|the|about|just|only|around|nearly|its|their|peak|of|previous|prior|revised|level|rate|low|high|record|at|[A-Z][a-z]+'s)\s){0,5}[$€£]?)$",
    re.IGNORECASE,
)
# "A year ago the rate was 5.5%": what was then, and not "up from a year ago to 5.5%".
_EN_THEN = lazy_regex(
    r"(?:^|[.;,]\s|\b(?:and|but|while|which)\s)(?:(?:just|only|about)\s)?(?:a|an|one|two|three|four|five|ten)\s"
    r"(?:year|month|week|quarter|decade)s?\s(?:ago|earlier),?\s(?:[\w']+\s){1,8}?(?:was|were|stood|had)\b[^,;.]{0,30}$"
    r"|\b(?:previously|formerly),?\s(?:[\w']+\s){1,8}?(?:was|were|stood)\b[^,;.]{0,20}$|\blast\syear['’]s\s(?:[\w']+\s){1,5}of\s[$€£]?$",
    re.IGNORECASE,
)
# "5.5 percent a year ago" was then; "up 0.3 percent from a year ago" is a change that holds now.
_EN_PAST_AFTER = lazy_regex(
    r"^(?:(?!\b(?:from|than|over|on|with|to|versus|vs|against)\b)[^,;.]){0,30}\b(?:a\s(?:year|month|week|quarter|decade)\s(?:ago|earlier|before)|(?:the\s)?(?:month|year|quarter)\s(?:before|prior)|"
    r"(?:the\s)?(?:previous|prior)\s(?:month|year|quarter)|last\syear|years\s(?:ago|earlier))\b",
    re.IGNORECASE,
)
_EN_ANNOUNCED = lazy_regex(
    r"\b(?:announc(?:e|es|ed|ing)|impos(?:e|es|ed|ing)|sign(?:s|ed|ing)|approv(?:e|es|ed)|rais(?:es|ed|ing)|decid(?:es|ed)|order(?:s|ed)|enact(?:s|ed)|"
    r"proclam\w+|effective|takes?\seffect)\b",
    re.IGNORECASE,
)
_FUTURE = ("will", "set to", "going to")

_ZH_FORECAST = lazy_regex(
    r"预计|预期|预测|预估|预判|有望|料将|料为|展望|前瞻|估计|将(?:会|达|增|升|降|涨|跌|突破|超过)|市场(?:普遍)?(?:预|估)"
)
# "市场预计，利率将降至3%": the verb governs the clause behind its comma.
_ZH_GOVERNING = lazy_regex(r"(预计|预测|估计|预估|预判)[，,：:]")
_ZH_PLANNED = lazy_regex(r"目标(?!区间|利率|范围|水平)|拟(?!人)|计划|力争|提议|建议|威胁|考虑|酝酿")
_ZH_COMPARED = lazy_regex(r"(?:超出?|低于|高于|好于|优于|不及|符合|大超|逊于)[^，。；、]{0,8}?(?:预期|预测|预估|估计)值?的?")
_ZH_SUPPOSED = lazy_regex(
    r"如果|倘若|假如|假设|若(?!干)|一旦|可能|或将|或会|或(?:升|降|达|涨|跌|上调|下调)|考虑|威胁|提议|建议|酝酿|讨论|传闻|据传|网传|(?:总统|首相|总理|议员|工会|反对党|特朗普)(?:公开|再次|多次)?要求|"
    r"(?:呼吁|敦促|主张)[^，。；]{0,16}(?:降|升|提高|下调|上调|加征)"
)
_ZH_DENIED = lazy_regex(r"(?:否认|不实|辟谣|并非|不是|并未|没有|未曾|谣言|假消息|不属实|非官方)[^，。；]{0,12}$")
_ZH_DENIED_AFTER = lazy_regex(r"^[^。；]{0,12}(?:不属实|[系为是]谣言|不实|是假的|[为系]误传)")
_ZH_SCENARIO = lazy_regex(r"(?:情景|情形)下[，,]?[^，。；]{0,24}$")
_ZH_PAST = lazy_regex(
    r"(?:此前|原先|原来|前值|上次|曾|去年同期|上年同期|上月|上年|前月|原为|一年前|上个月)(?:的|为|是|报|是|约|达|值|修正值|预测)*$"
    rf"|{CHINESE_FROM}(?:[^，。；、]{{0,8}}?的)?$"
    r"|(?:低于|高于|不及|超过|优于|好于)(?:[^，。；、]{0,10}?(?:前值|上月|上年)(?:的|值)?)$"
)
_ZH_THEN = lazy_regex(
    r"(?:^|[，。；])(?:而)?(?:在)?(?:去年同期|上年同期|一年前|去年此时|上年末|去年年?底)[，,]?[^，。；]{0,20}(?:为|是|报|达|在)(?:约|近)?$"
    r"|(?:^|[，。；])此前(?!公布|宣布|发布|数据|报道|表示|披露|预计)[^，。；]{0,16}(?:为|是|达|在)(?:约|近)?$|曾(?:经)?(?:一度)?(?:高达|达到?|升至|降至|跌至|触及)(?:约|近)?$"
)
# "自2017年突破3万亿元以来": what was reached then.
_ZH_SINCE = lazy_regex(r"自[^，。；]{0,20}$")
_ZH_SINCE_AFTER = lazy_regex(r"[^，。；\d]{0,6}(?:以来|以后|之后)")
_ZH_ANNOUNCED = lazy_regex(r"宣布|公告|公布|发布|签署|决定|批准|印发|下达|正式|通知|起执行|起实施|生效|实施|声明")
# "会升至5.75%吗？" asks; the bar stands where the figure stands.
_ZH_ASKED = lazy_regex(r"(?:会|能否|是否|能不能|会不会)[^，。；]{0,24}\|[^，。；！]{0,8}[？?]")
_ZH_EXPECTED_AFTER = lazy_regex(r"^[^，。；]{0,4}的?(?:预期|预测|目标)")
_EN_ORIGIN = lazy_regex(r"\b(?:from|up\sfrom|down\sfrom)\s(?:(?:a|an|the|about|its|current|previous)\s){0,2}[$€£]?$", re.IGNORECASE)
_EN_ORIGIN_AFTER = lazy_regex(r"^[^,;.]{0,14}\bto\s[$€£]?(?:\d|____)|^[^,;.]{0,4}$", re.IGNORECASE)
_EN_GOAL = lazy_regex(r"\bto\s(?:(?:a|an|the|about|nearly|just|only|at\sleast|some)\s){0,2}[$€£]?$", re.IGNORECASE)
_ZH_ORIGIN = lazy_regex(rf"{CHINESE_FROM}[^，。；、]{{0,16}}$")
_ZH_ORIGIN_AFTER = lazy_regex(r"^[^，。；、\d]{0,10}(?:至|到|为)")
_ZH_GOAL = lazy_regex(r"(?:至|到|达|为)(?:约|近|逾|超|不低于|不高于)?$")
_CLAUSE_MARK_EN = lazy_regex(r"[;:]|,(?!\d{3})|\s[-–—]{1,2}\s|—|\b(?:after|but|while|when|which|who)\b|\bone\sthat\b|\band\sthat\b")
_CLAUSE_MARK_ZH = lazy_regex(r"[，；：。]")


def mood_of(text: str, start: int, end: int, *, is_chinese: bool) -> tuple[Mood, bool]:
    """The mood of the figure at ``text[start:end]``, current where no word says otherwise; and whether it is only that of a plan."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _AFTER]
    return _chinese_mood(before, after) if is_chinese else _english_mood(before, after)


def turn_of(text: str, start: int, end: int, *, is_chinese: bool) -> MoveEnd | None:
    """Which end of a move the figure at ``text[start:end]`` is, None where no move is told."""
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    origin, origin_after, goal = (_ZH_ORIGIN, _ZH_ORIGIN_AFTER, _ZH_GOAL) if is_chinese else (_EN_ORIGIN, _EN_ORIGIN_AFTER, _EN_GOAL)
    if origin.search(before) and (not is_chinese or origin_after.search(after)):
        return MoveEnd.ORIGIN
    return MoveEnd.GOAL if goal.search(before) else None


def _english_mood(before: str, after: str) -> tuple[Mood, bool]:
    clause = _EN_COMPARED.sub(" ", _last_part(before, _CLAUSE_MARK_EN))
    if _EN_DENIED.search(clause) or _EN_NOT_AT.search(clause) or _EN_DENIED_AFTER.search(after):
        return Mood.DENIED, False
    if _EN_PAST.search(before) or _EN_THEN.search(before) or _EN_PAST_AFTER.search(after):
        return Mood.PAST, False
    near_after = _EN_COMPARED.sub(" ", _CLAUSE_MARK_EN.split(after, maxsplit=1)[0])
    if _EN_FORECAST.search(clause) or _EN_FORECAST.search(near_after):
        return Mood.FORECAST, False
    if _EN_SUPPOSED.search(clause) or _EN_WOULD_AFTER.search(after):
        return Mood.HYPOTHETICAL, False
    planned = _EN_PLANNED.search(clause)
    if planned and not _is_announced(planned.group(), before):
        return Mood.FORECAST if planned.group().lower() in _FUTURE else Mood.HYPOTHETICAL, True
    return Mood.CURRENT, False


def _is_announced(word: str, before: str) -> bool:
    """ "Will" is no forecast where an authority announces what it has decided."""
    return word.lower() in _FUTURE and bool(_EN_ANNOUNCED.search(before))


def _chinese_mood(before: str, after: str) -> tuple[Mood, bool]:
    clause = _ZH_COMPARED.sub("", _last_part(_ZH_GOVERNING.sub(r"\1", before), _CLAUSE_MARK_ZH))
    if _ZH_DENIED.search(clause) or _ZH_DENIED_AFTER.search(after):
        return Mood.DENIED, False
    if (_ZH_SINCE.search(clause) and _ZH_SINCE_AFTER.match(after)) or _ZH_PAST.search(clause) or _ZH_THEN.search(before):
        return Mood.PAST, False
    if _ZH_SUPPOSED.search(clause) or _ZH_SCENARIO.search(before) or _ZH_ASKED.search(clause + "|" + after):
        return Mood.HYPOTHETICAL, False
    if _ZH_EXPECTED_AFTER.search(after) or (_ZH_FORECAST.search(clause) and not _ZH_ANNOUNCED.search(clause)):
        return Mood.FORECAST, False
    if _ZH_PLANNED.search(clause) and not _ZH_ANNOUNCED.search(clause):
        return Mood.FORECAST, True
    return Mood.CURRENT, False


def _last_part(text: str, mark: re.Pattern[str]) -> str:
    start = 0
    for found in mark.finditer(text):
        start = found.end()
    return text[start:]
