"""What frames a figure or act as of an earlier time: decades, "prior to the merger", "under the scheme that lapsed", 停运前, 旧办法下."""

import re

from verification.core.language.frequency import zipf
from verification.core.patterns import lazy_regex
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.status.scope_words import HARD
from verification.core.reading.status.sentences import SentenceReading

_NEAR = 80
_PAST_TENSE = r"(?:was|were|had|stood|ran|paid|cost|sold|made|took|held|led|kept|fetched|drew|saw|\w+ed)"
_DECADE = lazy_regex(
    r"\b(?:in|during|through|throughout)\sthe\s(?:\w+\s)?(?:[’']?\d0s|(?:18|19|20)\d0s|(?:twen|thir|for|fif|six|seven|eigh|nine)ties|noughties|(?:1[5-9]|eighteen|nineteen)th\scentury)\b",
    re.IGNORECASE,
)
_IN_DECADE = lazy_regex(rf"\b{_PAST_TENSE}\s(?:[\w'’-]+\s){{0,4}}[$€£¥]?$", re.IGNORECASE)
# "Prior to the merger Quill had …", "… before the takeover": the head phrase tells when, and a past tense follows.
_PRIOR = lazy_regex(
    r"\b(?:prior\sto|before|ahead\sof|leading\sup\sto)\s(?:the|its|their|his|her|that|this)\s(?:[\w'’-]+\s){0,2}?"
    r"(?:merger|takeover|split|sale|crisis|war|deal|acquisition|reform|change|switch|cut|overhaul|crash|collapse|pandemic|listing|float|flotation|"
    r"fire|strike|revolution|independence|reshuffle|restructuring|spin-?off|invasion|lockdown|ban|fall|closure|default|bankruptcy|devaluation)\b",
    re.IGNORECASE,
)
# "$30 under the scheme that lapsed in June".
_LAPSED = lazy_regex(
    r"[^,;.]{0,20}\b(?:under|in|by|with)\s(?:the|a|its|their)\s(?:[\w-]+\s){0,2}(?:that|which)\s(?:(?:has\s|have\s|had\s)?(?:since\s)?"
    r"(?:lapsed|expired|ended|ceased|folded|run\sout|ran\sout)|(?:(?:has|have|had)\s(?:since\s)?been|was|were|got)\s(?:since\s)?"
    r"(?:scrapped|replaced|repealed|abolished|superseded|dropped|ditched|axed|withdrawn|ended|closed|revoked|cancell?ed))\b",
    re.IGNORECASE,
)
_FORMER_OBJECT = lazy_regex(
    r"\b(?:prior|previous|preceding|earlier|former)\s(?:[\w'’-]+\s){1,3}(?:of|was|were|read|came\s(?:to|in\sat)|ran\sto|stood\sat)\s[$€£¥]?$",
    re.IGNORECASE,
)
# "Up to 2019 the duty was 18%", "historically, it was", "when he took office, it was", "before it was raised, it was".
_HEAD = lazy_regex(
    r"\W*(?:(?:up\s)?(?:un)?till?\s[^,;.]{1,40}?|up\sto\s(?:the\s)?(?:(?:\w+\s)?(?:19|20)\d\d|last\s\w+|then|now|recently)|historically|traditionally|initially|originally|"
    r"(?:not\s)?(?:[\w-]+\s){0,3}(?:years|decades|centuries|ages|generations)\sago|not\s(?:so\s)?long\sago|earlier(?:\s(?:this|in\sthe)\s(?:decade|century))|"
    r"in\s(?:antiquity|the\smiddle\sages|the\spast|years\spast|former\s\w+|bygone\s\w+|earlier\s(?:times|years|days|decades))|"
    r"when\s[^,;.]{1,40}?\b(?:took\soffice|took\sover|came\sto\spower|took\sthe\shelm|was\sfounded|was\sset\sup|was\screated|was\sborn)\b[^,;.]{0,20}|"
    r"before\s[^,;.]{1,40}?\b(?:was|were|had|came|took|went|rose|fell|\w+ed)\b[^,;.]{0,20}|"
    r"(?:at|by)\s(?:the\s)?(?:start|beginning|turn|end|height|close)\sof\sthe\s(?:last\s)?(?:decade|century|war|boom|crisis|era|pandemic))[,\s]",
    re.IGNORECASE,
)
_STATE_THEN = lazy_regex(
    r"\b(?:was|were|had|stood|cost|employed|held|owned|ran|paid|charged|amounted\sto|totall?ed|numbered|counted|fetched)\s(?:[\w'’-]+\s){0,4}[$€£¥]?$",
    re.IGNORECASE,
)
_SAID = lazy_regex(r"\b(?:said|says|told|reported|announced|showed|reports)\b", re.IGNORECASE)
_LONG_AGO = lazy_regex(
    r"\b(?:a\s(?:generation|century|lifetime)|(?:\w+\s)?(?:generations|centuries|decades|years|ages))\sago\b|\bhad\s(?:long|always|until\sthen)\sbeen\s|"
    r"\bstarted\s(?:out|life|off)\sat\s|\bat\sthe\s(?:start|beginning|turn|height)\sof\sthe\s(?:last\s)?(?:decade|century|war|boom|crisis|era|pandemic)\b|"
    r"\bthe\sthen[\s-](?!is\b|was\b)",
    re.IGNORECASE,
)
_ARCHIVE = lazy_regex(
    r"\W*(?:from\s(?:our|the)\sarchives?|(?:on\s)?this\sday\sin\s|today\sin\shistory|flashback\s?[:：]|(?:\w+\s){1,2}years\sago\stoday|our\sissue\sof\s|"
    r"before\s(?:it|they)\s(?:was|were)\s(?:repealed|scrapped|lifted|abolished|reversed|revoked|overturned|withdrawn)\b)",
    re.IGNORECASE,
)
_TIME_BEHIND = lazy_regex(
    r"\s(?:back\s)?then(?=[.,;]|$)|\s(?:in\sthose\sdays|for\sdecades|for\sgenerations|for\scenturies)(?=[.,;]|$)|"
    r"[^.;,]{0,20}[;,—]\s?(?:but\s)?that\swas\b[^.;]{0,30}\b(?:ago|then|before|once)\b",
    re.IGNORECASE,
)
_ENDED = lazy_regex(
    r"[^.;]{0,40}?\s(?:and|but)\s(?:later\s|then\s|was\s|were\s)?(?:repealed|scrapped|abolished|reversed|revoked|rescinded|overturned|annulled|lifted\sit|dropped\sit)\b"
    r"(?:\sin\s(?:19|20)\d\d|\s(?:it|them)\b|[.,;]|$)",
    re.IGNORECASE,
)
_MOVED_ON = lazy_regex(
    r"\s(?:has|have|had)\s(?:since\s|now\s)?been\s(?:raised|cut|lowered|increased|reduced|trimmed|doubled|tripled|halved|revised|changed|lifted|hiked|slashed)\s(?:\w+\s)?to\b",
    re.IGNORECASE,
)
_SHORT_PHRASE = 3
_ZH_BEFORE = lazy_regex(r"([\u4e00-\u9fff]{2})(?:之|以)?前(?![景往述期者端沿后提夕不台程途款])")
_ZH_GIVEN_UP = lazy_regex(
    r"(?:被|已被|早已|业已|已经?)(?:放弃|取消|废除|废止|撤销|推翻|淘汰|拆除|关闭|停用|作废|终止|抛弃|叫停|解散)的[^，。；\d]{1,12}(?:为|是|有|达|设在|定在)(?:约|近)?$"
)
_ZH_OLD_RULE = lazy_regex(
    r"(?:旧|老|原有?的?)(?:办法|制度|规则|法|政策|标准|合同|协议|方案|体制|章程|条例|税制|约|合约|版本|口径)(?:下|中|里|之下|规定|时期|[^，。；\d]{0,6}[为是]$)"
)
_ZH_THEN = lazy_regex(r"(?:^|[，。；])(?:那时|彼时|当年)[^，。；\d]{0,12}(?:只|才|就|还|不过|仅)[^，。；\d]{0,4}$")
_ZH_COMPARED_PERIOD = lazy_regex(
    r"(?:^|[，；])(?:相比之下|相形之下|对比之下|作为对比|作为比较)，[^，。；]{0,12}(?:月|年|季度?|周|日|期)(?:则|仅|只)?(?:为|是|有|达)(?:约|近)?$"
)
_ZH_PEAK_BEFORE = lazy_regex(r"(?:较|比|从|自|由|距)(?:此前|上年|去年|历史)?[^，。；\d]{0,4}$")
_ZH_PEAK = lazy_regex(r"的?(?:历史)?(?:高点|峰值|顶峰|低点|谷底|高位|低位|纪录|水平|前高|最高点|最低点|均值)")
_ZH_LAST_READING = lazy_regex(
    r"(?:上|前)(?:一|次|一个)?(?:次|期|回|届|份|轮)(?:的)?(?:读数|数据|报告|调查|统计|公布|值|数字)?(?:为|是|报|录得)(?:约|近)?$"
)
# "此前公布的失业率为5%": a release that another has followed; "此前公布的数据显示" only tells when it came out.
_ZH_EARLIER_RELEASE = lazy_regex(
    r"(?:此前|先前|早前|早先|之前|上次|上月|前次|原先)(?:已)?(?:公布|发布|披露|报告|录得)的(?!数据|报告|结果|统计|公告|消息|财报)[^，。；\d]{1,24}?(?:为|是|达|报)?(?:约|近)?$"
)

