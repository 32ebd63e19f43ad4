"""The other figures of a label with a blank, as a sentence of a page holds them: they speak for its figures, or against them.

A sentence is held against the label once for all its figures, so that one that is nothing but figures costs no more than others.
"""

from collections.abc import Iterator
from functools import cached_property

from verification.core.evidence import Quantity
from verification.core.reading.frames.labels import Asking, Frame, label_figures
from verification.core.reading.frames.places import PlacedSentence
from verification.core.support.values import is_close

_REACH = 40
_SLACK = 4
_MIN_TELLING = 2
_MIN_CLAUSE = 3


class Anchors:
    """The label's other figures beside those of one sentence."""

    def __init__(self, frame: Frame, sentence: PlacedSentence) -> None:
        self._frame, self._sentence = frame, sentence
        self._figures = label_figures(frame) if frame.asking == Asking.SENTENCE else ()
        self._counts: dict[tuple[object, ...], int] = {}

    def speak_for(self, index: int) -> bool | None:
        """Whether they speak for the sentence's figure of that number, or against it (False); None where they say nothing.

        The same one beside the figure speaks for it, another in the same slot against it.
        """
        if not self._figures:
            return None
        if self._is_said_already(index) or any(self._is_counterpart(anchor, index) for anchor in self._figures):
            return False
        if self._contradicting - {index}:
            return False
        if any(places - {index} for places in self._held):
            return True
        return False if self._frame.is_chinese and any(self._has_slot_of(anchor, index) for anchor in self._figures) else None

    @cached_property
    def _held(self) -> list[frozenset[int]]:
        """By figure of the label, where the sentence holds the same amount."""
        quantities = self._sentence.quantities
        return [frozenset(i for i, held in enumerate(quantities) if same_amount(anchor, held)) for anchor in self._figures]

    @cached_property
    def _contradicting(self) -> frozenset[int]:
        """The figures that stand in the very words of a figure of the label: the sentence tells of another time."""
        missing = [anchor for anchor, places in zip(self._figures, self._held, strict=True) if not places]
        return frozenset(
            i for i, other in enumerate(self._sentence.quantities) if any(self._is_contradicted(anchor, other) for anchor in missing)
        )

    def _is_contradicted(self, anchor: Quantity, other: Quantity) -> bool:
        if anchor.kind != other.kind or anchor.unit != other.unit or (anchor.approximation and other.approximation):
            return False
        mine = self._words_at(self._frame.sentence, anchor)
        return len(mine) >= _MIN_CLAUSE and mine == self._words_at(self._sentence, other)

    def _words_at(self, sentence: PlacedSentence, quantity: Quantity) -> tuple[str, ...]:
        if self._frame.is_chinese:
            return sentence.own_clause(quantity.start)
        return sentence.words_around(quantity.start, quantity.end)

    def _is_said_already(self, index: int) -> bool:
        """Whether the label itself says this figure of something else; a sentence that holds it once more may say it of the blank."""
        said = sum(index in places for places in self._held)
        return said > 0 and self._count(self._sentence.quantities[index]) <= said

    def _count(self, quantity: Quantity) -> int:
        """How often the sentence holds this amount."""
        key = (quantity.kind, quantity.unit, quantity.low, quantity.high)
        if key not in self._counts:
            self._counts[key] = sum(same_amount(held, quantity) for held in self._sentence.quantities)
        return self._counts[key]

    def _is_counterpart(self, anchor: Quantity, index: int) -> bool:
        """Whether the figure counts what another figure of the label counts ("99 percent of the precincts"), not what the blank does."""
        quantity = self._sentence.quantities[index]
        if anchor.kind != quantity.kind:
            return False
        own = self._frame.sentence
        counted = own.words_after(anchor.end) - own.words_after(self._frame.end)
        return bool(counted and counted & self._sentence.words_after(quantity.end))

    def _has_slot_of(self, anchor: Quantity, index: int) -> bool:
        """Whether a figure stands to this one as ``anchor`` stands to the blank: same kind, same side, about as near."""
        quantity = self._sentence.quantities[index]
        if anchor.kind == quantity.kind:
            return False
        frame = self._frame
        mine = frame.start - anchor.end if anchor.end <= frame.start else frame.end - anchor.start
        alike = (other for other in self._near(index) if (other.kind, other.unit) == (anchor.kind, anchor.unit))
        gaps = (quantity.start - other.end if other.end <= quantity.start else quantity.end - other.start for other in alike)
        return any((mine >= 0) == (gap >= 0) and abs(gap) <= min(abs(mine) + _SLACK, _REACH) for gap in gaps)

    def _near(self, index: int) -> Iterator[Quantity]:
        """The other figures within reach, on both sides."""
        quantities = self._sentence.quantities
        for other in reversed(quantities[:index]):
            if quantities[index].start - other.end > _REACH:
                break
            yield other
        for other in quantities[index + 1 :]:
            if other.start - quantities[index].end > _REACH:
                break
            yield other


def telling_figures(frame: Frame) -> tuple[Quantity, ...] | None:
    """The other figures of a sentence with a blank, of two digits or more: of the pages that fill it truly one holds one of them."""
    if frame.asking != Asking.SENTENCE:
        return None
    return tuple(q for q in label_figures(frame) if len(q.low.normalize().as_tuple().digits) >= _MIN_TELLING) or None


def same_amount(one: Quantity, other: Quantity) -> bool:
    """Whether two figures are one amount of one kind and unit, perhaps written with fewer digits."""
    return one.kind == other.kind and one.unit == other.unit and is_close(one.low, other.low) and is_close(one.high, other.high)
