"""What a figure is told without: "excluding autos", "leaving out the islands", 剔除汇率影响, 不含香港.

The words that leave something out name neither whose the figure is nor what it measures, so they are taken from the sentence before it is
read; the figures that they speak of keep what they say as a qualifier.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from verification.core.evidence import Quantity
from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import FigureSlots
from verification.core.reading.measure_words import qualifiers_of
from verification.core.reading.tokens import Kind, Token

_PARTIAL = frozenset(("partial",))
_ADJUSTED = frozenset(("adjusted",))
# What such words may say that no table names.
LEFT_OUT = _PARTIAL | _ADJUSTED
# By what they end in things come once, or are only booked: profit without them is adjusted profit.
_BOOKED = words(
    "items item charges charge gains costs expenses one-offs effects effect impairments writedowns write-downs benefits amortization"
)
_LEADS = tuple(
    tuple(lead.split())
    for lead in (
        *("excluding", "omitting", "leaving out", "leaving aside", "setting aside", "stripping out", "stripped of"),
        *("not counting", "not including", "without counting", "without including"),
        *("outside", "outside of", "apart from", "aside from", "other than"),
    )
)
_OUTSIDE = ("outside",)
_LEADING = frozenset(lead[0] for lead in _LEADS)
_NOUNS = frozenset((Kind.WORD, Kind.MEASURE, Kind.QUALIFIER, Kind.DETERMINER))
_BETWEEN = frozenset((Kind.PERIOD, Kind.BASIS, Kind.PREPOSITION, Kind.DETERMINER, Kind.WORD, Kind.MEASURE, Kind.FILLER))
_TURNS = words("but while whereas compared versus including overall headline otherwise")
_HARD = frozenset(";:—–")
_BACK = 8


def narrowed_by(found: list[FigureSlots], left_out: Mapping[int, frozenset[str]]) -> list[FigureSlots]:
    """The figures of a sentence, in their order, with the qualifiers that ``left_out`` has for their numbers."""
    return [_narrowed(one, left_out[at]) if at in left_out else one for at, one in enumerate(found)]


def _narrowed(slots: FigureSlots, codes: frozenset[str]) -> FigureSlots:
    # 剔除生鲜食品的|核心|CPI: what is left out only says what is core.
    return replace(slots, qualifiers=slots.qualifiers | (codes - _PARTIAL if "core" in slots.qualifiers else codes))


def without_left_out(tokens: Sequence[Token]) -> tuple[list[Token], dict[int, frozenset[str]]]:
    """The tokens of an English sentence without such phrases, and the qualifiers of its figures by their numbers."""
    kept: list[Token] = []
    narrowed: dict[int, frozenset[str]] = {}
    at = 0
    while at < len(tokens):
        end = _end_of_phrase(tokens, at)
        if end == at:
            kept.append(tokens[at])
            at += 1
            continue
        codes = _codes(tokens[at:end])
        for number in _told_without(tokens, at, end):
            narrowed[number] = narrowed.get(number, frozenset()) | codes
        at = end + (not kept and end < len(tokens) and tokens[end].word == ",")
    return kept, narrowed


def _end_of_phrase(tokens: Sequence[Token], at: int) -> int:
    """Where the phrase ends that begins here; ``at`` where none does."""
    if tokens[at].kind is Kind.QUALIFIER and tokens[at].word.split()[0] in ("excluding", "ex", "stripping"):
        return _end_of_thing(tokens, at + 1)
    if tokens[at].word not in _LEADING:
        return at
    lead = max((one for one in _LEADS if tuple(token.word for token in tokens[at : at + len(one)]) == one), key=len, default=())
    if lead == _OUTSIDE and not _is_whole(tokens, at + 1):
        return at  # "an outside director"
    end = _end_of_thing(tokens, at + len(lead)) if lead else at
    return end if end > at + len(lead) else at


def _is_whole(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name or a thing with its article begins here."""
    return at < len(tokens) and (tokens[at].is_capital or tokens[at].word == "the")


def _end_of_thing(tokens: Sequence[Token], at: int) -> int:
    """Where what is left out ends: "food, fuel and tobacco", "the sale of its bank"."""
    end = _end_of_nouns(tokens, at)
    while end < len(tokens) and tokens[end].word in ("and", "or", "of", ","):
        following = _end_of_nouns(tokens, end + 1)
        is_list = tokens[end].word != "," or (following < len(tokens) and tokens[following].word in ("and", "or"))
        if (
            following == end + 1
            or not is_list
            or (following < len(tokens) and _is_predicate(tokens, following) and tokens[end].word == ",")
        ):
            break
        end = following
    return end


