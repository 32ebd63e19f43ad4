"""The evidence that a ruling was made on, told apart from what is found later: values × publishers × dates, and in which words."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from verification.core.patterns import lazy_regex
from verification.core.sources.shingles import folded
from verification.core.support.answers import same_answer

_NO_WORD = lazy_regex(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class StatedValue:
    """One page that states a value. ``day`` is its date (None undated), ``words`` the hash of the passage without its layout.

    ``is_copy``: a copy of another page, which says nothing new by itself.
    """

    value: str
    domain: str
    day: date | None = None
    words: str = ""
    is_copy: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """How values are compared: in the node's unit, under its tolerance."""

    unit: str | None = None
    tolerance: str = ""

    def same(self, one: str, other: str) -> bool:
        return same_answer(one, other, unit=self.unit, tolerance=self.tolerance)


def make_stated(*, value: str, domain: str, published_at: datetime | None, passage: str, is_copy: bool = False) -> StatedValue:
    words = hashlib.sha256(_NO_WORD.sub("", folded(passage)).encode()).hexdigest()[:16] if passage.strip() else ""
    return StatedValue(value, domain, published_at.date() if published_at else None, words, is_copy)


def list_new(known: Sequence[StatedValue], found: Iterable[StatedValue], scale: Scale) -> tuple[StatedValue, ...]:
    """What the person had not before them.

    The same words are the same evidence whatever their date and address; a publisher that said the same value already says
    something new only by a later page.
    """
    words = {one.words for one in known if one.words}
    return tuple(each for each in found if not each.is_copy and each.words not in words and not _is_known(each, known, scale))


def merge(known: Sequence[StatedValue], new: Iterable[StatedValue]) -> tuple[StatedValue, ...]:
    """Both, each once."""
    return tuple(dict.fromkeys((*known, *(replace(each, is_copy=False) for each in new))))


def _is_known(one: StatedValue, known: Sequence[StatedValue], scale: Scale) -> bool:
    said = [own for own in known if own.domain == one.domain and scale.same(own.value, one.value)]
    if not said or one.day is None:
        return bool(said)
    days = [own.day for own in said if own.day is not None]
    return bool(days) and one.day <= max(days)
