"""What a node asks for: a name, a question, or a sentence with a blank ``____`` becomes a frame that a figure of a page must fit.

The blank is read with the same eyes as a figure of a page: period, mood, measure, range end and the words on each side.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from verification.core.evidence import NodeSpec, Quantity
from verification.core.language.script import to_simplified
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Period
from verification.core.periods.choice import period_asked
from verification.core.periods.grammar import find_periods
from verification.core.periods.reference import parse_reference_period
from verification.core.periods.writing import write_period
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.asked_statuses import before_words, foreseen_words
from verification.core.reading.frames.measures import Basis, Form, Measure
from verification.core.reading.frames.moods import MoveEnd
from verification.core.reading.frames.places import Place, PlacedSentence
from verification.core.reading.measure_comparing import SlotFit, compare_rows
from verification.core.reading.measure_words import row_of
from verification.core.reading.page_wording import in_page_words
from verification.core.reading.shorthand import written_out
from verification.core.subjects.page_names import name_in, words_of
from verification.core.subjects.translate import translate_name
from verification.core.vocabulary import Direction, Mood

MAX_LABEL = 500
BLANK = "____"
_MOST_BY_PAGES = 3
_BLANK = lazy_regex(r"_{2,20}")
_NUMBER = r"\d[\d,.]*\s?(?:%|percent|per\scent|[万亿]+|million|billion|trillion)?[\u4e00-\u9fff]{0,2}"
_LOW_END = lazy_regex(rf"^\s?(?:%|percent)?\s?(?:至|到|[-—–~～]{{1,2}})\s?[$€£￥¥]?{_NUMBER}")
_HIGH_END = lazy_regex(rf"{_NUMBER}\s?(?:至|到|[-—–~～]{{1,2}})\s?[$€£￥¥]?$")
# The words by which a name asks for one end of a range: 业绩预告净利润上限, "the guidance's low end".
_HIGH_NAME = lazy_regex(
    r"上限|上沿|上端|高值|高端值|最高值|\b(?:upper|high|top) (?:end|bound|limit|band)\b|\btop of (?:the |its )?range\b", re.IGNORECASE
)
_LOW_NAME = lazy_regex(
    r"下限|下沿|下端|低值|低端值|最低值|\b(?:lower|low|bottom) (?:end|bound|limit|band)\b|\bbottom of (?:the |its )?range\b",
    re.IGNORECASE,
)
_HEDGE = lazy_regex(
    r"(?:超过?|逾|近|约|将近|接近|超逾|达近)$|\b(?:about|around|nearly|almost|roughly|approximately|over|more\sthan|less\sthan|under|some)\s[$€£]?$",
    re.IGNORECASE,
)
_BETWEEN_LOW = lazy_regex(r"\bbetween\s[$€£]?$")
_BETWEEN_HIGH = lazy_regex(rf"\bbetween\s[$€£]?{_NUMBER}\sand\s[$€£]?$")

_ZH_ASKED = lazy_regex(
    r"(?:总共|一共|大约|共)?(?:是|为|有|达到?了?)?(?:了)?(?:多少|多久|多长时间|多[大高重远深]|几(?=[个次块枚支名位家座级天年人场届辆]))"
)
_ZH_TAIL = lazy_regex(r"(?:呢|吗|啊)?[?？。\s]*$")
_EN_ASKED = lazy_regex(
    r"^(?P<what>(?:what|which)\s(?:is|was|were|are|will\sbe|would\sbe)\s(?:the\s)?)|^(?P<many>how\s(?:many|much))\b|^(?P<high>how\s(?:high|low|large|big|long|old|far|fast)\s(?:is|was|are|were)\s)",
    re.IGNORECASE,
)
_EN_AUXILIARY = lazy_regex(r"^\s?(?:(?:money|did|does|do|is|was|were|are|has|have|had|will)\b\s?)+", re.IGNORECASE)

_UNIT_WORDS = {
    "人": "人名位", "名": "人名位", "位": "人名位个", "个": "个家座支项", "家": "家个", "座": "座个", "支": "支个", "枚": "枚块",
    "块": "块枚", "次": "次", "天": "天日", "日": "天日", "级": "级", "辆": "辆台", "台": "台辆个", "票": "票", "席": "席个", "场": "场个",
    "点": "点个处", "岁": "岁", "年": "年",
}  # fmt: skip
_COUNTING_SIGNS = frozenset("".join((*_UNIT_WORDS, *_UNIT_WORDS.values(), "例户只件张间吨桶股元项")))
_COUNTED = lazy_regex(rf"^\s?([{''.join(_UNIT_WORDS)}])")
_COUNT_NAME = lazy_regex(rf"([{''.join(_UNIT_WORDS)}])数$")
_PEOPLE = lazy_regex(r"(?:人数|人口|死亡|病例|参考|报名)(?:数|人数)?$")
_ZH_LEVEL_NAME = lazy_regex(r"(?<![长])(?:利率|税率|汇率|比例|比率|占比|比重|失业率|出生率|死亡率|城镇化率|率)$|关税")
_ZH_CHANGE_NAME = lazy_regex(r"同比|环比|增长|增速|增幅|涨幅|跌幅|降幅|涨了|升幅|涨跌|升跌|升降|增减|变化|变动")
_EN_LEVEL_NAME = lazy_regex(r"\b(?:rate|ratio|share|yield|tariff|target)s?\b", re.IGNORECASE)
_EN_CHANGE_NAME = lazy_regex(
    r"\b(?:growth|change|increase|rise|decline|year[-\s](?:on|over)[-\s]year|month[-\s](?:on|over)[-\s]month|yoy)\b", re.IGNORECASE
)
_YEAR_NAME = lazy_regex(r"同比|year[-\s](?:on|over)[-\s]year|yoy|annual", re.IGNORECASE)
_MONTH_NAME = lazy_regex(r"环比|month[-\s](?:on|over)[-\s]month", re.IGNORECASE)
_DOWN_NAME = lazy_regex(
    r"(?<![涨升])(?:跌幅|降幅)|减幅|低开幅度|(?<!涨)下跌(?:幅度)?$|下降(?:幅度)?$|减少(?:额|量)?$|"
    r"\b(?:decline|drop|decrease|fall|loss|slump) (?:in|of)\b|\b(?:decline|drop|decrease)$",
    re.IGNORECASE,
)
_UP_NAME = lazy_regex(r"(?:增长|上涨|上升|涨幅|增幅|升幅|涨)(?:了)?(?:____)?$")


class Asking(StrEnum):
    """How the label speaks: a name leaves the words of the page free, a sentence with a blank fixes them."""

    NAME = "name"
    QUESTION = "question"
    SENTENCE = "sentence"


class RangeEnd(StrEnum):
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Frame:
    """One way the node may be said: its label, or an alias.

    ``place`` is the blank as a figure of a page is read. ``terms`` are the words (pairs of letters) of the whole label. ``sentence`` is
    the label's text with the blank at ``start:end`` (a whole range where one end of it is asked for).
    """

    asking: Asking
    place: Place
    sentence: PlacedSentence
    start: int
    end: int
    period: Period | None
    measure: Measure
    mood: Mood
    range_end: RangeEnd | None = None
    counted: str = ""
    asked_unit: str | None = None
    keeps_bare_figure: bool = False
    asks_approximate: bool = False

    @property
    def is_chinese(self) -> bool:
        return self.place.is_chinese


@lru_cache(maxsize=256)
def frames_of(node: NodeSpec, base: date) -> tuple[Frame, ...]:
    """The frames of a node: label first, then aliases. ``base`` (the day of ``as_of``) resolves a month without a year."""
    reference = parse_reference_period(node.reference_period)
    first = _frame(node.label[:MAX_LABEL], node, base, reference)
    names = [alias[:MAX_LABEL] for alias in node.aliases if alias.strip()]
    rest = [_frame(name, node, base, reference or first.period) for name in (*names, *_other_names(names, first))]
    return (first, *rest)


def frames_by_pages(node: NodeSpec, base: date, first: Frame, pages: Iterable[Sequence[str]]) -> tuple[Frame, ...]:
    """The label in the words of pages in the other language, each given by its sentences; () where it can't be told or an alias tells it.

    ``first`` is the frame of the label, ``base`` as in ``frames_of``.
    """
    if first.asking == Asking.SENTENCE or any((language_of(alias) == Language.CHINESE) != first.is_chinese for alias in node.aliases):
        return ()
    asked = _asked_name(first)
    words = words_of(asked.text, is_chinese=asked.is_chinese)
    if not words:
        return ()
    told = (name_in(words, sentences, is_chinese=not asked.is_chinese) for sentences in pages)
    names = dict.fromkeys(asked.told_otherwise(name) for name in told if _measures_alike(asked.text, name))
    reference = parse_reference_period(node.reference_period) or first.period
    return tuple(_frame(name, node, base, reference) for name in list(names)[:_MOST_BY_PAGES])


def frames_in_page_words(node: NodeSpec, base: date, first: Frame, pages: Iterable[Sequence[str]]) -> tuple[Frame, ...]:
    """A name in the words of pages in its language, each given by its sentences; () where they have the same words for the thing."""
    if first.asking == Asking.SENTENCE:
        return ()
    asked = first.sentence.text.replace(BLANK, "").strip().removesuffix(" is")
    told = dict.fromkeys(in_page_words(asked, sentences, is_chinese=first.is_chinese) for sentences in pages)
    names = [name for name in told if name not in (asked, to_simplified(asked))]
    return tuple(_frame(name, node, base, first.period) for name in names[:_MOST_BY_PAGES])


def frame_as_said(name: str, node: NodeSpec, base: date, asked: Frame) -> Frame:
    """The name of ``asked`` in the words of a statement that means the same."""
    return _frame(name[:MAX_LABEL], node, base, asked.period)


def _measures_alike(name: str, other: str) -> bool:
    """Whether two names ask for no two measures that are known: 空缺利率, put together of a page's words, is not the vacancy rate."""
    mine, theirs = row_of(name), row_of(other)
    return mine is None or theirs is None or compare_rows(mine, theirs) is not SlotFit.CLASHES


