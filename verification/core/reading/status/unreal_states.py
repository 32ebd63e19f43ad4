"""Suppositions that no word of their own marks: a later clause, a tense or a mood shows that a thing is not told as being so."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.status.sentences import SentenceReading

# "At a rate of 9%, the loan would cost …": what the phrase at the head names holds in the supposition alone.
_HEAD_PHRASE = lazy_regex(r"\W*(?:at|with|under|given|without|by)\s", re.IGNORECASE)
_WOULD_THEN = lazy_regex(r",\s(?:[\w'’-]+\s){0,5}?would\s(?!go\son|later|soon|come\sto)", re.IGNORECASE)
# "A rate of 9% would sink us": a rate that may be none.
_ANY = lazy_regex(r"(?:^|[,;]\s)\W?(?:an?|any|such\san?)\s(?:[\w-]+\s){0,4}$", re.IGNORECASE)
_WOULD_BE = lazy_regex(r"\s(?:\w+\s){0,2}?would\b", re.IGNORECASE)
# "Before Barlow has closed the mine, nothing will change", "the loan is due when Barlow closes the mine".
_AWAITED = lazy_regex(
    r"\b(?:when|until|till|before|after|once|the\sday|by\sthe\stime|as\ssoon\sas|the\smoment)\s(?:[\w'’.-]+\s){1,4}?(?:has\s|have\s)?$",
    re.IGNORECASE,
)
_HAS = lazy_regex(r"\b(?:has|have)\s$", re.IGNORECASE)
_PRESENT = lazy_regex(r"[a-z]+(?<![su])s\b")
_WHENEVER = lazy_regex(
    r"\b(?:once|whenever|as\ssoon\sas|every\stime|each\stime|as\slong\sas|so\slong\sas|wherever)\s(?P<told>(?:[\w'’.-]+\s){2,8})[$€£¥]?$",
    re.IGNORECASE,
)
_TOLD = lazy_regex(
    r"\b(?:was|were|had|did|rose|fell|went|got|hit|came|became|began|broke|grew|sank|slid|took|stood|ran|saw|bit|beat|\w+ed)\b",
    re.IGNORECASE,
)
_WILL = lazy_regex(r"\b(?:will|shall|would|is\sdue|are\sdue|must|may|can)\b|['’]ll\b", re.IGNORECASE)
_REACH = 80
# "公司收购了帕默，股价才会涨": the second comes only if the first does.
_ZH_ONLY_THEN = lazy_regex(r"[^，。；]{0,16}，[^，。；]{0,8}才(?:会|能|可|肯|有望|算)")
# "税率为9%时，企业会亏损".
_ZH_AT_THAT = lazy_regex(r"[^，。；\d]{0,3}(?:时|的时候|之际)，[^。；]{0,20}?(?:会|将|须|需|应)")
_ZH_REALIS = lazy_regex(r"已|终于|昨|上周|周[一二三四五六日]|\d+日|去年|前年|今年")


# Conditions in a phrase: "failing a deal, …", "on the premise that …", "in the unlikely event …"; and behind: ", but only if …".
_ON_CONDITION = lazy_regex(
    r"\W*(?:failing|barring|absent|on\sthe\s(?:premise|understanding|proviso|assumption|condition|basis)\sthat|in\sthe\s(?:\w+\s)?event\s(?:of|that)|"
    r"then,?\sand\sonly\sthen|if\snot|the\s(?:moment|minute|instant|day)\s(?:the|a|an|it|they|he|she|[A-Z]\w+)\b(?=[^,]{1,60},))",
    re.IGNORECASE,
)
_CONDITION_BEHIND = lazy_regex(
    r"[^.;]{0,40}?,?\s(?:but\sonly\sif|if\sand\sonly\sif|provided\s(?:that\s)?(?:the|a|an|it|they|he|she|no)|on\sthe\s(?:premise|understanding|proviso|condition)\sthat)\b",
    re.IGNORECASE,
)
# "Missed the 4.4% that the street was looking for", "分析师给出的中位数是4.4%": what others reckoned with.
_FORECASTERS = (
    r"(?:analysts?|economists?|investors|traders|forecasters|pundits|strategists|"
    r"(?:the\s)?(?:street|market|markets|city|consensus|bookmakers))"
)
_LOOKED_FOR = lazy_regex(
    rf"\s?(?:that\s|which\s)?(?:wall\s)?{_FORECASTERS}\s(?:(?:polled|surveyed)\s\S+\s\S+\s)?(?:was|were|had|have|has)?\s?(?:been\s)?"
    r"(?:looking|hoping|aiming|waiting|calling|bargain\w+|betting|bet|expect\w*|forecast\w*|predict\w*|want\w*|pencil\w*|estimat\w*|anticipat\w*|project\w*|"
    r"model\w*|reckon\w*|pric\w+)\b",
    re.IGNORECASE,
)
_TO_COME = lazy_regex(
    r"(?:[A-Z][\w'’&.-]*|&|of|the|and|[a-z-]{2,12}(?=\s[A-Z]))(?:\s(?:[A-Z][\w'’&.-]*|&|of|and|[a-z-]{2,12}(?=\s[A-Z]))){0,5}\sto\s[a-z]{2,}\s"
)
_OTHER_CLAUSE = lazy_regex(
    r"[,;:–—]\s|\b(?:as|after|while|when|because|despite|amid|following|from|but|and|which|who|that)\s", re.IGNORECASE
)
_FINITE = lazy_regex(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should|said|says|ought|"
    r"\w{2,}(?<!ne)ed)\b|n['’]t\b",
    re.IGNORECASE,
)
_ZH_LOOKED_FOR = lazy_regex(
    r"(?:分析师|经济学家|机构|券商|投行|市场|华尔街|业内|受访者)[^，。；\d]{0,8}?(?:给出|估出|押注|看好|预[估测期计]|测算|估计)[^，。；\d]{0,6}?(?:的)?[^，。；\d]{0,6}(?:为|是|在)?$"
)
# "年收入超过20万元的部分适用该税率", "得票率超过3%的政党方可进入": a class that is ruled on, no figure of anybody.
_ZH_BOUND = lazy_regex(r"(?:超过|高于|低于|不足|达到|满|未满|不低于|不高于|逾|超出|大于|小于|少于|多于|介于)(?:人民币)?$")
_ZH_CLASS = lazy_regex(
    r"(?:以上|以下|以内)?的?(?!是)[^，。；\d]{1,14}?(?:须|应当?|可以?|方可|才可|不得|必须|适用|免征|免于|按|需|方能|才能|均可)(?!以来)"
)


def is_looked_for(sentence: SentenceReading, start: int, end: int) -> bool:
    """Whether forecasters reckoned with what stands at ``text[start:end]``."""
    if sentence.is_chinese:
        clause = sentence.segments.span(sentence.segments.index_at(start))[0]
        return _ZH_LOOKED_FOR.search(sentence.text, clause, start) is not None
    return _LOOKED_FOR.match(sentence.text, end, sentence.end) is not None or _is_headline_plan(sentence, start)


def _is_headline_plan(sentence: SentenceReading, start: int) -> bool:
    """Whether a headline tells in its way what is to come: "Norvik |to buy| Palmer for $2 billion"."""
    found = _TO_COME.match(sentence.text, sentence.start, start)
    if found is None or _FINITE.search(sentence.text, sentence.start, sentence.end):
        return False
    return _OTHER_CLAUSE.search(sentence.text, found.end(), start) is None  # "Norvik to shut its plant |as| profit falls 12%"


def is_supposed(sentence: SentenceReading, start: int, end: int) -> bool:
    """Whether what stands at ``text[start:end]`` holds in a supposition alone, by the clause or tense around it."""
    text = sentence.text
    clause = sentence.segments.span(sentence.segments.index_at(start))[0]
    if sentence.is_chinese:
        if _ZH_REALIS.search(text, clause, start):
            return False
        if _ZH_BOUND.search(text, clause, start) and _ZH_CLASS.match(text, end, sentence.end):
            return True
        return any(pattern.match(text, end, sentence.end) is not None for pattern in (_ZH_ONLY_THEN, _ZH_AT_THAT))
    if (
        ":" not in text[sentence.start : start]
        and _ON_CONDITION.match(text, sentence.start, start)
        and _TOLD.search(text, clause, start) is None
    ):
        return True
    if _CONDITION_BEHIND.match(text, end, sentence.end):
        return True
    is_head = sentence.segments.index_at(start) == 0
    if is_head and _HEAD_PHRASE.match(text, sentence.start, start) and _WOULD_THEN.search(text, end, min(end + _REACH, sentence.end)):
        return True
    if _ANY.search(text, clause, start) and _WOULD_BE.match(text, end, sentence.end):
        return True
    return _is_bound(text, max(clause, start - _REACH), start) or _is_awaited(sentence, max(clause, start - _REACH), start, end)


def _is_bound(text: str, begin: int, start: int) -> bool:
    """ "The covenant bites once debt goes past 4 times earnings": a bound in a clause of time in the present tense."""
    found = _WHENEVER.search(text, begin, start)
    return found is not None and _TOLD.search(found["told"]) is None


def _is_awaited(sentence: SentenceReading, begin: int, start: int, end: int) -> bool:
    text = sentence.text
    if _AWAITED.search(text, begin, start) is None or _WILL.search(text, sentence.start, sentence.end) is None:
        return False
    return _HAS.search(text, begin, start) is not None or _PRESENT.fullmatch(text, start, end) is not None
