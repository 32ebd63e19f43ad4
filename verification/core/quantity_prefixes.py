"""What stands straight before a number and belongs to it: a sign, a currency sign, code or name."""

import re

from verification.core import currencies
from verification.core.quantity_source import Source

_SIGNS = "-−–"
_SIGN_LETTERS = re.compile(r"(?<![a-z])(us|u\.s\.|usd|hk|hkd|a|au|aud|ca|c|can|cad|cdn|nz|nzd|s|sg|sgd|nt|r|mx|mex|tw|mop)[ ]?$")
_CODE = re.compile(r"(?<![A-Za-z])([A-Z]{2,3}|usd|eur|gbp|rmb|cny|Rs|Fr)\.?[ \u00a0]?$")
_NAME = re.compile(r"(?<![a-z])((?:malaysian? )?ringgits?|rupees?|rmb) $")
_WORD_SIGN = re.compile(r"(?<![a-z])(?:minus|negative) $")
_CURRENCY_SIGNS = frozenset("$€£¥₩₹₽฿₺₴₫₱₪₦₿₸₨₡₲")


def read_prefix(source: Source, start: int, floor: int) -> tuple[int, bool, str | None]:
    """Where the figure really begins, whether it is negative, and the currency written before it."""
    norm, low = source.norm, source.low
    position, is_negative = start, False
    if position > floor and norm[position - 1] in _SIGNS and _is_sign(source, position - 1, floor):
        position, is_negative = position - 1, True
    elif position > floor and norm[position - 1] == "+" and (position - 1 == floor or not norm[position - 2].isalnum()):
        position -= 1
    apart = position
    while apart > floor and position - apart < 3 and norm[apart - 1] in " \u00a0":
        apart -= 1
    if apart == floor:
        return position, is_negative, None
    before = norm[apart - 1]
    code, begin = None, position
    if before in _CURRENCY_SIGNS:
        code, begin = _read_sign_before(source, apart - 1, floor)
    elif before.isascii():
        code, begin = _read_code_before(source, apart, position, floor)
    elif source.is_chinese or before in "币元金":
        code, begin = _read_name_before(norm, apart, floor)
    if code is not None:
        position = begin
        if position > floor and norm[position - 1] in _SIGNS and _is_sign(source, position - 1, floor):
            return position - 1, True, code
        if position > floor and norm[position - 1] == "+":
            position -= 1
    if not is_negative and position > floor:
        return _read_word_sign(source, position, floor, code)
    return position, is_negative, code


def _read_word_sign(source: Source, position: int, floor: int, code: str | None) -> tuple[int, bool, str | None]:
    norm = source.norm
    window = max(floor, position - 10)
    if norm[position - 1] in "负負" or (norm[position - 1] == " " and position - 2 >= floor and norm[position - 2] in "负負"):
        return (
            norm.index(
                norm[position - 1] if norm[position - 1] != " " else norm[position - 2], position - 2 if position - 2 >= floor else floor
            ),
            True,
            code,
        )
    if norm[window:position].endswith("零下"):
        return position - 2, True, code
    if norm[position - 1] == " " and (match := _WORD_SIGN.search(source.low, window, position)):
        return match.start(), True, code
    return position, False, code


def _is_sign(source: Source, position: int, floor: int) -> bool:
    """Whether the dash at ``position`` is a minus: not between words, numbers or ends of a range."""
    if position == floor:
        return floor == 0
    before = source.norm[position - 1]
    return before in " \u00a0\t\n([（【/:=,，、：;；<>|\"'“‘" or "\u4e00" <= before <= "\u9fff" or before in _CURRENCY_SIGNS


def _read_sign_before(source: Source, at: int, floor: int) -> tuple[str | None, int]:
    sign = source.norm[at]
    if sign == currencies.YEN_OR_YUAN:
        if at - 2 >= floor and source.low[at - 2 : at] == "cn":
            return "CNY", at - 2
        return ("CNY" if source.is_chinese else "JPY"), at
    if sign == "$" and at > floor and (letters := _SIGN_LETTERS.search(source.low, max(floor, at - 6), at)):
        word = letters[1]
        if (
            source.norm[letters.start(1)].isupper()
            or word in ("us", "c", "hk", "cad", "usd")
            and (word != "c" or letters.end() > letters.end(1))
        ):
            if not (word in ("a", "s", "r") and letters.end() > letters.end(1)):
                return currencies.DOLLARS[word], letters.start()
    return currencies.SIGNS[sign], at


def _read_code_before(source: Source, apart: int, position: int, floor: int) -> tuple[str | None, int]:
    window = max(floor, position - 22)
    if match := _CODE.search(source.norm, window, position):
        upper = match[1].upper()
        code = currencies.ALIASES.get(upper, upper)
        if code in currencies.CODES and (upper not in currencies.WORDS_TOO or match[1] in ("Rs", "Fr")):
            return code, match.start()
    if source.low[apart - 1] in "tsbe" and position > apart and (match := _NAME.search(source.low, window, position)):
        return currencies.ENGLISH.get(match[1].rstrip("s")) or "CNY", match.start()
    return None, position


def _read_name_before(norm: str, apart: int, floor: int) -> tuple[str | None, int]:
    for length in (4, 3, 2):
        name = norm[max(floor, apart - length) : apart]
        if len(name) == length and name in currencies.CHINESE_PREFIXES:
            return currencies.CHINESE_PREFIXES[name], apart - length
    return None, apart