@lru_cache(maxsize=256)
def asking_of(node: NodeSpec, base: date) -> Asking:
    """How the label of a node asks; ``base`` as in ``frames_of``."""
    return _frame(node.label[:MAX_LABEL], node, base, None).asking


def names_of(node: NodeSpec, base: date) -> tuple[str, ...]:
    """What a search asks for: the label, the aliases, and the label in the other language where it can be translated."""
    first = _frame(node.label[:MAX_LABEL], node, base, parse_reference_period(node.reference_period))
    return (node.label, *node.aliases, *_other_names(node.aliases, first))


def _other_names(aliases: Sequence[str], first: Frame) -> list[str]:
    """The label in the other language, where it is a name, or asks for a named thing, and no alias of the node says it."""
    if first.asking == Asking.SENTENCE or any((language_of(alias) == Language.CHINESE) != first.is_chinese for alias in aliases):
        return []
    asked = _asked_name(first)
    name = translate_name(asked.text, is_chinese=first.is_chinese)
    return [asked.told_otherwise(name)] if name else []


class AskedName(NamedTuple):
    """What a label names without its periods, and those periods."""

    text: str
    periods: tuple[Period, ...]
    is_chinese: bool

    def told_otherwise(self, name: str) -> str:
        """``name``, which says the same in the other language, with the periods: without them it would ask for any."""
        periods = [write_period(period, is_chinese=not self.is_chinese) for period in self.periods]
        return " ".join((name, *periods)) if self.is_chinese else "".join((*periods, name))


