"""Numbers as they are written: digits with separators, scales, fractions and powers, in text made comparable by ``normalise``.

A numeral is a number without unit, sign and context; ``chinese_numerals`` and ``number_words`` read the ones written in words.
Positions count characters of the text given, and ``normalise`` keeps every position.
"""

from decimal import Context, Decimal
from typing import NamedTuple

from verification.core.language.script import simplified_signs
from verification.core.patterns import lazy_regex

EXACT = Context(prec=80)
FRACTION = Context(prec=15)  # contract of ``batch quantities``: fractions to 15 digits
MAX_DIGITS = 40  # a longer run of digits is a key or a hash, no figure


class Numeral(NamedTuple):
    """A number at ``start:end``. ``step`` is the size of its last written digit.

    ``plain`` is a bare integer without separator, scale or fraction, which may as well be a year, a code or part of a name.
    """

    low: Decimal
    high: Decimal
    step: Decimal
    start: int
    end: int
    plain: bool = False
    over: bool = False


_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SIGN_VARIANTS = dict(zip("　￥￡￠￦︰−﹣‐‑", " ¥£¢₩:----", strict=True))
# Banker's numerals and their like, over the signs that are traditional.
_VARIANTS = dict(zip("壹贰叁弍肆柒捌玖〇佰仟俩圆貳叄倆圓", "一二三二四七八九零百千两元二三两元", strict=True))
_PLAIN_WIDTH = {code: chr(plain) for code, plain in _FULL_WIDTH.items() if chr(plain) not in ",!?;:"}
_TABLE = {**simplified_signs(), **_PLAIN_WIDTH, **str.maketrans(_SIGN_VARIANTS), **str.maketrans(_VARIANTS)}
_NUMERAL_SIGNS = "零一二两三四五六七八九十百千万亿兆廿卅卌分"
_FORMAL_DIGITS = {"伍": "五", "陆": "六", "拾": "十", "参": "三"}
_NEAR = f"{_NUMERAL_SIGNS}{''.join(_FORMAL_DIGITS)}"
_FORMAL = lazy_regex(
    rf"(?<=[{_NEAR}])[{''.join(_FORMAL_DIGITS)}](?=[{_NEAR}点元]|$|\W)"
    rf"|(?<![大内登着新远])[{''.join(_FORMAL_DIGITS)}](?= ?[{_NEAR}点])|^[{''.join(_FORMAL_DIGITS)}]$"
)
_WIDE_COMMA = lazy_regex(r"(?<=[０-９])，(?=[０-９]{3}(?![０-９]))")
_WIDE_GROUPS = lazy_regex(r"\d{1,3}(?:，\d{3}){2,12}(?!\d)")  # one group alone may be a list: 第3，100人


def normalise(text: str) -> str:
    """``text`` with full-width signs, traditional and banker's numerals made plain; every character keeps its position."""
    if text.isascii():
        return text
    if "，" in text:
        text = _WIDE_COMMA.sub(",", text)
        text = _WIDE_GROUPS.sub(lambda match: match[0].replace("，", ","), text)
    text = text.translate(_TABLE)
    if any(sign in text for sign in _FORMAL_DIGITS):
        text = _FORMAL.sub(lambda match: _FORMAL_DIGITS[match[0]], text)
    return text


