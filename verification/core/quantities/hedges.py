"""How exact a figure is said to be, and which way the words beside it point."""

from collections.abc import Iterable, Mapping

from verification.core.language.frequency import zipf
from verification.core.language.word_tables import phrases, words
from verification.core.patterns import lazy_regex
from verification.core.quantities.pieces import FigurePiece
from verification.core.quantities.source import QuantityText
from verification.core.vocabulary import Approximation, Direction, QuantityKind

_WINDOW = 28
_OVER = """
    more than|over|above|exceeding|in excess of|at least|north of|upwards of|topping|surpassing|greater than|exceeded|topped|surpassed
    exceeds|at or above|no less than|not less than
"""
_UNDER = """
    nearly|almost|less than|under|below|up to|fewer than|close to|shy of|at most|as much as|as many as|not quite|no more than
    not more than|approaching
"""
# Where what comes "up to" a figure has moved there: "ticked up to 4.4%".
MOVED_UP = (
    r"(?:tick|edg|inch|creep|climb|nudg|mov|go|pick|drift|shoot|jump|push|bump|bring|revis|pop|march|spik|com|pull|float|surg|soar|catch|mark)"
    r"(?:ing|ed|es|s|e)?|(?:crept|went|shot|brought|came|caught|back|all\sthe\sway)"
)
_MOVED_UP_TO = lazy_regex(rf"\b(?:{MOVED_UP}) up to $")
_ABOUT = "about|around|roughly|approximately|an estimated|approx.|approx|circa|estimated|some|something like|in the region of"
_OVER_CHINESE = words("逾 超过 超 高于 多于 大于 不低于 不少于 至少 突破 突破了 超出 高出 超过了 升破")
_UNDER_CHINESE = words("近 接近 将近 不到 不足 少于 低于 小于 不超过 至多 最多 未到 不及 逼近 跌破")
_ABOUT_CHINESE = words("约 大约 约为 大概 左右 约合 估计 大致 约占 约达 约有 约计 约等于 ~ ≈")


def _before(listed: str) -> tuple[str, ...]:
    return tuple(f"{phrase} " for phrase in phrases(listed))


def _key(text: str) -> str:
    """The last sign, and of English, where that is the space behind a word, the one before it too."""
    return text[-2:] if text[-1:] == " " else text[-1:]


