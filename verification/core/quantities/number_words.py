"""English number words: twenty-five, three million two hundred and forty, half a million, two thirds, one in five."""

import re
from collections.abc import Iterable
from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities.numerals import EXACT, Numeral, divide, fractional


def _numbered(words: str, values: Iterable[int]) -> dict[str, Decimal]:
    return dict(zip(words.split(), map(Decimal, values), strict=True))


def _shared_heads(listed: Iterable[str]) -> str:
    """A pattern for the words that asks for each common beginning once."""
    tails: dict[str, list[str]] = {}
    for word in sorted(set(listed), reverse=True):
        tails.setdefault(word[:1], []).append(word[1:])
    branches = (f"{head}(?:{_shared_heads(rest)})" if len(rest) > 1 else head + rest[0] for head, rest in tails.items() if head)
    return "|".join((*branches, "")) if "" in tails else "|".join(branches)


_ONES = _numbered("zero one two three four five six seven eight nine naught nought", (*range(10), 0, 0))
_TEENS = _numbered("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", range(10, 20))
_TENS = _numbered("twenty thirty forty fourty fifty sixty seventy eighty ninety", (20, 30, 40, 40, 50, 60, 70, 80, 90))
SCALES = _numbered(
    "hundred thousand million billion trillion quadrillion lakh lkh crore dozen doz",
    (100, 10**3, 10**6, 10**9, 10**12, 10**15, 10**5, 10**5, 10**7, 12, 12),
)
_DENOMINATORS = _numbered(
    "first second half third quarter fourth fifth sixth seventh eighth ninth tenth twelfth fifteenth sixteenth",
    (1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16),
) | _numbered("twentieth thirtieth fiftieth hundredth thousandth millionth", (20, 30, 50, 100, 1000, 10**6))
STARTS = (
    *_ONES, *_TEENS, *_TENS, "half", "quarter", "third", "fourth", "fifth", "tenth", "hundred", "thousand", "million", "billion", "a", "an",
    "point",
)  # fmt: skip
START_PATTERN = _shared_heads(STARTS)
_WORD = lazy_regex(r"(?:\s?-\s?|\s{1,2})?([a-z]+)")
_AND = lazy_regex(r",?\s(?:and|&)(?=\s)")
_COMMA = lazy_regex(r",(?=\s)")
_POINT_DIGITS = lazy_regex(r"\s([a-z]+|\d+)")
_OF_SCALE = lazy_regex(r"\s(?:of\s)?(?:an?\s)?(million|billion|trillion|thousand|hundred|dozen)(?![a-z])")
_PART_MORE = lazy_regex(
    r"\s(?:and|&)\s(an?|one|two|three|four|five|six|seven|eight|nine|\d{1,2})[ -]"
    r"(half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|sixteenths?|hundredths?)"
    r"(?![a-z])"
)
_THOUSAND = Decimal(1000)
_OUT_OF = lazy_regex(r"\s(in|out of|over)\s(?=([a-z]+|\d{1,4}(?![\d,.:/%])))")
_MAX_WORDS = 24
_ZERO = Decimal(0)


def _plural(word: str) -> str:
    return word[:-1] if word.endswith("s") else word


