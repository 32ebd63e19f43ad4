"""Finds known names in a text: in English word by word, in Chinese sign by sign, everywhere the longest writing that fits."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from verification.core.language.frequency import zipf
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex
from verification.core.subjects.registry import Entity, Name, known_names

_COMMON = 4.0
_CHINESE_COMMON = 3.5
_WORD_ACROSS = 4.5
_LONGEST_CHINESE = 14
_SHORT = 2
_ACROSS_METAL = ("金融", "银行")
_DIVISION_ENDS = "州省邦县郡"
# 中国银行业 is the trade of a country, no bank's: but 招商银行业绩 are its results.
_TRADES = ("银行", "证券", "保险", "信托", "汽车", "航空")
_ITS_TRADE = lazy_regex("业(?![绩务内主])")
# Initials lose their stops (U.S., J.P. Morgan); everything else is words, numbers and the signs that names are made with.
_TOKEN = lazy_regex(r"(?:[^\W\d_]\.){2,}|[^\W\d_]+|\d+(?:\.\d+)?|[&+]")
_SPELT_NUMBER = lazy_regex(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b(?!$)")
# What may stand between the words of one name.
_GAP = lazy_regex(r"[\s.,'’/()–-]{0,3}")
_LATIN = lazy_regex(r"[^\u3400-\u9fff\uf900-\ufaff，。；：、！？（）《》“”「」【】]+")


class Known(NamedTuple):
    """A known name at ``text[start:end]``, and all that it may stand for."""

    start: int
    end: int
    entities: tuple[Entity, ...]


class Token(NamedTuple):
    """A word, number or sign of a Latin text; ``key`` is in lower case, without accents and stops."""

    key: str
    start: int
    end: int
    is_capital: bool


_English = dict[tuple[str, ...], tuple[Name, ...]]


@lru_cache(maxsize=16384)
def key_of(text: str) -> str:
    """A writing in lower case and half width, without accents."""
    folded = fold(text)
    if folded.isascii():
        return folded
    return "".join(sign for sign in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(sign))


@lru_cache(maxsize=2048)
def latin_tokens(text: str) -> tuple[Token, ...]:
    """The words, numbers and signs of a Latin text."""
    return tuple(token for token in map(_token, _TOKEN.finditer(text)) if token.key)


def _token(match: re.Match[str]) -> Token:
    written = match.group()
    key = key_of(written.replace(".", "") if written[0].isalpha() else written)
    return Token(key, match.start(), match.end(), written[0].isupper())


@cache
def _english() -> tuple[_English, dict[str, int]]:
    """The English names by their words, and how many words the longest has that begins with one."""
    names: dict[tuple[str, ...], list[Name]] = {}
    longest: dict[str, int] = {}
    for name in known_names():
        if name.lang != "en" or (name.form == "code" and zipf(name.text.lower(), "en") >= _COMMON):
            continue
        words = tuple(token.key for token in latin_tokens(name.text))
        if not words:
            continue
        names.setdefault(words, []).append(name)
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return {words: tuple(found) for words, found in names.items()}, longest


@cache
def _chinese() -> tuple[dict[str, tuple[Entity, ...]], dict[str, tuple[int, ...]], dict[str, tuple[Entity, ...]]]:
    """The Chinese names, how long those are that begin with a sign, longest first, and the signs that stand for a place alone."""
    names: dict[str, list[Entity]] = {}
    short: dict[str, list[Entity]] = {}
    lengths: dict[str, set[int]] = {}
    for name in known_names():
        if name.lang != "zh":
            continue
        key = key_of(to_simplified(name.text))
        if len(key) == 1 and name.entity.kind == "currency":  # 元 is a unit, no name
            continue
        kept = short if len(key) == 1 else names
        if name.entity not in kept.setdefault(key, []):
            kept[key].append(name.entity)
        if 1 < len(key) <= _LONGEST_CHINESE:
            lengths.setdefault(key[0], set()).add(len(key))
    by_sign = {sign: tuple(sorted(sizes, reverse=True)) for sign, sizes in lengths.items()}
    return {key: tuple(found) for key, found in names.items()}, by_sign, {key: tuple(found) for key, found in short.items()}


@lru_cache(maxsize=2048)
def find_known(text: str, *, is_typed: bool = False) -> tuple[Known, ...]:
    """The known names of ``text`` in order, none inside another.

    ``is_typed``: somebody typed it as a query, perhaps without capitals ("peru jobless rate").
    """
    if text.isascii() or not any(map(is_han, text)):
        return tuple(_find_english(text, 0, is_typed=is_typed))
    found: list[Known] = []
    at = 0
    for known in (*_find_chinese(text), Known(len(text), len(text), ())):
        for latin in _LATIN.finditer(text, at, known.start):
            found.extend(_find_english(latin.group(), latin.start(), is_typed=is_typed))
        if known.entities:
            found.append(known)
        at = known.end
    return tuple(found)


def _find_english(text: str, offset: int, *, is_typed: bool) -> Iterator[Known]:
    names, longest = _english()
    tokens = latin_tokens(text)
    is_loose = is_typed and not any(token.is_capital for token in tokens)
    at = 0
    while at < len(tokens):
        for length in range(min(longest.get(tokens[at].key, 0), len(tokens) - at), 0, -1):
            run = tokens[at : at + length]
            found = names.get(tuple(token.key for token in run))
            entities = _fitting(found, run, text, is_loose=is_loose) if found else ()
            if entities:
                yield Known(offset + run[0].start, offset + run[-1].end, entities)
                at += length
                break
        else:
            at += 1


def _fitting(names: tuple[Name, ...], run: tuple[Token, ...], text: str, *, is_loose: bool) -> tuple[Entity, ...]:
    """The entities whose writing has its capitals where the text has them."""
    if any(not _GAP.fullmatch(text, left.end, right.start) for left, right in pairwise(run)):
        return ()
    written = text[run[0].start : run[-1].end]
    found = (name.entity for name in names if (is_loose and _may_be_typed(name)) or _has_its_capitals(name, written, run))
    return tuple(dict.fromkeys(found))


def _has_its_capitals(name: Name, written: str, run: tuple[Token, ...]) -> bool:
    if name.form in ("code", "ticker") or (len(run) == 1 and name.text.isupper()):
        return written.isupper() or not written[0].isalpha()
    return all(mine.is_capital or not its.is_capital for mine, its in zip(run, latin_tokens(name.text), strict=True))


def _may_be_typed(name: Name) -> bool:
    """Whether a name may be meant by a word without a capital: "us" and "turkey" in a query, but not the town of Reading."""
    if name.entity.kind != "place" or name.entity.code.isalpha():
        return name.form != "code" or zipf(name.text.lower(), "en") == 0
    return zipf(name.text.lower(), "en") < _COMMON


def _find_chinese(text: str) -> Iterator[Known]:
    names, lengths, short = _chinese()
    folded = fold(to_simplified(text))
    at = 0
    while at < len(folded):
        sign = folded[at]
        for length in lengths.get(sign, ()):
            entities = names.get(folded[at : at + length]) if at + length <= len(folded) else None
            if entities and _is_whole(folded, at, length, entities):
                yield Known(at, at + length, entities)
                at += length
                break
        else:
            if sign in short and not _joins(folded[at - 1 : at]) and not _joins(folded[at + 1 : at + 2]):
                yield Known(at, at + 1, short[sign])
            at += 1


def stands_in_name(text: str, start: int, end: int) -> bool:
    """Whether the signs at ``start``..``end`` begin a name that goes on behind them (七|匹狼, 三|只松鼠, 360| Security), or are a number
    spelt out within one (China |Three| Gorges Renewables).

    ``text`` is simplified and folded.
    """
    latin = _numbered().match(text, start)
    if latin is not None and latin.end() > end:
        return True
    if any(text.startswith(name, start - at) for at, name in _spelt_within().get(text[start:end], ()) if at <= start):
        return True
    names, lengths, _ = _chinese()
    longer = (length for length in lengths.get(text[start], ()) if end - start < length <= len(text) - start)
    written = ((length, names.get(text[start : start + length])) for length in longer)
    return any(found and _is_whole(text, start, length, found) for length, found in written)


@cache
def _numbered() -> re.Pattern[str]:
    """The English names that begin with a figure."""
    said = (name for name in known_names() if name.lang == "en" and name.form == "name")
    names = {name.text.casefold() for name in said if name.text[0].isdigit()}
    return re.compile(rf"(?:{'|'.join(re.escape(name) for name in sorted(names, key=len, reverse=True))})(?!\w)")


@cache
def _spelt_within() -> dict[str, tuple[tuple[int, str], ...]]:
    """The English names that hold a number spelt out, by that number, each with how many letters stand before it."""
    found: dict[str, list[tuple[int, str]]] = {}
    for name in known_names():
        if name.lang == "en" and name.form == "name":
            written = name.text.casefold()
            for word in _SPELT_NUMBER.finditer(written):
                found.setdefault(word.group(), []).append((word.start(), written))
    return {number: tuple(names) for number, names in found.items()}


def _joins(sign: str) -> bool:
    """Whether a sign makes a longer word or a date of the one beside it: 8月1日 is not Japan's."""
    return sign.isalnum()