def _by_end(listed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The words by their last signs: asked of every figure, a list of hundreds is slow."""
    groups: dict[str, tuple[str, ...]] = {}
    for word in listed:
        groups[_key(word)] = (*groups.get(_key(word), ()), word)
    return groups


_HEDGES = {
    **dict.fromkeys([*_before(_OVER), *_OVER_CHINESE], Approximation.OVER),
    **dict.fromkeys([*_before(_UNDER), *_UNDER_CHINESE], Approximation.UNDER),
    **dict.fromkeys([*_before(_ABOUT), *_ABOUT_CHINESE], Approximation.ABOUT),
}
_HEDGE_ENDS = _by_end(_HEDGES)
_HEDGE_AFTER = lazy_regex(
    r" ?(?:(多|余|以上|or more|or higher|-plus|plus|\+)|(以下|以内|之内|or less|or lower)|(左右|上下|or so|-ish|-odd|前后))(?![a-z])"
)
_UP_CHINESE = words(
    "增长 增加 上涨 上升 提高 提升 上调 扩大 走高 攀升 回升 反弹 上扬 大涨 飙升 激增 增 涨 升 涨幅 增幅 增速 高开 多增 增持"
)
_DOWN_CHINESE = words(
    "下降 下跌 减少 降低 回落 下调 收窄 走低 下滑 缩减 萎缩 大跌 暴跌 重挫 骤降 锐减 减 跌 降 降幅 跌幅 低开 缩水 降息 少增 减持"
)
_UP_ENGLISH = """
    rose|rise|rises|risen|rising|up|gained|gains|gain|gaining|increased|increase|increases|increasing|grew|grow|grows|growing
    growth of|grown|climbed|climbs|climb|climbing|jumped|jumps|jump|jumping|surged|surges|surge|surging|soared|soars|soar|soaring
    advanced|added|adding|adds|higher|rallied|rallies|expanded|expands|increase of|rise of|gain of|jump of|surge of|raised|raises
    hiked|hikes|spiked|rebounded|leapt|leaps|improved|appreciated|strengthened|skyrocketed|popped|widened
"""
_DOWN_ENGLISH = """
    fell|fall|falls|fallen|falling|down|dropped|drop|drops|dropping|declined|decline|declines|declining|decreased|decrease|decreases
    lost|lose|loses|losing|slid|slides|slide|slipped|slips|slip|sank|sinks|sink|tumbled|tumbles|tumble|plunged|plunges|plunge
    plummeted|plummets|shed|sheds|slumped|slumps|shrank|shrunk|shrinks|contracted|contracts|cut|cuts|cutting|lowered|reduced|lower
    decline of|drop of|fall of|decrease of|loss of|eased|dipped|dips|retreated|slashed|trimmed|dives|dived|dove|weakened|depreciated
    crashed|tanked|sold off|narrowed
"""
_UP_ENDS = _by_end((*_before(_UP_ENGLISH), *_UP_CHINESE))
_DOWN_ENDS = _by_end((*_before(_DOWN_ENGLISH), *_DOWN_CHINESE))
_NO_DIRECTION = (
    *_before("""
    shot down|shut down|knocked down|broke down|took down|backed up|makes up|make up|making up|made up|set up|picked up|end up|up or down
"""),
    # Either way: the sign says which.
    *words("涨跌 涨跌幅 升跌 升跌幅 升降 升降幅 增减 增减幅 增降 增降幅"),
    *words("晋升 投降 空降"),
)
_DIRECTION_AFTER = lazy_regex(
    r" (?:(higher|increase|rise|gain|jump|surge|growth|hike|advance|rally)"
    r"|(lower|decrease|decline|drop|fall|loss|cut|plunge|slump|slide|dip|reduction|contraction))(?![a-z])"
    r"|的?(?:(涨幅|增幅|增长|升幅|增速)|(跌幅|降幅|下降|下跌|减幅))"
)


def hedge_and_direction(source: QuantityText, piece: FigurePiece) -> tuple[Approximation | None, Direction | None]:
    """How exact the figure is said to be, and the direction word beside it; "fell to 4.1 percent" has none."""
    tail = source.low[max(0, piece.start - _WINDOW) : piece.start]
    hedge, tail = _hedge_before(tail, piece)
    if piece.over:
        hedge = Approximation.OVER
    if hedge is None and (match := _HEDGE_AFTER.match(source.low, piece.end)):
        hedge = Approximation.OVER if match[1] else Approximation.UNDER if match[2] else Approximation.ABOUT
    return hedge, _direction(source.low, tail, piece)


def _hedge_before(tail: str, piece: FigurePiece) -> tuple[Approximation | None, str]:
    """The hedge at the end of ``tail``, and the tail without it. 近三个月 is a span of time and hedges nothing."""
    if tail and tail[-1] == " " and not tail[-2:-1].isascii():
        tail = tail.rstrip(" ")
    hedge: Approximation | None = None
    for _ in range(2):
        word = _word_at_end(tail, _HEDGE_ENDS)
        if not word or _ends_word(tail, word):
            break
        if word == "近" and piece.unit is not None and piece.unit.kind == QuantityKind.DIMENSION:
            break
        if word == "up to " and _MOVED_UP_TO.search(tail):
            break
        hedge = hedge or _HEDGES[word]
        tail = tail[: -len(word)]
    return hedge, tail


def _word_at_end(tail: str, ends: Mapping[str, tuple[str, ...]]) -> str:
    """The longest of the listed words that ``tail`` ends with, or nothing: "over ", but not in "would cover "."""
    found = (word for word in ends.get(_key(tail), ()) if tail.endswith(word))
    return max((word for word in found if not (word[0].isascii() and _is_latin(tail[-len(word) - 1 : -len(word)]))), key=len, default="")


def _ends_word(tail: str, hedge: str) -> bool:
    """Whether a hedge of one Chinese sign is the end of a word that has nothing to do with it: 纽约, 违约, 最近, 中超."""
    return len(hedge) == 1 and len(tail) > 1 and zipf(tail[-2:], "zh") > 0


def _is_latin(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _direction(low: str, tail: str, piece: FigurePiece) -> Direction | None:
    if tail.endswith("by "):
        tail = tail[:-3]
    elif tail.endswith(("了", "达")):
        tail = tail[:-1]
    if _word_at_end(tail, _UP_ENDS):
        return None if tail.endswith(_NO_DIRECTION) else Direction.UP
    if _word_at_end(tail, _DOWN_ENDS):
        return None if tail.endswith(_NO_DIRECTION) else Direction.DOWN
    match = _DIRECTION_AFTER.match(low, piece.end) if piece.unit is not None and piece.unit.kind != QuantityKind.DIMENSION else None
    if match is None:
        return None
    return Direction.UP if match[1] or match[3] else Direction.DOWN
