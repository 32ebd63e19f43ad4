"""Units behind a number: percent and its kin, money, physical units. Each is found by a look-up of the next word or signs."""

import re
from decimal import Decimal
from typing import NamedTuple

from verification.core.quantities import currencies
from verification.core.vocabulary import QuantityKind


class Unit(NamedTuple):
    """A unit by its public name. ``factor`` turns the written number into it (5 cents are 0.05 USD, 两成 is 20 %)."""

    name: str
    kind: QuantityKind
    factor: Decimal = Decimal(1)


PERCENT = Unit("%", QuantityKind.PERCENT)
PER_MILLE = Unit("‰", QuantityKind.PERCENT)
POINTS = Unit("pp", QuantityKind.PERCENT)
BASIS_POINTS = Unit("bp", QuantityKind.PERCENT)
_TENTHS = Unit("%", QuantityKind.PERCENT, Decimal(10))
_CENT = Decimal("0.01")


def money(code: str, factor: Decimal = Decimal(1)) -> Unit:
    return Unit(code, QuantityKind.CURRENCY, factor)


_PHYSICAL = """
barrel: barrels bbl bbls 桶
barrel per day: bpd b/d 桶/日 桶/天 桶每日 桶每天
ton: tons tonne tonnes 吨 公吨 t
metric ton: metric_tons metric_tonne metric_tonnes
short ton: short_tons 短吨
long ton: long_tons
kilogram: kilograms kilo kilos kilogramme kilogrammes kg kgs 公斤 千克
gram: grams gramme grammes 克 g
milligram: milligrams mg 毫克
microgram: micrograms microgrammes μg µg mcg 微克
jin: 斤
liang: 两
mass pound: lb lbs 磅
ounce: ounces oz troy_ounce troy_ounces 盎司
carat: carats 克拉
bushel: bushels 蒲式耳
kilometer: kilometers kilometre kilometres km kms 公里 千米
meter: meters metre metres 米 m
centimeter: centimeters centimetre centimetres cm 厘米 公分
decimeter: decimeters decimetre decimetres dm 分米
millimeter: millimeters millimetre millimetres mm 毫米
micrometer: micrometers micrometre micrometres micron microns μm µm 微米
nanometer: nanometers nanometre nanometres nm 纳米
mile: miles mi 英里
nautical mile: nautical_miles 海里
foot: feet ft 英尺
inch: inches 英寸 寸
yard: yards yd 码
light year: light_years 光年
acre: acres 英亩
hectare: hectares ha 公顷
mu: 亩
square kilometer: square_kilometers square_kilometre square_kilometres km2 km² sq_km 平方公里 平方千米
square meter: square_meters square_metre square_metres m2 m² sqm 平方米 平米
square foot: square_feet sq_ft sqft 平方英尺
square mile: square_miles 平方英里
cubic meter: cubic_meters cubic_metre cubic_metres m3 m³ 立方米
cubic foot: cubic_feet cu_ft 立方英尺
billion cubic meters: bcm
liter: liters litre litres 升 l
milliliter: milliliters millilitre millilitres ml 毫升
gallon: gallons 加仑
cup: cups
tablespoon: tablespoons tbsp
teaspoon: teaspoons tsp
pint: pints
quart: quarts
dram: drachma drachmas drams
watt: watts w 瓦 瓦特
kilowatt: kilowatts kw 千瓦
megawatt: megawatts mw 兆瓦
gigawatt: gigawatts gw 吉瓦
terawatt: terawatts tw 太瓦
watt hour: wh watt_hours 瓦时
kilowatt hour: kwh kilowatt_hours kilowatt-hours 千瓦时
megawatt hour: mwh megawatt_hours 兆瓦时
gigawatt hour: gwh gigawatt_hours 吉瓦时
terawatt hour: twh terawatt_hours 太瓦时
joule: joules 焦耳
calorie: calories 卡路里 卡
kilocalorie: kilocalories kcal 千卡 大卡
volt: volts 伏 伏特
milliampere hour: mah 毫安时
British thermal unit: btu btus
million British thermal units: mmbtu 百万英热单位
hertz: hz 赫兹 赫
kilohertz: khz 千赫 千赫兹
megahertz: mhz 兆赫 兆赫兹
gigahertz: ghz 吉赫 吉赫兹
byte: bytes 字节
kilobyte: kilobytes kb 千字节
megabyte: megabytes mb 兆字节
gigabyte: gigabytes gb 吉字节
terabyte: terabytes tb 太字节
petabyte: petabytes pb
bit: bits 比特
kilobit: kilobits 千比特
megabit: megabits 兆比特
gigabit: gigabits
megabit per second: mbps
gigabit per second: gbps
kilobit per second: kbps
kilometer per hour: km/h kph kmph km/hr kmh kilometers_per_hour kilometres_per_hour 公里/小时 公里每小时
mile per hour: mph miles_per_hour miles_an_hour 英里/小时
meter per second: m/s meters_per_second metres_per_second 米/秒 米每秒
degree: degrees °
degree Celsius: °c ℃ degrees_celsius degree_celsius 摄氏度
degree Fahrenheit: °f ℉ degrees_fahrenheit 华氏度
second: seconds sec secs 秒 秒钟
millisecond: milliseconds ms 毫秒
minute: minutes mins 分钟
hour: hours hrs hr 小时 个小时 钟头 个钟头
day: days 天
week: weeks 周 个星期 星期
month: months 个月 个多月
year: years yr yrs 年 周年 岁 year-old years-old years_old
decade: decades
quarter: 个季度
pascal: pascals 帕
megapascal: mpa 兆帕
decibel: decibels db 分贝
megaton: megatons
million tons: mtpa
kiloton: kilotons kt
terajoule: tj
petaflop: petaflops
light: lumens
"""
_CASED = {"m": "m", "t": "t", "g": "g", "l": "lL", "w": "W", "h": "h", "mw": "M", "mb": "M", "ms": "m"}