def _end_of_nouns(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].kind in _NOUNS and not _is_predicate(tokens, at):
        at += 1
    return at


def _is_predicate(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].word
    is_past = tokens[at].kind is Kind.WORD and word.endswith("ed") and lemma(word) in event_verbs("en")
    return is_past or tokens[at].kind in (Kind.VERB, Kind.SPEECH)


def _codes(phrase: Sequence[Token]) -> frozenset[str]:
    named = frozenset(code for token in phrase if token.kind is Kind.QUALIFIER for code in qualifiers_of(token.word))
    return named or (_ADJUSTED if phrase[-1].word in _BOOKED else _PARTIAL)


def _told_without(tokens: Sequence[Token], at: int, end: int) -> Iterator[int]:
    """The numbers of the figures that a phrase speaks of: the one that it stands behind, else those that follow."""
    if (before := _figure_before(tokens, at)) is not None:
        yield before
        return
    for token in tokens[end:]:
        if token.word in _TURNS or (token.kind is Kind.MARK and token.word in _HARD):
            return
        if token.kind is Kind.FIGURE:
            yield token.number


def _figure_before(tokens: Sequence[Token], at: int) -> int | None:
    parted = False
    for token in reversed(tokens[max(0, at - _BACK) : at]):
        if token.kind is Kind.FIGURE:
            return token.number
        is_noun = token.kind in (Kind.WORD, Kind.MEASURE)
        if token.word in (",", "(") and not parted:
            continue
        parted = parted or is_noun
        if token.kind not in _BETWEEN:
            return None
    return None


_ZH_LEAVES = r"(?:若|如果?|在)?(?:剔除|扣除|撇除|排除|不含|不包括|不包含|不计入?|去除)"
_ZH_WITHOUT = lazy_regex(
    rf"(?P<front>(?:^|(?<=[,;:。、]))\s*{_ZH_LEAVES}[^,;:。()]{{1,24}}?(?=,))"
    rf"|(?P<owner>{_ZH_LEAVES}[^,;:。()的]{{1,20}}的)"
    rf"|(?P<only>(?:^|(?<=[,;:。]))\s*仅就?[^,;:。()]{{1,16}}?(?:而言|来看|来说|看)(?=,))"
    r"|(?P<besides>(?:^|(?<=[,;:。、]))\s*除了?(?!此)[^,;:。()]{1,16}?(?:之外|以外|外)(?=,))"
    r"|(?P<beyond>在?[^,;:。()的在\s]{2,12}?(?<!意料)(?<!预料)(?<!计划)(?<!此)(?:以外|之外)(?:的?其[他它])?(?:地区|市场|国家|城市|省份)?的?(?=[\u4e00-\u9fff]))"
    rf"|\((?P<behind>{_ZH_LEAVES}(?!税)[^,;:。()]{{1,20}})\)"
)
# Then what stands before is told beside: 除中国外，日本也.
_ZH_TOO = lazy_regex(r"^,[^,;。]{0,12}[还也又亦]")
_ZH_BOOKED = lazy_regex(r"一次性|特殊|非经常|非现金|非经营|汇率|汇兑|减值|激励|摊销|商誉|公允价值")
_ZH_TURNS = lazy_regex(r"[;。]|但|而(?!言)|整体|总体|包括|包含|(?<!不)含")


def chinese_left_out(text: str, quantities: Sequence[Quantity]) -> tuple[str, dict[int, frozenset[str]]]:
    """A Chinese sentence with such phrases blanked, as long as it was, and the qualifiers of its figures by their numbers."""
    narrowed: dict[int, frozenset[str]] = {}
    for found in _ZH_WITHOUT.finditer(text):
        if any(found.start() <= one.start < found.end() for one in quantities):
            continue
        codes = qualifiers_of(found[0]) or (_ADJUSTED if _ZH_BOOKED.search(found[0]) else _PARTIAL)
        is_beside = found["besides"] and _ZH_TOO.match(text[found.end() :])
        for number in () if is_beside else _zh_told_without(text, quantities, found):
            narrowed[number] = narrowed.get(number, frozenset()) | codes
        text = text[: found.start()] + "\u3000" * len(found[0]) + text[found.end() :]
    return text, narrowed


def _zh_told_without(text: str, quantities: Sequence[Quantity], found: re.Match[str]) -> Iterator[int]:
    if found["behind"]:
        yield from (number for number, one in enumerate(quantities) if one.end == found.start())
        return
    turn = _ZH_TURNS.search(text, found.end())
    end = turn.start() if turn else len(text)
    yield from (number for number, one in enumerate(quantities) if found.end() <= one.start < end)
