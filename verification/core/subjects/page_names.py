"""A name in the words of a page in the other language: of all that its words may be called there, what the page calls them.

A dictionary has many words for one, and which is meant only its neighbours tell: of the page's sentences the one that says most of the name
chooses. A word that no list has leaves the name untold, as half a translation names something else; Latin names stay as they are.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from verification.core.language.dictionary import LONGEST_CHINESE, LONGEST_ENGLISH, chinese_of, english_of
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.subjects.known import Known, Token, find_known, latin_tokens
from verification.core.subjects.parts import FUNCTION
from verification.core.subjects.pieces import writings_of
from verification.core.subjects.registry import Entity, entry_of
from verification.core.subjects.translate import (
    chinese_filler,
    latin_name,
    likeliest,
    may_stay,
    measure_at,
    measure_named,
    parts_by_owner,
)

_MOST_ENTITIES = 2


class Words(NamedTuple):
    """A piece of a name: what it may be called in the other language, the usual first; "" where it is usually left out."""

    writings: tuple[str, ...]
    is_measure: bool = False


def words_of(name: str, *, is_chinese: bool) -> tuple[Words, ...]:
    """The pieces of ``name``, which is without periods, in the order of the other language; () where one of them is not known.

    ``is_chinese`` is the language of ``name``.
    """
    found = _of_chinese(name) if is_chinese else _of_english(name)
    return found if found and any(any(map(is_han, one)) != is_chinese for words in found for one in words.writings) else ()


def name_in(words: Sequence[Words], sentences: Sequence[str], *, is_chinese: bool) -> str:
    """The name as ``sentences`` of one page would write it; ``is_chinese`` is their language."""
    texts = [_searchable(sentence, is_chinese=is_chinese) for sentence in sentences]
    told = max(texts, key=lambda text: sum(_is_told(one, text, is_chinese=is_chinese) for one in words), default="")
    ordered = sorted(words, key=lambda one: one.is_measure) if is_chinese else words
    chosen = [_chosen(one, (told, *texts), is_chinese=is_chinese) for one in ordered]
    said = [one for one in chosen if one]
    return " ".join(said) if not is_chinese else "".join(_joined(said))


def _joined(pieces: Sequence[str]) -> Iterator[str]:
    """Latin names that stand side by side stay two words."""
    for index, piece in enumerate(pieces):
        yield f" {piece}" if index and pieces[index - 1][-1].isascii() and piece[0].isascii() else piece


def _chosen(words: Words, texts: Sequence[str], *, is_chinese: bool) -> str:
    """The writing that the first of ``texts`` has which has any; the longest there."""
    if len(words.writings) == 1:
        return words.writings[0]
    usual, *others = (_searchable(one, is_chinese=is_chinese) for one in words.writings)
    # A part of the usual writing says less: a page about the mortgage rate does not call it the interest rate.
    found = [one for one, text in zip(words.writings, (usual, *others), strict=True) if one and (text == usual or text not in usual)]
    for text in texts:
        if told := [one for one in found if _searchable(one, is_chinese=is_chinese) in text]:
            return max(told, key=lambda one: len(_searchable(one, is_chinese=is_chinese)))
    return words.writings[0]


def _is_told(words: Words, text: str, *, is_chinese: bool) -> bool:
    return any(one and _searchable(one, is_chinese=is_chinese) in text for one in words.writings)


@lru_cache(maxsize=4096)
def _searchable(text: str, *, is_chinese: bool) -> str:
    """Chinese in simplified signs; English as lemmas between blanks."""
    if is_chinese:
        return fold(to_simplified(text))
    return f" {' '.join(lemma(token.key) for token in latin_tokens(text))} "


def _of_chinese(name: str) -> tuple[Words, ...]:
    """Cut into the fewest pieces that are known."""
    text = fold(to_simplified(name))
    known = {one.start: one for one in find_known(name, is_typed=True)}
    # From the end: how many pieces the rest takes, and the first of them with where it ends; None where it can't be cut.
    best: list[tuple[int, Words | None, int] | None] = [None] * len(text) + [(0, None, len(text))]
    for at in reversed(range(len(text))):
        for words, end in _chinese_pieces(name, text, at, known):
            rest = best[end]
            count = rest[0] + (words is not None) if rest else 0
            if rest and ((held := best[at]) is None or count < held[0]):
                best[at] = (count, words, end)
    found, at = [], 0
    while at < len(text) and (step := best[at]):
        found += [step[1]] if step[1] else []
        at = step[2]
    return tuple(found) if at == len(text) else ()


def _chinese_pieces(name: str, text: str, at: int, known: dict[int, Known]) -> Iterator[tuple[Words | None, int]]:
    """What may begin at ``at``, the likelier first, with where it ends; None for words that say nothing."""
    if one := known.get(at):
        yield Words(_writings(one.entities, is_chinese=False)), one.end
    length = measure_at(text, at)
    if length:
        said = dict.fromkeys((*_measured(measure_named(text[at : at + length]), is_chinese=False), *english_of(text[at : at + length])))
        yield Words(tuple(said), is_measure=True), at + length
    for end in range(min(at + LONGEST_CHINESE, len(text)), at, -1):
        if (english := english_of(text[at:end])) and end - at != length:
            yield (Words(english) if any(english) else None), end
    if end := chinese_filler(text, at):
        yield None, end
    if end := latin_name(text, at):
        yield Words((name[at:end],)), end


def _of_english(name: str) -> tuple[Words, ...]:
    found: list[Words] = []
    for part in parts_by_owner(name):
        known = {one.start: one for one in find_known(part, is_typed=True)}
        tokens = latin_tokens(part)
        at = 0
        while at < len(tokens):
            length, words = _english_piece(part, tokens, at, known)
            if not length:
                return ()
            found += [words] if words else []
            at += length
    return tuple(found)


def _english_piece(part: str, tokens: Sequence[Token], at: int, known: dict[int, Known]) -> tuple[int, Words | None]:
    """How many tokens from ``at`` on are one piece, and the piece: None for words that say nothing. 0 where the word is not known."""
    one = known.get(tokens[at].start)
    named = sum(token.end <= one.end for token in tokens[at:]) if one else 0
    measured = measure_at(tokens, at)
    written = [part[token.start : token.end] for token in tokens[at : at + LONGEST_ENGLISH]]
    listed = next((count for count in range(len(written), 0, -1) if chinese_of(written[:count])), 0)
    longest = max(named, measured, listed)
    if one and named == longest and (writings := _writings(one.entities, is_chinese=True)):
        return named, Words(writings)
    if measured and measured == longest:
        said = dict.fromkeys((*_measured(measure_named(tokens[at : at + measured]), is_chinese=True), *chinese_of(written[:measured])))
        return measured, Words(tuple(said), is_measure=True)
    token = tokens[at]
    if token.key in FUNCTION or token.key == "s":
        return 1, None
    if listed:
        own = [part[token.start : tokens[at + listed - 1].end]] if token.is_capital else []
        return listed, Words((*chinese_of(written[:listed]), *own))
    return (1, Words((part[token.start : token.end],))) if may_stay(token) else (0, None)


def _writings(entities: Sequence[Entity], *, is_chinese: bool) -> tuple[str, ...]:
    """The names of the other language first; Chinese texts keep some Latin ones (OpenAI), English none of Chinese."""
    found = [name for entity in likeliest(entities)[:_MOST_ENTITIES] for name in writings_of(entity)]
    own = [name for name in found if any(map(is_han, name)) == is_chinese]
    latin = [name for name in found if is_chinese and not any(map(is_han, name))]
    return tuple(dict.fromkeys((*own, *latin)))


def _measured(code: str, *, is_chinese: bool) -> tuple[str, ...]:
    entry = entry_of(code)
    return (entry.chinese if is_chinese else entry.english) if entry else ()