def _forms() -> tuple[dict[str, Unit], dict[str, Unit]]:
    english: dict[str, Unit] = {}
    chinese: dict[str, Unit] = {}
    for line in _PHYSICAL.strip().splitlines():
        name, _, forms = line.partition(":")
        unit = Unit(name, QuantityKind.DIMENSION)
        english[name] = unit
        for form in forms.split():
            (english if form.isascii() or form[0] in "μµ°℃℉" or form[-1] in "²³" else chinese)[form.replace("_", " ")] = unit
    for name, code in currencies.ENGLISH.items():
        english[name] = english[f"{name}s"] = money(code)
    for name, code in currencies.MINOR.items():
        english[name] = english[f"{name}s"] = money(code, _CENT)
    for name in ("percent", "percents", "percentage", "per cent", "pct", "pct."):
        english[name] = PERCENT
    for name in (
        "percentage point",
        "percentage points",
        "pcts",
        "ppt",
        "ppts",
        "pp",
        "pps",
        "percent point",
        "percent points",
        "pctg points",
    ):
        english[name] = POINTS
    for name in ("basis point", "basis points", "bp", "bps", "bips"):
        english[name] = BASIS_POINTS
    english["per mille"] = english["per mil"] = english["permille"] = PER_MILLE
    chinese |= {name: money(code) for name, code in currencies.CHINESE.items()}
    chinese |= {
        name: money(code, _CENT if name[0] not in "角毛" else Decimal("0.1")) for name, code in currencies.CHINESE_MINOR_ALONE.items()
    }
    chinese |= dict.fromkeys(("个百分点", "百分点", "个百份点", "个pct", "个pcts"), POINTS) | dict.fromkeys(
        ("个基点", "基点", "个bp", "个bps"), BASIS_POINTS
    )
    return english, chinese


ENGLISH, CHINESE = _forms()
COMPOUNDS = frozenset(form[:2] for form in CHINESE if form[0] in "千兆")
_BY_FIRST_SIGN: dict[str, list[str]] = {}
for _form in sorted(CHINESE, key=len, reverse=True):
    _BY_FIRST_SIGN.setdefault(_form[0], []).append(_form)
