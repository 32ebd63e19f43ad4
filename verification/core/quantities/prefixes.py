"""What stands straight before a number and belongs to it: a sign, a currency sign, code or name."""

from typing import NamedTuple

from verification.core.patterns import lazy_regex
from verification.core.quantities import currencies
from verification.core.quantities.source import QuantityText

_SIGNS = "-−–"
_SIGN_LETTERS = lazy_regex(r"(?<![a-z])(us|u\.s\.|usd|hk|hkd|a|au|aud|ca|c|can|cad|cdn|nz|nzd|s|sg|sgd|nt|r|mx|mex|t|tw|mop)[ ]?$")
_CODE = lazy_regex(r"(?<![A-Za-z])([A-Z]{2,3}|usd|eur|gbp|rmb|cny|Rs|Fr)\.?[ \u00a0]?$")
_NAME = lazy_regex(r"(?<![a-z])((?:malaysian? )?ringgits?|rupees?|rmb) $")
_WORD_SIGN = lazy_regex(r"(?<![a-z])(?:minus|negative) $|负 $")
_MOST_SPACES = 3
_NAME_ENDS = frozenset(name[-1] for name in currencies.CHINESE_PREFIXES)
_LONE_LETTERS = frozenset("asrt")
_LOWER_DOLLARS = frozenset(("us", "hk", "cad", "usd"))
_CURRENCY_SIGNS = frozenset("$€£¥₩₹₽฿₺₴₫₱₪₦₿₸₨₡₲")


class Prefix(NamedTuple):
    """Where a figure really begins, whether it is negative, and the currency written before the number."""

    start: int
    is_negative: bool = False
    code: str | None = None


def read_prefix(source: QuantityText, start: int, floor: int) -> Prefix:
    """The prefix of the number at ``start``; nothing before ``floor`` belongs to it."""
    position, is_negative = _read_sign(source, start, floor)
    code, begin = _read_currency(source, position, floor)
    if code is not None:
        position, is_second = _read_sign(source, begin, floor)
        is_negative = is_negative or is_second
    if is_negative or position == floor:
        return Prefix(position, is_negative, code)
    word = _read_word_sign(source, position, floor)
    return Prefix(position, False, code) if word is None else Prefix(word, True, code)


def _read_sign(source: QuantityText, position: int, floor: int) -> tuple[int, bool]:
    """A minus or plus straight before ``position``: where it stands, and whether it is a minus."""
    if position <= floor:
        return position, False
    sign = source.norm[position - 1]
    if sign in _SIGNS and _is_sign(source, position - 1, floor):
        return position - 1, True
    if sign == "+" and (position - 1 == floor or not source.norm[position - 2].isalnum()):
        return position - 1, False
    return position, False


def _read_currency(source: QuantityText, position: int, floor: int) -> tuple[str | None, int]:
    """The currency sign, code or name before ``position`` and where it begins."""
    norm, apart = source.norm, position
    while apart > floor and position - apart < _MOST_SPACES and norm[apart - 1] in " \u00a0":
        apart -= 1
    if apart == floor:
        return None, position
    before = norm[apart - 1]
    if before in _CURRENCY_SIGNS:
        return _read_sign_before(source, apart - 1, floor)
    if before.isascii():
        return _read_code_before(source, apart, position, floor) if before.isalpha() or before == "." else (None, position)
    return _read_name_before(norm, apart, floor) if before in _NAME_ENDS else (None, position)


def _read_word_sign(source: QuantityText, position: int, floor: int) -> int | None:
    """Where 负, 零下, minus or negative before the figure begins, or a dash that is alone with it in the text."""
    norm = source.norm
    if norm[position - 1] == "负":
        return position - 1
    if norm.startswith("零下", position - 2) and position - 2 >= floor:
        return position - 2
    if norm[position - 1] != " ":
        return None
    match = _WORD_SIGN.search(source.low, max(floor, position - 10), position)
    if match is not None:
        return match.start()
    return position - 2 if not floor and norm[:position].strip() == "-" else None


def _is_sign(source: QuantityText, position: int, floor: int) -> bool:
    """Whether the dash at ``position`` is a minus: not between words, numbers or ends of a range."""
    if position == floor:
        return floor == 0
    before = source.norm[position - 1]
    return before in " \u00a0\t\n([（【/:=,，、：;；<>|\"'“‘" or "\u4e00" <= before <= "\u9fff" or before in _CURRENCY_SIGNS


def _read_sign_before(source: QuantityText, at: int, floor: int) -> tuple[str | None, int]:
    sign = source.norm[at]
    if sign == currencies.YEN_OR_YUAN:
        if at - 2 >= floor and source.low[at - 2 : at] == "cn":
            return "CNY", at - 2
        return ("CNY" if source.is_chinese else "JPY"), at
    if sign == "$" and at > floor and (letters := _SIGN_LETTERS.search(source.low, max(floor, at - 6), at)):
        word, is_apart = letters[1], letters.end() > letters.end(1)
        is_upper = source.norm[letters.start(1)].isupper()
        if (is_upper and not (is_apart and word in _LONE_LETTERS)) or word in _LOWER_DOLLARS or (word == "c" and is_apart):
            return currencies.DOLLARS[word], letters.start()
    return currencies.SIGNS[sign], at


def _read_code_before(source: QuantityText, apart: int, position: int, floor: int) -> tuple[str | None, int]:
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
