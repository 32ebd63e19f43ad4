"""Other names of what a node asks for: by open data, and by pages that introduce a short form beside the long one.

They are suggestions: a name that a page introduces may be another's, so a person takes it or refuses it.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.texts import Language, fold, is_han, language_of, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.subjects.gazetteer import places_named
from verification.core.subjects.introductions import introduced_names
from verification.core.subjects.pieces import Piece, PieceKind, pieces_of

MOST_SUGGESTED = 6
MAX_NAME = 120
MAX_SAID = 300
_MOST_WRITINGS = 2
_TELLS_SOMETHING = lazy_regex(r"[^\W\d_]")


class NameOrigin(StrEnum):
    """Where another name comes from."""

    DATA = "data"
    PAGE = "page"


class OtherName(NamedTuple):
    """``said`` is the sentence that introduces the name; empty for one of open data."""

    text: str
    origin: NameOrigin
    said: str = ""


def names_by_data(asked: str, said: Sequence[str], *, is_chinese: bool) -> tuple[OtherName, ...]:
    """Names of the open data: the label in the other language, then the label with its subject called otherwise.

    ``asked`` is the label without its periods; ``said`` holds the label as it is written, then its translation where there is one.
    """
    label = said[0]
    found = dict.fromkeys(said[1:])
    for piece in pieces_of(asked, is_chinese=is_chinese):
        # Nobody looks for a place by its third name: Cathay, or the people.
        if piece.kind is PieceKind.SUBJECT and piece.text in label and not places_named(piece.text):
            found.update(dict.fromkeys(_called_otherwise(label, piece, is_chinese=is_chinese)))
    return tuple(OtherName(text, NameOrigin.DATA) for text in _other_than((label,), found))


def names_by_page(names: Sequence[str], text: str) -> tuple[OtherName, ...]:
    """Names that a page gives to what ``names`` say, each with the sentence that does: "Contemporary Amperex Technology (CATL)"."""
    found: dict[str, str] = {}
    for short, full in introduced_names(text).items():
        if not _TELLS_SOMETHING.search(short):
            continue
        for name in names:
            for written, other in ((short, full), (full, short)):
                made = _with_other(name, written, other)
                # An English name takes up no Chinese words; a Chinese one keeps Latin names.
                if made and (language_of(name) is Language.CHINESE or not any(map(is_han, other))):
                    found.setdefault(made, _sentence_with(text, short, full))
    return tuple(OtherName(name, NameOrigin.PAGE, found[name]) for name in _other_than(names, found))


def _called_otherwise(label: str, piece: Piece, *, is_chinese: bool) -> Iterator[str]:
    own_script = [writing for writing in piece.writings[1:] if any(map(is_han, writing)) == is_chinese]
    # Nobody calls a company 3750.HK in a sentence.
    told = [writing for writing in own_script if _TELLS_SOMETHING.search(writing) and not writing[0].isdigit()]
    for writing in told[:_MOST_WRITINGS]:
        made = _with_other(label, piece.text, writing)
        if made:
            yield made


def _with_other(name: str, written: str, other: str) -> str:
    """``name`` with a whole word or name replaced by another; "" where it does not stand there, or the other stands there already."""
    if len(written) < 2 or fold(other) in fold(name):
        return ""
    edge = r"(?<![^\W_]){}(?![^\W_])" if not any(map(is_han, written)) else "{}"
    found = re.search(edge.format(re.escape(written)), name)
    return name[: found.start()] + other + name[found.end() :] if found else ""


def _sentence_with(text: str, short: str, full: str) -> str:
    """The sentence in which both stand, cut to ``MAX_SAID``."""
    sentences = split_sentences(text)
    said = (text[start:end] for start, end in sentences.spans)
    return next((" ".join(one.split())[:MAX_SAID] for one in said if short in one and full in one), "")


def _other_than(names: Sequence[str], found: dict[str, object] | dict[str, str] | dict[str, None]) -> list[str]:
    """The first of ``found`` that are no other writing of one of ``names``, short enough to be read."""
    known = {_key(name) for name in names}
    new = {_key(text): text for text in reversed(list(found)) if _key(text) not in known and len(text) <= MAX_NAME}
    return list(reversed(new.values()))[:MOST_SUGGESTED]


def _key(name: str) -> str:
    return " ".join(fold(to_simplified(name)).lower().split())
