"""Ranges: two figures joined by a dash, 至, 到 or "to" that share a unit (5.25%-5.50%, 3.5%至3.75%, between 3 and 4 percent)."""

from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities.numerals import EXACT
from verification.core.quantities.pieces import FigurePiece, read_piece
from verification.core.quantities.source import QuantityText

_JOIN = lazy_regex(
    r"(?:-(?= to [\da-z])|)\s?"
    r"(?:-{1,2}|–|—{1,2}|~|～|−|to(?= )|至|到|and(?= ))\s?(?=[$€£¥₩₹]?\s?[\d.零一二两三四五六七八九十百千]|(?:us|hk|a|c)\$|[a-z])"
)
_BETWEEN = lazy_regex(r"(?:between|between about|between around|of between)\s?[$€£¥₩₹]?$")
_FROM = lazy_regex(r"(?:(?<!ranging )(?<!ranged )(?<!range )(?<!ranges )from\s|由|从)(?:about |around |roughly |nearly |约)?$")
# A finished move: "rose 5 bps to 4.25%" names a change and a level, "could rise 5% to 10%" one range.
_CHANGE = lazy_regex(
    r"(?:rose|fell|(?<!make )(?<!makes )(?<!made )up|down|gained|jumped|climbed|dropped|increased|decreased|surged|grew|declined|lost|added"
    r"|widened|narrowed|slid|slipped|tumbled|plunged|soared|advanced|eased|shed|sank|slumped|rises|falls|gains|drops|jumps)(?: by)?\s$"
)
# The same in Chinese, "金价上涨20美元至4025美元"; "预计增长5%至6%" is one range.
_CHANGE_CHINESE = lazy_regex(
    r"(?:上涨|下跌|回落|回升|上升|下降|增加|减少|增长|上调|下调|攀升|下滑|走高|走低|反弹|[涨跌升降增减])了?(?:约|近|逾|超)?\s?$"
)
_FORESEEN_CHINESE = lazy_regex(r"预|料|将|拟|有望|或|可能|目标|区间|幅度")
# Prices rise by a small part of themselves, while the ends of a range lie near: "每吨上涨20元至30元".
_FAR_APART = 5
_WORDS = frozenset(("至", "到", "to", "and"))
_COUNTED = lazy_regex(r"[个家人名位只辆台件条种次项套座所架张枚倍款批轮]| (?:people|jobs|companies|members|times|points|seats)(?![a-z])")
_PARTS = lazy_regex(r"[百千] ?分 ?之")
_SECTIONS = frozenset("万亿兆")
_UNIT_SIGNS = frozenset("十百千")


def read_range(source: QuantityText, first: FigurePiece, floor: int) -> FigurePiece | None:
    """The range that begins with ``first``, or None. The first end takes scale and unit of the second where it has none."""
    join = _JOIN.match(source.low, first.end)
    if join is None or _is_year(first) or _is_token_end(source, first):
        return None
    word = join[0].strip(" -") or "-"
    head = source.low[max(0, first.start - 20) : first.start]
    if word == "and" and not _BETWEEN.search(head):
        return None
    seed = join.end()
    while source.low[seed : seed + 1] in tuple("$€£¥₩₹ ") and seed < join.end() + 3:
        seed += 1
    if source.low[seed : seed + 1] in tuple("uhac") and source.low.startswith("$", seed + (2 if source.low[seed] in "uh" else 1)):
        seed = source.low.index("$", seed) + 1
    second = read_piece(source, seed, join.end()) if seed < len(source.low) and _may_start(source.low[seed]) else None
    if second is None or second.low < 0 or first.high != first.low or second.low != second.high:
        return None
    if _FROM.search(head) and not _is_elided(first, second):
        return None
    if word == "to" and (moved := _CHANGE.search(head)) and (first.unit is not None or _is_move(moved[0], first, second)):
        return None
    if word in ("至", "到") and _names_change(head, first, second):
        return None
    return _join(source, first, second, word)


