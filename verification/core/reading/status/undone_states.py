"""What the next sentence tells as over: "Trading resumed an hour later.", "两天后提款恢复。", "She left in May."."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.status.sentences import SentenceReading

STOPPED = lazy_regex(
    r"suspen|halt|fr[eo]+z|stopp|clos|bann|paus|shut|impos|block|curb|restrict|prohibit|barr(?:ed|ing)|ground", re.IGNORECASE
)
ZH_STOPPED = lazy_regex(r"停|冻结|禁|封|关闭|限|中断|罢")
_SHORT_WORDS, _SHORT_LETTERS = 12, 20
_GOES_ON = lazy_regex(
    r"\b(?:resumed|ended|restarted|restored|reinstated|unfro[sz]en|unfroze|lifted|reversed|rescinded|revoked|open\sagain|expired|lapsed)\b|"
    r"\breopened\b(?!\s(?:an?|another|its|the)\s)",
    re.IGNORECASE,
)
_NOT_YET = lazy_regex(
    r"\b(?:not|never|yet|no|will|would|may|might|could|if|unless|when|whether|hopes?|plans?|wants?|asked|demand\w*)\b|\?", re.IGNORECASE
)
_COPULA = lazy_regex(r"\b(?:is|was|are|were|stood|used\sto)\b", re.IGNORECASE)
_NOW = lazy_regex(
    r"\W*(?:(?:it|they|the\s\w+)\s(?:is|are|stands?\sat|has)\s[^.]*\d[^.]*\bnow\b|(?:now|today),?\s(?:it|they)\s(?:is|are|stands?\sat|has)\s[^.]*\d)",
    re.IGNORECASE,
)
_LEFT = lazy_regex(
    r"\W*(?:he|she|they)\s(?:has\s|have\s|had\s)?(?:since\s|later\s)?(?:left|resigned|retired|quit|died|stepped\sdown|was\sreplaced|was\ssucceeded)\b",
    re.IGNORECASE,
)
_ZH_GOES_ON = lazy_regex(r"恢复|解冻|解除|复牌|复工|重开|重新开放|解禁|取消|撤销|放开")
_ZH_NOT_YET = lazy_regex(r"未|没|不|何时|尚|将|能否|是否|要求|呼吁|希望|如|若|等|待|[?？]")
_ZH_COPULA = lazy_regex(r"是|为|归|属|由|叫|名")
_ZH_NOW = lazy_regex(r"(?:不过|但)?(?:如今|现在|目前|后来|此后|之后|现)(?:已|早已|只|仅|则|却)*(?:有|为|是|降|升|涨|跌|调|改|剩)[^。]*\d")
_ZH_LEFT = lazy_regex(r"[^，。]{0,10}(?:卸任|离任|离职|辞职|辞任|退休|去世|下台|换人|易主|转手)了?[。！]?$")


def is_undone(sentence: SentenceReading, following: SentenceReading, start: int, end: int) -> bool:
    """Whether ``following`` says that what stands at ``start`` to ``end`` of ``sentence`` holds no more."""
    own = following.text[following.start : following.end]
    text = sentence.text
    clause = sentence.segments.span(sentence.segments.index_at(start))[0]
    if sentence.is_chinese:
        if len(own) > _SHORT_LETTERS or _ZH_NOT_YET.search(own):
            return False
        if ZH_STOPPED.search(text, start, end) and _ZH_GOES_ON.search(own):
            return True
        is_state = _ZH_COPULA.search(text, clause, start) is not None
        return is_state and (_ZH_NOW.match(own) is not None or _ZH_LEFT.match(own) is not None)
    if len(following.tokens) > _SHORT_WORDS or _NOT_YET.search(own):
        return False
    if STOPPED.match(text, start, end) and _GOES_ON.search(own):
        return True
    is_state = _COPULA.search(text, clause, start) is not None
    return is_state and (_NOW.match(own) is not None or _LEFT.match(own) is not None)