FIRST_SIGNS = frozenset(_BY_FIRST_SIGN)
_WORDS = re.compile(
    r"(?:[ \u00a0]{0,2}|[ ]?-[ ]?)([a-z€μµ][a-z€]*(?:/[a-z]{1,2}|\.[a-z]\.?)?[23²³]?)(?:[ -]([a-z]+)(?:[ -]([a-z]+))?)?(?![a-z0-9])"
)
_SIGN = re.compile(
    r"[ \u00a0]{0,2}(?:(%) ?(?:(points?|pts?)(?![a-z]))?|(‰)|(¢)|(°[cf]?|℃|℉)(?![a-z])"
    r"|((?:us|hk|c|a|nz|s|nt)?\$)(?!\d| \d)|([€£₩₹₽฿₺₴₫₱₪₦₿])(?!\d|ur))"
)
_LENGTHS = frozenset(("kilometer", "meter", "mile", "centimeter", "millimeter", "foot"))
_SPEED = re.compile(r"(?: per | an? |/)(second|sec|hour|minute)(?![a-z])")
_SPEED_UNITS = {"s": "second", "h": "hour", "m": "minute"}
_DAILY = re.compile(r" (?:(?:a|per) day|daily)(?![a-z])|/d(?:ay)?(?![a-z])")
_SPACED_POINTS = re.compile(r" {0,4}(?:个 {0,2})?百 ?分 ?点")
_TENTH = re.compile(
    r" ?成(?:(半)| ?([一二两三四五六七八九])(?![十百千万亿个家名成年月日]))?(?![为了功本员熟立长果绩交品都语份分就效因婚型人套])"
)
_NO_MONEY = re.compile(r"元(?:[素旦首件宵器老帅组宇锂材正次论化]|年|月(?![薪租费供]))")
_MEASURE_PIECE = re.compile(r"块(?![钱,。.;、!?) ]|$|[零一二两三四五六七八九\d])")


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
        return money("USD", _CENT), match.end()
    if degree:
        return ENGLISH[degree], match.end()
    code = currencies.SIGNS[other] if other else currencies.DOLLARS.get(dollar[:-1], "USD")
    return money(code), match.end()


def _read_english(norm: str, low: str, end: int) -> tuple[Unit, int] | None:
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
    unit = ENGLISH.get(first)
    if unit is not None:
        cased = _CASED.get(first)
        if cased is not None and (
            norm[match.start(1)] not in cased or match.start(1) > end + 1 or (first in "gthw" and match.start(1) > end)
        ):
            return None
        return _with_rate(low, unit, match.end(1))
    written = norm[match.start(1) : match.end(1)]
    return _read_code(written, match.end(1))


_FIRST_WORD = re.compile(r"(?:[ \u00a0]{0,2}|-)([a-z€μµ][a-z€]*)(?![a-z0-9])")


def _with_rate(low: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """Barrels a day and speeds are units of their own; a 5,000-pound load is no money."""
    if unit.name == "barrel" and (rate := _DAILY.match(low, end)):
        return ENGLISH["bpd"], rate.end()
    if unit.name in _LENGTHS and (speed := _SPEED.match(low, end)):
        return Unit(f"{unit.name} per {_SPEED_UNITS[speed[1][0]]}", QuantityKind.DIMENSION), speed.end()
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
    for form in _BY_FIRST_SIGN.get(sign, ()):
        if norm.startswith(form, start):
            return _guarded(norm, CHINESE[form], start, start + len(form))
    if sign not in "成个百":
        return None
    if tenth := _TENTH.match(norm, end):
        return _TENTHS, tenth.end()
    if points := _SPACED_POINTS.match(norm, end):
        return POINTS, points.end()
    return None


def _guarded(norm: str, unit: Unit, start: int, end: int) -> tuple[Unit, int] | None:
    """Drop words that only begin like a unit: 三元锂, 一块蛋糕, 五克拉."""
    sign = norm[start]
    if end - start == 1 and ((sign == "元" and _NO_MONEY.match(norm, start)) or (sign == "块" and _MEASURE_PIECE.match(norm, start))):
        return None
    if unit.kind == QuantityKind.CURRENCY and norm.startswith("人民币", end):
        end += 3
    return unit, end