# 半年前，该国失业率为5%; not 三天前，公司宣布裁员5%.
_ZH_AGO = lazy_regex(
    r"(?:^|[，。；、：])(?:早?在)?(?:大?约|近)?(?:[\d一二两三四五六七八九十百数几半]+)(?:余|多)?(?:年|个?季度|个?月|周|个?星期|个?世纪|个?交易日|天)(?:多|半)?(?:之|以)?前[，的]?"
    r"(?:[^，。；\d]|\d+(?:年|个?月|天)期){1,30}(?:为|是|有|报|达到?|处于|仅)(?:约|近)?$"
)


def is_of_then(sentence: SentenceReading, start: int, end: int) -> bool:
    """Whether the words around ``text[start:end]`` in its sentence place it in a time that is over."""
    text = sentence.text
    clause, stop = sentence.segments.span(sentence.segments.index_at(start))
    if sentence.is_chinese:
        return _is_of_then_chinese(text, sentence.start, clause, start, end)
    begin = max(sentence.start, start - 2 * _NEAR)
    first = _main_clause(sentence, start)
    if _ARCHIVE.match(text, first, start) or _ENDED.match(text, end, sentence.end):
        return True
    decade = _DECADE.search(text, clause, stop) or _DECADE.match(text, first, start)
    if decade is not None and _IN_DECADE.search(text, clause, start):
        return True
    if _is_state_of_then(text, first, clause, start, end, stop):
        return True
    prior = _PRIOR.search(text, begin, start)
    if prior is not None and _is_head(sentence, prior.start()) and _IN_DECADE.search(text, prior.end(), start):
        return True
    return bool(
        _LAPSED.match(text, end, sentence.end)
        or _MOVED_ON.match(text, end, sentence.end)
        or _FORMER_OBJECT.search(text, max(clause, start - _NEAR), start)
    )