class _Words:
    """The state of one number in words while it is read."""

    def __init__(self) -> None:
        self.total = _ZERO
        self.group: Decimal | None = None
        self.previous = ""
        self.step = Decimal(1)
        self.last_scale: Decimal | None = None  # of thousand and above, and dozen
        self.is_scaled = False

    def take(self, word: str) -> bool:
        """Add a word; False where it does not go on with the number."""
        if word in _TENS or word in _TEENS or word in _ONES:
            return self._small(word)
        scale = SCALES.get(_plural(word))
        if scale is None or self.previous == "" or (word == "dozs" and self.group is None):
            return False
        if word == "hundred" and self.previous in _TENS:
            return False
        self._scale(word, scale)
        return True

    def _small(self, word: str) -> bool:
        fits = self.previous == "" or self.previous in SCALES
        if word in _ONES:
            fits = fits or (self.previous in _TENS and word not in ("zero", "naught", "nought"))
        if not fits:
            return False
        value = _TENS.get(word) or _TEENS.get(word) or _ONES.get(word) or _ZERO
        self.group = value if self.group is None else EXACT.add(self.group, value)
        self.previous = word
        self.step = Decimal(10) if word in _TENS or word == "ten" else Decimal(1)
        return True

    def _scale(self, word: str, scale: Decimal) -> None:
        group = Decimal(1) if self.group is None else self.group
        self.previous, self.is_scaled = _plural(word), True
        if scale == 100:
            self.group, self.step = EXACT.multiply(group, scale), Decimal(100)
            return
        if self.group is None or (self.last_scale is not None and scale >= self.last_scale):
            self.total, self.group = EXACT.multiply(EXACT.add(self.total, self.group or _ZERO), scale), None
            self.step = EXACT.multiply(self.step, scale)
        else:
            self.total, self.group = EXACT.add(self.total, EXACT.multiply(group, scale)), None
            self.step = EXACT.multiply(self.step, scale)
        self.last_scale = scale

    @property
    def value(self) -> Decimal:
        return EXACT.add(self.total, self.group or _ZERO)


def read_words(low: str, start: int) -> Numeral | None:
    """The number in words at ``start`` of lower-case text; None where the words count nothing ("the first half", "a year")."""
    first = _WORD.match(low, start)
    if first is None:
        return None
    word = first[1]
    if word in ("half", "quarter"):
        return _read_part(low, start, first.end(), word)
    if word in ("a", "an"):
        return _read_article(low, start, first.end())
    if word == "point":
        return read_point(low, start, first.start(), _ZERO)
    words = _Words()
    if word in ("hundred", "thousand", "million", "billion"):
        return None
    if not words.take(word):
        return None
    return _read_on(low, start, first.end(), words)


_ORDINALS = {
    "first": "one", "second": "two", "third": "three", "fourth": "four", "fifth": "five", "sixth": "six", "seventh": "seven",
    "eighth": "eight", "ninth": "nine", "tenth": "ten", "eleventh": "eleven", "twelfth": "twelve",
}  # fmt: skip
_LAST_WORD = lazy_regex(r"[a-z]+$")


def read_whole(low: str) -> Numeral | None:
    """The number that lower-case text is and nothing else, also an ordinal or a scale alone: eleventh, hundred. None elsewhere."""
    last = _LAST_WORD.search(low)
    if last is None:
        return None
    word = last[0]
    cardinal = _ORDINALS.get(word) or word.removesuffix("ieth") + ("y" if word.endswith("ieth") else "")
    cardinal = cardinal.removesuffix("th") if cardinal == word else cardinal
    written = low[: last.start()] + cardinal
    lacks_one = (written.split(" ")[0]) in SCALES
    number = read_words(f"one {written}" if lacks_one else written, 0)
    if number is None or number.end != len(written) + 4 * lacks_one or number.low != number.high:
        return None
    return number._replace(start=0, end=len(low))


def _read_on(low: str, start: int, end: int, words: _Words) -> Numeral | None:
    before_tens: tuple[Decimal, int] | None = None
    for _ in range(_MAX_WORDS):
        position = end
        if words.previous in SCALES and ((gap := _AND.match(low, end)) or (gap := _COMMA.match(low, end))):
            position = gap.end()
        match = _WORD.match(low, position)
        if match is None:
            break
        word, held = match[1], (words.value, end)
        denominator = _DENOMINATORS.get(_plural(word))
        if denominator is not None and position == end:
            return _read_denominator(low, start, match, words, before_tens, denominator)
        if word == "point" and match.start(1) > end:
            return read_point(low, start, match.start(1), words.value) or _whole(words, start, end)
        is_tens = word in _TENS
        if not words.take(word):
            break
        before_tens, end = (held if is_tens else None), match.end()
    return _continue(low, start, end, words)


def _whole(words: _Words, start: int, end: int) -> Numeral:
    return Numeral(words.value, words.value, words.step, start, end, not words.is_scaled)


