"""A claim beside its documents: everything that is read of the two, once, for the features and for the words of the verdict."""

from collections.abc import Mapping
from functools import cached_property

from verification.core.claims.doubts import doubt_features
from verification.core.claims.features import Look, features_of, look
from verification.core.claims.kinds import kinds_of
from verification.core.claims.likeness import likeness_features
from verification.core.claims.passages import DocumentsReading, PassageWindow
from verification.core.claims.slot_features import slot_features
from verification.core.claims.slots import SlotsReading
from verification.core.claims.standings import Standings

MAX_PASSAGES = 3
_LEAST_SCORE = 0.2
# A sentence that holds as much of a claim is about the same thing.
_NEAR = 0.6


class Beside:
    """The nearest passages of a reading, how they stand to the claim, and its propositions slot by slot."""

    def __init__(self, reading: DocumentsReading) -> None:
        self.reading = reading
        self.seen: Look = look(reading)
        self.windows = best_windows(reading, MAX_PASSAGES)

    @cached_property
    def standings(self) -> Standings:
        return Standings(self.reading, self.windows)

    @cached_property
    def slots(self) -> SlotsReading:
        """Read around the passages, and around the lines that state one of the claim's figures."""
        lines = [check.line for check in self.seen.checks if check.line is not None]
        return SlotsReading(self.reading, self.windows, lines)

    @cached_property
    def features(self) -> Mapping[str, float]:
        """Every feature that the fitted judge weighs, by its name."""
        own = features_of(self.seen)
        near = self._text(self.windows[:1])
        around = self._text(self.windows[1:])
        told = likeness_features(self.reading.claim.text, near, around)
        doubts = doubt_features(self.seen, self.slots, self.standings)
        return {**own, **kinds_of(own), **slot_features(self.slots, self.standings), **told, **doubts}

    @cached_property
    def near(self) -> tuple[str, ...]:
        """The sentences of the passages that hold most of the claim."""
        lines = sorted({at for window in self.windows for at in range(window.first, window.last + 1)})
        return tuple(self.reading.text_of(at) for at in lines if self.reading.share(self.reading.lines[at].mask) >= _NEAR)

    @cached_property
    def around(self) -> str:
        """All passages, with their titles."""
        return self._text(self.windows)

    def _text(self, windows: tuple[PassageWindow, ...]) -> str:
        titles = {self.reading.lines[window.first].document for window in windows}
        return "\n".join([*(self.reading.documents[at].title for at in sorted(titles)), *map(self.text_of, windows)])

    def text_of(self, window: PassageWindow) -> str:
        """The words of a window as they stand in its document."""
        first, last = self.reading.lines[window.first], self.reading.lines[window.last]
        return self.reading.documents[first.document].text[first.start : last.end]


def best_windows(reading: DocumentsReading, limit: int) -> tuple[PassageWindow, ...]:
    """The windows that hold most of the claim, best first, none inside another."""
    taken: list[PassageWindow] = []
    for window in sorted(reading.windows(), key=lambda window: (-reading.rank(window), window.first)):
        if len(taken) == limit or (taken and window.score < _LEAST_SCORE):
            break
        if all(window.last < other.first or other.last < window.first for other in taken):
            taken.append(window)
    return tuple(taken)
