"""Chinese lists of figures under one word of status: what a heading introduces, what a forecast or rumour of one says of the next."""

from verification.core.patterns import lazy_regex
from verification.core.reading.status.lexicon import Effect
from verification.core.reading.status.matching import Cue
from verification.core.reading.status.sentences import SentenceReading

# "高于|预期的3.1%；": another figure is held against it.
HELD_AGAINST = lazy_regex(r"(?:低于|高于|好于|逊于|不及|不如|超过|超出|超|强于|弱于|快于|慢于|符合|持平|与|较|比)[^，。；]{0,14}$")
# A measure alone, as the next of a list: no other time, and no word that it has come about.
_LISTED = lazy_regex(r"(?:(?!去年|上年|前值|同期|此前|实际|目前|截至|已|了|年|月|周|日)[^，。；：\d]){2,24}")
_LISTED_ON = lazy_regex(r"(?![^，]*[升降涨跌增减至到])" + _LISTED.pattern)
# "经营目标：收入53亿元，毛利率53%", "预测如下：": what a heading of its own introduces.
_INTRODUCES = lazy_regex(r"(?:值|数)?(?:为|是|如下|包括)?[：:]\s?(?![\d$€£¥+-])")
_FIGURE = lazy_regex(r"\d")
# What came in the end, behind what was expected or held before.
CAME_OUT = lazy_regex(
    r"其实|事实上|实际(?:上|为|达|值|公布|录得|报)|却(?:是|为|只有|达)|哪(?:知|晓得)|谁知|岂料|殊不知|公布的|公布为|果然|果真|终于"
)
CAME = lazy_regex(rf"已经?(?!知)|目前(?!来?看|预|估)|现为|现报|眼下|最终|截至|{CAME_OUT.pattern}")


def lists_what_is_foreseen(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "预计营业收入1.8亿元；净利润约2680万元": a forecast of one figure goes on with the next, where nothing says that it came."""
    if not sentence.is_chinese or cue.row.effect is not Effect.FORESEEN:
        return False
    if HELD_AGAINST.search(sentence.text, sentence.start, cue.start):
        return False
    last = sentence.text.rfind("；", cue.end, start)
    if last < 0 or not _FIGURE.search(sentence.text, cue.end, sentence.text.find("；", cue.end)):
        return False
    has_come = CAME.search(sentence.text, last + 1, start) is not None
    return not has_come and _LISTED.fullmatch(sentence.text, last + 1, start) is not None


def lists_on(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """ "据传收入53亿元，净利润5亿元": what is not vouched for of one figure is not of the next, where only its measure stands."""
    text, comma = sentence.text, sentence.text.find("，", cue.end, start)
    if (
        "传" not in cue.row.words
        or comma < 0
        or not _FIGURE.search(text, cue.end, comma)
        or HELD_AGAINST.search(text, sentence.start, cue.start)
    ):
        return False
    return _LISTED_ON.fullmatch(text, text.rfind("，", cue.end, start) + 1, start) is not None


def introduces(sentence: SentenceReading, cue: Cue, start: int) -> bool:
    """Whether a word of what is foreseen heads a list that holds the place, and nothing there says what came of it."""
    if not sentence.is_chinese or cue.row.effect is not Effect.FORESEEN:
        return False
    return _INTRODUCES.match(sentence.text, cue.end, start) is not None and not CAME.search(sentence.text, cue.end, start)