def asked_name(node: NodeSpec, base: date) -> AskedName | None:
    """What the label of a node names; None for a sentence with a blank. ``base`` as in ``frames_of``."""
    first = _frame(node.label[:MAX_LABEL], node, base, None)
    return None if first.asking == Asking.SENTENCE else _asked_name(first)


def _asked_name(frame: Frame) -> AskedName:
    asked = frame.sentence.text.replace(BLANK, "").strip().removesuffix(" is")
    periods = find_periods(asked, frame.sentence.base, is_chinese=frame.is_chinese)
    kept = "".join(letter for at, letter in enumerate(asked) if not any(p.start <= at < p.end for p in periods))
    return AskedName(kept, tuple(dict.fromkeys(period.period for period in periods)), frame.is_chinese)


def _frame(label: str, node: NodeSpec, base: date, reference: Period | None) -> Frame:
    is_chinese = language_of(label) == Language.CHINESE
    label = label if _BLANK.search(label) else written_out(label)
    asking, text, counted, unit = _with_blank(label.strip(), is_chinese)
    blank = _BLANK.search(text)
    start, end = blank.span() if blank else (len(text), len(text))
    first, last = _sentence_around(text, start)
    text, start, end = text[first:last], start - first, end - first
    range_end, start, end = _range_end(text, start, end)
    range_end = range_end or (_end_named(text) if asking != Asking.SENTENCE else None)
    quantities = [q for q in find_quantities(text, lang="zh" if is_chinese else "en") if q.end <= start or q.start >= end]
    sentence = PlacedSentence(text, quantities, base, is_chinese=is_chinese)
    place = sentence.place(start, end)
    # The "is" that makes a sentence of a name says nothing of its measure.
    is_said = asking == Asking.SENTENCE or place.measure.form not in ((None, Form.LEVEL) if asking == Asking.NAME else (None,))
    measure = place.measure if is_said else _named_measure(text, node, is_chinese)
    return Frame(
        asking=asking,
        place=place,
        sentence=sentence,
        start=start,
        end=end,
        period=reference or _asked_period(place, asking, sentence),
        measure=measure,
        mood=_asked_mood(asking, place, label),
        range_end=range_end,
        counted=counted,
        asked_unit=unit,
        asks_approximate=_HEDGE.search(text[:start]) is not None,
        keeps_bare_figure=_asks_size(label, asking, place.measure),
    )