def _continue(low: str, start: int, end: int, words: _Words) -> Numeral | None:
    """A whole number with what may stand behind it: and a half, in five, over twenty, (45)."""
    last = words.last_scale if words.previous in SCALES and words.last_scale is not None and words.last_scale >= _THOUSAND else Decimal(1)
    mixed = read_mixed(low, words.value, start, end, of=last) or read_ratio(low, words.value, start, end)
    if mixed is not None:
        return mixed
    repeated = _IN_DIGITS.match(low, end)
    is_same = repeated is not None and Decimal(repeated[1].replace(",", "")) == words.value
    return _whole(words, start, repeated.end() if repeated is not None and is_same else end)


_IN_DIGITS = lazy_regex(r"\s?\((\d{1,3}(?:,\d{3}){1,5}|\d{1,12})\)")  # contracts write thirty (30)


def read_mixed(low: str, value: Decimal, start: int, end: int, *, of: Decimal = Decimal(1)) -> Numeral | None:
    """A whole number and a fraction: two and a half, 3 and two thirds; a million and a half is one ``of`` its scale. None elsewhere."""
    more = _PART_MORE.match(low, end)
    if more is None:
        return None
    numerator = Decimal(more[1]) if more[1].isdigit() else _ONES.get(more[1], Decimal(1))
    denominator = _DENOMINATORS["half" if more[2] == "halves" else _plural(more[2])]
    if numerator >= denominator:
        return None
    mixed, end = EXACT.add(value, EXACT.multiply(divide(numerator, denominator), of)), more.end()
    if of == 1 and (scale := _OF_SCALE.match(low, end)):
        mixed, end = EXACT.multiply(mixed, SCALES[scale[1]]), scale.end()
    return fractional(mixed, start, end)


_NO_WHOLE = lazy_regex(
    r"(?:\s|-)?(?:%|percent|per\b|hours?|days?|weeks?|months?|years?|quarters?|minutes?|seconds?|st\b|nd\b|rd\b|th\b|countries|states|cities)"
)


def read_ratio(low: str, value: Decimal, start: int, end: int) -> Numeral | None:
    """ "one in five", "1 out of 3", "2000 over 3" behind a whole number, or None."""
    match = _OUT_OF.match(low, end)
    if match is None:
        return None
    if match[2][0].isdigit():
        whole, stop = Decimal(match[2]), match.end(2)
    else:
        words = _Words()
        inner = _WORD.match(low, match.end())
        if inner is None or not words.take(inner[1]):
            return None
        number = _read_on(low, match.end(), inner.end(), words)
        if number is None or number.low != number.low.to_integral_value():
            return None
        whole, stop = number.low, number.end
    is_part = value < whole and value <= 10 and not 1900 <= whole <= 2100
    if whole < 2 or not (is_part or match[1] == "over") or _NO_WHOLE.match(low, stop):
        return None
    return fractional(divide(value, whole), start, stop)


def _read_denominator(
    low: str, start: int, match: re.Match[str], words: _Words, before_tens: tuple[Decimal, int] | None, denominator: Decimal
) -> Numeral | None:
    """A fraction; None for an ordinal ("twenty-first")."""
    numerator, word = words.value, match[1]
    is_tied = words.previous in _TENS and low[match.start()] == "-"
    if is_tied and (before_tens is None or not before_tens[0]):
        return None
    if is_tied and before_tens is not None:  # one hundred thirty-fifths
        denominator += EXACT.subtract(numerator, before_tens[0])
        numerator = before_tens[0]
    is_plural = word.endswith("s") or word == "halves"
    if (word in ("first", "firsts", "second", "seconds") and not is_tied) or (numerator == 1) == is_plural:
        return None
    return _part(low, numerator, denominator, start, match.end())


def _part(low: str, numerator: Decimal, denominator: Decimal, start: int, end: int) -> Numeral:
    """The fraction, times the scale it is a part of: two thirds of a million."""
    if scale := _OF_SCALE.match(low, end):
        numerator, end = EXACT.multiply(numerator, SCALES[scale[1]]), scale.end()
    return fractional(divide(numerator, denominator), start, end)


