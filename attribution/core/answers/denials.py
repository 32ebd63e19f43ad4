"""Whether the passage of a sentence denies what it says, the sentence what the passage says, or the passage only foresees it."""

from collections.abc import Sequence

from attribution.core.answers.matching import PassageMatch
from verification.core.language.lemmas import lemma
from verification.core.language.texts import tokens_of
from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status
from verification.core.reading.status.statuses import StatusReader
from verification.core.support.facts import read_facts
from verification.core.support.standing import Claimed, Standing
from verification.core.tables.library import Library
from verification.core.tables.sentences import SentenceFacts

# A passage that holds less of a sentence than this neither says nor denies it.
_LEAST_SHARE = 0.6
_TO_COME = (Status.FORESEEN, Status.SUPPOSED)
_PERFECT = ("has", "have", "had")
# Chinese marks with a word of its own that something is over.
_OVER = lazy_regex("已(?!知)|曾|(?<=[\u4e00-\u9fff])了")


class Denials:
    """The documents of one question; each is read for its moods when a sentence asks."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._readers: dict[int, StatusReader] = {}

    def denied(self, facts: SentenceFacts, match: PassageMatch) -> bool:
        """Whether one of the two denies what the other doesn't; rows of tables deny nothing."""
        standing = self._standing(facts, match)
        return standing is not None and standing.is_denied and standing.share >= _LEAST_SHARE

    def foreseen(self, facts: SentenceFacts, matches: Sequence[PassageMatch]) -> bool:
        """Whether all of ``matches`` only foresee what the sentence tells as over: "will reach 200" beside "has reached 200".

        Rules are written in the future too ("employees will receive"), so a sentence in the present says no more than they do.
        """
        return bool(matches) and all(self._is_to_come(facts, match) for match in matches)

    def _is_to_come(self, facts: SentenceFacts, match: PassageMatch) -> bool:
        standing = self._standing(facts, match)
        if standing is None or standing.share < _LEAST_SHARE:
            return False
        is_to_come = standing.found in _TO_COME and standing.claimed is Status.ASSERTED
        return is_to_come and _is_over(facts.text, self._library.text(match.unit))

    def _standing(self, facts: SentenceFacts, match: PassageMatch) -> Standing | None:
        unit = match.unit
        if unit.row is not None:
            return None
        if unit.document not in self._readers:
            self._readers[unit.document] = StatusReader(self._library.contents[unit.document])
        return Claimed(read_facts(facts.text)).standing(self._library.text(unit), unit.start, self._readers[unit.document])


def _is_over(sentence: str, passage: str) -> bool:
    """Whether the sentence tells in the past, or in the perfect, what the passage has as a verb's base."""
    if _OVER.search(sentence):
        return True
    words = [token.text for token in tokens_of(sentence)]
    told = {token.text for token in tokens_of(passage)}
    return any(
        lemma(word) != word and not word.endswith(("s", "ing")) and (lemma(word) in told or before in _PERFECT)
        for before, word in zip(["", *words], words, strict=False)
    )
