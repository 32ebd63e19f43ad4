"""A corrected sentence as a difference to show: what the text says, what its source says. It is offered and never applied."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from verification.core.patterns import lazy_regex

_FIGURE_BEFORE = lazy_regex(r"\d[.,]?$")
_FIGURE_AFTER = lazy_regex(r"[.,]?\d")


class Change(StrEnum):
    SAME = "same"
    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Segment:
    change: Change
    text: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """``text[start:end]`` of the checked text says one thing, its source says ``new``."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Correction:
    """``old`` is the checked text's ``[start:end]``, ``new`` the same with its substitutions made; ``segments`` spell out both."""

    start: int
    end: int
    old: str
    new: str
    segments: tuple[Segment, ...]


def offer_correction(text: str, start: int, end: int, substitutions: Sequence[Substitution]) -> Correction | None:
    """The sentence ``text[start:end]`` corrected; None where nothing would change or a substitution doesn't lie in it by itself."""
    segments: list[Segment] = []
    at = start
    for one in sorted(substitutions, key=lambda one: (one.start, one.end)):
        if not at <= one.start < one.end <= end:
            return None
        old = text[one.start : one.end]
        if old == one.new:
            continue
        segments += [Segment(Change.SAME, text[at : one.start])] if one.start > at else []
        segments.append(Segment(Change.OLD, old))
        segments += [Segment(Change.NEW, one.new)] if one.new else []
        at = one.end
    if not segments:
        return None
    if at < end:
        segments.append(Segment(Change.SAME, text[at:end]))
    new = "".join(segment.text for segment in segments if segment.change != Change.OLD)
    return Correction(start, end, text[start:end], new, tuple(segments))


def find_substitutions(text: str, start: int, end: int, differences: Sequence[tuple[str, str]]) -> list[Substitution]:
    """What of ``differences`` (claimed, found) can be changed in ``text[start:end]``: the claimed words have to stand there just once,
    and no figure may be cut out of a longer one."""
    found = []
    for claimed, new in differences:
        at = text.find(claimed, start, end) if claimed else -1
        if at < 0 or text.find(claimed, at + 1, end) >= 0:
            continue
        before, after = text[max(at - 2, start) : at], text[at + len(claimed) : min(at + len(claimed) + 2, end)]
        if (_FIGURE_BEFORE.search(before) and claimed[0].isdigit()) or (_FIGURE_AFTER.match(after) and claimed[-1].isdigit()):
            continue
        found.append(Substitution(at, at + len(claimed), new))
    return found