def lower(text: str) -> str:
    """``text`` in lower case with every position kept (``str.lower`` may lengthen)."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


_DIGITS = lazy_regex(
    r"(?P<comma>\d{1,3}(?:,\d{3}){1,12}(?!,?\d)(?:\.\d{1,40})?)"
    r"|(?P<lakh>\d{1,2}(?:,\d{2}){1,8},\d{3}(?!,?\d)(?:\.\d{1,40})?)"
    r"|(?P<europe>\d{1,3}(?:\.\d{3}){1,12},\d{1,2}(?![,.]?\d))"
    r"|(?P<dots>\d{1,3}(?:\.\d{3}){2,12}(?![,.]?\d))"
    r"|(?P<spaced>\d{1,3}(?:(?:[\u00a0\u202f\u2009]\d{3}){1,12}|(?: \d{3}){2,12}| 000)(?! ?\d)(?:\.\d{1,40})?)"
    r"|(?P<plain>\d{1,41}(?:\.\d{1,40})?)"
)
_EXPONENT = lazy_regex(r"e[+-]?\d{1,2}(?![\da-z])")
_POWER = lazy_regex(r"\^([+-]?\d{1,2})(?![\d.])")
_FRACTION = lazy_regex(r"(?:(?<=\d)(?: {1,2}| ?- ?)(\d{1,3}) ?/ ?(\d{1,4})|/(\d{1,6})| / (\d{1,2}))(?![\d/.]|,\d)")
_DECIMAL_COMMA = lazy_regex(r",(\d{1,2})(?![\d,]|\.\d)")
_SEPARATORS = str.maketrans("", "", ", \u00a0\u202f\u2009")
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5),
    "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
}  # fmt: skip


_ONE = Decimal(1)


def divide(numerator: Decimal | int, denominator: Decimal | int) -> Decimal:
    """The quotient to 15 digits, exact where it ends earlier."""
    return FRACTION.divide(Decimal(numerator), Decimal(denominator))


def last_digit(value: Decimal) -> Decimal:
    """The size of the last written digit: 0.01 for 4.10, 1 for 4500."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def fractional(value: Decimal, start: int, end: int) -> Numeral:
    """A numeral whose value is a fraction: its last digit says nothing of its precision, so the step is zero."""
    return Numeral(value, value, Decimal(0), start, end)


def read_digits(low: str, start: int, *, decimal_comma: bool) -> Numeral | None:
    """The number in digits at ``start`` of the lower-case text; None for runs that are too long or go on as a version."""
    match = _DIGITS.match(low, start)
    if match is None or match.end() - start > MAX_DIGITS + 14:
        return None
    end, form = match.end(), match.lastgroup
    digits = match[0] if form == "plain" else match[0].translate(_SEPARATORS)
    if form == "europe":
        digits = match[0].replace(".", "").replace(",", ".")
    elif form == "dots":
        digits = match[0].replace(".", "")
    elif form == "plain":
        if end < len(low) and low[end].isdigit():
            return None
        if decimal_comma and "." not in digits and (comma := _DECIMAL_COMMA.match(low, end)):
            digits, end = f"{digits}.{comma[1]}", comma.end()
    value = Decimal(digits)
    after = low[end : end + 1]
    if after and after in "^e/ -½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅒":
        extended = _extend(low, value, start, end)
        if extended is not None:
            return extended
    is_whole = "." not in digits
    return Numeral(value, value, _ONE if is_whole else last_digit(value), start, end, form == "plain" and is_whole)


def _extend(low: str, value: Decimal, start: int, end: int) -> Numeral | None:
    """A power, an exponent or a fraction behind the digits."""
    if exponent := _EXPONENT.match(low, end):
        scaled = EXACT.scaleb(value, int(exponent[0][1:]))
        return Numeral(scaled, scaled, last_digit(scaled), start, exponent.end())
    if power := _POWER.match(low, end):
        if not value and int(power[1]) <= 0:
            return None
        return fractional(FRACTION.power(value, int(power[1])), start, power.end())
    if low[end] in VULGAR:
        part = divide(*VULGAR[low[end]])
        return fractional(EXACT.add(value, part), start, end + 1)
    match = _FRACTION.match(low, end)
    if match is None or value != value.to_integral_value():
        return None
    whole, numerator = (value, Decimal(match[1])) if match[1] else (Decimal(0), value)
    denominator = Decimal(match[2] or match[3] or match[4])
    if not denominator:
        return None
    return fractional(EXACT.add(whole, divide(numerator, denominator)), start, match.end())


def read_vulgar(low: str, start: int) -> Numeral:
    """A fraction that is one character."""
    return fractional(divide(*VULGAR[low[start]]), start, start + 1)
