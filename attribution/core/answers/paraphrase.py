"""A sentence said in other words: the passage that means the same, by vectors that somebody else made of both.

Only where nothing else carries the sentence, and only a sentence without a digit or a figure in words: what can be checked is checked, and
no vector makes a figure match. A passage that denies or supposes where the sentence does not is none either.
"""

from collections.abc import Mapping, Sequence

from attribution.core.answers.scores import SUPPORTED_FROM
from verification.core.claims.signs import is_negative, is_supposed
from verification.core.language.vectors import cosine
from verification.core.tables.library import Library
from verification.core.tables.sentences import SentenceFacts

Vectors = Mapping[str, Sequence[float]]
# Of the cosine. What models call alike differs; the ones in use give unlike texts about .2 to .6.
CLOSE = 0.8
# The likeliest score of a paraphrase; it is not calibrated, so it stays below that of matching facts.
MOST_SCORE = 0.7
MOST_SENTENCES, MOST_PASSAGES, LEAST_LENGTH = 50, 250, 12


def may_be_paraphrased(facts: SentenceFacts) -> bool:
    return not facts.figures and not any(letter.isdigit() for letter in facts.text)


def passages_to_compare(library: Library) -> list[tuple[int, str]]:
    """Units of running text with their words, those of the documents ranked first before the others."""
    found = ((index, library.text(unit)) for index, unit in enumerate(library.passages.units) if unit.row is None)
    return [(index, text) for index, text in found if len(text) >= LEAST_LENGTH][:MOST_PASSAGES]


def find_paraphrase(facts: SentenceFacts, library: Library, vectors: Vectors) -> tuple[int, float] | None:
    """The unit that means the same as the sentence, and a score from ``SUPPORTED_FROM`` to ``MOST_SCORE``; None where none is close."""
    own = vectors.get(facts.text)
    if own is None or not may_be_paraphrased(facts):
        return None
    alike = [
        (cosine(own, vectors[text]), -index)
        for index, text in passages_to_compare(library)
        if text in vectors and is_negative(text) == is_negative(facts.text) and is_supposed(text) == is_supposed(facts.text)
    ]
    closest, place = max(alike, default=(0.0, 0))
    if closest < CLOSE:
        return None
    return -place, SUPPORTED_FROM + (MOST_SCORE - SUPPORTED_FROM) * (closest - CLOSE) / (1 - CLOSE)
