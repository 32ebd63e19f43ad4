"""What a sentence in the other language calls the things that a node asks for, beside their names in the reader's."""

from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.texts import Language, fold, is_han, language_of
from verification.core.subjects.pieces import pieces_of

MAX_SENTENCE = 2_000


class Gloss(NamedTuple):
    """``written`` as it stands in the sentence, and its usual name in the reader's language."""

    written: str
    meant: str


def glosses_of(label: str, sentence: str, *, reads_chinese: bool) -> tuple[Gloss, ...]:
    """The pieces of ``label`` that ``sentence`` names, in the order of the label; none where the reader reads its language."""
    is_chinese = language_of(sentence) is Language.CHINESE
    if is_chinese == reads_chinese:
        return ()
    text = fold(to_simplified(sentence[:MAX_SENTENCE]))
    found = []
    for piece in pieces_of(label, is_chinese=language_of(label) is Language.CHINESE):
        meant = piece.chinese if reads_chinese else piece.english
        own = sorted((name for name in piece.writings if any(map(is_han, name)) == is_chinese), key=len, reverse=True)
        at, name = next(
            ((at, name) for name in own if (at := _find(text, fold(to_simplified(name)), is_chinese=is_chinese)) >= 0), (-1, "")
        )
        if meant and at >= 0 and fold(meant) != fold(name):
            found.append(Gloss(sentence[at : at + len(name)], meant))
    return tuple(found)


def _find(text: str, name: str, *, is_chinese: bool) -> int:
    """Where a whole name stands in the text; -1 where it does not."""
    at = text.find(name)
    while at >= 0 and not is_chinese and (text[at - 1 : at].isalnum() or text[at + len(name) : at + len(name) + 1].isalnum()):
        at = text.find(name, at + 1)
    return at