def _main_clause(sentence: SentenceReading, start: int) -> int:
    """Where the part of the sentence begins that holds ``start``, behind the last semicolon, dash or "but"."""
    segments = sentence.segments
    hard = [at for at, opener in zip(segments.starts, segments.openers, strict=True) if opener in HARD and at <= start]
    return max((*hard, sentence.start))


def _is_state_of_then(text: str, first: int, clause: int, start: int, end: int, stop: int) -> bool:
    """ "Up to 2019 the duty was 18%", "the duty stood at 18% a generation ago": a state in the past tense, with a word for the time."""
    if _STATE_THEN.search(text, max(clause, start - _NEAR), start) is None or _SAID.search(text, first, start):
        return False
    head = _HEAD.match(text, first, start)
    return head is not None or _LONG_AGO.search(text, clause, stop) is not None or _TIME_BEHIND.match(text, end) is not None


def is_given_up(sentence: SentenceReading, start: int) -> bool:
    """Whether the figure at ``start`` is told of what was given up: 被放弃的联系汇率为7.8."""
    return _ZH_GIVEN_UP.search(sentence.text, max(sentence.start, start - _NEAR), start) is not None


def _is_head(sentence: SentenceReading, at: int) -> bool:
    return len(sentence.text[sentence.start : at].split()) <= _SHORT_PHRASE


def _is_of_then_chinese(text: str, sentence_start: int, clause: int, start: int, end: int) -> bool:
    # From the mark before the sentence, for "^" stands for the start of the text alone.
    before = max(0, sentence_start - 1, start - _NEAR)
    patterns = (_ZH_GIVEN_UP, _ZH_OLD_RULE, _ZH_THEN, _ZH_COMPARED_PERIOD, _ZH_LAST_READING, _ZH_EARLIER_RELEASE, _ZH_AGO)
    if any(pattern.search(text, before, start) for pattern in patterns):
        return True
    if _ZH_PEAK_BEFORE.search(text, clause, start) and _ZH_PEAK.match(text, end):
        return True
    return any(_is_act(text, found, clause) for found in _ZH_BEFORE.finditer(text, clause, start))


def _is_act(text: str, found: re.Match[str], clause: int) -> bool:
    """Whether what stands before 前 is an act (停运前), and its last sign no part of a word with it (目前)."""
    act = found[1]
    return act in event_verbs("zh") and not zipf(text[found.end() - 2 : found.end()], "zh") and found.start() - clause <= _NEAR
