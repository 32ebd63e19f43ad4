"""Which of the periods that a text names is that of one figure or event, and which one a question asks about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Grain, Period, fiscal, month_of, span_period
from verification.core.periods.grammar import PeriodMention
from verification.core.periods.respective import shared_out
from verification.core.periods.roles import CONTRACT, SINCE, is_change

# "U.S. Steel", "St. Lucia" and "Warner Bros. Discovery" end no sentence.
_SENTENCE_END = lazy_regex(
    r"[。！？!?\n]|\.(?=\s+[A-Z\"“]|\s*$)(?<!\b[A-Z]\.)(?<!\bSt\.)(?<!\b(?:Mr|Ms|Dr|Co)\.)"
    r"(?<!\b(?:Mrs|Inc|Ltd|Gen|Gov|Sen|Rep)\.)(?<!\b(?:Corp|Bros)\.)"
)
_CLAUSE_END = lazy_regex(r"[，；;,：:（）()|]")
_ASIDE = lazy_regex(r"[（(][^（）()]*[)）]")
_CLOSE = 12
# Nothing but a verb of being stands between a figure and the period it is compared with: 而上年同期为8.65亿元, "5.5% a month earlier".
_JOINS_COMPARED = lazy_regex(r"\s?(?:in|for|during|over|at)?\s?(?:the\s)?|[为是的约有还仅只则达共]{0,3}")
# On that day somebody spoke; when it was is another matter.
_SPOKEN_BEFORE = lazy_regex(
    r"\b(?:said|says|reported|announced|told|wrote|printed|confirmed|denied|disclosed|stated|showed|shows|found|argued|warned|published)\b[^,;.]{0,20}$",
    re.IGNORECASE,
)
_SPOKEN_AFTER = lazy_regex(r"[^，。；]{0,6}?(?:公告|证实|證實|表示|宣布|称|稱|披露|公布|说|說|发布|透露|回应|收到|报道|停牌)")
_REPORT_REACH = 60
_REPORTED = lazy_regex(r"\b(?:reported|announced|posted|published|disclosed)\b[^.;]*$", re.IGNORECASE)
_ENDS = lazy_regex(r"\b(?:until|till)\s(?:the\s|late\s|early\s)?$", re.IGNORECASE)  # "stood at 7% until late 2023"
_PRESENT = lazy_regex(
    r"\b(?:now|currently|today|at present|nowadays|these days)\b|如今|现在|目前|眼下|当前|今已|现已|现有|现为|现仅|至今", re.IGNORECASE
)
# "71%, just below the 74% |of a year ago": the period of what it is compared with.
_OF_ANOTHER = lazy_regex(
    r"\b(?:from|than|below|above|against|versus|vs|compared\s(?:with|to))\b[^;]{0,40}?\d[^,;]{0,24}(?:,\sor\s[^,;]{1,16},\s)?$",
    re.IGNORECASE,
)
# "75,000 in the April-June quarter from |226,000|": what it was before.
_FROM = lazy_regex(r"\s(?:(?:quarter|period|half|month|year)\s)?(?:from|versus|vs\.?|against|compared\s(?:with|to))\s", re.IGNORECASE)
_BRACKETS = lazy_regex(r"[（(][^（()）]*$")
_CLOSES = lazy_regex(r"[^（()）]{0,60}[)）]")
_COMPARED_REACH = 90
_COMPARED_BEFORE = lazy_regex(
    r"\b(?:from|than|below|above|against|versus|vs|compared\s(?:with|to))\b[^;]{0,40}?\d[^,;]{0,12}\b(?:in|for|during|at|over)\s(?:the\s)?"
    r"(?:[a-z]+\s){0,4}$",
    re.IGNORECASE,
)
# How many signs before a period tell how it is tied to its clause.
_NEAR = 4
_IS_SO_MUCH_OF = lazy_regex(r"(?:[至到为是达占约]|相当于)$")
# "Cut rates by |25 basis points|, and projected two cuts next year": that year is of what is foreseen.
_FORESEES = lazy_regex(
    r"\b(?:and|but|while)\b[^,;]{0,40}?\b(?:project|expect|forecast|foresee|foresaw|plan|target|predict|anticipat)\w*", re.IGNORECASE
)
_IS_SPOKEN_OF = lazy_regex(
    r"\s(?:is\s|was\s)?(?:expected|forecast|projected|likely|seen|set|poised|due|shaping|looking|on\scourse)\b", re.IGNORECASE
)
# "Bitcoin, |which hit a record in |early October|, was last at": where another comma closes it, it is told of the record alone.
_IN_ASIDE = lazy_regex(r",\s(?:which|who|whose|where)\s(?:[^,;.]|[,.]\d)*$")
_ASIDE_REACH = 90
_OPENS_CLAUSE = lazy_regex(r"(?:[，。；,;（(：:]|而|但|^)\s?$")
_OPENED = lazy_regex(r"(?!相比|相较)[^，。；：,;:\d]{1,24}")
_TIED_FIGURE = lazy_regex(r"的(?:约|近)?\d")
_PART_END = lazy_regex("[；;]")
_COUNTED_TO = lazy_regex(r"截[至止]$|\bas\s(?:of|at)\s$", re.IGNORECASE)
_COUNTED_REACH = 6
_REVISED = lazy_regex(r"['’]s\s(?:[a-z]+\s){1,3}(?:was|were|had\sbeen)\s(?:\w+\s)?revised\b", re.IGNORECASE)
# "Delivered |418,227 vehicles| in the quarter and 1.64 million in 2025".
_OWN_TIME = lazy_regex(
    r"\b(?:in|for|during|over)\s(?:the|that)\s(?:same\s)?(?:quarter|period|month|year|week|half)\b(?!\s(?:to|ended|ending|through|of|that|from|before|just)\b)",
    re.IGNORECASE,
)
_SEVERAL = 2
# How far from its beginning a sentence names the period that leads it.
_OPENING = 12
_PARTS = (Grain.QUARTER, Grain.HALF)


@dataclass(frozen=True, slots=True)
class _Near:
    """A mention and how far it stands from the figure: sentences, clauses and signs between.

    ``is_spoken``: somebody spoke that day; ``is_reported``: a day behind the figure on which it was reported; ``is_counted_to``: the day up
    to which something was counted; ``is_owner``: it owns what stands behind it, "a premium to |Friday|'s close", or is itself
    spoken of, "with |April| expected to be worse".
    """

    mention: PeriodMention
    is_before: bool
    sentences: int
    clauses: int
    gap: str
    is_spoken: bool
    is_reported: bool
    is_counted_to: bool
    is_owner: bool

    @property
    def distance(self) -> int:
        return len(self.gap)


def period_at(text: str, mentions: Sequence[PeriodMention], start: int, end: int, *, is_chinese: bool) -> PeriodMention | None:
    """The mention that says when what stands at ``text[start:end]`` was: beside it, in its clause or sentence, or the last one before.

    Chinese names the period first, English often last. A comparison counts only right beside the figure: "from 5.5% a month earlier".
    """
    bound = bound_to(text, mentions, start, is_chinese=is_chinese)
    if bound is not None:
        return bound
    near = [_near(text, mention, start, end) for mention in mentions if mention.end <= start or mention.start >= end]
    compared = [
        one.mention for one in near if one.mention.is_compared and one.is_before == is_chinese and _JOINS_COMPARED.fullmatch(one.gap)
    ]
    compared = [one for one in compared if not _IS_SO_MUCH_OF.search(text, max(0, one.start - _NEAR), one.start)]
    if compared:
        return compared[0]
    named = [one for one in near if not (one.mention.is_border or one.mention.is_compared or _is_of_another(text, one, start))]
    own = [one for one in named if one.sentences == 0 and _may_be_its(one, is_chinese=is_chinese)]
    if tells_now(text, start):
        # "Ten years ago there were 300, now there are |812": what an earlier clause names is over.
        own = [one for one in own if not (one.is_before and one.clauses)]
        if not own:
            return None
    if own:
        first = leading(text, [one.mention for one in own if one.is_before], start) if is_chinese else None
        return first or min(own, key=lambda one: _rank(one, is_chinese=is_chinese)).mention
    ends = [one.mention for one in near if not (one.sentences or one.clauses) and _is_end(text, one.mention)]
    if ends:
        return ends[0]
    before = [one.mention for one in named if one.is_before and not one.mention.period.is_daily and not _is_revised(text, one)]
    if before:
        return before[-1]
    alone = {one.mention.period for one in named if not one.mention.period.is_daily and "\n" in one.gap}
    return next((one.mention for one in named if one.mention.period in alone), None) if len(alone) == 1 else None


def bound_to(text: str, mentions: Sequence[PeriodMention], start: int, *, is_chinese: bool) -> PeriodMention | None:
    """The period that the words bind to the figure at ``text[start]``, whatever else stands near."""
    tied = next((one for one in mentions if is_tied(text, one, start)), None)
    return tied or shared_out(text, mentions, start, is_chinese=is_chinese) or opening(text, mentions, start)


def is_tied(text: str, mention: PeriodMention | None, start: int) -> bool:
    """Whether nothing but 的 stands between a period and the figure at ``text[start]``: 从2022年的|3.7%; not 恢复至2019年同期的98%."""
    if mention is None or text[mention.end : start] != "的":
        return False
    return not (mention.is_compared and _IS_SO_MUCH_OF.search(text, max(0, mention.start - _NEAR), mention.start) is not None)


def opening(text: str, mentions: Sequence[PeriodMention], start: int) -> PeriodMention | None:
    """The period compared with that opens the clause of the figure at ``text[start]`` and is its own: 上年同期净利润为|8.65亿元; not
    上年同期增长8%."""
    for mention in reversed(mentions):
        if mention.is_compared and mention.end <= start:
            gap = text[mention.end : start]
            is_own = _OPENED.fullmatch(gap) is not None and not is_change(gap)
            return mention if is_own and _OPENS_CLAUSE.search(text, max(0, mention.start - _NEAR), mention.start) else None
    return None


def _is_of_another(text: str, near: _Near, start: int) -> bool:
    """Whether a period is tied to a figure that is not the one at ``start``: 由2023年的41%升至|68%, "EBITDA $7m (Q4 2024: $6m), debt |$3m",
    "from $5m in the same quarter last year. Debt was |$3m"."""
    mention = near.mention
    if is_of_another_figure(text, mention, start) or (near.is_before and _FROM.fullmatch(near.gap)):
        return True
    if near.is_before and "," in near.gap and _IN_ASIDE.search(text, max(0, mention.start - _ASIDE_REACH), mention.start):
        return True
    is_apart = near.is_before and (near.clauses or near.sentences)
    return bool(is_apart) and _COMPARED_BEFORE.search(text, max(0, mention.start - _COMPARED_REACH), mention.start) is not None


def is_of_another_figure(text: str, mention: PeriodMention, start: int) -> bool:
    """Whether brackets or a 的 tie a period to a figure that is not the one at ``text[start]``."""
    return _TIED_FIGURE.match(text, mention.end) is not None or is_in_other_brackets(text, mention, start)


def is_in_other_brackets(text: str, mention: PeriodMention, start: int) -> bool:
    """Whether brackets that do not hold ``text[start]`` hold the period and a figure of its own: "EBITDA $7m (Q4 2024: $6m)"."""
    before, behind = _BRACKETS.search(text, max(0, mention.start - _REPORT_REACH), mention.start), _CLOSES.match(text, mention.end)
    if before is None or behind is None or before.start() < start < behind.end():
        return False
    return any(map(str.isdigit, before[0] + behind[0]))


def leading(text: str, before: Sequence[PeriodMention], start: int) -> PeriodMention | None:
    """The period that leads a Chinese sentence of several parts (2023年二季度，…；|), where the part of ``text[start]`` names none.

    ``before`` are the periods of the sentence before it. What an earlier part names for itself does not reach behind its semicolon.
    """
    if len(before) < _SEVERAL or not _PART_END.search(text, before[-1].end, start):
        return None
    first = before[0]
    opening = max(text.rfind(mark, 0, first.start) for mark in "。！？\n") + 1
    is_first = first.start - opening <= _OPENING and not _PART_END.search(text, opening, first.start)
    return first if is_first and text[first.end : first.end + 1] in "，," else None


def tells_now(text: str, start: int) -> bool:
    """Whether the words of its clause before ``text[start]`` say that it is so now."""
    return _PRESENT.search(text, clause_start(text, start), start) is not None


def clause_start(text: str, at: int) -> int:
    """Where the clause that holds ``text[at]`` begins."""
    return max((found.end() for found in _CLAUSE_END.finditer(text, max(0, at - _REPORT_REACH), at)), default=max(0, at - _REPORT_REACH))


def _is_end(text: str, mention: PeriodMention) -> bool:
    return _ENDS.search(text, max(0, mention.start - 12), mention.start) is not None


def _near(text: str, mention: PeriodMention, start: int, end: int) -> _Near:
    is_before = mention.end <= start
    gap = text[mention.end : start] if is_before else text[end : mention.start]
    clauses = len(_CLAUSE_END.findall(_ASIDE.sub("", gap)))
    spoken = mention.period.is_daily and (
        _SPOKEN_BEFORE.search(text, max(0, mention.start - 40), mention.start) or _SPOKEN_AFTER.match(text, mention.end)
    )
    reported = not is_before and mention.period.is_daily and _REPORTED.search(text, max(0, start - _REPORT_REACH), start)
    counted_to = is_before and is_counted_to(text, mention)
    owner = not is_before and (text[mention.end : mention.end + 2] in ("'s", "’s") or _IS_SPOKEN_OF.match(text, mention.end) is not None)
    return _Near(mention, is_before, len(_SENTENCE_END.findall(gap)), clauses, gap, bool(spoken), bool(reported), counted_to, owner)


def _is_revised(text: str, near: _Near) -> bool:
    """Whether an earlier sentence names a period only as its figure was told anew: "August's gain was revised up to 22,000"."""
    return bool(near.sentences) and _REVISED.match(text, near.mention.end) is not None


def is_counted_to(text: str, mention: PeriodMention) -> bool:
    """Whether a text counts up to the day of a mention: 截至上周五收盘, "as of March 31"."""
    return mention.period.is_daily and _COUNTED_TO.search(text, max(0, mention.start - _COUNTED_REACH), mention.start) is not None


def _may_be_its(near: _Near, *, is_chinese: bool) -> bool:
    """Whether a period of the sentence can be the figure's: not a later clause's in Chinese, nor the day on which somebody spoke of it."""
    is_behind_another = not near.is_before and _OF_ANOTHER.search(near.gap) is not None
    is_behind_another = is_behind_another or (near.is_owner and near.clauses > 0)
    is_behind_another = is_behind_another or (not near.is_before and _OWN_TIME.search(near.gap) is not None)
    is_behind_another = is_behind_another or (not near.is_before and _FORESEES.search(near.gap) is not None)
    return not (is_behind_another or (near.is_spoken and near.clauses) or (is_chinese and not near.is_before and near.clauses))


def _rank(near: _Near, *, is_chinese: bool) -> tuple[bool, bool, int, int]:
    """A day stands back behind a month or quarter, but for one right behind the figure or up to which it was counted; then what stands on
    the language's side; then the nearest."""
    is_behind = not near.is_before and near.distance <= _CLOSE and not near.clauses and not near.is_reported
    is_close = is_behind or (near.is_counted_to and near.clauses <= 1)
    is_far_side = not near.is_before if is_chinese else near.is_before and near.clauses > 0
    return near.mention.period.is_daily and not is_close, is_far_side, near.clauses, near.distance


