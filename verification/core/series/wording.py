"""The words of a claim around a figure, as a name of what it is of: whose, what is measured, against what, and how adjusted.

None where words that narrow it stand beside them: a figure of women, of a city, or without food is of another thing.
"""

import re
from dataclasses import dataclass

from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Basis, Statement
from verification.core.series.catalogue import Adjustment
from verification.core.series.suggesting import find_role, is_filler
from verification.core.vocabulary import Direction, QuantityKind

_BASES = {Basis.YEAR: ("year on year", "同比"), Basis.QUARTER: ("quarter on quarter", "季率"), Basis.MONTH: ("month on month", "月率")}
_BORDER = lazy_regex(r"[,;:.!?()\[\]\n，；：。！？（）、]")
_LATIN = lazy_regex(r"[A-Za-z][\w'’-]*")
_OWNER = lazy_regex(r"['’]s\b")
# What a word right before a name may be without being a part of it.
_BEFORE = frozenset(
    (
        *("the", "a", "an", "its", "that", "this", "new", "latest", "official", "whose", "said", "says", "say", "show", "shows", "showed"),
        *("reported", "reports", "and", "while", "as", "but", "where", "when", "with", "after", "before", "because", "also", "on", "in"),
        *("of", "for", "at", "by", "from", "to", "had", "has", "have", "since", "again", "then"),
    )
)
_REPORTING = lazy_regex(r"[据当其而且但与和及，的]|数据|显示|公布|报告|表示|指出|称|最新|官方|政府|统计局|央行|目前|当前")
_NARROWS = lazy_regex(
    r"\s*(?:(?:rate|figure|level|reading)\s+)?(?:among|for|of|excluding|except|without|within|outside|in|by|at)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_NARROWS_ANYWHERE = lazy_regex(
    r"\b(?:among|amongst|excluding|except|aged|ex-\w+|women|men|youths?|teenagers?)\b|不含|不包括|剔除|除外|女性|男性|青年", re.IGNORECASE
)

# Words that tell a figure and say nothing else.
_TELLS = frozenset(
    (
        *(
            "was",
            "is",
            "were",
            "stood",
            "stands",
            "came",
            "come",
            "in",
            "at",
            "to",
            "of",
            "a",
            "the",
            "by",
            "for",
            "on",
            "from",
            "as",
            "it",
        ),
        *("fell", "fall", "falls", "rose", "rise", "rises", "reached", "hit", "edged", "up", "down", "dropped", "declined", "decreased"),
        *("climbed", "increased", "gained", "grew", "eased", "slipped", "closed", "ended", "traded", "compared", "with", "earlier", "ago"),
        *(
            "before",
            "same",
            "expanded",
            "contracted",
            "shrank",
            "about",
            "around",
            "roughly",
            "nearly",
            "over",
            "under",
            "more",
            "less",
            "than",
        ),
    )
)
_TELLS_HAN = lazy_regex(
    r"同比|环比|较上年同期|较上月|增长|上涨|上升|下降|下跌|降至|升至|跌至|涨至|达到|录得|收于|报于|[为是达至降升到的报了约]"
)
_FALLS = lazy_regex(r"\b(?:fell|falls?|dropped|declined|decreased|eased|slipped|edged down|down)\s+to\b|[降跌]至|[降跌]到")
_RISES = lazy_regex(r"\b(?:rose|rises?|climbed|increased|edged up|up)\s+to\b|[升涨]至|[升涨]到")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Told:
    """``name`` as a node would be called; what its sentence says of the seasons.

    ``is_plain``: the text says nothing but this figure; ``moves``: how the level came to it ("fell to"), None where it does not say.
    """

    name: str
    says_adjusted: bool
    says_unadjusted: bool
    is_plain: bool = False
    moves: Direction | None = None

    def fits_adjustment(self, adjustment: Adjustment) -> bool:
        if self.says_unadjusted:
            return adjustment is Adjustment.UNADJUSTED
        return not self.says_adjusted or adjustment is Adjustment.ADJUSTED

    def is_within(self, name: str) -> bool:
        """Whether every word stands in another name too, or tells nothing."""
        mine, other = (fold(to_simplified(text)).lower() for text in (self.name, name))
        known = set(_LATIN.findall(other))
        latin = all(word in known or is_filler(word) for word in _LATIN.findall(mine))
        return latin and all(sign in other for sign in mine if is_han(sign))


