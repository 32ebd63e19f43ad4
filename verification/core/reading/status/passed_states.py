"""States told as over in the words behind them: "was 9% … and is now 7%", "a rule lifted two years later", "两年后取消该规定"."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.status.sentences import SentenceReading
from verification.core.reading.status.undone_states import STOPPED, ZH_STOPPED

_WAS = lazy_regex(
    r"\b(?:was|were|stood|had|owned|held|led|ran|employed|cost|paid|charged|belonged|worked|lived|made|"
    r"produced|belong|read|been|fetched|took|\w+ed)\b",
    re.IGNORECASE,
)
_IS_NOW = lazy_regex(
    r"(?:[;,—]|\bbut\b|\band\b)\s?(?:\w+\s){0,4}?(?:(?:is|are|has|have|stands?|belongs?|"
    r"costs?)\s(?:\w+\s)?(?:now|today)|now\s(?:it\s)?(?:is|are|stands?|has|belongs?|costs?|[$€£]?\d))|"
    r"\b(?:has|have)\s(?:\w+\s){1,2}since(?=[.;,]|$)|\b(?:has|have)\ssince\s|\bsince\sthen\s(?:it|they)\b|[;,]\s(?:but\s|and\s)?(?:today|now)\s(?:it|they|he|"
    r"she)\b|\b(?:was|were|been|is)\s(?:\w+\s)?(?:replaced|succeeded|superseded|overtaken)\b|\b(?:gave|"
    r"made)\sway\b|\bstepped\s(?:down|aside)\b|"
    r"\bhas\s(?:resigned|left|quit|retired|died|ended|expired|lapsed)\b|"
    r"\b(?:before|until|till)\b[^.;]{0,60}\b(?:took|takes|came|was|were|stepped|resigned|left|joined|arrived|"
    r"replaced|succeeded|merged|changed|fell|rose|died|retired)\b",
    re.IGNORECASE,
)
_UNDONE = lazy_regex(
    r"\b(?:lifted|reversed|repealed|scrapped|overturned|undone|rescinded|revoked|cancelled|canceled|withdrawn|"
    r"dissolved|reopened|resumed|restored|annulled|unwound)\b"
    r"(?:\s\w+){0,4}?\s(?:later|after|afterwards)\b|\b(?:later|soon|subsequently|then)\s(?:lifted|reversed|"
    r"repealed|scrapped|overturned|undone|rescinded|revoked|cancelled|"
    r"canceled|withdrawn|annulled|unwound)\b|\bsince\s(?:been\s)?(?:lifted|reversed|repealed|scrapped|overturned|rescinded|abandoned|dropped)\b",
    re.IGNORECASE,
)
# "Suspended trading on Monday and resumed it on Wednesday", "bought the mine and sold it a year later".
_NEAR = 80
_RESUMED = lazy_regex(
    r"(?:\b(?:and|but|then|before|only\sto)|[;,—])\s(?:\w+\s){0,3}?(?:resum\w+|reopen\w*|restart\w*|restor(?:ed|ing)|reinstat\w+|unfroze\w*|unfreez\w+|"
    r"lift(?:ed|ing)|revers(?:ed|ing)|rescind\w+|revok\w+)\b(?<!to\sresume)",
    re.IGNORECASE,
)
_NOT_RESUMED = lazy_regex(
    r"\b(?:not|yet|never|will|would|may|might|could|can|to|if|until|when|whether|plans?|hopes?)\b[^,;.]*$", re.IGNORECASE
)
_TAKEN = lazy_regex(r"b(?:ought|uy)|acqui|purchas|took|hired|appoint", re.IGNORECASE)
_GIVEN_UP = lazy_regex(
    r"\b(?:and|but|then|before)\s(?:later\s|then\s|soon\s)?(?:re)?(?:sold|selling|dropped|dismissed|fired)\s(?:it|them|him|her)\b",
    re.IGNORECASE,
)
_ENDED = lazy_regex(
    r"\b(?:ban|freeze|halt|suspension|closure|block|curbs?|order|measures?|decision)\s(?:\w+\s){0,2}?(?:ended|expired|lapsed|was\slifted|were\slifted|it\sundid)\b|"
    r"^\s(?:\w+\s){0,3}?for\s(?:\w+\s){1,2}(?:minutes?|hours?|days?|weeks?|months?)\b|^\s(?:\w+\s){0,3}?from\s\w+\s(?:to|until|till)\s\w+",
    re.IGNORECASE,
)
_STILL = lazy_regex(r"\b(?:has|have)\s(?:been\s)?$", re.IGNORECASE)
_STATE = lazy_regex(r"owned|led|chaired|ran|headed|held|employed", re.IGNORECASE)
_WHILE = lazy_regex(r"(?:^|[,;]\s)\W?(?:when|while|during\sthe\s\w+\s(?:that|when))\s(?:\w+\s){1,4}$", re.IGNORECASE)
_OLD_NOUN = lazy_regex(
    r"\b(?:outgoing|departing)\s(?:[\w-]+\s){1,3}is\s$|"
    r"\b(?:previous|former|prior|old|erstwhile|outgoing|original|initial)\s(?:[\w-]+\s){1,3}(?:was|were|had\sbeen|stood\sat|of)\s(?:\w+\s)?$|"
    r",\s(?:then|once|formerly|previously|originally|initially)\s(?:at\s)?$|\buntil\s[^,;.]{1,40}\s(?:was|were)\s(?:\w+\s)?$|^\W*what\s(?:was|were|used\sto\sbe)\b[^,;.]{0,40}$",
    re.IGNORECASE,
)
_WAS_AT = lazy_regex(r"\b(?:was|were|stood|been)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_BEFORE_IT = lazy_regex(r"\s?(?:\w+\s){0,2}before\s(?:the|its|a|this|that|their|his|her)\b", re.IGNORECASE)
_OFFICE = lazy_regex(
    r"\b(?:owned|led|chaired|ran|headed|held|served|employed|belonged|chairman|chairwoman|chair|president|head|chief|owner|minister|director)\b",
    re.IGNORECASE,
)
_FROM_TO = lazy_regex(r"[^,;.]{0,40}\bfrom\s(?:\w+\s)?(?:19|20)\d\d\s(?:to|until|till|through)\s(?:\w+\s)?(?:19|20)\d\d\b")
_SURPASSED = lazy_regex(
    r"[^,;.]{0,30}?\b(?:has|have)\s(?:since\s|now\s)?been\s(?:broken|beaten|surpassed|overtaken|superseded|scrapped|lifted|repealed|abolished|halved|rescinded)\b|,?\shas\ssince\b",
    re.IGNORECASE,
)
_LEFT_OFFICE = lazy_regex(r"\bwhen\b[^.;]{0,60}\b(?:left|resigned|stepped|died|retired|took\s(?:over|office))\b", re.IGNORECASE)
_DATED = lazy_regex(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|"
    r"(?:19|20)\d\d|Q[1-4]|(?:first|second|third|fourth)\squarter)\b|\blast\s(?:week|month|quarter)\b"
)
_ZH_OLD = lazy_regex(
    r"[，；](?:不过|但|可|只是)?[那这](?:已|都|还)?是[^，。]{0,6}(?:老|旧|过去|从前|以前|(?:去年|前年|当年)(?![^，。]{0,8}(?:以来|最))|历史(?![新最纪记上性第]))"
)
_ZH_UNTIL = lazy_regex(r"(?:截至|直到)[^，。]{1,14}?(?:(?<![目此当眼日])前|之前|以前)，?[^，。]*$")
# 实现|归母净利润 and 迄今|为止 tell of no other time.
_ZH_IS_NOW = lazy_regex(
    r"[，；][^，。；]{0,6}(?:如今|现在|目前|(?<![实呈体出表兑发涌重展再])现已?|(?<![至迄当])今已?)(?:在)?(?:已)?(?:为|是|归|由|达|降|升|改|属|变|回|只|仅|涨|跌|约|\d)"
)
_ZH_NOW = lazy_regex(r"(?<![实呈体出表兑发涌重展再])现|目前|如今|今")
_ZH_LATER = (
    r"(?:(?:随|之|其|天|日|周|月|年|时|不久|稍)后|[，；]后来?|不久|旋即|随即|很快|次日|翌日|隔日|第二天|当[天晚日周月年]|"
    r"[，；但][^，。；]{0,2}周[一二三四五六日天]|[，；][^，。；\d]{0,4}\d{1,2}[日号]|现已|早已|如今已|目前已|此举|命令)"
    r"(?:又|便|即|就|被|再次|宣布|已|才|遭|告)*[^，。；未没不将待是否]{0,3}"
)
_ZH_UNDONE = lazy_regex(_ZH_LATER + r"(?:取消|撤销|废止|撤回|作废|推翻|作罢|反悔|叫停|转手|更名|改名|易名|易主|解散)")
# Only what stopped can go on again.
_ZH_RESUMED = lazy_regex(
    _ZH_LATER + r"(?:恢复|解冻|解除|复牌|复工|重开|放开|重新开放|解禁|解封)|"
    r"[^，。；]{0,6}，?(?:仅|只|前后|共)(?:持续|维持|历时|存在)?了?[一二两三四五六七八九十几数\d]{1,4}个?(?:天|日|周|星期|小时|分钟|月|年)"
)
_ZH_IN_OFFICE = lazy_regex(r"(?:担任|出任|就任|执政|在位|掌权|在任|主政)[^，。；]{0,8}(?:期间|时期|时|之时)，?[^，。；]*$")
_ZH_STILL_THEN = lazy_regex(r"还[是有为]")
_ZH_BY_NOW = lazy_regex(r"，(?:今年|今天|本月|眼下)(?:已|则|就|却)*(?:只|仅|为|是|改|降|升|变|剩)")
# "税率达9%，之后回落至6%": the figure moved on.
_ZH_MOVED_ON = lazy_regex(
    r"[，；](?:但)?(?:此后|之后|其后|随后|后来|后)(?:又|便|已|才|几经|几度|多次|逐步|逐年|逐渐|一路|陆续)*(?:[下上]调|回落|回升|[降升涨跌]|减至|增至|调[低高]|改为|变为)"
)
_FIGURE = lazy_regex(r"[\d零一二两三四五六七八九十百千万亿]")


def has_passed(sentence: SentenceReading, start: int, end: int) -> bool:
    """Whether the words behind ``text[start:end]`` in its sentence say that it holds no more."""
    text = sentence.text
    clause = sentence.segments.span(sentence.segments.index_at(start))[0]
    if sentence.is_chinese:
        if any(pattern.search(text, end, sentence.end) for pattern in (_ZH_UNDONE, _ZH_OLD)) or _ZH_UNTIL.search(
            text, sentence.start, start
        ):
            return True
        if ZH_STOPPED.search(text, start, end) and _ZH_RESUMED.search(text, end, sentence.end):
            return True
        if _ZH_IN_OFFICE.search(text, sentence.start, start) or (
            _ZH_STILL_THEN.search(text, clause, start) and _ZH_BY_NOW.search(text, end, sentence.end)
        ):
            return True
        if _FIGURE.search(text, start, end) and _ZH_MOVED_ON.search(text, end, sentence.end):
            return True
        return _ZH_IS_NOW.search(text, end, sentence.end) is not None and _ZH_NOW.search(text, clause, start) is None
    if _UNDONE.search(text, end, sentence.end) or _is_given_up(text, start, end, sentence.end):
        return True
    if _OLD_NOUN.search(text, clause, start) or (_WAS_AT.search(text, clause, start) and _BEFORE_IT.match(text, end, sentence.end)):
        return True
    if _STATE.fullmatch(text, start, end) and _WHILE.search(text, max(sentence.start, start - _NEAR), start):
        return True
    if _SURPASSED.match(text, end, sentence.end) or (_FROM_TO.match(text, end, sentence.end) and _OFFICE.search(text, clause, end)):
        return True
    return _WAS.search(text, clause, end) is not None and _is_over(text, clause, (start, end), sentence.end)


def _is_over(text: str, clause: int, place: tuple[int, int], stop: int) -> bool:
    """Whether the words behind say what is so now, or that whoever held an office left it."""
    start, end = place
    if _IS_NOW.search(text, end, stop):
        return True
    # "Stood at 5.2% in October, when the cabinet took office": its day tells when.
    is_dated = _FIGURE.search(text, start, end) and _DATED.search(text, clause, stop)
    return not is_dated and _LEFT_OFFICE.search(text, end, stop) is not None


def _is_given_up(text: str, start: int, end: int, stop: int) -> bool:
    """Whether what was stopped is told to go on again, or what was taken to be given up, in the words behind."""
    if _TAKEN.match(text, start, end) and _GIVEN_UP.search(text, end, stop):
        return True
    if not STOPPED.match(text, start, end):
        return False
    if _ENDED.search(text[end : min(stop, end + _NEAR)]) is not None and _STILL.search(text, max(0, start - _NEAR), start) is None:
        return True
    resumed = _RESUMED.search(text, end, stop)
    return resumed is not None and _NOT_RESUMED.search(text, end, resumed.end()) is None
