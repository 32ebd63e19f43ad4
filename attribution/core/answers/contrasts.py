"""How the passages with the words of a sentence tell them: of its like, of another time, the other way round, or hardly at all."""

from collections.abc import Sequence

from attribution.core.answers.matching import PassageMatch
from verification.core.claims.passages import SourceText
from verification.core.claims.telling import Telling, telling_of
from verification.core.tables.library import Library
from verification.core.tables.sentences import SentenceFacts

# What stands about a passage in its paragraph may name what the passage itself leaves out.
_AROUND = 400


def telling_in(facts: SentenceFacts, matches: Sequence[PassageMatch], library: Library) -> Telling:
    """How the passages tell it; a row of a table has its own judge."""
    if not matches or any(match.unit.row is not None for match in matches):
        return Telling.SAID
    return telling_of(facts.text, [SourceText(_paragraph(match, library)) for match in matches])


def _paragraph(match: PassageMatch, library: Library) -> str:
    text, unit = library.contents[match.unit.document], match.unit
    start = max(text.rfind("\n", 0, unit.start) + 1, unit.start - _AROUND)
    end = text.find("\n", unit.end)
    return text[start : min(end if end >= 0 else len(text), unit.end + _AROUND)]