def read_point(low: str, start: int, point: int, whole: Decimal) -> Numeral | None:
    """ "point five" at ``point``, behind ``whole``; None where no digits follow."""
    if not low.startswith("point ", point):
        return None
    digits, end = "", point + len("point")
    for _ in range(_MAX_WORDS):
        match = _POINT_DIGITS.match(low, end)
        if match is None:
            break
        digit = match[1] if match[1].isdigit() and len(match[1]) <= 12 else _ONES.get(match[1])
        if digit is None:
            break
        digits, end = f"{digits}{digit}", match.end()
    if not digits:
        return None
    value = EXACT.add(whole, Decimal(f"0.{digits}"))
    step = Decimal(1).scaleb(-len(digits))
    if scale := _OF_SCALE.match(low, end):
        factor = SCALES[scale[1]]
        value, step, end = EXACT.multiply(value, factor), EXACT.multiply(step, factor), scale.end()
    return Numeral(value, value, step, start, end)


_HALF_BEFORE = lazy_regex(r"(?:first|second|latter|other|back|front|final|last|this|that|1st|2nd|better|each|next|and a|a|the|one)[ -]$")
_HALF_AFTER = lazy_regex(
    r"\s(?:of\b(?! the (?:year|month|season|game|decade|century|fiscal|20))|the\b|an?\b|all\b|its\b|their\b|those\b"
    r"|[a-z]{3,}s\b|people\b)|\s*[.,;!?)]?$"
)


def _read_part(low: str, start: int, end: int, word: str) -> Numeral | None:
    """ "half a million", "quarter million", "half of"; None for half-years and quarters of a year."""
    scale = _OF_SCALE.match(low, end)
    if (scale is not None and scale[1] != "hundred") or _OF_UNIT.match(low, end):
        return _part(low, Decimal(1), _DENOMINATORS[word], start, end)
    if word == "quarter" or _HALF_BEFORE.search(low, max(0, start - 12), start) or not _HALF_AFTER.match(low, end):
        return None
    return fractional(Decimal("0.5"), start, end)


_OF_UNIT = lazy_regex(r"[- ](?:percentage[- ])?point(?![a-z])| (?:of )?an? (?:percent|basis|dollar|euro|cent|mile|ton)")
_ARTICLE = lazy_regex(
    r"\s(hundred|thousand|million|billion|trillion|dozen|half|quarter|third|fifth|tenth|pair|couple|lakh|crore)(?![a-z]|-(?!point|percentage))"
)


def _read_article(low: str, start: int, end: int) -> Numeral | None:
    """ "a hundred and two", "a dozen", "a half", "a quarter of a million", "a third of"."""
    match = _ARTICLE.match(low, end)
    if match is None:
        return None
    word = match[1]
    if word in SCALES:
        words = _Words()
        words.previous, words.group = "a", Decimal(1)
        words.take(word)
        return _read_on(low, start, match.end(), words)
    if word in ("pair", "couple"):
        if scale := _OF_SCALE.match(low, match.end()):
            return fractional(EXACT.multiply(Decimal(2), SCALES[scale[1]]), start, scale.end())
        tail = len(" of") if low.startswith(" of ", match.end()) or low[match.end() :] == " of" else 0
        return Numeral(Decimal(2), Decimal(2), Decimal(1), start, match.end() + tail)
    if word != "half" and _OF_SCALE.match(low, match.end()):
        return _part(low, Decimal(1), _DENOMINATORS[word], start, match.end())
    if word in _DENOMINATORS and _OF_UNIT.match(low, match.end()):
        return fractional(divide(1, _DENOMINATORS[word]), start, match.end())
    is_part = low.startswith(" of ", match.end()) and not low.startswith((" of growth", " of the year", " of a century"), match.end())
    if (word == "half" and (is_part or not low[match.end() :].strip(" ."))) or (is_part and word != "half"):
        return fractional(divide(1, _DENOMINATORS[word]), start, match.end())
    return None