def _asks_size(label: str, asking: Asking, measure: Measure) -> bool:
    """Whether the label tells the direction itself, so that the bare figure answers: 跌幅 of 0.85%, never of -0.85%."""
    if asking == Asking.NAME:
        return _DOWN_NAME.search(label) is not None
    return measure.form == Form.CHANGE and measure.direction is not None


def _asked_period(place: Place, asking: Asking, sentence: PlacedSentence) -> Period | None:
    """The period a label states. "On Tuesday" of a sentence that a page wrote is that page's Tuesday, not one of the day of asking."""
    found = place.period
    if found is None and asking == Asking.NAME:
        return period_asked(sentence.periods, sentence.base)
    return None if found is None or (asking == Asking.SENTENCE and not found.is_told) else found.period


def _with_blank(label: str, is_chinese: bool) -> tuple[Asking, str, str, str | None]:
    """The label as a sentence with a blank, with the counting word and the unit that stand after it."""
    if _BLANK.search(label):
        return Asking.SENTENCE, label, "", None
    return _chinese_question(label) if is_chinese else _english_question(label)


def _chinese_question(label: str) -> tuple[Asking, str, str, str | None]:
    asked = _ZH_ASKED.search(label)
    if not asked:
        name = _ZH_TAIL.sub("", label)
        name, counting = _counted_name(name)
        return Asking.NAME, name + BLANK, counting, None
    rest = _ZH_TAIL.sub("", label[asked.end() :]).removeprefix("钱")
    if "多久" in asked.group() or "时间" in asked.group():
        return Asking.QUESTION, label[: asked.start()] + BLANK + rest, "天日周月年时分", None
    counted = _COUNTED.match(rest)
    unit = next(
        (
            code
            for name, code in (("美元", "USD"), ("人民币", "CNY"), ("港元", "HKD"), ("日元", "JPY"), ("欧元", "EUR"))
            if rest.startswith(name)
        ),
        None,
    )
    return Asking.QUESTION, label[: asked.start()] + BLANK + rest, _UNIT_WORDS[counted.group(1)] if counted else "", unit