def period_asked(mentions: Sequence[PeriodMention], base: date) -> Period | None:
    """The period that a name asks about on the day ``base``: the one it names, with a year named apart ("H1 net profit FY2025"), the months
    so far, or those since another (2月底以来); None where it names none."""
    told = [mention for mention in mentions if not mention.is_border] or [one for one in mentions if one.role != CONTRACT]
    if not told:
        return None
    if all(mention.role == SINCE for mention in told):
        return _since(told[0].period, month_of(base))
    years = [mention for mention in told if mention.period.grain == Grain.YEAR]
    year = next((mention.period for mention in sorted(years, key=lambda mention: mention.is_relative)), None)
    part = next((mention.period for mention in told if mention.period.grain in _PARTS), None)
    if year and part and part is not year:
        return _of_year(part, year)
    so_far = next((mention.period for mention in told if mention.is_relative and mention.period.first % 12 == 0), None)
    month = next((mention.period for mention in told if mention.period.grain == Grain.MONTH), None)
    if so_far and month and so_far.grain != Grain.MONTH and so_far.first <= month.last:
        return span_period(so_far.first, month.last)
    return year if year and told[0] in years else told[0].period


def _since(period: Period, now: int) -> Period:
    return span_period(period.first, now) if period.first < now else period


def _of_year(part: Period, year: Period) -> Period:
    by = year.first - part.first // 12 * 12
    moved = replace(part, first=part.first + by, last=part.last + by)
    return fiscal(moved) if year.is_fiscal else moved
