"""Chinese numerals and mixed forms: 三千五百, 1.2万亿, 3万4000, 一万三, 二十五分之一, 四五千, 数十亿."""

import re
from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities.numerals import EXACT, Numeral, divide, fractional, last_digit

DIGITS = {c: Decimal(i) for i, c in enumerate("零一二三四五六七八九")} | {"两": Decimal(2)}
_TENS = {"廿": Decimal(20), "卅": Decimal(30), "卌": Decimal(40)}
_UNITS = {"十": Decimal(10), "百": Decimal(100), "千": Decimal(1000)}
_SECTIONS = {"万": Decimal(10**4), "亿": Decimal(10**8), "兆": Decimal(10**12)}
STARTS = "零一二两三四五六七八九十百千万亿廿卅卌半数几"
_SCALES = "十百千万亿兆"
_TOKEN = lazy_regex(
    r" {0,4}(?:(\d{1,3}(?:,\d{3}){1,8}(?!\d)|\d{1,20})(\.\d{1,20})?"
    r"|([零一二两三四五六七八九十百千万亿兆廿卅卌点]|[多余来几](?= ?[万亿多])|[数几](?=[十百千万亿])))"
)
_PAIR = lazy_regex(r"([一二两三四五六七八])([二两三四五六七八九])(?=[十百千万亿个家年天名位次倍项])")
_PART_OF = lazy_regex(r" {0,2}分 {0,2}之 {0,2}(-|负)?")
_AND_PART = lazy_regex(r" ?又 ?")
_DIGITS_ONLY = frozenset("零一二三四五六七八九")
_MAX_TOKENS = 40


class _Run:
    """The state of one numeral while its tokens are read from left to right."""

    def __init__(self) -> None:
        self.parts: list[tuple[Decimal, Decimal]] = []  # closed sections: value and magnitude
        self.section = Decimal(0)
        self.current: Decimal | None = None
        self.step = Decimal(1)
        self.last_unit = Decimal(1)
        self.is_bare_zero = False
        self.is_gap = False  # 零 stands before what comes next
        self.is_short = False  # the current digit is one sign straight behind a unit: 一万三

    def digit(self, value: Decimal, step: Decimal, *, is_sign: bool) -> bool:
        """Take a digit or a number in digits; False where two stand side by side."""
        if self.current is not None:
            return False
        if value >= self.last_unit > 1:
            return False
        self.current, self.step = value, step
        self.is_short = is_sign and self.last_unit >= 100 and not self.is_gap
        self.is_gap = False
        return True

    def unit(self, unit: Decimal) -> bool:
        """Take 十, 百 or 千; False where it does not come down."""
        if self.section and unit >= self.last_unit and self.last_unit < 10**4:
            return False
        self.section = EXACT.add(self.section, EXACT.multiply(Decimal(1) if self.current is None else self.current, unit))
        self.step = unit if self.current is None else EXACT.multiply(self.step, unit)
        self.current, self.last_unit, self.is_short = None, unit, False
        return True

    def close(self, magnitude: Decimal) -> bool:
        """Take 万, 亿 or 兆, which also multiplies the smaller sections before it (三千万亿)."""
        value = EXACT.add(self.section, self.current or Decimal(0))
        stacked = not value
        while self.parts and (self.parts[-1][1] < magnitude or (stacked and self.parts[-1][1] <= magnitude)):
            value = EXACT.add(value, self.parts.pop()[0])
        if not value or (self.parts and self.parts[-1][1] <= magnitude):
            return False
        self.parts.append((EXACT.multiply(value, magnitude), magnitude))
        self.step = EXACT.multiply(self.step, magnitude)
        self.section, self.current, self.last_unit, self.is_short = Decimal(0), None, magnitude, False
        return True

    def zero(self) -> None:
        """Take 零: a digit of its own at the start, else a gap."""
        if self.current is None and not self.section and not self.parts:
            self.is_gap = True
            self.is_bare_zero = True
            return
        self.is_gap, self.is_short = True, False

    @property
    def is_empty(self) -> bool:
        return self.current is None and not self.section and not self.parts and not self.is_bare_zero

    def result(self) -> tuple[Decimal, Decimal]:
        value = sum((part for part, _ in self.parts), self.section)
        if self.current is None:
            return value, self.step
        factor = self.last_unit / 10 if self.is_short else Decimal(1)
        return EXACT.add(value, EXACT.multiply(self.current, factor)), EXACT.multiply(self.step, factor)


