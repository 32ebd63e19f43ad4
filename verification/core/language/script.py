"""Traditional Chinese read as simplified, sign for sign, so that every offset stays what it was."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from verification.core.language.tables import read_rows


class _Script(NamedTuple):
    """Signs by code point, words with the lengths of those that begin with a sign, and patterns for what must be looked at."""

    signs: dict[int, str]
    phrases: dict[str, str]
    lengths: dict[str, tuple[int, ...]]
    is_traditional: re.Pattern[str]
    may_begin: re.Pattern[str]


@cache
def _script() -> _Script:
    rows = [(written, simple) for written, simple in read_rows("language", "simplified")]
    signs = {ord(written): simple for written, simple in rows if len(written) == 1}
    phrases = {written: simple for written, simple in rows if len(written) > 1}
    lengths: dict[str, set[int]] = {}
    for written in phrases:
        lengths.setdefault(written[0], set()).add(len(written))
    longest_first = {sign: tuple(sorted(sizes, reverse=True)) for sign, sizes in lengths.items()}
    return _Script(signs, phrases, longest_first, _one_of(map(chr, signs)), _one_of(lengths))


def _one_of(signs: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted(signs))}]")


def simplified_signs() -> dict[int, str]:
    """The simplified sign of each traditional one by its code point, for ``str.translate``: what ``to_simplified`` does but for words."""
    return _script().signs


def to_simplified(text: str) -> str:
    """``text`` with traditional Chinese signs as simplified ones, as long as it was.

    Words of Taiwan and Hong Kong become those of the mainland where they are as long (軟體, 软件); a sign that only some words write
    otherwise stays in the others (乾隆, 干燥). A text without a traditional sign is returned as it is.
    """
    if text.isascii():
        return text
    script = _script()
    if not script.is_traditional.search(text):
        return text
    parts: list[str] = []
    done = position = 0
    while match := script.may_begin.search(text, position):
        start = position = match.start()
        for length in script.lengths[match[0]]:
            simple = script.phrases.get(text[start : start + length])
            if simple is not None:
                parts += (text[done:start].translate(script.signs), simple)
                done = position = start + length
                break
        else:
            position += 1
    parts.append(text[done:].translate(script.signs))
    return "".join(parts)
