"""What of an answer says nothing that documents could carry: headings, rules and head rows of tables, questions, words to the reader."""

import re

from attribution.core.answers.states import ReasonCode
from verification.core.patterns import lazy_regex
from verification.core.tables.sentences import SentenceFacts

_HEADING = lazy_regex(r"#{1,6}\s.*|\*\*[^*\n]{1,120}\*\*[:：]?|[^\n]{1,120}[:：]")
_RULE = lazy_regex(r"[\s|:+=*_#\-–—•>]*")
_CELLS = lazy_regex(r"\|[^\n]*\||[^\n|]*\|[^\n]*")
_ASKS = lazy_regex(r"[?？][\s\"'”’」』)）]*$")
# A sentence in the first or second person speaks to the reader about itself.
_TO_THE_READER = lazy_regex(
    r"\b(?:I|me|my|you|your|let\sme|let's|please|here\s(?:is|are)|hope|sure|certainly|of\scourse)\b|[您你我]|希望|请|以下是|如下|当然|好的",
    re.IGNORECASE,
)


def nothing_to_check(facts: SentenceFacts) -> ReasonCode | None:
    """Why a sentence is not to be checked; None where it is. What holds a figure, a year or a full name always is."""
    text = facts.text.strip()
    if _RULE.fullmatch(text):
        return ReasonCode.HEADING
    if facts.figures:
        return None
    if re.match(r"#{1,6}\s", text) or _is_head_row(text):
        return ReasonCode.HEADING
    if facts.years or facts.names:
        return None
    if _HEADING.fullmatch(text):
        return ReasonCode.HEADING
    if _ASKS.search(text):
        return ReasonCode.QUESTION
    return ReasonCode.FILLER if _TO_THE_READER.search(text) else None


def _is_head_row(text: str) -> bool:
    """A row of a table without a figure; a row of words may say something, but only beside its heads."""
    return text.count("|") > 1 and _CELLS.fullmatch(text) is not None
