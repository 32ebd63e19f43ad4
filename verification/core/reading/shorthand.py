"""A name as analysts type it, written out: "10y UST yield" is that of the 10-year Treasury, "unemp rate" of unemployment, TSLA Tesla."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from verification.core.language.tables import read_rows
from verification.core.language.texts import Language, language_of
from verification.core.patterns import lazy_regex
from verification.core.subjects.registry import entries, known_names

_BEFORE = "before "
_YEARS = lazy_regex(r"(?<![\w.])(?P<years>\d{1,2})[ -]?(?:y|yr|yrs)\b\.?(?!/)(?=[ -])", re.IGNORECASE)
# What follows or goes before a term in a Chinese name: 10Y国债, 10年美债, 德债10Y, 7D逆回购.
_TERM = r"(?P<term>\d{1,2})(?:[Yy](?![A-Za-z])\s?|年(?=美|国债|国开|德|日债|英债))"
_TERM_OF_YEARS = lazy_regex(rf"(?<![\w.])(?<!债){_TERM}(?!期)")
_TERM_BEHIND = lazy_regex(r"(?P<bond>[\u4e00-\u9fff]债)\s?(?P<term>\d{1,2})(?:[Yy]|年期?)(?![A-Za-z])")
_TERM_OF_DAYS = lazy_regex(r"(?<![\w.])(?P<term>\d{1,2})[Dd天](?=逆回购)")
_BOND_ALONE = lazy_regex(r"(?<=\d年期)(?:[\u4e00-\u9fff]{0,2}债)(?=\s*$)")
_BY_UNIT = lazy_regex(r"(?<=\w)/(?=(?:barrel|ounce|gallon|ton|tonne|acre|day|share)s?\b)")
# A ticker, or a pair of currencies: TSLA, EURUSD, GBP/USD.
_WORD = lazy_regex(r"(?<![\w.$/-])[A-Z]{2,6}(?:/[A-Z]{3})?(?![\w/-])")
_DOLLAR = "USD"


class _Short(NamedTuple):
    long: str
    is_capital: bool


@lru_cache(maxsize=1024)
def written_out(name: str) -> str:
    """``name`` with what analysts shorten written out; a name that shortens nothing is returned as it is.

    Of a Chinese name only terms are: the rest is written out in a page's words, where it has them (``page_wording``).
    """
    if language_of(name) is Language.CHINESE:
        found = _TERM_OF_DAYS.sub(r"\g<term>天期", _TERM_BEHIND.sub(r"\g<term>年期\g<bond>", name))
        return _BOND_ALONE.sub(r"\g<0>收益率", _TERM_OF_YEARS.sub(r"\g<term>年期", found))
    found = _YEARS.sub(r"\g<years>-year", name)
    found = _BY_UNIT.sub(" per ", _shortened().sub(_long, found))
    return _WORD.sub(_named, found)


def _named(match: re.Match[str]) -> str:
    """What a ticker or a pair of currencies stands for: TSLA, Tesla; EURUSD, the euro; USDJPY, the yen."""
    return _tickers().get(match.group()) or _pairs().get(match.group().replace("/", "")) or match.group()


@cache
def _tickers() -> Mapping[str, str]:
    listed = [entry for entry in entries() if entry.entity.kind in ("company", "crypto")]
    return {ticker: entry.english[0] for entry in listed for ticker in entry.tickers if ticker.isalpha()}


@cache
def _pairs() -> Mapping[str, str]:
    """The currency that a pair with the dollar tells of, by the pair."""
    names: dict[str, list[str]] = {}
    for one in known_names():
        if one.entity.kind == "currency" and one.lang == "en" and one.form == "name" and one.text.isascii():
            names.setdefault(one.entity.code, []).append(one.text)
    others = {code: _usual(written) for code, written in names.items() if code != _DOLLAR}
    return {pair: name for code, name in others.items() for pair in (code + _DOLLAR, _DOLLAR + code)}


def _usual(names: Sequence[str]) -> str:
    """The last word of a currency's full name, where it is called so alone: pound, not quid. The Brazilian real has but its full name."""
    full = [name for name in names if " " in name and not (name.endswith("s") and name[:-1] in names)]
    if not full:
        return min(names, key=len)
    shortest = min(full, key=len)
    return min((name for name in names if shortest.lower().endswith(f" {name}")), key=len, default=shortest)


def _long(match: re.Match[str]) -> str:
    written = match.group().rstrip(".")
    short = _shorts()[written.lower()]
    return match.group() if short.is_capital and not _has_capitals(written) else short.long


def _has_capitals(written: str) -> bool:
    """Whether it is written as initials are; the plural's s is small."""
    return written.removesuffix("s").isupper()


@cache
def _shorts() -> Mapping[str, _Short]:
    rows = read_rows("reading", "shorthand")
    return {short.lower(): _Short(long, where == "capitals") for short, long, where, _reason in rows}


@cache
def _shortened() -> re.Pattern[str]:
    """Any of the short writings where it may stand."""
    rows = sorted(read_rows("reading", "shorthand"), key=lambda row: -len(row[0]))
    return lazy_regex("|".join(_place(short, where) for short, _long, where, _reason in rows), re.IGNORECASE)


def _place(short: str, where: str) -> str:
    word = rf"(?<![\w'’&-]){re.escape(short)}(?:\.(?!\w)|(?![\w'’&]|-\w))"
    if where == "end":
        return rf"{word}(?=\s*(?:,|$|\d|Q\d|H\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))"
    if where.startswith(_BEFORE):
        return rf"{word}(?=\s(?:{'|'.join(where.removeprefix(_BEFORE).split(','))})\b)"
    return word
