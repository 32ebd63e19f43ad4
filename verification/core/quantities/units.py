"""Units behind a number: percent and its kin, money, physical units. Each is found by a look-up of the next word or signs."""

from decimal import Decimal

from verification.core.language.frequency import zipf
from verification.core.patterns import lazy_regex
from verification.core.quantities import currencies
from verification.core.quantities.unit_names import BASIS_POINTS, CENT, CHINESE, ENGLISH, PER_MILLE, PERCENT, POINTS, TENTHS, Unit, money
from verification.core.vocabulary import QuantityKind

__all__ = [
    "BASIS_POINTS", "CHINESE", "COMPOUNDS", "ENGLISH", "FIRST_SIGNS", "PERCENT", "PER_MILLE", "POINTS", "Unit", "money", "read_unit",
]  # fmt: skip

_CASED = {"m": "m", "t": "t", "g": "g", "l": "lL", "w": "W", "h": "h", "mw": "M", "mb": "M", "ms": "m"}
COMPOUNDS = frozenset(form[:2] for form in CHINESE if form[0] in "千兆")
_LENGTHS_BY_SIGN = {
    sign: sorted({len(form) for form in CHINESE if form[0] == sign}, reverse=True) for sign in {form[0] for form in CHINESE}
}
FIRST_SIGNS = frozenset(_LENGTHS_BY_SIGN)
_WORDS = lazy_regex(
    r"(?:[ \u00a0]{0,2}|[ ]?-[ ]?)([a-z€μµ][a-z€]*(?:/[a-z]{1,5}|\.[a-z]\.?)?[23²³]?)(?:[ -]([a-z]+)(?:[ -]([a-z]+))?)?(?![a-z0-9])"
)
_SIGN = lazy_regex(
    r"[ \u00a0]{0,2}(?:(%) ?(?:(points?|pts?)(?![a-z]))?|(‰)|(¢)|(° ?(?:celsius|fahrenheit|centigrade|[cf])?|℃|℉)(?![a-z])"
    r"|((?:us|hk|c|a|nz|s|nt)?\$)(?!\d| \d)|([€£₩₹₽฿₺₴₫₱₪₦₿])(?!\d|ur))"
)
_LENGTHS = frozenset(("kilometer", "meter", "mile", "centimeter", "millimeter", "foot"))
_SPEED = lazy_regex(r"(?: per | an? |/)(millisecond|second|sec|hour|hr|minute|ms|s|h)(?![a-z])")
_SPEED_UNITS = {"sec": "second", "s": "second", "h": "hour", "hr": "hour", "ms": "millisecond"}
_POWER = lazy_regex(r"\^([23])(?![\w.])| (squared|cubed)(?![a-z])")
_DEGREES = {"c": "°c", "f": "°f"}
_DAILY = lazy_regex(r" (?:(?:a|per) day|daily)(?![a-z])|/d(?:ay)?(?![a-z])")
# As the oil market writes a thousand and a million of them: kb/d and tb/d, mb/d and mmbpd.
_BARRELS_A_DAY = lazy_regex(r"[ \u00a0]{0,2}(?:(mm?)|[kt])b(?:bls?)?(?:/d(?:ay)?|pd)(?![a-z])")
_SPACED_POINTS = lazy_regex(r" {0,4}(?:个 {0,2})?百 ?分 ?点")
_TENTH = lazy_regex(
    r" ?成(?:(半)| ?([一二两三四五六七八九])(?![十百千万亿个家名成年月日]))?(?![为了功本员熟立长果绩交品都语份分就效因婚型人套])"
)
_NO_MONEY = lazy_regex(r"元(?:[素旦首件宵器老帅组宇锂材次论化]|正(?=\w)|年|月(?![薪租费供]))")
# 49.3|升至50.1, 53|克朗, 60|卡车: what begins a longer word of every day is no measure.
_SHORT_MEASURES = frozenset("升克米卡瓦尺码杯圆赫")
_NO_MEASURE = lazy_regex(r"升[至到逾破穿幅势]|克[朗拉]")
_EVERYDAY = 3.5
_BEFORE_SLANG = frozenset("0123456789百千万亿")
_MEASURE_PIECE = lazy_regex(r"块(?![钱,。.;、!?) ]|$|[零一二两三四五六七八九\d])")


def read_unit(norm: str, low: str, end: int) -> tuple[Unit, int] | None:
    """The unit that starts at ``end`` of the text (normalised, and in lower case) and where it ends, or None."""
    head = low[end : end + 1]
    if not head:
        return None
    sign = low[end : end + 5].lstrip(" \xa0")[:1] if head in " \xa0" or not head.isascii() else head
    if sign in "%‰¢°℃℉$€£₩₹₽฿₺₴₫₱₪₦₿" or sign in "uhcans":
        found = _read_sign(low, end)
        if found is not None:
            return found
    if sign.isascii() or sign in "μµ€":
        return _read_english(norm, low, end)
    return _read_chinese(norm, end)


