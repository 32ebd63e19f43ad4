"""Chinese text cut into common words; what is left between them are names, or words too rare to tell."""

from collections.abc import Iterator

from verification.core.language.frequency import zipf

_COMMON = 3.5
_LONGEST = 4


def segment(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a run of Chinese signs in order, longest first, each with whether it is a name: two or more signs that make no word."""
    at = start = 0
    while at < len(text):
        length = next((n for n in range(min(_LONGEST, len(text) - at), 1, -1) if zipf(text[at : at + n], "zh") >= _COMMON), 0)
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
