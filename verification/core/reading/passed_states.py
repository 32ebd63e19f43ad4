"""States told as over in the words behind them: "was 9% … and is now 7%", "a rule lifted two years later", "两年后取消该规定"."""

import re

from verification.core.reading.sentence_reading import SentenceReading

_WAS = re.compile(
    r"\b(?:was|were|stood|had|owned|held|led|ran|employed|cost|paid|charged|belonged|worked|lived|made|"
    r"produced|belong|read|been|fetched|took|\w+ed)\b",
    re.IGNORECASE,
)
_IS_NOW = re.compile(
    r"(?:[;,—]|\bbut\b|\band\b)\s?(?:\w+\s){0,4}?(?:(?:is|are|has|have|stands?|belongs?|"
    r"costs?)\s(?:\w+\s)?(?:now|today)|now\s(?:it\s)?(?:is|are|stands?|has|belongs?|costs?|[$€£]?\d))|"
    r"\b(?:has|have)\ssince\s|\bsince\sthen\s(?:it|they)\b|[;,]\s(?:but\s|and\s)?(?:today|now)\s(?:it|they|he|"
    r"she)\b|\b(?:was|were|been|is)\s(?:\w+\s)?(?:replaced|succeeded|superseded|overtaken)\b|\b(?:gave|"
    r"made)\sway\b|\bstepped\s(?:down|aside)\b|"
    r"\bhas\s(?:resigned|left|quit|retired|died|ended|expired|lapsed)\b|"
    r"\b(?:before|until|till)\b[^.;]{0,60}\b(?:took|takes|came|was|were|stepped|resigned|left|joined|arrived|"
    r"replaced|succeeded|merged|changed|fell|rose|died|retired)\b",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:lifted|reversed|repealed|scrapped|overturned|undone|rescinded|revoked|cancelled|canceled|withdrawn|"
    r"dissolved|reopened|resumed|restored|annulled|unwound)\b"
    r"(?:\s\w+){0,4}?\s(?:later|after|afterwards)\b|\b(?:later|soon|subsequently|then)\s(?:lifted|reversed|"
    r"repealed|scrapped|overturned|undone|rescinded|revoked|cancelled|"
    r"canceled|withdrawn|annulled|unwound)\b",
    re.IGNORECASE,
)
_LEFT_OFFICE = re.compile(r"\bwhen\b[^.;]{0,60}\b(?:left|resigned|stepped|died|retired|took\s(?:over|office))\b", re.IGNORECASE)
_ZH_OLD = re.compile(r"[，；](?:不过|但|可|只是)?[那这](?:已|都|还)?是[^，。]{0,6}(?:老|旧|过去|从前|以前|去年|前年|当年|历史)")
_ZH_UNTIL = re.compile(r"(?:截至|直到)[^，。]{1,14}?之?前，?[^，。]*$")
_ZH_IS_NOW = re.compile(
    r"[，；][^，。；]{0,6}(?:如今|现在|目前|现已?|今已?)(?:在)?(?:已)?(?:为|是|归|由|达|降|升|改|属|变|回|只|仅|涨|跌|约|\d)"
)
_ZH_NOW = re.compile(r"现|目前|如今|今")
_ZH_UNDONE = re.compile(
    r"(?:随|之|其|天|日|周|月|年|不久|稍)后(?:又|便|即|就|被|再次|宣布)?[^，。；]{0,3}(?:取消|撤销|废止|解除|恢复|撤回|解散|作废|推翻)"
)


def has_passed(sentence: SentenceReading, start: int, end: int) -> bool:
    """Whether the words behind ``text[start:end]`` in its sentence say that it holds no more."""
    text = sentence.text
    clause = sentence.segments.span(sentence.segments.index_at(start))[0]
    if sentence.is_chinese:
        if any(pattern.search(text, end, sentence.end) for pattern in (_ZH_UNDONE, _ZH_OLD)) or _ZH_UNTIL.search(
            text, sentence.start, start
        ):
            return True
        return _ZH_IS_NOW.search(text, end, sentence.end) is not None and _ZH_NOW.search(text, clause, start) is None
    if _UNDONE.search(text, end, sentence.end):
        return True
    is_over = _IS_NOW.search(text, end, sentence.end) or _LEFT_OFFICE.search(text, end, sentence.end)
    return is_over is not None and _WAS.search(text, clause, end) is not None
