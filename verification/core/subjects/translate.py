"""A name in the other language, piece by piece, so that a node named in one is found in pages of the other.

Names are translated, never sentences: what it is of, what is measured. A Latin name without a Chinese one stays as it is, for so do Chinese
texts keep it (OpenAI估值); any other word that is not known leaves the name untranslated: half a translation names something else.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex
from verification.core.subjects.gazetteer import names_of
from verification.core.subjects.known import Known, Token, find_known, latin_tokens
from verification.core.subjects.registry import Entity, Entry, entries, entry_of, known_names

_CHINESE_FILLERS = lazy_regex(r"[的了（）()《》“”·、,，/\s]|(?<=[元镑郎币])[兑对]|当前|最新|目前|现在|全国")
_LATIN_NAME = lazy_regex(r"[A-Za-z][A-Za-z0-9&.+-]*|\d[\d.]*")
_ENGLISH_FILLERS = frozenset(("the", "a", "an", "s", "and", "current", "latest", "total"))
# "Population of Iceland", "unemployment in Ghana": whose it is stands first in Chinese.
_OF = lazy_regex(r"\s(?:of|in|for|at)\s(?:the\s)?", re.IGNORECASE)
_INITIALS = ("US", "UK", "EU")
_LONGEST_MEASURE = 7
_COMMON = 3.5
_INITIALS_LENGTH = 2


def translate_name(name: str, *, is_chinese: bool) -> str | None:
    """``name`` in the other language; None where a word is not known or nothing in it needs translating. Periods have to be cut out before.

    ``is_chinese`` is the language of ``name``.
    """
    return _to_english(name) if is_chinese else _to_chinese(name)


def _to_english(name: str) -> str | None:
    text = fold(to_simplified(name))
    known = {one.start: one for one in find_known(name, is_typed=True) if any(map(is_han, name[one.start : one.end]))}
    words: list[str] = []
    has_changed = False
    at = 0
    while at < len(text):
        piece, end = _english_piece(name, text, at, known.get(at))
        if piece is None:
            return None
        has_changed |= any(map(is_han, text[at:end]))
        words += [piece] if piece else []
        at = end
    return " ".join(words) if has_changed and words else None


def _english_piece(name: str, text: str, at: int, known: Known | None) -> tuple[str | None, int]:
    """The English of what stands at ``at``, "" for a filler and None for what is not known, and where it ends."""
    measure = measure_at(text, at)
    if measure and measure > (known.end - at if known else 0):
        return _measures()[0][text[at : at + measure]], at + measure
    if known:
        return _english_of(known.entities), known.end
    if end := chinese_filler(text, at):
        return "", end
    end = latin_name(text, at)
    return (name[at:end], end) if end else (None, at + 1)


def chinese_filler(text: str, at: int) -> int:
    """Where the words end that say nothing of a Chinese name from ``at`` on; 0 where there are none."""
    found = _CHINESE_FILLERS.match(text, at)
    return found.end() if found else 0


def latin_name(text: str, at: int) -> int:
    """Where the Latin name or number ends that begins at ``at``; 0 where none does."""
    found = _LATIN_NAME.match(text, at)
    return found.end() if found else 0


def _to_chinese(name: str) -> str | None:
    """Whose it is stands first, what is measured last."""
    pieces = [piece for part in parts_by_owner(name) for piece in _chinese_pieces(part)]
    if any(piece.text is None for piece in pieces) or not any(piece.text and any(map(is_han, piece.text)) for piece in pieces):
        return None
    ordered = sorted(pieces, key=lambda piece: piece.is_measure)
    return "".join(_joined([piece.text for piece in ordered if piece.text]))


def parts_by_owner(name: str) -> list[str]:
    """An English name cut at "of" and "in", whose it is first: Iceland, Population."""
    known = find_known(name, is_typed=True)
    cuts = [match for match in _OF.finditer(name) if not any(one.start <= match.start() < one.end for one in known)]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(name)]
    return [name[start:end] for start, end in reversed(list(zip(starts, ends, strict=True)))]


def _joined(pieces: Sequence[str]) -> Iterator[str]:
    """Latin names that stand side by side stay two words."""
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else ""
        yield f" {piece}" if before and before[-1].isascii() and piece[0].isascii() else piece


class _Piece(NamedTuple):
    """A piece in Chinese; ``text`` is None where it is not known."""

    text: str | None
    is_measure: bool = False


def _chinese_pieces(name: str) -> Iterator[_Piece]:
    tokens = latin_tokens(name)
    known = {one.start: one for one in find_known(name, is_typed=True)}
    last = max(known, default=0)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        found = known.get(token.start)
        named = _count_within(tokens, at, found.end) if found else 0
        measured = _measure_length(tokens, at)
        if measured > named:
            yield _Piece(_measures()[1][_key(tokens[at : at + measured])], is_measure=True)
        elif found:
            own = name[found.start : found.end]
            rest = tokens[at + named : at + named + _LONGEST_MEASURE]
            is_longer = token.start == last and _begins_a_name(found, rest, name)
            yield _Piece(own if is_longer else _chinese_of(found.entities) or own)
        elif token.key not in _ENGLISH_FILLERS:
            yield _Piece(name[token.start : token.end] if may_stay(token) else None)
        at += max(measured, named, 1)


def measure_at(text: str | Sequence[Token], at: int) -> int:
    """How many signs of a folded Chinese name, or words of an English one, say from ``at`` on what is measured; 0 where none do."""
    if not isinstance(text, str):
        return _measure_length(text, at)
    return next((n for n in range(min(_longest_chinese(), len(text) - at), 0, -1) if text[at : at + n] in _measures()[0]), 0)


def measure_named(words: str | Sequence[Token]) -> str:
    """The code of the measure that ``words`` are a writing of (``registry.entry_of``). KeyError where they are none."""
    return _measures()[0][words if isinstance(words, str) else fold(_measures()[1][_key(words)])]


def _count_within(tokens: Sequence[Token], at: int, end: int) -> int:
    """How many tokens from ``at`` on lie before ``end``."""
    count = 0
    while at + count < len(tokens) and tokens[at + count].end <= end:
        count += 1
    return count


def _begins_a_name(found: Known, rest: Sequence[Token], name: str) -> bool:
    """Whether the last known place is only the first word of a longer name that Chinese texts would keep: Kobe Steel."""
    if not rest or found.entities[0].kind != "place" or name[found.end : rest[0].start] != " ":
        return False
    return rest[0].is_capital and not _measure_length(rest, 0)


def may_stay(token: Token) -> bool:
    """Whether a word is a Latin name that Chinese texts keep."""
    return token.key[0].isdigit() or (token.is_capital and zipf(token.key, "en") < _COMMON) or (token.is_capital and len(token.key) > 1)


def _measure_length(tokens: Sequence[Token], at: int) -> int:
    longest = min(_LONGEST_MEASURE, len(tokens) - at)
    return next((n for n in range(longest, 0, -1) if _key(tokens[at : at + n]) in _measures()[1]), 0)


def _key(tokens: Sequence[Token]) -> tuple[str, ...]:
    # The lemma of m, as in "I'm", is be, and so is that of ai.
    return tuple(lemma(token.key) if len(token.key) > _INITIALS_LENGTH else token.key for token in tokens)


@cache
def _measures() -> tuple[dict[str, str], dict[tuple[str, ...], str]]:
    """What is measured by its Chinese and by its English words."""
    found: Sequence[Entry] = [entry for entry in entries() if entry.entity.kind == "measure"]
    english = {fold(name): entry.english[0] for entry in found for name in entry.chinese}
    chinese: dict[tuple[str, ...], str] = {}
    for entry in found:
        for name in entry.english:
            chinese.setdefault(_key(latin_tokens(name)), entry.chinese[0])
    return english, chinese


@cache
def _longest_chinese() -> int:
    return max(map(len, _measures()[0]))


def _english_of(entities: Sequence[Entity]) -> str | None:
    return next((name for entity in likeliest(entities) if (name := usual_name(entity, "en"))), None)


def _chinese_of(entities: Sequence[Entity]) -> str:
    return next((name for entity in likeliest(entities) if (name := usual_name(entity, "zh"))), "")


def likeliest(entities: Sequence[Entity]) -> Sequence[Entity]:
    """What a writing stands for, the likeliest first: Brent is the oil and not the borough of London."""
    return sorted(entities, key=lambda entity: entity.kind == "place" and not entity.code.isalpha())


@cache
def usual_name(entity: Entity, lang: str) -> str:
    """The name by which a text of ``lang`` most likely calls a thing; empty where none is known."""
    entry = entry_of(entity.code)
    if entry is not None and entity.kind != "place":
        names = entry.english if lang == "en" else entry.chinese
        return names[0] if names else ""
    if entity.kind == "place":
        places = (place for place in names_of(entity.code) if place.kind not in ("demonym", "code", "short"))
        names = tuple(place.name for place in places if place.lang == lang)
    else:
        names = tuple(name.text for name in known_names() if name.entity == entity and name.lang == lang and name.form == "name")
    if lang == "zh":
        return max(names, key=lambda name: (zipf(name, "zh"), -len(name), name), default="")
    return min(names, key=lambda name: _rank(name, names), default="")


def _rank(name: str, names: Sequence[str]) -> tuple[bool, int, int, float, str]:
    """Before others stands a name of few words that longer ones hold (Germany, Federal Republic of Germany), then a common one."""
    holders = sum(1 for other in names if other != name and re.search(rf"\b{re.escape(name)}\b", other))
    words = name.split()
    return name not in _INITIALS, -min(holders, 1), len(words), -min(zipf(word.lower(), "en") for word in words), name
