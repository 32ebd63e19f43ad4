"""The quantity grammar: every figure of a text in English or Chinese with its exact value and unit.

One compiled pattern finds where a number may begin; from there everything is an anchored match, so the time grows with the
length of the text and not with its shape. What is a value and what is a date, code or name is told by ``guards``.
"""

from decimal import Decimal
from functools import lru_cache

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities import chinese_numerals, number_words, units
from verification.core.quantities.alone import LONGEST, read_alone
from verification.core.quantities.chinese_counts import COUNTERS
from verification.core.quantities.conversion import convert, number_text
from verification.core.quantities.guards import CODE, is_value, skip_token
from verification.core.quantities.hedges import hedge_and_direction
from verification.core.quantities.numbers import parts_unit
from verification.core.quantities.numerals import EXACT, VULGAR
from verification.core.quantities.pieces import FigurePiece, read_piece
from verification.core.quantities.ranges import read_range
from verification.core.quantities.source import QuantityText, make_source
from verification.core.vocabulary import Approximation, QuantityKind

__all__ = ["agrees", "convert", "find_quantities", "guess_language", "number_text", "round_step"]

_SEED = lazy_regex(rf"[\d{chinese_numerals.STARTS}{''.join(VULGAR)}]|(?<![a-z])(?:{number_words.START_PATTERN})(?![a-z])")
_SEED_CHINESE = lazy_regex(rf"[\d{chinese_numerals.STARTS}{''.join(VULGAR)}]")
_HAN = lazy_regex(r"[\u4e00-\u9fff]")
_LATIN = lazy_regex(r"[A-Za-z]")
_LINK = lazy_regex(r"(?:https?://|www\.)[\x21-\x7e]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_GUESS_LENGTH = 2000
_FIRST_HAN = "\u4e00"
# What may stand behind the first sign of a Chinese numeral; before any other sign it is part of a word (一直, 万科).
_GOES_ON = COUNTERS | units.FIRST_SIGNS | frozenset(chinese_numerals.STARTS) | frozenset("点分角毛毫仙又多余来打兆国这不还和的成到至")


def guess_language(text: str) -> str:
    """ "zh" where at least a fifth as many Chinese signs as Latin letters stand at the beginning, else "en"."""
    if text.isascii():
        return "en"
    head = text[:_GUESS_LENGTH]
    return "zh" if len(_HAN.findall(head)) * 5 > len(_LATIN.findall(head)) else "en"


def find_quantities(text: str, *, lang: str | None = None) -> tuple[Quantity, ...]:
    """The figures of ``text`` in order, none overlapping. ``lang`` ("zh", "en", or with a region) is guessed where it is None."""
    language = lang or guess_language(text)
    is_chinese = language.lower().startswith("zh")
    source = make_source(text, is_chinese=is_chinese)
    seed_pattern = _SEED_CHINESE if is_chinese and not _LATIN.search(text) else _SEED
    links = [match.span() for match in _LINK.finditer(source.norm)] if "//" in text or "www." in text or "@" in text else []
    found: list[Quantity] = []
    position = floor = link = 0
    while match := seed_pattern.search(source.low, position):
        seed = match.start()
        while link < len(links) and links[link][1] <= seed:
            link += 1
        if link < len(links) and links[link][0] <= seed:
            position = links[link][1]
            continue
        quantity, position = _read(source, seed, floor)
        if quantity is not None:
            found.append(quantity)
            floor = position
    if not found and len(text) <= LONGEST and (alone := read_alone(source)):
        return (_quantity(source, alone),)
    return tuple(found)


def _read(source: QuantityText, seed: int, floor: int) -> tuple[Quantity | None, int]:
    """The figure at ``seed``, or None, and where to search on."""
    low = source.low
    if low[seed].isdigit():
        if code := CODE.match(low, seed):
            return None, skip_token(source, code.end())
    elif low[seed] >= _FIRST_HAN and low[seed + 1 : seed + 2] >= _FIRST_HAN and low[seed + 1] not in _GOES_ON:
        return None, seed + 1
    piece = read_piece(source, seed, floor)
    if piece is None:
        return None, skip_token(source, seed + 1)
    if piece.unit is None and (unit := parts_unit(source, piece.number.start)):
        piece = piece._replace(low=EXACT.multiply(piece.low, unit.factor), high=EXACT.multiply(piece.high, unit.factor), unit=unit)
    joined = read_range(source, piece, floor)
    if joined is not None:
        piece = joined
    if not is_value(source, piece):
        return None, skip_token(source, max(piece.end, seed + 1))
    return _quantity(source, piece), piece.end


def _quantity(source: QuantityText, piece: FigurePiece) -> Quantity:
    approximation, direction = hedge_and_direction(source, piece)
    unit = piece.unit
    return Quantity(
        source.text[piece.start : piece.end],
        piece.start,
        piece.end,
        _plain(piece.low),
        _plain(piece.high),
        None if unit is None else unit.name,
        QuantityKind.NUMBER if unit is None else unit.kind,
        direction,
        approximation,
    )


def _plain(value: Decimal) -> Decimal:
    return value if value else Decimal(0)


@lru_cache(maxsize=4096)
def round_step(quantity: Quantity) -> Decimal:
    """The size of the last written digit in the quantity's unit: 10**9 for 4.109万亿, 1 for "45,000", 0 for a fraction."""
    source = make_source(quantity.text, is_chinese=bool(_HAN.search(quantity.text)))
    pieces = (read_piece(source, match.start(), 0) for match in _SEED.finditer(source.low))
    piece = next((piece for piece in pieces if piece is not None), None)
    if piece is None:
        return Decimal(0)
    unit = parts_unit(source, piece.number.start) if piece.unit is None else None
    joined = read_range(source, piece, 0)
    step = piece.step if joined is None else joined.step
    step = step if unit is None else EXACT.multiply(step, unit.factor)
    return step if quantity.scale == 1 else EXACT.multiply(step, quantity.scale)


def agrees(quantity: Quantity, low: Decimal, high: Decimal) -> bool:
    """Whether the figure states the value ``low..high`` of its own unit: equal, or approximate and the value rounds to it.

    "逾3.5万" and "more than 35,000" state 35,412 and not 36,100: the last digit that is not a padding zero bounds the rest.
    """
    if quantity.low == low and quantity.high == high:
        return True
    if quantity.approximation is None or quantity.is_range or low != high:
        return False
    step, is_single = _significance(quantity)
    if not step or (low < 0) != (quantity.low < 0):
        return False
    gap = abs(low) - abs(quantity.low)
    reach = step / 2 if is_single else step
    if quantity.approximation == Approximation.OVER:
        return 0 <= gap < reach
    if quantity.approximation == Approximation.UNDER:
        return -reach < gap <= 0
    return abs(gap) <= step / 2


def _significance(quantity: Quantity) -> tuple[Decimal, bool]:
    """The size of the last digit that counts (100 for 3,500) and whether it is the only one."""
    step = round_step(quantity)
    if not step or not quantity.low:
        return step, True
    digits = EXACT.divide_int(abs(quantity.low), step)
    while digits and digits % 10 == 0 and step >= 1:
        digits, step = digits / 10, step * 10
    return step, digits < 10
