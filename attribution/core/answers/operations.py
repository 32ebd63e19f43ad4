"""The operations of which a figure can be the result, and the words that announce them in English and Chinese."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation, localcontext
from enum import StrEnum
from functools import lru_cache

from verification.core.patterns import lazy_regex

_PRECISION = 30


class Operation(StrEnum):
    """How a figure was calculated from its operands a, b, …: growth is (a-b)/b x 100, share a/b x 100 (contracts, section 6), of several
    parts (a+b+…)/z x 100 with the whole last, cagr the growth of each of the years between, prior the a that has since grown by b percent.
    """

    SUM = "sum"
    DIFFERENCE = "difference"
    AVERAGE = "average"
    PRODUCT = "product"
    RATIO = "ratio"
    GROWTH = "growth"
    SHARE = "share"
    CAGR = "cagr"
    PRIOR = "prior"


_I = re.IGNORECASE
# "Made up 60 %" and "added up to 90" went nowhere.
_UP = r"(?<!made\s)(?<!make\s)(?<!makes\s)(?<!making\s)(?<!add\s)(?<!adds\s)(?<!added\s)(?<!adding\s)(?<!end\s)(?<!ended\s)up"
_PERCENT = r"(?:percent(?:age)?|per\s?cent|%)"
_WORDS = {
    Operation.AVERAGE: lazy_regex(r"\b(?:averag\w*|mean)\b|平均|均值|年均|月均|日均", _I),
    Operation.GROWTH: lazy_regex(
        rf"\b{_PERCENT}\s(?:of\s)?(?:\w+\s)?(?:change|increase|decrease|decline|difference|growth|drop|rise|fall|reduction|higher|lower|more|less|variation)|"
        rf"\b(?:gr[eo]w\w*|growth|r[io]se|increas\w+|decreas\w+|declin\w+|fell|fall\w*|dropp?\w*|{_UP}|down|higher|lower|jump\w*|surg\w*|change[ds]?)\b"
        rf"|\bin\s{_PERCENT}\b|同比|环比|增长|下降|增幅|降幅|涨幅|跌幅|上涨|下跌|增速|增加|减少|上升|变动率|变化率|提高",
        _I,
    ),
    Operation.SHARE: lazy_regex(
        rf"\b{_PERCENT}\s(?:\w+\s){{0,3}}?(?:of|from|in|to|is|was|are|were|made|constitut\w+|contribut\w+)\b|\b(?:as\s)?an?\s{_PERCENT}|\b(?:share|proportion|portion|fraction|account\w*|"
        rf"constitut\w+|compris\w+|made\sup|makes?\sup|represent\w*|margin|rate)\b|{_PERCENT}\b|占|比重|份额|占比|比例|构成|利润率|毛利率|净利率|率",
        _I,
    ),
    Operation.RATIO: lazy_regex(r"\bratio\b|\btimes\b|\bfold\b|\bper\b|\bdivided\b|\bover\b|倍|之比|比率|比值|每", _I),
    Operation.PRODUCT: lazy_regex(
        r"\bproduct\sof\b|\bmultipl\w+|\btimes\b|\bat\s(?:a|the)\s(?:price|rate|cost)\b|\bamount\b|乘|总价|单价", _I
    ),
    Operation.DIFFERENCE: lazy_regex(
        r"\b(?:chang\w*|differ\w*|increas\w*|decreas\w*|declin\w*|r[io]se|rising|fell|fall\w*|drop\w*|grew|grow\w*|reduc\w*|gap|spread|less|more|fewer|higher|lower|"
        r"net\s(?:of|value|change|effect|impact|amount|difference|(?:in|de)crease|movement)|cut\w*|shed|trim\w*|"
        rf"exceed\w*|excess|remain\w*|exclud\w*|excluding|variation|{_UP}|down|movement|without|after|impact|how\smuch)\b|相差|差额|差距|差值|增加|减少|上升|下降|变动|变化|增长|"
        r"多出?|少|高出?|低|净|扣除|剩余|提高|降低|回落|扩大|收窄|个百分点|个基点",
        _I,
    ),
    Operation.SUM: lazy_regex(
        r"\b(?:total\w*|sum\w*|combined|together|altogether|overall|aggregate\w*|both|in\sall|across|cumulative|add\w*|includ\w+|amounted|how\smuch)\b|合计|总计|共计|总和|之和|总共|累计|总额|共|加上|总",
        _I,
    ),
}
# Growth of each year: another figure than that of all years together, so nothing else is looked for beside these words.
_COMPOUND = lazy_regex(
    r"\bCAGR\b|\bcompound(?:ed)?\b|\b(?:annual(?:ly)?|yearly|a\syear|per\syear|annuali[sz]ed)\s(?:average\s)?(?:growth|rate\sof\sgrowth)\b|\bannuali[sz]ed\b"
    r"|复合|年化|年均(?:增长|增速|增幅|增加|提高|上升|下降|降幅)",
    _I,
)
# The same time of the year before.
PRIOR = lazy_regex(
    r"\b(?:prior|previous|preceding|last)[\s-](?:fiscal\s)?(?:year|quarter|period|month)|\b(?:year|quarter|month|twelve\smonths)[\s-](?:earlier|ago|before)\b"
    r"|上年|去年|上年度|前一年|上一年|上季|上月|同期",
    _I,
)
# Several things as one.
JOINT = lazy_regex(
    r"\b(?:together|combined|jointly|collectively|taken\sas\sone|between\sthem|in\saggregate)\b|合计|合共|共计|总共|合起来|加起来|[两二三]者|一共|共占",
    _I,
)
_OF_PERCENT = (Operation.GROWTH, Operation.SHARE)
# What a sentence says by an operation's word itself; the others are merely possible.
STRICT = {
    Operation.AVERAGE: _WORDS[Operation.AVERAGE],
    Operation.GROWTH: lazy_regex(
        rf"\b{_PERCENT}\s(?:of\s)?(?:\w+\s)?(?:change|increase|decrease|decline|difference|growth|drop|rise|fall|reduction|higher|lower|variation)|\bgr[eo]w\w*\b|同比|环比|增幅|降幅|增速|增长率",
        _I,
    ),
    Operation.DIFFERENCE: lazy_regex(r"\b(?:change[sd]?|differ\w*|increase[sd]?|decrease[sd]?)\b|相差|差额|差距|变动|变化|增加|减少", _I),
    Operation.RATIO: lazy_regex(r"\bratio\b|倍|之比|比率|比值", _I),
    Operation.SHARE: lazy_regex(
        rf"\b{_PERCENT}\s(?!chang|incr|decr|diff|grow)(?:\w+\s)?(?:of|from)\b|\bas\s(?:an?\s){_PERCENT}|\b(?:proportion|share|margins?)\b|占|[毛净]利率|利润率",
        _I,
    ),
    Operation.SUM: lazy_regex(r"\b(?:total|sum|combined|together|altogether)\b|合计|总计|共计|总和|之和|总共|累计", _I),
}


@lru_cache(maxsize=64)
def announced(sentence: str, *, is_percent: bool) -> Mapping[Operation, bool]:
    """The operations that the words of a sentence allow for one of its figures, in order; True where they name it outright.

    A percentage is a growth, a share, or a sum, difference or average of percentages; another figure is no growth and no share.
    """
    if is_percent and _COMPOUND.search(sentence):
        return {Operation.CAGR: True}
    found = {} if is_percent or not PRIOR.search(sentence) else {Operation.PRIOR: False}
    for operation, words in _WORDS.items():
        if operation in _OF_PERCENT and not is_percent:
            continue
        if operation in (Operation.PRODUCT, Operation.RATIO) and is_percent:
            continue
        if words.search(sentence):
            strict = STRICT.get(operation)
            found[operation] = strict is not None and strict.search(sentence) is not None
    return found


def compute(operation: Operation, operands: Sequence[Decimal], years: int = 1) -> Decimal | None:
    """The result, to 30 digits; None where it can't be calculated. ``years``: those that lie between the two operands of a cagr."""
    with localcontext() as context:
        context.prec = _PRECISION
        try:
            return _compute(operation, operands, years)
        except (DivisionByZero, InvalidOperation, ZeroDivisionError):
            return None


def _compute(operation: Operation, operands: Sequence[Decimal], years: int) -> Decimal:
    first, *rest = operands
    match operation:
        case Operation.SUM:
            return sum(operands, Decimal(0))
        case Operation.AVERAGE:
            return sum(operands, Decimal(0)) / len(operands)
        case Operation.PRODUCT:
            return first * rest[0]
        case Operation.DIFFERENCE:
            return first - rest[0]
        case Operation.RATIO:
            return first / rest[0]
        case Operation.GROWTH:
            return (first - rest[0]) / rest[0] * 100
        case Operation.SHARE:
            return sum(operands[:-1], Decimal(0)) / operands[-1] * 100
        case Operation.CAGR:
            return ((first / rest[0]) ** (Decimal(1) / years) - 1) * 100
        case Operation.PRIOR:
            return first / (1 + rest[0] / 100)


def says(operation: Operation, label: str) -> bool:
    """Whether a label itself holds the word of an operation: in "weighted average rate" it announces nothing."""
    words = STRICT.get(operation)
    return words is not None and words.search(label) is not None
