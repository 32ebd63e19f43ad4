"""How the passages nearest to a claim stand to it: whether they assert it, or only ask, suppose, foresee, pass on or deny it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from verification.core.claims.passages import DocumentsReading, PassageWindow
from verification.core.reading.statement import Status
from verification.core.reading.status.statuses import StatusReader
from verification.core.support.facts import read_facts
from verification.core.support.standing import Claimed, Standing

# Of the claim a passage holds as much as the best one from this share on.
_AS_MUCH = 0.9
# A claim of which no sentence holds this share is told by several: none of them stands to the whole of it in one way.
_IN_ONE_SENTENCE = 0.6


@dataclass(frozen=True, slots=True)
class Told:
    """A passage and how it stands to the claim."""

    window: PassageWindow
    standing: Standing

    @property
    def is_lost(self) -> bool:
        """Whether the passage holds the claim in another way than the claim is made."""
        one = self.standing
        return one.share >= _IN_ONE_SENTENCE and (one.is_open or one.is_denied)


class Standings:
    """The passages (``windows``, best first) that hold about as much of the claim as the best one.

    A claim that itself denies, foresees or asks is met by a passage that does the same; only what a claim says plainly is denied.
    """

    def __init__(self, reading: DocumentsReading, windows: Sequence[PassageWindow]) -> None:
        self._reading = reading
        least = max((window.score for window in windows), default=0.0) * _AS_MUCH
        self._windows = [window for window in windows if window.score >= least]
        self._claimed = Claimed(read_facts(reading.claim.text))

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Each passage and how it stands."""
        return tuple(self._tell())

    def _tell(self) -> Iterator[Told]:
        readers: dict[int, StatusReader] = {}
        for window in self._windows:
            first, last = self._reading.lines[window.first], self._reading.lines[window.last]
            document = self._reading.documents[first.document]
            if first.document not in readers:
                readers[first.document] = StatusReader(document.text, title=document.title)
            text = document.text[first.start : last.end]
            yield Told(window, self._claimed.standing(text, first.start, readers[first.document]))

    @property
    def best(self) -> Told | None:
        """The first passage that holds the claim as it is made, else the first."""
        return next((one for one in self.told if not one.is_lost), self.told[0] if self.told else None)

    @property
    def status(self) -> Status:
        """How the documents stand to the claim: asserted where one passage holds it as it is made; denied only what is said plainly."""
        best = self.best
        if best is None or not best.is_lost:
            return Status.ASSERTED
        is_clear = self._claimed.is_plain and best.standing.claimed is Status.ASSERTED
        return best.standing.found if is_clear else Status.UNCONFIRMED

    @property
    def is_plain(self) -> bool:
        """Whether the claim denies nothing."""
        return self._claimed.is_plain

    @property
    def lost(self) -> float:
        """The share of the passages that hold the claim in another way."""
        return sum(one.is_lost for one in self.told) / len(self.told) if self.told else 0.0
