"""The pieces of a name: whose it is, what is measured, and the words that are left, each in every writing of both languages."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from verification.core.language.frequency import zipf
from verification.core.language.script import to_simplified
from verification.core.language.terms import query_terms
from verification.core.language.texts import fold, is_han
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import Known, find_known, latin_tokens
from verification.core.subjects.parts import FUNCTION
from verification.core.subjects.registry import Entity, entry_of, known_names
from verification.core.subjects.spelling import nearest_chinese
from verification.core.subjects.translate import likeliest, measure_at, measure_named, usual_name

_MOST_WRITINGS = 12
_MOST_ENTITIES = 2
_RARE = 3.5
_SHORTEST_TICKER = 3


class PieceKind(StrEnum):
    """What a piece does for the name."""

    SUBJECT = "subject"
    MEASURE = "measure"
    WORD = "word"


class Piece(NamedTuple):
    """A piece as it is written, all its writings (its own first), and its usual name in Chinese and English; "" where it has none."""

    kind: PieceKind
    text: str
    writings: tuple[str, ...]
    chinese: str = ""
    english: str = ""


def pieces_of(name: str, *, is_chinese: bool) -> tuple[Piece, ...]:
    """The pieces of a name without its periods, in their order; words that say nothing are left out."""
    known = {one.start: one for one in find_known(name, is_typed=True)}
    found = _chinese_pieces(name, known) if is_chinese else _english_pieces(name, known)
    return tuple({piece.writings: piece for piece in found}.values())


def _chinese_pieces(name: str, known: dict[int, Known]) -> Iterator[Piece]:
    text = fold(to_simplified(name))
    at = left = 0
    while at < len(text):
        length = measure_at(text, at)
        one = known.get(at)
        if one and one.end - at >= length:
            yield from _left_over(name[left:at])
            yield _of_entities(name[at : one.end], one.entities)
            at = left = one.end
        elif length:
            yield from _left_over(name[left:at])
            yield _of_measure(name[at : at + length], measure_named(text[at : at + length]))
            at = left = at + length
        else:
            at += 1
    yield from _left_over(name[left:])


def _english_pieces(name: str, known: dict[int, Known]) -> Iterator[Piece]:
    tokens = latin_tokens(name)
    at = 0
    while at < len(tokens):
        start = tokens[at].start
        one = known.get(start)
        named = sum(1 for token in tokens[at:] if one and token.end <= one.end)
        measured = measure_at(tokens, at)
        length = max(named, measured, 1)
        written = name[start : tokens[at + length - 1].end]
        if one and named >= measured:
            yield _of_entities(written, one.entities)
        elif measured:
            yield _of_measure(written, measure_named(tokens[at : at + measured]))
        else:
            yield from _left_over(written)
        at += length


def _left_over(text: str) -> Iterator[Piece]:
    """The words between known ones: names where their writing tells, each a piece of its own."""
    for token in latin_tokens(text) if not any(map(is_han, text)) else ():
        if token.key in FUNCTION:
            continue
        word = text[token.start : token.end]
        is_name = token.is_capital and zipf(token.key, "en") < _RARE
        yield from _word(word, is_name=is_name, usual=word if token.is_capital or token.key[0].isdigit() else "")
    if any(map(is_han, text)):
        for run in _runs(text):
            if not is_han(run[0]):
                yield from _left_over(run)
            elif meant := nearest_chinese(fold(to_simplified(run))):
                yield _of_entities(run, meant)
            else:
                for word, is_name in segment(fold(to_simplified(run))):
                    yield from _word(word, is_name=is_name, usual="")


def _runs(text: str) -> list[str]:
    """The text cut where Chinese and Latin signs meet."""
    runs: list[str] = []
    for sign in text:
        if runs and is_han(sign) == is_han(runs[-1][-1]):
            runs[-1] += sign
        else:
            runs.append(sign)
    return runs


def _word(word: str, *, is_name: bool, usual: str) -> Iterator[Piece]:
    if query_terms(word):
        yield Piece(PieceKind.SUBJECT if is_name else PieceKind.WORD, word, (word,), usual, usual)


def _of_entities(text: str, entities: Sequence[Entity]) -> Piece:
    meant = likeliest(entities)[:_MOST_ENTITIES]
    writings = dict.fromkeys([text, *(name for entity in meant for name in writings_of(entity))])
    chinese, english = (next((name for entity in meant if (name := usual_name(entity, lang))), "") for lang in ("zh", "en"))
    return Piece(PieceKind.SUBJECT, text, tuple(writings), chinese, english)


@cache
def writings_of(entity: Entity) -> tuple[str, ...]:
    """Names, people and tickers of a thing, the usual ones first; codes of two letters and single signs tell too little."""
    usual = (usual_name(entity, "zh"), usual_name(entity, "en"))
    return tuple(dict.fromkeys(name for name in (*usual, *_all_writings().get(entity, ())) if name))[:_MOST_WRITINGS]


@cache
def _all_writings() -> dict[Entity, list[str]]:
    found: dict[Entity, list[str]] = {}
    for name in known_names():
        if name.form in ("name", "demonym") or (name.form == "ticker" and len(name.text) >= _SHORTEST_TICKER):
            found.setdefault(name.entity, []).append(name.text)
    return found


def _of_measure(text: str, code: str) -> Piece:
    entry = entry_of(code)
    chinese, english = (entry.chinese, entry.english) if entry else ((), ())
    writings = tuple(dict.fromkeys((text, *chinese, *english)))[:_MOST_WRITINGS]
    return Piece(PieceKind.MEASURE, text, writings, chinese[0] if chinese else "", english[0] if english else "")
