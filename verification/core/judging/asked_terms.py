"""The words of a question by what they do: all of them, those that name its subject, and those right before and behind its blank."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from verification.core.judging.rarity import Rarity
from verification.core.language.frequency import zipf
from verification.core.language.lexicon import canonical_word
from verification.core.language.texts import is_han
from verification.core.reading.frames.labels import BLANK, Asking, Frame
from verification.core.reading.frames.measures import CHANGE_NAME
from verification.core.reading.frames.places import is_generic, letters_of, pairs_in, subject_letters
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.names import name_tokens

_LEAD_WORDS = 3
_HEAD_WORDS = 2
_LEAD_LETTERS = 6
_HEAD_LETTERS = 4
_NAME_HEAD_LETTERS = 3
_RAREST = 3


class Part(StrEnum):
    """What the words of a question do for it."""

    WHOLE = "whole"
    NAME = "name"
    LEAD = "lead"
    HEAD = "head"


@dataclass(frozen=True, slots=True)
class AskedTerms:
    """The terms of one frame by part, each with its weight: words in English, pairs of letters in Chinese.

    ``subject`` holds the names in it as written, "" where it has none; ``order`` are its terms up to the blank, nearest last, and ``after``
    those behind it, nearest first; ``rarest`` are the words that least texts use, the rarest first.
    """

    parts: Mapping[Part, Mapping[str, float]]
    subject: str
    order: tuple[str, ...]
    after: tuple[str, ...]
    rarest: tuple[str, ...]


def asked_terms(frame: Frame, rarity: Rarity) -> AskedTerms:
    """The terms of ``frame``; ``rarity`` says how much each of them tells among the pages at hand."""
    text = frame.sentence.text.replace(BLANK, " ").strip()
    subject = " ".join(name.text for name in name_tokens(text))
    parts, order, after = _chinese_parts(frame) if frame.is_chinese else _english_parts(frame)
    weighed = {part: {term: round(rarity.weight(term), 4) for term in sorted(terms)} for part, terms in parts.items()}
    return AskedTerms(weighed, subject, order, after, _rarest(frame))


_Parts = dict[Part, frozenset[str]]


def _english_parts(frame: Frame) -> tuple[_Parts, tuple[str, ...], tuple[str, ...]]:
    words = frame.sentence.words
    before = [word for word, at in words if at < frame.start]
    after = [word for word, at in words if at >= frame.end]
    capitals = {token.start for token in frame.sentence.tokens if token.is_capital}
    if frame.asking == Asking.NAME:
        telling = [word for word in before if not is_generic(word)]
        names, lead, head = telling[:-1] or telling, before[-_HEAD_WORDS:], before[-1:]
    else:
        names = [word for word, at in words if at in capitals and at > 0 and not is_generic(word)]
        lead, head = before[-_LEAD_WORDS:], after[:_HEAD_WORDS]
    parts = {Part.WHOLE: [word for word, _ in words], Part.NAME: names, Part.LEAD: lead, Part.HEAD: head}
    return {part: frozenset(terms) for part, terms in parts.items()}, tuple(before), tuple(after)


def _chinese_parts(frame: Frame) -> tuple[_Parts, tuple[str, ...], tuple[str, ...]]:
    sentence = frame.sentence
    before = tuple(letters_of(CHANGE_NAME.sub("", sentence.skeleton(0, frame.start)).replace("_", "")))
    after = tuple(letter for letter in frame.place.right if _is_word(letter))
    if frame.asking == Asking.NAME:
        letters = letters_of(subject_letters(before))
        whole, head = pairs_in(letters), pairs_in(letters[-_NAME_HEAD_LETTERS:])
        names = pairs_in(letters[: -_HEAD_WORDS or None]) or whole
    else:
        whole, head = sentence.terms, pairs_in(after[:_HEAD_LETTERS])
        names = frozenset().union(*(pairs_in(letters_of(name.text)) for name in name_tokens(sentence.text)), ())
    lead = pairs_in([letter for letter in before if _is_word(letter)][-_LEAD_LETTERS:])
    return {Part.WHOLE: whole, Part.NAME: names, Part.LEAD: lead, Part.HEAD: head}, before, after


def _rarest(frame: Frame) -> tuple[str, ...]:
    """The words that tell a question from its like: 锡 of 锡期货价格, Peru of the unemployment rate of Peru."""
    if frame.is_chinese:
        runs = "".join(letter if is_han(letter) else " " for letter in frame.sentence.skeleton(0, len(frame.sentence.text))).split()
        words = {word: zipf(word, "zh") for run in runs for word, _ in segment(run)}
        latin = {word: 0.0 for word in frame.sentence.terms if word.isascii() and word.isalpha()}
        found = words | latin
    else:
        kept = {at for _, at in frame.sentence.words}
        tokens = [token.text for token in frame.sentence.tokens if token.start in kept]
        found = {canonical_word(word): zipf(word, "en") for word in tokens}
    return tuple(sorted(found, key=lambda word: (found[word], word))[:_RAREST])


def _is_word(letter: str) -> bool:
    return is_han(letter) or letter.isalnum()
