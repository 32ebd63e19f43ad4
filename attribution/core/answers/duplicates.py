"""Which passages are one and the same text with small changes of writing: overlapping chunks, reprints."""

from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.tables.library import Library
from verification.core.tables.passages import PassageUnit

_SHINGLE = 5
_SAME = 0.85
_NUMBERS = lazy_regex(r"\d+")
_BLANKS = lazy_regex(r"[\W_]+")


def passage_text(unit: PassageUnit, library: Library) -> str:
    """What a passage says on its own: a row with its heads."""
    above = tuple(head.start for head in unit.row.heads) if unit.row is not None else ()
    content = library.contents[unit.document]
    heads = " ".join(content[head.start : head.end] for head in unit.row.heads) if unit.row is not None and above else ""
    return f"{heads} {library.text(unit)}"


def is_same_text(one: str, other: str) -> bool:
    """Whether two passages say the same: equal numbers in order, and nearly all runs of five letters in common."""
    if one == other:
        return True
    if _NUMBERS.findall(one) != _NUMBERS.findall(other):
        return False
    first, second = _shingles(one), _shingles(other)
    return len(first & second) >= _SAME * max(len(first), len(second))


def _shingles(text: str) -> set[str]:
    letters = _BLANKS.sub("", fold(text))
    return {letters[index : index + _SHINGLE] for index in range(max(1, len(letters) - _SHINGLE + 1))}