def _read_sign(low: str, end: int) -> tuple[Unit, int] | None:
    match = _SIGN.match(low, end)
    if match is None:
        return None
    percent, points, mille, cent, degree, dollar, other = match.groups()
    if percent:
        return (POINTS, match.end()) if points else (PERCENT, match.end(1))
    if mille:
        return PER_MILLE, match.end()
    if cent:
        return money("USD", CENT), match.end()
    if degree:
        return ENGLISH[_DEGREES.get(degree[1:].strip()[:1], degree.strip())], match.start(5) + len(degree.rstrip())
    code = currencies.SIGNS[other] if other else currencies.DOLLARS.get(dollar[:-1], "USD")
    return money(code), match.end()


def _read_english(norm: str, low: str, end: int) -> tuple[Unit, int] | None:
    if daily := _BARRELS_A_DAY.match(low, end):
        return ENGLISH["bpd"]._replace(factor=Decimal(10**6 if daily[1] else 1000)), daily.end()
    match = _WORDS.match(low, end)
    if match is None:
        match = _FIRST_WORD.match(low, end)
        if match is None:
            return None
        first, second, third = match[1], None, None
    else:
        first, second, third = match.groups()
    if third and (unit := ENGLISH.get(f"{first} {second} {third}")):
        return unit, match.end(3)
    if second and (unit := ENGLISH.get(f"{first} {second}")):
        return _with_rate(low, unit, match.end(2))
    unit, stop = _look_up(first, match.start(1))
    if unit is not None:
        cased = _CASED.get(first)
        if cased is not None and (
            norm[match.start(1)] not in cased or match.start(1) > end + 1 or (first in "gthw" and match.start(1) > end)
        ):
            return None
        return _with_rate(low, unit, stop)
    written = norm[match.start(1) : match.end(1)]
    return _read_code(written, match.end(1))


def _look_up(word: str, start: int) -> tuple[Unit | None, int]:
    """The unit that a word at ``start`` names, and its end; of a rate that has no name (kg/day) the first part."""
    unit = ENGLISH.get(word)
    if unit is None and "/" in word:
        word = word.partition("/")[0]
        unit = ENGLISH.get(word)
    return unit, start + len(word)


_FIRST_WORD = lazy_regex(r"(?:[ \u00a0]{0,2}|-)([a-z€μµ][a-z€]*)(?![a-z0-9])")


def _with_rate(low: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """Barrels a day and speeds are units of their own; a 5,000-pound load is no money."""
    if unit.name == "barrel" and (rate := _DAILY.match(low, end)):
        return ENGLISH["bpd"], rate.end()
    if unit.name in _LENGTHS and (speed := _SPEED.match(low, end)):
        return Unit(f"{unit.name} per {_SPEED_UNITS.get(speed[1], speed[1])}", QuantityKind.DIMENSION), speed.end()
    if unit.name in _LENGTHS and (power := _POWER.match(low, end)):
        shape = "square" if power[1] == "2" or power[2] == "squared" else "cubic"
        return Unit(f"{shape} {unit.name}", QuantityKind.DIMENSION), power.end()
    if unit.name == "GBP" and low.endswith("-pound", 0, end) and not low.startswith((" note", " coin", " fine", " bill"), end):
        return ENGLISH["mass pound"], end
    return unit, end


def _read_code(written: str, end: int) -> tuple[Unit, int] | None:
    upper = written.upper()
    code = currencies.ALIASES.get(upper, upper)
    if code in currencies.CODES and (written == upper or upper in ("USD", "EUR", "GBP", "JPY", "HKD", "RMB", "LE")):
        return money(code), end
    if len(written) == 4 and written[0] in "MTk" and upper[1:] in currencies.CODES:
        return money(upper[1:], Decimal(10**6) if written[0] == "M" else Decimal(1000)), end
    return None


def _read_chinese(norm: str, end: int) -> tuple[Unit, int] | None:
    start = end
    while norm[start : start + 1] == " " and start < end + 4:
        start += 1
    sign = norm[start : start + 1]
    for length in _LENGTHS_BY_SIGN.get(sign, ()):
        form = norm[start : start + length]
        if form in CHINESE:
            return _guarded(norm, CHINESE[form], start, start + len(form))
    if sign not in "成个百":
        return None
    if tenth := _TENTH.match(norm, end):
        return TENTHS, tenth.end()
    if points := _SPACED_POINTS.match(norm, end):
        return POINTS, points.end()
    return None


def _begins_word(norm: str, start: int) -> bool:
    word = norm[start : start + 2]
    return len(word) > 1 and (_NO_MEASURE.match(word) is not None or zipf(word, "zh") >= _EVERYDAY)


def _guarded(norm: str, unit: Unit, start: int, end: int) -> tuple[Unit, int] | None:
    """Drop words that only begin like a unit: 三元锂, 一块蛋糕; 刀 is the dollar behind digits and scales alone (两刀 are cuts)."""
    sign = norm[start]
    if sign == "刀" and not (start and norm[start - 1] in _BEFORE_SLANG):
        return None
    if end - start == 1 and ((sign == "元" and _NO_MONEY.match(norm, start)) or (sign == "块" and _MEASURE_PIECE.match(norm, start))):
        return None
    if end - start == 1 and sign in _SHORT_MEASURES and _begins_word(norm, start):
        return None
    if unit.kind == QuantityKind.CURRENCY and norm.startswith("人民币", end):
        end += 3
    return unit, end
