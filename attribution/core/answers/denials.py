"""Whether the passage of a sentence denies what it says, or the sentence what the passage says."""

from attribution.core.answers.matching import PassageMatch
from verification.core.reading.status.statuses import StatusReader
from verification.core.support.facts import read_facts
from verification.core.support.standing import Claimed
from verification.core.tables.library import Library
from verification.core.tables.sentences import SentenceFacts

# A passage that holds less of a sentence than this neither says nor denies it.
_LEAST_SHARE = 0.6


class Denials:
    """The documents of one question; each is read for its moods when a sentence asks."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._readers: dict[int, StatusReader] = {}

    def denied(self, facts: SentenceFacts, match: PassageMatch) -> bool:
        """Whether one of the two denies what the other doesn't; rows of tables deny nothing."""
        unit = match.unit
        if unit.row is not None:
            return False
        if unit.document not in self._readers:
            self._readers[unit.document] = StatusReader(self._library.contents[unit.document])
        standing = Claimed(read_facts(facts.text)).standing(self._library.text(unit), unit.start, self._readers[unit.document])
        return standing.is_denied and standing.share >= _LEAST_SHARE