def read_chinese(text: str, start: int) -> Numeral | None:
    """The numeral with Chinese signs at ``start`` of normalised text; None where the signs make no number (十四五, 二零二五)."""
    whole = _read_integer(text, start)
    if whole is None:
        return None
    fraction = _read_fraction(text, whole)
    if fraction is not None:
        return fraction
    if (joint := _AND_PART.match(text, whole.end)) and (part := _read_integer(text, joint.end())):
        fraction = _read_fraction(text, part)
        if fraction is not None:
            return fractional(EXACT.add(whole.low, fraction.low), start, fraction.end)
    return whole


def _read_fraction(text: str, denominator: Numeral) -> Numeral | None:
    match = _PART_OF.match(text, denominator.end)
    if match is None or not denominator.low or denominator.low != denominator.high:
        return None
    numerator = _read_integer(text, match.end())
    if numerator is None:
        return None
    value = divide(numerator.low, denominator.low)
    return fractional(-value if match[1] else value, denominator.start, numerator.end)


def _read_integer(text: str, start: int) -> Numeral | None:
    if text.startswith("半", start):
        return fractional(Decimal("0.5"), start, start + 1)
    if text.startswith("一半", start):
        return fractional(Decimal("0.5"), start, start + 2)
    pair = _PAIR.search(text, start, start + _MAX_TOKENS)
    if pair is not None and _reaches(text, start, pair.start()):
        low = _walk(text, start, skipped=pair.start(2))
        high = _walk(text, start, skipped=pair.start(1))
        if low is None or high is None:
            return None
        return high._replace(low=min(low.low, high.low), high=max(low.high, high.high))  # 三两亿: two or three
    low = _walk(text, start, several=Decimal(1))
    if low is None or text[start] not in "数几":
        return low
    high = _walk(text, start, several=Decimal(10))
    return None if high is None else high._replace(low=low.low)


def _reaches(text: str, start: int, position: int) -> bool:
    """Whether the run of numeral signs at ``start`` goes on to ``position``."""
    return all(sign in DIGITS or sign in _SCALES for sign in text[start:position])


def _walk(text: str, start: int, *, skipped: int = -1, several: Decimal = Decimal(1)) -> Numeral | None:
    run, position, end = _Run(), start, start
    signs: list[str] = []
    over = False
    for _ in range(_MAX_TOKENS):
        token = _TOKEN.match(text, position)
        if token is None:
            break
        if token.start(3) == skipped >= 0:
            position = token.end()
            continue
        sign = token[3]
        if sign == "点":
            decimals = _DECIMALS.match(text, token.end())
            if decimals is None or run.is_empty:
                break
            _add_decimals(run, decimals[1])
            position = end = decimals.end()
            signs.append("点")
            continue
        if sign is not None and sign in "多余来几" and signs and sign != "数":
            over, position, end = True, token.end(), token.end()
            if run.current is None and run.last_unit == 1 and not run.section:
                break
            continue
        if not _take(run, token, several):
            return None if sign is not None else _finish(run, signs, start, end, over)
        signs.append(sign or token[1])
        position = end = token.end()
    return _finish(run, signs, start, end, over)


def _take(run: _Run, token: re.Match[str], several: Decimal) -> bool:
    sign = token[3]
    if sign is None:
        value = Decimal(token[1].replace(",", "") + (token[2] or ""))
        step = last_digit(value) if token[2] else Decimal(1)
        return run.digit(value, step, is_sign=len(token[1]) == 1 and not token[2])
    if sign == "零":
        run.zero()
        return True
    if sign in DIGITS:
        return run.digit(DIGITS[sign], Decimal(1), is_sign=True)
    if sign in "数几":
        return run.digit(several, Decimal(1), is_sign=False)
    if sign in "多余来":  # behind a number only: "百分之多万" is none
        return False
    if sign in _TENS:
        return run.digit(_TENS[sign] / 10, Decimal(1), is_sign=False) and run.unit(Decimal(10))
    return run.unit(_UNITS[sign]) if sign in _UNITS else run.close(_SECTIONS[sign])


_DECIMALS = lazy_regex(r" ?([零一二两三四五六七八九]{1,12}|\d{1,12})(?![十百千]?[分刻])")


def _add_decimals(run: _Run, written: str) -> None:
    """Put the digits behind 点 after the number read so far; what follows (亿) multiplies all of it."""
    value, _ = run.result()
    part = Decimal("0." + "".join(str(DIGITS.get(sign, sign)) for sign in written if sign != " "))
    run.parts, run.section = [], Decimal(0)
    run.current, run.step = EXACT.add(value, part), last_digit(part)
    run.last_unit, run.is_short = Decimal(1), False


def _finish(run: _Run, signs: list[str], start: int, end: int, over: bool) -> Numeral | None:
    if not signs or (len(signs) > 1 and all(sign in _DIGITS_ONLY for sign in signs)):
        return None
    if all(sign in "万亿兆" for sign in signs):
        return None
    value, step = run.result()
    return Numeral(value, value, step, start, end, False, over)
