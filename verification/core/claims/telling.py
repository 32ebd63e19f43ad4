"""How passages that have the words of a sentence tell them: as it does, of something else, or so that they hardly say it."""

from collections.abc import Sequence
from enum import StrEnum

from verification.core.claims.beside import Beside
from verification.core.claims.claims import read_claim
from verification.core.claims.exclusions import EXCLUSIONS
from verification.core.claims.passages import DocumentsReading, SourceText
from verification.core.claims.scoring import shipped_support

# What says that passages tell something else, whatever the figures of a claim.
_OF_ANOTHER = ("opposite_act", "swapped_roles", "other_period", "its_like", "turned_round")
# Below it three of four claims are not said. Of sentences that passages carry 3 of 753 of public reports lie below, and out of fold
# eight of ten that are only supposed, asked or denied there.
_UNLIKELY = 0.25


class Telling(StrEnum):
    """``of_another``: its like, another time, the other way round; ``unlike``: its words, and hardly what it says."""

    SAID = "said"
    OF_ANOTHER = "of_another"
    UNLIKE = "unlike"


def telling_of(claim: str, passages: Sequence[SourceText]) -> Telling:
    """How ``passages`` with the words of ``claim`` tell it."""
    reading = DocumentsReading(read_claim(claim), passages)
    if not reading.lines or not (reading.claim.weights or reading.claim.figures):
        return Telling.SAID
    beside = Beside(reading)
    if any(EXCLUSIONS[name][0](beside) for name in _OF_ANOTHER):
        return Telling.OF_ANOTHER
    return Telling.UNLIKE if shipped_support().forest.probability(beside.features) < _UNLIKELY else Telling.SAID
