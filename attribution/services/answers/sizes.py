"""How much an answer and its documents may be, and what is small enough to be worked out while somebody waits.

Time grows with the sentences of the answer times the figures of the documents; a table of 1 MB takes 7 to 19 s, 10,000 sentences up to
38 s.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from attribution.core.answers.sources import RankedDocument
from verification.core.language.texts import split_sentences

MAX_ANSWER = 200_000  # characters
MAX_SENTENCES = 6_000  # so many characters of Chinese have 4,000
MAX_DOCUMENTS = 200
MAX_TEXT = 1_000_000  # characters of all documents together
MAX_WORK = 40_000_000  # sentences x digits: a minute or so
# What one request may have worked out at once: 200 documents of 3,000 characters take 0.7 s.
INLINE_ANSWER = 20_000
INLINE_TEXT = 600_000
INLINE_DIGITS = 60_000
INLINE_WORK = 1_500_000
_ASCII_DIGITS = "0123456789"


class TooLarge(Exception):
    """``field`` is larger than can be worked on; the message says what would be right."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Size:
    answer: int = 0
    text: int = 0
    digits: int = 0
    work: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(self.answer + other.answer, self.text + other.text, self.digits + other.digits, self.work + other.work)

    @property
    def is_quick(self) -> bool:
        return self.answer <= INLINE_ANSWER and self.text <= INLINE_TEXT and self.digits <= INLINE_DIGITS and self.work <= INLINE_WORK


def measure_size(answer: str, documents: Sequence[RankedDocument]) -> Size:
    """The size of the work; ``TooLarge`` names what is too much."""
    _check("answer", len(answer), MAX_ANSWER, _("expected at most %(most)d characters"))
    _check("documents", len(documents), MAX_DOCUMENTS, _("expected at most %(most)d documents"))
    text = sum(len(document.content) for document in documents)
    _check("documents", text, MAX_TEXT, _("expected at most %(most)d characters in all of them together"))
    sentences = len(split_sentences(answer).spans)
    _check("answer", sentences, MAX_SENTENCES, _("expected at most %(most)d sentences"))
    digits = sum(document.content.count(digit) for document in documents for digit in _ASCII_DIGITS)
    most = max(1, MAX_WORK // max(digits, 1))
    _check("answer", sentences, most, _("expected at most %(most)d sentences for documents with so many figures"))
    return Size(len(answer), text, digits, sentences * digits)


def _check(field: str, size: int, most: int, message: str) -> None:
    if size > most:
        raise TooLarge(field, message % {"most": most})