def _is_whole(text: str, at: int, length: int, entities: tuple[Entity, ...]) -> bool:
    """Whether the signs are no part of a longer word: 大众 of 大众化. Of countries longer words are made (美国人)."""
    end = at + length
    if _runs_on(text, at) or _runs_on(text, end) or (text.endswith(_TRADES, at, end) and _ITS_TRADE.match(text, end)):
        return False
    if any(entity.kind == "currency" or (entity.kind == "place" and not entity.within) for entity in entities):
        return True
    if length == _SHORT and _joins(text[at - 1 : at]) and zipf(text[end - 1 : end + 1], "zh") >= _WORD_ACROSS:
        return False  # 菲尔|德银|行: a word begins inside it
    is_embedded = _joins(text[at - 1 : at]) or _joins(text[end : end + 1])
    if length == _SHORT and is_embedded and text[end - 1] not in _DIVISION_ENDS and all(map(_is_far_division, entities)):
        return False
    if text.startswith(_ACROSS_METAL, end - 1):
        return False  # 沪|金融, 沪|银行
    longer = (text[at : end + more] for more in (1, 2) if end + more <= len(text))
    return not any(zipf(word, "zh") >= _CHINESE_COMMON for word in longer)


def _is_far_division(entity: Entity) -> bool:
    """Whether it is a province of another country than China: its two signs are a piece of many Chinese names (太平桥)."""
    return entity.kind == "place" and "-" in entity.code.partition("/")[0] and entity.within != "CN"


def _runs_on(text: str, at: int) -> bool:
    """Whether a Latin word or a number goes on across this border."""
    return 0 < at < len(text) and all(sign.isascii() and sign.isalnum() for sign in text[at - 1 : at + 1])
