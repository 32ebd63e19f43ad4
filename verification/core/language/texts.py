"""Text as the binding reads it: sentences, clauses, words and Chinese letters, each with its exact place in the original string.

Everything here is linear in the length of the text. Positions always count characters of the string that was given.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from verification.core.patterns import lazy_regex

MAX_SENTENCE = 600
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_IS_HAN = lazy_regex(f"[{_HAN}]")
_LETTERS = lazy_regex(rf"[^\W\d_{_HAN}]")
# A stop ends a sentence before a space and a capital, a quote or a Chinese letter; newlines and Chinese stops always do.
_STOPS = lazy_regex(
    rf"[。！？!?](?:[”’」』\"）)]{{0,2}})|\.(?:[”’\"）)]{{0,2}})(?=\s{{1,4}}[\"“‘'(\[A-Z0-9$€£{_HAN}]|\s*$)|\n+|…+|\t+|[ \u3000]{{3,}}"
)
_ABBREVIATION = lazy_regex(
    r"(?:^|[\s(\"“'])(?:[A-Z]|(?:[A-Z]\.){1,3}[A-Z]|Mr|Mrs|Ms|Dr|Sen|Rep|Gov|Gen|Lt|Col|St|Ste|Jr|Sr|Inc|Corp|Co|Cos|Bros|Ltd|No|vs|approx|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Prof|Rev|Hon|Messrs)$"
)
# After "U.S." only a word that opens sentences tells that one has ended.
_OPENS_SENTENCE = lazy_regex(r"\s{1,3}(?:The|He|She|It|In|But|And|This|That|These|A|An|On|They|We|I|At|For|If|As|There)\s")
_CLAUSE_STOPS = lazy_regex(
    r"[，；：;]|(?<!\d),|,(?!\d{3})|:(?=\s)|\s[-–—]{1,2}\s|—{1,2}(?=[A-Za-z])|、(?=[^、，。]{0,30}\d)|[()（）]|\s\|\s"
)
_WORD = lazy_regex(rf"[^\W\d_{_HAN}]+(?:[.&](?=[^\W\d_{_HAN}])[^\W\d_{_HAN}]+)*|\d+(?:[.,]\d+)*|[{_HAN}]")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x2019: 0x27, 0x2018: 0x27}


class Language(StrEnum):
    ENGLISH = "en"
    CHINESE = "zh"


class Token(NamedTuple):
    """One word, number or Chinese letter, folded; ``start`` and ``end`` (exclusive) count characters of the text it came from."""

    text: str
    start: int
    end: int
    is_capital: bool = False

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of one text in their order, as pairs of start and end (exclusive)."""

    spans: tuple[tuple[int, int], ...]

    def index_at(self, position: int) -> int:
        """Which sentence holds the character at ``position``."""
        return max(bisect_right(self.spans, (position, MAX_SENTENCE**3)) - 1, 0)


def language_of(text: str) -> Language:
    """Chinese where Han letters make up a tenth of all letters of the first 2,000 characters."""
    head = text[:2000]
    if head.isascii():
        return Language.ENGLISH
    han = count_han(head)
    return Language.CHINESE if han * 9 >= max(1, len(_LETTERS.findall(head)) // 3) and han else Language.ENGLISH


def is_han(letter: str) -> bool:
    return _IS_HAN.match(letter) is not None


def has_han(text: str) -> bool:
    """Whether a text holds a Chinese letter."""
    return not text.isascii() and _IS_HAN.search(text) is not None


def count_han(text: str) -> int:
    """How many Chinese letters a text holds."""
    return 0 if text.isascii() else len(_IS_HAN.findall(text))


def fold(text: str) -> str:
    """Lower case and half width, letter by letter: the result is exactly as long as the text."""
    wide = text.translate(_WIDE)
    lower = wide.lower()
    return lower if len(lower) == len(text) else "".join(low if len(low := letter.lower()) == 1 else letter for letter in wide)


def split_sentences(text: str) -> Sentences:
    """Sentences without the white space around them; none is longer than ``MAX_SENTENCE`` characters."""
    # Titles and sentences are asked for again and again, by one reader after the other; whole pages are not kept.
    return _kept_sentences(text) if len(text) <= MAX_SENTENCE else _split(text)


def _split(text: str) -> Sentences:
    spans: list[tuple[int, int]] = []
    start = 0
    for stop in _STOPS.finditer(text):
        if stop.group()[0] == "." and _is_abbreviation(text, max(start, stop.start() - 12), stop.start(), stop.end()):
            continue
        spans.extend(_trimmed(text, start, stop.end()))
        start = stop.end()
    spans.extend(_trimmed(text, start, len(text)))
    return Sentences(tuple(spans))


_kept_sentences = lru_cache(maxsize=2048)(_split)


def clause_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The clauses of ``text[start:end]``, in order; separators belong to none."""
    spans = []
    at = start
    for stop in _CLAUSE_STOPS.finditer(text, start, end):
        if stop.start() > at:
            spans.append((at, stop.start()))
        at = stop.end()
    if at < end:
        spans.append((at, end))
    return spans or [(start, end)]


def tokens_of(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """Words of alphabetic scripts, numbers, and single Chinese letters, folded."""
    folded = fold(text)
    found = _WORD.finditer(folded, start, len(text) if end is None else end)
    return [Token(m.group(), m.start(), m.end(), text[m.start()].isupper()) for m in found]


def common_subsequence(left: Sequence[str], right: Sequence[str]) -> int:
    """Length of the longest common subsequence, bit-parallel (Hyyrö 2004): time is the length of ``right``."""
    if not left or not right:
        return 0
    places: dict[str, int] = {}
    for index, item in enumerate(left):
        places[item] = places.get(item, 0) | (1 << index)
    mask = (1 << len(left)) - 1
    row = mask
    for item in right:
        match = row & places.get(item, 0)
        row = ((row + match) | (row - match)) & mask
    return len(left) - row.bit_count()


def pairs_of(letters: str) -> Iterator[str]:
    """Overlapping pairs of a run; a run of one letter yields itself."""
    if len(letters) == 1:
        yield letters
    for index in range(len(letters) - 1):
        yield letters[index : index + 2]


def _is_abbreviation(text: str, start: int, stop: int, end: int) -> bool:
    found = _ABBREVIATION.search(text, start, stop)
    return found is not None and not ("." in found.group() and _OPENS_SENTENCE.match(text, end))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > MAX_SENTENCE:
        cut = _cut_before(text, start, start + MAX_SENTENCE)
        yield start, cut
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        yield start, end


def _cut_before(text: str, start: int, limit: int) -> int:
    """A place to cut an endless sentence: after its last clause or word before the limit, so that no figure is torn apart."""
    for marks in ("，；,;", " "):
        at = max(text.rfind(mark, start + MAX_SENTENCE // 2, limit) for mark in marks)
        if at > start and not text[at + 1 : at + 2].isdigit():
            return at + 1
    return limit
