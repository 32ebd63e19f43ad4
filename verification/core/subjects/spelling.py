"""Two writings of one name: one wrong letter in a long one (Volkwagen, 宁得时代), the adjective of a place (Elbonian)."""

from functools import cache

from verification.core.language.frequency import zipf
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold
from verification.core.subjects.registry import Entity, known_names

_LONG = 7
_LONG_UNKNOWN = 8
_LONG_CHINESE = 4


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


def nearest_chinese(text: str) -> tuple[Entity, ...]:
    """The listed things whose Chinese name of four signs and more stands in folded, simplified ``text`` with one sign changed."""
    for size in sorted(_with_one_changed(), reverse=True):
        for at in range(len(text) - size + 1):
            written = text[at : at + size]
            for place in range(size):
                if found := _with_one_changed()[size].get((written[:place], written[place + 1 :])):
                    return found
    return ()


@cache
def _with_one_changed() -> dict[int, dict[tuple[str, str], tuple[Entity, ...]]]:
    """By length, what stands before and behind each sign of each listed name; places are too many and too alike."""
    found: dict[int, dict[tuple[str, str], tuple[Entity, ...]]] = {}
    for name in known_names():
        if name.lang != "zh" or name.entity.kind in ("place", "currency") or len(name.text) < _LONG_CHINESE:
            continue
        key = fold(to_simplified(name.text))
        for place in range(len(key)):
            held = found.setdefault(len(key), {}).setdefault((key[:place], key[place + 1 :]), ())
            if name.entity not in held:
                found[len(key)][key[:place], key[place + 1 :]] = (*held, name.entity)
    return found
