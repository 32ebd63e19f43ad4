"""A long document a window at a time, its passages marked; it opens at the first of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from verification.templatetags.evidence import visible

PART = 4_000  # characters inside of a card
PAGE = 40_000
LEAD = 500  # characters before the passage that it opens at


@dataclass(frozen=True, slots=True)
class WindowPiece:
    text: str
    is_passage: bool


@dataclass(frozen=True, slots=True)
class DocumentWindow:
    """``previous`` and ``next`` are where the neighbouring windows begin; None where there is nothing more."""

    pieces: tuple[WindowPiece, ...]
    previous: int | None
    next: int | None
    is_whole: bool


def make_window(content: str, spans: Sequence[tuple[int, int]], *, asked: str, is_part: bool) -> DocumentWindow:
    """``asked``: where it begins, anything else for the first passage. ``spans`` are in order and apart from each other."""
    size = PART if is_part else PAGE
    if asked.isascii() and asked.isdigit() and len(asked) < 9:
        start = min(int(asked), max(0, len(content) - 1))
    else:
        first = spans[0][0] if spans else 0
        start = 0 if first + LEAD < size else content.find("\n", first - LEAD, first) + 1 or max(0, first - LEAD)
    end = min(len(content), start + size)
    return DocumentWindow(
        pieces=tuple(_pieces(content, spans, start, end)),
        previous=max(0, start - size) if start else None,
        next=end if end < len(content) else None,
        is_whole=start == 0 and end == len(content),
    )


def _pieces(content: str, spans: Sequence[tuple[int, int]], start: int, end: int) -> list[WindowPiece]:
    pieces, at = [], start
    for begin, stop in spans:
        begin, stop = max(begin, at), min(stop, end)
        if begin < stop:
            pieces += [
                WindowPiece(visible(content[at:begin]), is_passage=False),
                WindowPiece(visible(content[begin:stop]), is_passage=True),
            ]
            at = stop
    return [piece for piece in (*pieces, WindowPiece(visible(content[at:end]), is_passage=False)) if piece.text]
