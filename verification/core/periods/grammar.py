"""Reference periods: which days a figure is about ("5月", "1—5月份", "Q2 FY27", "year to date", "last Friday").

May is not January to May and not June: the commonest wrong figure. A period without a year is resolved against the date of the page (or
of the question) that names it. What only marks a beginning, an end or a comparison ("since February", "比2020年") is no period.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, date
from functools import lru_cache
from types import ModuleType

from verification.core.language.capitals import TIME_WORDS, capital_runs
from verification.core.language.script import to_simplified
from verification.core.language.texts import MAX_SENTENCE
from verification.core.patterns import lazy_regex
from verification.core.periods import chinese, english, roles
from verification.core.periods.calendar import Grain, Period, end_of
from verification.core.periods.parts import Phrase, Setting
from verification.core.periods.roles import CONTRACT, SINCE
from verification.core.periods.spacing import closed

_AHEAD_FROM = 2
_STRETCHES = (Grain.SPAN, Grain.QUARTER, Grain.DAYS)


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """A period where a text names it.

    ``is_border``: it only marks a beginning, an end or a comparison; ``is_compared``: it is the period of the one figure compared with.
    ``is_relative``: it is counted from the date of the page ("last month", 昨日). ``role`` is the word that ties it to the sentence
    ("since", "through", "report").
    """

    period: Period
    start: int
    end: int
    is_border: bool = False
    is_compared: bool = False
    role: str = ""
    is_relative: bool = False

    @property
    def is_told(self) -> bool:
        """Whether the text names it, and does not only count it from the day of the page or from another period."""
        return not (self.is_relative and (self.period.is_daily or self.is_compared))

    @property
    def is_fiscal(self) -> bool:
        """Whether it is of a company's own year."""
        return self.period.is_fiscal


def find_periods(text: str, base: date, *, is_chinese: bool) -> tuple[PeriodMention, ...]:
    """Every period named in ``text``, in order, resolved against ``base``."""
    # Titles and sentences are asked for by one reader after the other, and with each page again.
    return (_kept if len(text) <= MAX_SENTENCE else _find)(text, base, is_chinese)


def _find(text: str, base: date, is_chinese: bool) -> tuple[PeriodMention, ...]:
    if not is_chinese:
        return tuple(_mentions(text, base, english))
    written = closed(half_width(to_simplified(text)))
    found = _mentions(written.text, base, chinese)
    return tuple(replace(one, start=written.start(one.start), end=written.end(one.end)) for one in found)


_kept = lru_cache(maxsize=2048)(_find)


def _mentions(text: str, base: date, language: ModuleType) -> Iterator[PeriodMention]:
    earlier: Period | None = None
    at = 0
    named = _names(text) if language is english else ()
    for start in language.STARTS.finditer(text):
        match = language.ANCHOR.match(text, start.start()) if start.start() >= at else None
        if match is None or any(first <= match.start() and match.end() <= last for first, last in named):
            continue
        before = roles.before(text, match.start())
        role = roles.role_of(before, roles.after(text, match.end()))
        setting = Setting(_looking_ahead(base) if role in roles.AHEAD and match.lastgroup == "month" else base, earlier)
        phrase = language.read(match, setting)
        if phrase is None:
            continue
        mention = _mention(text, match.start() if phrase.start is None else phrase.start, phrase)
        if not (mention.is_border or mention.is_compared):
            earlier = mention.period
        yield mention
        at = phrase.end


def _names(text: str) -> tuple[tuple[int, int], ...]:
    """Where names stand that hold the word for a time, or a number like a year: "March Networks", "May & Baker", "Russell 2000"."""
    runs = capital_runs(text) if _MAY_NAME.search(text) else ()
    found = [
        (run.start, run.end)
        for run in runs
        if run.is_organisation
        and not _LEADS_TO_TIME.search(text, max(0, run.start - _LEAD), run.start)
        and sum(text[start:end].lower() in TIME_WORDS for start, end in run.words) == 1  # "May & June"
    ]
    return (*found, *(one.span() for one in _OF_AN_INDEX.finditer(text)))