def _names_change(head: str, first: FigurePiece, second: FigurePiece) -> bool:
    """Whether the first figure tells how far something moved and the second, far from it, where it stands."""
    if not _CHANGE_CHINESE.search(head) or _FORESEEN_CHINESE.search(head) or first.unit is None:
        return False
    return second.low > _FAR_APART * first.low


def _is_move(words: str, first: FigurePiece, second: FigurePiece) -> bool:
    """Whether a bare figure tells how far something moved: "fell |by| 3.39 million to 1.405 billion", "rose 6,000 to 229,000"."""
    return words.endswith("by ") or second.low > _FAR_APART * first.low


def _is_year(piece: FigurePiece) -> bool:
    is_bare = piece.unit is None or piece.unit.name == "year"
    return is_bare and piece.number.plain and piece.number.end - piece.number.start == 4 and 1900 <= piece.low <= 2100


def _is_token_end(source: QuantityText, first: FigurePiece) -> bool:
    """Whether the first number ends a longer token: FY26 to 61%."""
    before = source.norm[first.start - 1] if first.start else ""
    return before.isascii() and before.isalnum() and not first.prefixed


def _may_start(sign: str) -> bool:
    return sign.isdigit() or sign.isalpha() or sign == "."


def _is_elided(first: FigurePiece, second: FigurePiece) -> bool:
    """Whether the first number has neither unit nor scale of its own, and the second has: 从8500到3万港元."""
    return first.unit is None and second.unit is not None and not first.number.low.as_tuple().exponent


def _join(source: QuantityText, first: FigurePiece, second: FigurePiece, word: str) -> FigurePiece | None:
    unit = second.unit or first.unit
    if first.unit is not None and second.unit is not None and first.unit.name != second.unit.name:
        return None
    if unit is None and not (word in _WORDS or first.scaled or second.scaled or not second.number.plain or _is_counted(source, second)):
        return None
    low = first.low
    if first.unit is None and unit is not None and unit.factor != 1:
        low = EXACT.multiply(low, unit.factor)
    scale = _shared_scale(source, first, second)
    if scale != 1 and EXACT.multiply(low, scale) <= second.high:
        low = EXACT.multiply(low, scale)
    high = second.high
    if second.unit is None and first.unit is not None:
        if first.unit.factor != 1:
            high = EXACT.multiply(high, first.unit.factor)
        if not (first.prefixed or _PARTS.match(source.norm, first.start)):
            return None
    if low >= high:
        return None
    return second._replace(start=first.start, low=low, high=high, unit=unit, number=second.number._replace(start=first.number.start))


def _is_counted(source: QuantityText, piece: FigurePiece) -> bool:
    return _COUNTED.match(source.low, piece.end) is not None


def _shared_scale(source: QuantityText, first: FigurePiece, second: FigurePiece) -> Decimal:
    """The scale of the second end that the first one shares: $3 to $5 million, 一百二十到一百五十万, 七到九千亿."""
    if first.scaled:
        return Decimal(1)
    if second.scaled:
        factor = second.unit.factor if second.unit is not None else Decimal(1)
        return EXACT.divide(second.low, EXACT.multiply(second.number.low, factor)) if second.number.low else Decimal(1)
    written = source.norm[second.number.start : second.number.end].rstrip("多余几 ")
    own = source.norm[first.number.start : first.number.end]
    if any(sign in _SECTIONS for sign in own):
        return Decimal(1)
    scale = Decimal(1)
    while written and written[-1] in _SECTIONS:
        scale *= 10**4 if written[-1] == "万" else 10**8 if written[-1] == "亿" else 10**12
        written = written[:-1]
    if written and written[-1] in _UNIT_SIGNS and len(own) == 1:
        scale *= {"十": 10, "百": 100, "千": 1000}[written[-1]]
    return scale
