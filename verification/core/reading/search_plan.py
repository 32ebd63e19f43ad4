"""What a search for a node asks: one plan for the local corpus and the web.

Its phrasings are the label, the aliases, and the label in the other language with its period; what can't be translated goes by its Latin
name, ticker or digits, and what has none of them is left out, as long as the name says whose figure it is. Its slots are what a page has
to name, each in every writing of both languages.
"""

from dataclasses import dataclass
from datetime import date

from verification.core.evidence import NodeSpec
from verification.core.language.texts import Language, language_of
from verification.core.periods.writing import period_writings
from verification.core.reading.frames.labels import AskedName, asked_name
from verification.core.sources.ranking import SUBJECT_WEIGHT, Slot
from verification.core.subjects.pieces import Piece, PieceKind, pieces_of
from verification.core.subjects.translate import translate_name

# What a slot tells beside the others: a page about another subject answers nothing, one of another month may restate it.
_WEIGHTS = {PieceKind.SUBJECT: SUBJECT_WEIGHT, PieceKind.MEASURE: 2.0, PieceKind.WORD: 1.5}
_PERIOD_WEIGHT = 1.0


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """The phrasings, the best first, and the slots; none for a sentence with a blank, whose words are the page's own."""

    phrasings: tuple[str, ...]
    slots: tuple[Slot, ...] = ()


def plan_search(node: NodeSpec, base: date) -> SearchPlan:
    """The plan for a node; ``base`` (the day of asking) resolves a month without a year."""
    asked = asked_name(node, base)
    if asked is None:
        return SearchPlan((node.label, *node.aliases))
    pieces = pieces_of(asked.text, is_chinese=asked.is_chinese)
    slots = [Slot(_WEIGHTS[piece.kind], piece.writings) for piece in pieces]
    slots += [Slot(_PERIOD_WEIGHT, period_writings(period), is_often_unsaid=True) for period in asked.periods]
    return SearchPlan((node.label, *node.aliases, *_other_phrasings(node, asked, pieces)), tuple(slots))


def _other_phrasings(node: NodeSpec, asked: AskedName, pieces: tuple[Piece, ...]) -> list[str]:
    """The label in the other language, unless an alias says it."""
    if any((language_of(alias) is Language.CHINESE) != asked.is_chinese for alias in node.aliases):
        return []
    name = translate_name(asked.text, is_chinese=asked.is_chinese) or _piece_by_piece(pieces, is_chinese=asked.is_chinese)
    if not name:
        return []
    return [asked.told_otherwise(name)]


def _piece_by_piece(pieces: tuple[Piece, ...], *, is_chinese: bool) -> str:
    """What can be said of the name in the other language; "" where that does not say whose figure it is."""
    said = [(piece.kind, piece.english if is_chinese else piece.chinese) for piece in pieces]
    if not any(kind is PieceKind.SUBJECT and words for kind, words in said):
        return ""
    return " ".join(words for _, words in sorted(said, key=lambda one: one[0] is PieceKind.MEASURE) if words)