_LEAD = 10
# "In |March Networks said".
_LEADS_TO_TIME = lazy_regex(
    r"\b(?:in|on|by|since|until|till|from|last|next|this|late|early|mid|during|through|before|after|end|said|says|\d{1,2})\s$",
    re.IGNORECASE,
)
# A word for a time beside another with a capital: "March Networks", "May & Baker", "the Sunday Times".
_MAY_NAME = lazy_regex(rf"\b(?:{'|'.join(sorted(map(str.title, TIME_WORDS)))})\s(?:&\s)?[A-Z]")
# The number behind the name of a family of indices counts its members.
_OF_AN_INDEX = lazy_regex(r"\b(?:Russell|CSI|FTSE|MSCI|BSE|Nifty)\s(?:19|20)\d\d\b")
# "A |fourth-quarter| net loss" is of that quarter, where "a year" and "a quarter" begin a comparison.
_ATTRIBUTE = lazy_regex(r"(?:first|second|third|fourth|final)[-\s](?:quarter|half)(?=\s[a-z])", re.IGNORECASE)
_ARTICLE = lazy_regex(r"\ba\s$", re.IGNORECASE)
# "At the |end of| June", "end-June".
_AT_THE_END = lazy_regex(r"\bend(?:\sof\s(?:the\s)?|[-\s])$", re.IGNORECASE)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF5B)}


def half_width(text: str) -> str:
    """Wide digits and letters as narrow ones; the result is as long as the text."""
    return text.translate(_WIDE)


def _mention(text: str, start: int, phrase: Phrase) -> PeriodMention:
    before, after = roles.before(text, start), roles.after(text, phrase.end)
    if _ATTRIBUTE.match(text, start):
        before = _ARTICLE.sub("", before)
    if _AT_THE_END.search(before):
        phrase = replace(phrase, period=end_of(phrase.period))
    if roles.is_of_contract(before, after):
        return PeriodMention(phrase.period, start, phrase.end, is_border=True, role=CONTRACT)
    if phrase.is_compared:
        return PeriodMention(phrase.period, start, phrase.end, is_border=True, is_compared=True, is_relative=phrase.is_relative)
    is_stretch = phrase.period.grain in _STRETCHES
    return PeriodMention(
        phrase.period,
        start,
        phrase.end,
        roles.is_border(before, after, is_stretch=is_stretch),
        roles.is_compared(before),
        roles.role_of(before, after),
        phrase.is_relative,
    )


def _looking_ahead(base: date) -> date:
    """ "Through January", said in May, is the January to come."""
    return base.replace(year=min(base.year + (base.month > _AHEAD_FROM), MAXYEAR), month=(base.month + 9) % 12 + 1, day=1)


def roles_clash(wanted: Sequence[PeriodMention], found: Sequence[PeriodMention]) -> bool:
    """Whether a sentence ties other periods to the same word: "since April 2000" against "since April 1999"."""
    for role in {mention.role for mention in wanted if mention.role}:
        mine, theirs = ([m.period for m in mentions if m.role == role and m.is_told] for mentions in (wanted, found))
        same_kind = role == CONTRACT or [_kind(p.grain) for p in mine] == [_kind(p.grain) for p in theirs]
        if len(mine) == len(theirs) and same_kind and mine != theirs:
            return True
    return False


def tells_beginnings(wanted: Sequence[PeriodMention], found: Sequence[PeriodMention]) -> bool:
    """Whether a sentence names every beginning that a name counts from ("since 2019"): a rise of one month is not the one since."""
    told = {mention.period for mention in found}
    return all(mention.period in told for mention in wanted if mention.role == SINCE)


def _kind(grain: Grain) -> Grain:
    """A quarter and a half are spans of months as any other: "January through March" against "February through March"."""
    return Grain.SPAN if grain in (Grain.QUARTER, Grain.HALF) else grain
