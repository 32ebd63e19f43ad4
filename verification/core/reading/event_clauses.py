"""What happened: the predicates of a sentence with the one who acts and what it is done to, in either language."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.tables import read_rows
from verification.core.language.word_tables import words
from verification.core.reading.english_tokens import Kind, Token, tokens_in
from verification.core.reading.figure_slots import Span
from verification.core.subjects.known import find_known


@dataclass(frozen=True, slots=True)
class EventSlots:
    """A predicate with its adverbs, as places in the text; ``subject`` and ``object`` None where the clause names none."""

    predicate: Span
    subject: Span | None
    object: Span | None
    is_negated: bool


@cache
def event_verbs(lang: str) -> frozenset[str]:
    """The verbs of a language: English by lemma."""
    own = {word for word, its, _ in read_rows("reading", "event_verbs") if its == lang}
    for name in (f"synonyms_{lang}", f"antonyms_{lang}"):
        own.update(word for one, other, part, *_ in read_rows("language", name) if part == "v" for word in (one, other))
    return frozenset(own - _NO_EVENTS)


_NO_EVENTS = frozenset(
    (
        "say",
        "be",
        "have",
        "do",
        "称",
        "公告",
        "公布",
        "宣布",
        "声明",
        "披露",
        "预计",
        "预期",
        "预测",
        "料",
        "证实",
        "确认",
        "高于",
        "低于",
        "否认",
    )
)
_BORDER = re.compile(r"(?<!\d),|,(?!\d)|[，；：。！？;:!?()（）\n“”\"「」【】|]")
_ZH_LEAD = re.compile(
    r"(?:(?:要是|有传闻称|有消息称|传闻称|消息称|据报道|据传|传闻|网传|有人称|若非|知名|是|就在|当|曾经|原来|原本|此外|另外|不过|然而|但是|其实|目前|现在|最近|近日|日前|昨晚|今晨|届时|事实上|实际上|换言之|与此同时|另一方面|所以|因此|于是|结果|最终|理由是|原因是|据悉|其中|而|但|并|且|则|又|也|还|因|由于|随着|在|若|如果|假如|一旦|倘若|虽然|尽管|如果说|那么|此前|同时|今天|昨天|今日|昨日|早间|市传|市场盛传|网传|传|知情人士|称|要|经过\S{1,8}|针对\S{1,16}|让|对)\s?)+"
)
_ZH_ADVERB = re.compile(
    r"(?:已经?|将要?|将会|会|要|拟|计划|打算|准备|正|正在|曾|曾经|刚刚?|再度?|再次|首次|尚?未|没有?|并未|从未|不会?|不再|无法|至今|宣布|同意|决定|理应|正就|就|考虑|或迎来|早在|早就|早|赴港|赴\S{1,2}|被带走|误报|误称|月底|年底|已于|将于|定于|至少|最终|其实|根本|压根|早已|迟迟|坚决|一致|联合|携手|此前|近日|日前|昨晚|昨天|昨日|今天|今日|今晨|今早|当日|当天|随即|随后|并|再|又|遂|才|恐|料|应|非|因|为|本月|上月|下月|本周|上周|下周|今年|去年|明年|年内|暂时|暂|永久|永远|直接|主动|被迫|自愿|一度|屡次|多次|两度|三度|频频|率先|独家|全额|大举|大幅|小幅|应当|应该|本应|尽快|先|后|能否|是否|可能|究竟是?|到底|全面|"
    r"正式|突然|秘密|共同|先后|立即|继续|有望|或|或将|可|有意|欲|能|必须|需要?|周[一二三四五六日]|仍|仍然|终于|成功|分别|均|都|也|还|则|被|遭|获|把|将其|由此|暗中|悄然|完成|出手|提前|于|在[^，。]{2,16}?|向[^，。]{1,12}?|从[^，。]{1,12}?|与[^，。]{1,12}?|对[^，。]{1,16}?|以[^，。]{1,14}?)$"
)
_ZH_NEGATION = re.compile(r"未|没有?|不(?!断|久|少|仅)|从未|无法|拒绝|并非|否认")
_ZH_EITHER = re.compile(r"有没有|是不是|是否|会不会|能不能")
_ZH_TAIL = re.compile(r"^(?:了|过|着|完毕)+")
# Behind these a verb only belongs to a phrase: 对分红方案投了, 向控股股东配售.
_OPENS_PHRASE = tuple("对向为与给从由以")
_ZH_SAYS = re.compile(r"(?:决定|宣布|表示|公告|公布|称|透露|证实|确认|发布|披露|指出|回应|通报)$")
# Who says it stands before whose act it is: 央行行长称|美国.
_ZH_TOLD = re.compile(
    r"[^的]{2,16}?(?:称|表示|透露|指出|认为|预计|指控|宣布|显示|否认|证实|强调|获悉|报道|回应说|回应称|爆料|承认|警告|声称)(?=.{2})"
)
_LONGEST = 6
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
    verb = next(_verbs(text, start, end, (*periods, *known)), None)
    if verb is None:
        return None
    at = _adverbs_before(text, start, verb[0], periods)
    subject = _subject(text, start, at, periods) or topic
    tail = _ZH_TAIL.match(text[verb[1] : end])
    stop = verb[1] + (tail.end() if tail else 0)
    rest = _stripped(text, stop, min(end, stop + _MAX_OBJECT))
    moved = _moved_object(text, at, verb[0]) if rest is None else None
    return EventSlots(verb, subject, rest or moved, _ZH_NEGATION.search(_ZH_EITHER.sub("", text[max(start, at - 2) : verb[0]])) is not None)


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
            if (
                word in verbs
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
    return following[:1] in ("者", "案", "额", "价", "商", "率", "量", "人", "机", "国", "年", "权") or (
        following[:1] == "的" and start == 0
    )


def _adverbs_before(text: str, start: int, end: int, periods: Sequence[Span]) -> int:
    """Where the adverbs before a verb begin."""
    at = end
    for _ in range(8):
        inside = next((span for span in periods if span[1] == at and span[0] >= start), None)
        found = _ZH_ADVERB.search(text, start, at) or _listed_adverb().search(text, start, at)
        if found is not None and zipf(text[max(0, found.end() - 3) : found.end()], "zh") > 0 and found.end() - found.start() == 1:
            break  # 会 of 证监会
        if inside is not None:
            at = inside[0]
        elif found is not None and found.start() < at:
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


def _moved_object(text: str, start: int, end: int) -> Span | None:
    """What 把, 将 or 对 puts before the verb."""
    found = re.compile(r"(?:把|将|对)([^，。]{2,24})$").search(text, start, end)
    return found.span(1) if found else None


_AUXILIARY = words(
    "is are was were be been being has have had do does did will would could should may might can must to not never didn't hasn't "
    "won't isn't haven't hadn't n't also just already secretly quietly formally again now "
)
_PARTICLES = frozenset(["up", "off", "out", "over", "down", "under", "away", "back", "of", "in", "on"])
_ENDS_OBJECT = frozenset(
    [
        "after",
        "before",
        "when",
        "while",
        "as",
        "because",
        "since",
        "by",
        "if",
        "until",
        "unless",
        "through",
        "via",
        "amid",
        "following",
        "and",
        "but",
        "who",
        "which",
        "that",
    ]
)
_NEGATIONS = words("not never no neither nor didn't hasn't won't isn't haven't hadn't far ")


def english_events(text: str, periods: Sequence[Span], names: Sequence[Span], *, is_typed: bool = False) -> list[EventSlots]:
    """The events of a sentence, one a clause and one for each clause inside it. ``is_typed``: a name, whose predicate may be a noun."""
    tokens = _with_single_names(tokens_in(text, (), periods, names), names)
    found: list[EventSlots] = []
    start = 0
    topic: Span | None = None
    for at, token in enumerate([*tokens, None]):
        if token is not None and not (token.kind is Kind.MARK and token.word in ',;:.?!()—–\n"“”'):
            continue
        events = _clause_events(text, tokens[start:at], names, topic, is_typed=is_typed)
        found.extend(events)
        own = next((event.subject for event in events if event.subject), None)
        is_aside = bool(tokens[start:at]) and tokens[start].word in _RELATIVE
        topic = (own or (None if is_aside or events else _noun_phrase(text, tokens[start:at])) or topic) if not is_aside else topic
        start = at + 1
    return found


def _with_single_names(tokens: list[Token], names: Sequence[Span]) -> list[Token]:
    """The tokens with names of one word marked as names too."""
    spans = frozenset(start for start, _ in names)
    return [token._replace(is_name=True) if token.start in spans and token.kind is Kind.WORD else token for token in tokens]


_RELATIVE = frozenset(["which", "who", "that", "whose", "advised", "led", "backed", "including", "based", "as"])


def _clause_events(text: str, tokens: list[Token], names: Sequence[Span], topic: Span | None, *, is_typed: bool) -> list[EventSlots]:
    """The event of a clause, and those of the clauses inside it: "reported that she had quit"."""
    found: list[EventSlots] = []
    start = 0
    for at, token in enumerate(tokens):
        if token.word in _SUBORDINATE and at > start:
            event = _english_event(text, tokens[start:at], names, topic, is_typed=is_typed)
            if event is not None:
                found.append(event)
            start = at + 1
    event = _english_event(text, tokens[start:], names, topic, is_typed=is_typed)
    return [*found, event] if event is not None else found


_SUBORDINATE = words("that when while whereas after before because although though since until but unless ")


def _english_event(text: str, tokens: list[Token], names: Sequence[Span], topic: Span | None, *, is_typed: bool) -> EventSlots | None:
    at = next((at for at in range(len(tokens)) if _is_predicate(tokens, at, names)), None)
    if at is None and is_typed:
        at = next((at for at in range(len(tokens) - 1, 0, -1) if lemma(tokens[at].word) in event_verbs("en")), None)
    if at is None:
        return None
    first = at
    while first and (tokens[first - 1].word in _AUXILIARY or tokens[first - 1].kind is Kind.FILLER):
        first -= 1
    last = at
    while (
        last + 1 < len(tokens) and tokens[last + 1].word in _PARTICLES and last - at < 1 and tokens[last + 1].word not in ("of", "in", "on")
    ):
        last += 1
    subject = _noun_phrase(text, tokens[:first]) or topic
    behind = tokens[last + 1 :]
    stop = next(
        (place for place, token in enumerate(behind) if place and (token.word in _ENDS_OBJECT or token.kind is Kind.PERIOD)), len(behind)
    )
    if behind and behind[0].kind is Kind.PERIOD:
        stop = 0
    is_negated = any(token.word in _NEGATIONS for token in tokens[:at])
    return EventSlots((tokens[at].start, tokens[last].end), subject, _noun_phrase(text, behind[:stop], last=False), is_negated)


_NO_PREDICATE = frozenset(
    (Kind.FIGURE, Kind.PERIOD, Kind.MARK, Kind.SPEECH, Kind.DETERMINER, Kind.PREPOSITION, Kind.PRONOUN, Kind.QUALIFIER)
)


def _is_predicate(tokens: list[Token], at: int, names: Sequence[Span]) -> bool:
    """Whether a verb stands here as the predicate: inflected, or bare behind an auxiliary."""
    token = tokens[at]
    if token.kind in _NO_PREDICATE or token.is_owner or " " in token.word or token.word in _AUXILIARY:
        return False
    if token.is_capital and any(start <= token.start and token.end <= end for start, end in names):
        return False
    base = lemma(token.word)
    before = tokens[at - 1] if at else None
    if base not in event_verbs("en"):
        is_past = token.word.endswith("ed") and len(token.word) > _SHORT and not token.is_capital
        return is_past and before is not None and (before.is_name or before.word in _AUXILIARY or before.kind is Kind.PRONOUN)
    if before is None:
        is_passive = at + 1 < len(tokens) and tokens[at + 1].word == "by"
        return _is_past(token, base) and not is_passive and not token.is_capital
    if before.word in _AUXILIARY:
        return True
    return _is_finite(token, base, before, is_asked=tokens[0].word in _INVERTED, is_last=at + 1 == len(tokens))


def _is_finite(token: Token, base: str, before: Token, *, is_asked: bool, is_last: bool) -> bool:
    """Whether a verb behind another word has the form of a predicate."""
    if before.kind in (Kind.DETERMINER, Kind.PREPOSITION, Kind.QUALIFIER):
        return token.word.endswith("ing") and before.word in ("from", "not")
    if token.word == base:
        return (is_asked and before.kind is Kind.WORD) or base in _SAME_PAST or before.word in ("they", "we", "i", "you", "who")
    if token.word.endswith("s"):
        return before.kind in (Kind.WORD, Kind.PRONOUN, Kind.PERIOD) and (before.is_capital or not is_last) and token.row is None
    return not token.word.endswith("ing")


_SHORT = 4
_INVERTED = frozenset(["should", "did", "does", "will", "would", "could", "can", "may"])


def _is_past(token: Token, base: str) -> bool:
    return token.word != base and not token.word.endswith(("s", "ing"))


_SAME_PAST = words("cut let shut hit put quit set bid split spread cast shed ")


def _noun_phrase(text: str, tokens: list[Token], *, last: bool = True) -> Span | None:
    """The place of a phrase without the small words at its ends."""
    small = (Kind.DETERMINER, Kind.PREPOSITION, Kind.FILLER, Kind.CONJUNCTION, Kind.MARK, Kind.PERIOD, Kind.BASIS, Kind.VERB, Kind.SPEECH)
    start, end = 0, len(tokens)
    if (
        last
        and len(tokens) > 1
        and tokens[-1].is_name
        and tokens[-2].kind is Kind.WORD
        and not (tokens[-2].is_capital or tokens[-2].is_owner)
    ):
        start = len(tokens) - 1
    if last:
        for at, token in enumerate(tokens):
            is_new = token.word in ("the", "a", "an", "its", "their") and at and tokens[at - 1].kind is Kind.WORD
            if is_new:
                start = at
            if (
                token.kind is Kind.PERIOD
                or (token.kind is Kind.SPEECH and at + 1 < len(tokens))
                or token.word in ("that", "when", "if", "provided", "while", "but", "although", "nor")
            ):
                if token.word == "nor":
                    end = at
                    break
                start = at + 1
    while start < end and tokens[start].kind in small:
        start += 1
    while end > start and tokens[end - 1].kind in small:
        end -= 1
    if start == end:
        return None
    return (tokens[start].start, tokens[end - 1].end)
