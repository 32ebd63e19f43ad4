"""Two writings of one Latin name: one wrong letter in a long one (Volkwagen), the adjective of a place (Elbonian)."""

from verification.core.language.frequency import zipf

_LONG = 7
_LONG_UNKNOWN = 8


def is_misspelt(one: str, other: str) -> bool:
    """Whether two Latin words in lower case differ by one letter put in, left out, changed or swapped with the next.

    Short words don't count, nor two that are both written often: those are two words.
    """
    if one == other or min(len(one), len(other)) < _LONG or one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    common = (zipf(one, "en") > 0) + (zipf(other, "en") > 0)
    if common > 1 or (common == 0 and min(len(one), len(other)) < _LONG_UNKNOWN):
        return False
    return _are_one_edit_apart(one, other)


def is_adjective_of(one: str, other: str) -> bool:
    """Whether one of two Latin names in lower case that no list has is the other in -n: Elbonian of Elbonia."""
    short, long = sorted((one, other), key=len)
    return long == f"{short}n" and short.endswith("a") and len(short) >= _LONG - 2 and zipf(long, "en") == zipf(short, "en") == 0


def _are_one_edit_apart(one: str, other: str) -> bool:
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    at = next((index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    return one[at + 1 :] == other[at + 1 :] or (one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :])
