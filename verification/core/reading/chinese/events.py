"""What happened in a Chinese sentence: the predicates of its clauses with the one who acts and what it is done to."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from verification.core.language.frequency import zipf
from verification.core.language.tables import read_rows
from verification.core.patterns import lazy_regex
from verification.core.reading.event_clauses import EventSlots, event_verbs
from verification.core.reading.figure_slots import Span
from verification.core.subjects.known import find_known

_BORDER = lazy_regex(r"(?<!\d),|,(?!\d)|[，；：。！？;:!?()（）\n“”\"「」【】|]")
_ZH_LEAD = lazy_regex(
    r"(?:(?:要是|有传闻称|有消息称|传闻称|消息称|据报道|据传|传闻|网传|有人称|若非|知名|是|就在|当|曾经|原来|原本|此外|另外|不过|然而|但是|其实|目前|现在|最近|近日|日前|昨晚|今晨|届时|事实上|实际上|换言之|与此同时|另一方面|所以|因此|于是|结果|最终|理由是|原因是|据悉|其中|而|但|并|且|则|又|也|还|因|由于|随着|在|若|如果|假如|一旦|倘若|虽然|尽管|如果说|那么|此前|同时|至于|早年间?|多年来|近年来|为此|对此|据此|随后|之后|今天|昨天|今日|昨日|早间|市传|市场盛传|网传|传|知情人士|称|要|经过\S{1,8}|针对\S{1,16}|让|对)\s?)+"
)
_ZH_ADVERB = lazy_regex(
    r"(?:已经?|将要?|将会|会|要|拟|计划|打算|准备|正|正在|曾|曾经|刚刚?|再度?|再次|首次|尚?未|没有?|并未|从未|不会?|不再|无法|至今|宣布|同意|决定|理应|正就|就|考虑|或迎来|早在|早就|早|赴港|赴\S{1,2}|被带走|误报|误称|月底|年底|已于|将于|定于|至少|最终|其实|根本|压根|早已|迟迟|坚决|一致|联合|携手|此前|近日|日前|昨晚|昨天|昨日|今天|今日|今晨|今早|当日|当天|随即|随后|并|再|又|遂|才|恐|料|应|非|因|为|本月|上月|下月|本周|上周|下周|今年|去年|明年|年内|暂时|暂|永久|永远|直接|主动|被迫|自愿|一度|屡次|多次|两度|三度|频频|率先|独家|全额|大举|大幅|小幅|应当|应该|本应|尽快|先|后|能否|是否|可能|究竟是?|到底|全面|"
    r"无须|无需|不得|不必|不能|未能|相应|相继|陆续|纷纷|逐步|进一步|顺利|如期|紧急|高调|低调|预计|料将|料会|预期|据称|据悉|连夜|当场|当庭|"
    r"正式|突然|秘密|共同|先后|立即|继续|有望|或|或将|可|有意|欲|能|必须|需要?|周[一二三四五六日]|仍|仍然|终于|成功|分别|均|都|也|还|则|被|遭|获|把|将其|由此|暗中|悄然|完成|出手|提前|于|在[^，。]{2,16}?|向[^，。]{1,12}?|从[^，。]{1,12}?|与[^，。]{1,12}?|对[^，。]{1,16}?|以[^，。]{1,14}?|于[^，。]{1,14}?|就[^，。]{2,16}?|因[^，。]{2,14}?|"
    r"为[^，。]{2,12}?|通过[^，。]{2,14}?|用[^，。]{1,12}?|按[^，。]{2,10}?|随[^，。]{2,10}?|借[^，。]{2,10}?|给[^，。]{1,12}?)$"
)
_ZH_NEGATION = lazy_regex(r"未|没有?|不(?!断|久|少|仅)|从未|无法|拒绝|并非|否认")
_ZH_EITHER = lazy_regex(r"有没有|是不是|是否|会不会|能不能")
_ZH_TAIL = lazy_regex(r"^(?:了|过|着|完毕)+")
# What leads on from a name to a time or an act: 央行|会在|7月, 工会|自|16日起, 欧盟|会否.
_ZH_LEADS_ON = lazy_regex(r"(?<=..)(?:会?[在于]|会否|会不会|能否|是否|[若自])$")
# Behind these a verb only belongs to a phrase: 对分红方案投了, 向控股股东配售.
_OPENS_PHRASE = tuple("对向为与给从由以")
_ZH_SAYS = lazy_regex(r"(?:决定|宣布|表示|公告|公布|称|透露|证实|确认|发布|披露|指出|回应|通报|否认|承认|坚称|声称|强调|盛传|风传)$")
# Who says it stands before whose act it is: 央行行长称|美国.
_ZH_TOLD = lazy_regex(
    r"[^的]{2,16}?(?:称|表示|透露|指出|认为|预计|指控|宣布|显示|否认|证实|强调|获悉|报道|回应说|回应称|爆料|承认|警告|声称)(?=.{2})"
)
_LONGEST = 6
# No adverb of either list is longer.
_LONGEST_ADVERB = 20
_SHORT = 2
_MAX_OBJECT = 40


def chinese_events(text: str, periods: Sequence[Span]) -> list[EventSlots]:
    """The events of a sentence, one a clause. ``text`` is simplified, in half width and lower case."""
    found: list[EventSlots] = []
    edges = [0, *(one.end() for one in _BORDER.finditer(text)), len(text)]
    known = [(one.start, one.end) for one in find_known(text)]
    topic: Span | None = None
    for start, stop in pairwise(edges):
        end = stop - 1 if stop and _BORDER.match(text, stop - 1) else stop
        event = _chinese_event(text, start, end, periods, known, topic)
        if event is None:
            topic = topic or _subject(text, start, end, periods)
            continue
        found.append(event)
        topic = event.subject or topic
    return found


def _chinese_event(
    text: str, start: int, end: int, periods: Sequence[Span], known: Sequence[Span], topic: Span | None
) -> EventSlots | None:
    verb = next(_verbs(text, start, end, (*periods, *known)), None) or _marked_verb(text, start, end, known)
    if verb is None:
        return None
    at = _adverbs_before(text, start, verb[0], periods, known)
    moved = _MOVED.search(text, start, at)
    at = moved.start() if moved and moved.start() > start else at
    subject = _subject(text, start, at, periods) or topic
    tail = _ZH_TAIL.match(text[verb[1] : end])
    stop = verb[1] + (tail.end() if tail else 0)
    rest = _stripped(text, stop, min(end, stop + _MAX_OBJECT))
    return EventSlots(
        verb,
        subject,
        rest or (moved.span(1) if moved else _moved_object(text, at, verb[0])),
        _ZH_NEGATION.search(_ZH_EITHER.sub("", text[max(start, at - 2) : verb[0]])) is not None,
    )


# What stands right before a predicate: aspect, mood, negation.
_ZH_MARKER = lazy_regex(
    r"(?:已经?|将要?|将会|(?<!议|协|委|社|机|银)会|拟|曾经?|尚?未|没有?|并未|从未|不再|不会|正在|计划|打算|是否|能否|可能|必须|应当|应该|本应|再度|再次|首次)(?=[\u4e00-\u9fff]{2})"
)
_ZH_DONE = lazy_regex(r"(?<=[\u4e00-\u9fff])([\u4e00-\u9fff]{1,2})了(?=[\u4e00-\u9fff\d])")


def _marked_verb(text: str, start: int, end: int, known: Sequence[Span]) -> Span | None:
    """The predicate that no list has, by the adverb before it or the 了 behind it: 尚未|敲定, 炒热了."""
    for marker in _ZH_MARKER.finditer(text, start, end):
        at = marker.end()
        if marker.start() > start and not any(left <= marker.start() < right for left, right in known):
            length = next((length for length in (4, 3, 2) if at + length <= end and zipf(text[at : at + length], "zh")), 2)
            return (at, min(at + length, end))
    done = _ZH_DONE.search(text, start, end)
    return done.span(1) if done is not None and not any(left < done.end(1) and done.start(1) < right for left, right in known) else None


def _verbs(text: str, start: int, end: int, periods: Sequence[Span]) -> Iterator[Span]:
    """The verbs of a clause behind its first sign, longest first; none inside a period or a longer word."""
    verbs = event_verbs("zh")
    at = start
    while at < end:
        inside = next((span for span in periods if span[0] <= at < span[1]), None)
        if inside is not None:
            at = inside[1]
            continue
        for length in range(min(_LONGEST, end - at), 0, -1):
            word = text[at : at + length]
            is_tail = length == _SHORT and at > start and zipf(text[at - 1 : at + length], "zh") > 0  # 出口 of 进出口
            if (
                word in verbs
                and not is_tail
                and not _is_in_phrase(text, at)
                and (length > 1 or _is_alone(text, at))
                and not _is_noun(text, at, at + length, end)
            ):
                yield (at, at + length)
                at += length
                break
        else:
            at += 1


def _is_in_phrase(text: str, at: int) -> bool:
    return text[at - 1 : at] in _OPENS_PHRASE and zipf(text[max(0, at - 2) : at], "zh") == 0


def _is_alone(text: str, at: int) -> bool:
    return zipf(text[max(0, at - 1) : at + 1], "zh") == 0 and zipf(text[at : at + 2], "zh") == 0


def _is_noun(text: str, start: int, end: int, stop: int) -> bool:
    """Whether a verb only tells of a noun: 出售的资产, 收购案, 投资者."""
    following = text[end : min(end + 2, stop)]
    return following[:1] in ("者", "案", "额", "价", "商", "率", "量", "人", "机", "国", "年", "权", "幅", "速", "业") or (
        following[:1] == "的" and start == 0
    )


def _adverbs_before(text: str, start: int, end: int, periods: Sequence[Span], known: Sequence[Span]) -> int:
    """Where the adverbs before a verb begin."""
    at = end
    for _ in range(8):
        inside = next((span for span in periods if span[1] == at and span[0] >= start), None)
        near = max(start, at - _LONGEST_ADVERB)
        found = _ZH_ADVERB.search(text, near, at) or _listed_adverb().search(text, near, at)
        if found is not None and zipf(text[max(0, found.end() - 3) : found.end()], "zh") > 0 and found.end() - found.start() == 1:
            break  # 会 of 证监会
        if inside is not None:
            at = inside[0]
        elif found is not None and found.start() < at and not any(left <= found.start() < right for left, right in known):
            at = found.start()
        else:
            break
    return at


@cache
def _listed_adverb() -> re.Pattern[str]:
    """The words of the table that stand between whose act it is and the predicate."""
    words = [
        word
        for word, lang, role, *_ in read_rows("reading", "clause_words")
        if lang == "zh" and role in ("filler", "light") and len(word) > 1
    ]
    return re.compile(rf"(?:{'|'.join(sorted(words, key=len, reverse=True))})$")


def _subject(text: str, start: int, end: int, periods: Sequence[Span]) -> Span | None:
    """What is left of the words before a predicate without periods and what joins clauses."""
    cuts = [span for span in periods if start <= span[0] < end]
    at = start
    best: Span | None = None
    for cut in [*cuts, (end, end)]:
        lead = _ZH_LEAD.match(text, at, cut[0])
        piece = _stripped(text, lead.end() if lead else at, cut[0])
        if piece is not None and (leads_on := _ZH_LEADS_ON.search(text, *piece)) and not zipf(text[piece[1] - 2 : piece[1]], "zh"):
            piece = (piece[0], leads_on.start())
        if piece is not None and (says := _ZH_SAYS.search(text, *piece)):
            piece = _stripped(text, piece[0], says.start())
        if piece is not None and (told := _ZH_TOLD.match(text, *piece)):
            piece = _stripped(text, told.end(), piece[1]) or piece
        if piece is not None and (best is None or piece[1] - piece[0] > 1):
            best = piece if best is None else best
        at = cut[1]
    return best


def _stripped(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start] in " \u3000的、在于和与":
        start += 1
    while end > start and text[end - 1] in " \u3000的、吗呢了":
        end -= 1
    return (start, end) if start < end else None


_MOVED = lazy_regex(r"(?:把|将)([^，。]{2,24})$")


def _moved_object(text: str, start: int, end: int) -> Span | None:
    """What 把, 将 or 对 puts before the verb."""
    found = re.compile(r"(?:把|将|对)([^，。]{2,24})$").search(text, start, end)
    return found.span(1) if found else None
