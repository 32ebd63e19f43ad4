"""Chinese text cut into common words; what is left between them are names, or words too rare to tell."""

from collections.abc import Callable, Iterator

from verification.core.language.everyday import is_everyday
from verification.core.language.frequency import LEAST, zipf

_LONGEST = 4


def segment(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a run of Chinese signs in order, longest first, each with whether it is a name: two or more signs that make no word."""
    at = start = 0
    while at < len(text):
        length = _word_at(text, at, lambda word: zipf(word, "zh") >= LEAST)
        if not length:
            at += 1
            continue
        if start < at:
            yield text[start:at], at - start > 1
        yield text[at : at + length], False
        at += length
        start = at
    if start < at:
        yield text[start:at], at - start > 1


def everyday_words(text: str) -> list[str]:
    """The words of every day that a run of Chinese signs is made of, rarer ones too; none where any of it is no such word."""
    found: list[str] = []
    at = 0
    while at < len(text):
        length = _word_at(text, at, lambda word: is_everyday(word, "zh"))
        if not length:
            return []
        found.append(text[at : at + length])
        at += length
    return found


def _word_at(text: str, at: int, is_word: Callable[[str], bool]) -> int:
    """How many signs the longest word has that begins at ``at``; 0 where none does."""
    return next((length for length in range(min(_LONGEST, len(text) - at), 1, -1) if is_word(text[at : at + length])), 0)
