"""Suppositions that no word of their own marks: a later clause, a tense or a mood shows that a thing is not told as being so."""

import re

from verification.core.reading.sentence_reading import SentenceReading

# "At a rate of 9%, the loan would cost …": what the phrase at the head names holds in the supposition alone.
_HEAD_PHRASE = re.compile(r"\W*(?:at|with|under|given|without|by)\s", re.IGNORECASE)
_WOULD_THEN = re.compile(r",\s(?:[\w'’-]+\s){0,5}?would\s(?!go\son|later|soon|come\sto)", re.IGNORECASE)
# "A rate of 9% would sink us": a rate that may be none.
_ANY = re.compile(r"(?:^|[,;]\s)\W?(?:an?|any|such\san?)\s(?:[\w-]+\s){0,4}$", re.IGNORECASE)
_WOULD_BE = re.compile(r"\s(?:\w+\s){0,2}?would\b", re.IGNORECASE)
# "Before Barlow has closed the mine, nothing will change", "the loan is due when Barlow closes the mine".
_AWAITED = re.compile(
    r"\b(?:when|until|till|before|after|once|the\sday|by\sthe\stime|as\ssoon\sas|the\smoment)\s(?:[\w'’.-]+\s){1,4}?(?:has\s|have\s)?$",
    re.IGNORECASE,
)
_HAS = re.compile(r"\b(?:has|have)\s$", re.IGNORECASE)
_PRESENT = re.compile(r"[a-z]+(?<![su])s\b")
_WILL = re.compile(r"\b(?:will|shall|would|is\sdue|are\sdue|must|may|can)\b|['’]ll\b", re.IGNORECASE)
_REACH = 80
# "公司收购了帕默，股价才会涨": the second comes only if the first does.
_ZH_ONLY_THEN = re.compile(r"[^，。；]{0,16}，[^，。；]{0,8}才(?:会|能|可|肯|有望|算)")
# "税率为9%时，企业会亏损".
_ZH_AT_THAT = re.compile(r"[^，。；\d]{0,3}(?:时|的时候|之际)，[^。；]{0,20}?(?:会|将|须|需|应)")
_ZH_REALIS = re.compile(r"已|终于|昨|上周|周[一二三四五六日]|\d+日|去年|前年|今年")


def is_supposed(sentence: SentenceReading, start: int, end: int) -> bool:
    """Whether what stands at ``text[start:end]`` holds in a supposition alone, by the clause or tense around it."""
    text = sentence.text
    clause = sentence.segments.span(sentence.segments.index_at(start))[0]
    if sentence.is_chinese:
        if _ZH_REALIS.search(text, clause, start):
            return False
        return any(pattern.match(text, end, sentence.end) is not None for pattern in (_ZH_ONLY_THEN, _ZH_AT_THAT))
    is_head = sentence.segments.index_at(start) == 0
    if is_head and _HEAD_PHRASE.match(text, sentence.start, start) and _WOULD_THEN.search(text, end, min(end + _REACH, sentence.end)):
        return True
    if _ANY.search(text, clause, start) and _WOULD_BE.match(text, end, sentence.end):
        return True
    return _is_awaited(sentence, max(clause, start - _REACH), start, end)


def _is_awaited(sentence: SentenceReading, begin: int, start: int, end: int) -> bool:
    text = sentence.text
    if _AWAITED.search(text, begin, start) is None or _WILL.search(text, sentence.start, sentence.end) is None:
        return False
    return _HAS.search(text, begin, start) is not None or _PRESENT.fullmatch(text, start, end) is not None
