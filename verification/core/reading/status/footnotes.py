"""What the mark behind a figure stands for, in a line below ("* estimate", （e）为编者估算), and what a misprint is replaced by."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status
from verification.core.reading.status.disowning_words import chinese, english, status_of

_MARK = lazy_regex(r"\s?(?P<mark>\*{1,3}|[†‡§¹²³⁴]|[(（](?P<inner>[A-Za-z]{1,12}|[一-鿿]{1,4})[)）])")
_LONGEST = 80
# “52%”请读作“25%”; for "52%" read "25%".
_READ_AHEAD = lazy_regex(r"\bfor\s[\"“'‘]?\s?(?:[\w'’-]+\s){0,4}[$€£¥]?$", re.IGNORECASE)
_READ_BEHIND = lazy_regex(r"[\w%\s]{0,20}?[\"”'’]?,?\s(?:please\s)?(?:read|substitute)\s[\"“'‘]?", re.IGNORECASE)
_ZH_READ = lazy_regex(
    r"[^，。；“”\d]{0,6}[”\"」』]\s?(?:一?[语句处词])?(?:请读作|应读作|应读为|应为|应作|应是|更正为|改为|改作|系)\s?[“\"「『]"
)
# "We gave it as 61,000. It is 16,000.": what an outlet printed, and the next sentence says otherwise.
_PRINTED = lazy_regex(
    r"\b(?:we|this\s(?:paper|newspaper|site|column|magazine)|an\searlier\s(?:version|edition)|our\s(?:\w+\s)?(?:report|story|article|edition))\s"
    r"(?:\w+\s)?(?:gave|put|wrote|printed|said|stated|reported|listed|published)\b",
    re.IGNORECASE,
)
_IS_OTHER = lazy_regex(
    r"(?:it|they|that|the\s(?:\w+\s){1,2})\s?(?:(?:is|are|was|were)\s(?:in\sfact\s|actually\s)?[$€£]?\d[\d.,]*%?\W*(?:\w+\W*){0,2}$|"
    r"should\s(?:have\s)?(?:been|be|read|said|say)\b)",
    re.IGNORECASE,
)
_ZH_PRINTED = lazy_regex(r"(?:本[报刊台网站]|我们|早前|此前报道|前文)[^。；]{0,20}?(?:写成|写作|写道|误|称|报道|说成|登为|印成)")
_ZH_IS_OTHER = lazy_regex(r"(?:实为|应为|实际为|实际是|实际应为|正确的?(?:数字|数据)?(?:为|是|应为))|[“\"「].{1,6}[”\"」]应为[“\"「]")


def footnote_at(text: str, end: int) -> Status | None:
    """The status that the mark right behind a figure has in a line below."""
    found = _MARK.match(text, end)
    if found is None:
        return None
    mark = found["inner"] or found["mark"]
    begin = re.compile(rf"\n[ \t]*[(（]?{re.escape(mark)}[)）]?(?P<told>[^\n]{{1,{_LONGEST}}})", re.IGNORECASE)
    note = begin.search(text, found.end())
    return _status_told(note["told"]) if note else None


def _status_told(told: str) -> Status | None:
    if re.search(r"[一-鿿]", told):
        found = re.search(
            rf"^(?:数|值)?\s?[=＝为系指是:：]?[^不非]{{0,12}}?(?:{chinese('state', name='state')}|{chinese('kind', name='kind')})", told
        )
        return status_of(found, "zh") if found else None
    what = rf"(?:{english('state', name='state')}|{english('kind', name='kind')})"
    found = re.match(rf"\s?[=:–—-]?\s?(?:denotes\s|means\s|marks\s)?(?:\w+\s)?{what}\b", told, re.IGNORECASE)
    return status_of(found, "en") if found else None


def is_misprint(text: str, span: tuple[int, int], following: str, place: tuple[int, int]) -> bool:
    """Whether what stands at ``place`` of the sentence ``span`` is what was printed wrongly, by words beside it or the next sentence."""
    (first, last), (start, end) = span, place
    if _READ_BEHIND.match(text, end, last) and _READ_AHEAD.search(text, first, start):
        return True
    if _ZH_READ.match(text, end, last):
        return True
    if _IS_OTHER.match(following):
        return _PRINTED.search(text, first, last) is not None
    return _ZH_IS_OTHER.match(following) is not None and _ZH_PRINTED.search(text, first, last) is not None
