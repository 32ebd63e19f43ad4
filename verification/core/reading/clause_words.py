"""The words that build a clause around a figure, marked in one pass: measures, qualifiers, moves, what joins and what begins anew."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from verification.core.language.tables import read_rows
from verification.core.reading.inflection import past_forms
from verification.core.reading.measure_words import MeasureRow, Qualifier, chinese_key, english_key, tables


class Role(StrEnum):
    """What a word does in the clause of a figure; see the head of ``data/clause_words.tsv``."""

    MEASURE = "measure"
    QUALIFIER = "qualifier"
    UP = "up"
    DOWN = "down"
    EITHER = "either"
    MOVED = "moved"
    TO = "to"
    IS = "is"
    LIGHT = "light"
    FRAME = "frame"
    BASIS = "basis"
    EACH = "each"
    SPEECH = "speech"
    FILLER = "filler"
    CUT = "cut"
    VALUE = "value"
    STATE = "state"


class Mark(NamedTuple):
    """A marked word at ``start``..``end``; ``value`` is the basis, ``row`` the measure, ``qualifier`` the one it names."""

    start: int
    end: int
    role: Role
    value: str = ""
    row: MeasureRow | None = None
    qualifier: Qualifier | None = None


_NO_NAMES: Mapping[int, int] = MappingProxyType({})
# Where a move began, in a pattern; 来自, 自由 and 服从 are words of their own.
CHINESE_FROM = r"(?:(?<![自理经不])由|(?<![服听遵顺无])从|(?<![来各亲独出源擅私])自)"
MOVES = frozenset({Role.UP, Role.DOWN, Role.EITHER})


class _Word(NamedTuple):
    role: Role
    value: str
    row: MeasureRow | None
    qualifier: Qualifier | None


@cache
def _chinese() -> tuple[dict[str, _Word], dict[str, tuple[int, ...]]]:
    """The words, and by their first sign how long those are, longest first."""
    words: dict[str, _Word] = {}
    for written, lang, role, value, _reason in read_rows("reading", "clause_words"):
        if lang == "zh":
            words.setdefault(chinese_key(written), _Word(Role(role), value, None, None))
    known = tables()
    for written, qualifier in known.chinese_qualifiers.items():
        held = words.get(written)
        words[written] = held._replace(qualifier=qualifier) if held else _Word(Role.QUALIFIER, "", None, qualifier)
    for written, row in known.chinese.items():
        held = words.get(written)
        if held is None or held.role is Role.QUALIFIER or (len(written) > 1 and held.role not in _VERBS):
            words[written] = _Word(Role.MEASURE, "", row, held.qualifier if held else None)
    lengths: dict[str, set[int]] = {}
    for written in words:
        lengths.setdefault(written[0], set()).add(len(written))
    return words, {sign: tuple(sorted(sizes, reverse=True)) for sign, sizes in lengths.items()}


_ENDS = frozenset(("到", "至", "为"))
_TURNS = frozenset({Role.UP, Role.DOWN, Role.EITHER, Role.MOVED})
_VERBS = frozenset({Role.UP, Role.DOWN, Role.TO, Role.FRAME, Role.BASIS, Role.LIGHT})


def chinese_marks(text: str, start: int, end: int, names: Mapping[int, int] = _NO_NAMES) -> list[Mark]:
    """The marked words of ``text[start:end]``, which is simplified and in half width and lower case; longest first, none overlapping.

    ``names``: each place inside a name, and where that ends; a word that begins inside one and ends behind it is none (白|银价|格).
    """
    words, lengths = _chinese()
    found: list[Mark] = []
    at = start
    while at < end:
        for length in lengths.get(text[at], ()):
            word = words.get(text[at : at + length]) if at + length <= end and at + length <= max(names.get(at, end), at + 1) else None
            if word is not None and not _is_inside_latin(text, at, at + length):
                found.append(Mark(at, at + length, *word))
                at += length
                break
        else:
            at += 1
    return _with_ends(found, text)


def _is_inside_latin(text: str, start: int, end: int) -> bool:
    """Whether a Latin word goes on beyond a border of what was found: EPS in DeepSeek."""
    return _is_between_letters(text, start) or _is_between_letters(text, end)


def _is_between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at].isascii() and text[at].isalpha() and text[at - 1].isascii() and text[at - 1].isalpha()


def _with_ends(found: list[Mark], text: str) -> list[Mark]:
    """A move and the word for where it ends as one: 上升|到, 下滑|至, 调整|为."""
    joined: list[Mark] = []
    for mark in found:
        before = joined[-1] if joined else None
        is_end = mark.role in (Role.TO, Role.IS) and text[mark.start : mark.end] in _ENDS
        if before is not None and is_end and before.role in _TURNS and before.end == mark.start:
            joined[-1] = Mark(before.start, mark.end, Role.TO)
        else:
            joined.append(mark)
    return joined


@cache
def english_words() -> tuple[dict[str, Role], dict[tuple[str, ...], str]]:
    """Roles by lemma, and the phrases that name a basis by their lemmas."""
    roles: dict[str, Role] = {}
    bases: dict[tuple[str, ...], str] = {}
    for written, lang, role, value, _reason in read_rows("reading", "clause_words"):
        if lang != "en":
            continue
        if role == Role.BASIS:
            bases[english_key(written)] = value
        else:
            roles.setdefault(written, Role(role))
    # Of rarer forms the lemmas know nothing: dwindled, ballooned.
    for verb in [written for written, role in roles.items() if role in MOVES]:
        for form in past_forms(verb):
            roles.setdefault(form, roles[verb])
    return roles, bases