def read_told(text: str, one: Statement) -> Told | None:
    """The name of what a statement's figure is of; None where it says too little, or narrows it."""
    span = _span_of(one)
    if span is None or one.value is None:
        return None
    sentence = text[one.start : one.end]
    is_chinese = any(map(is_han, text[slice(*span)]))
    clause = _clause_before(text, one, span)
    if _NARROWS_ANYWHERE.search(sentence) or _is_narrowed_after(text, one, span) or (not is_chinese and _is_narrowed_before(clause)):
        return None
    folded = fold(to_simplified(sentence)).lower()
    unadjusted, adjusted = find_role(folded, "nsa"), find_role(folded, "sa")
    name = _OWNER.sub(" ", _without(text, span, [*_periods(one), (one.value.start, one.value.end)]))
    # Chinese narrows from the left: what stands there belongs to the name.
    parts = [_REPORTING.sub("", clause) + name if is_chinese else name]
    if _is_price(one):
        parts.append("价格" if is_chinese else "price")
    if one.measure.basis in _BASES:
        parts.append(_BASES[one.measure.basis][is_chinese])
    parts.append(unadjusted or adjusted)
    rest = _rest_of(text, one, span)
    return Told(
        name=" ".join(part.strip() for part in parts if part),
        says_adjusted=bool(adjusted) and not unadjusted,
        says_unadjusted=bool(unadjusted),
        is_plain=_tells_only(rest),
        moves=_moves(rest),
    )


def _rest_of(text: str, one: Statement, span: Span) -> str:
    """The text without the figure, its name and its words of time."""
    holes = [span, *_periods(one), *([(one.value.start, one.value.end)] if one.value is not None else [])]
    return fold(to_simplified(_without(text, (0, len(text)), holes))).lower()


def _tells_only(rest: str) -> bool:
    """Whether nothing is left but the words that tell a figure."""
    latin = all(word in _TELLS or is_filler(word) for word in _LATIN.findall(rest))
    return latin and not any(map(is_han, _TELLS_HAN.sub("", rest))) and not any(sign.isdigit() for sign in rest)


def _moves(rest: str) -> Direction | None:
    """The way in which a level came to its figure."""
    if _FALLS.search(rest):
        return Direction.DOWN
    return Direction.UP if _RISES.search(rest) else None


def _span_of(one: Statement) -> Span | None:
    """From whose it is to what is measured, in either order, within the statement's own sentence."""
    measure = None if _is_price(one) else one.measure.words
    spans = [(words.start, words.end) for words in (one.subject.head, *one.subject.chain, measure) if words is not None]
    own = [span for span in spans if one.start <= span[0] and span[1] <= one.end]
    return (min(start for start, _end in own), max(end for _start, end in own)) if own else None


def _periods(one: Statement) -> list[Span]:
    words = one.period.words
    return [(words.start, words.end)] if words is not None else []


def _without(text: str, span: Span, holes: list[Span]) -> str:
    """``text[span]`` with a space in the place of each hole."""
    kept = [text[at] if not any(start <= at < end for start, end in holes) else " " for at in range(*span)]
    return "".join(kept)


def _is_price(one: Statement) -> bool:
    """Whether a thing is said to cost so much: by its closing or trading at it, without a word for what is measured."""
    return not one.measure.code and one.subject.head is not None and one.value is not None and one.value.kind is QuantityKind.CURRENCY


def _clause_before(text: str, one: Statement, span: Span) -> str:
    """What stands before the name in its clause, but for the words of time."""
    return _BORDER.split(_without(text, (one.start, span[0]), _periods(one)))[-1]


def _is_narrowed_before(clause: str) -> bool:
    """Whether the word right before an English name may be a part of it ("black")."""
    words = _LATIN.findall(clause)
    return bool(words) and clause.rstrip().endswith(words[-1]) and words[-1].lower() not in _BEFORE and not is_filler(words[-1])


def _is_narrowed_after(text: str, one: Statement, span: Span) -> bool:
    """Whether the name goes on: "in manufacturing", "of women"; a period, a figure and a filler don't narrow it."""
    found = _NARROWS.match(text, span[1], one.end)
    if found is None or one.value is None:
        return False
    at = found.end()
    holes = [*_periods(one), (one.value.start, one.value.end)]
    word = _LATIN.match(text, at)
    return word is not None and not any(start <= at < end for start, end in holes) and not is_filler(word[0])