def is_counting(sign: str) -> bool:
    """Whether a sign counts things in Chinese: 人, 家, 台."""
    return bool(sign) and sign in _COUNTING_SIGNS


def _counted_name(name: str) -> tuple[str, str]:
    """A name that ends in a count ("死亡人数", "点数", "震级") without that word, and the counting words of its answer."""
    if _PEOPLE.search(name):
        return re.sub(r"人数$", "", name), "人名位例"
    found = _COUNT_NAME.search(name)
    return (name[: found.start()], _UNIT_WORDS[found.group(1)]) if found else (name, "级" if name.endswith("震级") else "")


def _english_question(label: str) -> tuple[Asking, str, str, str | None]:
    asked = _EN_ASKED.match(label)
    if not asked:
        return Asking.NAME, f"{label.rstrip('?. ')} is {BLANK}", "", None
    rest = label[asked.end() :].rstrip("?. ")
    if asked.group("many"):
        return Asking.QUESTION, f"{BLANK} {_EN_AUXILIARY.sub('', rest).lstrip()}", "", None
    return Asking.QUESTION, f"{rest} is {BLANK}", "", None


def _sentence_around(text: str, position: int) -> tuple[int, int]:
    """The sentence of the label that holds the blank: other sentences are the page's, not the question's."""
    sentences = split_sentences(text)
    if not sentences.spans:
        return 0, len(text)
    first, last = sentences.spans[sentences.index_at(min(position, len(text) - 1))]
    return (first, last) if first <= position <= last else (0, len(text))


def _range_end(text: str, start: int, end: int) -> tuple[RangeEnd | None, int, int]:
    after, before = text[end : end + 30], text[max(0, start - 30) : start]
    low = _LOW_END.match(after)
    if low:
        return RangeEnd.LOW, start, end + low.end()
    high = _HIGH_END.search(before) or _BETWEEN_HIGH.search(before)
    if high:
        return RangeEnd.HIGH, start - len(before) + high.start(), end
    if _BETWEEN_LOW.search(before):
        return RangeEnd.LOW, start, end
    return None, start, end


def _end_named(text: str) -> RangeEnd | None:
    """The end of a range that a name or question asks for by its word; both at once are the range."""
    is_high, is_low = _HIGH_NAME.search(text) is not None, _LOW_NAME.search(text) is not None
    return None if is_high == is_low else RangeEnd.HIGH if is_high else RangeEnd.LOW


def _named_measure(text: str, node: NodeSpec, is_chinese: bool) -> Measure:
    """What a name asks for: a change where it says so, a level where it is a rate, an amount or a count."""
    change, level = (_ZH_CHANGE_NAME, _ZH_LEVEL_NAME) if is_chinese else (_EN_CHANGE_NAME, _EN_LEVEL_NAME)
    name = text.replace(BLANK, "").removesuffix(" is ").strip()
    basis = Basis.YEAR if _YEAR_NAME.search(name) else Basis.MONTH if _MONTH_NAME.search(name) else None
    if change.search(name):
        is_up = _UP_NAME.search(text) and BLANK in text and not name.endswith("同比")
        return Measure(Form.CHANGE, basis, Direction.UP if is_up else Direction.DOWN if _DOWN_NAME.search(name) else None)
    if level.search(name) or node.kind != "percent":
        return Measure(Form.LEVEL, None, None)
    return Measure(None, basis, None)


def _asked_mood(asking: Asking, place: Place, label: str) -> Mood:
    """A name means what is in force now, unless it says forecast, target or plan, or the value before; a sentence keeps its own mood."""
    if asking == Asking.SENTENCE:
        return Mood.PAST if place.turn == MoveEnd.ORIGIN else place.mood
    return Mood.FORECAST if foreseen_words(label) else Mood.PAST if before_words(label) else Mood.CURRENT


def label_figures(frame: Frame) -> Sequence[Quantity]:
    """The other figures of the label: they stand beside the right figure in a page too."""
    return frame.sentence.quantities
