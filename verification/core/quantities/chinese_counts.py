"""Which numerals of Chinese signs count something: 三千五百, 一个, 两家; not 一直, 十分, 统一, 四川."""

from verification.core.quantities.pieces import FigurePiece
from verification.core.quantities.source import QuantityText

COUNTERS = frozenset(
    "个家人名位只辆台件条种次项套座所艘架部份张支枚颗笔户例起场层间点倍股手批轮款类组队对双打把块根片本册页头匹株棵步万亿多余宗单员成栋幢%吨度座粒盒箱包袋桌票篇句词字门课辈代余席球案"
)
NO_COUNTERS = ("起售", "起步", "起价", "次性", "次创", "轮车", "手房", "手车", "手市", "方面", "个半")
_ISOLATED = frozenset(" \t\n,，。、；;：:.!?！？()（）[]【】“”\"'—-~…/|《》「」*=<>{}·")
_COPULA = frozenset("是为于前共计约近超逾达有")
_LONGEST_LIST = 20
_BEFORE_ARTICLE = frozenset("统同唯万第之单专惟逐初另进上下新这那某每任各哪前后近该此头")


def is_chinese_count(source: QuantityText, piece: FigurePiece, before: str) -> bool:
    """Whether the numeral without unit at ``piece`` is a value; ``before`` is the sign before it, or empty."""
    norm, end = source.norm, piece.end
    after, written = norm[end : end + 1], norm[piece.number.start : end]
    is_open, is_closed = not before or before in _ISOLATED, not after or after in _ISOLATED
    if any(sign.isdigit() for sign in written):
        return True
    if any(sign in "万亿" for sign in written[1:]) and written[0] not in "百千万亿":
        return True
    if written[0] in "百千万亿" or written == "十":
        return is_open and (is_closed or (written[0] == "千" and len(written) == 2)) and written[0] != "万"
    if after == "、" and is_open and piece.low <= _LONGEST_LIST:
        return False
    if is_closed or after in "这不还又和":
        return is_open or before in _COPULA
    if len(written) > 1:
        return after in COUNTERS or piece.low >= 100 or piece.number.step < 1
    return _is_sign_count(norm, end, before, is_open=is_open)


def _is_sign_count(norm: str, end: int, before: str, *, is_open: bool) -> bool:
    """Whether a single sign counts: 两家, 一个, "三的"; not 两两, 一步, 二手, 下半场."""
    written, after = norm[end - 1], norm[end]
    if after == "的":
        return is_open
    if after not in COUNTERS or norm.startswith(NO_COUNTERS, end) or (written == "二" and after != "个"):
        return False
    if written == "半":
        return not before or before not in "上下前后大多"
    return written != "一" or not (after in "起度步手部" or (before and before in _BEFORE_ARTICLE))
